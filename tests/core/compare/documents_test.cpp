// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs of several documents are compared with each other.
#include "tests/core/compare/compared.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace patchscale {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kTest = "Pipe Throughput";

Run before(double value, const std::string& machine = "")
{
    return RunBuilder("unixbench").baseline().on(machine).result(kTest, "result", value);
}

Run after(double value, const std::string& machine = "", const std::string& label = "after")
{
    return RunBuilder("unixbench").candidate(label).on(machine).result(kTest, "result", value);
}

/// Runs with the document that each one comes from.
Comparison comparedOf(const std::vector<Run>& runs, std::vector<std::string> documents, std::vector<std::size_t> ofRun,
                      const ComparisonSpec& spec = {})
{
    const RunSources sources {.documents = std::move(documents), .ofRun = std::move(ofRun)};
    auto comparison = compare(runs, {}, spec, {}, sources);
    EXPECT_TRUE(comparison.has_value()) << (comparison ? "" : comparison.error().message);
    return comparison ? std::move(*comparison) : Comparison {};
}

TEST(Documents, KeepUnrelatedMailsApartThoughTheirVariantsBearOneName)
{
    const auto comparison =
        comparedOf({before(100), after(110), before(2000), after(1000)}, {"a.txt", "b.txt"}, {0, 0, 1, 1});
    ASSERT_EQ(comparison.groups.size(), 2U);
    EXPECT_THAT(comparison.groups[0].documents, ElementsAre("a.txt"));
    EXPECT_THAT(comparison.groups[1].documents, ElementsAre("b.txt"));
    ASSERT_EQ(comparison.groups[0].rows.size(), 1U);
    EXPECT_NEAR(*comparison.groups[0].rows[0].change, 0.1, 1e-12);
    EXPECT_NEAR(*comparison.groups[1].rows[0].change, -0.5, 1e-12);
}

TEST(Documents, KeepMailsApartAlsoOnOneMachine)
{
    const auto comparison =
        comparedOf({before(100, "A"), after(110, "A"), before(104, "A"), after(130, "A")}, {"a", "b"}, {0, 0, 1, 1});
    ASSERT_EQ(comparison.groups.size(), 2U);
    EXPECT_NEAR(*comparison.groups[0].rows[0].change, 0.1, 1e-12);
    EXPECT_NEAR(*comparison.groups[1].rows[0].change, 0.25, 1e-12);
}

TEST(Documents, AreComparedWhereEachHasOneSide)
{
    const auto comparison = comparedOf({before(100), after(110)}, {"old.txt", "new.txt"}, {0, 1});
    ASSERT_EQ(comparison.groups.size(), 1U);
    EXPECT_THAT(comparison.groups[0].documents, ElementsAre("old.txt", "new.txt"));
    EXPECT_NEAR(*comparison.groups[0].rows[0].change, 0.1, 1e-12);
}

TEST(Documents, ArePooledWhereEachHasOneSide)
{
    const auto comparison =
        comparedOf({before(100), before(102), after(110), after(112)}, {"old1", "old2", "new1", "new2"}, {0, 1, 2, 3});
    ASSERT_EQ(comparison.groups.size(), 1U);
    EXPECT_THAT(comparison.groups[0].rows[0].baseline.samples, ElementsAre(100, 102));
    EXPECT_THAT(comparison.groups[0].rows[0].candidate.samples, ElementsAre(110, 112));
}

TEST(Documents, ArePooledWhereVariantsAreNamed)
{
    const auto comparison = comparedOf({before(100), after(110), before(102), after(112)}, {"a", "b"}, {0, 0, 1, 1},
                                       variantSpec("before", {"after"}));
    ASSERT_EQ(comparison.groups.size(), 1U);
    EXPECT_THAT(comparison.groups[0].documents, ElementsAre("a", "b"));
    EXPECT_THAT(comparison.groups[0].rows[0].baseline.samples, ElementsAre(100, 102));
}

