// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/steady_state.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace patchscale {
namespace {

constexpr double kFewestIndependent = 6;

/// The means of @p count equal parts.
std::vector<double> partMeans(std::span<const double> values, std::size_t count)
{
    std::vector<double> means(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t begin = values.size() * i / count;
        const std::size_t end = values.size() * (i + 1) / count;
        means[i] = mean(values.subspan(begin, end - begin));
    }
    return means;
}

/// How many of the first values are cut off, at most @p most: those without which Σ(x - mean)² / n² of the rest is
/// smallest.
std::size_t headToCut(std::span<const double> values, std::size_t most)
{
    constexpr double kWorthwhile = 0.7; // of the squared standard error
    const double offset = mean(values); // so that squares of large values lose no digits
    double sum = 0;
    double squares = 0;
    double whole = 0;
    double best = 0;
    const double trifle = offset * offset * 1e-18; // of a square that is lost in rounding
    std::size_t cut = 0;
    for (std::size_t first = values.size(); first-- > 0;) {
        const double value = values[first] - offset;
        sum += value;
        squares += value * value;
        const auto count = static_cast<double>(values.size() - first);
        const double error = std::max(0.0, squares - sum * sum / count) / (count * count);
        if (first == most || (first < most && (error < best || error * count < trifle))) {
            best = error;
            cut = first;
        }
        whole = error;
    }
    return best < kWorthwhile * whole ? cut : 0;
}

double lagCorrelation(std::span<const double> values)
{
    const double middle = mean(values);
    double together = 0;
    double squares = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double own = values[i] - middle;
        squares += own * own;
        together += i + 1 < values.size() ? own * (values[i + 1] - middle) : 0;
    }
    return squares > 0 ? together / squares : 0;
}

/// Von Neumann's ratio of successive differences says that neighbours are alike, at 10 % one-sided. Under independence
/// it has mean 2 and variance 4 (n - 2) / (n² - 1).
bool areNeighboursAlike(std::span<const double> values)
{
    constexpr double kQuantile = 1.2816;
    const double middle = mean(values);
    double differences = 0;
    double squares = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        squares += (values[i] - middle) * (values[i] - middle);
        if (i > 0) {
            differences += (values[i] - values[i - 1]) * (values[i] - values[i - 1]);
        }
    }
    if (!(squares > 0)) {
        return false;
    }
    const auto count = static_cast<double>(values.size());
    const double deviation = std::sqrt(4 * (count - 2) / (count * count - 1));
    return differences / squares < 2 - kQuantile * deviation;
}

/// How many independent values tell as much of the mean, where each depends on the one before: n (1 - r) / (1 + r).
double effectiveCount(std::span<const double> values)
{
    const auto count = static_cast<double>(values.size());
    const double seen = lagCorrelation(values);
    const double likeness = std::clamp(seen + (1 + 3 * seen) / count, 0.0, 0.99); // what is seen is too small
    return count * (1 - likeness) / (1 + likeness);
}

/// Means of as many equal stretches as are not alike; nothing where six are.
std::optional<MeanSummary> batchMeans(std::span<const double> values)
{
    static constexpr auto kCounts = std::to_array<std::size_t>({20, 15, 10, 8, 6});
    for (const std::size_t count : kCounts) {
        if (values.size() < count) {
            continue;
        }
        const auto batches = partMeans(values, count);
        if (areNeighboursAlike(batches)) {
            continue;
        }
        auto summary = summarize(batches);
        const double left = std::clamp(lagCorrelation(batches), 0.0, 0.8);
        summary.stddev *= std::sqrt((1 + left) / (1 - left));
        return summary;
    }
    return std::nullopt;
}

}

std::optional<SteadyPart> steadyPart(std::span<const double> values)
{
    if (values.size() < kFewestSeriesValues) {
        return std::nullopt;
    }
    constexpr std::size_t kGroup = 5;
    const std::size_t size = values.size() >= kGroup * kFewestSeriesValues ? kGroup : 1;
    auto groups = partMeans(values, values.size() / size);
    const auto placeOf = [&](std::size_t group) { return values.size() * group / groups.size(); };

    const std::size_t head = headToCut(groups, groups.size() / 2);
    std::vector<double> turned(groups.rbegin(), groups.rend() - static_cast<std::ptrdiff_t>(head));
    const std::size_t tail = headToCut(turned, turned.size() / 4);
    return SteadyPart {.begin = placeOf(head), .end = placeOf(groups.size() - tail)};
}

bool LevelMove::isSteady() const
{
    constexpr double kMostExcursion = 0.2;
    constexpr double kMostSlope = 0.1;
    return excursion <= kMostExcursion && std::abs(slope) <= kMostSlope;
}

std::optional<LevelMove> levelMove(std::span<const double> values)
{
    constexpr std::size_t kRounds = 5;
    const double level = std::abs(mean(values));
    if (values.size() < kRounds || !(level > 0)) {
        return std::nullopt;
    }
    const auto rounds = partMeans(values, kRounds);
    const auto [low, high] = std::ranges::minmax(rounds);
    // Least squares over the places -2 … 2, whose squares sum up to 10; from first to last it is 4 places.
    const double slope = (-2 * rounds[0] - rounds[1] + rounds[3] + 2 * rounds[4]) / 10;
    return LevelMove {.excursion = (high - low) / level, .slope = 4 * slope / level};
}

std::optional<MeanSummary> seriesMean(std::span<const double> values)
{
    const auto batches = batchMeans(values);
    const auto effective = effectiveCount(values);
    if (!batches || effective < kFewestIndependent) {
        return std::nullopt;
    }
    const auto whole = summarize(values);
    // The variance among values that are alike is that of independent ones less what they share.
    const double shared = std::min(0.9, 1 / effective);
    const double ofValues = whole.stddev / std::sqrt(1 - shared) / std::sqrt(effective);
    const double ofBatches = batches->stddev / std::sqrt(batches->count);
    const int count = std::min(batches->count, static_cast<int>(effective));
    return MeanSummary {.mean = whole.mean, .stddev = std::max(ofValues, ofBatches) * std::sqrt(count), .count = count};
}

}
