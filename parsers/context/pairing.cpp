// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/pairing.h"

#include "parsers/context/clusters.h"
#include "parsers/context/headings.h"
#include "parsers/context/machine_facts.h"
#include "parsers/context/opposites.h"
#include "parsers/context/phrase_words.h"
#include "parsers/context/surroundings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <format>
#include <optional>
#include <utility>

namespace patchscale {
namespace {

/// How often a word of @p label that the other labels do not have stands in the title.
int wordsInTitle(const Cluster& cluster, const PlacedRun& run, std::string_view title)
{
    const auto lower = lowered(title);
    int count = 0;
    for (const auto& word : phraseWords(run.heading)) {
        const bool isCommon = std::ranges::any_of(cluster, [&](const PlacedRun* other) {
            return other != &run && lowered(other->heading).contains(word.lower);
        });
        count += !isCommon && word.lower.size() > 2 && lower.contains(word.lower) ? 1 : 0;
    }
    return count;
}

/// The total of a run, or the first result of its only test.
const TestResult* totalOf(const Run& run)
{
    const auto total = std::ranges::find_if(run.results, [](const TestResult& result) {
        const auto name = lowered(result.test);
        return name.contains("index score") || name.contains("geomean") || name == "total" || name == "average";
    });
    if (total != run.results.end()) {
        return &*total;
    }
    const bool isOneTest = std::ranges::all_of(
        run.results, [&](const TestResult& result) { return result.test == run.results.front().test; });
    return isOneTest && !run.results.empty() ? &run.results.front() : nullptr;
}

/// A change that is stated above both tables ("(+6.4%)") holds in one order of the sides only.
std::optional<std::size_t> baselineByChange(const Cluster& cluster)
{
    const auto* first = totalOf(cluster[0]->run->run);
    const auto* second = totalOf(cluster[1]->run->run);
    if (first == nullptr || second == nullptr || first->value <= 0 || second->value <= 0) {
        return std::nullopt;
    }
    constexpr double kTolerance = 0.0011; // people cut digits off as often as they round
    for (const double change : changesAbove(*cluster[0]->above, cluster[0]->quoteDepth)) {
        const bool isForward = std::abs(second->value / first->value - 1 - change) < kTolerance;
        const bool isBackward = std::abs(first->value / second->value - 1 - change) < kTolerance;
        if (isForward != isBackward) {
            return isForward ? 0 : 1;
        }
    }
    return std::nullopt;
}

/// "Don't load the module:", "no static key:": a heading that says what was left out.
bool isNegated(std::string_view heading)
{
    const auto lower = lowered(heading);
    return std::ranges::any_of(
        std::to_array<std::string_view>({"don't ", "do not ", "dont ", "no ", "not ", "without "}),
        [&](std::string_view word) { return lower.starts_with(word); });
}

struct Order
{
    std::size_t baseline = 0;
    std::string_view why = "no words tell the sides apart, and the old one mostly comes first";
};

/// Where no words tell a side: a stated change, the patch's title, else the order.
Order orderOf(const Cluster& cluster, std::string_view title)
{
    if (cluster.size() != 2) {
        return {};
    }
    if (const auto isFirst = isOldSideOf(cluster[0]->heading, cluster[1]->heading)) {
        return {.baseline = *isFirst ? 0U : 1U, .why = "a word in its heading says so"};
    }
    if (isNegated(cluster[0]->heading) != isNegated(cluster[1]->heading)) {
        return {.baseline = isNegated(cluster[0]->heading) ? 0U : 1U, .why = "its heading says what was left out"};
    }
    if (const auto baseline = baselineByChange(cluster)) {
        return {.baseline = *baseline, .why = "the change that the text states holds in this order"};
    }
    const int first = wordsInTitle(cluster, *cluster[0], title);
    const int second = wordsInTitle(cluster, *cluster[1], title);
    if ((first > 0) != (second > 0)) {
        return {.baseline = first > 0 ? 1U : 0U, .why = "the patch's title names the new one"};
    }
    return {};
}

std::string defaultLabel(Role role)
{
    return role == Role::Baseline ? "before" : "after";
}

void assume(PlacedRun& run, Role role, std::string_view why, std::vector<Diagnostic>& diagnostics)
{
    auto& variant = run.run->run.variant;
    variant.role = role;
    variant.isAssumed = true;
    std::string_view code = "assumed-role";
    if (variant.label.empty()) {
        variant.label = run.heading.empty() ? defaultLabel(role) : run.heading;
        code = "assumed-variant";
    }
    diagnostics.push_back({.severity = Severity::Info,
                           .code = std::string(code),
                           .message = std::format("'{}' is taken as the {} side: {}", variant.label,
                                                  role == Role::Baseline ? "old" : "new", why),
                           .span = run.run->run.span});
}

void assignSides(const Cluster& cluster, std::string_view title, std::vector<Diagnostic>& diagnostics)
{
    std::vector<PlacedRun*> open;
    const PlacedRun* baseline = nullptr;
    const PlacedRun* candidate = nullptr;
    for (auto* run : cluster) {
        const auto role = run->run->run.variant.role;
        if (role == Role::None) {
            open.push_back(run);
        } else {
            (role == Role::Baseline ? baseline : candidate) = run;
        }
    }
    if (open.empty() || (baseline != nullptr && candidate != nullptr) || cluster.size() < 2) {
        return;
    }
    if (baseline != nullptr) {
        for (auto* run : open) {
            assume(*run, Role::Candidate, std::format("the other side is '{}'", baseline->run->run.variant.label),
                   diagnostics);
        }
        return;
    }
    if (candidate != nullptr) {
        assume(*open.front(), Role::Baseline, std::format("the other side is '{}'", candidate->run->run.variant.label),
               diagnostics);
        for (std::size_t i = 1; i < open.size(); ++i) {
            assume(*open[i], Role::Candidate, "another side is taken as the old one already", diagnostics);
        }
        return;
    }
    // neither side has words: only two tables that are told apart by their headings, or not at all, are a comparison
    const bool areSettings = std::ranges::all_of(
        open, [](const PlacedRun* run) { return !run->heading.empty() && isScenarioHeading(run->heading); });
    const bool isOneBlock =
        std::ranges::all_of(open, [&](const PlacedRun* run) { return run->block == open[0]->block; });
    const bool isSideBySide = isOneBlock
        && std::ranges::all_of(open, [&](const PlacedRun* run) { return run->run->group == open[0]->run->group; });
    // their rows hold both sides already
    const auto& benchmark = open.front()->run->run.benchmark;
    const bool isComparison = benchmark == "perf diff" || benchmark == "perf c2c" || benchmark == "false sharing";
    if (isComparison || areSettings || open.size() > 3 || (isOneBlock && !isSideBySide)) {
        return;
    }
    const auto order = orderOf(open, title);
    for (std::size_t i = 0; i < open.size(); ++i) {
        assume(*open[i], i == order.baseline ? Role::Baseline : Role::Candidate, order.why, diagnostics);
    }
}

/// The sides of a comparison have to agree in machine and parameters: what one tells holds for the other.
void unify(const Cluster& cluster)
{
    std::vector<std::pair<Machine, Parameters>> told; // in a log of a thousand runs few tell different things
    for (const auto* from : cluster) {
        const bool isTold = std::ranges::any_of(told, [&run = from->run->run](const auto& before) {
            return before.first == run.machine && before.second == run.parameters;
        });
        if (isTold) {
            continue;
        }
        const auto& [machine, parameters] = told.emplace_back(from->run->run.machine, from->run->run.parameters);
        for (auto* to : cluster) {
            auto& mine = to->run->run;
            if (agree(mine.machine, machine) && !machine.label.empty()) {
                // kernels may differ: they are what is compared
                auto kernel = mine.machine.kernel;
                fillMachine(mine.machine, machine);
                mine.machine.kernel = std::move(kernel);
            }
            for (const auto& [key, value] : parameters) {
                if (key != "command") {
                    mine.parameters.try_emplace(key, value);
                }
            }
        }
    }
    const auto& command = cluster.front()->run->run.parameters;
    const auto first = command.find("command");
    const bool isSame = std::ranges::all_of(cluster, [&](const PlacedRun* run) {
        const auto mine = run->run->run.parameters.find("command");
        const bool hasFirst = first != command.end();
        return (mine != run->run->run.parameters.end()) == hasFirst && (!hasFirst || mine->second == first->second);
    });
    if (isSame) {
        return;
    }
    for (auto* run : cluster) {
        // the sides were started by different commands, or only one of them is shown
        auto& parameters = run->run->run.parameters;
        if (const auto mine = parameters.find("command"); mine != parameters.end()) {
            run->run->run.machine.facts["command"] = mine->second;
            parameters.erase(mine);
        }
    }
}

bool isSameQuestion(const Run& a, const Run& b)
{
    return a.benchmark == b.benchmark && a.machine.label == b.machine.label && a.parameters == b.parameters;
}

/// Which comparisons another one of the same question stands beside.
std::vector<bool> colliding(const std::vector<Cluster>& clusters)
{
    std::vector<bool> collides(clusters.size(), false);
    for (std::size_t i = 0; i < clusters.size(); ++i) {
        for (std::size_t k = i + 1; k < std::min(clusters.size(), i + kMaxOpenClusters); ++k) {
            const auto& a = *clusters[i].front();
            const auto& b = *clusters[k].front();
            const bool isKnown = collides[i] && collides[k];
            if (!isKnown && isSameQuestion(a.run->run, b.run->run) && haveCommonTest(a, b)) {
                collides[i] = true;
                collides[k] = true;
            }
        }
    }
    return collides;
}

void giveScenario(const Cluster& cluster, const std::string& key, const std::string& value)
{
    for (auto* run : cluster) {
        run->run->run.parameters.try_emplace(key, value);
    }
}

std::string settingOf(const PlacedRun& run)
{
    auto own = settingIn(run.head);
    return own.empty() ? settingAbove(*run.above, run.quoteDepth) : own;
}

/// The scenario of @p run among @p clusters that share it: a heading below it that differs tells more. Where the
/// scenario stands right above one of them ("Threads:" here and "Processes:" there), those headings are of one level.
std::string ownScenario(const PlacedRun& run, const std::vector<Cluster>& clusters)
{
    bool isShared = false;
    bool isOneLevel = false;
    for (const auto& cluster : clusters) {
        const auto& other = *cluster.front();
        if (other.scenario == run.scenario && other.quoteDepth == run.quoteDepth) {
            isShared = isShared || other.section != run.section;
            isOneLevel = isOneLevel || other.section == other.scenario;
        }
    }
    if (!isShared || run.section.empty() || run.section == run.scenario) {
        return run.scenario;
    }
    constexpr std::size_t kLongest = 60; // a sentence that says something else before
    const bool isCounted =
        run.scenario.find_first_of("0123456789") != std::string::npos; // "NPS1" holds for what follows
    return (isOneLevel && !isCounted) || run.scenario.size() > kLongest ? run.section
                                                                        : run.scenario + ", " + run.section;
}

/// Two comparisons of the same tests that nothing tells apart yet get what the text above them tells as their scenario:
/// their values must never be taken for repeats of one another.
void tellApart(const std::vector<Cluster>& clusters)
{
    const auto by = [&](auto textOf) {
        const auto collides = colliding(clusters);
        for (std::size_t i = 0; i < clusters.size(); ++i) {
            const std::string text = textOf(*clusters[i].front());
            if (collides[i] && !text.empty()) {
                giveScenario(clusters[i], "scenario", text);
            }
        }
    };
    by([&](const PlacedRun& run) { return run.scenario.empty() ? settingOf(run) : ownScenario(run, clusters); });
    by([](const PlacedRun& run) {
        auto setting = settingOf(run);
        return setting.empty() ? run.section : setting;
    });
    by([](const PlacedRun& run) { return leadAbove(*run.above, run.quoteDepth); });
    const auto collides = colliding(clusters);
    std::size_t part = 0;
    for (std::size_t i = 0; i < clusters.size(); ++i) {
        if (collides[i]) {
            giveScenario(clusters[i], "part", std::to_string(++part));
        }
    }
}

}

void pairRuns(std::vector<PlacedRun>& runs, std::string_view title, std::vector<Diagnostic>& diagnostics)
{
    auto clusters = clustersOf(runs);
    for (const auto& cluster : clusters) {
        unify(cluster);
        assignSides(cluster, title, diagnostics);
    }
    tellApart(clusters);
}

}
