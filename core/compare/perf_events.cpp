// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/perf_events.h"

#include "core/compare/figures.h"
#include "core/stats/summary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <format>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace patchscale {
namespace {

struct Alias
{
    std::string_view written;
    std::string_view event;
};

constexpr auto kAliases = std::to_array<Alias>({
    {"cs", "context-switches"},
    {"context switches", "context-switches"},
    {"migrations", "cpu-migrations"},
    {"CPU-migrations", "cpu-migrations"},
    {"CPU migrations", "cpu-migrations"},
    {"faults", "page-faults"},
    {"pagefaults", "page-faults"},
    {"cpu-cycles", "cycles"},
    {"CPU cycles", "cycles"},
    {"branch-instructions", "branches"},
    {"branch misses", "branch-misses"},
    {"cache references", "cache-references"},
    {"cache misses", "cache-misses"},
    {"cpu/cycles/", "cycles"},
    {"cpu/cpu-cycles/", "cycles"},
    {"cpu/instructions/", "instructions"},
    {"cpu/branches/", "branches"},
    {"cpu/branch-instructions/", "branches"},
    {"cpu/branch-misses/", "branch-misses"},
    {"cpu/cache-references/", "cache-references"},
    {"cpu/cache-misses/", "cache-misses"},
});

/// A metric that follows from two counts.
struct Derived
{
    std::string_view event; ///< beside which perf prints it
    std::string_view other; ///< what it is divided by
    std::string_view metric;
    std::string_view unit;
    double unitFactor = 1; ///< of the unit
    std::string_view base;
    Better better = Better::Unknown;
};

constexpr std::string_view kClock = "task-clock";

constexpr auto kDerived = std::to_array<Derived>({
    {"instructions", "cycles", "insn per cycle", "", 1, "ratio", Better::Higher},
    {"cycles", kClock, "frequency", "GHz", 1e9, "Hz", Better::Unknown},
    {"branch-misses", "branches", "of all branches", "%", 0.01, "ratio", Better::Lower},
    {"cache-misses", "cache-references", "of all cache refs", "%", 0.01, "ratio", Better::Lower},
    {"L1-dcache-load-misses", "L1-dcache-loads", "of all L1-dcache accesses", "%", 0.01, "ratio", Better::Lower},
    {"L1-icache-load-misses", "L1-icache-loads", "of all L1-icache accesses", "%", 0.01, "ratio", Better::Lower},
    {"LLC-load-misses", "LLC-loads", "of all LL-cache accesses", "%", 0.01, "ratio", Better::Lower},
    {"dTLB-load-misses", "dTLB-loads", "of all dTLB cache accesses", "%", 0.01, "ratio", Better::Lower},
    {"iTLB-load-misses", "iTLB-loads", "of all iTLB cache accesses", "%", 0.01, "ratio", Better::Lower},
    {"stalled-cycles-frontend", "cycles", "frontend cycles idle", "%", 0.01, "ratio", Better::Lower},
    {"stalled-cycles-backend", "cycles", "backend cycles idle", "%", 0.01, "ratio", Better::Lower},
    {kClock, "time elapsed", "CPUs utilized", "CPUs", 1, "CPUs", Better::Unknown},
    {"context-switches", kClock, "rate", "/sec", 1, "1/s", Better::Unknown},
    {"cpu-migrations", kClock, "rate", "/sec", 1, "1/s", Better::Unknown},
    {"page-faults", kClock, "rate", "/sec", 1, "1/s", Better::Unknown},
});

const TestResult& resultOf(std::span<const Run> runs, RunResultRef ref)
{
    return runs[ref.run].results[ref.result];
}

/// Rows of a group by what they count.
using RowKey = std::tuple<std::string_view, std::string_view, std::string_view, const Parameters*>;

struct ByContent
{
    bool operator()(const RowKey& a, const RowKey& b) const
    {
        const auto words = [](const RowKey& key) {
            return std::tie(std::get<0>(key), std::get<1>(key), std::get<2>(key));
        };
        return words(a) != words(b) ? words(a) < words(b) : *std::get<3>(a) < *std::get<3>(b);
    }
};

using RowsByKey = std::map<RowKey, std::size_t, ByContent>;

RowKey keyOf(const EventName& event, const Parameters& parameters)
{
    return {event.pmu, event.name, event.modifier, &parameters};
}

/// A count of one run that was measured once: the mean of several runs is no mean of ratios.
std::optional<double> countIn(std::span<const Run> runs, const Side& side, std::size_t run)
{
    for (const auto ref : side.results) {
        const auto& result = resultOf(runs, ref);
        if (ref.run == run && result.samples.empty() && std::isfinite(result.baseValue)) {
            return result.baseValue;
        }
    }
    return std::nullopt;
}

bool isOfSeveralRuns(const TestResult& result)
{
    return result.spread || result.repeats.value_or(1) > 1 || !result.samples.empty();
}

/// The metric in its base unit for each run of a side that has both counts.
std::vector<double> ratiosOf(std::span<const Run> runs, const Side& count, const Side& other)
{
    std::vector<double> ratios;
    for (const auto ref : count.results) {
        const auto above = countIn(runs, count, ref.run);
        const auto below = countIn(runs, other, ref.run);
        if (above && below && *below > 0) {
            ratios.push_back(*above / *below);
        }
    }
    return ratios;
}

/// Fills a side that has no such metric from the counts of its runs.
bool fillSide(std::span<const Run> runs, const Side& count, const Side& other, double factor, Side& side)
{
    if (side.value) {
        return false;
    }
    auto ratios = ratiosOf(runs, count, other);
    if (ratios.empty()) {
        return false;
    }
    std::ranges::for_each(ratios, [factor](double& ratio) { ratio /= factor; });
    side.label = count.label;
    side.value = median(ratios);
    side.count = static_cast<int>(ratios.size());
    side.results = count.results; // where the reader finds the count
    side.samples = ratios.size() > 1 ? std::move(ratios) : std::vector<double> {};
    return true;
}

/// What a written value of the metric is multiplied with to be in its base unit.
double writtenFactor(std::span<const Run> runs, const ComparisonRow& row, double otherwise)
{
    for (const auto* side : {&row.baseline, &row.candidate}) {
        for (const auto ref : side->results) {
            const auto& result = resultOf(runs, ref);
            if (result.unit == row.unit && std::abs(result.value) > 0) {
                return result.baseValue / result.value;
            }
        }
    }
    return otherwise;
}

/// Notes a printed metric of a single run that the counts beside it do not give.
void checkPrinted(std::span<const Run> runs, const Side& count, const Side& other, const char* name,
                  const Side& printed, ComparisonRow& row)
{
    constexpr double kClose = 0.01; // counts may be rounded, and scaled apart from each other
    for (const auto ref : printed.results) {
        const auto& result = resultOf(runs, ref);
        const auto above = countIn(runs, count, ref.run);
        const auto below = countIn(runs, other, ref.run);
        const auto isOfMany = [&](const Side& side) {
            return std::ranges::any_of(side.results, [&](RunResultRef each) {
                return each.run == ref.run && isOfSeveralRuns(resultOf(runs, each));
            });
        };
        if (!above || !below || !(*below > 0) || isOfSeveralRuns(result) || isOfMany(count) || isOfMany(other)) {
            continue;
        }
        const double factor = std::abs(result.value) > 0 ? result.baseValue / result.value : 1;
        const double computed = *above / *below / factor;
        const double digit = std::pow(10.0, -std::min(2, decimalsOf(result.value)));
        if (std::abs(computed - result.value) > std::max(digit, kClose * std::abs(computed))) {
            row.annotations.push_back(
                {.code = "metric-mismatch",
                 .text = std::format("{}: {} is printed, the counts give {}: was a line lost or edited?", name,
                                     valueText(result.value), valueText(std::round(computed * 1000) / 1000)),
                 .isUsers = false});
        }
    }
}

class Completion
{
public:
    Completion(std::span<const Run> runs, ComparisonGroup& group, std::vector<Estimate>& estimates, RankTests& tests)
        : m_runs(runs)
        , m_group(group)
        , m_estimates(estimates)
        , m_tests(tests)
    {
        // Views into the rows: the keys stay valid because rows are added at the end only, after all is looked up.
        for (std::size_t i = 0; i < group.rows.size(); ++i) {
            const auto& row = group.rows[i];
            if (row.metric == "value") {
                m_counts.try_emplace(keyOf(eventName(row.test), row.parameters), i);
            }
        }
    }

