// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/rounds.h"
#include "core/bench/unixbench_index.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace patchscale {
namespace {

TEST(UnixbenchIndex, DropsTheLowestThirdByCount)
{
    // Sorted by count: 90 (rate 9), 100 (rate 8), 200 (rate 18); 3/3 = 1 is dropped, sqrt(8 × 18) = 12.
    const std::vector<Iteration> three {
        {.count = 100, .rate = 8}, {.count = 90, .rate = 9}, {.count = 200, .rate = 18}};
    EXPECT_NEAR(combineIterations(three).value_or(0), 12, 1e-12);
    // floor(2/3) = 0: sqrt(2 × 8) = 4.
    const std::vector<Iteration> two {{.count = 1, .rate = 2}, {.count = 2, .rate = 8}};
    EXPECT_NEAR(combineIterations(two).value_or(0), 4, 1e-12);
    // floor(10/3) = 3: the rates 8 … 512 stay, whose mean exponent is 6.
    std::vector<Iteration> ten;
    for (int i = 0; i < 10; ++i) {
        ten.push_back({.count = static_cast<double>(i), .rate = std::exp2(i)});
    }
    EXPECT_NEAR(combineIterations(ten).value_or(0), 64, 1e-9);
    EXPECT_EQ(combineIterations({}), std::nullopt);
}

TEST(UnixbenchIndex, TakesTheRateAsCountOfTestsThatTimeThemselves)
{
    KernelInfo kernel;
    kernel.baseline = 5;
    KernelResult result;
    result.baseline = 5;
    for (const auto& [count, rate] : {std::pair(1000.0, 1.0), std::pair(500.0, 4.0), std::pair(400.0, 9.0)}) {
        RoundSample sample;
        sample.count = count;
        sample.wallRate = rate;
        result.samples.push_back(sample);
    }
    // By count the sample of 400 is dropped: sqrt(1 × 4) = 2, index 10 × 2 / 5.
    combineSamples(result, kernel);
    EXPECT_NEAR(result.combined.value_or(0), 2, 1e-12);
    EXPECT_NEAR(result.index.value_or(0), 4, 1e-12);
    // By rate that of 1: sqrt(4 × 9) = 6.
    kernel.timebase = 0;
    combineSamples(result, kernel);
    EXPECT_NEAR(result.combined.value_or(0), 6, 1e-12);
    EXPECT_NEAR(result.index.value_or(0), 12, 1e-12);
}

TEST(UnixbenchIndex, ScoresOnlyTheWholeSuite)
{
    VariantRecord record;
    double index = 1;
    for (const auto* const name :
         {"Dhrystone 2 using register variables", "Double-Precision Whetstone", "Execl Throughput",
          "File Copy 1024 bufsize 2000 maxblocks", "File Copy 256 bufsize 500 maxblocks",
          "File Copy 4096 bufsize 8000 maxblocks", "Pipe Throughput", "Pipe-based Context Switching",
          "Process Creation", "Shell Scripts (1 concurrent)", "Shell Scripts (8 concurrent)", "System Call Overhead"}) {
        KernelResult result;
        result.name = name;
        result.copies = 2;
        result.index = index;
        index *= 2;
        record.results.push_back(result);
    }
    // 2^0 … 2^11: the mean exponent is 5.5.
    EXPECT_NEAR(suiteScore(record, 2).value_or(0), std::exp2(5.5), 1e-9);
    EXPECT_EQ(suiteScore(record, 1), std::nullopt);
    record.results[4].index.reset();
    EXPECT_EQ(suiteScore(record, 2), std::nullopt);
}

TEST(Rounds, OrderDependsOnSeedAndRoundOnly)
{
    EXPECT_EQ(shuffledOrder(12, 7, 3), shuffledOrder(12, 7, 3));
    EXPECT_NE(shuffledOrder(12, 7, 3), shuffledOrder(12, 7, 4));
    EXPECT_NE(shuffledOrder(12, 7, 3), shuffledOrder(12, 8, 3));
    auto order = shuffledOrder(12, 7, 3);
    std::ranges::sort(order);
    EXPECT_THAT(order, testing::ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
    EXPECT_TRUE(shuffledOrder(0, 1, 1).empty());
}

TEST(Rounds, EveryKernelComesFirstAboutEquallyOften)
{
    std::vector<int> first(4);
    for (int round = 1; round <= 4000; ++round) {
        ++first[shuffledOrder(4, 1, round).front()];
    }
    // 1000 are expected, standard deviation sqrt(4000 × 0.25 × 0.75) = 27.
    for (const auto count : first) {
        EXPECT_NEAR(count, 1000, 140);
    }
}

TEST(Rounds, OnlyTheDefaultModeHasABaseline)
{
    RunPlan plan;
    KernelInfo kernel;
    kernel.modes = {"free", "pinned"};
    kernel.baseline = 4000;
    plan.kernels = {{.kernel = kernel, .mode = {}}, {.kernel = kernel, .mode = "pinned"}};
    plan.copies = {1, 8};
    const auto slots = slotsOf(plan);
    ASSERT_EQ(slots.size(), 4U);
    EXPECT_EQ(slots[1], (RoundSlot {.kernel = 0, .copies = 8}));
    EXPECT_EQ(emptyResult(plan, slots[0]).baseline, 4000);
    EXPECT_EQ(emptyResult(plan, slots[0]).mode, "free");
    EXPECT_EQ(emptyResult(plan, slots[3]).baseline, std::nullopt);
}

TEST(Rounds, TakesSecondsAndRoundsOfTheSuiteWhereThePlanNamesNone)
{
    RunPlan plan;
    KernelInfo kernel;
    kernel.suiteSeconds = 30;
    kernel.suitePasses = 3;
    EXPECT_EQ(secondsOf(plan, kernel), 2);
    EXPECT_EQ(roundsOf(plan, kernel), 5);
    plan.seconds = 0;
    plan.rounds = 0;
    EXPECT_EQ(secondsOf(plan, kernel), 30);
    EXPECT_EQ(roundsOf(plan, kernel), 3);
    plan.count = 100;
    EXPECT_EQ(secondsOf(plan, kernel), 0);
}

}
}
