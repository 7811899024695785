// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/history/history.h"

#include <string>
#include <vector>

namespace patchscale {

/// Series without steps and sentences, and what was left out of them.
struct GatheredSeries
{
    std::vector<HistorySeries> series; ///< with two places or more, in the order in which their tests come
    std::size_t singles = 0; ///< series that have one place only
    std::vector<std::string> places; ///< labels that there are before anything is left out, for hints
    std::vector<std::string> warnings;
};

/// Gathers the results of @p runs by test, machine and parameters, and orders each series. Repeats within a boot are
/// one observation, since they do not see what differs from boot to boot.
GatheredSeries gatherSeries(std::span<const Run> runs, const HistorySources& sources, const HistorySpec& spec);

}
