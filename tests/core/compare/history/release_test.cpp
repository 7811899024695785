// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/history/release.h"

#include "core/compare/history/moment.h"

#include <gtest/gtest.h>

namespace patchscale {
namespace {

TEST(Release, StandsInTheOrderOfKernelDevelopment)
{
    const std::vector<std::string> ordered {"2.6.32", "5.19-rc3", "6.9-rc1",  "6.9-rc10", "6.9",
                                            "6.9.1",  "6.9.10",   "6.10-rc1", "6.10-rc2", "6.10-rc2-00012-gabc1234",
                                            "6.10",   "6.10+",    "6.10.1",   "6.11",     "10.0"};
    for (std::size_t i = 0; i + 1 < ordered.size(); ++i) {
        const auto one = releaseIn(ordered[i]);
        const auto other = releaseIn(ordered[i + 1]);
        ASSERT_TRUE(one && other) << ordered[i];
        EXPECT_LT(*one, *other) << ordered[i] << " and " << ordered[i + 1];
    }
}

TEST(Release, IsTheSameInEachSpelling)
{
    for (const auto* const text : {"6.9", "v6.9", "6.9.0", "Linux 6.9", "6.9.0 #1 SMP PREEMPT", "linux-6.9"}) {
        EXPECT_EQ(releaseIn(text), releaseIn("6.9")) << text;
    }
    EXPECT_EQ(releaseIn("6.9.0-rc3+"), releaseIn("v6.9-rc3+"));
    EXPECT_NE(releaseIn("6.9-rc3"), releaseIn("6.9"));
}

TEST(Release, IsNoneInOtherWords)
{
    for (const auto* const text : {"", "v2", "patched", "2", "1.2.3", "2026.11", "rc3"}) {
        EXPECT_FALSE(releaseIn(text)) << text;
    }
    for (const auto* const text : {"6.9 with patch", "6.9x", "with 6.9", "v3"}) {
        EXPECT_FALSE(releaseNamed(text)) << text;
    }
    for (const auto* const text : {"6.9", "v6.10-rc1", "5.19.0-rc3-vanilla", "6.1.0-18-amd64", "6.9.0+"}) {
        EXPECT_TRUE(releaseNamed(text)) << text;
    }
}

TEST(Moment, ReadsDatesWithAndWithoutTimeAndZone)
{
    EXPECT_EQ(momentOf("1970-01-02"), 86400);
    EXPECT_EQ(momentOf("1970-01-01 01:02"), 3720);
    EXPECT_EQ(momentOf("1970-01-01T01:02:03Z"), 3723);
    EXPECT_EQ(momentOf("1970-01-01T01:02:03.75+01:00"), 123); // 01:02:03 there is 00:02:03 in UTC
    EXPECT_EQ(momentOf("2000-03-01"), 951868800); // 30 years of 365 days, 7 leap days, 31 + 29 days
    EXPECT_EQ(momentOf("1969-12-31"), -86400);
}

TEST(Moment, IsNoneInOtherWords)
{
    for (const auto* const text : {"", "6.9", "2026", "2026-13-01", "2026-02-30", "26-11-30", "2026-11-30x",
                                   "2026-11-30T25:00", "2026-11-30 1:00", "2026-11-30T10:00 tomorrow"}) {
        EXPECT_FALSE(momentOf(text)) << text;
    }
}

TEST(Moment, IsWrittenAsItIsRead)
{
    EXPECT_EQ(momentText(951868800 + 3720, false), "2000-03-01");
    EXPECT_EQ(momentText(951868800 + 3720, true), "2000-03-01 01:02");
}

}
}
