// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio/quantity.h"
#include "tests/parsers/fio/direction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace patchscale {

const Format& fio_normal();

namespace tests {
namespace {

constexpr const char* kJob =
    "mixed: (g=0): rw=randrw, bs=(R) 4096B-4096B, (W) 8192B-8192B, (T) 4096B-4096B, "
    "ioengine=libaio, iodepth=16\n"
    "fio-3.33\n"
    "Starting 1 process\n"
    "\n"
    "mixed: (groupid=0, jobs=4): err= 0: pid=77: Mon Jan  5 10:00:00 2026\n"
    "  read: IOPS=10.2k, BW=39.8MiB/s (41.8MB/s)(79.7MiB/2001msec)\n"
    "    slat (nsec): min=900, max=1203k, avg=3158.02, stdev=19.83\n"
    "    clat (usec): min=2, max=3921, avg=180.29, stdev=inf\n"
    "     lat (usec): min=3, max=3930, avg=183.45, stdev=172.40\n"
    "    clat percentiles (usec):\n"
    "     |  1.00th=[   75], 50.00th=[  153], 99.00th=[ 4424],\n"
    "     | 99.99th=[19792]\n"
    "   bw (  KiB/s): min=40000, max=41000, per=100.00%, avg=40500.50, stdev=10.25, samples=3\n"
    "   iops        : min=10000, max=10250, avg=10125.25, stdev=5.50, samples=3\n"
    "  write: IOPS=1249, BW=9999KiB/s (10.2MB/s)(19.5MiB/2001msec); 0 zone resets\n"
    "    clat (msec): min=1, max=9, avg= 2.50, stdev= 0.50\n"
    "  lat (usec)   : 4=0.05%, 250=81.67%\n"
    "  cpu          : usr=4.82%, sys=42.12%, ctx=5775, majf=0, minf=14\n"
    "  IO depths    : 1=0.1%, 16=100.0%\n"
    "     issued rwts: total=20400,2501,0,0 short=0,0,0,0 dropped=0,0,0,0\n"
    "     latency   : target=0, window=0, percentile=100.00%, depth=16\n"
    "\n"
    "Run status group 0 (all jobs):\n"
    "   READ: bw=39.8MiB/s (41.8MB/s), 9.9MiB/s-10.0MiB/s (10.4MB/s-10.5MB/s), io=79.7MiB "
    "(83.6MB), run=2001-2001msec\n"
    "\n"
    "Disk stats (read/write):\n"
    "  vda: ios=20000/2500, merge=1/2, ticks=5969/2504, in_queue=8473, util=38.91%\n";

TEST(FioNormal, ReadsAJobWithBothDirections)
{
    const auto read = probe(fio_normal(), kJob);
    ASSERT_EQ(read.blocks.size(), 1U);
    ASSERT_EQ(read.parsed[0].runs.size(), 1U);
    EXPECT_EQ(read.parsed[0].runs[0].run.benchmark, "fio");
    const auto* mean = result(read, "mixed", "read", "clat mean");
    ASSERT_NE(mean, nullptr);
    EXPECT_EQ(mean->value, 180.29);
    EXPECT_DOUBLE_EQ(mean->baseValue, 180.29e-6);
    EXPECT_EQ(mean->better, Better::Lower);
    EXPECT_EQ(mean->parameters,
              (Parameters {{"bs", "4k/8k"},
                           {"direction", "read"},
                           {"ioengine", "libaio"},
                           {"iodepth", "16"},
                           {"numjobs", "4"},
                           {"rw", "randrw"}}));
    EXPECT_DOUBLE_EQ(result(read, "mixed", "read", "clat p99.99")->baseValue, 19792e-6);
    EXPECT_DOUBLE_EQ(result(read, "mixed", "read", "clat p50")->baseValue, 153e-6);
    EXPECT_DOUBLE_EQ(result(read, "mixed", "write", "clat mean")->baseValue, 2.5e-3);
    EXPECT_EQ(result(read, "mixed", "read", "clat stddev"), nullptr); // "inf" is missing
    EXPECT_DOUBLE_EQ(result(read, "mixed", "read", "interval bandwidth mean")->baseValue, 40500.5 * 1024);
    EXPECT_EQ(result(read, "mixed", "read", "interval iops samples")->value, 3);
    EXPECT_EQ(result(read, "mixed", "", "context switches")->value, 5775);
    EXPECT_EQ(result(read, "disk vda", "", "read ios")->value, 20000);
    EXPECT_DOUBLE_EQ(result(read, "disk vda", "", "util")->baseValue, 0.3891);
    EXPECT_EQ(result(read, "mixed", "", "latency target depth"), nullptr); // no target was asked for
}

TEST(FioNormal, TakesASuffixOnTopOfTheUnitOfALatency)
{
    const auto read = probe(fio_normal(), kJob);
    const auto* most = result(read, "mixed", "read", "slat max"); // 1203k nsec
    ASSERT_NE(most, nullptr);
    EXPECT_EQ(most->value, 1203);
    EXPECT_EQ(most->unit, "usec");
    EXPECT_DOUBLE_EQ(most->baseValue, 1.203e-3);
}

TEST(FioNormal, ComputesRatesFromTheirExactParts)
{
    const auto read = probe(fio_normal(), kJob);
    const auto* iops = result(read, "mixed", "read", "iops");
    ASSERT_NE(iops, nullptr);
    EXPECT_EQ(iops->value, 10.2); // as written
    EXPECT_EQ(iops->unit, "kIOPS");
    EXPECT_DOUBLE_EQ(iops->baseValue, 20400 / 2.001);
    EXPECT_DOUBLE_EQ(result(read, "mixed", "read", "io")->baseValue, 20400 * 4096.0);
    EXPECT_DOUBLE_EQ(result(read, "mixed", "read", "bandwidth")->baseValue, 20400 * 4096.0 / 2.001);
    EXPECT_DOUBLE_EQ(result(read, "mixed", "write", "bandwidth")->baseValue, 2501 * 8192.0 / 2.001);
    EXPECT_EQ(read.written(*iops), "10.2");
}

TEST(FioNormal, MendsNumbersThatLostTheirCarry)
{
    // 21909 IOs in 2000 ms are 10954.5/s, which fio up to 3.25 prints as 10.0k; 9.996 MiB as 9.00MiB
    const auto read = probe(fio_normal(),
                            "r: (g=0): rw=read, bs=(R) 1024B-1024B, (W) 1024B-1024B, (T) 1024B-1024B, "
                            "ioengine=null, iodepth=1\n"
                            "fio-3.16\n"
                            "r: (groupid=0, jobs=1): err= 0: pid=7: Mon Jan  5 10:00:00 2026\n"
                            "  read: IOPS=10.0k, BW=10.7MiB/s (11.2MB/s)(21.4MiB/2000msec)\n"
                            "     issued rwts: total=21909,0,0,0 short=0,0,0,0 dropped=0,0,0,0\n");
    const auto* iops = result(read, "r", "read", "iops");
    ASSERT_NE(iops, nullptr);
    EXPECT_EQ(iops->value, 10.0);
    EXPECT_DOUBLE_EQ(iops->baseValue, 10954.5);
    EXPECT_EQ(read.diagnosticCount("fio-rounding"), 1U);
    const auto loose = probe(fio_normal(), "fio-3.16\n  read: IOPS=10.0k, BW=11.0MiB/s (12.6MB/s)\n");
    EXPECT_DOUBLE_EQ(result(loose, "fio", "read", "bandwidth")->baseValue, 12.6e6);
    EXPECT_EQ(loose.diagnosticCount("fio-rounding"), 2U); // nothing tells what 10.0k stands for
}

TEST(FioNormal, KnowsWhatKBMeantInEachVersion)
{
    const std::string job = "w: (groupid=0, jobs=5): err= 0: pid=7\n"
                            "  write: io=2832.0KB, bw=286105 B/s, iops=34 , runt= 10136msec\n"
                            "    clat (usec): min=75 , max=1506.6K, avg=157500.69, stdev=96237.55\n"
                            "     issued r/w/d: total=0/354/0, short=0/0/0\n"
                            "\n"
                            "Run status group 0 (all jobs):\n"
                            "  WRITE: io=2832.0KB, aggrb=279KB/s, minb=286KB/s, maxb=286KB/s, mint=10136msec, "
                            "maxt=10136msec\n";
    const auto read = probe(fio_normal(), "fio 1.57\n" + job);
    EXPECT_DOUBLE_EQ(result(read, "w", "write", "io")->baseValue, 354 * 8192.0); // the only power of two that fits
    EXPECT_DOUBLE_EQ(result(read, "w", "write", "iops")->baseValue, 354 / 10.136);
    EXPECT_DOUBLE_EQ(result(read, "w", "write", "clat max")->baseValue, 1.5066);
    EXPECT_NEAR(result(read, "group 0", "write", "bandwidth")->baseValue, 286105, 1024);
    EXPECT_DOUBLE_EQ(result(read, "group 0", "write", "fastest job bandwidth")->baseValue, 286000);
    const auto later = probe(fio_normal(), "fio-2.1.10\n" + job);
    EXPECT_DOUBLE_EQ(result(later, "group 0", "write", "fastest job bandwidth")->baseValue, 286 * 1024.0);
    const auto untold = probe(fio_normal(), job); // no job is faster than all of them: 286 cannot be KiB
    EXPECT_DOUBLE_EQ(result(untold, "group 0", "write", "fastest job bandwidth")->baseValue, 286000);
}

TEST(FioNormal, SeesABaseOfThousandByTheSizeOfTheIos)
{
    const auto read = probe(fio_normal(),
                            "u: (g=0): rw=read, bs=4000-4000/4000-4000/4000-4000, ioengine=sync, iodepth=1\n"
                            "fio-2.1.11\n"
                            "u: (groupid=0, jobs=1): err= 0: pid=7: Mon Jan  5 10:00:00 2026\n"
                            "  read : io=1260.2MB, bw=1260.2MB/s, iops=315045, runt=  1000msec\n"
                            "     issued    : total=r=315045/w=0/d=0, short=r=0/w=0/d=0\n");
    EXPECT_DOUBLE_EQ(result(read, "u", "read", "bandwidth")->baseValue, 315045 * 4000.0);
}

TEST(FioNormal, KeepsAFailedJobApart)
{
    const auto read =
        probe(fio_normal(),
              "good: (groupid=0, jobs=1): err= 0: pid=1: Mon Jan  5 10:00:00 2026\n"
              "  read: IOPS=100, BW=400KiB/s (410kB/s)(800KiB/2000msec)\n"
              "bad: (groupid=0, jobs=1): err=28 (file:io_u.c:1, func=io_u error, error=No space): pid=2: Mon\n"
              "  write: IOPS=194k, BW=758MiB/s (795MB/s)(3976MiB/5244msec); 0 zone resets\n"
              "     issued rwts: total=0,1019945,0,0 short=0,0,0,0 dropped=0,0,0,0\n"
              "\n"
              "Run status group 0 (all jobs):\n"
              "   READ: bw=400KiB/s (410kB/s), 400KiB/s-400KiB/s (410kB/s-410kB/s), io=800KiB (819kB), "
              "run=2000-2000msec\n");
    ASSERT_EQ(read.parsed.size(), 1U);
    ASSERT_EQ(read.parsed[0].runs.size(), 2U);
    EXPECT_FALSE(read.parsed[0].runs[0].run.isFailed);
    EXPECT_TRUE(read.parsed[0].runs[1].run.isFailed);
    EXPECT_EQ(result(read, "bad", "write", "iops", 1)->baseValue, 194000); // failed IOs are issued as well
    EXPECT_EQ(result(read, "bad", "", "error", 1)->value, 28);
    EXPECT_EQ(result(read, "group 0", "read", "bandwidth"), nullptr); // holds the failed job's
    EXPECT_EQ(read.diagnosticCount("fio-failed"), 1U);
}

TEST(FioNormal, LeavesOutOfComparisonsWhatASignalStopped)
{
    const auto stopped = probe(fio_normal(),
                               "k: (g=0): rw=randread, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) "
                               "4096B-4096B, ioengine=psync, iodepth=1\nfio-3.33\n"
                               "fio: terminating on signal 2\n\n"
                               "k: (groupid=0, jobs=1): err= 0: pid=5: Mon Jan  5 10:00:00 2026\n"
                               "  read: IOPS=100, BW=400KiB/s (410kB/s)(800KiB/2000msec)\n");
    ASSERT_EQ(stopped.parsed.size(), 1U);
    ASSERT_EQ(stopped.parsed[0].runs.size(), 1U);
    EXPECT_TRUE(stopped.parsed[0].runs[0].run.isFailed);
    const auto killed = probe(fio_normal(),
                              "fio: pid=6, got signal=9\n"
                              "k: (groupid=0, jobs=1): err= 0: pid=5: Mon Jan  5 10:00:00 2026\n"
                              "  read: IOPS=100, BW=400KiB/s (410kB/s)(800KiB/2000msec)\n"
                              "k: (groupid=0, jobs=1): err= 0: pid=6: Mon Jan  5 10:00:00 2026\n"
                              "  read: IOPS=3, BW=12KiB/s (12kB/s)(24KiB/2000msec)\n");
    ASSERT_EQ(killed.parsed[0].runs.size(), 2U);
    EXPECT_EQ(killed.parsed[0].runs[0].run.results.front().parameters.at("job"), "1");
    EXPECT_TRUE(killed.parsed[0].runs[1].run.isFailed);
}

TEST(FioNormal, KeepsTheLastOfTheReportsOfAJob)
{
    const std::string head = "u: (groupid=0, jobs=1): err= 0: pid=9: Mon Jan  5 10:00:00 2026\n";
    const auto read = probe(fio_normal(),
                            head
                                + "  read: IOPS=100, BW=400KiB/s (410kB/s)(400KiB/1000msec)\n\n"
                                  "Run status group 0 (all jobs):\n"
                                  "   READ: bw=400KiB/s (410kB/s), 400KiB/s-400KiB/s (410kB/s-410kB/s), io=400KiB "
                                  "(410kB), run=1000-1000msec\n\n"
                                + head
                                + "  read: IOPS=150, BW=600KiB/s (614kB/s)(1200KiB/2000msec)\n\n"
                                  "Run status group 0 (all jobs):\n"
                                  "   READ: bw=600KiB/s (614kB/s), 600KiB/s-600KiB/s (614kB/s-614kB/s), "
                                  "io=1200KiB (1229kB), run=2000-2000msec\n");
    ASSERT_EQ(read.blocks.size(), 1U);
    EXPECT_EQ(result(read, "u", "read", "iops")->value, 150);
    EXPECT_EQ(result(read, "group 0", "read", "runtime")->value, 2000);
    EXPECT_EQ(read.diagnosticCount("fio-status-dump"), 1U);
}

TEST(FioNormal, TakesLinesThatAMailerWrapped)
{
    const auto read = probe(fio_normal(),
                            "> before\n"
                            ">    READ: bw=6052MiB/s (6346MB/s), 6052MiB/s-6052MiB/s \n"
                            "> (6346MB/s-6346MB/s), io=16.0GiB (17.2GB), run=2707-2708msec\n"
                            "> after\n"
                            ">   READ: bw=319MiB/s (334MB/s), 319MiB/s-319MiB/s (334MB/s-334MB/s),\n"
                            "> io=9563MiB (10.0GB), run=30001-30001msec\n");
    ASSERT_EQ(read.blocks.size(), 2U);
    EXPECT_DOUBLE_EQ(result(read, "all jobs", "read", "bandwidth", 0, 0)->baseValue, 6052 * 1048576.0);
    EXPECT_EQ(result(read, "all jobs", "read", "runtime", 0, 0)->value, 2708);
    EXPECT_EQ(result(read, "all jobs", "read", "io", 0, 1)->value, 9563);
}

TEST(FioNormal, TakesRepeatedLinesForRunsOfTheirOwn)
{
    const auto read = probe(fio_normal(),
                            "  read: IOPS=125k, BW=512MB/s (488MiB/s)(15.4GB/30002msec)\n"
                            "  read: IOPS=117k, BW=478MB/s (456MiB/s)(14.3GB/30001msec)\n");
    ASSERT_EQ(read.blocks.size(), 1U); // of one variant
    ASSERT_EQ(read.parsed[0].runs.size(), 2U);
    EXPECT_NE(read.parsed[0].runs[0].group, read.parsed[0].runs[1].group);
    EXPECT_EQ(result(read, "fio", "read", "bandwidth", 0)->value, 512);
    EXPECT_EQ(result(read, "fio", "read", "bandwidth", 1)->value, 478);
}

TEST(FioNormal, DropsIntervalsThatCountSingleIos)
{
    const auto read = probe(fio_normal(),
                            "t: (groupid=0, jobs=1): err= 0: pid=9: Mon Jan  5 10:00:00 2026\n"
                            "  write: IOPS=955, BW=3824KiB/s (3916kB/s)(224MiB/60002msec)\n"
                            "   bw (  KiB/s): min=10, max=900000, per=100.00%, avg=512615.00, stdev=1.00, "
                            "samples=57358\n"
                            "   iops        : min=    1, max=    1, avg= 1.00, stdev= 0.00, samples=57358\n");
    EXPECT_EQ(result(read, "t", "write", "interval iops mean"), nullptr);
    EXPECT_EQ(result(read, "t", "write", "interval bandwidth mean"), nullptr);
    EXPECT_EQ(result(read, "t", "write", "iops")->value, 955);
    EXPECT_EQ(read.diagnosticCount("fio-interval"), 1U);
}

TEST(FioNormal, TellsWhenThereIsNoResult)
{
    const auto read = probe(fio_normal(),
                            "x: (g=0): rw=read, bs=(R) 2048B-2048B, (W) 2048B-2048B, (T) 2048B-2048B, "
                            "ioengine=sync, iodepth=1\nfio-3.12\nStarting 1 thread\n"
                            "fio: ENOSPC on laying out file, stopping\n\nRun status group 0 (all jobs):\n");
    ASSERT_EQ(read.parsed.size(), 1U);
    EXPECT_TRUE(read.parsed[0].runs.empty());
    EXPECT_EQ(read.diagnosticCount("no-results"), 1U);
}

TEST(FioNormal, LeavesOtherProgramsAlone)
{
    const auto read = probe(fio_normal(),
                            "IOPS=254118, BW=124MiB/s, IOS/call=0/0, inflight=(1)\n"
                            "| 4k write | IOPS=5928, BW=23.2MiB/s | IOPS=6253, BW=24.4MiB/s |\n"
                            "we saw IOPS=111k, BW=434MiB/s before the change\n");
    EXPECT_TRUE(read.blocks.empty());
}

TEST(FioQuantity, KnowsSizesByTheirLetters)
{
    using fio::Prefixes;
    EXPECT_EQ(fio::bytesIn("KiB/s", Prefixes::Told), 1024);
    EXPECT_EQ(fio::bytesIn("kB/s", Prefixes::Told), 1000);
    EXPECT_EQ(fio::bytesIn("KB/s", Prefixes::Binary), 1024);
    EXPECT_EQ(fio::bytesIn("MB/s", Prefixes::Thousand), 1024000);
    EXPECT_EQ(fio::bytesIn("Mibit/s", Prefixes::Told), 131072);
    EXPECT_EQ(fio::bytesIn("Mi", Prefixes::Told), 1048576);
    EXPECT_EQ(fio::bytesIn("msec", Prefixes::Told), 0);
    const auto grouped = fio::quantityAt("1,234KiB/s ", 0);
    ASSERT_TRUE(grouped);
    EXPECT_EQ(grouped->value, 1234);
    EXPECT_FALSE(fio::quantityAt("1234", 0)); // more digits may have followed
}

}
}
}
