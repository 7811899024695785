// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio/recompute.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <format>

namespace patchscale::fio {
namespace {

/// Versions whose fractions are the remainder of a division by 1024, printed as if it were decimal.
constexpr int kRemainderFirst = 2017000;
constexpr int kRemainderLast = 2019999;
/// Versions that lose the carry when a fraction rounds up to one: 10954 becomes "10.0k".
constexpr int kCarryLast = 3025999;

/// What one whole unit of a figure stands for: 1000 for "10.0k".
double unitOf(const Figure& figure)
{
    return figure.value > 0 ? figure.base / figure.value : 0;
}

bool hasFraction(const Figure& figure)
{
    return figure.step < unitOf(figure) * 0.5;
}

bool isWhole(const Figure& figure)
{
    return std::abs(figure.value - std::round(figure.value)) < 1e-9;
}

bool isWithin(double exact, double shown, double step)
{
    return std::abs(exact - shown) <= step * 1.001 + std::abs(exact) * 1e-3;
}

/// "10.0k" may stand for 10954.
bool mayHaveLostCarry(const Figure& figure, int version)
{
    return version <= kCarryLast && hasFraction(figure) && isWhole(figure);
}

enum class Fit : std::uint8_t { No, Shown, Wrong };

/// Whether @p figure stands for @p exact: as it is, or by a fault that fio is known for.
Fit fitOf(const Figure& figure, double exact, int version)
{
    if (isWithin(exact, figure.base, figure.step)) {
        return Fit::Shown;
    }
    const double unit = unitOf(figure);
    if (mayHaveLostCarry(figure, version) && isWithin(exact, figure.base + unit, figure.step)) {
        return Fit::Wrong;
    }
    const bool isRemainder = version >= kRemainderFirst && version <= kRemainderLast && hasFraction(figure);
    const double whole = std::floor(figure.value) * unit;
    return isRemainder && exact >= whole && exact < whole + unit ? Fit::Wrong : Fit::No;
}

class Recomputing
{
public:
    Recomputing(Side& side, const Parts& parts, std::vector<Diagnostic>& diagnostics)
        : m_side(side)
        , m_parts(parts)
        , m_diagnostics(diagnostics)
    {
    }

    void run()
    {
        takeBytes();
        takeBandwidth();
        takeIops();
    }

private:
    [[nodiscard]] double seconds() const
    {
        return m_side.runtime ? m_side.runtime->base : 0;
    }

    void say(const char* code, const Figure& figure, std::string message, Severity severity)
    {
        m_diagnostics.push_back(
            {.severity = severity, .code = code, .message = std::move(message), .span = figure.span});
    }

    void correct(Figure& figure, double exact, Fit fit, const char* what)
    {
        figure.base = exact;
        if (fit == Fit::Wrong) {
            say("fio-rounding", figure,
                std::format("this version of fio prints a wrong {} here; {:.6g} is computed from the parts beside it",
                            what, exact),
                Severity::Info);
        }
    }

    /// The size of an IO: as told, or the power of two that bytes and number of IOs allow.
    [[nodiscard]] double blockSize() const
    {
        if (m_parts.blockSize > 0 || !m_side.bytes || !m_side.issued || m_side.issued->base < 1) {
            return m_parts.blockSize;
        }
        constexpr double kLeast = 512;
        constexpr double kMost = 1U << 30U;
        constexpr double kCoarse = 5e-3;
        const double mean = m_side.bytes->base / m_side.issued->base;
        if (mean < kLeast * (1 - kCoarse) || mean > kMost || m_side.bytes->step > m_side.bytes->base * kCoarse) {
            return 0;
        }
        const double power = std::exp2(std::round(std::log2(mean)));
        return isExact(power * m_side.issued->base) ? power : 0;
    }

    [[nodiscard]] bool isExact(double bytes) const
    {
        return std::abs(bytes - m_side.bytes->base) <= m_side.bytes->step * 1.001;
    }

    void takeBytes()
    {
        const double size = blockSize();
        if (!m_side.bytes || !m_side.issued || size <= 0 || m_side.issued->base <= 0) {
            return;
        }
        const double exact = size * m_side.issued->base;
        const auto fit = isExact(exact) ? Fit::Shown : fitOf(*m_side.bytes, exact, m_parts.version);
        const bool isMeant = fit == Fit::Wrong || isExact(exact);
        if (isMeant) {
            correct(*m_side.bytes, exact, fit, "size");
            m_isExact = true;
        }
    }

