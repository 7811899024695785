// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/row_names.h"

#include "parsers/context/vocabulary.h"
#include "parsers/table/naming.h"

#include <algorithm>

namespace patchscale::table {
namespace {

/// A line above the table that names something is short and no sentence.
constexpr std::size_t kLongestTitle = 80;

std::string labelOf(const Row& row, const Layout& layout)
{
    std::string label;
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
        if (layout.columns[i].kind == ColumnKind::Label && !row.cells[i].text.empty()) {
            label += label.empty() ? "" : " ";
            label += row.cells[i].text;
        }
    }
    while (!label.empty() && (label.back() == ':' || label.back() == ' ' || label.back() == '=')) {
        label.pop_back();
    }
    return label;
}

bool hasLetters(std::string_view text)
{
    return std::ranges::any_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80U;
    });
}

/// The nearest line above that can be a name; what it selects in brackets goes to @p parameters.
std::string titleTest(const Table& table, const Heads& heads, Parameters& parameters)
{
    auto titles = heads.captions;
    titles.insert(titles.end(), table.titles.begin(), table.titles.end());
    for (auto title : titles) {
        if (statedDirection(title) != Better::Unknown || title.find(" better") != std::string_view::npos) {
            continue;
        }
        if (title.size() > kLongestTitle || title.ends_with('.') || !hasLetters(title) || variantPhrase(title)) {
            return {};
        }
        if (const auto of = title.find(" of: "); of != std::string_view::npos) {
            title = title.substr(of + 5);
        }
        while (!title.empty() && (title.back() == ':' || title.back() == ' ' || title.back() == '=')) {
            title.remove_suffix(1);
        }
        if (title.ends_with(')')) {
            const auto open = title.rfind('(');
            if (open != std::string_view::npos && open > 0) {
                const auto inner = title.substr(open + 1, title.size() - open - 2);
                if (inner.find('=') != std::string_view::npos) {
                    addParameters(inner, parameters);
                }
                title = trimmed(title.substr(0, open));
            }
        }
        return std::string(title);
    }
    return {};
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

void nameKnown(std::string_view label, bool isUnixBench, RowName& name)
{
    const auto known = knownTestAt(label);
    const bool isWhole = known && trimmed(label.substr(known->length)).empty();
    if (!known || (known->isShort && (!isUnixBench || !isWhole)) || label.size() > known->length + 24) {
        return;
    }
    name.benchmark = std::string(known->benchmark);
    name.test = std::string(known->name);
    name.unit = known->resultUnit;
    name.indexBaseline = known->baseline;
    name.isScore = name.test.find("Index Score") != std::string::npos;
}

}

std::vector<RowName> nameRows(const Table& table, const Heads& heads, const Layout& layout)
{
    std::string words;
    for (const auto title : table.titles) {
        words += std::string(title) + "\n";
    }
    const bool isUnixBench = benchmarkIn(words) == "unixbench" || benchmarkIn(heads.corner) == "unixbench";
    std::vector<RowName> names;
    std::string group;
    for (const auto& row : table.rows) {
        RowName name;
        auto label = labelOf(row, layout);
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const auto& cell = row.cells[i];
            if (layout.columns[i].kind == ColumnKind::Parameter && cell.kind != CellKind::Missing) {
                auto key = parameterName(layout.columns[i].head.text);
                if (key.empty()
                    && heads.others.size() == 1) { // "MTU(Bytes)/Bandwidth (Gbit/s)" stands above all columns
                    key = parameterName(heads.others.front().substr(0, heads.others.front().find('/')));
                }
                if (key.empty()) {
                    label += label.empty() ? "" : " ";
                    label += cell.text;
                } else {
                    name.parameters[key] = std::string(cell.text);
                }
            }
        }
        if (row.section != Row::kNoSection) {
            addParameters(table.sections[row.section], name.parameters);
        } else if (!table.sections.empty() && !heads.captions.empty()) { // the first sub-heading stands above all rows
            addParameters(heads.captions.front(), name.parameters);
        }
        nameKnown(label, isUnixBench, name);
        name.isSpread = name.benchmark.empty() && isSpreadLabel(label);
        if (name.benchmark.empty() && (isPerfEvent(label) || label.starts_with("# ") || label.ends_with('#'))) {
            name.benchmark = "perf stat";
            name.test = perfTest(label, group);
        } else if (name.benchmark.empty() && isFioJob(label)) {
            name.benchmark = "fio";
        }
        if (name.test.empty()) {
            // A number or a mean says nothing without the words above the table.
            const bool needsTitle = !hasLetters(label) || isMeanLabel(label);
            const auto title = needsTitle ? titleTest(table, heads, name.parameters) : std::string();
            name.test = title.empty() ? label : title;
            if (!title.empty() && !label.empty() && !isMeanLabel(label)) {
                name.parameters["case"] = label;
            }
            if (name.test.empty() && !name.parameters.empty()) {
                name.test = name.parameters.begin()->first + "=" + name.parameters.begin()->second;
            }
            if (name.test.empty()) {
                name.test = heads.corner.empty() ? "value" : std::string(heads.corner);
            }
            name.unit = unitIn(label);
            name.metric = std::string(name.unit.empty() ? std::string_view {} : metricIn(label));
        }
        names.push_back(std::move(name));
    }
    return names;
}

}
