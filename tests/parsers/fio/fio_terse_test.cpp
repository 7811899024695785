// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/fio/direction.h"

#include <gtest/gtest.h>

#include <format>
#include <string>

namespace patchscale {

const Format& fio_terse();

namespace tests {
namespace {

/// The fields of one direction from version 2.0 on; @p intervals is what version 5 adds.
std::string side(int kibibytes, int milliseconds, std::string_view intervals = "")
{
    const int rate = milliseconds > 0 ? kibibytes * 1000 / milliseconds : 0;
    std::string out = std::format("{};{};{};{};0;0;0.000000;0.000000;1;8109;4.582753;86.896375;", kibibytes, rate,
                                  rate / 4, milliseconds);
    out += "1.000000%=2;50.000000%=3;99.990000%=4112;";
    for (int i = 0; i < 17; ++i) {
        out += "0%=0;";
    }
    return out + "1;8110;4.649044;87.380261;497607;964864;90.705920%;696909.000000;241075.095808;"
        + std::string(intervals);
}

std::string shares()
{
    std::string out = "22.850000%;38.900000%;339;0;10";
    for (int i = 0; i < 29; ++i) {
        out += ";0.0%";
    }
    return out;
}

TEST(FioTerse, ReadsVersionThree)
{
    const auto read =
        probe(fio_terse(),
              "3;fio-3.33;r;w;0;0;" + side(4000, 2000) + side(0, 0) + shares() + ";vda;11;12;13;14;15;16;17;38.91%\n");
    ASSERT_EQ(read.parsed.size(), 1U);
    const auto* bandwidth = result(read, "r;w", "read", "bandwidth"); // a semicolon in the name
    ASSERT_NE(bandwidth, nullptr);
    EXPECT_EQ(bandwidth->value, 2000);
    EXPECT_DOUBLE_EQ(bandwidth->baseValue, 2000 * 1024.0);
    EXPECT_EQ(result(read, "r;w", "write", "bandwidth"), nullptr); // all zero: not used
    EXPECT_DOUBLE_EQ(result(read, "r;w", "read", "clat mean")->baseValue, 4.582753e-6);
    EXPECT_DOUBLE_EQ(result(read, "r;w", "read", "clat p99.99")->baseValue, 4112e-6);
    EXPECT_DOUBLE_EQ(result(read, "r;w", "read", "lat max")->baseValue, 8110e-6);
    EXPECT_DOUBLE_EQ(result(read, "r;w", "read", "interval bandwidth mean")->baseValue, 696909 * 1024.0);
    EXPECT_DOUBLE_EQ(result(read, "r;w", "", "cpu usr")->baseValue, 0.2285);
    EXPECT_EQ(result(read, "disk vda", "", "write merges")->value, 14);
    EXPECT_DOUBLE_EQ(result(read, "disk vda", "", "util")->baseValue, 0.3891);
    EXPECT_EQ(read.parsed[0].runs[0].run.machine.facts.at("tool.fio"), "3.33");
}

TEST(FioTerse, KnowsWhichDirectionsAVersionHas)
{
    const std::string intervals = "3;124401;241216;174227.000000;60269.083973;3;";
    const auto five = probe(fio_terse(),
                            "5;fio-3.33;x;0;0;" + side(4000, 2000, intervals) + side(0, 0, intervals)
                                + side(8000, 2000, intervals) + shares() + "\n");
    EXPECT_EQ(result(five, "x", "trim", "io")->value, 8000);
    EXPECT_EQ(result(five, "x", "read", "interval iops mean")->value, 174227);
    EXPECT_EQ(result(five, "x", "read", "interval iops samples")->value, 3);
    const auto both = probe(
        fio_terse(), "3;fio-3.33;x;0;0;" + side(4000, 2000) + side(4000, 2000) + side(8000, 2000) + shares() + "\n");
    EXPECT_EQ(result(both, "x", "mixed", "io")->value, 8000);
    const auto mixed = probe(fio_terse(), "3;fio-3.33;x;0;0;" + side(8000, 2000) + shares() + "\n");
    EXPECT_EQ(result(mixed, "x", "mixed", "io")->value, 8000);
    const auto two = probe(fio_terse(), "2;x;0;5;" + side(4000, 2000) + side(0, 0) + side(0, 0) + shares() + "\n");
    EXPECT_TRUE(two.parsed[0].runs[0].run.isFailed);
    EXPECT_EQ(result(two, "x", "", "error")->value, 5);
}

TEST(FioTerse, ReadsWhatVersionsWithoutPercentilesPrinted)
{
    const std::string old = "400000;409600;1000;0;0;0.000000;0.000000;1;825;2.589363;4.750966;";
    const std::string intervals = "5;9;100.000000%;7.000000;1.000000;";
    const auto numbered = probe(fio_terse(),
                                "fio 1.59\n2;mix;0;0;" + old + "1;826;2.696465;4.826758;" + intervals + old
                                    + "1;826;2.696465;4.826758;" + intervals + shares() + "\n");
    const auto* bandwidth = result(numbered, "mix", "read", "bandwidth");
    ASSERT_NE(bandwidth, nullptr);
    EXPECT_DOUBLE_EQ(bandwidth->baseValue, 400000 * 1024.0); // 409600 are 1000 bytes each
    EXPECT_DOUBLE_EQ(result(numbered, "mix", "write", "lat max")->baseValue, 826e-6);
    const auto bare = probe(fio_terse(), "mix;0;0;" + old + intervals + old + intervals + shares() + ";\n");
    EXPECT_DOUBLE_EQ(result(bare, "mix", "write", "clat max")->baseValue, 825e-6);
    EXPECT_EQ(result(bare, "mix", "write", "lat max"), nullptr);
}

TEST(FioTerse, LeavesOtherRowsAlone)
{
    std::string row = "2;x;0;0";
    for (int i = 0; i < 100; ++i) {
        row += std::format(";{}", i);
    }
    EXPECT_TRUE(probe(fio_terse(), row + "\n").blocks.empty());
    EXPECT_TRUE(probe(fio_terse(), "3;fio-3.33;x;0;0;" + side(4000, 2000) + "\n").blocks.empty()); // breaks off
}

}
}
}
