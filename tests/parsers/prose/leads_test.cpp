// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prose/leads.h"

#include <gtest/gtest.h>

namespace patchscale::sentences {
namespace {

TEST(ProseLeads, SeesWhatLeadsToANumber)
{
    EXPECT_TRUE(mayLeadToValue("with the patch the score is 1782.3"));
    EXPECT_TRUE(mayLeadToValue("it drops from 1.2 GB/s to 1.5 GB/s"));
    EXPECT_TRUE(mayLeadToValue("the latency of 10 ms"));
    EXPECT_TRUE(mayLeadToValue("throughput: 1200 ops/s"));
    EXPECT_TRUE(mayLeadToValue("Avg. 68 seconds"));
}

TEST(ProseLeads, SeesALabelThatEndsAtTheNumber)
{
    EXPECT_TRUE(mayLeadToValue("vanilla 1200 ops/s"));
    EXPECT_TRUE(mayLeadToValue("with all the patches 16 us"));
    EXPECT_TRUE(mayLeadToValue("before this commit 16 us"));
    EXPECT_TRUE(mayLeadToValue("before v6.1 16 us"));
}

TEST(ProseLeads, SeesASecondNumberThatItIsSetAgainst)
{
    EXPECT_TRUE(mayLeadToValue("requests 1200 -> 1310"));
    EXPECT_TRUE(mayLeadToValue("requests 1200 ops vs 1310 ops"));
}

TEST(ProseLeads, TurnsAwayNumbersThatNothingLeadsTo)
{
    EXPECT_FALSE(mayLeadToValue("the worker sleeps 10 ms when CPU 3 leaves idle"));
    EXPECT_FALSE(mayLeadToValue("a timer fires, so readers wait. 10 ms later v6.1 takes the lock"));
    EXPECT_FALSE(mayLeadToValue("a page of 10 kB")); // no word of the text measures anything
    EXPECT_FALSE(mayLeadToValue("no number at all"));
}

}
}
