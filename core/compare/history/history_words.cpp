// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/history/history_words.h"

#include "core/base/join.h"
#include "core/compare/facts_difference.h"
#include "core/compare/figures.h"
#include "core/compare/history/history_steps.h"
#include "core/compare/noise_floor.h"
#include "core/stats/change_points.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <set>

namespace patchscale {
namespace {

constexpr std::size_t kMostFacts = 6;

/// A stretch of a series: the units from begin to end.
struct Stretch
{
    std::size_t begin = 0;
    std::size_t end = 0;
};

std::string pText(double p)
{
    return p < 0.001 ? std::string("p < 0.001") : std::format("p {:.3f}", p);
}

/// "worse, p 0.005", with what p becomes among so many histories.
std::string judgement(const HistorySeries& series, const HistoryStep& step)
{
    const bool isUp = step.levelAfter > step.levelBefore;
    const auto* const word = series.better == Better::Unknown ? "direction not known"
        : isUp == (series.better == Better::Higher)           ? "better"
                                                              : "worse";
    auto text = std::format("{}, {}", word, pText(step.p));
    if (pText(step.pAdjusted) != pText(step.p)) {
        text += std::format(", {} adjusted for the number of histories", pText(step.pAdjusted));
    }
    return step.verdict == Verdict::Undecided ? text + ": among so many it may be chance" : text;
}

/// A level with six digits, which are more than any measurement has.
std::string levelText(double value)
{
    constexpr int kDigits = 6;
    const double size = std::abs(value);
    const int whole = size >= 1 ? static_cast<int>(std::floor(std::log10(size))) + 1 : 0;
    return fixedText(value, std::clamp(kDigits - whole, 0, decimalsOf(value)));
}

std::string sizeOf(const HistoryStep& step)
{
    const bool hasPercentage = step.levelBefore > 0;
    if (!hasPercentage) {
        return std::format("from {} to {}", levelText(step.levelBefore), levelText(step.levelAfter));
    }
    auto text = changeText(step.change);
    if (step.interval) {
        text += std::format(" ({} to {})", changeText(step.interval->low), changeText(step.interval->high));
    }
    return text;
}

/// "6.5 to 6.9, 12 runs, median 101.2 Mops/s".
std::string stretchText(const HistorySeries& series, Stretch stretch, double level)
{
    const auto& first = series.places[series.units[stretch.begin].place].label;
    const auto& last = series.places[series.units[stretch.end - 1].place].label;
    const bool isOne = series.units[stretch.begin].place == series.units[stretch.end - 1].place;
    return std::format("{}, {}, median {}{}{}", isOne ? first : first + " to " + last,
                       countText(stretch.end - stretch.begin, "observation", "observations"), levelText(level),
                       series.unit.empty() ? "" : " ", series.unit);
}

/// The facts of a run with those that have a field of their own.
Parameters factsOf(const Run& run)
{
    auto facts = run.machine.facts;
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty()) {
            facts.try_emplace(name, value);
        }
    };
    add("cpu.model", run.machine.cpu);
    add("memory.total", run.machine.memory);
    add("os.name", run.machine.os);
    // The place itself, and what always differs with it.
    for (const auto* const name : {"kernel.release", "kernel.commit", "kernel build"}) {
        facts.erase(name);
    }
    return facts;
}

const Run& runOf(std::span<const Run> runs, const HistorySeries& series, std::size_t unit)
{
    return runs[series.units[unit].results.front().run];
}

/// Whether all units of @p stretch that tell the fact tell @p value.
bool tellsAll(std::span<const Run> runs, const HistorySeries& series, Stretch stretch, const std::string& name,
              const std::string& value)
{
    for (std::size_t unit = stretch.begin; unit < stretch.end; ++unit) {
        const auto facts = factsOf(runOf(runs, series, unit));
        const auto fact = facts.find(name);
        if (fact != facts.end() && fact->second != value) {
            return false;
        }
    }
    return true;
}

