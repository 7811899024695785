// SPDX-License-Identifier: GPL-3.0-or-later
// How often comparisons of made-up series over time are wrong: simulate_series [PAIRS]. Prints the table of
// docs/statistics.md. The same number of pairs gives the same table.
#include "core/compare/compare.h"
#include "core/compare/series.h"
#include "core/stats/rank_test.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <format>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {
namespace {

using Random = std::mt19937_64;
using Values = std::vector<double>;

constexpr double kLevel = 1000;
constexpr double kDeviation = 0.02; // of one value
constexpr double kWarmUpShare = 0.1;
constexpr double kWarmUpDepth = 0.3; // below the level at the start, less and less after it

/// Each value is @p likeness of the one before and something new.
Values wander(Random& random, std::size_t count, double likeness, double level, bool hasWarmUp)
{
    std::normal_distribution<double> normal;
    double error = kDeviation * normal(random);
    Values values(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double passed = static_cast<double>(i) / (kWarmUpShare * static_cast<double>(count));
        const double low = hasWarmUp && passed < 1 ? kWarmUpDepth * (1 - passed) : 0;
        values[i] = level * (1 - low) * (1 + error);
        error = likeness * error + kDeviation * std::sqrt(1 - likeness * likeness) * normal(random);
    }
    return values;
}

Run runOf(const Values& values, Role role)
{
    Run run;
    run.benchmark = "fio";
    run.variant = {.label = role == Role::Baseline ? "before" : "after", .role = role};
    TestResult result;
    result.test = "test";
    result.better = Better::Higher;
    TestResult time = result;
    result.metric = "rate";
    time.metric = "time";
    time.unit = "s";
    time.baseUnit = "s";
    for (std::size_t i = 0; i < values.size(); ++i) {
        Sample sample;
        sample.order = static_cast<int>(i);
        sample.value = values[i];
        result.samples.push_back(sample);
        sample.value = static_cast<double>(i + 1);
        sample.isExcluded = true;
        time.samples.push_back(sample);
    }
    result.value = result.baseValue = values.front();
    time.value = time.baseValue = static_cast<double>(values.size());
    run.results = {result, time};
    return run;
}

struct Tally
{
    int changed = 0;
    int unchanged = 0;
    int beside = 0; ///< of all: no window, or too few independent stretches
    int byRanks = 0; ///< Mann-Whitney over all values, as if they were repeats
};

Tally judge(std::size_t count, double likeness, double change, bool hasWarmUp, int pairs)
{
    Random random(count * 1000 + static_cast<std::size_t>(likeness * 100) * 10 + (hasWarmUp ? 1 : 0));
    RankTests tests;
    Tally tally;
    for (int i = 0; i < pairs; ++i) {
        const auto before = wander(random, count, likeness, kLevel, hasWarmUp);
        const auto after = wander(random, count, likeness, kLevel * (1 + change), hasWarmUp);
        const std::array runs {runOf(before, Role::Baseline), runOf(after, Role::Candidate)};
        const auto comparison = compare(runs, {}, {}, {});
        const auto& row = comparison->groups.front().rows.front();
        const bool isChanged =
            row.verdict == Verdict::Regressed || row.verdict == Verdict::Improved || row.verdict == Verdict::Minor;
        tally.changed += isChanged ? 1 : 0;
        tally.unchanged += row.verdict == Verdict::Unchanged ? 1 : 0;
        tally.beside += !row.series->window ? 1 : 0;
        tally.byRanks += tests.mannWhitney(before, after).p <= 0.05 ? 1 : 0;
    }
    return tally;
}

void print(int pairs)
{
    const auto share = [pairs](int count) { return 100.0 * count / pairs; };
    std::puts("| values | likeness of neighbours | warm-up | no change: called changed (not compared) / rank test | "
              "-2 %: changed / unchanged | -5 %: changed / unchanged |");
    std::puts("|---|---|---|---|---|---|");
    for (const std::size_t count : {20UZ, 60UZ, 120UZ, 600UZ}) {
        for (const double likeness : {0.0, 0.5, 0.8, 0.95}) {
            for (const bool hasWarmUp : {false, true}) {
                const auto same = judge(count, likeness, 0, hasWarmUp, pairs);
                const auto two = judge(count, likeness, -0.02, hasWarmUp, pairs);
                const auto five = judge(count, likeness, -0.05, hasWarmUp, pairs);
                std::puts(std::format("| {} | {} | {} | {:.1f} ({:.1f}) / {:.1f} | {:.1f} / {:.1f} | {:.1f} / {:.1f} |",
                                      count, likeness, hasWarmUp ? "yes" : "no", share(same.changed),
                                      share(same.beside), share(same.byRanks), share(two.changed), share(two.unchanged),
                                      share(five.changed), share(five.unchanged))
                              .c_str());
            }
        }
    }
}

}
}

int main(int argc, char** argv)
{
    int pairs = 2000;
    if (argc > 1) {
        const std::string_view text(argv[1]);
        std::from_chars(text.data(), text.data() + text.size(), pairs);
    }
    patchscale::print(pairs);
    return 0;
}