    void complete()
    {
        std::vector<ComparisonRow> added;
        for (const auto& [key, place] : m_counts) {
            for (const auto& derived : kDerived) {
                if (std::get<1>(key) != derived.event) {
                    continue;
                }
                if (const auto other = otherOf(key, derived)) {
                    apply(derived, place, *other, added);
                }
            }
        }
        for (auto& row : added) {
            m_estimates.push_back(estimateRow(row, true, m_tests));
            m_group.rows.push_back(std::move(row));
        }
    }

private:
    [[nodiscard]] std::optional<std::size_t> otherOf(const RowKey& key, const Derived& derived) const
    {
        const auto at = [&](const RowKey& wanted) -> std::optional<std::size_t> {
            const auto hit = m_counts.find(wanted);
            return hit == m_counts.end() ? std::nullopt : std::optional(hit->second);
        };
        const auto& [pmu, name, modifier, parameters] = key;
        if (derived.other != kClock && derived.other != "time elapsed") {
            return at({pmu, derived.other, modifier, parameters});
        }
        // A clock belongs to no PMU and counts in every mode.
        for (const auto clock : {derived.other, std::string_view(derived.other == kClock ? "cpu-clock" : "")}) {
            for (const auto mode : {std::string_view(), modifier}) {
                if (const auto hit = at({"", clock, mode, parameters}); hit && !clock.empty()) {
                    return hit;
                }
            }
        }
        return std::nullopt;
    }

