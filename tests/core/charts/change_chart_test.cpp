// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/change_chart.h"

#include "tests/core/compare/builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace patchscale {
namespace {

using testing::HasSubstr;

/// A chart of tests t0, t1 … that go from 100 to the given values.
ChartSpec chartOf(const std::vector<double>& after, std::size_t mostMarks = 40)
{
    RunBuilder left("x");
    RunBuilder right("x");
    left.baseline();
    right.candidate();
    for (std::size_t i = 0; i < after.size(); ++i) {
        left.result("t" + std::to_string(i), "m", 100);
        right.result("t" + std::to_string(i), "m", after[i]);
    }
    ChangeChartOptions options;
    options.mostMarks = mostMarks;
    return changeChart(compare(Runs {left, right}, {}, {}, {}).value().groups.front(), options);
}

TEST(ChangeChart, DrawsWhatLeavesTheAxisAsAnArrow)
{
    const auto group = compare(paddingTables(), {}, {}, {}).value().groups.front();
    const auto chart = changeChart(group);
    // -11.53 % with some air is 15 %; +221 % would flatten the rest.
    EXPECT_DOUBLE_EQ(chart.axis.high, 0.15);
    EXPECT_DOUBLE_EQ(chart.axis.low, -0.15);
    ASSERT_EQ(chart.marks.size(), 13U);
    EXPECT_EQ(chart.marks[0].label, "Pipe Throughput");
    EXPECT_NEAR(chart.marks[0].value, -0.1153, 0.0001);
    EXPECT_EQ(chart.marks[0].shape, MarkShape::HollowDot);
    EXPECT_EQ(chart.marks[0].text, "-11.53 %");
    EXPECT_EQ(chart.marks[4].label, "Pipe-based Context Switching");
    EXPECT_EQ(chart.marks[4].shape, MarkShape::ArrowHigh);
    EXPECT_DOUBLE_EQ(chart.marks[4].value, 0.15);
    EXPECT_EQ(chart.marks[4].text, "+221.35 %");
    EXPECT_TRUE(chart.marks[12].isTotal);
}

TEST(ChangeChart, StatesItsTermsInTheCaption)
{
    const auto group = compare(paddingTables(), {}, {}, {}).value().groups.front();
    EXPECT_EQ(
        changeChart(group).caption,
        "Change of With Patch against Without Patch (baseline); each side: mean of 10 runs; no spread known, so no "
        "interval; band: limit of \u00b11 %; arrow: beyond the axis.");
}

TEST(ChangeChart, ShadesTheLimitAroundZero)
{
    const auto chart = chartOf({101, 102});
    EXPECT_DOUBLE_EQ(chart.line.value(), 0);
    ASSERT_TRUE(chart.band);
    EXPECT_DOUBLE_EQ(chart.band->low, -0.01);
    EXPECT_DOUBLE_EQ(chart.band->high, 0.01);
    EXPECT_DOUBLE_EQ(chart.axis.high, 0.03); // 2 % with air
    EXPECT_EQ(chart.axis.ticks.front().text, "-3 %");
    EXPECT_EQ(chart.axis.ticks[1].text, "-1.5 %");
    EXPECT_EQ(chart.axis.ticks[2].text, "0");
    EXPECT_EQ(chart.axis.ticks.back().text, "+3 %");
}

TEST(ChangeChart, HasAnAxisWhereNothingChanged)
{
    const auto chart = chartOf({100, 100});
    EXPECT_DOUBLE_EQ(chart.axis.high, 0.02);
    EXPECT_DOUBLE_EQ(chart.marks[0].value, 0);
}

TEST(ChangeChart, FitsAllValuesThatAreOfOneSize)
{
    const auto chart = chartOf({140, 130, 60});
    EXPECT_DOUBLE_EQ(chart.axis.high, 0.5);
    for (const auto& mark : chart.marks) {
        EXPECT_EQ(mark.shape, MarkShape::HollowDot);
    }
}

TEST(ChangeChart, DrawsIntervalsOfSamples)
{
    const auto comparison =
        compare(Runs {RunBuilder("x").baseline().result("a", "m", 103).samples({101, 102, 103, 104, 105}),
                      RunBuilder("x").candidate().result("a", "m", 93).samples({91, 92, 93, 94, 95})},
                {}, {}, {});
    const auto chart = changeChart(comparison->groups.front());
    EXPECT_EQ(chart.marks[0].shape, MarkShape::Dot);
    ASSERT_TRUE(chart.marks[0].whisker);
    EXPECT_LT(chart.marks[0].whisker->low, chart.marks[0].value);
    EXPECT_THAT(chart.caption, HasSubstr("each side: median of 5 runs; whisker: 95 % interval;"));
}

TEST(ChangeChart, LeavesTheSmallestChangesOutOfALongList)
{
    std::vector<double> after;
    for (int i = 0; i < 50; ++i) {
        after.push_back(102 + 0.1 * i);
    }
    const auto chart = chartOf(after, 10);
    ASSERT_EQ(chart.marks.size(), 10U);
    EXPECT_EQ(chart.marks[0].label, "t49");
    EXPECT_THAT(chart.caption, HasSubstr("10 of 50 tests shown"));
}

TEST(ChangeChart, SaysWhatHasNoPlaceOnIt)
{
    const auto comparison = compare(Runs {RunBuilder("x").baseline().result("a", "m", 1).result("b", "m", 1),
                                          RunBuilder("x").candidate().result("b", "m", 1)},
                                    {}, {}, {});
    const auto chart = changeChart(comparison->groups.front());
    EXPECT_EQ(chart.marks.size(), 1U);
    EXPECT_THAT(chart.caption, HasSubstr("1 without a partner or a percentage not shown"));
}

}
}
