// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/across.h"

#include "core/base/join.h"
#include "core/compare/figures.h"

#include <algorithm>
#include <cstdint>
#include <format>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

namespace patchscale {
namespace {

constexpr std::string_view kMachine = "machine";
constexpr std::string_view kCandidate = "candidate";
constexpr std::string_view kSeveral = "place";

bool hasBothSides(const ComparisonGroup& group)
{
    return std::ranges::any_of(group.rows,
                               [](const ComparisonRow& row) { return row.baseline.value && row.candidate.value; });
}

std::string keyOf(const ComparisonRow& row)
{
    std::string key = row.test + '\x1f' + row.metric;
    for (const auto& [name, value] : row.parameters) {
        key.append("\x1f").append(name).append("=").append(value);
    }
    return key;
}

/// Everything that groups of one candidate may differ in, by name.
Parameters circumstancesOf(const ComparisonGroup& group)
{
    auto all = group.parameters;
    all.insert_or_assign(std::string(kMachine), group.machine);
    return all;
}

/// The names of what is not the same in all of @p groups.
std::vector<std::string> differing(const std::vector<const ComparisonGroup*>& groups)
{
    std::map<std::string, std::set<std::string>> values;
    for (const auto* group : groups) {
        for (const auto& [name, value] : circumstancesOf(*group)) {
            values[name];
        }
    }
    std::vector<std::string> names;
    for (auto& [name, seen] : values) {
        for (const auto* group : groups) {
            const auto own = circumstancesOf(*group);
            const auto entry = own.find(name);
            seen.insert(entry == own.end() ? std::string() : entry->second);
        }
        if (seen.size() > 1) {
            names.push_back(name);
        }
    }
    // A machine is what a reader looks for first.
    std::ranges::stable_partition(names, [](const std::string& name) { return name == kMachine; });
    return names;
}

std::string labelOf(const ComparisonGroup& group, const std::vector<std::string>& names)
{
    const auto all = circumstancesOf(group);
    return join(names, ", ", [&](const std::string& name) {
        const auto entry = all.find(name);
        const std::string value = entry == all.end() || entry->second.empty() ? "not told" : entry->second;
        return name == kMachine ? (value == "not told" ? "a machine that is not told" : value) : name + "=" + value;
    });
}

AcrossPlace placeOf(const ComparisonGroup& group, std::string label)
{
    AcrossPlace place {.group = &group, .label = std::move(label), .change = group.geomean, .interval = {}};
    if (group.index) {
        place.change = group.index->change;
    } else {
        place.interval = group.geomeanInterval;
    }
    return place;
}

/// "on lab1 and lab2", "at copies=40", "with v2".
std::string placesText(const Across& across, const std::vector<std::size_t>& places)
{
    std::string text = across.over == kMachine ? "on " : across.over == kCandidate ? "with " : "at ";
    for (std::size_t i = 0; i < places.size(); ++i) {
        text += i == 0 ? "" : i + 1 == places.size() ? " and " : ", ";
        text += across.places[places[i]].label;
    }
    return text;
}

/// "on both machines", "with all 3 candidates", "at all 4 values of copies".
std::string everywhereText(const Across& across, std::size_t count)
{
    const auto all = count == 2 ? std::string("both") : std::format("all {}", count);
    if (across.over == kMachine) {
        return "on " + all + " machines";
    }
    if (across.over == kCandidate) {
        return "with " + all + " candidates";
    }
    return "at " + all + (across.over == kSeveral ? " places" : " values of " + across.over);
}

enum class Kind : std::uint8_t { Missing, Worse, Better, Same, Open };

Kind kindOf(const ComparisonRow* row)
{
    if (row == nullptr) {
        return Kind::Missing;
    }
    switch (row->verdict) {
    case Verdict::Regressed:
        return Kind::Worse;
    case Verdict::Improved:
        return Kind::Better;
    case Verdict::Unchanged:
    case Verdict::Minor:
        return Kind::Same;
    case Verdict::Undecided:
        return Kind::Open;
    case Verdict::NotComparable:
        break;
    }
    return Kind::Missing;
}

/// Whether the intervals of two rows, where both are known, leave no room for one change in both places. Without
/// intervals their verdicts are all there is.
bool areApart(const ComparisonRow& a, const ComparisonRow& b)
{
    return !a.interval || !b.interval || a.interval->high < b.interval->low || b.interval->high < a.interval->low;
}

struct ByKind
{
    std::vector<std::size_t> worse;
    std::vector<std::size_t> better;
    std::vector<std::size_t> same;
    std::vector<std::size_t> open;

