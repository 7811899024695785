// SPDX-License-Identifier: GPL-3.0-or-later
// Two perf reports of many symbols laid side by side, of which some are new, gone or renamed.
#include "core/charts/flame_graph.h"
#include "core/model/profile_names.h"
#include "core/profile/profile.h"

#include <cmath>
#include <cstddef>
#include <format>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

namespace patchscale {
namespace {

/// Shares that fall as 1 / rank, as those of profiles do; one symbol of fifty is on this side only.
Run profileOf(Role role, std::size_t symbols)
{
    std::mt19937_64 random(role == Role::Baseline ? 1 : 2);
    std::uniform_real_distribution<double> noise(0.9, 1.1);
    std::vector<double> weights;
    double sum = 0;
    for (std::size_t i = 0; i < symbols; ++i) {
        weights.push_back(noise(random) / static_cast<double>(i + 1));
        sum += weights.back();
    }
    Run run;
    run.benchmark = "perf report";
    run.variant = {.label = role == Role::Baseline ? "before" : "after", .role = role, .isAssumed = false};
    run.results.reserve(2 * symbols + 2);
    for (std::size_t i = 0; i < symbols; ++i) {
        const auto* own = i % 50 != 7 ? "" : role == Role::Baseline ? "_old" : "_new";
        for (const auto* metric : {"children", "self"}) {
            auto& result = run.results.emplace_back();
            result.test = std::format("subsystem_function_{}{}", i, own);
            result.parameters = {{"command", "fio"}, {"dso", i % 4 == 0 ? "[nvme]" : "[kernel]"}};
            result.metric = metric;
            result.value = weights[i] * 100 / sum;
            result.unit = "%";
            result.baseValue = weights[i] / sum;
            result.baseUnit = "ratio";
        }
    }
    for (const auto& [metric, value] : {std::pair {"samples", 2e6}, std::pair {"event count", 1.5e12}}) {
        auto& result = run.results.emplace_back();
        result.test = kWholeProfile;
        result.metric = metric;
        result.value = value;
        result.unit = result.metric == "samples" ? "samples" : "";
        result.baseValue = value;
        result.baseUnit = "count";
    }
    return run;
}

/// Alone: the comparison of the rows is there.
void laySideBySide(benchmark::State& state)
{
    const auto symbols = static_cast<std::size_t>(state.range(0));
    const std::vector runs {profileOf(Role::Baseline, symbols), profileOf(Role::Candidate, symbols)};
    const auto comparison = compare(runs, {}, {}, {});
    for (auto step : state) {
        auto profiles = compareProfiles(*comparison, runs, {}, {});
        benchmark::DoNotOptimize(profiles);
    }
}
BENCHMARK(laySideBySide)->ArgName("symbols")->Arg(2000)->Arg(20000)->Arg(200000)->Unit(benchmark::kMillisecond);

/// With the comparison of the rows, which claims and notes need.
void compareRowsToo(benchmark::State& state)
{
    const auto symbols = static_cast<std::size_t>(state.range(0));
    const std::vector runs {profileOf(Role::Baseline, symbols), profileOf(Role::Candidate, symbols)};
    for (auto step : state) {
        const auto comparison = compare(runs, {}, {}, {});
        auto profiles = compareProfiles(*comparison, runs, {}, {});
        benchmark::DoNotOptimize(profiles);
    }
}
BENCHMARK(compareRowsToo)->ArgName("symbols")->Arg(200000)->Unit(benchmark::kMillisecond);

/// A tree of three calls a frame, as deep as it takes.
CallStacks stacksOf(std::size_t nodes, double shift)
{
    CallStacks stacks;
    for (std::size_t i = 1; i <= nodes; ++i) {
        stacks.names.push_back(std::format("function_{}", i));
        const double self = 1 + std::fmod(static_cast<double>(i) * shift, 7);
        stacks.nodes.push_back({.parent = static_cast<std::uint32_t>((i - 1) / 3),
                                .name = static_cast<std::uint32_t>(i - 1),
                                .self = self});
        stacks.total += self;
    }
    return stacks;
}

void layOutFlameGraph(benchmark::State& state)
{
    const auto nodes = static_cast<std::size_t>(state.range(0));
    const std::vector before {stacksOf(nodes, 1.5)};
    const std::vector after {stacksOf(nodes, 2.5)};
    for (auto step : state) {
        const auto tree = callTree(before, after, nullptr);
        auto graph = flameGraph(tree);
        benchmark::DoNotOptimize(graph);
    }
}
BENCHMARK(layOutFlameGraph)->ArgName("nodes")->Arg(20000)->Arg(200000)->Unit(benchmark::kMillisecond);

}
}

BENCHMARK_MAIN();
