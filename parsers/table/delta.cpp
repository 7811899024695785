// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/delta.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace patchscale::table {
namespace {

/// The plainest first: it wins where several fit equally.
constexpr auto kConventions =
    std::to_array({Convention::Change, Convention::Improvement, Convention::OverNew, Convention::ImprovementOverNew,
                   Convention::OverMean, Convention::ImprovementOverMean, Convention::Ratio, Convention::Difference});

/// What the convention gives, or nothing where it would divide by zero.
std::optional<double> expected(Convention convention, double old, double fresh)
{
    const auto over = [](double numerator, double denominator) -> std::optional<double> {
        if (denominator == 0) {
            return std::nullopt;
        }
        return numerator / denominator;
    };
    switch (convention) {
    case Convention::Change:
        return over(fresh - old, old);
    case Convention::Improvement:
        return over(old - fresh, old);
    case Convention::OverNew:
        return over(fresh - old, fresh);
    case Convention::ImprovementOverNew:
        return over(old - fresh, fresh);
    case Convention::OverMean:
        return over(fresh - old, (old + fresh) / 2);
    case Convention::ImprovementOverMean:
        return over(old - fresh, (old + fresh) / 2);
    case Convention::Ratio:
        return over(fresh, old);
    case Convention::Difference:
        return fresh - old;
    }
    return std::nullopt;
}

/// How far the result can be off because the values themselves were rounded when printed.
double propagated(Convention convention, const Triple& triple)
{
    double widest = 0;
    const auto middle = expected(convention, triple.baseline, triple.candidate);
    for (const double a : {-1.0, 1.0}) {
        for (const double b : {-1.0, 1.0}) {
            const auto edge = expected(convention, triple.baseline + a * triple.baselineResolution,
                                       triple.candidate + b * triple.candidateResolution);
            if (middle && edge) {
                widest = std::max(widest, std::abs(*edge - *middle));
            }
        }
    }
    return widest;
}

/// A change that is not much larger than what the digits can tell fits every convention and proves none.
bool isInformative(Convention convention, const Triple& triple)
{
    const auto kind = convention == Convention::Difference ? convention : Convention::Change;
    const auto change = expected(kind, triple.baseline, triple.candidate);
    return change && std::abs(*change) > 3 * (triple.statedResolution + propagated(kind, triple));
}

}

bool fits(Convention convention, const Triple& triple)
{
    const auto value = expected(convention, triple.baseline, triple.candidate);
    if (!value || !std::isfinite(*value)) {
        return false;
    }
    // Two resolutions are one whole unit of the last digit: cut off instead of rounded.
    const double tolerance = 2 * triple.statedResolution + propagated(convention, triple);
    return std::abs(*value - triple.stated) <= tolerance * (1 + 1e-9) + 1e-12;
}

std::optional<Detected> detectConvention(std::span<const Triple> triples)
{
    std::optional<Detected> best;
    for (const auto convention : kConventions) {
        Detected detected {.convention = convention, .fitting = 0, .informative = 0};
        for (const auto& triple : triples) {
            if (isInformative(convention, triple)) {
                ++detected.informative;
                detected.fitting += fits(convention, triple) ? 1U : 0U;
            }
        }
        if (detected.fitting * 10 >= detected.informative * 6 && detected.fitting > 0
            && (!best || detected.fitting > best->fitting)) {
            best = detected;
        }
    }
    return best;
}

std::string_view formula(Convention convention)
{
    switch (convention) {
    case Convention::Change:
        return "(new - old) / old";
    case Convention::Improvement:
        return "(old - new) / old";
    case Convention::OverNew:
        return "(new - old) / new";
    case Convention::ImprovementOverNew:
        return "(old - new) / new";
    case Convention::OverMean:
        return "(new - old) / mean";
    case Convention::ImprovementOverMean:
        return "(old - new) / mean";
    case Convention::Ratio:
        return "new / old";
    case Convention::Difference:
        return "new - old";
    }
    return {};
}

}
