// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/change_points.h"

#include "core/stats/summary.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

namespace patchscale {
namespace {

constexpr std::size_t kMostAtOnce = 400; // the table of distances is its square
constexpr std::size_t kWindow = 200;
constexpr std::size_t kLeastSegment = 2; // one value alone is an outlier, no level

/// q of Matteson and James from the sums of distances between (once) and within (each pair once).
double energy(double between, double withinX, double withinY, std::size_t countX, std::size_t countY)
{
    const auto n = static_cast<double>(countX);
    const auto m = static_cast<double>(countY);
    double q = 2 / (n + m) * between;
    q -= countX > 1 ? 2 * m / ((n + m) * (n - 1)) * withinX : 0;
    q -= countY > 1 ? 2 * n / ((n + m) * (m - 1)) * withinY : 0;
    return q;
}

struct Split
{
    std::size_t index = 0; ///< in the segment
    double statistic = 0;
};

/// Finds the best split of segments; keeps its tables from call to call.
class Splitter
{
public:
    /// The split of @p values with the largest q; nothing where it has too few values.
    std::optional<Split> best(std::span<const double> values)
    {
        const std::size_t size = values.size();
        if (size < 2 * kLeastSegment) {
            return std::nullopt;
        }
        // m_row[i] holds, for the value i, the distances to all values before each place: their sums give any rectangle
        // of the table of distances in constant time.
        m_inside.assign(size + 1, 0); // m_inside[k]: pairs among the first k values
        m_across.assign((size + 1) * (size + 1), 0); // m_across[i][k]: the first i values against the first k
        const std::size_t width = size + 1;
        for (std::size_t i = 0; i < size; ++i) {
            double running = 0;
            for (std::size_t k = 0; k < size; ++k) {
                running += std::abs(values[i] - values[k]);
                m_across[(i + 1) * width + k + 1] = m_across[i * width + k + 1] + running;
            }
            m_inside[i + 1] = m_across[(i + 1) * width + i + 1] / 2;
        }
        Split found {.index = 0, .statistic = -1};
        for (std::size_t split = kLeastSegment; split + kLeastSegment <= size; ++split) {
            for (std::size_t end = split + kLeastSegment; end <= size; ++end) {
                const double between = m_across[split * width + end] - m_across[split * width + split];
                const double withinY = m_inside[end] - m_inside[split] - between;
                const double q = energy(between, m_inside[split], withinY, split, end - split);
                if (q > found.statistic) {
                    found = {.index = split, .statistic = q};
                }
            }
        }
        return found.index > 0 ? std::optional(found) : std::nullopt;
    }

private:
    std::vector<double> m_inside;
    std::vector<double> m_across;
};

/// A place where a segment was split, with the q and p of that split.
struct Cut
{
    std::size_t index = 0; ///< in the whole series
    double statistic = 0;
    double p = 1;
};

class Search
{
public:
    Search(std::span<const double> values, const ChangePointRule& rule)
        : m_values(values)
        , m_rule(rule)
        , m_random(rule.seed)
    {
    }

    std::vector<ChangePoint> find()
    {
        if (m_values.size() <= kMostAtOnce) {
            divide(0, m_values.size());
        } else {
            for (std::size_t begin = 0; begin + kWindow / 2 < m_values.size(); begin += kWindow / 2) {
                divide(begin, std::min(m_values.size(), begin + kWindow));
            }
            confirm();
        }
        return dropSmall();
    }

private:
    /// Splits begin … end and what comes of it as long as splits are significant.
    void divide(std::size_t begin, std::size_t end)
    {
        const auto segment = m_values.subspan(begin, end - begin);
        const auto split = m_splitter.best(segment);
        if (!split) {
            return;
        }
        const double p = permutationP(segment, split->statistic);
        if (p > m_rule.alpha) {
            return;
        }
        const std::size_t index = begin + split->index;
        m_cuts.push_back({.index = index, .statistic = split->statistic, .p = p});
        divide(begin, index);
        divide(index, end);
    }