    void apply(const Derived& derived, std::size_t countPlace, std::size_t otherPlace,
               std::vector<ComparisonRow>& added)
    {
        const auto& count = m_group.rows[countPlace];
        const auto& other = m_group.rows[otherPlace];
        if (count.series || other.series) {
            return; // means in two windows make no ratio
        }
        const auto known = std::ranges::find_if(m_group.rows, [&](const ComparisonRow& row) {
            return row.test == count.test && row.metric == derived.metric && row.parameters == count.parameters;
        });
        if (known != m_group.rows.end()) {
            complete(*known, derived, count, other);
            return;
        }
        // A count beside which perf printed another metric has no rate; so has none what was written by hand.
        ComparisonRow row;
        row.benchmark = count.benchmark;
        row.machine = count.machine;
        row.test = count.test;
        row.parameters = count.parameters;
        row.metric = derived.metric;
        row.unit = derived.unit;
        row.better = derived.better;
        row.limit = count.limit;
        const bool hasBaseline = fillSide(m_runs, count.baseline, other.baseline, derived.unitFactor, row.baseline);
        const bool hasCandidate = fillSide(m_runs, count.candidate, other.candidate, derived.unitFactor, row.candidate);
        if (hasBaseline && hasCandidate) {
            noteComputed(row, derived, "");
            added.push_back(std::move(row));
        }
    }

    void complete(ComparisonRow& row, const Derived& derived, const ComparisonRow& count, const ComparisonRow& other)
    {
        checkPrinted(m_runs, count.baseline, other.baseline, "baseline", row.baseline, row);
        checkPrinted(m_runs, count.candidate, other.candidate, "candidate", row.candidate, row);
        if (row.baseline.value.has_value() == row.candidate.value.has_value()) {
            return;
        }
        const double factor = writtenFactor(m_runs, row, derived.unitFactor);
        const bool isBaseline = !row.baseline.value;
        auto& side = isBaseline ? row.baseline : row.candidate;
        if (fillSide(m_runs, isBaseline ? count.baseline : count.candidate,
                     isBaseline ? other.baseline : other.candidate, factor, side)) {
            noteComputed(row, derived, isBaseline ? "baseline: " : "candidate: ");
            m_estimates[static_cast<std::size_t>(&row - m_group.rows.data())] = estimateRow(row, true, m_tests);
        }
    }

    static void noteComputed(ComparisonRow& row, const Derived& derived, std::string_view side)
    {
        row.annotations.push_back(
            {.code = "computed",
             .text = std::format("{}computed as {} / {}, not printed", side, derived.event, derived.other),
             .isUsers = false});
    }

    std::span<const Run> m_runs;
    ComparisonGroup& m_group;
    std::vector<Estimate>& m_estimates;
    RankTests& m_tests;
    RowsByKey m_counts;
};

/// The share of the time that what @p ref tells was counted in, in percent.
std::optional<double> runningOf(std::span<const Run> runs, RunResultRef ref)
{
    const auto& results = runs[ref.run].results;
    const auto& own = results[ref.result];
    constexpr std::size_t kNear = 8; // a count, its metrics and its running time stand together
    const auto first = ref.result > kNear ? ref.result - kNear : 0;
    const auto last = std::min(results.size(), ref.result + kNear + 1);
    for (auto i = first; i < last; ++i) {
        if (results[i].metric == "running" && results[i].test == own.test && results[i].parameters == own.parameters) {
            return results[i].value;
        }
    }
    return std::nullopt;
}

std::optional<double> leastRunning(std::span<const Run> runs, const Side& side)
{
    std::optional<double> least;
    for (const auto ref : side.results) {
        if (const auto running = runningOf(runs, ref)) {
            least = std::min(*running, least.value_or(*running));
        }
    }
    return least;
}

void tellScaled(std::span<const Run> runs, ComparisonRow& row)
{
    constexpr double kLeast = 50; // percent; below, more than half of a count is perf's estimate
    const auto before = leastRunning(runs, row.baseline);
    const auto after = leastRunning(runs, row.candidate);
    const auto share = [](double running) { return fixedText(running, 1) + " %"; };
    std::string text;
    if (before && *before < kLeast) {
        text = "baseline " + share(*before);
    }
    if (after && *after < kLeast) {
        text += (text.empty() ? "candidate " : ", candidate ") + share(*after);
    }
    if (!text.empty()) {
        row.annotations.push_back({.code = "scaled",
                                   .text = "counted in a part of the time only (" + text + ") and scaled up",
                                   .isUsers = false});
    }
}

/// What perf wrote in place of @p event in @p side: "not counted".
std::string missingWord(std::span<const Run> runs, const RunSide& side, std::string_view event)
{
    for (const std::size_t run : side.runs) {
        for (const auto* word : {"not counted", "not supported"}) {
            const auto fact = runs[run].machine.facts.find(std::string("perf.") + word);
            if (fact == runs[run].machine.facts.end()) {
                continue;
            }
            for (std::string_view rest = fact->second; !rest.empty();) {
                const auto end = std::min(rest.find('\n'), rest.size());
                if (canonicalEvent(rest.substr(0, end)) == event) {
                    return word;
                }
                rest.remove_prefix(std::min(end + 1, rest.size()));
            }
        }
    }
    return {};
}

std::string modeWords(const EventName& event)
{
    std::string words;
    if (!event.pmu.empty()) {
        words = std::format("on {} only", event.pmu);
    }
    if (!event.modifier.empty()) {
        words += words.empty() ? "" : " and ";
        words += event.modifier == "u" ? "in user space only"
            : event.modifier == "k"    ? "in the kernel only"
                                       : std::format("in mode {} only", event.modifier);
    }
    return words.empty() ? "in all modes and on all CPUs" : words;
}

}

