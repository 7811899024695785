// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/workbench/document_service.h"
#include "app/workbench/result_key.h"
#include "core/compare/noise_floor.h"
#include "core/model/correction.h"
#include "core/store/workspace.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace patchscale {

/// $XDG_DATA_HOME/patchscale/workspace.pscale, or what that falls back to.
std::filesystem::path defaultWorkspace();

/// Opens an existing workspace for one job; see Workspace::open().
Result<Workspace> openWorkspace(const std::filesystem::path& path);

/// A user's note by what it stands on: it stays true when its document is removed and brought back, and when a better
/// parser reads the document again.
struct DocumentNote
{
    Sha256 document {};
    ResultKey result;
    std::string text;
    bool isResolved = false; ///< the user is done with it: kept, but left out of reports

    friend bool operator==(const DocumentNote&, const DocumentNote&) = default;
};

/// Documents, runs and notes of a workspace, for lists.
struct WorkspaceContents
{
    std::vector<DocumentEntry> documents;
    std::vector<RunEntry> runs;
    std::vector<DocumentNote> notes;
    std::map<Sha256, Corrections> corrections; ///< of the documents that have some
    NoiseFloorsPtr floors; ///< what tests vary by; set by who needs it, since all runs are read for it
};

/// What is in the workspace. One that does not exist yet fails with a hint how to make it.
Result<WorkspaceContents> listWorkspace(const std::filesystem::path& path);

/// A stored document with its claims audited, equal to what readFile() made of it: without corrections.
Result<DocumentPtr> loadDocument(const std::filesystem::path& workspace, DocumentId id, const Job& job);

/// One stored run with the document it was read from.
struct LoadedRun
{
    Run run; ///< with the user's corrections
    RunEntry entry;
    DocumentPtr document;
    std::vector<ResultNote> notes; ///< on results of this run
    Corrections corrections; ///< those that are about this run, and those of formats
};

/// A stored run and its document.
Result<LoadedRun> loadRun(const std::filesystem::path& workspace, RunId id, const Job& job);

}
