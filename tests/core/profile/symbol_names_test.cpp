// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/symbol_names.h"

#include <gtest/gtest.h>

namespace patchscale {
namespace {

TEST(SymbolNames, LosesWhatCompilersAndVersionsOfPerfAdd)
{
    EXPECT_EQ(plainSymbol("folio_lruvec_lock.isra.0"), "folio_lruvec_lock");
    EXPECT_EQ(plainSymbol("shrink_node.part.24.constprop.0"), "shrink_node");
    EXPECT_EQ(plainSymbol("do_exit.cold"), "do_exit");
    EXPECT_EQ(plainSymbol("touch_pages(unsigned long)"), "touch_pages");
    EXPECT_EQ(plainSymbol("memcpy@GLIBC_2.2.5"), "memcpy");
    EXPECT_EQ(plainSymbol("Map::operator()"), "Map::operator()");
    EXPECT_EQ(plainSymbol("get_partial_node"), "get_partial_node"); // ".part" is no suffix without its point
    EXPECT_EQ(plainSymbol("a.partial"), "a.partial");
}

TEST(SymbolNames, KnowsAddressesThatHaveNoName)
{
    EXPECT_TRUE(isRawAddress("0x000000000001d7f5"));
    EXPECT_FALSE(isRawAddress("0x"));
    EXPECT_FALSE(isRawAddress("0xdeadbeef_handler"));
    EXPECT_FALSE(isRawAddress("[unknown]"));
}

TEST(SymbolNames, FindsTheSystemCallBehindItsWrapper)
{
    EXPECT_EQ(sourceName("__x64_sys_read"), "sys_read");
    EXPECT_EQ(sourceName("__do_sys_clone"), "sys_clone");
    EXPECT_EQ(sourceName("vfs_read.part.0"), "vfs_read");
}

TEST(SymbolNames, LikenessCountsSharedPairsOfLetters)
{
    // "night" has ni ig gh ht, "nacht" has na ac ch ht: one of four is shared, 2 * 1 / 8.
    EXPECT_DOUBLE_EQ(likeness("night", "nacht"), 0.25);
    EXPECT_DOUBLE_EQ(likeness("osq_lock", "osq_lock"), 1);
    EXPECT_DOUBLE_EQ(likeness("a", "b"), 0);
    // The shorter within the longer: 0.5 + 0.5 * 8 / 16.
    EXPECT_GE(likeness("osq_lock", "osq_lock_contend"), 0.75);
}

}
}