/// What changed with the level besides the kernel: a suspect of its own where it holds on both sides all along.
void explainFacts(std::span<const Run> runs, const HistorySeries& series, Stretch before, Stretch after,
                  HistoryStep& step)
{
    const auto left = factsOf(runOf(runs, series, before.end - 1));
    const auto right = factsOf(runOf(runs, series, after.begin));
    auto differences = factsDifference(left, right);
    if (!step.isWithinPlace) {
        std::erase_if(differences, [](const FactDifference& each) { return each.name == "kernel.version"; });
    }
    if (differences.empty()) {
        const bool areTold = left.size() > 1 && right.size() > 1;
        step.explanations.push_back(
            areTold ? "nothing else that is known of the machine differs between the two runs at the step"
                    : "the documents do not tell whether anything else changed there");
        return;
    }
    std::vector<std::string> lasting;
    std::vector<std::string> passing;
    for (const auto& difference : differences) {
        const bool isLasting = tellsAll(runs, series, before, difference.name, difference.before)
            && tellsAll(runs, series, after, difference.name, difference.after);
        (isLasting ? lasting : passing).push_back(describe(difference));
    }
    const auto say = [&](std::vector<std::string>& list, std::string_view words) {
        const std::size_t more = list.size() > kMostFacts ? list.size() - kMostFacts : 0;
        list.resize(list.size() - more);
        if (!list.empty()) {
            step.explanations.push_back(std::format("{}{}{}", words, join(list, ", "),
                                                    more > 0 ? std::format(" and {} more", more) : std::string()));
        }
    };
    say(lasting, "changed with it, on both sides all along, and may be the cause: ");
    say(passing, "differs between the two runs at the step: ");
}

void explainNoise(std::span<const Run> runs, const HistorySources& sources, const HistorySeries& series,
                  HistoryStep& step)
{
    const auto& ref = series.units[step.unit].results.front();
    const auto* const spread =
        sources.floors == nullptr ? nullptr : sources.floors->find(runs[ref.run], runs[ref.run].results[ref.result]);
    const auto reach = spread == nullptr ? std::nullopt : spread->reach(0.95, 1, 1);
    if (reach) {
        step.explanations.push_back(
            std::format("single runs of one variant differ by up to {} here in 95 % of all cases", sizeText(*reach)));
    }
}

void explainNotes(const HistorySources& sources, const HistorySeries& series, Stretch around, HistoryStep& step)
{
    for (const auto& [result, text] : sources.notes) {
        for (std::size_t unit = around.begin; unit < around.end; ++unit) {
            if (std::ranges::contains(series.units[unit].results, result)) {
                step.explanations.push_back(
                    std::format("note on {}: {}", series.places[series.units[unit].place].label, text));
            }
        }
    }
}

void explainStep(std::span<const Run> runs, const HistorySources& sources, HistorySeries& series, std::size_t index)
{
    auto& step = series.steps[index];
    const Stretch before {.begin = index == 0 ? 0 : series.steps[index - 1].unit, .end = step.unit};
    const Stretch after {.begin = step.unit,
                         .end = index + 1 == series.steps.size() ? series.units.size() : series.steps[index + 1].unit};
    step.sentence = std::format("{} {} {}: {}", sizeOf(step), step.isWithinPlace ? "within the runs of" : "at",
                                step.after, judgement(series, step));
    step.explanations.push_back("before: " + stretchText(series, before, step.levelBefore));
    step.explanations.push_back("after: " + stretchText(series, after, step.levelAfter));
    if (step.isWithinPlace) {
        step.explanations.push_back(
            std::format("both sides of it are runs of {}: {} did not change there", step.after,
                        series.order == HistoryOrder::Release ? "the kernel's release" : "the place"));
    }
    explainFacts(runs, series, before, after, step);
    explainNoise(runs, sources, series, step);
    explainNotes(sources, series, {.begin = before.begin, .end = after.end}, step);
}

/// How far single values may lie apart by chance, where that is known.
std::optional<double> reachOf(std::span<const Run> runs, const HistorySources& sources, const HistorySeries& series)
{
    const auto& ref = series.units.front().results.front();
    const auto* const spread =
        sources.floors == nullptr ? nullptr : sources.floors->find(runs[ref.run], runs[ref.run].results[ref.result]);
    return spread == nullptr ? std::nullopt
                             : spread->reach(0.95, static_cast<double>(series.places.front().units),
                                             static_cast<double>(series.places.back().units));
}

