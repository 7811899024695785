// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units.h"

#include <gtest/gtest.h>

namespace patchscale {
namespace {

TEST(Units, LeadToTheirBase)
{
    struct Row
    {
        std::string_view written;
        double factor;
        std::string_view base;
    };
    for (const auto& row : {
             Row {"%", 0.01, "ratio"},      Row {"pct", 0.01, "ratio"},
             Row {"lps", 1, "1/s"},         Row {"lpm", 1.0 / 60, "1/s"},
             Row {"KBps", 1000, "B/s"},     Row {"KIOPS", 1000, "1/s"},
             Row {"M IOPS", 1e6, "1/s"},    Row {"M/s", 1e6, "1/s"},
             Row {"K/sec", 1e3, "1/s"},     Row {"/sec", 1, "1/s"},
             Row {"MB/s", 1e6, "B/s"},      Row {"MB/sec", 1e6, "B/s"},
             Row {"MiB/s", 1048576, "B/s"}, Row {"KiB", 1024, "B"},
             Row {"kB", 1000, "B"},         Row {"Gbits/sec", 1.25e8, "B/s"},
             Row {"usec", 1e-6, "s"},       Row {"\u00b5s", 1e-6, "s"},
             Row {"\u03bcs", 1e-6, "s"},    Row {"msec", 1e-3, "s"},
             Row {"nsec", 1e-9, "s"},       Row {"seconds", 1, "s"},
             Row {"min", 60, "s"},          Row {"GHz", 1e9, "Hz"},
             Row {"Joules", 1, "J"},        Row {"W", 1, "W"},
             Row {"MWIPS", 1, "MWIPS"},     Row {"cycles", 1, "cycles"},
             Row {"index", 1, "index"},     Row {"CPUs utilized", 1, "count"},
             Row {"usecs/op", 1e-6, "s"},   Row {"", 1, ""},
         }) {
        const auto unit = findUnit(row.written);
        ASSERT_TRUE(unit) << row.written;
        EXPECT_DOUBLE_EQ(unit->factor, row.factor) << row.written;
        EXPECT_EQ(unit->base, row.base) << row.written;
    }
}

TEST(Units, KeepBitsAndBytesApart)
{
    EXPECT_DOUBLE_EQ(findUnit("MB/s")->factor, 8 * findUnit("Mb/s")->factor);
    EXPECT_DOUBLE_EQ(findUnit("GBps")->factor, 8 * findUnit("Gbps")->factor);
    EXPECT_FALSE(findUnit("mb/s")); // written for either
}

TEST(Units, KeepCaseWhereItMatters)
{
    EXPECT_EQ(findUnit("mW")->factor, 1e-3);
    EXPECT_FALSE(findUnit("MW"));
    EXPECT_FALSE(findUnit("Ms"));
    EXPECT_EQ(findUnit("iops")->base, findUnit("IOPS")->base);
}

TEST(Units, UnknownOnesAreTheirOwnBase)
{
    EXPECT_FALSE(findUnit("widgets"));
    const auto unit = unitOf("widgets");
    EXPECT_EQ(unit.factor, 1);
    EXPECT_EQ(unit.base, "widgets");
}

}
}
