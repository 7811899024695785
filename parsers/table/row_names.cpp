// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/row_names.h"
#include "parsers/table/blanks.h"

#include "parsers/context/vocabulary.h"
#include "parsers/table/naming.h"
#include "parsers/table/surroundings.h"

#include <algorithm>
#include <array>

namespace patchscale::table {
namespace {

std::string labelOf(const Row& row, const Layout& layout)
{
    std::string label;
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
        if (layout.columns[i].kind == ColumnKind::Label && !row.cells[i].text.empty()) {
            label += label.empty() ? "" : " ";
            label += row.cells[i].text;
        }
    }
    std::ranges::replace(label, '\n', ' '); // a row that was broken in two
    while (!label.empty() && (label.back() == ':' || label.back() == ' ' || label.back() == '=')) {
        label.pop_back();
    }
    return label;
}

/// "TopDownL1 # retiring" and, in the row below, "# backend_bound": the group's name holds on.
std::string perfTest(std::string_view label, std::string& group)
{
    const auto mark = label.find('#');
    if (mark == std::string_view::npos) {
        group.clear();
        return std::string(trimmed(label));
    }
    const auto left = trimmed(label.substr(0, mark));
    const auto right = trimmed(label.substr(mark + 1));
    if (right.empty()) {
        group.clear();
        return std::string(left);
    }
    if (!left.empty()) {
        group = std::string(left);
    }
    return group.empty() ? std::string(right) : group + " " + std::string(right);
}

/// "Hmean send-64" of mmtests: the statistic selects the case, the rest is its name.
void takeStatistic(std::string& label, Parameters& parameters)
{
    constexpr auto kStatistics = std::to_array<std::string_view>(
        {"Amean", "Hmean", "Gmean", "SubAmean", "Min", "Max", "Stddev", "CoeffVar", "Median"});
    const auto blank = label.find(' ');
    const auto first = std::string_view(label).substr(0, blank);
    const bool isStatistic = std::ranges::find(kStatistics, first) != kStatistics.end() || first.starts_with("BAmean-")
        || first.starts_with("BHmean-") || first.starts_with("Best");
    const bool isNamed = blank != std::string::npos && !trimmed(std::string_view(label).substr(blank)).starts_with('(');
    if (isStatistic && isNamed) { // "Min (MB/s)" has only a unit behind it
        parameters["statistic"] = std::string(first);
        label = std::string(trimmed(std::string_view(label).substr(blank)));
    }
}

void nameKnown(std::string_view label, bool isUnixBench, RowName& name)
{
    const auto known = knownTestAt(label);
    const bool isWhole = known && trimmed(label.substr(known->length)).empty();
    if (!known || (known->isShort && (!isUnixBench || !isWhole)) || label.size() > known->length + 24) {
        return;
    }
    name.benchmark = std::string(known->benchmark);
    name.test = std::string(known->name);
    name.unit = std::string(known->resultUnit);
    name.indexBaseline = known->baseline;
    name.isScore = name.test.find("Index Score") != std::string::npos;
}

/// "Function  old  new  delta" is the size of code, not a benchmark's result.
bool isBloatOMeter(const Heads& heads)
{
    const auto has = [&](std::string_view word) {
        return std::ranges::any_of(heads.columns, [&](const Head& head) { return head.text == word; });
    };
    return heads.corner == "Function" && has("old") && has("new") && has("delta");
}

/// "Total" or "Score" under UnixBench's tests is its index score.
void nameTotal(std::vector<RowName>& names)
{
    const auto tests = std::ranges::count_if(names, [](const RowName& name) { return name.indexBaseline > 0; });
    const bool hasScore = std::ranges::any_of(names, &RowName::isScore);
    if (tests < 3 || hasScore || names.empty()) {
        return;
    }
    auto& last = names.back();
    const auto lower = lowered(last.test);
    if (last.benchmark.empty()
        && (lower == "total" || lower.ends_with("score") || lower == "index" || lower == "geomean")) {
        last.benchmark = "unixbench";
        last.test = tests == 12 ? "System Benchmarks Index Score" : "System Benchmarks Index Score (Partial Only)";
        last.isScore = true;
    }
}

/// Takes the numbers that select the case from the parameter columns of @p row; those without a name join the label.
void takeParameters(const Row& row, const Layout& layout, const CaseCaption& caption, std::string& label, RowName& name)
{
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
        const auto& cell = row.cells[i];
        if (layout.columns[i].kind != ColumnKind::Parameter || cell.kind == CellKind::Missing) {
            continue;
        }
        auto text = cell.text;
        if (text.ends_with(':')) {
            text.remove_suffix(1);
        }
        auto key = parameterName(layout.columns[i].head.text);
        if (key.empty()) {
            key = caption.parameter;
        }
        if (key.empty()) {
            label += label.empty() ? "" : " ";
            label += text;
        } else {
            auto& value = name.parameters[key] = std::string(text);
            std::ranges::replace(value, '\n', ' ');
        }
    }
}

