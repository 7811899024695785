// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/series_chart.h"

#include "core/charts/axis_ticks.h"
#include "core/charts/topdown_chart.h"
#include "core/compare/series.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace patchscale {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> textsOf(const ChartAxis& axis)
{
    std::vector<std::string> texts;
    for (const auto& tick : axis.ticks) {
        texts.push_back(tick.text);
    }
    return texts;
}

ComparisonRow logged()
{
    auto series = std::make_shared<SeriesComparison>();
    series->step = 2;
    series->baseline = {{.run = 0, .first = 0, .values = {20'480, 40'960, 40'960}, .steady = {}}};
    series->candidate = {{.run = 1, .first = 1, .values = {51'200, 51'200}, .steady = {}},
                         {.run = 2, .first = 0, .values = {61'440}, .steady = {}}};
    series->window = TimeWindow {.from = 2, .to = 6};
    series->words = "compared in 2 s to 6 s";
    ComparisonRow row;
    row.test = "log";
    row.parameters = {{"direction", "read"}};
    row.metric = "bandwidth";
    row.unit = "KiB/s";
    row.baseline.label = "before";
    row.candidate.label = "after";
    row.baseline.value = 40'960;
    row.candidate.value = 51'200;
    row.change = 0.25;
    row.series = std::move(series);
    return row;
}

TEST(SeriesChart, LaysBothSidesOverEachOther)
{
    const auto chart = seriesChart(logged());
    EXPECT_EQ(chart.kind, ChartKind::Lines);
    EXPECT_EQ(chart.title, "log direction=read, bandwidth over time: +25.00 % where both are steady");
    ASSERT_EQ(chart.lines.size(), 3U);
    EXPECT_EQ(chart.lines[0].label, "before");
    EXPECT_EQ(chart.lines[1].label, "after");
    EXPECT_EQ(chart.lines[2].label, ""); // a further run of the side stands once in the legend
    // Values speak of the 2 s before them, so they stand in the middle; 20480 KiB/s are 20 MiB/s.
    EXPECT_DOUBLE_EQ(chart.lines[0].points[0].x, 1);
    EXPECT_DOUBLE_EQ(chart.lines[0].points[0].y, 20);
    EXPECT_DOUBLE_EQ(chart.lines[1].points[0].x, 3);
    EXPECT_EQ(chart.upright.unit, "MiB/s");
}

TEST(SeriesChart, ShadesTheTimeThatIsCompared)
{
    auto row = logged();
    const auto chart = seriesChart(row);
    ASSERT_TRUE(chart.band);
    EXPECT_DOUBLE_EQ(chart.band->low, 2);
    EXPECT_DOUBLE_EQ(chart.band->high, 6);
    EXPECT_THAT(chart.caption, HasSubstr("Compared in 2 s to 6 s; means 40 and 50 MiB/s"));

    auto without = std::make_shared<SeriesComparison>(*row.series);
    without->window.reset();
    without->words = "the baseline is never steady";
    row.series = without;
    const auto undecided = seriesChart(row);
    EXPECT_FALSE(undecided.band);
    EXPECT_THAT(undecided.caption, Not(HasSubstr("shaded")));
}

TEST(AxisTicks, StandAtRoundValues)
{
    EXPECT_THAT(textsOf(roundAxis(0, 60, "time", "s")), ElementsAre("0", "20", "40", "60"));
    EXPECT_THAT(textsOf(roundAxis(97, 103, "", "")), ElementsAre("96", "98", "100", "102", "104"));
    EXPECT_THAT(textsOf(roundAxis(1, 10, "", "")), ElementsAre("0", "2", "4", "6", "8", "10")); // 0 costs little room
    EXPECT_DOUBLE_EQ(roundAxis(5, 5, "", "").low < 5 && roundAxis(5, 5, "", "").high > 5, true);
}

TEST(TopdownChart, StacksTheFourPartsOfEachSide)
{
    ComparisonGroup group;
    group.benchmark = "perf stat";
    group.baseline = "before";
    group.candidate = "after";
    const auto add = [&](const char* test, double before, double after) {
        auto& row = group.rows.emplace_back();
        row.test = test;
        row.metric = "value";
        row.unit = "%";
        row.baseline.value = before;
        row.candidate.value = after;
    };
    add("tma_backend_bound", 40, 30);
    add("tma_retiring", 35, 50);
    add("tma_bad_speculation", 5, 5);
    add("tma_frontend_bound", 20, 15);
    const auto chart = topdownChart(group);
    ASSERT_TRUE(chart);
    ASSERT_EQ(chart->bars.size(), 2U);
    EXPECT_EQ(chart->bars[0].label, "before");
    EXPECT_THAT(chart->bars[0].parts, ElementsAre(35, 5, 20, 40)); // in the order of the legend
    EXPECT_THAT(chart->bars[1].parts, ElementsAre(50, 5, 15, 30));
    EXPECT_EQ(chart->legend.front(), "retiring");
    EXPECT_FALSE(topdownChart({}));
}

}
}
