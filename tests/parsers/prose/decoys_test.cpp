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
