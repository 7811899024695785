// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/choices.h"

#include <algorithm>
#include <iterator>

namespace patchscale {

namespace {

/// Puts the groups of @p answer that have @p key in the place of those in @p groups.
void replaceGroups(std::vector<ComparisonGroup>& groups, const GroupKey& key, const Comparison& answer)
{
    std::vector<ComparisonGroup> chosen;
    std::ranges::copy_if(answer.groups, std::back_inserter(chosen),
                         [&key](const ComparisonGroup& group) { return keyOf(group) == key; });
    if (chosen.empty()) {
        return;
    }
    const auto first =
        std::ranges::find_if(groups, [&key](const ComparisonGroup& group) { return keyOf(group) == key; });
    const auto place = first - groups.begin();
    std::erase_if(groups, [&key](const ComparisonGroup& group) { return keyOf(group) == key; });
    groups.insert(groups.begin() + std::min<std::ptrdiff_t>(place, std::ssize(groups)), chosen.begin(), chosen.end());
}

/// The groups of @p before without their rows, to be replaced in their places, with what else @p answer says.
Comparison placesOf(const Comparison& before, const Comparison& answer)
{
    Comparison places;
    places.claims = answer.claims;
    places.warnings = answer.warnings;
    for (const ComparisonGroup& group : before.groups) {
        ComparisonGroup& place = places.groups.emplace_back();
        place.benchmark = group.benchmark;
        place.machine = group.machine;
        place.parameters = group.parameters;
    }
    return places;
}

/// The runs that could be rows of @p group: those of its benchmark and machine under its parameters.
std::vector<const Run*> runsOf(const ComparisonInput& input, const ComparisonGroup& group)
{
    std::vector<const Run*> runs;
    for (const Run& run : input.runs) {
        const bool isSame = run.benchmark == group.benchmark && run.machine.label == group.machine
            && std::ranges::all_of(group.parameters, [&run](const auto& parameter) {
                                const auto own = run.parameters.find(parameter.first);
                                return own == run.parameters.end() || own->second == parameter.second;
                            });
        if (isSame) {
            runs.push_back(&run);
        }
    }
    return runs;
}

void addOnce(std::vector<std::string>& names, const std::string& name)
{
    if (!name.empty() && std::ranges::find(names, name) == names.end()) {
        names.push_back(name);
    }
}

}

GroupKey keyOf(const ComparisonGroup& group)
{
    return {.benchmark = group.benchmark, .machine = group.machine, .parameters = group.parameters};
}

Result<Comparison> compareWithChoices(const ComparisonInput& input, const GroupChoices& choices, double limit,
                                      const Job& job, const Comparison* before)
{
    // step 1: each choice as a comparison of its own
    std::map<GroupChoice, Comparison> answers;
    for (const auto& [key, choice] : choices) {
        if (answers.contains(choice)) {
            continue;
        }
        const ComparisonSpec spec {.baseline = choice.baseline,
                                   .candidates = {},
                                   .metric = choice.metric,
                                   .limit = limit,
                                   .limits = {},
                                   .better = {}};
        Result<Comparison> other = compareInput(input, spec, job);
        if (!other && other.error().code == Errc::Cancelled) {
            return other;
        }
        if (other) {
            answers.emplace(choice, std::move(*other));
        }
    }
    const auto isAnswered = [&](const ComparisonGroup& group) {
        const auto choice = choices.find(keyOf(group));
        const auto answer = choice == choices.end() ? answers.end() : answers.find(choice->second);
        return answer != answers.end() && std::ranges::contains(answer->second.groups, keyOf(group), keyOf);
    };
    // step 2: the groups that nobody chose anything for, or whose choice has no answer, by role
    const bool isAllChosen = before != nullptr && !answers.empty() && std::ranges::all_of(before->groups, isAnswered);
    ComparisonSpec byRole;
    byRole.limit = limit;
    Result<Comparison> comparison =
        isAllChosen ? Result<Comparison>(placesOf(*before, answers.begin()->second)) : compareInput(input, byRole, job);
    for (const auto& [key, choice] : choices) {
        const auto answer = answers.find(choice);
        if (answer == answers.end()) {
            continue;
        }
        if (!comparison) {
            // By role nothing can be compared, by the user's choice it can.
            comparison = Comparison {.groups = {}, .claims = answer->second.claims, .counts = {}, .warnings = {}};
        }
        replaceGroups(comparison->groups, key, answer->second);
    }
    if (comparison) {
        comparison->counts = {};
        for (const ComparisonGroup& group : comparison->groups) {
            comparison->counts += group.counts;
        }
    }
    return comparison;
}

std::vector<std::string> variantLabels(const ComparisonInput& input, const ComparisonGroup& group)
{
    std::vector<std::string> labels;
    for (const Run* run : runsOf(input, group)) {
        addOnce(labels, run->variant.label);
    }
    addOnce(labels, group.baseline);
    addOnce(labels, group.candidate);
    return labels;
}

std::vector<std::string> metricNames(const ComparisonInput& input, const ComparisonGroup& group)
{
    std::vector<std::string> names;
    for (const Run* run : runsOf(input, group)) {
        for (const TestResult& result : run->results) {
            addOnce(names, result.metric);
        }
    }
    return names;
}

}
