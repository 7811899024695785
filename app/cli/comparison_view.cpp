// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/comparison_view.h"

#include "app/cli/profile_view.h"
#include "app/cli/run_view.h"
#include "app/cli/text_table.h"
#include "core/base/join.h"
#include "core/compare/across.h"
#include "core/compare/figures.h"
#include "core/compare/summarise.h"
#include "core/report/document_json.h"
#include "core/report/group_title.h"
#include "core/report/report_model.h"
#include "core/report/report_words.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <span>

namespace patchscale::cli {
namespace {

using Align = TextTable::Align;

constexpr const char* kCommand = "command"; // long, so it has a line of its own

struct VerdictLook
{
    std::string_view sign;
    std::string_view word;
    Ink ink = Ink::Plain;
};

VerdictLook lookOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Regressed:
        return {.sign = "▼", .word = "Regressed", .ink = Ink::Worse};
    case Verdict::Improved:
        return {.sign = "▲", .word = "Improved", .ink = Ink::Better};
    case Verdict::Unchanged:
        return {.sign = "●", .word = "Unchanged", .ink = Ink::Plain};
    case Verdict::Minor:
        return {.sign = "≈", .word = "Minor", .ink = Ink::Plain};
    case Verdict::Undecided:
        return {.sign = "?", .word = "Undecided", .ink = Ink::Plain};
    case Verdict::NotComparable:
        break;
    }
    return {.sign = "∅", .word = "Not comparable", .ink = Ink::Faint};
}

/// Wraps at blanks to lines of about 78 cells, each indented.
std::string wrapped(std::string_view text, std::size_t indent)
{
    constexpr std::size_t kWidth = 78;
    std::string out;
    do {
        out += std::string(indent, ' ') + takeLine(text, kWidth - indent) + '\n';
    } while (!text.empty());
    return out;
}

/// The decimals that all values of a column are printed with, so that the points stand under each other.
int decimalsOfColumn(const std::vector<ComparisonRow>& rows, std::string_view metric, const Side ComparisonRow::* side)
{
    int decimals = 0;
    for (const auto& row : rows) {
        if (row.metric == metric && (row.*side).value) {
            decimals = std::max(decimals, decimalsOf(*(row.*side).value));
        }
    }
    return std::min(decimals, 4);
}

std::string sideText(const Side& side, int decimals)
{
    if (!side.value) {
        return "-";
    }
    constexpr double kLarge = 1e6; // "39296424438", not "39296424438.0000" because another row has decimals
    const auto own = std::min(decimalsOf(*side.value), 4);
    auto text = fixedText(*side.value, std::abs(*side.value) >= kLarge ? own : std::max(decimals, own));
    if (side.samples.size() > 1) {
        text += std::format(" (n {})", side.samples.size());
    } else if (side.spread) {
        text += ' ' + spreadText(*side.spread);
    }
    return text;
}

std::string changeOf(const ComparisonRow& row)
{
    return row.change ? exactChangeText(*row.change) : std::string("-");
}

std::string intervalOf(const ComparisonRow& row)
{
    if (!row.interval) {
        return {};
    }
    return std::format("{} to {}", changeText(row.interval->low), changeText(row.interval->high));
}

std::string noteOf(const ComparisonRow& row)
{
    std::string out;
    for (const auto& annotation : row.annotations) {
        out += (out.empty() ? "" : "; ") + annotation.text;
    }
    return out;
}

/// What all rows have in common besides the group's own parameters; it is said once.
Parameters sharedOf(const ComparisonGroup& group)
{
    auto shared = group.rows.empty() ? Parameters {} : group.rows.front().parameters;
    for (const auto& row : group.rows) {
        std::erase_if(shared, [&](const auto& parameter) {
            const auto own = row.parameters.find(parameter.first);
            return own == row.parameters.end() || own->second != parameter.second;
        });
    }
    return shared;
}

std::string titleOf(const ComparisonGroup& group)
{
    auto out = group.benchmark.empty() ? std::string("unknown benchmark") : displayedBenchmark(group.benchmark);
    if (!group.machine.empty()) {
        out += " on " + group.machine;
    }
    auto parameters = group.parameters;
    parameters.merge(sharedOf(group));
    if (group.parameters.contains(kCommand)) {
        parameters.erase(kCommand);
    }
    if (const auto text = parametersText(parameters); !text.empty()) {
        out += (out.empty() ? "" : ", ") + text;
    }
    if (!group.documents.empty()) {
        out += (out.empty() ? "from " : ", from ") + documentsText(group.documents);
    }
    return out.empty() ? std::string("Comparison") : out;
}

