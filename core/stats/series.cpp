// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/series.h"

#include "core/stats/summary.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace patchscale {
namespace {

/// Mann-Kendall: how likely so many rising pairs more than falling ones (or the reverse) are without a trend.
double kendallP(std::span<const double> values, double score)
{
    const auto term = [](double n) { return n * (n - 1) * (2 * n + 5); };
    double variance = term(static_cast<double>(values.size()));
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    for (auto first = sorted.begin(); first != sorted.end();) {
        const auto next = std::upper_bound(first, sorted.end(), *first);
        variance -= term(static_cast<double>(next - first));
        first = next;
    }
    variance /= 18;
    if (!(variance > 0)) {
        return 1; // all equal
    }
    const double distance = std::max(std::abs(score) - 1, 0.0);
    return std::erfc(distance / std::sqrt(variance) / std::numbers::sqrt2);
}

}

std::optional<Trend> trendOf(std::span<const double> values)
{
    constexpr std::size_t kFewest = 8;
    const double middle = median(values);
    if (values.size() < kFewest || !(middle > 0)) {
        return std::nullopt;
    }
    double score = 0;
    std::vector<double> slopes;
    slopes.reserve(values.size() * (values.size() - 1) / 2);
    for (std::size_t i = 0; i < values.size(); ++i) {
        for (std::size_t j = i + 1; j < values.size(); ++j) {
            const double rise = values[j] - values[i];
            score += rise > 0 ? 1 : rise < 0 ? -1 : 0;
            slopes.push_back(rise / static_cast<double>(j - i));
        }
    }
    return Trend {.change = median(slopes) * static_cast<double>(values.size() - 1) / middle,
                  .p = kendallP(values, score)};
}

std::vector<std::size_t> outliersOf(std::span<const double> values)
{
    constexpr std::size_t kFewest = 5;
    constexpr double kFar = 14.826; // 10 standard deviations of normal values, in MADs
    constexpr double kLeast = 1e-4;
    std::vector<std::size_t> places;
    if (values.size() < kFewest) {
        return places;
    }
    const double middle = median(values);
    std::vector<double> distances;
    for (const double value : values) {
        distances.push_back(std::abs(value - middle));
    }
    const double deviation = std::max(median(distances), kLeast * std::abs(middle));
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (distances[i] > kFar * deviation) {
            places.push_back(i);
        }
    }
    return places;
}

std::optional<TwoModes> twoModesOf(std::span<const double> values)
{
    constexpr std::size_t kFewest = 10;
    constexpr double kDeviations = 6;
    constexpr double kGap = 0.5;
    const auto count = values.size();
    if (count < kFewest) {
        return std::nullopt;
    }
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    const std::span<const double> all(sorted);
    const auto least = (count + 4) / 5;
    // Squares between two heaps are n·m/(n+m)·(difference of means)²: where they are largest, those within are least.
    // Taken around the middle, so that large values keep their digits.
    const double middle = mean(all);
    double total = 0;
    double squares = 0;
    for (const double value : all) {
        total += value - middle;
        squares += (value - middle) * (value - middle);
    }
    std::size_t split = least;
    double within = squares;
    double sum = 0;
    for (std::size_t i = 1; i + least <= count; ++i) {
        sum += all[i - 1] - middle;
        const auto low = static_cast<double>(i);
        const auto high = static_cast<double>(count - i);
        const double apart = (total - sum) / high - sum / low;
        const double left = squares - low * high / (low + high) * apart * apart;
        if (i >= least && left < within) {
            within = std::max(0.0, left);
            split = i;
        }
    }
    const TwoModes modes {
        .low = mean(all.first(split)), .high = mean(all.subspan(split)), .lowCount = split, .highCount = count - split};
    const double distance = modes.high - modes.low;
    const double deviation = std::sqrt(within / static_cast<double>(count - 2));
    const bool isGap = sorted[split] - sorted[split - 1] > kGap * distance;
    return isGap && distance > kDeviations * deviation ? std::optional(modes) : std::nullopt;
}

}
