// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace patchscale {

/// All differences right - left between two sets by their order, without sorting them.
class PairwiseDifferences
{
public:
    /// @p memory is working space that outlives this, so that many small sets do not allocate.
    PairwiseDifferences(std::span<const double> left, std::span<const double> right, std::vector<double>& memory);

    /// The difference at @p place of all in ascending order, from 0.
    double at(std::size_t place);

private:
    /// By halving the range of values: each step counts the differences below in one walk along both sides.
    [[nodiscard]] double search(std::size_t place) const;

    std::span<double> m_listed; ///< all differences, partly ordered; empty where they are too many
    std::vector<std::size_t> m_fixed; ///< places of m_listed that are final, ascending: all before are not greater
    std::span<const double> m_left; ///< ascending, where differences are searched
    std::span<const double> m_right;
};

}
