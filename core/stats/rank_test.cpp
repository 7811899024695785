// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/rank_test.h"

#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace patchscale {
namespace {

constexpr std::size_t kMostExact = 60;

/// Midranks of both sets together, doubled so that they are whole numbers, ascending, with what belongs to each.
struct Ranking
{
    std::vector<std::size_t> doubled; ///< doubled midrank of each value in the joined, sorted sequence
    std::size_t doubledSumA = 0;
    bool hasTies = false;
    double tieTerm = 0; ///< sum of t³ - t over groups of ties
};

Ranking rank(std::span<const double> a, std::span<const double> b)
{
    struct Entry
    {
        double value;
        bool isA;
    };
    std::vector<Entry> joined;
    joined.reserve(a.size() + b.size());
    for (const double value : a) {
        joined.push_back({value, true});
    }
    for (const double value : b) {
        joined.push_back({value, false});
    }
    std::ranges::sort(joined, {}, &Entry::value);

    Ranking ranking;
    ranking.doubled.reserve(joined.size());
    for (std::size_t begin = 0; begin < joined.size();) {
        std::size_t end = begin + 1;
        while (end < joined.size() && !(joined[begin].value < joined[end].value)) {
            ++end;
        }
        const auto size = static_cast<double>(end - begin);
        ranking.hasTies = ranking.hasTies || end - begin > 1;
        ranking.tieTerm += size * size * size - size;
        for (std::size_t i = begin; i < end; ++i) {
            ranking.doubled.push_back(begin + end + 1); // ranks begin+1 … end, their mean doubled
            ranking.doubledSumA += joined[i].isA ? begin + end + 1 : 0;
        }
        begin = end;
    }
    return ranking;
}

/// How many choices of @p count ranks have each sum: ways[sum]. Doubles, since C(120, 60) exceeds 64 bits.
std::vector<double> waysOfSums(const std::vector<std::size_t>& ranks, std::size_t count)
{
    std::size_t most = 0;
    for (std::size_t i = ranks.size() - count; i < ranks.size(); ++i) {
        most += ranks[i];
    }
    std::vector<std::vector<double>> ways(count + 1, std::vector<double>(most + 1, 0.0));
    ways[0][0] = 1;
    std::size_t seen = 0;
    std::size_t reach = 0; // the largest sum that the ranks so far can have
    for (const std::size_t rank : ranks) {
        ++seen;
        reach = std::min(most, reach + rank);
        for (std::size_t k = std::min(count, seen); k > 0; --k) {
            for (std::size_t sum = reach; sum >= rank; --sum) {
                ways[k][sum] += ways[k - 1][sum - rank];
            }
        }
    }
    return std::move(ways[count]);
}

double exactWithTies(const Ranking& ranking, std::size_t n1)
{
    const std::size_t n = ranking.doubled.size();
    // Both sides' rank sums are equally far from their means, so the smaller side is counted: fewer choices.
    const std::size_t count = std::min(n1, n - n1);
    const auto ways = waysOfSums(ranking.doubled, count);
    const auto centre = static_cast<double>(count * (n + 1)); // doubled mean of the rank sum
    const double distance = std::abs(static_cast<double>(ranking.doubledSumA) - static_cast<double>(n1 * (n + 1)));
    double total = 0;
    double extreme = 0;
    for (std::size_t sum = 0; sum < ways.size(); ++sum) {
        total += ways[sum];
        if (std::abs(static_cast<double>(sum) - centre) >= distance) {
            extreme += ways[sum];
        }
    }
    return std::min(1.0, extreme / total);
}

double normalApproximation(double u, std::size_t n1, std::size_t n2, double tieTerm)
{
    const auto a = static_cast<double>(n1);
    const auto b = static_cast<double>(n2);
    const double n = a + b;
    const double variance = a * b / 12 * (n + 1 - tieTerm / (n * (n - 1)));
    if (!(variance > 0)) {
        return 1; // all values are equal
    }
    const double z = std::max(0.0, std::abs(u - a * b / 2) - 0.5) / std::sqrt(variance);
    return std::min(1.0, 2 * boost::math::cdf(boost::math::complement(boost::math::normal(), z)));
}

}

