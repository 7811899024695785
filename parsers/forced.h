// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/base/span.h"
#include "core/model/document.h"
#include "parsers/text/text.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

class Format;

/// A stretch of a document that only one format may read, because the user says so.
struct ForcedFormat
{
    std::string format; ///< Format::id(); kNoFormat (core/model/correction.h): none may
    std::optional<SourceSpan> span; ///< in the document's bytes; nothing: all of it
};

/// A stretch of a document that a format would read if no other took it.
struct FormatOffer
{
    std::string format;
    SourceSpan span; ///< in the document's bytes

    friend bool operator==(const FormatOffer&, const FormatOffer&) = default;
};

/// Everything that any format would read of @p bytes, in the order of formats and of the text.
Result<std::vector<FormatOffer>> offersIn(std::string_view bytes, const Job& job,
                                          std::span<const Format* const> own = {});

/// @p forced with their spans in the clean text, those of whole lines.
std::vector<ForcedFormat> inCleanText(const Text& text, std::span<const ForcedFormat> forced);

/// A stretch of the clean text that a format has read.
struct ReadStretch
{
    std::string_view format;
    SourceSpan span;
    bool isEmpty = false; ///< it found neither runs nor claims there
};

/// Says of each of @p forced (in the clean text) whose format found nothing there that it did not.
void tellUnread(std::span<const ForcedFormat> forced, std::span<const ReadStretch> read,
                std::vector<Diagnostic>& diagnostics);

}
