// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/run.h"

#include <string>
#include <vector>

namespace patchscale {

/// A fact of two machines, or of one at two times, that is not the same.
struct FactDifference
{
    std::string name; ///< "cpu.governor"
    std::string words; ///< what people call it: "the frequency governor"
    std::string before; ///< empty where only the other side tells it
    std::string after;

    friend bool operator==(const FactDifference&, const FactDifference&) = default;
};

/// What differs between the facts of two runs, what decides numbers first. What always differs (load, uptime, times,
/// free memory) is no difference; a temperature is one from 15 °C on. A fact that only one side tells is listed only
/// where a run document would tell it (mitigations, limits): other documents tell what they like.
std::vector<FactDifference> factsDifference(const Parameters& before, const Parameters& after);

/// One line: "the frequency governor (powersave and performance)".
std::string describe(const FactDifference& difference);

}