    [[nodiscard]] std::size_t known() const
    {
        return worse.size() + better.size() + same.size() + open.size();
    }
};

ByKind sorted(const AcrossTest& test)
{
    ByKind kinds;
    for (std::size_t place = 0; place < test.rows.size(); ++place) {
        switch (kindOf(test.rows[place])) {
        case Kind::Worse:
            kinds.worse.push_back(place);
            break;
        case Kind::Better:
            kinds.better.push_back(place);
            break;
        case Kind::Same:
            kinds.same.push_back(place);
            break;
        case Kind::Open:
            kinds.open.push_back(place);
            break;
        case Kind::Missing:
            break;
        }
    }
    return kinds;
}

/// What one test does where it changes one way only, and the same or nothing elsewhere.
std::string oneWay(const Across& across, const AcrossTest& test, const ByKind& kinds, const char* verb,
                   const std::vector<std::size_t>& changed)
{
    if (changed.size() == kinds.known()) {
        return changed.size() == 1 ? std::string() : std::format("{} {}", verb, everywhereText(across, changed.size()));
    }
    const bool isOnly = kinds.open.empty() && std::ranges::all_of(changed, [&](std::size_t place) {
                            return std::ranges::all_of(kinds.same, [&](std::size_t other) {
                                return areApart(*test.rows[place], *test.rows[other]);
                            });
                        });
    auto text = std::format("{} {}{}", verb, isOnly ? "only " : "", placesText(across, changed));
    if (!kinds.open.empty()) {
        text += ", undecided " + placesText(across, kinds.open);
    } else if (!isOnly) {
        text += ", but the intervals elsewhere allow for the same change";
    }
    return text;
}

void judge(const Across& across, AcrossTest& test)
{
    const auto kinds = sorted(test);
    if (!kinds.worse.empty() && !kinds.better.empty()) {
        test.isConsistent = false;
        test.sentence =
            std::format("improves {}, regresses {}", placesText(across, kinds.better), placesText(across, kinds.worse));
    } else if (!kinds.worse.empty()) {
        test.sentence = oneWay(across, test, kinds, "regresses", kinds.worse);
    } else if (!kinds.better.empty()) {
        test.sentence = oneWay(across, test, kinds, "improves", kinds.better);
    }
    if (test.sentence.contains(" only ")) {
        test.isConsistent = false;
    }
}

std::string summaryOf(const Across& across)
{
    int better = 0;
    int worse = 0;
    int same = 0;
    int differ = 0;
    int open = 0;
    for (const auto& test : across.tests) {
        const auto kinds = sorted(test);
        if (!test.isConsistent) {
            ++differ;
        } else if (!kinds.open.empty() || (!kinds.same.empty() && kinds.same.size() < kinds.known())) {
            ++open;
        } else if (!kinds.better.empty()) {
            ++better;
        } else if (!kinds.worse.empty()) {
            ++worse;
        } else {
            ++same;
        }
    }
    std::vector<std::string> parts;
    const auto add = [&](int count, std::string_view words) {
        if (count > 0) {
            parts.push_back(std::format("{} {}", count, words));
        }
    };
    add(worse, "worse");
    add(better, "better");
    add(same, "the same");
    const auto everywhere = everywhereText(across, across.places.size());
    std::string text = parts.empty() ? std::string() : join(parts, ", ") + " " + everywhere;
    parts.clear();
    add(differ, "not alike");
    add(open, "not decided everywhere");
    if (!parts.empty()) {
        text += (text.empty() ? "" : "; ") + join(parts, ", ");
    }
    return std::format("Of {}: {}.", countText(across.tests.size(), "test", "tests"), text);
}

Across viewOf(std::string over, std::vector<AcrossPlace> places)
{
    Across across {.over = std::move(over), .places = std::move(places), .tests = {}, .sentence = {}};
    std::unordered_map<std::string, std::size_t> byKey;
    for (std::size_t place = 0; place < across.places.size(); ++place) {
        const auto& rows = across.places[place].group->rows;
        const bool areAllTotals = std::ranges::all_of(rows, &ComparisonRow::isTotal);
        for (const auto& row : rows) {
            if (row.isTotal && !areAllTotals) {
                continue; // the place tells it
            }
            const auto [entry, isNew] = byKey.try_emplace(keyOf(row), across.tests.size());
            if (isNew) {
                across.tests.push_back({.rows = std::vector<const ComparisonRow*>(across.places.size(), nullptr),
                                        .isConsistent = true,
                                        .sentence = {}});
            }
            across.tests[entry->second].rows[place] = &row;
        }
    }
    std::erase_if(across.tests, [](const AcrossTest& test) {
        // A rate at one place and a latency at another are no one test, even under one name.
        const auto has = [&test](Better better) {
            return std::ranges::any_of(test.rows,
                                       [better](const auto* row) { return row != nullptr && row->better == better; });
        };
        return (has(Better::Higher) && has(Better::Lower))
            || std::ranges::count_if(test.rows, [](const auto* row) { return kindOf(row) != Kind::Missing; }) < 2;
    });
    for (auto& test : across.tests) {
        judge(across, test);
    }
    across.sentence = across.tests.empty() ? std::string() : summaryOf(across);
    return across;
}

/// Groups by a key that leaves out what they may differ in, in the order in which they come.
std::vector<std::vector<const ComparisonGroup*>> setsBy(const Comparison& comparison, auto&& keyOfGroup)
{
    std::vector<std::vector<const ComparisonGroup*>> sets;
    std::unordered_map<std::string, std::size_t> byKey;
    for (const auto& group : comparison.groups) {
        if (!hasBothSides(group)) {
            continue;
        }
        const auto [entry, isNew] = byKey.try_emplace(keyOfGroup(group), sets.size());
        if (isNew) {
            sets.emplace_back();
        }
        sets[entry->second].push_back(&group);
    }
    std::erase_if(sets, [](const auto& set) { return set.size() < 2; });
    return sets;
}

void addCircumstances(const Comparison& comparison, std::vector<Across>& views)
{
    const auto sets = setsBy(comparison, [](const ComparisonGroup& group) {
        return group.benchmark + '\x1f' + group.baseline + '\x1f' + group.candidate;
    });
    for (const auto& set : sets) {
        auto names = differing(set);
        std::vector<AcrossPlace> places;
        for (const auto* group : set) {
            places.push_back(placeOf(*group, labelOf(*group, names)));
        }
        std::set<std::string> labels;
        for (const auto& place : places) {
            labels.insert(place.label);
        }
        if (labels.size() < places.size()) {
            continue; // what differs is not told: groups of several documents, or the same measured twice
        }
        views.push_back(viewOf(names.size() == 1 ? names.front() : std::string(kSeveral), std::move(places)));
    }
}

/// Numbers the baselines: groups of the same documents, or whose baseline is the same run, have one. Several candidates
/// that stand in files of their own are compared with one baseline, too.
class Baselines
{
public:
    std::size_t numberOf(const ComparisonGroup& group)
    {
        const auto documents = join(group.documents, "\x1f");
        const auto run = firstBaselineRun(group);
        auto number = m_byDocuments.size() + m_byRun.size();
        if (const auto hit = m_byDocuments.find(documents); hit != m_byDocuments.end()) {
            number = hit->second;
        } else if (const auto known = run ? m_byRun.find(*run) : m_byRun.end(); known != m_byRun.end()) {
            number = known->second;
        }
        m_byDocuments.try_emplace(documents, number);
        if (run) {
            m_byRun.try_emplace(*run, number);
        }
        return number;
    }

private:
    static std::optional<std::size_t> firstBaselineRun(const ComparisonGroup& group)
    {
        std::optional<std::size_t> first;
        for (const auto& row : group.rows) {
            for (const auto& result : row.baseline.results) {
                first = std::min(first.value_or(result.run), result.run);
            }
        }
        return first;
    }

