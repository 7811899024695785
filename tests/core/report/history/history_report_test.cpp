// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/history/history_report.h"

#include <algorithm>
#include <ranges>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace patchscale {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Two releases of two runs each, 10 and 12, then 5 and 5, with a step between them.
History sample()
{
    HistorySeries series;
    series.benchmark = "unixbench";
    series.machine = "lab1";
    series.test = "Pipe Throughput";
    series.parameters = {{"copies", "4"}};
    series.metric = "index";
    series.unit = "index";
    series.better = Better::Higher;
    for (const double value : {10.0, 12.0, 5.0, 5.0}) {
        HistoryUnit unit;
        unit.value = value;
        unit.place = value < 10 ? 1 : 0;
        series.units.push_back(unit);
    }
    HistoryPlace older;
    older.label = "6.9";
    older.units = 2;
    older.median = 11;
    older.low = 10;
    older.high = 12;
    HistoryPlace newer;
    newer.label = "6.10-rc1";
    newer.firstUnit = 2;
    newer.units = 2;
    newer.median = 5;
    newer.low = 5;
    newer.high = 5;
    newer.change = 5.0 / 11 - 1;
    series.places = {older, newer};
    series.change = newer.change;
    HistoryStep step;
    step.unit = 2;
    step.place = 1;
    step.before = "6.9";
    step.after = "6.10-rc1";
    step.levelBefore = 11;
    step.levelAfter = 5;
    step.change = 5.0 / 11 - 1;
    step.interval = Interval {.low = -0.6, .high = -0.5};
    step.p = 0.005;
    step.verdict = Verdict::Regressed;
    step.sentence = "-54.55 % at 6.10-rc1: worse, p 0.005";
    step.explanations = {"before: 6.9", "note on 6.9: =cmd|' /C calc'!A0, \"quoted\""};
    series.steps = {step};
    series.sentence = step.sentence + ".";
    series.notes = {"a change at 6.10-rc1 itself would not show yet"};
    History history;
    history.series = {series};
    history.regressed = 1;
    history.sentence = "Of 1 history: 1 got worse.";
    history.warnings = {"2 runs left out"};
    return history;
}

TEST(HistoryReport, KnowsItsForms)
{
    EXPECT_TRUE(std::ranges::contains(historyFormats(), "markdown"));
    EXPECT_FALSE(renderHistory(sample(), "html"));
    EXPECT_FALSE(renderHistory(sample(), ""));
}

TEST(HistoryReport, DrawsAPlaceAsItsRangeAndMedian)
{
    const auto history = sample();
    const auto& series = history.series[0];
    // The scale goes from 5 to 12 in columns 0 to 14: 10 is column 10, 11 column 12, 12 column 14.
    EXPECT_EQ(placeStrip(series, series.places[0], 15), "          --o--");
    EXPECT_EQ(placeStrip(series, series.places[1], 15), "o              ");
    EXPECT_EQ(sparkline(series, 10), "█▁");
    EXPECT_EQ(sparkline(series, 1), "▁"); // the newest
}

TEST(HistoryReport, DrawsEqualValuesInTheMiddle)
{
    HistorySeries series;
    series.units.resize(2);
    series.places.resize(2);
    EXPECT_EQ(placeStrip(series, series.places[0], 5), "  o  ");
}

TEST(HistoryReport, WritesATextThatAMailCarries)
{
    const auto text = historyText(sample());
    EXPECT_THAT(text, HasSubstr("Pipe Throughput, copies=4"));
    EXPECT_THAT(text, HasSubstr("-54.55 %"));
    EXPECT_THAT(text, HasSubstr("2 runs left out"));
    for (const auto line : text | std::views::split('\n')) {
        const std::string_view view(line.begin(), line.end());
        EXPECT_LE(view.size(), 76U) << view;
        EXPECT_TRUE(view.empty() || view.starts_with("  ")) << view;
        EXPECT_TRUE(std::ranges::all_of(view, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) << view;
    }
}

TEST(HistoryReport, WritesAMarkdownTable)
{
    const auto text = historyMarkdown(sample());
    EXPECT_THAT(text, HasSubstr("| Release | Runs | Median, index | Change | Step |"));
    EXPECT_THAT(text, HasSubstr("| 6.10-rc1 | 2 | 5 | -54.55 % | -54.55 % at 6.10-rc1: worse, p 0.005 |"));
    EXPECT_THAT(text, Not(HasSubstr("\n#")));
}

TEST(HistoryReport, WritesARowAPlaceForSpreadsheets)
{
    const auto text = historyCsv(sample());
    EXPECT_EQ(std::ranges::count(text, '\n'), 3); // names, two places
    EXPECT_THAT(text,
                HasSubstr("unixbench,lab1,Pipe Throughput,copies=4,index,index,higher,release,6.9,2,0,11,10,12,,,,,"));
    EXPECT_THAT(text, HasSubstr(",-0.6,-0.5,0.005,regressed,"));
    EXPECT_THAT(text, HasSubstr("\"\"quoted\"\""));
    const auto tabs = historyTsv(sample());
    const auto first = tabs.substr(0, tabs.find('\n'));
    for (const auto line : tabs | std::views::split('\n')) {
        if (!line.empty()) {
            EXPECT_EQ(std::ranges::count(line, '\t'), std::ranges::count(first, '\t'));
        }
    }
}

TEST(HistoryReport, WritesJsonForScripts)
{
    const auto json = nlohmann::json::parse(historyJson(sample()));
    EXPECT_EQ(json["patchscale"], 1);
    const auto& series = json["histories"][0];
    EXPECT_EQ(series["test"], "Pipe Throughput");
    EXPECT_EQ(series["parameters"]["copies"], "4");
    EXPECT_EQ(series["places"][0]["values"], (std::vector<double> {10, 12}));
    EXPECT_TRUE(series["places"][0]["change"].is_null());
    EXPECT_EQ(series["change_points"][0]["verdict"], "regressed");
    EXPECT_EQ(series["change_points"][0]["ci"], (std::vector<double> {-0.6, -0.5}));
    EXPECT_EQ(json["summary"]["regressed"], 1);
}

}
}