/// Whether both labels can head a column without making the table wide.
bool hasShortLabels(const ComparisonGroup& group)
{
    constexpr std::size_t kLongest = 18;
    const auto isShort = [](const std::string& label) { return !label.empty() && displayWidth(label) <= kLongest; };
    return isShort(group.baseline) && isShort(group.candidate);
}

void printRows(Output& out, const ComparisonGroup& group)
{
    const bool hasManyMetrics = std::ranges::any_of(
        group.rows, [&](const ComparisonRow& row) { return row.metric != group.rows.front().metric; });
    const bool isShort = hasShortLabels(group);
    const auto shared = sharedOf(group);
    TextTable table;
    table.addColumn("Test");
    table.addColumn("Metric");
    table.addColumn(isShort ? group.baseline : "Baseline", Align::Right);
    table.addColumn(isShort ? group.candidate : "Candidate", Align::Right);
    table.addColumn("Unit");
    table.addColumn("Change", Align::Right);
    table.addColumn("Interval");
    table.addColumn("Verdict");
    table.addColumn("Note");
    for (const auto& row : group.rows) {
        const auto look = lookOf(row.verdict);
        const auto verdict = out.hasSigns() ? std::format("{} {}", look.sign, look.word) : std::string(look.word);
        const auto base = decimalsOfColumn(group.rows, row.metric, &ComparisonRow::baseline);
        const auto other = decimalsOfColumn(group.rows, row.metric, &ComparisonRow::candidate);
        const auto decimals = std::max(base, other);
        const auto ink = row.isTotal ? Ink::Strong : Ink::Plain;
        table.addRow({{.text = displayedTest(row, shared), .ink = ink},
                      {.text = hasManyMetrics ? row.metric : std::string()},
                      {.text = sideText(row.baseline, decimals), .ink = ink},
                      {.text = sideText(row.candidate, decimals), .ink = ink},
                      {.text = row.unit, .ink = Ink::Faint},
                      {.text = changeOf(row), .ink = look.ink},
                      {.text = intervalOf(row)},
                      {.text = verdict, .ink = look.ink},
                      {.text = noteOf(row)}});
    }
    table.print(out, 2);
}

/// What the undecided rows lack: of some the direction, which is asked for once, of others more rounds.
void printUndecided(Output& out, const ComparisonGroup& group)
{
    constexpr std::size_t kMostNamed = 3;
    constexpr std::size_t kMostReasons = 4;
    const auto shared = sharedOf(group);
    std::vector<std::string> withoutDirection;
    std::vector<std::string> reasons;
    for (const auto& row : group.rows) {
        if (row.verdict != Verdict::Undecided || row.isTotal) {
            continue;
        }
        if (row.better == Better::Unknown && row.change) {
            const auto& name = row.metric.empty() || row.metric == "value" ? row.test : row.metric;
            if (!std::ranges::contains(withoutDirection, name)) {
                withoutDirection.push_back(name);
            }
        } else {
            reasons.push_back(displayedTest(row, shared) + ": " + row.reason);
        }
    }
    const auto tell = [&](const std::string& text) { out.write(wrapped(printableLine(text), 2)); };
    for (std::size_t i = 0; i < std::min(reasons.size(), kMostReasons); ++i) {
        tell("Undecided: " + reasons[i]);
    }
    if (reasons.size() > kMostReasons) {
        tell(std::format("{} are undecided, too: --json says why",
                         countText(reasons.size() - kMostReasons, "more row", "more rows")));
    }
    if (!withoutDirection.empty()) {
        const auto count = withoutDirection.size();
        const std::span<const std::string> first(withoutDirection.data(), std::min(count, kMostNamed));
        tell(std::format(
            "Whether higher or lower is better is not known for {}{}: --better '{}=higher' gives a verdict",
            join(first, ", "), count > kMostNamed ? std::format(" and {} more", count - kMostNamed) : std::string(),
            withoutDirection.front()));
    }
}

void printGroup(Output& out, const ComparisonGroup& group)
{
    out.write(out.paint(Ink::Strong, printableLine(titleOf(group))) + '\n');
    if (!group.sentence.empty()) {
        out.write(wrapped(printableLine(group.sentence), 2));
    }
    if (const auto command = group.parameters.find(kCommand); command != group.parameters.end()) {
        out.write("  " + out.paint(Ink::Faint, printableLine(command->second)) + '\n');
    }
    if (!hasShortLabels(group)) {
        const auto label = [](const std::string& told) { return told.empty() ? "no name told" : printableLine(told); };
        out.write(std::format("  baseline: {}\n  candidate: {}\n", label(group.baseline), label(group.candidate)));
    }
    out.write("\n");
    printRows(out, group);
    printUndecided(out, group);
    for (const auto& words : seriesWords(group, sharedOf(group))) {
        out.write(wrapped(printableLine(words), 2));
    }
    for (const auto& warning : group.warnings) {
        out.write(wrapped("Note: " + printableLine(warning), 2));
    }
    out.write("\n");
}

