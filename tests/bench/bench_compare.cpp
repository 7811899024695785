// SPDX-License-Identifier: GPL-3.0-or-later
// Comparing many tests with samples: exact tests, intervals, correction, verdicts and their reasons.
#include "core/compare/compare.h"
#include "core/stats/rank_test.h"
#include "core/stats/ratio_interval.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <format>
#include <random>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

namespace patchscale {
namespace {

/// Samples of @p tests tests, @p samples each, that vary by 2 %. With @p digits behind the point they have ties.
Run measured(Role role, std::size_t tests, int samples, int digits)
{
    std::mt19937_64 random(role == Role::Baseline ? 1 : 2);
    std::normal_distribution<double> noise(100, 2);
    const double unit = std::pow(10.0, digits);
    Run run;
    run.benchmark = "go";
    run.variant = {.label = role == Role::Baseline ? "before" : "after", .role = role};
    for (std::size_t test = 0; test < tests; ++test) {
        auto& result = run.results.emplace_back();
        result.test = std::format("Encode/size={}", test);
        result.metric = "time";
        result.unit = "ns";
        result.baseUnit = "ns";
        result.better = Better::Lower;
        for (int i = 0; i < samples; ++i) {
            auto& sample = result.samples.emplace_back();
            sample.value = std::round(noise(random) * unit) / unit;
            sample.order = i;
        }
        result.value = result.samples.front().value;
        result.baseValue = result.value;
    }
    return run;
}

void compareTests(benchmark::State& state)
{
    const auto tests = static_cast<std::size_t>(state.range(0));
    const auto samples = static_cast<int>(state.range(1));
    const auto digits = static_cast<int>(state.range(2));
    const std::vector runs {measured(Role::Baseline, tests, samples, digits),
                            measured(Role::Candidate, tests, samples, digits)};
    for (auto step : state) {
        auto comparison = compare(runs, {}, {}, {});
        benchmark::DoNotOptimize(comparison);
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(compareTests)
    ->ArgNames({"tests", "samples", "digits"})
    ->Args({20000, 10, 6})
    ->Args({20000, 10, 1})
    ->Args({20000, 10, 0})
    ->Args({100000, 10, 6})
    ->Args({100000, 1, 6})
    ->Unit(benchmark::kMillisecond);

/// The statistics of a row alone: test, effect and interval of the ratio.
void testRow(benchmark::State& state)
{
    const auto digits = static_cast<int>(state.range(1));
    const auto side = [&](Role role) {
        std::vector<std::vector<double>> values;
        for (const auto& result : measured(role, 64, static_cast<int>(state.range(0)), digits).results) {
            auto& samples = values.emplace_back();
            for (const auto& sample : result.samples) {
                samples.push_back(sample.value);
            }
        }
        return values;
    };
    const auto before = side(Role::Baseline);
    const auto after = side(Role::Candidate);
    RankTests tests;
    std::size_t row = 0;
    for (auto step : state) {
        benchmark::DoNotOptimize(tests.mannWhitney(before[row], after[row]));
        benchmark::DoNotOptimize(ratioInterval(before[row], after[row], 0.95, tests));
        row = (row + 1) % before.size();
    }
}
BENCHMARK(testRow)
    ->ArgNames({"samples", "digits"})
    ->Args({10, 6})
    ->Args({10, 1})
    ->Args({10, 0})
    ->Args({30, 6})
    ->Args({30, 0})
    ->Args({60, 6})
    ->Args({60, 0})
    ->Args({10000, 6})
    ->Unit(benchmark::kMicrosecond);

}
}

BENCHMARK_MAIN();
