// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/corrections.h"

#include "app/workbench/user_formats.h"
#include "core/compare/audit.h"
#include "parsers/format.h"
#include "parsers/read.h"

#include <algorithm>
#include <utility>

namespace patchscale {
namespace {

DocumentPtr withParsed(const Document& document, ParsedDocument parsed)
{
    return std::make_shared<const Document>(Document {
        .path = document.path, .sha256 = document.sha256, .bytes = document.bytes, .parsed = std::move(parsed)});
}

}

Result<ParsedDocument> readCorrected(std::string_view bytes, const Corrections& corrections, const Job& job)
{
    std::vector<ForcedFormat> forced;
    for (const auto& correction : corrections) {
        if (correction.field == CorrectedField::Format) {
            forced.push_back({.format = correction.value, .span = correction.target.span});
        }
    }
    auto parsed = readDocument(bytes, job, userFormats(), forced);
    if (parsed) {
        auditClaims(parsed->runs, parsed->claims);
    }
    return parsed;
}

Result<CorrectedDocument> correctDocument(DocumentPtr plain, Corrections corrections, const Job& job)
{
    CorrectedDocument out {.plain = plain, .reading = plain, .document = plain, .corrections = std::move(corrections)};
    if (changesFormats(out.corrections)) {
        auto parsed = readCorrected(plain->bytes, out.corrections, job);
        if (!parsed) {
            return std::unexpected(std::move(parsed.error()));
        }
        out.reading = withParsed(*plain, std::move(*parsed));
        out.document = out.reading;
    }
    if (std::ranges::any_of(out.corrections, isOfRuns, &Correction::field)) {
        auto parsed = out.reading->parsed;
        correctRuns(parsed.runs, parsed.claims, out.corrections);
        auditClaims(parsed.runs, parsed.claims);
        out.document = withParsed(*plain, std::move(parsed));
    }
    return out;
}

Result<std::vector<ReadableAs>> readableAs(const Document& document, const Job& job)
{
    return offersIn(document.bytes, job, userFormats()).transform([](std::vector<FormatOffer>&& offers) {
        std::vector<ReadableAs> out;
        for (auto& [format, span] : offers) {
            out.push_back({.format = std::move(format), .span = span});
        }
        return out;
    });
}

bool isFormat(std::string_view id)
{
    const auto isNamed = [id](const Format* format) { return format->id() == id; };
    return id == kNoFormat || std::ranges::any_of(allFormats(), isNamed) || std::ranges::any_of(userFormats(), isNamed);
}

}
