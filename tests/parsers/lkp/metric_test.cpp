// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/lkp/metric.h"

#include <gtest/gtest.h>

namespace patchscale::lkp {
namespace {

TEST(LkpMetric, KnowsDirectionsOfTestsAndOfRatiosButNotOfWhatMonitorsCount)
{
    EXPECT_EQ(directionOf("will-it-scale.per_thread_ops"), Better::Higher);
    EXPECT_EQ(directionOf("will-it-scale.104.threads"), Better::Higher);
    EXPECT_EQ(directionOf("fio.read_clat_99%_us"), Better::Lower);
    EXPECT_EQ(directionOf("netperf.Throughput_Mbps"), Better::Higher);
    EXPECT_EQ(directionOf("fsmark.time.elapsed_time"), Better::Lower);
    EXPECT_EQ(directionOf("perf-stat.i.ipc"), Better::Higher);
    EXPECT_EQ(directionOf("perf-stat.overall.cpi"), Better::Lower);
    EXPECT_EQ(directionOf("perf-stat.i.cache-miss-rate%"), Better::Lower);
    EXPECT_EQ(directionOf("perf-c2c.HITM.local"), Better::Lower);
    for (const auto* metric :
         {"perf-stat.i.cycles-between-cache-misses", "perf-stat.ps.page-faults", "vmstat.system.cs",
          "proc-vmstat.pgfault", "perf-profile.children.cycles-pp.lock", "mpstat.cpu.all.usr%"}) {
        EXPECT_EQ(directionOf(metric), Better::Unknown) << metric;
    }
}

TEST(LkpMetric, TakesUnitsFromNames)
{
    EXPECT_EQ(unitOf("mpstat.cpu.all.usr%"), "%");
    EXPECT_EQ(unitOf("perf-profile.self.cycles-pp.lock"), "%");
    EXPECT_EQ(unitOf("fio.read_clat_90%_us"), "us");
    EXPECT_EQ(unitOf("fio.read_bw_MBps"), "MBps");
    EXPECT_EQ(unitOf("fsmark.time.elapsed_time.max"), "s");
    EXPECT_EQ(unitOf("vmstat.system.cs"), "");
}

TEST(LkpMetric, KnowsThatFiosMicrosecondsAreNanoseconds)
{
    EXPECT_DOUBLE_EQ(meaningOf("fio.write_clat_mean_us").factor, 1e-9);
    EXPECT_EQ(meaningOf("fio.write_clat_mean_us").base, "s");
    EXPECT_DOUBLE_EQ(meaningOf("fio.read_bw_MBps").factor, 1048576);
    EXPECT_DOUBLE_EQ(meaningOf("other.latency_us").factor, 1e-6);
    EXPECT_EQ(meaningOf("mpstat.cpu.all.usr%").base, patchscale::unitOf("%").base);
}

TEST(LkpMetric, LeavesTheDirectionOpenWhereANameOnlyHoldsTheWordTime)
{
    EXPECT_EQ(directionOf("fio.time.voluntary_context_switches"), Better::Unknown);
    EXPECT_EQ(directionOf("fio.latency_100ms%"), Better::Unknown);
    EXPECT_EQ(directionOf("fio.time.system_time"), Better::Lower);
}

}
}
