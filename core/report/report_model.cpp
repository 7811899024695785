// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_model.h"

#include "core/compare/figures.h"
#include "core/report/group_title.h"
#include "core/report/report_words.h"
#include "core/stats/summary.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace patchscale {
namespace {

/// Groups that differ in their candidate only.
using GroupSet = std::vector<const ComparisonGroup*>;

/// The first run that the baseline of @p group has values of.
std::optional<std::size_t> firstBaselineRun(const ComparisonGroup& group)
{
    std::optional<std::size_t> first;
    for (const auto& row : group.rows) {
        for (const auto& result : row.baseline.results) {
            first = std::min(first.value_or(result.run), result.run);
        }
    }
    return first;
}

bool shareABaseline(const ComparisonGroup& a, const ComparisonGroup& b)
{
    return a.benchmark == b.benchmark && a.machine == b.machine && a.parameters == b.parameters
        && a.baseline == b.baseline && a.candidate != b.candidate
        && (a.documents == b.documents || firstBaselineRun(a) == firstBaselineRun(b));
}

std::vector<GroupSet> groupSets(const Comparison& comparison)
{
    std::vector<GroupSet> sets;
    for (const auto& group : comparison.groups) {
        const bool isBeside = !sets.empty() && shareABaseline(*sets.back().front(), group);
        if (isBeside) {
            sets.back().push_back(&group);
        } else {
            sets.push_back({&group});
        }
    }
    return sets;
}

/// One line of a table: the same test in each group.
struct Line
{
    const ComparisonRow* first = nullptr;
    std::vector<const ComparisonRow*> rows; ///< one for each group, null where it has none
};

std::string keyOf(const ComparisonRow& row)
{
    std::string key = row.test + '\x1f' + row.metric;
    for (const auto& [name, value] : row.parameters) {
        key.append("\x1f").append(name).append("=").append(value);
    }
    return key;
}

/// Where a row stands in the document: by its first result, the baseline's before the candidate's.
auto placeOf(const ComparisonRow& row)
{
    const auto place = [](const Side& side) {
        return side.results.empty() ? std::pair(std::size_t {0}, std::size_t {0})
                                    : std::pair(side.results.front().run, side.results.front().result);
    };
    const bool isLone = row.baseline.results.empty();
    return std::tuple(row.isTotal, isLone, isLone ? place(row.candidate) : place(row.baseline));
}

std::vector<Line> linesOf(const GroupSet& set)
{
    std::vector<Line> lines;
    std::unordered_map<std::string, std::size_t> byKey;
    for (std::size_t group = 0; group < set.size(); ++group) {
        for (const auto& row : set[group]->rows) {
            const auto [entry, isNew] = byKey.try_emplace(keyOf(row), lines.size());
            if (isNew) {
                lines.push_back({.first = &row, .rows = std::vector<const ComparisonRow*>(set.size(), nullptr)});
            }
            auto& line = lines[entry->second];
            line.rows[group] = &row;
            if (line.first->baseline.results.empty() && !row.baseline.results.empty()) {
                line.first = &row;
            }
        }
    }
    std::ranges::stable_sort(lines, {}, [](const Line& line) { return placeOf(*line.first); });
    return lines;
}

/// Digits behind the point that show @p value: all that were printed, of a computed mean seven figures.
int shownDecimals(const Side& side)
{
    if (!side.value) {
        return 0;
    }
    const int decimals = decimalsOf(*side.value);
    constexpr int kPrinted = 3; // tools print no more; what has more is computed, or small
    constexpr int kFigures = 7;
    if (decimals <= kPrinted) {
        return decimals;
    }
    const double size = std::abs(*side.value);
    const int magnitude = size > 0 ? static_cast<int>(std::floor(std::log10(size))) + 1 : 1;
    return std::clamp(kFigures - magnitude, kPrinted, decimals);
}

int shownDecimals(const Line& line)
{
    int decimals = shownDecimals(line.first->baseline);
    for (const auto* row : line.rows) {
        if (row != nullptr) {
            decimals = std::max({decimals, shownDecimals(row->baseline), shownDecimals(row->candidate)});
        }
    }
    return decimals;
}

/// "+- 1.2" as the document tells it, or the standard deviation of the samples.
std::string spreadText(const Side& side, int decimals)
{
    if (side.samples.size() > 1) {
        return " +- " + fixedText(standardDeviation(side.samples), decimals);
    }
    if (!side.spread) {
        return {};
    }
    if (side.spread->kind == SpreadKind::Cv) {
        return " +- " + fixedText(side.spread->value * 100, 2) + "%";
    }
    if (side.spread->kind == SpreadKind::Range) {
        return {}; // a range is no +-
    }
    return " +- " + fixedText(side.spread->value, std::max(decimals, decimalsOf(side.spread->value)));
}

std::string cellText(const Side& side, int decimals, const std::string& unit)
{
    if (!side.value) {
        return "-";
    }
    auto text = fixedText(*side.value, decimals);
    if (!unit.empty()) {
        text += unit == "%" ? unit : " " + unit;
    }
    return text + spreadText(side, decimals);
}

std::string changeCell(const ComparisonRow& row)
{
    return row.change ? std::format("{:+.2f}%", *row.change * 100) : std::string("-");
}

const char* directionWords(Better better)
{
    switch (better) {
    case Better::Higher:
        return "higher is better";
    case Better::Lower:
        return "lower is better";
    case Better::Unknown:
        break;
    }
    return "direction not known";
}

/// What the values of a table are, when all are the same: "mean of 10 runs".
std::string runWords(const std::vector<const Line*>& lines)
{
    std::set<std::string> kinds;
    for (const auto* line : lines) {
        for (const auto* row : line->rows) {
            if (row == nullptr) {
                continue;
            }
            for (const auto* side : {&row->baseline, &row->candidate}) {
                if (!side->value) {
                    continue;
                }
                if (side->samples.size() > 1) {
                    kinds.insert(std::format("median of {} runs", side->samples.size()));
                } else if (side->count && *side->count > 1) {
                    kinds.insert(std::format("mean of {} runs", *side->count));
                } else {
                    kinds.insert("single values");
                }
            }
        }
    }
    return kinds.size() == 1 ? *kinds.begin() : std::string();
}

/// What "+-" means in a table, where it stands.
std::string spreadWords(const std::vector<const Line*>& lines)
{
    std::set<std::string> kinds;
    for (const auto* line : lines) {
        for (const auto* row : line->rows) {
            if (row == nullptr) {
                continue;
            }
            for (const auto* side : {&row->baseline, &row->candidate}) {
                if (side->samples.size() > 1) {
                    kinds.insert("standard deviation");
                } else if (side->spread && side->spread->kind == SpreadKind::Stderr) {
                    kinds.insert("standard error");
                } else if (side->spread && side->spread->kind == SpreadKind::Ci95) {
                    kinds.insert("95% interval");
                } else if (side->spread && side->spread->kind != SpreadKind::Range) {
                    kinds.insert("standard deviation");
                }
            }
        }
    }
    return kinds.size() == 1 ? "+- is the " + *kinds.begin() : std::string();
}

template<class Get>
std::string shared(const std::vector<const Line*>& lines, Get get)
{
    const std::string first = get(*lines.front()->first);
    const bool isShared = std::ranges::all_of(lines, [&](const Line* line) { return get(*line->first) == first; });
    return isShared ? first : std::string();
}

ReportTable tableOf(const GroupSet& set, const std::vector<const Line*>& lines, const Parameters& sharedParameters)
{
    const auto unit = shared(lines, [](const ComparisonRow& row) { return row.unit; });
    const bool isOneUnit = std::ranges::all_of(lines, [&](const Line* line) { return line->first->unit == unit; });
    const auto metric = shared(lines, [](const ComparisonRow& row) { return row.metric; });

    ReportTable table;
    table.title = displayedBenchmark(set.front()->benchmark);
    if (!metric.empty()) {
        table.title += " " + metric;
    }
    if (!unit.empty() && unit != metric) {
        table.title += ", " + unit;
    }
    table.title += std::string(", ") + directionWords(lines.front()->first->better);
    for (const auto& words : {runWords(lines), spreadWords(lines)}) {
        if (!words.empty()) {
            table.title += ", " + words;
        }
    }

    int columnDecimals = 0;
    for (const auto* line : lines) {
        columnDecimals = std::max(columnDecimals, shownDecimals(*line));
    }
    for (const auto* line : lines) {
        const int decimals = isOneUnit ? columnDecimals : shownDecimals(*line);
        const auto unitInCell = isOneUnit ? std::string() : line->first->unit;
        auto& row = table.rows.emplace_back();
        row.name = displayedTest(*line->first, sharedParameters);
        row.isTotal = line->first->isTotal;
        row.baseline = cellText(line->first->baseline, decimals, unitInCell);
        for (const auto* cells : line->rows) {
            row.candidates.push_back(cells == nullptr
                                         ? ReportCells {.value = "-", .change = "-", .row = nullptr}
                                         : ReportCells {.value = cellText(cells->candidate, decimals, unitInCell),
                                                        .change = changeCell(*cells),
                                                        .row = cells});
        }
    }
    return table;
}

std::vector<ReportTable> tablesOf(const GroupSet& set, const std::vector<Line>& lines,
                                  const Parameters& sharedParameters)
{
    // A test with several metrics (children and self, bandwidth and IOPS) has one table for each.
    std::unordered_map<std::string, std::set<std::string>> metricsOfTest;
    for (const auto& line : lines) {
        metricsOfTest[displayedTest(*line.first, {})].insert(line.first->metric);
    }
    const bool hasSeveral =
        std::ranges::any_of(metricsOfTest, [](const auto& entry) { return entry.second.size() > 1; });
    std::vector<std::vector<const Line*>> parts;
    std::map<std::pair<std::string, Better>, std::size_t> byKind;
    for (const auto& line : lines) {
        const auto kind = std::pair(hasSeveral ? line.first->metric : std::string(), line.first->better);
        const auto [entry, isNew] = byKind.try_emplace(kind, parts.size());
        if (isNew) {
            parts.emplace_back();
        }
        parts[entry->second].push_back(&line);
    }
    std::vector<ReportTable> tables;
    tables.reserve(parts.size());
    for (const auto& part : parts) {
        tables.push_back(tableOf(set, part, sharedParameters));
    }
    return tables;
}

/// Parameters that all lines have in common.
Parameters sharedOf(const std::vector<Line>& lines)
{
    Parameters shared = lines.empty() ? Parameters {} : lines.front().first->parameters;
    for (const auto& line : lines) {
        std::erase_if(shared, [&](const auto& parameter) {
            const auto other = line.first->parameters.find(parameter.first);
            return other == line.first->parameters.end() || other->second != parameter.second;
        });
    }
    return shared;
}

ReportSides sidesOf(const GroupSet& set)
{
    bool hasBaseline = false;
    bool hasCandidate = false;
    for (const auto* group : set) {
        for (const auto& row : group->rows) {
            hasBaseline = hasBaseline || row.baseline.value;
            hasCandidate = hasCandidate || row.candidate.value;
        }
    }
    if (hasBaseline == hasCandidate) {
        return ReportSides::Both;
    }
    return hasBaseline ? ReportSides::BaselineOnly : ReportSides::CandidateOnly;
}

/// Machine, parameters (those of all rows, too) and documents of a set.
std::string circumstanceWords(const Comparison& comparison, const GroupSet& set, const Parameters& sharedParameters)
{
    const auto& first = *set.front();
    ComparisonGroup told;
    told.machine = first.machine;
    const bool isMachineTold = std::ranges::any_of(comparison.groups, [&](const ComparisonGroup& other) {
        return other.benchmark == first.benchmark && !other.machine.empty();
    });
    if (told.machine.empty() && isMachineTold) {
        told.machine = "machine not told";
    }
    told.parameters = first.parameters;
    told.parameters.insert(sharedParameters.begin(), sharedParameters.end());
    for (const auto* group : set) {
        for (const auto& document : group->documents) {
            if (std::ranges::find(told.documents, document) == told.documents.end()) {
                told.documents.push_back(document);
            }
        }
    }
    return circumstances(told);
}

/// The group's sentence and the names of what got worse: the numbers stand in the table.
std::string sentenceWords(const ComparisonGroup& group, bool isOneOfMany, const Parameters& sharedParameters)
{
    // No colon: a line that ends in one reads like the heading of the next table.
    std::string text = isOneOfMany ? group.candidate + ", " + group.sentence : group.sentence;
    std::string worse;
    for (const auto& row : group.rows) {
        if (row.verdict == Verdict::Regressed && !row.isTotal) {
            worse += (worse.empty() ? " Worse: " : ", ") + displayedTest(row, sharedParameters);
        }
    }
    const bool isNamedAlready = !group.index && group.counts.regressed == 1;
    return worse.empty() || isNamedAlready ? text : text + worse + ".";
}

/// The user's notes, each once: candidates beside each other share the baseline that a note may stand on.
void addNotes(const ComparisonGroup& group, const Parameters& sharedParameters, std::vector<std::string>& notes)
{
    for (const auto& row : group.rows) {
        for (const auto& annotation : row.annotations) {
            if (!annotation.isUsers) {
                continue;
            }
            auto text = std::format("Note on {}: {}{}", displayedTest(row, sharedParameters), annotation.text,
                                    annotation.text.ends_with('.') ? "" : ".");
            if (std::ranges::find(notes, text) == notes.end()) {
                notes.push_back(std::move(text));
            }
        }
    }
}

}

