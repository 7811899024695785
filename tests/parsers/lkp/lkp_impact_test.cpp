// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/probe.h"

#include <gtest/gtest.h>

namespace patchscale {

const Format& lkp_impact();

namespace {

tests::Probe read(std::string_view text)
{
    return tests::probe(lkp_impact(), text);
}

TEST(LkpImpact, ClaimsWhatTheTableOfOtherTestsStates)
{
    const auto probe = read("+------------------+----------------------------------------------------------+\n"
                            "| testcase: change | stress-ng: stress-ng.mmapfork.ops_per_sec  63.5% regression |\n"
                            "| test machine     | 256 threads 4 sockets with 256G memory |\n"
                            "| test parameters  | nr_threads=100% |\n"
                            "|                  | test=mmapfork |\n"
                            "+------------------+----------------------------------------------------------+\n"
                            "| testcase: change | netperf: netperf.Throughput_Mbps 39.9% improvement |\n"
                            "+------------------+----------------------------------------------------------+\n"
                            "| testcase: change | fio-basic: fio.read_clat_mean_us 12% regression |\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_TRUE(probe.parsed[0].runs.empty());
    ASSERT_EQ(probe.parsed[0].claims.size(), 3U);
    const auto& first = probe.parsed[0].claims[0];
    EXPECT_EQ(first.test, "stress-ng.mmapfork.ops_per_sec");
    EXPECT_EQ(first.stated, "63.5% regression");
    EXPECT_DOUBLE_EQ(first.low, -0.635);
    EXPECT_NEAR(first.resolution, 0.0005, 1e-12);
    EXPECT_EQ(first.parameters,
              (Parameters {{"machine", "256 threads 4 sockets with 256G memory"},
                           {"nr_threads", "100%"},
                           {"test", "mmapfork"},
                           {"testcase", "stress-ng"}}));
    EXPECT_EQ(probe.text.slice(first.span), "63.5");
    EXPECT_DOUBLE_EQ(probe.parsed[0].claims[1].low, 0.399);
    EXPECT_DOUBLE_EQ(probe.parsed[0].claims[2].low, 0.12); // a latency that regresses grows
}

TEST(LkpImpact, ClaimsTheHeadline)
{
    const auto probe = read("kernel test robot noticed a 12.7% improvement of will-it-scale.per_thread_ops on:\n"
                            "\n"
                            "FYI, we noticed a -10.6% regression of fio.read_iops due to commit:\n");
    ASSERT_EQ(probe.parsed.size(), 2U);
    EXPECT_DOUBLE_EQ(probe.parsed[0].claims.at(0).low, 0.127);
    EXPECT_EQ(probe.parsed[1].claims.at(0).test, "fio.read_iops");
    EXPECT_DOUBLE_EQ(probe.parsed[1].claims.at(0).low, -0.106);
    EXPECT_TRUE(read("kernel test robot noticed a build warning: 3 of 4 files\n").blocks.empty());
}

}
}
