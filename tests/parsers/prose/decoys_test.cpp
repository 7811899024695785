// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in sentences that are no values: each document must yield nothing.
#include "tests/parsers/prose/printed.h"

#include <gtest/gtest.h>

using patchscale::tests::printed;

TEST(ProseDecoys, CountsThatChange)
{
    EXPECT_EQ(printed("With this patch the reference count drops from 0 to -1.\n"), "");
}

TEST(ProseDecoys, LimitsAndSizes)
{
    EXPECT_EQ(printed("This patch raises the batch size in the slow code path from 32 to 512.\n"), "");
    EXPECT_EQ(printed("With this patch, the timeout increases from 10 ms to 20 ms.\n"), "");
    EXPECT_EQ(printed("Tests allocate objects with sizes growing from 8 to 240 bytes with the patch.\n"), "");
}

TEST(ProseDecoys, ShareOfLoad)
{
    EXPECT_EQ(printed("With the patch, the sibling takes 90% cpu, and at 33% load the score gets better.\n"), "");
}

TEST(ProseDecoys, MappingsAndTransitions)
{
    EXPECT_EQ(printed("With the patch we saw fewer 0->1 transitions (throughput is the same).\n"), "");
    EXPECT_EQ(printed("Copies -> index score:\n16 -> 1480.8\n32 -> 1486.6\n"), "");
}

TEST(ProseDecoys, OutputOfTools)
{
    EXPECT_EQ(printed("Without this patch:\n  READ: bw=319MiB/s (334MB/s), io=9563MiB (10.0GB), run=30001-30001msec\n"),
              "");
}

TEST(ProseDecoys, Bounds)
{
    EXPECT_EQ(printed("With both patches, the time becomes less than 100ms.\n"), "");
    EXPECT_EQ(printed("Before the rounding fix this additional cost used to be over 1200 ms.\n"), "");
}

TEST(ProseDecoys, Differences)
{
    EXPECT_EQ(printed("With this patch applied, measured idle power increases by approximately 2W.\n"), "");
}

TEST(ProseDecoys, WhatCouldBe)
{
    EXPECT_EQ(printed("This potentially increases the maximum time taken by this loop from 1 ms to 2 ms.\n"), "");
    EXPECT_EQ(printed("What if the throughput suddenly drops from 5GB/s to 250MB/s?\n"), "");
}

TEST(ProseDecoys, WhatAPatchSets)
{
    EXPECT_EQ(printed("Change the off time value from 5 hours to 30 minutes.\n"), "");
    EXPECT_EQ(printed("The target residency was increased from 384 us to 600 us.\n"), "");
}

TEST(ProseDecoys, VersionsAndFields)
{
    EXPECT_EQ(printed("We saw a performance regression when moving workloads from 3.10 kernels to 4.0.\n"), "");
    EXPECT_EQ(printed("The performance field of the register supports values from 0 to 255.\n"), "");
    EXPECT_EQ(printed("With the patch the machine runs 6.1.12, before it ran 5.10.3.\n"), "");
}

TEST(ProseDecoys, IndexesOfThings)
{
    EXPECT_EQ(
        printed("Before that, the last index key has an offset of 100, then it assigns 101 with the new index.\n"), "");
    EXPECT_EQ(printed("With this patch the index is 3 for the first entry.\n"), "");
}

TEST(ProseDecoys, LevelsOfPercent)
{
    EXPECT_EQ(printed("With the patch the hit rate goes from 80% to 90%.\n"), "");
    EXPECT_EQ(printed("Without the patch the idle residency drops to 2%.\n"), "");
}

TEST(ProseDecoys, TimesOfTheTestItself)
{
    EXPECT_EQ(printed("Results are from 25 tests with turbo disabled, with 30 second run per test.\n"), "");
    EXPECT_EQ(printed("I set the screen to turn off after 1 minute; after 5 seconds the backlight is off.\n"), "");
    EXPECT_EQ(printed("Before or after that 3 seconds of boot time pass.\n"), "");
}

TEST(ProseDecoys, NumbersFarFromTheirLabel)
{
    EXPECT_EQ(printed("Without the patch, the CPU often enters a deep state for short sleeps, even though the state's\n"
                      "break-even time is 120 microseconds.\n"),
              "");
}

TEST(ProseDecoys, LabelsThatDescribeAThing)
{
    EXPECT_EQ(
        printed("On systems with high exit latencies (big box: 190us, or boards with large gaps like C2 36us).\n"), "");
}

TEST(ProseDecoys, RangesOfOneValue)
{
    EXPECT_EQ(printed("With the patch the latency varies from 10 ms to 20 ms.\n"), "");
    EXPECT_EQ(printed("With the patch the score is between 1700 and 1800.\n"), "");
}

TEST(ProseDecoys, CountsOfThings)
{
    EXPECT_EQ(printed("With the patch the score is computed over 16 threads and 40 copies.\n"), "");
    EXPECT_EQ(printed("Before this change 1200 files were open, after this change 300 files.\n"), "");
}

TEST(ProseDecoys, ColumnsOfATable)
{
    EXPECT_EQ(
        printed(
            "Before: 460475.84 RPS               311591.19 RPS\nAfter:  451943.34 RPS               309645.44 RPS\n"),
        "");
}

TEST(ProseDecoys, DatesSizesAndIssueNumbers)
{
    EXPECT_EQ(printed("With the patch of 2024-03-09 (issue 4711, line 120), the score is better on the 32 GB box.\n"),
              "");
}

TEST(ProseDecoys, TrailersAndDiffs)
{
    EXPECT_EQ(printed("Fixes: 0123456789ab (\"without patch, the score is 12.5\")\n"
                      "\n"
                      "diff --git a/a.c b/a.c\n"
                      "--- a/a.c\n"
                      "+++ b/a.c\n"
                      "@@ -1,2 +1,2 @@\n"
                      "-/* without patch, the score is 640.5 */\n"
                      "+/* with patch, the score is 655.1 */\n"),
              "");
}

TEST(ProseDecoys, MessagesOfAProgramUnderTwoHeadings)
{
    EXPECT_EQ(printed("Before:\n"
                      "devices took 0.030 seconds\n"
                      "freezing (elapsed 0.001 seconds) done.\n"
                      "freezing (elapsed 0.002 seconds) done.\n"
                      "\n"
                      "After:\n"
                      "syncing took 0.060 seconds\n"),
              "");
}

TEST(ProseDecoys, TakesNeitherEndOfARangeForTheValue)
{
    EXPECT_EQ(printed("Several runs of t/io_uring on nullb0:\n"
                      "\n"
                      "- without the patch: IOPS is 2.5M ~ 4.5M\n"
                      "- with the patch: IOPS is 4.3 ~ 5M\n"),
              "");
}
