// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/cut_end.h"

#include <algorithm>
#include <format>
#include <optional>
#include <string>
#include <vector>

namespace patchscale {
namespace {

constexpr std::size_t kLongestUnit = 16; ///< bytes that may stand between a number and the end of the document

enum class Finding : std::uint8_t { Whole, Doubtful, Cut };

/// The number as it is written; empty where the bytes are encoded and the span does not show it.
std::string_view written(std::string_view bytes, const SourceSpan& span)
{
    const auto text = bytes.substr(std::min(span.offset, bytes.size()), span.length);
    return text.find_first_not_of("0123456789.,+-") == std::string_view::npos ? text : std::string_view();
}

std::size_t decimalsIn(std::string_view number)
{
    const auto point = number.find('.');
    return point == std::string_view::npos ? 0 : number.size() - point - 1;
}

/// What follows @p result up to the end of the document; nothing when that is more than the beginning of a unit.
std::optional<std::string_view> tailOf(std::string_view bytes, const TestResult& result)
{
    if (result.span.end() > bytes.size() || bytes.size() - result.span.end() > kLongestUnit) {
        return std::nullopt;
    }
    auto tail = bytes.substr(result.span.end());
    if (tail.contains('\n')) {
        return std::nullopt;
    }
    tail.remove_prefix(std::min(tail.find_first_not_of(" \t"), tail.size()));
    return tail;
}

/// The results that are written like @p result when all is well: its metric in its own run, and its test in the others.
std::vector<const TestResult*> peersOf(const ParsedDocument& document, std::size_t run, const TestResult& result)
{
    std::vector<const TestResult*> peers;
    for (std::size_t i = 0; i < document.runs.size(); ++i) {
        for (const auto& other : document.runs[i].results) {
            const bool isPeer = i == run ? other.metric == result.metric : other.test == result.test;
            if (isPeer && &other != &result && other.span.offset != result.span.offset) {
                peers.push_back(&other);
            }
        }
    }
    return peers;
}

/// Whether the unit is the beginning of the one that its peers have, or is not there yet.
bool isUnitCut(std::string_view tail, const TestResult& result, const std::vector<const TestResult*>& peers)
{
    const bool isKnown = std::ranges::any_of(
        peers, [&](const TestResult* peer) { return peer->metric == result.metric && peer->unit == result.unit; });
    const bool isLast = tail.empty() || tail == result.unit;
    return !isKnown && isLast && std::ranges::any_of(peers, [&](const TestResult* peer) {
        return peer->unit.size() > result.unit.size() && peer->unit.starts_with(result.unit);
    });
}

Finding judge(std::string_view bytes, std::string_view tail, const TestResult& result,
              const std::vector<const TestResult*>& peers)
{
    const auto number = written(bytes, result.span);
    if (number.empty()) {
        return Finding::Whole;
    }
    const bool isNumberLast = tail.empty() || tail == "." || tail == ",";
    if (isUnitCut(tail, result, peers)) {
        return Finding::Cut;
    }
    if (!isNumberLast) {
        return Finding::Whole;
    }
    std::optional<std::size_t> fewest;
    std::size_t most = 0;
    for (const auto* peer : peers) {
        if (peer->metric == result.metric) {
            const auto decimals = decimalsIn(written(bytes, peer->span));
            fewest = std::min(fewest.value_or(decimals), decimals);
            most = std::max(most, decimals);
        }
    }
    const auto own = decimalsIn(number);
    if (fewest && own < *fewest) {
        return Finding::Cut;
    }
    return fewest && most > 0 && own == most ? Finding::Whole : Finding::Doubtful;
}

/// Takes a result out, and its run when that was all of it; claims that spoke of it lose the reference.
void takeOut(ParsedDocument& document, std::size_t run, std::size_t result)
{
    auto& results = document.runs[run].results;
    results.erase(results.begin() + static_cast<std::ptrdiff_t>(result));
    const bool isRunEmpty = results.empty();
    if (isRunEmpty) {
        document.runs.erase(document.runs.begin() + static_cast<std::ptrdiff_t>(run));
    }
    for (auto& claim : document.claims) {
        for (auto* ref : {&claim.baselineResult, &claim.candidateResult}) {
            if (!*ref) {
                continue;
            }
            if ((*ref)->run == run && (*ref)->result == result) {
                ref->reset();
            } else if ((*ref)->run == run && (*ref)->result > result) {
                --(*ref)->result;
            } else if (isRunEmpty && (*ref)->run > run) {
                --(*ref)->run;
            }
        }
    }
}

}

void doubtCutEnd(std::string_view bytes, ParsedDocument& document)
{
    if (bytes.ends_with('\n')) {
        return;
    }
    // From the end, so that what is taken out moves nothing that is still to be looked at.
    for (std::size_t run = document.runs.size(); run-- > 0;) {
        for (std::size_t i = document.runs[run].results.size(); i-- > 0;) {
            const auto& result = document.runs[run].results[i];
            const auto tail = tailOf(bytes, result);
            const auto finding = tail ? judge(bytes, *tail, result, peersOf(document, run, result)) : Finding::Whole;
            if (finding == Finding::Whole) {
                continue;
            }
            const std::string shown(bytes.substr(result.span.offset));
            const bool isCut = finding == Finding::Cut;
            document.diagnostics.push_back(
                {.severity = isCut ? Severity::Warning : Severity::Info,
                 .code = "cut-number",
                 .message = isCut ? std::format("the document ends with '{}', which is the beginning of a value only: "
                                                "it is left out. Is the file complete?",
                                                shown)
                                  : std::format("the document ends with '{}' and no line end; if it was cut off there, "
                                                "the number is not whole",
                                                shown),
                 .span = result.span});
            if (isCut) {
                takeOut(document, run, i);
            }
        }
    }
}

}
