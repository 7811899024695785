// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/rounds.h"

#include "core/bench/disturb.h"
#include "core/bench/process.h"
#include "core/bench/unixbench_index.h"

#include <algorithm>
#include <numeric>

namespace patchscale {
namespace {

/// SplitMix64 (Steele, Lea, Flood 2014): unlike std::shuffle it gives the same order with every standard library.
class Random
{
public:
    explicit Random(std::uint64_t seed)
        : m_state(seed)
    {
    }

    /// A number below @p bound. The bias of the remainder is below 2^-50 for the few kernels of a plan.
    std::size_t below(std::size_t bound)
    {
        m_state += 0x9e3779b97f4a7c15U;
        auto z = m_state;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        return static_cast<std::size_t>((z ^ (z >> 31U)) % bound);
    }

private:
    std::uint64_t m_state;
};

}

std::vector<RoundSlot> slotsOf(const RunPlan& plan)
{
    std::vector<RoundSlot> slots;
    for (std::size_t kernel = 0; kernel < plan.kernels.size(); ++kernel) {
        for (const auto copies : plan.copies) {
            slots.push_back({.kernel = kernel, .copies = copies});
        }
    }
    return slots;
}

std::vector<std::size_t> shuffledOrder(std::size_t size, std::uint64_t seed, int round)
{
    std::vector<std::size_t> order(size);
    std::ranges::iota(order, std::size_t {0});
    Random random(seed * 0x2545f4914f6cdd1dU + static_cast<std::uint64_t>(round));
    for (auto left = size; left > 1; --left) {
        std::swap(order[left - 1], order[random.below(left)]);
    }
    return order;
}

int roundsOf(const RunPlan& plan, const KernelInfo& kernel)
{
    return plan.rounds > 0 ? plan.rounds : kernel.suitePasses;
}

double secondsOf(const RunPlan& plan, const KernelInfo& kernel)
{
    return plan.seconds > 0 || plan.count > 0 ? plan.seconds : kernel.suiteSeconds;
}

KernelResult emptyResult(const RunPlan& plan, const RoundSlot& slot)
{
    const auto& choice = plan.kernels[slot.kernel];
    const auto& kernel = choice.kernel;
    KernelResult result {.kernel = kernel.id,
                         .name = kernel.name,
                         .mode = choice.mode.empty() && !kernel.modes.empty() ? kernel.modes.front() : choice.mode,
                         .copies = slot.copies,
                         .unit = kernel.unit,
                         .better = kernel.better,
                         .baseline = {},
                         .samples = {},
                         .failed = {},
                         .parameters = {},
                         .combined = {},
                         .index = {}};
    if (plan.disturber.kind != Disturbance::None) {
        if (const auto place = placeDisturber(plan, readTopology(affinityOf(0)))) {
            result.parameters = disturberParameters(plan.disturber, *place);
        }
    }
    // The index machine was measured in the default mode only.
    if (kernel.modes.empty() || result.mode == kernel.modes.front()) {
        result.baseline = kernel.baseline;
    }
    return result;
}

void combineSamples(KernelResult& result, const KernelInfo& kernel)
{
    std::vector<Iteration> iterations;
    for (const auto& sample : result.samples) {
        // A test that times itself reports its rate as the count.
        const auto isRate = kernel.timebase == 0;
        iterations.push_back({.count = isRate ? sample.wallRate : sample.count, .rate = sample.wallRate});
    }
    result.combined = combineIterations(iterations);
    if (result.combined && result.baseline && *result.baseline > 0) {
        result.index = 10 * *result.combined / *result.baseline;
    }
}

std::vector<double> ratesOf(const KernelResult& result)
{
    std::vector<double> rates;
    for (const auto& sample : result.samples) {
        rates.push_back(sample.rate);
    }
    return rates;
}

PlanSize sizeOf(const RunPlan& plan, std::size_t variants)
{
    PlanSize size;
    for (const auto& slot : slotsOf(plan)) {
        const auto& kernel = plan.kernels[slot.kernel].kernel;
        const auto samples = roundsOf(plan, kernel) * static_cast<int>(variants);
        size.samples += samples;
        size.seconds += samples * secondsOfRound(plan, kernel);
    }
    const auto ofFio = static_cast<int>(plan.fio.size() * variants) * plan.fioRounds;
    size.samples += ofFio;
    size.seconds += ofFio * kSecondsOfFio;
    return size;
}

double secondsOfRound(const RunPlan& plan, const KernelInfo& kernel)
{
    constexpr double kSetUp = 0.02;
    return plan.warmUp + secondsOf(plan, kernel) + kSetUp;
}

}
