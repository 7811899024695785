// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/read.h"

#include "core/model/correction.h"
#include "parsers/blocks.h"
#include "parsers/context/cut_end.h"
#include "parsers/context/document_dates.h"
#include "parsers/context/leftovers.h"
#include "parsers/context/resolve.h"
#include "parsers/context/rounds.h"
#include "parsers/format.h"
#include "parsers/mail/patch.h"
#include "parsers/text/decode.h"
#include "parsers/unixbench/join_log.h"

#include <algorithm>

namespace patchscale {
namespace {

void toSource(const Text& text, SourceSpan& span)
{
    span = text.source(span);
}

void toSource(const Text& text, Run& run)
{
    toSource(text, run.span);
    for (auto& result : run.results) {
        toSource(text, result.span);
        for (auto& sample : result.samples) {
            toSource(text, sample.span);
        }
        if (result.spread) {
            toSource(text, result.spread->span);
        }
    }
}

void append(ParsedDocument& document, const Text& text, std::vector<Diagnostic>& diagnostics)
{
    for (auto& diagnostic : diagnostics) {
        if (diagnostic.span) {
            toSource(text, *diagnostic.span);
        }
        document.diagnostics.push_back(std::move(diagnostic));
    }
}

void append(ParsedDocument& document, const Text& text, ReadBlock& read)
{
    const std::string id(read.format->id());
    if (std::ranges::find(document.formats, id) == document.formats.end()) {
        document.formats.push_back(id);
    }
    document.blocks.push_back(
        {.format = id, .title = std::move(read.parsed.title), .span = text.source(read.block.span)});
    const std::size_t firstRun = document.runs.size();
    for (auto& blockRun : read.parsed.runs) {
        blockRun.run.format = id;
        blockRun.run.formatVersion = read.format->version();
        toSource(text, blockRun.run);
        document.runs.push_back(std::move(blockRun.run));
    }
    for (auto& claim : read.parsed.claims) {
        toSource(text, claim.span);
        for (auto* ref : {&claim.baselineResult, &claim.candidateResult}) {
            if (*ref) {
                (*ref)->run += firstRun;
            }
        }
        document.claims.push_back(std::move(claim));
    }
    append(document, text, read.parsed.diagnostics);
}

/// The stretches that the user says hold no results: they are blocks without a format, no leftovers, and state nothing.
void setAside(ParsedDocument& document, const Text& text, std::span<const ForcedFormat> forced,
              std::vector<SourceSpan>& taken, std::vector<Claim>& claims)
{
    for (const auto& [format, span] : forced) {
        if (format == kNoFormat) {
            std::erase_if(claims, [&span](const Claim& claim) {
                return claim.span.offset >= span->offset && claim.span.end() <= span->end();
            });
            document.blocks.push_back({.format = {}, .title = "Not read", .span = text.source(*span)});
            taken.push_back(*span);
        }
    }
    std::ranges::sort(taken, {}, &SourceSpan::offset);
}

std::vector<ReadStretch> stretchesOf(const std::vector<ReadBlock>& blocks)
{
    std::vector<ReadStretch> out;
    for (const auto& read : blocks) {
        out.push_back({.format = read.format->id(),
                       .span = read.block.span,
                       .isEmpty = read.parsed.runs.empty() && read.parsed.claims.empty()});
    }
    return out;
}

void addOnce(std::vector<std::string>& list, const std::string& item)
{
    if (std::ranges::find(list, item) == list.end()) {
        list.push_back(item);
    }
}

/// What the document's patches touch, and a block for each of them among the others.
void appendPatches(ParsedDocument& document, const Text& text)
{
    for (const auto& patch : patchesIn(text)) {
        document.blocks.push_back({.format = {}, .title = patchTitle(patch), .span = text.source(patch.span)});
        for (const auto& file : patch.files) {
            addOnce(document.patchedFiles, file.path);
        }
        for (const auto& function : patch.functions) {
            addOnce(document.patchedFunctions, function);
        }
    }
    for (const auto& function : namedFunctions(text)) {
        addOnce(document.patchedFunctions, function);
    }
    std::ranges::stable_sort(document.blocks, {}, [](const DocumentBlock& block) { return block.span.offset; });
}

}

Result<ParsedDocument> readDocument(std::string_view bytes, const Job& job, std::span<const Format* const> own,
                                    std::span<const ForcedFormat> forced)
{
    ParsedDocument document;
    auto text = decodeText(bytes, document.diagnostics, job);
    if (!text) {
        return std::unexpected(std::move(text.error()));
    }
    document.title = text->title();

    const auto set = inCleanText(*text, forced);
    auto found = readBlocks(*text, job, own, set);
    if (!found) {
        return std::unexpected(std::move(found.error()));
    }
    auto& blocks = *found;

    const auto stretches = stretchesOf(blocks);
    joinUnixBenchLogs(blocks);
    std::vector<Claim> proseClaims;
    std::vector<Diagnostic> contextDiagnostics;
    resolveContext(*text, blocks, proseClaims, contextDiagnostics, job);
    std::vector<SourceSpan> taken;
    for (const auto& read : blocks) {
        taken.push_back(read.block.span);
    }
    setAside(document, *text, set, taken, proseClaims);
    tellUnread(set, stretches, contextDiagnostics);
    listLeftovers(*text, taken, contextDiagnostics, job);
    for (auto& read : blocks) {
        append(document, *text, read);
    }
    for (auto& claim : proseClaims) {
        toSource(*text, claim.span);
        document.claims.push_back(std::move(claim));
    }
    append(document, *text, contextDiagnostics);
    foldRounds(document);
    dateRuns(document, *text);
    doubtCutEnd(bytes, document);
    if (document.runs.empty() && document.claims.empty() && document.diagnostics.empty()) {
        document.diagnostics.push_back({.severity = Severity::Info,
                                        .code = "no-results",
                                        .message = "no numbers of a benchmark were found",
                                        .span = std::nullopt});
    }
    appendPatches(document, *text);
    return document;
}

}
