// SPDX-License-Identifier: GPL-3.0-or-later
// Rates, times and bandwidths told in sentences: from/to, arrows, rows of labels, stated changes.
#include "tests/parsers/prose/printed.h"

#include <gtest/gtest.h>

using namespace patchscale;
using patchscale::tests::printed;

TEST(ProseMeasures, ReadsFromTo)
{
    EXPECT_EQ(printed("The read bandwidth increases from 1.2 GB/s to 1.5 GB/s on our box.\n"),
              "0: baseline | from |  | read bandwidth | read bandwidth | 1.2 GB/s\n"
              "0: candidate | to |  | read bandwidth | read bandwidth | 1.5 GB/s\n");
}

TEST(ProseMeasures, ReadsADropOfATimeWithItsImprovement)
{
    // 41200 / 42000 - 1 = -1.9 %; for a time an improvement is a fall.
    EXPECT_EQ(printed("Calling it 512 times shows a reduction from 42000 ns down to 41200 ns, which is a ~1.9%\n"
                      "performance improvement.\n"),
              "0: baseline | from |  | time | time | 42000 ns\n"
              "0: candidate | to |  | time | time | 41200 ns\n"
              "claim change ~1.9% = -0.019 | from -> to\n");
}

TEST(ProseMeasures, ReadsAnArrowWithItsMetricAndChange)
{
    EXPECT_EQ(printed("Throughput: 820 MB/s -> 943 MB/s (+15%)\n"),
              "0: baseline | from |  | throughput | throughput | 820 MB/s\n"
              "0: candidate | to |  | throughput | throughput | 943 MB/s\n"
              "claim change +15% = 0.15 | from -> to\n");
}

TEST(ProseMeasures, ReadsRoughMinutes)
{
    EXPECT_EQ(printed("Without this patch a make -j16 vmlinux (of a small config) would take\n"
                      "4m20-ish, with this patch we're down to 3m55-ish.\n"),
              "0: baseline | Without this patch | kernel build | make -j16 vmlinux | time | 4m20 s\n"
              "0: candidate | with this patch | kernel build | make -j16 vmlinux | time | 3m55 s\n");
}

TEST(ProseMeasures, ReadsLinesOfLabelsWithGluedUnits)
{
    EXPECT_EQ(printed("Before this change: 58.852Mb/sec throughput, read 77.589Gb, written 25.863Gb\n"
                      "After this change:  63.034Mb/sec throughput, read 83.102Gb, written 27.701Gb\n"),
              "0: baseline | Before this change |  | throughput | throughput | 58.852 Mb/sec\n"
              "0: candidate | After this change |  | throughput | throughput | 63.034 Mb/sec\n");
}

TEST(ProseMeasures, ReadsAMicroSignAndAColonWithoutBlank)
{
    EXPECT_EQ(printed("Without the patch: The tail latency is 30ms\n"
                      "With the patch:The tail latency is 16μs.\n"),
              "0: baseline | Without the patch |  | tail latency | tail latency | 30 ms\n"
              "0: candidate | With the patch |  | tail latency | tail latency | 16 μs\n");
}

TEST(ProseMeasures, ReadsPairsToldBackwards)
{
    EXPECT_EQ(printed("This shortens  the resume time of the board\nto 1,124 ms from 2,471 ms.\n"),
              "0: baseline | from |  | resume | time | 2,471 ms\n"
              "0: candidate | to |  | resume | time | 1,124 ms\n");
    EXPECT_EQ(printed("Throughput is now 1.5 GB/s, up from 1.2 GB/s.\n"),
              "0: baseline | from |  | throughput | throughput | 1.2 GB/s\n"
              "0: candidate | to |  | throughput | throughput | 1.5 GB/s\n");
}

TEST(ProseMeasures, ReadsWhatAValueWasBefore)
{
    EXPECT_EQ(printed("With the patch the latency is 20us (was 30us).\n"),
              "0: baseline | was |  | latency | latency | 30 us\n"
              "0: candidate | With the patch |  | latency | latency | 20 us\n");
    EXPECT_EQ(printed("Mounting takes 2.1s instead of 3.5s with this patch.\n"),
              "0: baseline | instead |  | time | time | 3.5 s\n"
              "0: candidate | with this patch |  | time | time | 2.1 s\n");
}

TEST(ProseMeasures, LendsAUnitToTheNumberThatHasNone)
{
    EXPECT_EQ(printed("with this series IOPS goes from 7.15 to 7.65M here.\n"),
              "0: baseline | from |  | iops | iops | 7.15 M\n"
              "0: candidate | with this series |  | iops | iops | 7.65 M\n");
    EXPECT_EQ(printed("It takes 13 seconds without the patch and 7 with it.\n"),
              "0: baseline | without the patch |  | time | time | 13 seconds\n"
              "0: candidate | with it |  | time | time | 7 seconds\n");
    // A thousand times more would be a slip of ours: the k stays with its own number.
    EXPECT_EQ(printed("This lifts IOPS from 2736 to 22k.\n"),
              "0: baseline | from |  | iops | iops | 2736 \n"
              "0: candidate | to |  | iops | iops | 22 k\n");
}

