// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/fio/direction.h"

#include <gtest/gtest.h>

namespace patchscale {

const Format& fio_log();

namespace tests {
namespace {

TEST(FioLog, KeepsEachRowAsASampleOfItsDirectionAndJob)
{
    const auto read = probe(fio_log(),
                            "503, 596318, 0, 0, 0\n503, 593097, 1, 0, 0\n1006, 596320, 0, 0, 0\n"
                            "1008, 593099, 1, 0, 0\n500, 700000, 0, 0, 0\n");
    ASSERT_EQ(read.parsed.size(), 1U);
    const auto& results = read.parsed[0].runs.at(0).run.results;
    ASSERT_EQ(results.size(), 6U); // the time went back: a second job; values and times of each
    EXPECT_EQ(results[0].parameters, (Parameters {{"direction", "read"}, {"job", "1"}}));
    EXPECT_EQ(results[0].value, 596319); // the mean of the middle two
    ASSERT_EQ(results[0].samples.size(), 2U);
    EXPECT_EQ(results[0].samples[1].order, 3);
    EXPECT_EQ(read.text.slice(results[0].samples[1].span), "596320");
    EXPECT_EQ(results[1].metric, "time");
    EXPECT_EQ(results[1].parameters, results[0].parameters);
    ASSERT_EQ(results[1].samples.size(), 2U);
    EXPECT_EQ(results[1].samples[1].value, 1006);
    EXPECT_EQ(results[1].samples[1].order, 3); // of the value that it belongs to
    EXPECT_TRUE(results[1].samples[1].isExcluded);
    EXPECT_EQ(results[2].parameters.at("direction"), "write");
    EXPECT_EQ(results[4].value, 700000);
    EXPECT_EQ(read.diagnosticCount("fio-log"), 1U);
}

TEST(FioLog, HasNoRateWhereRowsCountSingleIos)
{
    const auto read = probe(fio_log(), "0, 1, 1, 4096\n0, 1, 1, 4096\n1, 1, 0, 4096\n");
    ASSERT_EQ(read.parsed.size(), 1U);
    EXPECT_TRUE(read.parsed[0].runs.empty());
}

TEST(FioLog, LeavesOtherListsAlone)
{
    EXPECT_TRUE(probe(fio_log(), "1, 2, 3, 4\n2, 3, 4, 5\n3, 4, 5, 6\n").blocks.empty());
    EXPECT_TRUE(probe(fio_log(), "503, 5.5, 0, 0\n504, 5.5, 0, 0\n505, 5.5, 0, 0\n").blocks.empty());
    EXPECT_TRUE(probe(fio_log(), "503, 596318, 0, 0\n504, 596318, 0, 0\n").blocks.empty()); // too short
}

}
}
}
