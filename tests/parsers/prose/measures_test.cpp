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
