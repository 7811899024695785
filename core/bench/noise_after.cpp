// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/noise.h"
#include "core/bench/noise_growth.h"
#include "core/stats/series.h"
#include "core/stats/summary.h"

#include <cmath>
#include <format>
#include <optional>

namespace patchscale {
namespace {

/// "Pipe Throughput, 4 copies, mode same-cpu".
std::string nameOf(const KernelResult& result)
{
    std::string name = result.name;
    if (result.copies > 1) {
        name += std::format(", {} copies", result.copies);
    }
    return result.mode.empty() ? name : name + ", mode " + result.mode;
}

std::string percentText(double fraction)
{
    return std::format("{:+.1f} %", 100 * fraction);
}

/// Involuntary switches where processor time was lost to them. By themselves they tell nothing: of two processes that
/// share a CPU by intent, each wakes the other in its own place, and together they have the whole CPU.
std::optional<BenchWarning> pushedOff(const KernelResult& result)
{
    constexpr double kMostSwitches = 100; // a second of CPU time
    constexpr double kWhole = 0.9;
    if (result.kernel == "command" || result.parameters.contains("disturber")) {
        return std::nullopt; // what a command does is not known, and a disturber is there to push
    }
    double weighted = 0;
    double cpu = 0;
    double wanted = 0;
    for (const auto& sample : result.samples) {
        const auto used = sample.user + sample.system;
        const auto whole = sample.seconds * result.copies;
        if (used < kWhole * whole) {
            weighted += sample.involuntarySwitches * used;
            cpu += used;
            wanted += whole;
        }
    }
    if (!(cpu > 0) || weighted / cpu <= kMostSwitches) {
        return std::nullopt;
    }
    return BenchWarning {.code = "preempted",
                         .message =
                             std::format("{}: pushed off the CPU again and again; it had one for {:.0f} % of the time",
                                         nameOf(result), 100 * cpu / wanted),
                         .mend = "stop other programs, or run no more copies than there are CPUs"};
}

std::vector<BenchWarning> warningsOfRates(const KernelResult& result)
{
    constexpr double kSure = 0.01;
    constexpr double kMuch = 0.01; // below 1 % nobody would act on it
    std::vector<double> rates;
    std::vector<int> rounds;
    for (const auto& sample : result.samples) {
        if (std::isfinite(sample.rate)) {
            rates.push_back(sample.rate);
            rounds.push_back(sample.round);
        }
    }
    std::vector<BenchWarning> warnings;
    const auto trend = trendOf(rates);
    if (trend && trend->p < kSure && std::abs(trend->change) >= kMuch) {
        warnings.push_back({.code = "drift",
                            .message = std::format("{}: the rate drifted by {} over {} rounds", nameOf(result),
                                                   percentText(trend->change), rates.size()),
                            .mend = "warm up longer, let the machine settle, and compare in interleaved rounds (ab)"});
    }
    const auto modes = twoModesOf(rates);
    if (modes && modes->high >= modes->low * (1 + kMuch)) {
        warnings.push_back(
            {.code = "two-modes",
             .message = std::format("{}: {} rounds lie about {:.6g} and {} about {:.6g} {}", nameOf(result),
                                    modes->lowCount, modes->low, modes->highCount, modes->high, result.unit),
             .mend = "pin the copies, and run more rounds: a mean of two modes says little"});
        return warnings; // of two heaps neither holds outliers
    }
    const double middle = median(rates);
    std::string places;
    std::size_t count = 0;
    for (const auto place : outliersOf(rates)) {
        if (std::abs(rates[place] - middle) >= kMuch * middle) {
            places += std::format("{}round {} ({})", count == 0 ? "" : ", ", rounds[place],
                                  percentText(rates[place] / middle - 1));
            ++count;
        }
    }
    if (count > 0) {
        warnings.push_back({.code = "outliers",
                            .message = std::format("{}: far from the other rounds: {}", nameOf(result), places),
                            .mend = "look at what else ran then, and run more rounds"});
    }
    return warnings;
}

}

std::vector<BenchWarning> warningsBetween(const NoiseSnapshot& before, const NoiseSnapshot& after)
{
    constexpr double kMostSteal = 0.01;
    std::vector<BenchWarning> warnings;
    const auto busy = growth(before.busySeconds, after.busySeconds);
    const auto steal = growth(before.stealSeconds, after.stealSeconds);
    if (steal && busy && *steal + *busy > 0 && *steal / (*steal + *busy) >= kMostSteal) {
        warnings.push_back({.code = "steal",
                            .message = std::format("the hypervisor took {:.1f} % of the CPU time that was wanted",
                                                   100 * *steal / (*steal + *busy)),
                            .mend = "measure on a host that is not shared, or count per CPU second"});
    }
    if (const auto count = growth(before.throttleCount, after.throttleCount); count.value_or(0) > 0) {
        warnings.push_back(
            {.code = "throttled",
             .message = std::format("the processor was slowed down {:.0f} times because it was hot", *count),
             .mend = "let it cool down between rounds, or look at its fans"});
    }
    const auto stopped = growth(before.groupThrottledSeconds, after.groupThrottledSeconds);
    if (stopped.value_or(0) > 0) {
        warnings.push_back({.code = "cgroup-throttled",
                            .message = std::format("the control group's quota stopped the run for {:.1f} s", *stopped),
                            .mend = "run fewer copies, or raise cpu.max"});
    }
    if (const auto pages = growth(before.swappedPages, after.swappedPages); pages.value_or(0) > 0) {
        warnings.push_back({.code = "swap",
                            .message = std::format("{:.0f} pages were swapped during the run", *pages),
                            .mend = "free memory, or switch swap off with swapoff -a"});
    }
    return warnings;
}

std::vector<BenchWarning> warningsOfSamples(const KernelResult& result)
{
    auto warnings = warningsOfRates(result);
    if (auto pushed = pushedOff(result)) {
        warnings.push_back(std::move(*pushed));
    }
    return warnings;
}

}
