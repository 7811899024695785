// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/correct.h"

#include "core/stats/multiple.h"

namespace patchscale {

void correctForManyRows(std::vector<ComparisonGroup>& groups, Adjustment adjustment)
{
    std::vector<double> p;
    for (const auto& group : groups) {
        for (const auto& row : group.rows) {
            if (row.p) {
                p.push_back(*row.p);
            }
        }
    }
    const auto adjusted = adjustment == Adjustment::Holm ? holm(p) : benjaminiHochberg(p);
    auto next = adjusted.begin();
    for (auto& group : groups) {
        for (auto& row : group.rows) {
            if (row.p) {
                row.pAdjusted = *next++;
            }
        }
    }
}

}
