// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/change_axis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace patchscale {

namespace {

// A change four times as far out as the next one leaves the axis, so that the others stay readable.
constexpr double kFarOut = 4;
// Room for the dot itself.
constexpr double kMargin = 1.1;

double rounded(double value)
{
    constexpr std::array kSteps {1.0, 1.5, 2.0, 3.0, 5.0, 7.5, 10.0};
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : kSteps) {
        if (value <= step * power * (1 + 1e-9)) {
            return step * power;
        }
    }
    return 10 * power;
}

}

double changeAxisLimit(const std::vector<const ComparisonRow*>& rows)
{
    std::vector<double> sizes;
    double limit = 0.01;
    for (const ComparisonRow* row : rows) {
        limit = std::max(limit, row->limit);
        if (row->change && std::isfinite(*row->change)) {
            sizes.push_back(std::abs(*row->change));
        }
    }
    // The band must be recognisable as a band: the axis is at least five limits wide.
    const double least = 5 * limit;
    std::ranges::sort(sizes, std::greater<> {});
    std::size_t first = 0;
    while (first + 1 < sizes.size() && first < (sizes.size() + 2) / 3
           && sizes[first] > kFarOut * std::max(sizes[first + 1], least / kFarOut)) {
        ++first;
    }
    const double largest = first < sizes.size() ? sizes[first] * kMargin : 0;
    return rounded(std::max(largest, least));
}

}