std::vector<ReportBlock> reportBlocks(const Comparison& comparison)
{
    std::vector<ReportBlock> blocks;
    for (const auto& set : groupSets(comparison)) {
        const auto lines = linesOf(set);
        const auto sharedParameters = sharedOf(lines);
        auto& block = blocks.emplace_back();
        const auto& first = *set.front();
        block.sides = sidesOf(set);
        block.machine = circumstanceWords(comparison, set, sharedParameters);
        block.baseline = first.baseline.empty() ? "before" : first.baseline;
        for (const auto* group : set) {
            block.candidates.push_back(group->candidate.empty() ? "after" : group->candidate);
        }
        block.tables = tablesOf(set, lines, sharedParameters);
        if (block.sides != ReportSides::Both) {
            const bool isBaseline = block.sides == ReportSides::BaselineOnly;
            for (auto& table : block.tables) {
                table.title += isBaseline ? ", only in the baseline" : ", only in the candidate";
            }
            continue; // that is all there is to say
        }
        for (const auto* group : set) {
            block.sentences.push_back(sentenceWords(*group, set.size() > 1, sharedParameters));
            addNotes(*group, sharedParameters, block.notes);
            for (const auto& warning : group->warnings) {
                if (std::ranges::find(block.warnings, warning) == block.warnings.end()) {
                    block.warnings.push_back(warning);
                }
            }
        }
    }
    return blocks;
}

std::vector<std::string> claimWords(const Comparison& comparison)
{
    std::vector<std::string> words;
    for (const auto& claim : comparison.claims) {
        if (claim.verdict == ClaimVerdict::Wrong || claim.verdict == ClaimVerdict::SignFlipped) {
            words.push_back(std::format("{}: stated {}; {}", claim.test.empty() ? "In total" : claim.test, claim.stated,
                                        claim.reason));
        }
    }
    return words;
}

}
