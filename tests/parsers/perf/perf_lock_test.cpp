// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/probe.h"

#include <gtest/gtest.h>

namespace patchscale {

const Format& perf_lock();

namespace {

TEST(PerfLock, ReadsEveryCellInItsOwnUnit)
{
    const auto probe =
        tests::probe(perf_lock(),
                     " contended   total wait     max wait     avg wait         type   caller\n"
                     "\n"
                     "         6      6.03 s       6.03 s       1.00 s      spinlock   tick_control+0xc0\n"
                     "         1    702.63 us    702.63 us       557 ns      rwsem:W   tree_lock+0x2c\n"
                     "         2     39.96 us     22.17 us     19.98 us     spinlock   tick_control+0xc0\n");
    ASSERT_EQ(probe.resultCount(), 12U);
    const auto& results = probe.parsed[0].runs[0].run.results;
    EXPECT_EQ(results[0].metric, "contended");
    EXPECT_DOUBLE_EQ(results[0].value, 6);
    EXPECT_DOUBLE_EQ(results[1].baseValue, 6.03);
    EXPECT_EQ(results[1].parameters, (Parameters {{"type", "spinlock"}}));
    const auto* average = probe.result("tree_lock+0x2c", "avg wait");
    ASSERT_NE(average, nullptr);
    EXPECT_NEAR(average->baseValue, 557e-9, 1e-16);
    EXPECT_EQ(average->better, Better::Lower);
    EXPECT_EQ(results[8].parameters, (Parameters {{"type", "spinlock"}, {"occurrence", "2"}})); // another lock
}

TEST(PerfLock, LeavesTheStacksOfVerboseOutputAlone)
{
    const auto probe = tests::probe(perf_lock(),
                                    " contended   total wait     max wait     avg wait         type   caller\n\n"
                                    "         3     76.79 us     26.89 us     25.60 us     rwlock:R   poll+0x2d\n"
                                    "                     0xffffffff9a23f4b5  _raw_read_lock+0x45\n"
                                    "         2     40.00 us     20.00 us     20.00 us        mutex   other+0x1\n"
                                    "                     0xffffffff9a23f4b5  mutex_lock+0x45\n");
    EXPECT_EQ(probe.resultCount(), 8U);
    EXPECT_NE(probe.result("other+0x1", "total wait"), nullptr);
}

TEST(PerfLock, KnowsLocksBySymbolAndByAddressWhereThereIsNone)
{
    const auto probe =
        tests::probe(perf_lock(),
                     "   contended   total wait     max wait     avg wait            address   symbol\n\n"
                     "           3     14.99 us     14.44 us      5.00 us   ffffffff851c0940   pack_mutex (mutex)\n"
                     "           1       212 ns       212 ns       212 ns   ffff98d7031784d8    (spinlock)\n");
    EXPECT_EQ(probe.resultCount(), 8U);
    const auto* mutex = probe.result("pack_mutex", "max wait");
    ASSERT_NE(mutex, nullptr);
    EXPECT_EQ(mutex->parameters, (Parameters {{"type", "mutex"}}));
    EXPECT_NE(probe.result("ffff98d7031784d8", "contended"), nullptr);
}

TEST(PerfLock, ReadsTheReportWithNamesInFrontAndUnitsInTheHead)
{
    const auto now = tests::probe(
        perf_lock(),
        "                Name   acquired  contended     avg wait   total wait     max wait     min wait \n\n"
        "   anon vma fork+0x27          4          1     16.69 ms     16.70 ms     16.71 ms     16.72 ms \n");
    EXPECT_EQ(now.resultCount(), 6U);
    EXPECT_EQ(now.result("anon vma fork+0x27", "acquired")->better, Better::Unknown);
    EXPECT_DOUBLE_EQ(now.result("anon vma fork+0x27", "min wait")->value, 16.72);

    const auto old = tests::probe(
        perf_lock(),
        "                Name   acquired  contended   avg wait (ns) total wait (ns)   max wait (ns)   min wait (ns)\n\n"
        "           &mm->lock         12          3            2500            7500            4000            1000\n");
    EXPECT_EQ(old.resultCount(), 6U);
    const auto* total = old.result("&mm->lock", "total wait");
    ASSERT_NE(total, nullptr);
    EXPECT_NEAR(total->baseValue, 7.5e-6, 1e-15);
}

TEST(PerfLock, KeepsLocksWithoutANameApart)
{
    const auto probe = tests::probe(
        perf_lock(),
        "                Name   acquired  contended     avg wait   total wait     max wait     min wait \n\n"
        "                            162        162     12.25 us      1.98 ms    155.41 us       810 ns \n"
        "                              4          4      2.84 us     11.36 us      3.42 us      1.64 us \n");
    ASSERT_EQ(probe.resultCount(), 12U);
    const auto& results = probe.parsed[0].runs[0].run.results;
    EXPECT_EQ(results[0].test, "[unknown]");
    EXPECT_DOUBLE_EQ(results[0].value, 162);
    EXPECT_EQ(results[6].parameters, (Parameters {{"occurrence", "2"}}));
}

TEST(PerfLock, ReadsSeparatedOutputAsNanoseconds)
{
    const auto probe = tests::probe(perf_lock(),
                                    "# output: contended, total wait, max wait, avg wait, type, caller\n"
                                    "6, 6030000000, 6030000001, 1000000000, spinlock, tick_control+0xc0\n");
    EXPECT_EQ(probe.resultCount(), 4U);
    EXPECT_DOUBLE_EQ(probe.result("tick_control+0xc0", "total wait")->baseValue, 6.03);
}

TEST(PerfLock, LeavesOtherTextAlone)
{
    EXPECT_TRUE(tests::probe(perf_lock(), "contended locks are slow\n  3  4  5\n").blocks.empty());
    EXPECT_TRUE(tests::probe(perf_lock(), "Name  Value\nfoo  12\n").blocks.empty());
}

}
}
