// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/parsers/probe.h"

#include <string_view>

namespace patchscale::tests {

/// The result of @p test in @p direction ("" for the job as a whole) in run @p run of block @p block; null if there is
/// none or more than one.
inline const TestResult* result(const Probe& probe, std::string_view test, std::string_view direction,
                                std::string_view metric, std::size_t run = 0, std::size_t block = 0)
{
    if (block >= probe.parsed.size() || run >= probe.parsed[block].runs.size()) {
        return nullptr;
    }
    const TestResult* found = nullptr;
    for (const auto& each : probe.parsed[block].runs[run].run.results) {
        const auto hit = each.parameters.find("direction");
        const bool isSame = hit == each.parameters.end() ? direction.empty() : hit->second == direction;
        if (each.test == test && each.metric == metric && isSame) {
            if (found != nullptr) {
                return nullptr;
            }
            found = &each;
        }
    }
    return found;
}

}
