// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"

namespace patchscale {

/// The order in which rows ask for attention, from 0: what got worse, what got better, what is open, then the rest.
constexpr int verdictOrder(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Regressed:
        return 0;
    case Verdict::Improved:
        return 1;
    case Verdict::Undecided:
        return 2;
    case Verdict::Minor:
        return 3;
    case Verdict::Unchanged:
        return 4;
    case Verdict::NotComparable:
        break;
    }
    return 5;
}

}
