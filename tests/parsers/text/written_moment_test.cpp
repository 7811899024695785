// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/written_moment.h"

#include <gtest/gtest.h>

namespace patchscale {
namespace {

TEST(WrittenMoment, ReadsWhatProgramsWrite)
{
    EXPECT_EQ(writtenMoment(" Tue Aug 21 2018 20:45:16 - 21:13:39"), "2018-08-21T20:45:16");
    EXPECT_EQ(writtenMoment("Tue Apr  8 11:43:52 IST 2003"), "2003-04-08T11:43:52");
    EXPECT_EQ(writtenMoment("月  5月 26 2025 14:42:07 - 15:10:16"), "2025-05-26T14:42:07");
    EXPECT_EQ(writtenMoment(" Tue, 21 Aug 2018 20:45:16 +0800 (CST)"), "2018-08-21T20:45:16+0800");
    EXPECT_EQ(writtenMoment("   Wed Apr 17 00:38:17 2024 -0700"), "2024-04-17T00:38:17-0700");
}

TEST(WrittenMoment, TakesNothingThatIsNotWhole)
{
    EXPECT_EQ(writtenMoment(""), "");
    EXPECT_EQ(writtenMoment("Tue Aug 21 20:45:16"), ""); // no year
    EXPECT_EQ(writtenMoment("Tue Aug 21 2018"), ""); // no time
    EXPECT_EQ(writtenMoment("Tue 21 2018 20:45:16"), ""); // no month
    EXPECT_EQ(writtenMoment("13月 26 2025 14:42:07"), "");
    EXPECT_EQ(writtenMoment("Aug 21 2018 29:45:16"), "");
    EXPECT_EQ(writtenMoment("99999999999999999999 Aug 2018 20:45:16"), "");
}

}
}
