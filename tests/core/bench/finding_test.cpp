// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/finding.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace patchscale {
namespace {

KernelResult result(std::initializer_list<double> rates, Better better = Better::Higher)
{
    KernelResult made;
    made.kernel = "pipe";
    made.better = better;
    for (const double rate : rates) {
        made.samples.emplace_back().rate = rate;
    }
    return made;
}

class FindingTest : public testing::Test
{
protected:
    Finding judged(const KernelResult& before, const KernelResult& after, const FindingPolicy& policy = {})
    {
        return judgeKernel(before, after, policy, m_tests);
    }

private:
    RankTests m_tests;
};

// Four against four without overlap: the interval holds all sixteen ratios but the outermost, so it is away from 0.

TEST_F(FindingTest, IsARegressionWhenTheRateFalls)
{
    const auto finding = judged(result({100, 101, 102, 103}), result({95, 96, 97, 98}));
    EXPECT_EQ(finding.verdict, FindingVerdict::Regressed);
    EXPECT_EQ(finding.before, 101.5);
    EXPECT_EQ(finding.after, 96.5);
    ASSERT_TRUE(finding.interval);
    EXPECT_NEAR(finding.interval->first, 95.0 / 103 - 1, 1e-12);
    EXPECT_NEAR(finding.interval->second, 98.0 / 100 - 1, 1e-12);
}

TEST_F(FindingTest, TurnsTheDirectionWhereLowerIsBetter)
{
    EXPECT_EQ(judged(result({100, 101, 102, 103}, Better::Lower), result({95, 96, 97, 98}, Better::Lower)).verdict,
              FindingVerdict::Improved);
    EXPECT_EQ(judged(result({95, 96, 97, 98}, Better::Lower), result({100, 101, 102, 103}, Better::Lower)).verdict,
              FindingVerdict::Regressed);
    EXPECT_EQ(judged(result({95, 96, 97, 98}), result({100, 101, 102, 103})).verdict, FindingVerdict::Improved);
}

TEST_F(FindingTest, SaysThatAChangeIsRealWithoutADirection)
{
    const auto finding =
        judged(result({100, 101, 102, 103}, Better::Unknown), result({95, 96, 97, 98}, Better::Unknown));
    EXPECT_EQ(finding.verdict, FindingVerdict::Undecided);
    EXPECT_FALSE(finding.moreRounds);
}

TEST_F(FindingTest, IsMinorBelowTheLimit)
{
    // From 100.0 … 100.3 to 100.5 … 100.8: +0.5 %.
    EXPECT_EQ(judged(result({100, 100.1, 100.2, 100.3}), result({100.5, 100.6, 100.7, 100.8})).verdict,
              FindingVerdict::Minor);
}

TEST_F(FindingTest, IsUnchangedWithinTheLimit)
{
    const auto finding = judged(result({100, 100.2, 100.4, 100.6}), result({100.1, 100.3, 100.5, 100.7}));
    EXPECT_EQ(finding.verdict, FindingVerdict::Unchanged);
    EXPECT_EQ(finding.reason, "no change beyond the limit of 1 %");
}

TEST_F(FindingTest, IsUnchangedWhenTheIntervalIsAsNarrowAsWished)
{
    // 97.5 % of 6 and 6: P(U <= 3) = 7/924 is below 1.25 %, P(U <= 4) = 12/924 is not: the 4th ratio from either end.
    const auto before = result({100, 101, 102, 103, 104, 105});
    const auto after = result({100.5, 101.5, 102.5, 103.5, 104.5, 105.5});
    EXPECT_EQ(judged(before, after).verdict, FindingVerdict::Undecided);
    const auto wide = judged(before, after, {.limit = 0.01, .until = Until {.reach = 0.05}});
    EXPECT_EQ(wide.verdict, FindingVerdict::Unchanged);
    EXPECT_EQ(wide.reason, "no change seen at ±5 %");
    // The lowest ratios after / before: 100.5/105, 100.5/104, 101.5/105, 100.5/103.
    ASSERT_TRUE(wide.interval);
    EXPECT_NEAR(wide.interval->first, 100.5 / 103 - 1, 1e-12);
    EXPECT_EQ(judged(before, after, {.limit = 0.01, .until = Until {.reach = 0.02}}).verdict,
              FindingVerdict::Undecided);
}

TEST_F(FindingTest, TellsHowManyRoundsWouldSettleIt)
{
    const auto finding = judged(result({90, 100, 110, 120}), result({91, 101, 111, 121}));
    EXPECT_EQ(finding.verdict, FindingVerdict::Undecided);
    ASSERT_TRUE(finding.reach && finding.moreRounds);
    EXPECT_GT(*finding.moreRounds, 100); // reaches about 30 %, must come below 1 %

    const auto early = judged(result({100, 101}), result({100, 101}));
    EXPECT_EQ(early.verdict, FindingVerdict::Undecided);
    EXPECT_EQ(early.moreRounds, 2);
}

TEST_F(FindingTest, OfAFailedKernelSaysWhatFailed)
{
    auto failed = result({100, 101, 102, 103});
    failed.failed = "it ended with status 1";
    const auto finding = judged(result({1, 2, 3, 4}), failed);
    EXPECT_EQ(finding.verdict, FindingVerdict::Undecided);
    EXPECT_EQ(finding.reason, "it ended with status 1");
}

TEST(PercentText, HasASignAndNoNegativeZero)
{
    EXPECT_EQ(percentText(0.0123), "+1.23 %");
    EXPECT_EQ(percentText(-0.0123), "-1.23 %");
    EXPECT_EQ(percentText(-0.00001), "+0.00 %");
}

}
}