/// The same test over machines, parameters or candidates: a line a test, a column a place. Of many tests only those
/// that are not alike everywhere.
void printAcross(Output& out, const Across& across)
{
    constexpr std::size_t kMostRows = 40;
    constexpr std::size_t kWidestHead = 24;
    const bool areAllShown = across.tests.size() <= kMostRows;
    out.write(out.paint(Ink::Strong, printableLine(acrossHeading(across.over))) + '\n');
    out.write(wrapped(printableLine(across.sentence), 2) + '\n');
    TextTable table;
    table.addColumn("Test");
    // Labels that would make the table wide are numbered, and told above it.
    const bool areLong = std::ranges::any_of(
        across.places, [](const AcrossPlace& place) { return displayWidth(place.label) > kWidestHead; });
    for (std::size_t i = 0; i < across.places.size(); ++i) {
        const auto& label = across.places[i].label;
        table.addColumn(areLong ? std::to_string(i + 1) : label, Align::Right);
        if (areLong) {
            out.write(std::format("  {}: {}\n", i + 1, printableLine(label)));
        }
    }
    table.addColumn("Over All");
    const auto cellOf = [&](const ComparisonRow* row) -> TextTable::Cell {
        if (row == nullptr || !row->change) {
            return {.text = "-"};
        }
        const auto look = lookOf(row->verdict);
        return {.text = std::format("{} {}", changeOf(*row), out.hasSigns() ? look.sign : look.word), .ink = look.ink};
    };
    for (const auto& test : across.tests) {
        if (!areAllShown && test.isConsistent) {
            continue;
        }
        std::vector<TextTable::Cell> cells {{.text = displayedTest(test.first(), {})}};
        for (const auto* row : test.rows) {
            cells.push_back(cellOf(row));
        }
        cells.push_back({.text = test.sentence, .ink = test.isConsistent ? Ink::Plain : Ink::Worse});
        table.addRow(std::move(cells));
    }
    table.print(out, 2);
    out.write("\n");
}

bool isOff(const Claim& claim)
{
    return claim.verdict == ClaimVerdict::Wrong || claim.verdict == ClaimVerdict::SignFlipped;
}

void printOffClaims(Output& out, const Comparison& comparison)
{
    if (std::ranges::none_of(comparison.claims, isOff)) {
        return;
    }
    out.write(out.paint(Ink::Strong, "Claims that are off") + '\n');
    TextTable table;
    table.addColumn("Test");
    table.addColumn("Stated", Align::Right);
    table.addColumn("Verdict");
    table.addColumn("Reason");
    for (const auto& claim : comparison.claims) {
        if (isOff(claim)) {
            table.addRow({{.text = claim.test.empty() ? "(the whole)" : claim.test},
                          {.text = claim.stated},
                          {.text = std::string(reportedWord(claim.verdict)), .ink = Ink::Worse},
                          {.text = claim.reason}});
        }
    }
    table.print(out, 2);
    out.write("\n");
}

}

void printComparison(Output& out, const Comparison& comparison, std::span<const ProfileComparison> profiles)
{
    const auto counts = countsBeside(profiles, comparison);
    const bool areAllTests = counts.total() == comparison.counts.total();
    if (comparison.groups.size() > 1 && (areAllTests || counts.total() > 0)) {
        const auto told = areAllTests ? headline(comparison) : statusLine(counts, {}) + ".";
        out.write(wrapped(printableLine(told), 0) + '\n');
    }
    for (std::size_t i = 0; i < comparison.groups.size(); ++i) {
        if (!isToldByProfile(profiles, comparison, i)) {
            printGroup(out, comparison.groups[i]);
        }
        for (const auto& profile : profiles) {
            if (profile.group == i) {
                printProfile(out, profile);
            }
        }
        out.flushIfLarge();
    }
    for (const auto& profile : profiles) {
        if (!profile.group) {
            printProfile(out, profile);
        }
    }
    for (const auto& across : acrossOf(comparison)) {
        printAcross(out, across);
    }
    printOffClaims(out, comparison);
    for (const auto& warning : comparison.warnings) {
        out.write(wrapped("Note: " + printableLine(warning), 0));
    }
    const auto claims = countClaims(comparison.claims);
    if (counts.total() > 0 || claims.total() > 0) {
        out.write(printableLine(statusLine(counts, claims)) + '\n');
    }
}

}
