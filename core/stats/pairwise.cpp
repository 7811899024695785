// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/pairwise.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

namespace patchscale {
namespace {

constexpr std::size_t kMostListed = 4096;

/// Whole numbers in the order of the doubles that they stand for, so that halving ends after 64 steps at the last bit.
std::int64_t orderedBits(double value)
{
    const auto bits = std::bit_cast<std::int64_t>(value);
    return bits < 0 ? INT64_MIN - bits : bits;
}

double fromOrderedBits(std::int64_t order)
{
    return std::bit_cast<double>(order < 0 ? INT64_MIN - order : order);
}

}

PairwiseDifferences::PairwiseDifferences(std::span<const double> left, std::span<const double> right,
                                         std::vector<double>& memory)
{
    if (left.size() * right.size() <= kMostListed) {
        memory.resize(left.size() * right.size());
        auto to = memory.begin();
        for (const double from : left) {
            for (const double value : right) {
                *to++ = value - from;
            }
        }
        m_listed = memory;
        return;
    }
    memory.assign(left.begin(), left.end());
    memory.insert(memory.end(), right.begin(), right.end());
    const auto middle = memory.begin() + static_cast<std::ptrdiff_t>(left.size());
    std::sort(memory.begin(), middle);
    std::sort(middle, memory.end());
    m_left = std::span<const double>(memory).first(left.size());
    m_right = std::span<const double>(memory).subspan(left.size());
}

double PairwiseDifferences::at(std::size_t place)
{
    if (m_listed.empty()) {
        return search(place);
    }
    const auto next = std::ranges::lower_bound(m_fixed, place);
    if (next != m_fixed.end() && *next == place) {
        return m_listed[place];
    }
    const auto begin = next == m_fixed.begin() ? 0 : *(next - 1) + 1;
    const auto end = next == m_fixed.end() ? m_listed.size() : *next;
    std::ranges::nth_element(m_listed.subspan(begin, end - begin),
                             m_listed.begin() + static_cast<std::ptrdiff_t>(place));
    m_fixed.insert(next, place);
    return m_listed[place];
}

double PairwiseDifferences::search(std::size_t place) const
{
    const auto countUpTo = [&](double bound) {
        std::size_t count = 0;
        std::size_t reached = 0; // values of the right side whose difference to this left one is at most the bound
        for (const double from : m_left) {
            while (reached < m_right.size() && m_right[reached] - from <= bound) {
                ++reached;
            }
            count += reached;
        }
        return count;
    };
    auto low = orderedBits(m_right.front() - m_left.back());
    auto high = orderedBits(m_right.back() - m_left.front());
    while (low < high) {
        const auto middle = std::midpoint(low, high);
        if (countUpTo(fromOrderedBits(middle)) > place) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return fromOrderedBits(low);
}

}
