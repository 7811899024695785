// SPDX-License-Identifier: GPL-3.0-or-later
// What a user changes in a workspace, so that it can be taken back. Documents are named by their bytes' hash: a
// document that was removed and brought back has other ids than before.
#pragma once

#include "app/workbench/run_key.h"
#include "app/workbench/workspace_service.h"

#include <optional>
#include <string>
#include <vector>

namespace patchscale {

/// A correction, tied to what the run is, and to what the result is where it is one of a result.
struct DocumentCorrection
{
    RunKey run;
    std::optional<ResultKey> result;
    CorrectedField field = CorrectedField::VariantLabel;
    std::string value;
};

/// Everything a workspace held of a document when it was removed, to bring it back.
struct RemovedDocument
{
    DocumentPtr document; ///< without the audit of its claims
    std::string importedAt;
    std::vector<DocumentCorrection> corrections;
    std::vector<DocumentNote> notes;
};

/// Takes the document with these bytes out, with its runs, corrections and notes; what it gives back brings them again.
Result<RemovedDocument> removeDocument(const std::filesystem::path& workspace, const Sha256& sha256, const Job& job);

/// Brings back what removeDocument() took out. A document that was imported anew meanwhile gets its notes and
/// corrections back, each where its run or result stands now; those of what is not read any more are left out.
Result<void> restoreDocument(const std::filesystem::path& workspace, const RemovedDocument& removed, const Job& job);

/// Sets the note on the place that @p note names; an empty text takes the notes there away.
Result<void> setNote(const std::filesystem::path& workspace, const DocumentNote& note);

}
