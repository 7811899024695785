// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/compare/compared.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace patchscale {
namespace {

using testing::HasSubstr;

/// Two symbols of a profile, whose direction nobody tells; one rises, one falls.
Runs profile()
{
    return {RunBuilder("perf report")
                .baseline()
                .result("osq_lock", "overhead", 10, "%", Better::Unknown)
                .result("memcpy", "overhead", 20, "%", Better::Unknown),
            RunBuilder("perf report")
                .candidate()
                .result("osq_lock", "overhead", 15, "%", Better::Unknown)
                .result("memcpy", "overhead", 10, "%", Better::Unknown)};
}

ComparisonSpec betterSpec(std::map<std::string, Better> better)
{
    ComparisonSpec spec;
    spec.better = std::move(better);
    return spec;
}

TEST(Directions, GiveAVerdictWhereTheDocumentTellsNone)
{
    EXPECT_EQ(compared(profile()).counts.undecided, 2);
    for (const auto* name : {"*", "overhead", "Overhead", "perf report"}) {
        const auto comparison = compared(profile(), betterSpec({{name, Better::Lower}}));
        const auto& group = comparison.groups.front();
        EXPECT_EQ(rowOf(group, "osq_lock").verdict, Verdict::Regressed) << name;
        EXPECT_EQ(rowOf(group, "memcpy").verdict, Verdict::Improved) << name;
        EXPECT_EQ(rowOf(group, "memcpy").better, Better::Lower) << name;
    }
}

TEST(Directions, OfATestGoesBeforeThatOfItsMetricBenchmarkAndAll)
{
    const auto comparison = compared(
        profile(), betterSpec({{"memcpy", Better::Higher}, {"overhead", Better::Lower}, {"*", Better::Higher}}));
    EXPECT_EQ(rowOf(comparison.groups.front(), "memcpy").verdict, Verdict::Regressed);
    EXPECT_EQ(rowOf(comparison.groups.front(), "osq_lock").verdict, Verdict::Regressed);
    const auto other = compared(profile(), betterSpec({{"overhead", Better::Lower}, {"perf report", Better::Higher}}));
    EXPECT_EQ(rowOf(other.groups.front(), "memcpy").verdict, Verdict::Improved);
}

TEST(Directions, AreSeenByTheAuditOfClaims)
{
    // 15 / 10 - 1 = +50 %. Who counts a fall as an improvement may write it so; where more is better it is a slip.
    const std::vector<Claim> claims {claimOn(0, "-50%", -0.5, 0.005)};
    const auto verdict = [&](const ComparisonSpec& spec) {
        return compare(profile(), claims, spec, {}).value().claims.front().verdict;
    };
    EXPECT_EQ(verdict({}), ClaimVerdict::SignFlipped);
    EXPECT_EQ(verdict(betterSpec({{"osq_lock", Better::Lower}})), ClaimVerdict::SignFlipped);
    EXPECT_EQ(verdict(betterSpec({{"osq_lock", Better::Higher}})), ClaimVerdict::Wrong);
    EXPECT_EQ(verdict(betterSpec({{"memcpy", Better::Higher}})), ClaimVerdict::SignFlipped);
    EXPECT_EQ(verdict(betterSpec({{"*", Better::Higher}})), ClaimVerdict::Wrong);
}

TEST(Directions, LeaveWhatIsNotNamedAsItIsTold)
{
    const auto comparison = compared(profile(), betterSpec({{"osq_lock", Better::Lower}}));
    EXPECT_EQ(rowOf(comparison.groups.front(), "osq_lock").verdict, Verdict::Regressed);
    EXPECT_EQ(rowOf(comparison.groups.front(), "memcpy").verdict, Verdict::Undecided);
}

TEST(Directions, GoBeforeWhatTheDocumentTells)
{
    const Runs runs {RunBuilder("tool").baseline().result("a", "m", 100),
                     RunBuilder("tool").candidate().result("a", "m", 110)};
    EXPECT_EQ(compared(runs).counts.improved, 1);
    EXPECT_EQ(compared(runs, betterSpec({{"m", Better::Lower}})).counts.regressed, 1);
}

TEST(Directions, AreRefusedForANameThatNothingBears)
{
    const auto error = failure(profile(), betterSpec({{"osq_unlock", Better::Lower}}));
    EXPECT_EQ(error.code, Errc::Usage);
    EXPECT_THAT(error.message, HasSubstr("'osq_unlock'"));
    ASSERT_EQ(error.hints.size(), 1U);
    EXPECT_THAT(error.hints.front(), HasSubstr("overhead, perf report"));
}

}
}
