// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio/terse_row.h"

#include "parsers/fio/line_kind.h"
#include "parsers/fio/statistics.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace patchscale::fio {
namespace {

constexpr std::size_t kLeastFields = 60;
constexpr double kKi = 1024;
constexpr double kMilli = 1e-3;
constexpr double kMicro = 1e-6;
constexpr double kPercent = 0.01;
constexpr int kFirstKiB = 2000008; ///< before it, bandwidth counted 1000 bytes
constexpr std::size_t kCpuFields = 5;
constexpr std::size_t kShareFields = 7 + 10 + 12; ///< depths, latencies in usec and in msec
constexpr std::size_t kDiskFields = 9;

/// How the fields of one version lie.
struct Layout
{
    std::size_t begin = 0; ///< of the first direction
    std::size_t size = 0; ///< fields of a direction
    std::size_t count = 0; ///< directions
    bool hasIops = true;
    bool hasLat = true;
    std::size_t percentiles = 20;
    char terse = '0'; ///< version of the layout, '0' where it is not told
};

std::optional<double> numberOf(std::string_view field)
{
    field.remove_suffix(field.ends_with('%') ? 1 : 0);
    double value = 0;
    const auto result = std::from_chars(field.data(), field.data() + field.size(), value);
    const bool isNumber = result.ec == std::errc {} && result.ptr == field.data() + field.size() && !field.empty();
    return isNumber && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// "41.600000%": a share that stands alone.
bool isShare(std::string_view field)
{
    return field.ends_with('%') && field.contains('.') && numberOf(field);
}

/// "99.000000%=549453"
bool isPercentile(std::string_view field)
{
    const auto mark = field.find("%=");
    return mark != std::string_view::npos && numberOf(field.substr(0, mark)) && numberOf(field.substr(mark + 2));
}

class Row
{
public:
    Row(const Text& text, std::string_view line, std::string_view version)
        : m_text(text)
    {
        m_out.version = version;
        for (std::size_t pos = 0;;) {
            const auto end = std::min(line.find(';', pos), line.size());
            m_fields.push_back(stripped(line.substr(pos, end - pos)));
            if (end == line.size()) {
                break;
            }
            pos = end + 1;
        }
    }

    std::optional<TerseRow> read()
    {
        if (!findLayout() || !takeHead()) {
            return std::nullopt;
        }
        for (std::size_t i = 0; i < m_layout.count; ++i) {
            takeSide(m_layout.begin + i * m_layout.size, directionAt(i));
        }
        takeRest(m_layout.begin + m_layout.count * m_layout.size);
        return std::move(m_out);
    }

private:
    [[nodiscard]] std::string_view at(std::size_t place) const
    {
        return place < m_fields.size() ? m_fields[place] : std::string_view {};
    }

    /// A name may hold semicolons, so that fields are counted from the first percentile or share on.
    bool findLayout()
    {
        constexpr std::size_t kBeforePercentiles = 12;
        constexpr std::size_t kWithIops = 41;
        constexpr std::size_t kWithIntervals = 47;
        const auto first = m_fields.front();
        const bool isNumbered = first.size() == 1 && first.front() >= '2' && first.front() <= '5';
        m_layout.terse = isNumbered ? first.front() : '0';
        const auto percentile = std::ranges::find_if(m_fields, isPercentile);
        if (percentile != m_fields.end()) {
            const auto place = static_cast<std::size_t>(percentile - m_fields.begin());
            if (place < kBeforePercentiles + 4 || !isNumbered) {
                return false;
            }
            m_layout.begin = place - kBeforePercentiles;
            m_layout.size = m_layout.terse == '5' ? kWithIntervals : kWithIops;
        } else {
            const auto share = std::ranges::find_if(m_fields, isShare);
            const auto place = static_cast<std::size_t>(share - m_fields.begin());
            m_layout.hasIops = false;
            m_layout.hasLat = isNumbered; // 1.41.6 brought the version and the total latency
            m_layout.percentiles = 0;
            const std::size_t before = m_layout.hasLat ? 17 : 13;
            if (share == m_fields.end() || place < before + 3) {
                return false;
            }
            m_layout.begin = place - before;
            m_layout.size = before + 3;
        }
        constexpr std::size_t kMostDirections = 4;
        for (std::size_t count = 1; count <= kMostDirections; ++count) {
            const auto cpu = m_layout.begin + count * m_layout.size;
            if (cpu + kCpuFields + kShareFields > m_fields.size()) {
                return false;
            }
            if (isShare(at(cpu)) && isShare(at(cpu + 1)) && numberOf(at(cpu + 2))) {
                m_layout.count = count;
                return true;
            }
        }
        return false;
    }

    bool takeHead()
    {
        const bool hasProgram = m_layout.terse >= '3';
        const std::size_t name = hasProgram ? 2 : m_layout.terse == '0' ? 0 : 1;
        if (m_layout.begin < name + 3) {
            return false;
        }
        for (auto i = name; i < m_layout.begin - 2; ++i) {
            m_out.job.name += (i > name ? ";" : "") + std::string(at(i));
        }
        if (m_out.job.name.empty()) {
            m_out.job.name = "fio";
        }
        m_out.group = at(m_layout.begin - 2);
        if (hasProgram) {
            auto program = at(1);
            program.remove_prefix(program.starts_with("fio-") ? 4 : 0);
            m_out.version = program;
        }
        const auto error = numberOf(at(m_layout.begin - 1));
        if (error && *error != 0) {
            m_out.job.isFailed = true;
            add(m_layout.begin - 1, "error", "errno", 1, "errno", m_out.job.measures);
        }
        return numberOf(m_out.group).has_value() && error.has_value();
    }

    [[nodiscard]] Direction directionAt(std::size_t place) const
    {
        if (m_layout.count == 1) {
            return Direction::Mixed;
        }
        constexpr std::array kOrder {Direction::Read, Direction::Write, Direction::Trim, Direction::Mixed};
        const bool hasTrim = m_layout.terse != '3';
        return place == 2 && !hasTrim ? Direction::Mixed : kOrder[place];
    }

    std::optional<Figure> figureAt(std::size_t place, std::string_view unit, double factor) const
    {
        const auto field = at(place);
        const auto value = numberOf(field);
        if (!value) {
            return std::nullopt;
        }
        const auto digits = field.substr(0, field.size() - (field.ends_with('%') ? 1 : 0));
        return Figure {
            .value = *value, .unit = unit, .base = *value * factor, .step = factor, .span = m_text.spanOf(digits)};
    }

    bool add(std::size_t place, std::string metric, std::string_view unit, double factor, std::string_view baseUnit,
             std::vector<Measure>& out) const
    {
        const auto figure = figureAt(place, unit, factor);
        if (figure) {
            out.push_back({.metric = std::move(metric), .baseUnit = baseUnit, .figure = *figure});
        }
        return figure.has_value();
    }

    /// Minimum, maximum, mean and deviation; all zero where they were not measured.
    void addLatency(std::size_t place, const std::string& name, std::vector<Measure>& out) const
    {
        if (numberOf(at(place + 1)).value_or(0) <= 0 && numberOf(at(place + 2)).value_or(0) <= 0) {
            return;
        }
        for (const auto* const statistic : {" min", " max", " mean", " stddev"}) {
            add(place++, name + statistic, "usec", kMicro, "s", out);
        }
    }

    void takeSide(std::size_t place, Direction direction)
    {
        const auto version = versionNumber(m_out.version);
        const bool isThousand = !m_layout.hasIops || (version > 0 && version < kFirstKiB);
        Side side;
        side.direction = direction;
        side.bytes = figureAt(place++, "KiB", kKi);
        side.bandwidth = figureAt(place++, isThousand ? "kB/s" : "KiB/s", isThousand ? 1000 : kKi);
        side.iops = m_layout.hasIops ? figureAt(place++, "IOPS", 1) : std::nullopt;
        side.runtime = figureAt(place++, "msec", kMilli);
        if (!side.bytes || !side.runtime || (side.bytes->value <= 0 && side.runtime->value <= 0)) {
            return; // a direction that the job did not use
        }
        if (side.runtime->value <= 0) {
            side.bandwidth.reset();
            side.iops.reset();
        } else if (side.bandwidth) {
            const double rate = side.bytes->base / side.runtime->base;
            constexpr double kClose = 1e-3; // the bandwidth is cut to a whole number
            side.bandwidth->base =
                std::abs(rate - side.bandwidth->base) <= kClose * rate + kKi ? rate : side.bandwidth->base;
        }
        addLatency(place, "slat", side.measures);
        place += 4;
        addLatency(place, "clat", side.measures);
        place += 4;
        takePercentiles(place, side.measures);
        place += m_layout.percentiles;
        if (m_layout.hasLat) {
            addLatency(place, "lat", side.measures);
            place += 4;
        }
        takeIntervals(place, isThousand, side.measures);
        m_out.runtime = std::max(m_out.runtime, side.runtime->value);
        m_out.bytes += side.bytes->base;
        m_out.job.sides.push_back(std::move(side));
    }

    void takePercentiles(std::size_t place, std::vector<Measure>& out) const
    {
        for (const auto end = place + m_layout.percentiles; place < end; ++place) {
            const auto field = at(place);
            const auto mark = field.find("%=");
            if (mark == std::string_view::npos || numberOf(field.substr(0, mark)).value_or(0) <= 0) {
                continue; // "0%=0" fills the rest
            }
            const auto digits = field.substr(mark + 2);
            if (const auto value = numberOf(digits)) {
                out.push_back({.metric = "clat " + percentileName(field.substr(0, mark)),
                               .baseUnit = "s",
                               .figure = {.value = *value,
                                          .unit = "usec",
                                          .base = *value * kMicro,
                                          .step = kMicro,
                                          .span = m_text.spanOf(digits)}});
            }
        }
    }

    void takeIntervals(std::size_t place, bool isThousand, std::vector<Measure>& out) const
    {
        const bool isMeasured = numberOf(at(place + 3)).value_or(0) > 0;
        const std::string_view unit = isThousand ? "kB/s" : "KiB/s";
        const double factor = isThousand ? 1000 : kKi;
        if (isMeasured) {
            for (const auto& [offset, statistic] : {std::pair {0U, "min"}, {1U, "max"}, {3U, "mean"}, {4U, "stddev"}}) {
                add(place + offset, std::string("interval bandwidth ") + statistic, unit, factor, "B/s", out);
            }
        }
        if (m_layout.terse != '5' || !isMeasured) {
            return;
        }
        add(place + 5, "interval bandwidth samples", "", 1, "count", out);
        std::size_t iops = place + 6;
        for (const auto* const statistic : {"min", "max", "mean", "stddev"}) {
            add(iops++, std::string("interval iops ") + statistic, "IOPS", 1, "1/s", out);
        }
        add(iops, "interval iops samples", "", 1, "count", out);
    }

    void takeRest(std::size_t cpu)
    {
        auto& measures = m_out.job.measures;
        if (!m_out.job.sides.empty()) {
            add(cpu, "cpu usr", "%", kPercent, "ratio", measures);
            add(cpu + 1, "cpu sys", "%", kPercent, "ratio", measures);
            add(cpu + 2, "context switches", "", 1, "count", measures);
            add(cpu + 3, "major faults", "", 1, "count", measures);
            add(cpu + 4, "minor faults", "", 1, "count", measures);
        }
        auto place = cpu + kCpuFields + kShareFields;
        while (place + kDiskFields <= m_fields.size() && isShare(at(place + kDiskFields - 1)) && !at(place).empty()) {
            Job disk;
            disk.name = "disk " + std::string(at(place));
            constexpr auto kNames = std::to_array<const char*>(
                {"read ios", "write ios", "read merges", "write merges", "read ticks", "write ticks", "in queue"});
            for (std::size_t i = 0; i < kNames.size(); ++i) {
                const bool isTime = i >= 4;
                add(place + 1 + i, kNames[i], isTime ? "msec" : "", isTime ? kMilli : 1, isTime ? "s" : "count",
                    disk.measures);
            }
            add(place + kDiskFields - 1, "util", "%", kPercent, "ratio", disk.measures);
            m_out.disks.push_back(std::move(disk));
            place += kDiskFields;
        }
        const auto errors = place + 2 <= m_fields.size() ? numberOf(at(place)) : std::nullopt;
        if (errors && *errors > 0 && numberOf(at(place + 1))) {
            m_out.job.isFailed = true; // continue_on_error: how many, and the first of them
        }
    }

    const Text& m_text;
    std::vector<std::string_view> m_fields;
    Layout m_layout;
    TerseRow m_out;
};

}

bool mayBeTerse(std::string_view line)
{
    constexpr std::size_t kShortest = 2 * kLeastFields;
    return line.size() >= kShortest && line.substr(0, kShortest).contains(';')
        && static_cast<std::size_t>(std::ranges::count(line, ';')) >= kLeastFields;
}

std::optional<TerseRow> terseRow(const Text& text, std::string_view line, std::string_view version)
{
    return mayBeTerse(line) ? Row(text, line, version).read() : std::nullopt;
}

}
