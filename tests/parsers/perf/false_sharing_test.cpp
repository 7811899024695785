// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/probe.h"

#include <gtest/gtest.h>

namespace patchscale {

const Format& false_sharing();

namespace {

tests::Probe read(std::string_view text)
{
    return tests::probe(false_sharing(), text);
}

TEST(FalseSharing, ReadsATableThatWasRunIntoOneLine)
{
    const auto probe = read("The tool reports false sharing in a struct:\n"
                            "Cache Line PA PC Function Count Percent 30aa7700 41210 18.5% 30aa7718 ffd5843060010 "
                            "load_sum+0x10 30aa7740 ffd58430600b0 load_sum+0xb0 30aa7800 1200 0.5% 30aa7810 "
                            "ffd5843070000 set_cpu+0xc8\n"
                            "As 2 members share 64 bytes, they were moved.\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 1U);
    EXPECT_FALSE(probe.parsed[0].runs[0].knowsVariant);
    EXPECT_EQ(probe.resultCount(), 4U); // two lines with count and share; accesses have no values of their own
    const auto* count = probe.result("30aa7700", "count");
    ASSERT_NE(count, nullptr);
    EXPECT_DOUBLE_EQ(count->value, 41210);
    EXPECT_EQ(count->unit, "samples");
    EXPECT_EQ(count->baseUnit, "count");
    EXPECT_EQ(probe.written(*count), "41210");
    const auto* share = probe.result("30aa7800", "share");
    ASSERT_NE(share, nullptr);
    EXPECT_DOUBLE_EQ(share->value, 0.5);
    EXPECT_DOUBLE_EQ(share->baseValue, 0.005);
    EXPECT_EQ(probe.written(*share), "0.5");
    EXPECT_EQ(probe.diagnosticCount("accesses-without-values"), 2U);
    EXPECT_EQ(probe.text.slice(probe.blocks[0].span).ends_with("set_cpu+0xc8"), true);
}

TEST(FalseSharing, ReadsATableInLinesAndWithoutAShare)
{
    const auto probe = read("Cacheline         PA           PC             Symbol          Samples\n"
                            "---------------------------------------------------------------------\n"
                            "0x2099e66900                                                  56,345\n"
                            "             0x2099e66918  0xffd58430  calc_shares+0x10\n"
                            "0x2099e66a00                                                     120\n"
                            "\n"
                            "0x2099e66c00 is not in it\n");
    EXPECT_EQ(probe.resultCount(), 2U);
    const auto* count = probe.result("0x2099e66900", "count");
    ASSERT_NE(count, nullptr);
    EXPECT_DOUBLE_EQ(count->value, 56345);
}

TEST(FalseSharing, LeavesOtherTextAlone)
{
    EXPECT_TRUE(read("Cache Line size is 64, the PA is 2099e66900 56345 24.2%\n").blocks.empty());
    EXPECT_TRUE(read("Cache Line PA PC Function Count Percent\nand that was it\n").blocks.empty());
    EXPECT_TRUE(read("Cache Line Count Percent").blocks.empty());
}

}
}