TEST(Documents, OfOurRunnerArePooled)
{
    Runs runs {before(100, "lab"), after(110, "lab"), before(102, "lab"), after(112, "lab")};
    for (auto& run : runs) {
        run.benchmark = "patchscale";
        run.results.front().metric = "rate";
    }
    const auto comparison = comparedOf(runs, {"1.json", "2.json"}, {0, 0, 1, 1});
    ASSERT_EQ(comparison.groups.size(), 1U);
    EXPECT_THAT(comparison.groups[0].rows[0].candidate.samples, ElementsAre(110, 112));
}

TEST(Documents, MeetAnotherOnTheSameMachineWithoutPoolingIt)
{
    // The report of v2 has no baseline of its own; the mail's one on that machine serves, and stays as it is.
    const auto comparison =
        comparedOf({before(100, "A"), after(110, "A"), after(120, "A", "v2")}, {"mail", "report"}, {0, 0, 1});
    ASSERT_EQ(comparison.groups.size(), 2U);
    EXPECT_THAT(comparison.groups[0].documents, ElementsAre("mail"));
    EXPECT_NEAR(*comparison.groups[0].rows[0].change, 0.1, 1e-12);
    EXPECT_THAT(comparison.groups[1].documents, ElementsAre("mail", "report"));
    EXPECT_EQ(comparison.groups[1].candidate, "v2");
    EXPECT_NEAR(*comparison.groups[1].rows[0].change, 0.2, 1e-12);
}

TEST(Documents, DoNotMeetOnMachinesThatNobodyNames)
{
    const auto comparison = comparedOf({before(100), after(110), after(900)}, {"mail", "report"}, {0, 0, 1});
    ASSERT_EQ(comparison.groups.size(), 2U);
    EXPECT_NEAR(*comparison.groups[0].rows[0].change, 0.1, 1e-12);
    EXPECT_FALSE(comparison.groups[1].rows[0].change);
    EXPECT_EQ(comparison.groups[1].rows[0].verdict, Verdict::NotComparable);
}

TEST(Documents, DoNotMeetWhereTwoMailsCouldBeMeant)
{
    const auto comparison =
        comparedOf({before(100, "A"), after(110, "A"), before(200, "A"), after(210, "A"), after(300, "A", "v2")},
                   {"one", "two", "report"}, {0, 0, 1, 1, 2});
    ASSERT_EQ(comparison.groups.size(), 3U);
    EXPECT_FALSE(comparison.groups[2].rows[0].change);
}

TEST(Documents, GiveARunWithoutARoleThePartnerOnItsMachine)
{
    const auto plain = RunBuilder("unixbench").variant("mine.txt").on("A").result(kTest, "result", 150);
    const auto comparison = comparedOf({before(100, "A"), after(110, "A"), plain}, {"mail", "mine.txt"}, {0, 0, 1});
    ASSERT_EQ(comparison.groups.size(), 2U);
    EXPECT_NEAR(*comparison.groups[1].rows[0].change, 0.5, 1e-12);
    EXPECT_THAT(comparison.groups[1].warnings, testing::Contains(HasSubstr("'mine.txt' is taken as a candidate")));
}

TEST(Documents, AreNotNamedWhereThereIsOne)
{
    EXPECT_THAT(comparedOf({before(100), after(110)}, {"a.txt"}, {0, 0}).groups[0].documents, IsEmpty());
    EXPECT_THAT(compared({before(100), after(110)}).groups[0].documents, IsEmpty());
}

TEST(Documents, KeepBenchmarksApartOfWhichTheyTellOneSideOnly)
{
    // The mail compares UnixBench; its fio numbers are one side of what another document tells.
    const auto fioBefore = RunBuilder("fio").baseline().result("randread", "iops", 10);
    const auto fioAfter = RunBuilder("fio").candidate().result("randread", "iops", 20);
    const auto comparison = comparedOf({before(100), after(110), fioBefore, fioAfter}, {"mail", "fio"}, {0, 0, 0, 1});
    ASSERT_EQ(comparison.groups.size(), 2U);
    EXPECT_THAT(comparison.groups[1].documents, ElementsAre("mail", "fio"));
    EXPECT_NEAR(*comparison.groups[1].rows[0].change, 1.0, 1e-12);
}

}
}
