// SPDX-License-Identifier: GPL-3.0-or-later
// What a user changes in a workspace, so that it can be taken back. Documents are named by their bytes' hash: a
// document that was removed and brought back has other ids than before.
#pragma once

#include "app/workbench/workspace_service.h"
#include "core/model/correction.h"

#include <optional>
#include <string>
#include <vector>

namespace patchscale {

/// Everything a workspace held of a document when it was removed, to bring it back.
struct RemovedDocument
{
    DocumentPtr document; ///< as it was stored: with the formats that were set, without the audit of its claims
    std::string importedAt;
    Corrections corrections;
    std::vector<DocumentNote> notes;
};

/// Takes the document with these bytes out, with its runs, corrections and notes; what it gives back brings them again.
Result<RemovedDocument> removeDocument(const std::filesystem::path& workspace, const Sha256& sha256, const Job& job);

/// Brings back what removeDocument() took out. A document that was imported anew meanwhile gets its corrections and
/// notes back, each where its run or result stands now; notes on what is not read any more are left out.
Result<void> restoreDocument(const std::filesystem::path& workspace, const RemovedDocument& removed, const Job& job);

/// Sets the note on the place that @p note names; an empty text takes the notes there away.
Result<void> setNote(const std::filesystem::path& workspace, const DocumentNote& note);

/// Sets what the user corrected of a document, in place of what was set before. Other formats read the stored bytes
/// again: notes stay where their numbers are still read, the others go. @p notes are set where they are missing after
/// that, so that taking a format back brings its notes, too.
Result<void> setCorrections(const std::filesystem::path& workspace, const Sha256& sha256,
                            const Corrections& corrections, const std::vector<DocumentNote>& notes, const Job& job);

}