const std::vector<double>& RankTests::cumulative(std::size_t n1, std::size_t n2)
{
    auto& entry = m_cumulative[{n1, n2}];
    if (!entry.empty()) {
        return entry;
    }
    std::vector<std::size_t> ranks(n1 + n2);
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        ranks[i] = i + 1;
    }
    const auto ways = waysOfSums(ranks, n1);
    const std::size_t least = n1 * (n1 + 1) / 2; // the rank sum at U = 0
    double total = 0;
    for (const double way : ways) {
        total += way;
    }
    entry.reserve(n1 * n2 + 1);
    double running = 0;
    for (std::size_t u = 0; u <= n1 * n2; ++u) {
        running += ways[least + u];
        entry.push_back(running / total);
    }
    return entry;
}

MannWhitney RankTests::mannWhitney(std::span<const double> a, std::span<const double> b)
{
    MannWhitney test;
    if (a.empty() || b.empty()) {
        return test;
    }
    const auto ranking = rank(a, b);
    const auto n1 = a.size();
    const auto n2 = b.size();
    test.u = static_cast<double>(ranking.doubledSumA) / 2 - static_cast<double>(n1 * (n1 + 1)) / 2;
    test.isExact = n1 <= kMostExact && n2 <= kMostExact;
    if (!test.isExact) {
        test.p = normalApproximation(test.u, n1, n2, ranking.tieTerm);
    } else if (ranking.hasTies) {
        test.p = exactWithTies(ranking, n1);
    } else {
        const auto lower = static_cast<std::size_t>(std::min(test.u, static_cast<double>(n1 * n2) - test.u));
        // Without ties the distribution is symmetric; where both tails meet in the middle they overlap.
        test.p = std::min(1.0, 2 * cumulative(n1, n2)[lower]);
    }
    return test;
}

Shift RankTests::hodgesLehmann(std::span<const double> a, std::span<const double> b, double confidence)
{
    Shift shift;
    if (a.empty() || b.empty()) {
        return shift;
    }
    std::vector<double> differences;
    differences.reserve(a.size() * b.size());
    for (const double left : a) {
        for (const double right : b) {
            differences.push_back(right - left);
        }
    }
    std::ranges::sort(differences);
    const std::size_t pairs = differences.size();
    shift.estimate =
        pairs % 2 == 1 ? differences[pairs / 2] : std::midpoint(differences[pairs / 2 - 1], differences[pairs / 2]);

    const double tail = (1 - confidence) / 2;
    std::size_t skipped = 0; // how many differences fall outside at each end
    if (a.size() <= kMostExact && b.size() <= kMostExact) {
        const auto& distribution = cumulative(a.size(), b.size());
        while (skipped < pairs / 2 && distribution[skipped] <= tail) {
            ++skipped;
        }
        shift.coverage = skipped > 0 ? 1 - 2 * distribution[skipped - 1] : 0;
    } else {
        const auto n1 = static_cast<double>(a.size());
        const auto n2 = static_cast<double>(b.size());
        const double z = boost::math::quantile(boost::math::normal(), 1 - tail);
        const double count = n1 * n2 / 2 - z * std::sqrt(n1 * n2 * (n1 + n2 + 1) / 12) - 0.5;
        skipped = count >= 1 ? static_cast<std::size_t>(count) : 0;
        shift.coverage = skipped > 0 ? confidence : 0;
    }
    if (skipped > 0) {
        shift.interval = std::pair {differences[skipped - 1], differences[pairs - skipped]};
    }
    return shift;
}

double cliffsDelta(std::span<const double> a, std::span<const double> b)
{
    if (a.empty() || b.empty()) {
        return 0;
    }
    std::vector<double> sorted(a.begin(), a.end());
    std::ranges::sort(sorted);
    double balance = 0;
    for (const double value : b) {
        const auto [low, high] = std::ranges::equal_range(sorted, value);
        balance += static_cast<double>(low - sorted.begin()) - static_cast<double>(sorted.end() - high);
    }
    return balance / static_cast<double>(a.size() * b.size());
}

}
