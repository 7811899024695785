// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/rank_test.h"

#include "core/stats/pairwise.h"

#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace patchscale {
namespace {

constexpr std::size_t kMostExact = 60;

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

void sortInto(std::span<const double> values, std::vector<double>& sorted)
{
    sorted.assign(values.begin(), values.end());
    std::ranges::sort(sorted);
}

}

void RankTests::rank(std::span<const double> a, std::span<const double> b)
{
    sortInto(a, m_sortedA);
    sortInto(b, m_sortedB);
    m_ranking.groups.clear();
    m_ranking.u = 0;
    m_ranking.tieTerm = 0;
    m_ranking.hasTies = false;
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < m_sortedA.size() || j < m_sortedB.size()) {
        const double value = j == m_sortedB.size() || (i < m_sortedA.size() && m_sortedA[i] < m_sortedB[j])
            ? m_sortedA[i]
            : m_sortedB[j];
        const std::size_t firstA = i;
        const std::size_t firstB = j;
        while (i < m_sortedA.size() && !(value < m_sortedA[i])) {
            ++i;
        }
        while (j < m_sortedB.size() && !(value < m_sortedB[j])) {
            ++j;
        }
        const auto ofA = static_cast<double>(i - firstA);
        const auto size = ofA + static_cast<double>(j - firstB);
        m_ranking.u += ofA * (static_cast<double>(firstB + j) / 2);
        m_ranking.groups.push_back(i - firstA + j - firstB);
        if (size > 1) {
            m_ranking.hasTies = true;
            m_ranking.tieTerm += size * size * size - size;
        }
    }
}

std::span<const double> RankTests::waysOfU(std::span<const std::size_t> groups, std::size_t count, std::size_t scale)
{
    // Klotz (1966): a group of t equal values of which i are chosen adds i to each value of the other side before it
    // and a half for each of the t - i beside it. Doubles, since C(120, 60) exceeds 64 bits.
    const std::size_t total = std::accumulate(groups.begin(), groups.end(), std::size_t {0});
    const std::size_t width = scale * count * (total - count) + 1;
    m_ways.assign((count + 1) * width, 0.0);
    m_ways[0] = 1;
    std::size_t seen = 0;
    for (const std::size_t size : groups) {
        const std::size_t left = total - seen - size;
        const std::size_t most = std::min(count, seen + size);
        const std::size_t least = std::max<std::size_t>(1, count > left ? count - left : 0);
        for (std::size_t k = most; k >= least; --k) {
            double* const to = &m_ways[k * width];
            double choices = 1; // C(size, chosen)
            for (std::size_t chosen = 1; chosen <= std::min(size, k); ++chosen) {
                choices *= static_cast<double>(size - chosen + 1) / static_cast<double>(chosen);
                const std::size_t before = k - chosen;
                if (before > seen) {
                    continue;
                }
                const double* const from = &m_ways[before * width];
                const std::size_t others = seen - before;
                const std::size_t shift = scale * chosen * others + scale * chosen * (size - chosen) / 2;
                const std::size_t reach = scale * before * others;
                if (size == 1) {
                    for (std::size_t u = 0; u <= reach; ++u) {
                        to[u + shift] += from[u];
                    }
                } else {
                    for (std::size_t u = 0; u <= reach; ++u) {
                        to[u + shift] += choices * from[u];
                    }
                }
            }
        }
        seen += size;
    }
    return std::span<const double>(m_ways).subspan(count * width, width);
}

double RankTests::exactWithTies(std::size_t n1, std::size_t n2)
{
    // The distribution for the other side is the mirror image, so the smaller side is counted: fewer choices.
    const auto ways = waysOfU(m_ranking.groups, std::min(n1, n2), 2);
    const auto centre = static_cast<double>(n1 * n2);
    const double distance = std::abs(2 * m_ranking.u - centre);
    double total = 0;
    double extreme = 0;
    for (std::size_t u = 0; u < ways.size(); ++u) {
        total += ways[u];
        if (std::abs(static_cast<double>(u) - centre) >= distance) {
            extreme += ways[u];
        }
    }
    return std::min(1.0, extreme / total);
}

const std::vector<double>& RankTests::cumulative(std::size_t n1, std::size_t n2)
{
    auto& entry = m_cumulative[std::minmax(n1, n2)];
    if (!entry.empty()) {
        return entry;
    }
    const std::vector<std::size_t> groups(n1 + n2, 1);
    const auto ways = waysOfU(groups, std::min(n1, n2), 1);
    const double total = std::accumulate(ways.begin(), ways.end(), 0.0);
    entry.reserve(ways.size());
    double running = 0;
    for (const double way : ways) {
        running += way;
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
    rank(a, b);
    const auto n1 = a.size();
    const auto n2 = b.size();
    const auto pairs = static_cast<double>(n1) * static_cast<double>(n2);
    test.u = m_ranking.u;
    test.delta = 1 - 2 * test.u / pairs;
    test.isExact = n1 <= kMostExact && n2 <= kMostExact;
    if (!test.isExact) {
        test.p = normalApproximation(test.u, n1, n2, m_ranking.tieTerm);
    } else if (m_ranking.hasTies) {
        test.p = exactWithTies(n1, n2);
    } else {
        const auto lower = static_cast<std::size_t>(std::min(test.u, pairs - test.u));
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
    const std::size_t pairs = a.size() * b.size();
    const double tail = (1 - confidence) / 2;
    std::size_t skipped = 0; // how many differences fall outside at each end
    if (a.size() <= kMostExact && b.size() <= kMostExact) {
        const auto& distribution = cumulative(a.size(), b.size());
        skipped = static_cast<std::size_t>(std::ranges::upper_bound(distribution, tail) - distribution.begin());
        skipped = std::min(skipped, pairs / 2);
        shift.coverage = skipped > 0 ? 1 - 2 * distribution[skipped - 1] : 0;
    } else {
        const auto n1 = static_cast<double>(a.size());
        const auto n2 = static_cast<double>(b.size());
        const double z = boost::math::quantile(boost::math::normal(), 1 - tail);
        const double count = n1 * n2 / 2 - z * std::sqrt(n1 * n2 * (n1 + n2 + 1) / 12) - 0.5;
        skipped = count >= 1 ? static_cast<std::size_t>(count) : 0;
        shift.coverage = skipped > 0 ? confidence : 0;
    }
    PairwiseDifferences differences(a, b, m_differences);
    shift.estimate = pairs % 2 == 1 ? differences.at(pairs / 2)
                                    : std::midpoint(differences.at(pairs / 2 - 1), differences.at(pairs / 2));
    if (skipped > 0) {
        shift.interval = std::pair {differences.at(skipped - 1), differences.at(pairs - skipped)};
    }
    return shift;
}

}
