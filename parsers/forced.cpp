// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/forced.h"

#include "core/model/correction.h"
#include "parsers/format.h"
#include "parsers/text/decode.h"

#include <algorithm>
#include <format>
#include <iterator>

namespace patchscale {
namespace {

bool overlap(SourceSpan a, SourceSpan b)
{
    return a.offset < b.end() && b.offset < a.end();
}

}

Result<std::vector<FormatOffer>> offersIn(std::string_view bytes, const Job& job, std::span<const Format* const> own)
{
    std::vector<Diagnostic> ignored;
    const auto text = decodeText(bytes, ignored, job);
    if (!text) {
        return std::unexpected(text.error());
    }
    std::vector<const Format*> formats(own.begin(), own.end());
    std::ranges::copy(allFormats(), std::back_inserter(formats));
    std::vector<FormatOffer> offers;
    std::vector<Block> found;
    for (const auto* format : formats) {
        if (job.isCancelled()) {
            return std::unexpected(Error {.code = Errc::Cancelled, .message = "cancelled", .where = {}, .hints = {}});
        }
        found.clear();
        format->find(*text, found, job);
        for (const auto& block : found) {
            offers.push_back({.format = std::string(format->id()), .span = text->source(block.span)});
        }
    }
    return offers;
}

std::vector<ForcedFormat> inCleanText(const Text& text, std::span<const ForcedFormat> forced)
{
    std::vector<ForcedFormat> out;
    for (const auto& [format, span] : forced) {
        SourceSpan clean {.offset = 0, .length = text.view().size()};
        if (span) {
            bool isBegun = false;
            for (const auto& line : text.lines()) {
                const auto source = text.source({.offset = line.begin, .length = line.size()});
                if (!overlap({.offset = source.offset, .length = source.length + 1}, *span)) {
                    continue;
                }
                clean.offset = isBegun ? clean.offset : line.begin;
                clean.length = line.end - clean.offset;
                isBegun = true;
            }
            if (!isBegun) {
                clean.length = 0;
            }
        }
        out.push_back({.format = format, .span = clean});
    }
    return out;
}

void tellUnread(std::span<const ForcedFormat> forced, std::span<const ReadStretch> read,
                std::vector<Diagnostic>& diagnostics)
{
    for (const auto& [format, span] : forced) {
        const bool isRead = std::ranges::any_of(read, [&](const ReadStretch& stretch) {
            return stretch.format == format && !stretch.isEmpty && overlap(stretch.span, *span);
        });
        if (!isRead && format != kNoFormat) {
            diagnostics.push_back(
                {.severity = Severity::Warning,
                 .code = "forced-format-empty",
                 .message = std::format("the format '{}' was set by hand, but finds nothing here: choose another one "
                                        "or take the choice back",
                                        format),
                 .span = span});
        }
    }
}

}
