// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/compare/compared.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace patchscale {
namespace {

using testing::ElementsAre;

TEST(MatchRows, ListsWhatHasNoPartner)
{
    const auto comparison =
        compared({RunBuilder("perf report").baseline().result("a", "self", 9.46).result("b", "self", 3.93),
                  RunBuilder("perf report").candidate().result("b", "self", 10.14).result("c", "self", 1)});
    const auto& group = comparison.groups.front();
    EXPECT_EQ(rowOf(group, "a").verdict, Verdict::NotComparable);
    EXPECT_EQ(rowOf(group, "a").reason, "only in the baseline");
    EXPECT_EQ(rowOf(group, "c").reason, "only in the candidate");
    EXPECT_EQ(group.counts.notComparable, 2);
    EXPECT_FALSE(rowOf(group, "a").change);
}

TEST(MatchRows, TakesTheIndexOfUnixBenchUnlessAskedForTheResult)
{
    const Runs runs {RunBuilder("unixbench")
                         .baseline()
                         .result("Pipe Throughput", "result", 46482107.6, "lps")
                         .result("Pipe Throughput", "index", 37365.0, "index")
                         .result("Arithoh", "result", 5, "lps"),
                     RunBuilder("unixbench")
                         .candidate()
                         .result("Pipe Throughput", "result", 46466394.2, "lps")
                         .result("Pipe Throughput", "index", 37352.4, "index")
                         .result("Arithoh", "result", 6, "lps")};
    const auto byDefault = compared(runs);
    ASSERT_EQ(byDefault.groups.front().rows.size(), 2U);
    EXPECT_EQ(rowOf(byDefault.groups.front(), "Pipe Throughput").metric, "index");
    EXPECT_EQ(rowOf(byDefault.groups.front(), "Arithoh").metric, "result"); // it has no index
    const auto results = compared(runs, metricSpec("result"));
    ASSERT_EQ(results.groups.front().rows.size(), 2U);
    EXPECT_EQ(rowOf(results.groups.front(), "Pipe Throughput").metric, "result");
    EXPECT_EQ(compared(runs, metricSpec("all")).groups.front().rows.size(), 3U);
}

TEST(MatchRows, MatchesTestsOverSpellings)
{
    const auto comparison = compared({RunBuilder("unixbench")
                                          .baseline()
                                          .result("Pipe Throughput", "index", 100)
                                          .result("Shell Scripts 1 concurrent", "index", 50),
                                      RunBuilder("UnixBench")
                                          .candidate()
                                          .result("pipe", "index", 101)
                                          .result("Shell Scripts (1 concurrent)", "index", 51)});
    ASSERT_EQ(comparison.groups.front().rows.size(), 2U);
    EXPECT_TRUE(rowOf(comparison.groups.front(), "Pipe Throughput").change);
    EXPECT_TRUE(rowOf(comparison.groups.front(), "Shell Scripts (1 concurrent)").change);
}

TEST(MatchRows, KeepsSymbolsApartThatOnlyDifferInUnderscores)
{
    const auto comparison =
        compared({RunBuilder("perf report").baseline().result("__lock", "self", 1).result("x", "self", 1),
                  RunBuilder("perf report").candidate().result("lock", "self", 2).result("x", "self", 1)});
    EXPECT_EQ(comparison.groups.front().rows.size(), 3U);
}

TEST(MatchRows, LeavesCountsWithoutAUnit)
{
    const auto comparison =
        compared({RunBuilder("fio").baseline().result("job", "context switches", 181, "").base(181, "count"),
                  RunBuilder("fio").candidate().result("job", "context switches", 150, "").base(150, "count")});
    EXPECT_EQ(comparison.groups.front().rows.front().unit, "");
}

TEST(MatchRows, TakesTheBaseUnitWhereOneWordMeansTwo)
{
    const auto comparison =
        compared({RunBuilder("fio").baseline().result("read", "bandwidth", 100, "KB/s").base(102400, "B/s"),
                  RunBuilder("fio").candidate().result("read", "bandwidth", 100, "KB/s").base(100000, "B/s")});
    const auto& row = comparison.groups.front().rows.front();
    EXPECT_EQ(row.unit, "B/s");
    EXPECT_DOUBLE_EQ(row.baseline.value.value(), 102400);
    EXPECT_DOUBLE_EQ(row.candidate.value.value(), 100000);
}

TEST(MatchRows, ListsTheChildrenOfAProfileOnlyWhereTheyAreAskedForOrStandAlone)
{
    const auto side = [](RunBuilder builder) {
        return builder.result("osq_lock", "children", 40, "%").result("osq_lock", "self", 30, "%");
    };
    const Runs runs {side(RunBuilder("perf report").baseline()), side(RunBuilder("perf report").candidate())};
    ASSERT_EQ(compared(runs).groups.front().rows.size(), 1U);
    EXPECT_EQ(compared(runs).groups.front().rows.front().metric, "self");
    ComparisonSpec all;
    all.metric = "all";
    EXPECT_EQ(compared(runs, all).groups.front().rows.size(), 2U);
    const Runs alone {RunBuilder("perf report").baseline().result("osq_lock", "children", 40, "%"),
                      RunBuilder("perf report").candidate().result("osq_lock", "children", 30, "%")};
    EXPECT_EQ(compared(alone).groups.front().rows.size(), 1U);
}

TEST(MatchRows, SeesThatOneWordMeansTwoBehindAValueOfZero)
{
    const auto comparison =
        compared({RunBuilder("fio").baseline().result("read", "bandwidth", 0, "KB/s").base(0, "B/s"),
                  RunBuilder("fio").baseline().result("read", "bandwidth", 100, "KB/s").base(102400, "B/s"),
                  RunBuilder("fio").candidate().result("read", "bandwidth", 100, "KB/s").base(100000, "B/s")});
    const auto& row = comparison.groups.front().rows.front();
    EXPECT_EQ(row.unit, "B/s");
    EXPECT_DOUBLE_EQ(row.candidate.value.value(), 100000);
}

TEST(MatchRows, KeepsTheUnitWhereOneSideIsZero)
{
    const auto comparison =
        compared({RunBuilder("fio").baseline().result("read", "bandwidth", 0, "KB/s").base(0, "B/s"),
                  RunBuilder("fio").candidate().result("read", "bandwidth", 100, "KB/s").base(102400, "B/s")});
    const auto& row = comparison.groups.front().rows.front();
    EXPECT_EQ(row.unit, "KB/s");
    EXPECT_DOUBLE_EQ(row.candidate.value.value(), 100);
}

TEST(MatchRows, ConvertsUnitsOfOneKind)
{
    const auto comparison =
        compared({RunBuilder("fio").baseline().result("read", "bandwidth", 100, "MiB/s").base(104857600, "B/s"),
                  RunBuilder("fio").candidate().result("read", "bandwidth", 110, "MB/s").base(110000000, "B/s")});
    const auto& row = comparison.groups.front().rows.front();
    EXPECT_EQ(row.unit, "MiB/s"); // the baseline's
    EXPECT_DOUBLE_EQ(row.baseline.value.value(), 100);
    EXPECT_NEAR(row.candidate.value.value(), 104.904174805, 1e-9); // 110e6 / 1048576
    EXPECT_NEAR(row.change.value(), 110e6 / 104857600 - 1, 1e-12);
}

TEST(MatchRows, RefusesUnitsThatDoNotGoTogether)
{
    const auto comparison =
        compared({RunBuilder("fio").baseline().result("read", "value", 100, "MB/s").base(1e8, "B/s"),
                  RunBuilder("fio").candidate().result("read", "value", 110, "IOPS").base(110, "1/s")});
    EXPECT_EQ(comparison.groups.front().rows.front().verdict, Verdict::NotComparable);
    EXPECT_FALSE(comparison.groups.front().rows.front().change);
}

TEST(MatchRows, KeepsRowsThatATablePrintsTwice)
{
    const auto comparison = compared({RunBuilder("x").baseline().result("read", "bw", 10).result("read", "bw", 200),
                                      RunBuilder("x").candidate().result("read", "bw", 11).result("read", "bw", 100)});
    ASSERT_EQ(comparison.groups.front().rows.size(), 2U);
    EXPECT_NEAR(comparison.groups.front().rows[0].change.value(), -0.5, 1e-12);
    EXPECT_NEAR(comparison.groups.front().rows[1].change.value(), 0.1, 1e-12);
}

TEST(MatchRows, NamesTheMetricsThatExistWhenOneDoesNot)
{
    const auto error =
        failure({RunBuilder("x").baseline().result("a", "bw", 1), RunBuilder("x").candidate().result("a", "bw", 1)},
                metricSpec("iops"));
    EXPECT_EQ(error.message, "no metric is called 'iops'");
    EXPECT_THAT(error.hints, ElementsAre("metrics that exist: bw"));
}

}
}