std::string placesText(const HistorySeries& series)
{
    const auto count = series.places.size();
    return series.order == HistoryOrder::Release ? countText(count, "release", "releases")
        : series.order == HistoryOrder::Date     ? countText(count, "date", "dates")
                                                 : countText(count, "commit or boot", "commits or boots");
}

std::string rangeText(const HistorySeries& series)
{
    return std::format("{} of {} from {} to {}", countText(series.units.size(), "observation", "observations"),
                       placesText(series), series.places.front().label, series.places.back().label);
}

void tellShort(std::span<const Run> runs, const HistorySources& sources, HistorySeries& series)
{
    series.sentence = std::format("Too short to tell a change from chance: {}", rangeText(series));
    if (series.change) {
        series.sentence += std::format("; {} from the first to the last", changeText(*series.change));
    }
    if (const auto reach = reachOf(runs, sources, series); reach && series.change) {
        const bool isWithin = std::abs(*series.change) <= *reach;
        series.sentence += std::format(", {} the {} that this test is known to vary by", isWithin ? "within" : "beyond",
                                       sizeText(*reach));
    }
    series.sentence += '.';
    const auto missing = fewestUnits() - series.units.size();
    series.notes.push_back(std::format(
        "a change point needs at least {} boots or runs, half of them on each side: {} more", fewestUnits(), missing));
}

void tellLimits(HistorySeries& series)
{
    const auto behind = fewestBehind(series.units.size());
    if (series.places.back().units < behind) {
        const auto missing = behind - series.places.back().units;
        series.notes.push_back(std::format("a change at {} itself would not show yet: {} more {} there",
                                           series.places.back().label, missing,
                                           missing == 1 ? "run is needed" : "runs are needed"));
    }
    const auto isRise = [](const HistoryStep& step) { return step.levelAfter > step.levelBefore; };
    constexpr std::size_t kSlope = 3;
    if (series.steps.size() >= kSlope
        && (std::ranges::all_of(series.steps, isRise) || std::ranges::none_of(series.steps, isRise))) {
        series.notes.push_back("all steps go one way: a slow drift looks like that, too");
    }
}

/// Whether some dates are those of mails, which were written some time after what they tell was measured.
bool isByMail(std::span<const Run> runs, const HistorySeries& series)
{
    return series.order == HistoryOrder::Date && std::ranges::any_of(series.units, [&](const HistoryUnit& unit) {
               return !runs[unit.results.front().run].machine.facts.contains("run.started");
           });
}

}

void explainSeries(std::span<const Run> runs, const HistorySources& sources, HistorySeries& series)
{
    if (series.order == HistoryOrder::Import) {
        series.notes.push_back("in the order of import: no two runs tell a kernel release or a date");
    }
    if (isByMail(runs, series)) {
        series.notes.push_back("dates are those of the mails: when it was measured is not told");
    }
    if (series.isTooShort) {
        tellShort(runs, sources, series);
        return;
    }
    for (std::size_t i = 0; i < series.steps.size(); ++i) {
        explainStep(runs, sources, series, i);
    }
    tellLimits(series);
    series.sentence = series.steps.empty()
        ? std::format("No change point in {}.", rangeText(series))
        : join(series.steps, "; ", [](const HistoryStep& step) { return step.sentence; }) + ".";
}

std::string familyWords(const HistoryFamily& family, Adjustment adjustment)
{
    const auto whole = std::format("p is adjusted for {} ({} found; a history without one counts as one more): ",
                                   countText(family.members, "change point", "change points"), family.points);
    return whole
        + (adjustment == Adjustment::Holm ? "Holm, no false one among them with 95 %"
                                          : "Benjamini-Hochberg, 5 % of those that are told are expected to be chance");
}

std::string historySentence(const History& history, const std::string& since)
{
    std::vector<std::string> parts;
    const auto add = [&](int count, std::string_view words) {
        if (count > 0) {
            parts.push_back(std::format("{} {}", count, words));
        }
    };
    add(history.regressed, "got worse");
    add(history.improved, "got better");
    add(history.changed, "changed, with no direction known");
    add(history.undecided, "changed, but among so many that may be chance");
    add(history.unchanged, "without a change point");
    add(history.tooShort, "too short to tell");
    return std::format("Of {}{}: {}.", countText(history.series.size(), "history", "histories"),
                       since.empty() ? "" : " since " + since, join(parts, ", "));
}

}
