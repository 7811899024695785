// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/axis_ticks.h"

#include "core/compare/figures.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace patchscale {
namespace {

constexpr double kMostTicks = 6;
constexpr double kNearZero = 0.4; // of the highest value

double stepFor(double span)
{
    static constexpr auto kSteps = std::to_array({1.0, 2.0, 2.5, 5.0, 10.0});
    const double rough = span / (kMostTicks - 1);
    const double scale = std::pow(10.0, std::floor(std::log10(rough)));
    const auto* const step =
        std::ranges::find_if(kSteps, [&](double each) { return each * scale >= rough * (1 - 1e-9); });
    return (step == kSteps.end() ? kSteps.back() : *step) * scale;
}

}

ChartAxis roundAxis(double low, double high, std::string title, std::string unit)
{
    if (low > 0 && low < kNearZero * high) {
        low = 0;
    }
    if (!(high > low)) {
        const double air = std::abs(low) > 0 ? std::abs(low) * 0.1 : 1;
        low -= air;
        high += air;
    }
    const double step = stepFor(high - low);
    ChartAxis axis {.title = std::move(title),
                    .unit = std::move(unit),
                    .low = std::floor(low / step + 1e-9) * step,
                    .high = std::ceil(high / step - 1e-9) * step,
                    .ticks = {}};
    const int decimals = std::clamp(decimalsOf(step), 0, 6);
    const auto count = std::lround((axis.high - axis.low) / step);
    for (long i = 0; i <= count; ++i) {
        const double value = axis.low + static_cast<double>(i) * step;
        axis.ticks.push_back({.value = value, .text = fixedText(std::abs(value) < step / 2 ? 0 : value, decimals)});
    }
    return axis;
}

}
