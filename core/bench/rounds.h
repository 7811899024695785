// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan comes to in single rounds.
#pragma once

#include "core/bench/plan.h"
#include "core/bench/record.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace patchscale {

/// A kernel of the plan with one of its numbers of copies.
struct RoundSlot
{
    std::size_t kernel = 0; ///< index into RunPlan::kernels
    int copies = 1;

    friend bool operator==(const RoundSlot&, const RoundSlot&) = default;
};

/// All kernels of @p plan with all numbers of copies, in the order of the plan.
std::vector<RoundSlot> slotsOf(const RunPlan& plan);

/// The numbers below @p size in the order of round @p round (from 1), drawn from @p seed: the same on every machine.
std::vector<std::size_t> shuffledOrder(std::size_t size, std::uint64_t seed, int round);

/// Samples that @p plan takes of @p kernel.
int roundsOf(const RunPlan& plan, const KernelInfo& kernel);

/// How long a sample of @p kernel takes by @p plan; 0 where a count decides.
double secondsOf(const RunPlan& plan, const KernelInfo& kernel);

/// A result without samples for @p slot.
KernelResult emptyResult(const RunPlan& plan, const RoundSlot& slot);

/// Fills in `combined` and `index` from the samples.
void combineSamples(KernelResult& result, const KernelInfo& kernel);

/// What the samples of @p result measured by the kernel's own clock, in their order.
std::vector<double> ratesOf(const KernelResult& result);

/// What a round of fio takes, until one has been measured: the presets run so long.
inline constexpr double kSecondsOfFio = 6;

/// What a whole plan comes to.
struct PlanSize
{
    int samples = 0;
    double seconds = 0;
};

/// @p plan, taken under each of @p variants variants.
PlanSize sizeOf(const RunPlan& plan, std::size_t variants);

/// What one round takes, in seconds, set-up and warm-up included: a guess until one has been measured.
double secondsOfRound(const RunPlan& plan, const KernelInfo& kernel);

}
