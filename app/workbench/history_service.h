// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/compare/history/history.h"
#include "core/store/catalogue.h"

#include <filesystem>
#include <vector>

namespace patchscale {

/// Where a run of a history stands.
struct HistoryRun
{
    RunId id;
    DocumentId document;
    std::size_t position = 0; ///< index in ParsedDocument::runs
    std::string variant;
};

/// Histories with where their runs come from; RunResultRefs count in `runs`.
struct StoredHistory
{
    History history;
    std::vector<HistoryRun> runs;
};

/// The histories of all runs of @p workspace, with the user's corrections and notes.
Result<StoredHistory> storedHistory(const std::filesystem::path& workspace, const HistorySpec& spec, const Job& job);

}
