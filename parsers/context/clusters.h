// SPDX-License-Identifier: GPL-3.0-or-later
// Private to parsers/context: which runs of a document are sides of one comparison.
#pragma once

#include "parsers/context/pairing.h"

#include <cstddef>
#include <vector>

namespace patchscale {

/// Runs that are sides of one comparison.
using Cluster = std::vector<PlacedRun*>;

/// A document of many reports is compared with its neighbours only.
inline constexpr std::size_t kMaxOpenClusters = 24;

/// Puts @p runs, which come in order of the text, together; a run without results belongs nowhere.
std::vector<Cluster> clustersOf(std::vector<PlacedRun>& runs);

/// True if both runs have a metric of one test. Both must have gone through clustersOf().
bool haveCommonTest(const PlacedRun& a, const PlacedRun& b);

/// True if @p a and @p b do not contradict each other; the command line does not count.
bool agree(const Parameters& a, const Parameters& b);

/// True if both may be one machine.
bool agree(const Machine& a, const Machine& b);

}
