// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_view.h"

#include "app/cli/text_table.h"
#include "core/compare/figures.h"
#include "core/report/document_json.h"
#include "core/report/report_words.h"

#include <algorithm>
#include <format>

namespace patchscale::cli {
namespace {

using Align = TextTable::Align;

std::string lineOf(const LineIndex& lines, const SourceSpan& span)
{
    return std::to_string(lines.place(span).line);
}

std::string countOf(const TestResult& result)
{
    if (!result.samples.empty()) {
        return std::to_string(result.samples.size());
    }
    return result.repeats ? std::to_string(*result.repeats) : std::string();
}

std::string testText(const TestResult& result)
{
    const auto parameters = parametersText(result.parameters);
    return parameters.empty() ? result.test : std::format("{} [{}]", result.test, parameters);
}

/// The number as the document writes it, where it does so in one piece and in plain digits.
std::string writtenOf(const TestResult& result, std::string_view bytes)
{
    constexpr std::size_t kLongest = 24;
    const auto written = bytes.substr(std::min(result.span.offset, bytes.size()), result.span.length);
    const bool isPlain = !written.empty() && written.size() <= kLongest
        && written.find_first_not_of("0123456789.,+-eE") == std::string_view::npos;
    // A result that we took of samples has the first sample's span.
    return isPlain && result.samples.size() < 2 ? std::string(written) : valueText(result.value);
}

Ink inkOf(ClaimVerdict verdict)
{
    return verdict == ClaimVerdict::Wrong || verdict == ClaimVerdict::SignFlipped ? Ink::Worse : Ink::Plain;
}

}

std::string parametersText(const Parameters& parameters)
{
    std::string out;
    for (const auto& [name, value] : parameters) {
        out += std::format("{}{}={}", out.empty() ? "" : ", ", name, value);
    }
    return out;
}

std::string spreadText(const Spread& spread)
{
    switch (spread.kind) {
    case SpreadKind::Cv:
        return std::format("{} (cv)", sizeText(spread.value));
    case SpreadKind::Range:
        if (spread.low && spread.high) {
            return std::format("{}..{}", valueText(*spread.low), valueText(*spread.high));
        }
        return std::format("{} (range)", valueText(spread.value));
    case SpreadKind::Ci95:
        if (spread.low && spread.high) {
            return std::format("{}..{} (95 %)", valueText(*spread.low), valueText(*spread.high));
        }
        return std::format("+-{} (95 %)", spreadValueText(spread.value));
    case SpreadKind::Stderr:
        return std::format("+-{} (stderr)", spreadValueText(spread.value));
    case SpreadKind::Stddev:
        break;
    }
    return std::format("+-{}", spreadValueText(spread.value));
}

std::string headingOf(const Run& run)
{
    std::string out = run.benchmark.empty() ? "unknown benchmark" : run.benchmark;
    if (!run.machine.label.empty()) {
        out += " on " + run.machine.label;
    }
    if (!run.machine.kernel.empty() && !run.machine.label.contains(run.machine.kernel)) {
        out += ", " + run.machine.kernel;
    }
    if (const auto parameters = parametersText(run.parameters); !parameters.empty()) {
        out += ", " + parameters;
    }
    out += ": " + (run.variant.label.empty() ? std::string("no variant told") : run.variant.label);
    std::string notes;
    const auto note = [&](std::string_view word) {
        notes += notes.empty() ? "" : ", ";
        notes += word;
    };
    if (run.variant.role != Role::None) {
        note(run.variant.role == Role::Baseline ? "baseline" : "candidate");
    }
    if (run.variant.isAssumed) {
        note("assumed");
    }
    if (run.isFailed) {
        note("run failed");
    }
    return notes.empty() ? out : std::format("{} ({})", out, notes);
}

void printRun(Output& out, const Run& run, std::string_view bytes, const LineIndex& lines)
{
    out.write(out.paint(Ink::Strong, printableLine(headingOf(run))) + '\n');
    TextTable table;
    table.addColumn("Line", Align::Right);
    table.addColumn("Test");
    table.addColumn("Metric");
    table.addColumn("Value", Align::Right);
    table.addColumn("Unit");
    table.addColumn("Spread");
    table.addColumn("n", Align::Right);
    table.addColumn("Better");
    for (const auto& result : run.results) {
        table.addRow({{.text = lineOf(lines, result.span), .ink = Ink::Faint},
                      {.text = testText(result)},
                      {.text = result.metric},
                      {.text = writtenOf(result, bytes)},
                      {.text = result.unit},
                      {.text = result.spread ? spreadText(*result.spread) : std::string()},
                      {.text = countOf(result)},
                      {.text = std::string(reportedWord(result.better)), .ink = Ink::Faint}});
    }
    if (run.results.empty()) {
        out.write("  no results\n");
    } else {
        table.print(out, 2);
    }
    out.write("\n");
}

void printClaims(Output& out, const ParsedDocument& parsed, const LineIndex& lines)
{
    if (parsed.claims.empty()) {
        return;
    }
    out.write(out.paint(Ink::Strong, "Claims") + '\n');
    TextTable table;
    table.addColumn("Line", Align::Right);
    table.addColumn("Test");
    table.addColumn("Stated", Align::Right);
    table.addColumn("Computed", Align::Right);
    table.addColumn("Verdict");
    table.addColumn("Reason");
    for (const auto& claim : parsed.claims) {
        const auto computed = claim.computed
            ? claim.kind == ClaimKind::Ratio ? sizeText(*claim.computed) : exactChangeText(*claim.computed)
            : std::string();
        table.addRow({{.text = lineOf(lines, claim.span), .ink = Ink::Faint},
                      {.text = claim.test.empty() ? "(the whole)" : claim.test},
                      {.text = claim.stated},
                      {.text = computed},
                      {.text = std::string(reportedWord(claim.verdict)), .ink = inkOf(claim.verdict)},
                      {.text = claim.reason}});
    }
    table.print(out, 2);
    out.write("\n");
}

void printDiagnostics(Output& out, const ParsedDocument& parsed, const LineIndex& lines)
{
    for (const auto& found : parsed.diagnostics) {
        const auto place = found.span ? std::format("line {}: ", lines.place(*found.span).line) : std::string();
        const auto word = reportedWord(found.severity);
        const auto ink = found.severity == Severity::Info ? Ink::Faint : Ink::Worse;
        out.write(std::format("{}: {}{} [{}]\n", out.paint(ink, word), place, printableLine(found.message),
                              printableLine(found.code)));
    }
}

}
