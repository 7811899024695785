// SPDX-License-Identifier: GPL-3.0-or-later
// Repeated measurements listed behind the name of their side.
#include "parsers/format.h"
#include "tests/parsers/probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace patchscale {
const Format& sample_lists();
}

using namespace patchscale;
using patchscale::tests::probe;
using testing::ElementsAre;

namespace {

std::vector<double> samplesOf(const TestResult& result)
{
    std::vector<double> out;
    for (const auto& sample : result.samples) {
        out.push_back(sample.value);
    }
    return out;
}

}

TEST(SampleLists, MakeEveryNumberASampleOfItsSide)
{
    const auto read = probe(sample_lists(),
                            "will-it-scale page_fault1 (ops/s):\n"
                            "\n"
                            "Before: 1,523, 1,530, 1,519\n"
                            "After:  1602; 1598; 1610;\n");
    ASSERT_EQ(read.parsed.size(), 1);
    ASSERT_EQ(read.parsed[0].runs.size(), 2);
    const auto& before = read.parsed[0].runs[0].run;
    const auto& after = read.parsed[0].runs[1].run;
    EXPECT_EQ(before.variant.label, "Before");
    EXPECT_EQ(before.variant.role, Role::Baseline);
    EXPECT_EQ(after.variant.role, Role::Candidate);
    EXPECT_EQ(before.results[0].test, "will-it-scale page_fault1 (ops/s)");
    EXPECT_EQ(before.results[0].unit, "ops/s");
    EXPECT_THAT(samplesOf(before.results[0]), ElementsAre(1523, 1530, 1519));
    EXPECT_DOUBLE_EQ(before.results[0].value, 1524); // (1523 + 1530 + 1519) / 3
    EXPECT_EQ(read.written(before.results[0]), "1,523");
    EXPECT_THAT(samplesOf(after.results[0]), ElementsAre(1602, 1598, 1610));
}

TEST(SampleLists, TakeUnitsBehindTheNumbers)
{
    const auto read = probe(sample_lists(), "base: 4.51s, 4.48s, 4.55s\npatched: 4.21s, 4.19s, 4.25s\n");
    ASSERT_EQ(read.parsed.size(), 1);
    const auto& result = read.parsed[0].runs[0].run.results[0];
    EXPECT_EQ(result.unit, "s");
    EXPECT_EQ(result.metric, "time");
    EXPECT_THAT(samplesOf(result), ElementsAre(4.51, 4.48, 4.55));
}

TEST(SampleLists, AreNotColumnsRangesOrOneSideAlone)
{
    for (const auto* text : {
             "Before: 10, 20\nAfter: 11, 21\n", // two numbers may be two columns
             "Before: 10, 200, 3000\nAfter: 11, 190, 3100\n", // sizes of different things
             "Before: 10, 11, 12\n", // nothing to set it against
             "Before: 10, 11, 12\nBefore: 10, 11, 12\n",
             "Cpus: 10, 11, 12\nNodes: 10, 11, 12\n", // no sides
             "Before: 10%, 11%, 12%\nAfter: 9%, 9%, 8%\n",
             "Before: 10, 11, 12 and more\nAfter: 9, 9, 8 and less\n",
             "Before: 0, 0, 0\nAfter: 0, 0, 0\n",
         }) {
        EXPECT_TRUE(probe(sample_lists(), text).blocks.empty()) << text;
    }
}
