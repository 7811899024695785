// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/by_hand.h"

#include "app/cli/session.h"
#include "core/base/characters.h"
#include "core/base/units.h"
#include "core/report/document_json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <format>
#include <set>
#include <utility>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace patchscale::cli {
namespace {

using Field = CorrectedField;

constexpr std::array kFields {std::pair {std::string_view("variant"), Field::VariantLabel},
                              std::pair {std::string_view("role"), Field::VariantRole},
                              std::pair {std::string_view("machine"), Field::MachineLabel},
                              std::pair {std::string_view("unit"), Field::Unit},
                              std::pair {std::string_view("better"), Field::Better},
                              std::pair {std::string_view("symbol"), Field::Symbol}};

constexpr auto kSetHint = R"(it reads like 'run 2: variant="with patch" role=candidate' or )"
                          R"('run 2, metric bandwidth: unit=MiB/s better=higher')";

std::unexpected<Error> refuse(std::string message, std::string hint)
{
    return std::unexpected(
        Error {.code = Errc::Usage, .message = std::move(message), .where = {}, .hints = {std::move(hint)}});
}

std::string_view trim(std::string_view text)
{
    const auto begin = text.find_first_not_of(" \t");
    return begin == std::string_view::npos ? std::string_view()
                                           : text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

std::string unquoted(std::string_view text)
{
    text = trim(text);
    const bool isQuoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    return std::string(isQuoted ? text.substr(1, text.size() - 2) : text);
}

std::optional<std::size_t> numberIn(std::string_view text)
{
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// @p text with what stands in quotes blanked out, so that signs in there mean nothing.
std::string withoutQuoted(std::string_view text)
{
    std::string out(text);
    bool isQuoted = false;
    for (auto& c : out) {
        const bool isQuote = c == '"';
        c = isQuoted || isQuote ? '_' : c;
        isQuoted = isQuoted != isQuote;
    }
    return out;
}

struct Assignment
{
    Field field = Field::VariantLabel;
    std::string value;
};

/// "variant=with patch role=candidate": a value ends where the next field begins.
Result<std::vector<Assignment>> assignmentsIn(std::string_view text)
{
    const auto plain = withoutQuoted(text);
    std::vector<std::pair<std::size_t, std::pair<std::string_view, Field>>> begins;
    for (const auto& named : kFields) {
        const auto key = std::string(named.first) + '=';
        for (auto at = plain.find(key); at != std::string::npos; at = plain.find(key, at + 1)) {
            if (at == 0 || plain[at - 1] == ' ' || plain[at - 1] == ',') {
                begins.emplace_back(at, named);
            }
        }
    }
    std::ranges::sort(begins, {}, [](const auto& begin) { return begin.first; });
    if (begins.empty() || !trim(text.substr(0, begins.front().first)).empty()) {
        return refuse(std::format("'{}' sets no field that is known: variant, role, machine, unit, better, "
                                  "symbol",
                                  text),
                      kSetHint);
    }
    std::vector<Assignment> out;
    for (std::size_t i = 0; i < begins.size(); ++i) {
        const auto value = begins[i].first + begins[i].second.first.size() + 1;
        const auto end = i + 1 < begins.size() ? begins[i + 1].first : text.size();
        auto written = trim(text.substr(value, end - value));
        written = i + 1 < begins.size() && written.ends_with(',') ? written.substr(0, written.size() - 1) : written;
        out.push_back({.field = begins[i].second.second, .value = unquoted(written)});
    }
    return out;
}

Result<std::size_t> runNamed(std::string_view number, std::span<const Run> runs)
{
    const auto wanted = numberIn(number);
    if (!wanted || *wanted == 0 || *wanted > runs.size()) {
        return refuse(std::format("there is no run '{}' to set: the document has {}", number, runs.size()),
                      "runs count from 1, in the order in which 'parse' prints them");
    }
    return *wanted - 1;
}

/// "run 2, metric bandwidth".
Result<CorrectionTarget> targetIn(std::string_view selector, std::span<const Run> runs)
{
    CorrectionTarget target;
    const auto plain = withoutQuoted(selector);
    for (std::size_t begin = 0; begin < selector.size();) {
        const auto end = std::min(plain.find(',', begin), selector.size());
        const auto part = trim(selector.substr(begin, end - begin));
        const auto blank = std::min(part.find(' '), part.size());
        const auto word = part.substr(0, blank);
        auto name = unquoted(part.substr(blank));
        if (word == "run") {
            const auto place = runNamed(name, runs);
            if (!place) {
                return std::unexpected(place.error());
            }
            target.run = runKey(runs, *place);
        } else if (word == "test") {
            target.test = std::move(name);
        } else if (word == "metric") {
            target.metric = std::move(name);
        } else if (word == "unit") {
            target.unit = std::move(name);
        } else {
            return refuse(std::format("'{}' names nothing that can be set: run, test, metric, unit", part), kSetHint);
        }
        begin = end + 1;
    }
    return target;
}

std::string resultNames(std::span<const Run> runs)
{
    constexpr std::size_t kNamed = 12;
    std::set<std::string> names;
    for (const auto& run : runs) {
        for (const auto& result : run.results) {
            names.insert(std::format("test \"{}\", metric {}, unit {}", result.test, result.metric,
                                     result.unit.empty() ? "\"\"" : result.unit));
        }
    }
    std::string out;
    std::size_t count = 0;
    for (const auto& name : names) {
        out += count == kNamed ? "; …" : count > kNamed ? "" : (out.empty() ? "" : "; ") + name;
        ++count;
    }
    return out;
}

/// Whether the correction has something to set.
Result<void> accept(const Session& session, const Correction& correction, std::span<const Run> runs)
{
    if (!isUsable(correction)) {
        return refuse(std::format("cannot set the {} to '{}'", reportedWord(correction.field), correction.value),
                      "a role is baseline, candidate or none; a direction is higher, lower or unknown; a label is not "
                      "empty; test, metric and unit belong to units and directions only; a symbol is named like "
                      "'test old_name: symbol=new_name'");
    }
    if (isOfRuns(correction.field) && correction.field != Field::Unit && correction.field != Field::Better) {
        return {};
    }
    bool isFound = false;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const bool isRun = !correction.target.run || findRun(runs, *correction.target.run) == i;
        isFound = isFound || (isRun && std::ranges::any_of(runs[i].results, [&](const TestResult& result) {
                                  return isAbout(correction.target, result);
                              }));
    }
    if (!isFound) {
        return refuse(std::format("nothing that was read fits to set its {}", reportedWord(correction.field)),
                      "what was read: " + resultNames(runs));
    }
    if (correction.field == Field::Unit && !findUnit(correction.value)) {
        session.remark(std::format("'{}' is no unit that is known: its values are compared with each other only",
                                   correction.value));
    }
    return {};
}

Result<void> addFields(const Session& session, const std::string& text, std::span<const Run> runs,
                       std::optional<std::size_t> ownRun, Corrections& out)
{
    const auto plain = withoutQuoted(text);
    const auto equals = plain.find('=');
    const auto colon = equals == std::string::npos ? equals : plain.rfind(':', equals);
    const bool hasSelector = colon != std::string::npos;
    auto target = targetIn(hasSelector ? std::string_view(text).substr(0, colon) : std::string_view(), runs);
    auto assignments = assignmentsIn(trim(std::string_view(text).substr(hasSelector ? colon + 1 : 0)));
    if (!target || !assignments) {
        return std::unexpected(!target ? target.error() : assignments.error());
    }
    if (!target->run && ownRun) {
        target->run = runKey(runs, *ownRun);
    }
    for (auto& [field, value] : *assignments) {
        Correction correction {.field = field, .target = *target, .value = std::move(value)};
        if (auto accepted = accept(session, correction, runs); !accepted) {
            return accepted;
        }
        setCorrection(out, std::move(correction));
    }
    return {};
}

/// "table:10-40": the format, and the lines where it is not the whole document.
Result<Correction> formatIn(const std::string& text, const Document& document)
{
    Correction out {.field = Field::Format, .target = {}, .value = text};
    const auto colon = text.rfind(':');
    if (!isFormat(text) && colon != std::string::npos) {
        const auto range = std::string_view(text).substr(colon + 1);
        const auto dash = std::min(range.find('-'), range.size());
        const auto first = numberIn(range.substr(0, dash));
        const auto last = dash < range.size() ? numberIn(range.substr(dash + 1)) : first;
        const LineIndex lines(document.bytes);
        if (!first || !last || *first == 0 || *first > *last || *last > lines.lineCount()) {
            return refuse(
                std::format("'{}' names no lines of '{}', which has {}", range, document.path, lines.lineCount()),
                "they read like 'before-after-table:10-40'");
        }
        const auto begin = spanOf(document.bytes, lines.line(*first)).offset;
        const auto end = spanOf(document.bytes, lines.line(*last)).end();
        out.target.span = SourceSpan {.offset = begin, .length = end - begin};
        out.value.resize(colon);
    }
    if (!isFormat(out.value)) {
        return refuse(std::format("there is no format '{}'", out.value),
                      "'patchscale-cli formats' lists them; 'none' reads nothing");
    }
    return out;
}

std::string linesText(SourceSpan span, const LineIndex& lines)
{
    const auto first = lines.place(span).line;
    const auto last = lines.place({.offset = span.length == 0 ? span.offset : span.end() - 1, .length = 0}).line;
    return first == last ? std::format("line {}", first) : std::format("lines {}-{}", first, last);
}

std::string targetText(const CorrectionTarget& target, std::span<const Run> asRead, const LineIndex& lines)
{
    std::string out;
    const auto add = [&out](const std::string& part) { out += (out.empty() ? "" : ", ") + part; };
    if (target.run) {
        const auto place = findRun(asRead, *target.run);
        add(place ? std::format("run {}", *place + 1)
                  : std::format("a run that is not read ({})", target.run->variant));
    }
    if (!target.test.empty()) {
        add(target.test);
    }
    if (!target.metric.empty()) {
        add(target.metric);
    }
    if (target.unit) {
        add(target.unit->empty() ? "without unit" : "in " + *target.unit);
    }
    if (target.span) {
        add(linesText(*target.span, lines));
    }
    return out.empty() ? "everywhere" : out;
}

}

void addSetOption(CLI::App& command, ByHand& byHand)
{
    command
        .add_option("--set", byHand.fields,
                    "Set variant, role, machine, unit or better by hand: 'run 2: variant=v2 role=candidate', "
                    "'run 2, metric bandwidth: unit=MiB/s'")
        ->allow_extra_args(false)
        ->type_name("'[run N, …:] FIELD=VALUE …'");
}

void addAsOption(CLI::App& command, ByHand& byHand)
{
    command
        .add_option("--as", byHand.formats,
                    "Read the document, or some of its lines, as this format only; 'none' reads nothing")
        ->allow_extra_args(false)
        ->type_name("FORMAT[:FIRST-LAST]");
}

Result<CorrectedDocument> setByHand(const Session& session, const DocumentPtr& document, const ByHand& byHand,
                                    Corrections before)
{
    for (const auto& text : byHand.formats) {
        auto format = formatIn(text, *document);
        if (!format) {
            return std::unexpected(std::move(format.error()));
        }
        setCorrection(before, std::move(*format));
    }
    auto read = correctDocument(document, before, Job {});
    if (!read || byHand.fields.empty()) {
        return read;
    }
    for (const auto& text : byHand.fields) {
        if (auto added = addFields(session, text, read->reading->parsed.runs, {}, before); !added) {
            return std::unexpected(std::move(added.error()));
        }
    }
    return correctDocument(document, std::move(before), Job {});
}

Result<Corrections> correctionsOf(const Session& session, const ByHand& byHand, std::span<const Run> runs,
                                  std::size_t run)
{
    Corrections out;
    for (const auto& text : byHand.fields) {
        if (auto added = addFields(session, text, runs, run, out); !added) {
            return std::unexpected(std::move(added.error()));
        }
    }
    return out;
}

std::optional<Error> foundNothing(const CorrectedDocument& corrected)
{
    const auto& document = *corrected.document;
    const auto empty = std::ranges::find(document.parsed.diagnostics, "forced-format-empty", &Diagnostic::code);
    if (empty == document.parsed.diagnostics.end() || !empty->span) {
        return std::nullopt;
    }
    const LineIndex lines(document.bytes);
    const auto overlaps = [&](SourceSpan span) {
        return span.offset < empty->span->end() && empty->span->offset < span.end();
    };
    std::string wanted;
    for (const auto& [field, target, value] : corrected.corrections) {
        if (field == Field::Format && (!target.span || overlaps(*target.span))) {
            wanted = value;
        }
    }
    std::string others;
    const auto offers = readableAs(document, Job {});
    for (const auto& [format, span] : offers.value_or(std::vector<ReadableAs> {})) {
        if (overlaps(span)) {
            others += std::format("{}{} ({})", others.empty() ? "" : ", ", format, linesText(span, lines));
        }
    }
    return Error {.code = Errc::MalformedInput,
                  .message = std::format("'{}' finds nothing in '{}' ({})", wanted, document.path,
                                         linesText(*empty->span, lines)),
                  .where = empty->span,
                  .hints = {others.empty() ? "no other format reads anything there either"
                                           : "what would read something there: " + others}};
}

void printByHand(Output& out, const Corrections& corrections, std::span<const Run> asRead, const LineIndex& lines)
{
    for (const auto& correction : corrections) {
        out.write(printableLine(std::format("Set by hand: {}: {} {}", targetText(correction.target, asRead, lines),
                                            reportedWord(correction.field),
                                            correction.value.empty() ? "none" : correction.value))
                  + '\n');
    }
}

}
