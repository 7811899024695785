// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/opposites.h"

#include <gtest/gtest.h>

namespace patchscale {
namespace {

TEST(Opposites, TellTheOldSideByOneWord)
{
    EXPECT_EQ(isOldSideOf("Without LMh Support", "With LMh Support"), true);
    EXPECT_EQ(isOldSideOf("With LMh Support", "without LMh support"), false);
    EXPECT_EQ(isOldSideOf("LSE disabled", "LSE enabled"), true);
    EXPECT_EQ(isOldSideOf("fast path on", "fast path off"), false);
    EXPECT_EQ(isOldSideOf("2 memcpy, w/o BOUNCE", "1 memcpy, w/ BOUNCE"), true);
}

TEST(Opposites, TellTheOldSideByANegation)
{
    EXPECT_EQ(isOldSideOf("no static key", "static key"), true);
    EXPECT_EQ(isOldSideOf("static key", "without static key"), false);
}

TEST(Opposites, SayNothingOfOtherPairs)
{
    EXPECT_EQ(isOldSideOf("on", "off"), std::nullopt); // alone they are the vocabulary's
    EXPECT_EQ(isOldSideOf("without cache, cold disk", "with cache, warm disk"), std::nullopt);
    EXPECT_EQ(isOldSideOf("random read", "random write"), std::nullopt);
    EXPECT_EQ(isOldSideOf("same label", "same label"), std::nullopt);
}

}
}