bool isPerfStat(std::string_view benchmark)
{
    return benchmark == "perf stat";
}

std::string_view canonicalEvent(std::string_view event)
{
    const auto colon = event.rfind(':');
    if (colon != std::string_view::npos && colon + 1 < event.size()
        && std::ranges::all_of(event.substr(colon + 1), [](char c) { return c == 'p' || c == 'P'; })) {
        event = event.substr(0, colon);
    }
    const auto* const alias = std::ranges::find(kAliases, event, &Alias::written);
    return alias == kAliases.end() ? event : alias->event;
}

EventName eventName(std::string_view event)
{
    EventName out {.pmu = {}, .name = canonicalEvent(event), .modifier = {}};
    const auto isModifier = [](std::string_view text) {
        return !text.empty()
            && std::ranges::all_of(text, [](char c) { return std::string_view("ukhGHIpPSDWe").contains(c); });
    };
    if (const auto slash = out.name.find('/'); slash != std::string_view::npos && out.name.rfind('/') != slash) {
        const auto last = out.name.rfind('/');
        out.pmu = out.name.substr(0, slash);
        const auto modifier = out.name.substr(last + 1);
        out.modifier = isModifier(modifier) ? modifier : std::string_view();
        out.name = canonicalEvent(out.name.substr(slash + 1, last - slash - 1));
        return out;
    }
    const auto colon = out.name.rfind(':');
    if (colon != std::string_view::npos && isModifier(out.name.substr(colon + 1))) {
        out.modifier = out.name.substr(colon + 1);
        out.name = canonicalEvent(out.name.substr(0, colon));
    }
    return out;
}

void completeMetrics(std::span<const Run> runs, ComparisonGroup& group, std::vector<Estimate>& estimates,
                     RankTests& tests)
{
    Completion(runs, group, estimates, tests).complete();
}

void tellCounting(std::span<const Run> runs, const RunPair& pair, ComparisonGroup& group)
{
    std::map<std::string_view, std::vector<const ComparisonRow*>> lone; // by the event's bare name
    for (auto& row : group.rows) {
        tellScaled(runs, row);
        if (row.metric == "value" && row.baseline.value.has_value() != row.candidate.value.has_value()) {
            lone[eventName(row.test).name].push_back(&row);
        }
    }
    for (auto& row : group.rows) {
        if (row.baseline.value.has_value() == row.candidate.value.has_value()) {
            continue;
        }
        const bool isBaseline = row.baseline.value.has_value();
        const char* const other = isBaseline ? "the candidate" : "the baseline";
        if (const auto word = missingWord(runs, isBaseline ? pair.candidate : pair.baseline, row.test); !word.empty()) {
            row.reason += std::format(": {} in {}", word, other);
            row.annotations.push_back(
                {.code = "not-counted", .text = std::format("{} in {}", word, other), .isUsers = false});
            continue;
        }
        const auto own = eventName(row.test);
        const auto alike = lone.find(own.name);
        if (alike == lone.end()) {
            continue;
        }
        const auto partner = std::ranges::find_if(alike->second, [&](const ComparisonRow* each) {
            return each->baseline.value.has_value() != isBaseline && each->parameters == row.parameters;
        });
        if (partner != alike->second.end() && eventName((*partner)->test) != own) {
            row.reason += std::format(": {} has {}, which counts {} and is another event", other, (*partner)->test,
                                      modeWords(eventName((*partner)->test)));
        }
    }
}

}
