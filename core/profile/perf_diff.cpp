// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/perf_diff.h"

#include "core/profile/symbol_names.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

namespace patchscale {
namespace {

/// perf diff matches by the object's name, so that a program that was built anew under another name is gone and new:
/// the rows of a symbol that is one of each are one.
void joinRebuilt(ProfileComparison& profile)
{
    struct Lone
    {
        std::vector<std::size_t> gone;
        std::vector<std::size_t> fresh;
    };
    std::map<std::string_view, Lone> bySymbol;
    for (std::size_t i = 0; i < profile.rows.size(); ++i) {
        const auto& row = profile.rows[i];
        if (row.self.before.has_value() != row.self.after.has_value()) {
            auto& lone = bySymbol[row.name];
            (row.self.before ? lone.gone : lone.fresh).push_back(i);
        }
    }
    std::vector<bool> isJoined(profile.rows.size());
    for (const auto& [name, lone] : bySymbol) {
        const bool isOne = lone.gone.size() == 1 && lone.fresh.size() == 1 && !isRawAddress(name);
        if (isOne) {
            auto& row = profile.rows[lone.fresh.front()];
            const auto& gone = profile.rows[lone.gone.front()];
            row.self.before = gone.self.before;
            row.baselineResult = gone.baselineResult;
            isJoined[lone.gone.front()] = true;
        }
    }
    std::size_t index = 0;
    std::erase_if(profile.rows, [&](const ProfileRow&) { return isJoined[index++]; });
}

}

ProfileComparison profileOfDiff(std::span<const Run> runs, std::size_t index, const ProfileSpec& spec)
{
    const auto& run = runs[index];
    ProfileComparison profile;
    profile.benchmark = run.benchmark;
    profile.machine = run.machine.label;
    profile.parameters = run.parameters;
    profile.baseline.label = "first file";
    profile.candidate.label = "second file";
    profile.baseline.runs = {index};
    profile.candidate.runs = {index};
    std::string name;
    const TestResult* last = nullptr;
    for (std::size_t i = 0; i < run.results.size(); ++i) {
        const auto& result = run.results[i];
        const bool isOfRow = result.metric == "baseline" || result.metric == "delta";
        if (!isOfRow || result.parameters.contains("data file")) {
            continue;
        }
        const bool isSameRow = last != nullptr && result.metric == "delta" && last->metric == "baseline"
            && last->test == result.test && last->parameters == result.parameters;
        if (!isSameRow) {
            auto& row = profile.rows.emplace_back();
            row.name = result.test;
            const auto dso = result.parameters.find("dso");
            row.object = dso == result.parameters.end() ? std::string() : dso->second;
            name = sourceName(result.test);
            row.isPatched = spec.patched.contains(name);
        }
        last = &result;
        auto& row = profile.rows.back();
        const RunResultRef place {.run = index, .result = i};
        if (result.metric == "baseline") {
            row.self.before = result.baseValue;
            row.baselineResult = place;
            profile.baseline.listed += result.baseValue;
        } else {
            // A blank baseline is a symbol that was not there.
            row.self.after = std::max(0.0, row.self.before.value_or(0) + result.baseValue);
            row.candidateResult = place;
            profile.candidate.listed += *row.self.after;
        }
    }
    joinRebuilt(profile);
    for (auto& row : profile.rows) {
        const auto difference = row.self.difference();
        row.change = !row.self.before                     ? ProfileChange::New
            : !row.self.after                             ? ProfileChange::Gone
            : std::abs(*difference) < spec.untestedPoints ? ProfileChange::Same
            : *difference > 0                             ? ProfileChange::More
                                                          : ProfileChange::Less;
    }
    return profile;
}

}
