// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/history_chart.h"

#include <gtest/gtest.h>

namespace patchscale {
namespace {

/// A series with a place for each of @p values, measured once.
HistorySeries seriesOf(const std::vector<double>& values)
{
    HistorySeries series;
    series.test = "Pipe Throughput";
    series.metric = "index";
    for (std::size_t i = 0; i < values.size(); ++i) {
        HistoryUnit unit;
        unit.value = values[i];
        unit.place = i;
        series.units.push_back(unit);
        HistoryPlace place;
        place.label = "6." + std::to_string(i);
        place.firstUnit = i;
        place.units = 1;
        place.median = values[i];
        place.low = values[i];
        place.high = values[i];
        series.places.push_back(place);
    }
    return series;
}

TEST(HistoryChart, HasADotForEachObservationAndAMedianForEachPlace)
{
    const auto chart = historyChart(seriesOf({10, 12, 11}));
    ASSERT_TRUE(chart.course);
    EXPECT_TRUE(chart.marks.empty());
    EXPECT_EQ(chart.course->dots.size(), 3U);
    EXPECT_EQ(chart.course->dots[1].place, 1U);
    EXPECT_EQ(chart.course->medians, (std::vector<double> {10, 12, 11}));
    EXPECT_EQ(chart.course->places, (std::vector<std::string> {"6.0", "6.1", "6.2"}));
    EXPECT_TRUE(chart.course->levels.empty());
}

TEST(HistoryChart, HasAnAxisThatHoldsAllValuesAndNoneBelowZero)
{
    for (const auto& values :
         {std::vector<double> {10, 12, 11}, {0, 3}, {0, 0}, {-5, 5}, {1e9, 1.0001e9}, {5e-7, 6e-7}}) {
        const auto axis = historyChart(seriesOf(values)).axis;
        EXPECT_LT(axis.low, axis.high);
        for (const double value : values) {
            EXPECT_GE(value, axis.low - 1e-12);
            EXPECT_LE(value, axis.high + 1e-12);
        }
        EXPECT_TRUE(axis.low >= 0 || values.front() < 0);
        EXPECT_GE(axis.ticks.size(), 3U);
        EXPECT_LE(axis.ticks.size(), 9U);
        for (std::size_t i = 1; i < axis.ticks.size(); ++i) {
            EXPECT_NE(axis.ticks[i].text, axis.ticks[i - 1].text);
        }
    }
}

TEST(HistoryChart, DoesNotBlowUpNoise)
{
    const auto axis = historyChart(seriesOf({1000, 1001})).axis;
    EXPECT_GE(axis.high - axis.low, 40); // 4 % of 1001
}

TEST(HistoryChart, ShowsTheLevelsBetweenTheSteps)
{
    auto series = seriesOf({10, 10, 5, 5});
    HistoryStep step;
    step.unit = 2;
    step.place = 2;
    step.after = "6.2";
    step.levelBefore = 10;
    step.levelAfter = 5;
    step.change = -0.5;
    step.verdict = Verdict::Regressed;
    series.steps = {step};
    const auto chart = historyChart(series);
    ASSERT_EQ(chart.course->levels.size(), 2U);
    EXPECT_EQ(chart.course->levels[0].lastPlace, 1U);
    EXPECT_EQ(chart.course->levels[1].firstPlace, 2U);
    EXPECT_EQ(chart.course->levels[1].lastPlace, 3U);
    EXPECT_DOUBLE_EQ(chart.course->levels[1].value, 5);
    ASSERT_EQ(chart.course->steps.size(), 1U);
    EXPECT_EQ(chart.course->steps[0].text, "-50.00 % at 6.2");
}

}
}