    void takeBandwidth()
    {
        if (!m_side.bandwidth) {
            return;
        }
        auto& shown = *m_side.bandwidth;
        if (m_side.bytes && seconds() > 0) {
            const double rate = m_side.bytes->base / seconds();
            const double doubt = m_isExact ? 0 : m_side.bytes->step / seconds();
            const auto fit = fitOf(shown, rate, m_parts.version);
            if (fit != Fit::No && doubt <= shown.step) {
                correct(shown, rate, fit, "bandwidth");
                return;
            }
            if (fit == Fit::Shown || isWithin(rate, shown.base, shown.step + doubt)) {
                takeTwin(shown);
                return;
            }
            if (m_parts.twin && isWithin(rate, *m_parts.twin, m_parts.twinStep + doubt)) {
                correct(shown, *m_parts.twin, Fit::Wrong, "bandwidth");
                return;
            }
            const double more = m_side.bytes->base + unitOf(*m_side.bytes);
            if (mayHaveLostCarry(*m_side.bytes, m_parts.version)
                && isWithin(more / seconds(), shown.base, shown.step + m_side.bytes->step / seconds())) {
                correct(*m_side.bytes, shown.base * seconds(), Fit::Wrong, "size");
                return;
            }
            say("fio-mismatch", shown,
                std::format("the bandwidth, {:.6g} B/s, is not the {:.6g} B/s that size and time beside it tell; "
                            "look whether a digit was lost",
                            shown.base, rate),
                Severity::Warning);
            return;
        }
        takeTwin(shown);
    }

    /// The number is printed twice, by powers of 1024 and of 1000: where they differ, one of them lost its carry.
    void takeTwin(Figure& shown)
    {
        if (!m_parts.twin || isWithin(*m_parts.twin, shown.base, shown.step + m_parts.twinStep)) {
            return;
        }
        if (fitOf(shown, *m_parts.twin, m_parts.version) == Fit::Wrong) {
            correct(shown, *m_parts.twin, Fit::Wrong, "bandwidth");
            return;
        }
        if (*m_parts.twin < shown.base && m_parts.version <= kCarryLast) {
            return; // it is the other one that is wrong
        }
        say("fio-mismatch", shown,
            std::format("the bandwidth is printed twice, as {:.6g} and as {:.6g} B/s; look whether a digit was lost",
                        shown.base, *m_parts.twin),
            Severity::Warning);
    }

    void takeIops()
    {
        if (!m_side.iops) {
            return;
        }
        auto& shown = *m_side.iops;
        if (m_side.issued && seconds() > 0 && m_side.issued->base > 0) {
            const double rate = m_side.issued->base / seconds();
            if (const auto fit = fitOf(shown, rate, m_parts.version); fit != Fit::No) {
                correct(shown, rate, fit, "number of IOPS");
                return;
            }
            say("fio-mismatch", shown,
                std::format("the IOPS, {:.6g}, are not the {:.6g} that IOs and time tell; was there a ramp time?",
                            shown.base, rate),
                Severity::Info);
            return;
        }
        if (m_parts.blockSize > 0 && m_side.bandwidth) {
            const double rate = m_side.bandwidth->base / m_parts.blockSize;
            const auto fit = fitOf(shown, rate, m_parts.version);
            const bool isFiner = m_side.bandwidth->step / m_parts.blockSize < shown.step;
            if (fit == Fit::Wrong || (fit == Fit::Shown && isFiner)) {
                correct(shown, rate, fit, "number of IOPS");
                return;
            }
        }
        if (m_parts.version > 0 && m_parts.version >= kRemainderFirst && mayHaveLostCarry(shown, m_parts.version)) {
            say("fio-rounding", shown,
                "this version of fio prints such a number up to 10 % too small, and nothing beside it tells the exact "
                "one; measure with a newer fio, or keep its whole report",
                Severity::Warning);
        }
    }

    Side& m_side;
    const Parts& m_parts;
    std::vector<Diagnostic>& m_diagnostics;
    bool m_isExact = false;
};

}

void recompute(Side& side, const Parts& parts, std::vector<Diagnostic>& diagnostics)
{
    Recomputing(side, parts, diagnostics).run();
}

}