TEST(ProseMeasures, BindsEachChangeToItsOwnPair)
{
    // 120 -> 80 us is -33 %, 1.2M -> 1.5M is +25 %.
    EXPECT_EQ(printed("Average latency dropped from 120us to 80us (33% lower) and throughput rose from 1.2M to 1.5M\n"
                      "ops/s (25% higher).\n"),
              "0: baseline | from |  | average latency | average latency | 120 us\n"
              "0: baseline | from |  | throughput | throughput | 1.2 M ops/s\n"
              "0: candidate | to |  | average latency | average latency | 80 us\n"
              "0: candidate | to |  | throughput | throughput | 1.5 M ops/s\n"
              "claim change 33% = -0.33 | from -> to\n"
              "claim change 25% = 0.25 | from -> to\n");
}

TEST(ProseMeasures, ReadsAMultipleAsARatio)
{
    EXPECT_EQ(printed("The patch lifts IOPS from 2736 to 22000 (8x)\n"),
              "0: baseline | from |  | iops | iops | 2736 \n"
              "0: candidate | to |  | iops | iops | 22000 \n"
              "claim ratio 8x = 8 | from -> to\n");
}

TEST(ProseMeasures, ReadsAChangeToldBeforeThePair)
{
    EXPECT_EQ(printed("Latency reduced by 25% (from 120us to 90us).\n"),
              "0: baseline | from |  | latency | latency | 120 us\n"
              "0: candidate | to |  | latency | latency | 90 us\n"
              "claim change 25% = -0.25 | from -> to\n");
}

TEST(ProseMeasures, GoesOnWithTheMetricOfThePairBefore)
{
    EXPECT_EQ(printed("bandwidth went up from 1.2 GB/s to 1.5 GB/s for 4K random reads, and from 3.1GB/s to 3.2GB/s\n"
                      "for 128K sequential reads\n"),
              "0: baseline | from |  | bandwidth | bandwidth | 1.2 GB/s | scenario=for 4K random reads\n"
              "0: candidate | to |  | bandwidth | bandwidth | 1.5 GB/s | scenario=for 4K random reads\n"
              "1: baseline | from |  | bandwidth | bandwidth | 3.1 GB/s | scenario=for 128K sequential reads\n"
              "1: candidate | to |  | bandwidth | bandwidth | 3.2 GB/s | scenario=for 128K sequential reads\n");
}

TEST(ProseMeasures, ReadsAUnitWrappedToTheNextLineFourQuotesDeep)
{
    EXPECT_EQ(printed("> > > > Without this patch the bandwidth is 820.5\n"
                      "> > > > MB/s, with\n"
                      "> > > > this patch it is 943\n"
                      "> > > > MB/s.\n"),
              "0: baseline | Without this patch |  | bandwidth | bandwidth | 820.5 MB/s\n"
              "0: candidate | with this patch |  | bandwidth | bandwidth | 943 MB/s\n");
}

TEST(ProseMeasures, ReadsWordsForRates)
{
    EXPECT_EQ(printed("SET: 12034.2 requests per second before, 13123.5 requests per second after this patch\n"),
              "0: baseline | before |  | throughput | throughput | 12034.2 requests per second\n"
              "0: candidate | after this patch |  | throughput | throughput | 13123.5 requests per second\n");
}

TEST(ProseMeasures, TellsUnixBenchResultsFromIndexes)
{
    EXPECT_EQ(printed("dhry2reg gets 35678.4 lps without patch and 36000.1 lps with patch in unixbench\n"),
              "0: baseline | without patch | unixbench | Dhrystone 2 using register variables | result | 35678.4 lps\n"
              "0: candidate | with patch | unixbench | Dhrystone 2 using register variables | result | 36000.1 lps\n");
}

TEST(ProseMeasures, KeepsTheCasesUnderTwoHeadingsApart)
{
    EXPECT_EQ(printed("before patch:\n"
                      "    write (psync x 96 jobs) = 465 KIOPS\n"
                      "    read (libaio@qd=8 x 96 jobs) = 1361 KIOPS\n"
                      "after patch:\n"
                      "    write (psync x 96 jobs) = 468 KIOPS\n"
                      "    read (libaio@qd=8 x 96 jobs) = 3340 KIOPS\n"),
              "0: baseline | before patch |  | iops | iops | 465 KIOPS | extent=write (psync x 96 jobs)\n"
              "0: baseline | before patch |  | iops | iops | 1361 KIOPS | extent=read (libaio@qd=8 x 96 jobs)\n"
              "0: candidate | after patch |  | iops | iops | 468 KIOPS | extent=write (psync x 96 jobs)\n"
              "0: candidate | after patch |  | iops | iops | 3340 KIOPS | extent=read (libaio@qd=8 x 96 jobs)\n");
}