    std::unordered_map<std::string, std::size_t> m_byDocuments;
    std::unordered_map<std::size_t, std::size_t> m_byRun;
};

void addCandidates(const Comparison& comparison, std::vector<Across>& views)
{
    Baselines baselines;
    const auto sets = setsBy(comparison, [&baselines](const ComparisonGroup& group) {
        std::string key = group.benchmark + '\x1f' + group.machine + '\x1f' + group.baseline;
        for (const auto& [name, value] : group.parameters) {
            key.append("\x1f").append(name).append("=").append(value);
        }
        return key + '\x1e' + std::to_string(baselines.numberOf(group));
    });
    for (const auto& set : sets) {
        std::vector<AcrossPlace> places;
        std::set<std::string> labels;
        for (const auto* group : set) {
            places.push_back(
                placeOf(*group, group->candidate.empty() ? "a candidate without a name" : group->candidate));
            labels.insert(places.back().label);
        }
        if (labels.size() == places.size()) {
            views.push_back(viewOf(std::string(kCandidate), std::move(places)));
        }
    }
}

}

const ComparisonRow& AcrossTest::first() const
{
    return **std::ranges::find_if(rows, [](const auto* row) { return row != nullptr; });
}

std::vector<Across> acrossOf(const Comparison& comparison)
{
    std::vector<Across> views;
    addCircumstances(comparison, views);
    addCandidates(comparison, views);
    std::erase_if(views, [](const Across& across) { return across.tests.empty(); });
    return views;
}

}
