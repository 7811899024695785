// SPDX-License-Identifier: GPL-3.0-or-later
// Layouts and figures are those of real mails, the words around them are not.
#include "tests/parsers/table/table_probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace patchscale::tests {
namespace {

using testing::DoubleNear;

TEST(BrokenTables, PutsRowsTogetherThatAMailerBroke)
{
    const auto probe = readTable("                                before          after\n"
                                 "alpha case with a long name        100.5           110.5     +10.0%\n"
                                 "beta case with a longer name\n"
                                 "200.5           230.6     +15.0%\n"
                                 "gamma case         300.5\n"
                                 "330.6     +10.0%\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 6U);
    const auto* gamma = resultAt(probe, 1, 2);
    ASSERT_NE(gamma, nullptr);
    EXPECT_EQ(gamma->test, "gamma case");
    EXPECT_DOUBLE_EQ(gamma->value, 330.6);
    EXPECT_EQ(probe.written(*gamma), "330.6");
    EXPECT_EQ(probe.parsed[0].claims.size(), 3U);
}

TEST(BrokenTables, PutsPipedRowsTogether)
{
    const auto probe = readTable("without this series / with this series:\n"
                                 "\n"
                                 "| cg1 weight      | 10            | 20\n"
                                 "          | 50             |\n"
                                 "| cg1 bw MiB/s    | 21.4 / 21.74  |\n"
                                 "94.74 / 90.92 | 140 / 138.2    |\n"
                                 "| cg2 bw MiB/s    | 197.2 / 197.4 | 162\n"
                                 "/ 156.8   | 138.6 / 137.04 |\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    ASSERT_EQ(probe.parsed[0].runs[1].run.results.size(), 6U);
    EXPECT_DOUBLE_EQ(probe.parsed[0].runs[1].run.results[1].value, 90.92);
    EXPECT_DOUBLE_EQ(probe.parsed[0].runs[1].run.results[4].value, 156.8);
    EXPECT_EQ(probe.parsed[0].runs[1].run.results[4].parameters.at("cg1 weight"), "20");
}

TEST(BrokenTables, TakesTheHeaderOverThatIsPrintedOnlyOnce)
{
    const auto probe = readTable("\t\tdefault\t\t\tpatched\n"
                                 "Instance 1\t12.3GiB/s\t\t39.4GiB/s\n"
                                 "Instance 2\t12.2GiB/s\t\t39.1GiB/s\n"
                                 "\n"
                                 "rwmixwrite=10%\n"
                                 "Instance 1\t27.5GiB/s\t\t75.9GiB/s\n"
                                 "Instance 2\t25.5GiB/s\t\t87.6GiB/s\n");
    ASSERT_EQ(probe.parsed.size(), 2U);
    const auto* second = resultAt(probe, 1, 1, 1);
    ASSERT_NE(second, nullptr);
    EXPECT_DOUBLE_EQ(second->value, 87.6);
    EXPECT_EQ(second->parameters.at("rwmixwrite"), "10%");
    EXPECT_EQ(probe.parsed[1].runs[1].run.variant.label, "patched");
}

TEST(BrokenTables, ReadsDecimalCommas)
{
    const auto probe = readTable("         vanilla           patched\n"
                                 "first   26311,500         25976,667\n"
                                 "second      1,315             1,344\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    const auto* second = resultAt(probe, 1, 1);
    ASSERT_NE(second, nullptr);
    EXPECT_DOUBLE_EQ(second->value, 1.344);
}

TEST(BrokenTables, KeepsChangesThatComeWithoutValuesAsClaimsOnly)
{
    const auto probe = readTable("case            \tload    \tbaseline(std%)\tcompare%( std%)\n"
                                 "TCP_RR          \t56-threads\t 1.00 (  2.20)\t+13.15 (  4.36)\n"
                                 "TCP_RR          \t112-threads\t 1.00 (  2.08)\t+87.39 (  4.35)\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 0U);
    ASSERT_EQ(probe.parsed[0].claims.size(), 2U);
    EXPECT_THAT(probe.parsed[0].claims[1].low, DoubleNear(0.8739, 1e-12));
    EXPECT_FALSE(probe.parsed[0].claims[1].baselineResult);
    EXPECT_EQ(probe.diagnosticCount("changes-without-values"), 1U);
}

TEST(BrokenTables, SaysWhichRowsItLeftOut)
{
    const auto probe = readTable("test       before    after\n"
                                 "alpha       12.5     13.5\n"
                                 "beta        13.5     14.5    15.5     16.5\n"
                                 "gamma       14.5     15.5\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 4U);
    EXPECT_EQ(probe.diagnosticCount("unread-row"), 1U);
}

}
}
