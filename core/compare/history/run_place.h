// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/history/history.h"
#include "core/compare/history/release.h"

#include <optional>
#include <string>
#include <vector>

namespace patchscale {

/// What a run tells of its place in a history.
struct HistoryRunPlace
{
    std::optional<Release> release;
    std::string releaseLabel; ///< as it was told
    std::string mark; ///< commit, or else boot: tells places apart that have no release
    std::optional<std::int64_t> started;
    bool isLeftOut = false; ///< failed, of another variant than asked for, or patched

    [[nodiscard]] bool isTold() const
    {
        return release || !mark.empty() || started;
    }
};

/// How many runs were left out, by reason.
struct LeftOut
{
    std::size_t failed = 0;
    std::size_t patched = 0; ///< candidates that stand on the kernel of their document's baseline
    std::size_t quoted = 0; ///< tell just what a run of another document tells, and no boot
    std::size_t placeless = 0; ///< tell no kernel, commit, date or boot
};

/// The places of @p runs, one each. The variant's name comes before the machine's kernel, which one document may tell
/// once for all of its columns.
std::vector<HistoryRunPlace> placesOf(std::span<const Run> runs, const HistorySources& sources, const HistorySpec& spec,
                                      LeftOut& leftOut);

}