    double permutationP(std::span<const double> segment, double statistic)
    {
        constexpr double kRounding = 1e-12; // the same split summed in another order
        statistic -= kRounding * std::abs(statistic);
        std::vector<double> shuffled(segment.begin(), segment.end());
        int reached = 0;
        for (int i = 0; i < m_rule.permutations; ++i) {
            // Our own shuffle: that of the standard library differs between implementations, and so would the answer.
            for (std::size_t left = shuffled.size(); left > 1; --left) {
                std::swap(shuffled[left - 1], shuffled[m_random() % left]);
            }
            const auto best = m_splitter.best(shuffled);
            reached += best && best->statistic >= statistic ? 1 : 0;
            if (reached + 1 > m_rule.alpha * (m_rule.permutations + 1)) {
                return 1; // cannot get below alpha any more
            }
        }
        return static_cast<double>(reached + 1) / (m_rule.permutations + 1);
    }

    /// Windows that overlap find a point twice, and the end of a window may cut one off: each is tried once more
    /// between its neighbours.
    void confirm()
    {
        std::ranges::sort(m_cuts, {}, &Cut::index);
        const auto same = std::ranges::unique(m_cuts, {}, &Cut::index);
        m_cuts.erase(same.begin(), same.end());
        for (std::size_t i = 0; i < m_cuts.size();) {
            const std::size_t from = i == 0 ? 0 : m_cuts[i - 1].index;
            const std::size_t to = i + 1 == m_cuts.size() ? m_values.size() : m_cuts[i + 1].index;
            const std::size_t begin = std::max(from + kWindow, m_cuts[i].index) - kWindow;
            const std::size_t end = std::min(to, m_cuts[i].index + kWindow);
            const auto segment = m_values.subspan(begin, end - begin);
            const auto split = m_splitter.best(segment);
            const double p = split ? permutationP(segment, split->statistic) : 1;
            if (p > m_rule.alpha) {
                m_cuts.erase(m_cuts.begin() + static_cast<std::ptrdiff_t>(i));
                continue;
            }
            m_cuts[i] = {.index = begin + split->index, .statistic = split->statistic, .p = p};
            ++i;
        }
        const auto again = std::ranges::unique(m_cuts, {}, &Cut::index);
        m_cuts.erase(again.begin(), again.end());
    }

    std::vector<ChangePoint> described() const
    {
        std::vector<ChangePoint> points;
        for (std::size_t i = 0; i < m_cuts.size(); ++i) {
            const std::size_t begin = i == 0 ? 0 : m_cuts[i - 1].index;
            const std::size_t middle = m_cuts[i].index;
            const std::size_t end = i + 1 == m_cuts.size() ? m_values.size() : m_cuts[i + 1].index;
            points.push_back({.index = middle,
                              .statistic = m_cuts[i].statistic,
                              .p = m_cuts[i].p,
                              .before = median(m_values.subspan(begin, middle - begin)),
                              .after = median(m_values.subspan(middle, end - middle))});
        }
        return points;
    }

    /// The smallest step goes first, since its two levels become one and change the steps beside it.
    std::vector<ChangePoint> dropSmall()
    {
        std::ranges::sort(m_cuts, {}, &Cut::index);
        for (;;) {
            auto points = described();
            const auto size = [](const ChangePoint& point) {
                return point.before > 0 ? std::abs(point.change()) : INFINITY; // no percentage: it stays
            };
            const auto smallest = std::ranges::min_element(points, {}, size);
            if (smallest == points.end() || size(*smallest) >= m_rule.leastChange) {
                return points;
            }
            m_cuts.erase(m_cuts.begin() + (smallest - points.begin()));
        }
    }

    std::span<const double> m_values;
    const ChangePointRule& m_rule;
    std::mt19937_64 m_random;
    Splitter m_splitter;
    std::vector<Cut> m_cuts;
};

}

double ChangePoint::change() const
{
    return before > 0 ? after / before - 1 : 0;
}

double splitStatistic(std::span<const double> values, std::size_t split)
{
    if (split == 0 || split >= values.size()) {
        return 0;
    }
    const auto sum = [](std::span<const double> left, std::span<const double> right) {
        double total = 0;
        for (const double x : left) {
            for (const double y : right) {
                total += std::abs(x - y);
            }
        }
        return total;
    };
    const auto x = values.first(split);
    const auto y = values.subspan(split);
    return energy(sum(x, y), sum(x, x) / 2, sum(y, y) / 2, x.size(), y.size());
}

std::vector<ChangePoint> changePoints(std::span<const double> values, const ChangePointRule& rule)
{
    return Search(values, rule).find();
}

}
