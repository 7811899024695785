// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/context/resolve.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace patchscale {

/// A run with what the text around it told.
struct PlacedRun
{
    BlockRun* run = nullptr;
    std::size_t block = 0;
    std::uint8_t quoteDepth = 0;
    std::string heading; ///< a heading right above that names no known variant; may be a label
    std::string scenario; ///< the nearest heading above that tells a setting: "1 parallel"
    std::string section; ///< the nearest heading above of any kind
    std::string setting; ///< a setting that the sentence above tells: "queue size 256"
    std::string lead; ///< the sentence above
    std::vector<double> changes; ///< signed percentages stated above, as fractions: "(+6.4%)"
    std::set<std::string> tests; ///< test and metric of its results
};

/// Finds runs that are sides of one comparison, gives the sides that no words tell their role, and makes machine and
/// parameters of the sides agree. What it has to assume becomes a diagnostic.
void pairRuns(std::vector<PlacedRun>& runs, std::string_view title, std::vector<Diagnostic>& diagnostics);

}
