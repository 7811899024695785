// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_lines.h"

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>

namespace patchscale {
namespace {

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

std::vector<ReportLine> linesOf(const GroupSet& set)
{
    std::vector<ReportLine> lines;
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
    std::ranges::stable_sort(lines, {}, [](const ReportLine& line) { return placeOf(*line.first); });
    return lines;
}

Parameters sharedOf(const std::vector<ReportLine>& lines)
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

}
