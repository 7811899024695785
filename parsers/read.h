// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/document.h"
#include "parsers/forced.h"

#include <span>
#include <string_view>

namespace patchscale {

class Format;

/// Reads a document: decode, find blocks, parse them, resolve their context, list the leftovers. Spans in the result
/// are byte offsets into @p bytes. Claims are not audited yet (core/compare/audit.h).
/// Fails with UnsupportedInput when nothing can be read as text; a text without numbers is no failure, but has a
/// diagnostic. Formats of @p own come in front of allFormats() where both offer the same block; they must outlive the
/// call. What @p forced is about is read by that format alone; one that finds nothing there has a diagnostic.
Result<ParsedDocument> readDocument(std::string_view bytes, const Job& job, std::span<const Format* const> own = {},
                                    std::span<const ForcedFormat> forced = {});

}
