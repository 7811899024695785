// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/context/passage.h"
#include "parsers/context/resolve.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
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
    std::string_view head; ///< the first line of its block, which may be a heading
    const Passage* above = nullptr; ///< what stands in front of its block
    /// Hashes of test and metric of its results, ascending; the same object for runs of the same tests. Null where
    /// nothing is compared with it.
    std::shared_ptr<const std::vector<std::size_t>> tests;
};

/// Finds runs that are sides of one comparison, gives the sides that no words tell their role, and makes machine and
/// parameters of the sides agree. What it has to assume becomes a diagnostic.
void pairRuns(std::vector<PlacedRun>& runs, std::string_view title, std::vector<Diagnostic>& diagnostics);

}
