// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profile.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace patchscale {

/// What a row to be is sorted by: its difference, then its larger side. Ranks are sorted, not rows, which are large.
struct RowRank
{
    double size = 0;
    double largest = 0;
    std::size_t row = 0;
};

/// The rank of row number @p row with the value that it is judged by.
inline RowRank rankOf(const ProfileValue& judged, std::size_t row)
{
    const double before = judged.before.value_or(0);
    const double after = judged.after.value_or(0);
    return {.size = std::abs(after - before), .largest = std::max(before, after), .row = row};
}

/// Puts @p ranks in the order that rows are shown in; @p nameOf gives what rows of the same size are sorted by.
void sortRanks(std::vector<RowRank>& ranks, auto nameOf)
{
    std::ranges::sort(ranks, [&](const RowRank& a, const RowRank& b) {
        return a.size != b.size      ? a.size > b.size
            : a.largest != b.largest ? a.largest > b.largest
                                     : nameOf(a.row) < nameOf(b.row);
    });
}

}
