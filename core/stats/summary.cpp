// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace patchscale {

double mean(std::span<const double> values)
{
    if (values.empty()) {
        return 0;
    }
    double sum = 0;
    for (const double value : values) {
        sum += value;
    }
    return sum / static_cast<double>(values.size());
}

double standardDeviation(std::span<const double> values)
{
    if (values.size() < 2) {
        return 0;
    }
    const double centre = mean(values);
    double sum = 0;
    for (const double value : values) {
        sum += (value - centre) * (value - centre);
    }
    return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

double median(std::span<const double> values)
{
    if (values.empty()) {
        return 0;
    }
    std::vector<double> sorted(values.begin(), values.end());
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::ranges::nth_element(sorted, middle);
    if (sorted.size() % 2 == 1) {
        return *middle;
    }
    return std::midpoint(*std::max_element(sorted.begin(), middle), *middle);
}

std::optional<double> geometricMean(std::span<const double> values)
{
    if (values.empty()) {
        return std::nullopt;
    }
    // Logarithms, since the product of a few hundred scores overflows.
    double sum = 0;
    for (const double value : values) {
        if (!(value > 0) || !std::isfinite(value)) {
            return std::nullopt;
        }
        sum += std::log(value);
    }
    return std::exp(sum / static_cast<double>(values.size()));
}

MeanSummary summarize(std::span<const double> values)
{
    return {.mean = mean(values), .stddev = standardDeviation(values), .count = static_cast<int>(values.size())};
}

}
