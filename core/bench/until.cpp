// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/until.h"

#include <algorithm>
#include <cmath>

namespace patchscale {
namespace {

constexpr int kFirstLook = 6;

int lookAfter(int look)
{
    return look + std::max(1, look / 5);
}

}

bool isLook(int rounds)
{
    int look = kFirstLook;
    while (look < rounds) {
        look = lookAfter(look);
    }
    return look == rounds;
}

int roundsNeeded(int rounds, double reach, double wish, bool isRepeated)
{
    constexpr double kMost = 1e6;
    const auto wider = reach / wish;
    const auto needed = std::clamp(std::ceil(rounds * wider * wider), rounds + 1.0, kMost);
    if (!isRepeated) {
        return static_cast<int>(needed);
    }
    int look = kFirstLook;
    while (look < static_cast<int>(needed)) {
        look = lookAfter(look);
    }
    return look;
}

}
