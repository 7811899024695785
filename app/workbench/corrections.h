// SPDX-License-Identifier: GPL-3.0-or-later
// What the user set by hand, put over what was read. A document itself never changes.
#pragma once

#include "app/workbench/document_service.h"
#include "core/model/correction.h"

#include <string>
#include <vector>

namespace patchscale {

/// A document with what the user set by hand. The three are the same where nothing was set.
struct CorrectedDocument
{
    DocumentPtr plain; ///< as it is read without the user
    DocumentPtr reading; ///< read with the formats that were set; what corrections and notes name their places by
    DocumentPtr document; ///< `reading` with the other corrections over it, its claims audited anew
    Corrections corrections;
};

/// Puts @p corrections over @p plain. Formats that were set read its bytes again.
Result<CorrectedDocument> correctDocument(DocumentPtr plain, Corrections corrections, const Job& job);

/// What @p bytes hold when they are read with the formats in @p corrections.
Result<ParsedDocument> readCorrected(std::string_view bytes, const Corrections& corrections, const Job& job);

/// A stretch of a document that a format would read if no other took it.
struct ReadableAs
{
    std::string format;
    SourceSpan span;
};

/// Everything that any format would read of the document.
Result<std::vector<ReadableAs>> readableAs(const Document& document, const Job& job);

/// Whether there is a format of that id; kNoFormat counts as one.
bool isFormat(std::string_view id);

}