/// A test's name for a row whose label is no name: from the lines above, from what selects the case, at last "value".
void nameFromSurroundings(const Table& table, const Heads& heads, const CaseCaption& caption, const std::string& label,
                          RowName& name)
{
    const bool isMean = isMeanLabel(label);
    if (label.empty() && name.parameters.contains(caption.parameter)) {
        name.test = caption.test;
    }
    if (name.test.empty()) {
        name.test = titleTest(table, heads, name.parameters);
        if (!name.test.empty() && !label.empty() && !isMean) {
            name.parameters["case"] = label;
        }
    }
    if (name.test.empty()) {
        name.test = label;
    }
    if (name.test.empty()) {
        auto command = commandTest(table);
        name.benchmark = std::move(command.benchmark);
        name.test = std::move(command.test);
        name.indexBaseline = command.indexBaseline;
    }
    if (name.test.empty() && !name.parameters.empty()) {
        name.test = name.parameters.begin()->first + "=" + name.parameters.begin()->second;
    }
    if (name.test.empty()) {
        name.test = heads.corner.empty() ? "value" : std::string(heads.corner);
    }
}

RowName labelledName(const Table& table, const Heads& heads, const Layout& layout, const Row& row, bool isUnixBench,
                     std::string& group)
{
    RowName name;
    auto label = labelOf(row, layout);
    const auto caption = caseCaption(heads);
    takeParameters(row, layout, caption, label, name);
    if (row.section != Row::kNoSection) {
        addParameters(table.sections[row.section], name.parameters);
    } else if (!table.sections.empty() && !heads.captions.empty()) { // the first sub-heading stands above all rows
        addParameters(heads.captions.front(), name.parameters);
    }
    nameKnown(label, isUnixBench, name);
    name.isSpread = name.benchmark.empty() && isSpreadLabel(label);
    takeStatistic(label, name.parameters);
    if (name.benchmark.empty() && (isPerfEvent(label) || label.starts_with("# ") || label.ends_with('#'))) {
        name.benchmark = "perf stat";
        name.test = perfTest(label, group);
    } else if (name.benchmark.empty() && isFioJob(label)) {
        name.benchmark = "fio";
    }
    if (!name.test.empty()) {
        return name;
    }
    // A number or a mean says nothing without the words above the table.
    if (hasLetters(label) && !isMeanLabel(label)) {
        name.test = label;
    } else {
        nameFromSurroundings(table, heads, caption, label, name);
    }
    name.unit = std::string(unitIn(label));
    const bool isMetric = metricIn(label).size() == label.size(); // "score", "throughput"
    name.metric = std::string(name.unit.empty() && !isMetric ? std::string_view {} : metricIn(label));
    return name;
}

RowName givenName(const Table& table, const Heads& heads, const GivenName& given, bool isUnixBench)
{
    RowName name;
    name.parameters = given.parameters;
    name.unitFactor = given.factor;
    nameKnown(given.test, isUnixBench, name);
    if (name.test.empty()) {
        if (isFioJob(given.test)) {
            name.benchmark = "fio";
        }
        name.test = given.test;
        if (name.test.empty()) {
            nameFromSurroundings(table, heads, {}, {}, name);
        }
        name.unit = given.unit.empty() ? std::string(unitIn(given.test)) : given.unit;
        const auto metric = metricIn(given.metric);
        name.metric = metric.empty() ? lowered(given.metric) : std::string(metric);
    }
    return name;
}

}

std::vector<RowName> nameRows(const Table& table, const Heads& heads, const Layout& layout)
{
    std::string words;
    for (const auto title : table.titles) {
        words += std::string(title) + "\n";
    }
    const bool isUnixBench =
        benchmarkIn(words) == "unixbench" || benchmarkIn(heads.corner) == "unixbench" || !table.command.empty();
    const bool isBloat = isBloatOMeter(heads);
    std::vector<RowName> names;
    std::string group;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        auto name = table.names.empty() ? labelledName(table, heads, layout, table.rows[i], isUnixBench, group)
                                        : givenName(table, heads, table.names[i], isUnixBench);
        if (isBloat) {
            name.benchmark = "bloat-o-meter";
            name.metric = "code size";
            name.unit = "B";
        }
        names.push_back(std::move(name));
    }
    nameTotal(names);
    for (const auto other : heads.others) {
        words += std::string(other) + "\n";
    }
    scaleUnixBench(table, layout, words + std::string(heads.corner), names);
    return names;
}

}
