// SPDX-License-Identifier: GPL-3.0-or-later
// The room for charts: what is drawn, as data. app/render paints it to screen, SVG, PNG and PDF. To add a chart: a file
// <name>_chart.{h,cpp} here with a function from a comparison to a ChartSpec, and its line in
// core/charts/CMakeLists.txt.
#pragma once

#include "core/compare/comparison.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace patchscale {

/// How a value is drawn. Hollow: a bare value without known spread.
enum class MarkShape : std::uint8_t { Dot, HollowDot, ArrowLow, ArrowHigh };

/// One line of a chart: a label, a value on the value axis, and what is said of it.
struct ChartMark
{
    std::string label; ///< category: the test
    double value = 0; ///< on the axis; of an arrow, the axis' end
    std::string text; ///< the true value in words: "+221.35 %"
    std::optional<Interval> whisker; ///< cut at the axis' ends
    MarkShape shape = MarkShape::Dot;
    Verdict verdict = Verdict::Unchanged; ///< tone; shape and text say the same
    bool isTotal = false; ///< drawn apart from the others
    std::size_t row = 0; ///< index into ComparisonGroup::rows
};

struct ChartTick
{
    double value = 0;
    std::string text;
};

struct ChartAxis
{
    std::string title;
    std::string unit;
    double low = 0;
    double high = 0;
    std::vector<ChartTick> ticks;
};

/// A stretch of the value axis that is shaded: changes within the limit, or the time that is compared.
struct ChartBand
{
    double low = 0;
    double high = 0;
    std::string text;
};

/// One observation in a course.
struct CourseDot
{
    std::size_t place = 0; ///< index into ChartCourse::places
    double value = 0;
    std::size_t unit = 0; ///< index into HistorySeries::units
};

/// The level between two steps.
struct CourseLevel
{
    std::size_t firstPlace = 0;
    std::size_t lastPlace = 0;
    double value = 0;
};

/// Where the level changes: drawn as a line between two places, or through one where it changes within it.
struct CourseStep
{
    std::size_t place = 0; ///< the first of the new level
    bool isWithinPlace = false;
    std::string text; ///< "-8.20 % at 6.10-rc1"
    Verdict verdict = Verdict::NotComparable;
};

/// A value over releases or dates, from left to right. The value axis stands at the left.
struct ChartCourse
{
    std::vector<std::string> places;
    std::vector<double> medians; ///< one for each place
    std::vector<CourseDot> dots;
    std::vector<CourseLevel> levels;
    std::vector<CourseStep> steps;
    std::string placeTitle; ///< "kernel release"
};

/// What a chart is made of.
enum class ChartKind : std::uint8_t {
    Marks, ///< one mark a line, from top to bottom, and a value axis below
    Lines, ///< values over an axis, with a second, upright axis
    Bars, ///< one bar a line, made of parts, and a value axis below
};

/// Whose values a line shows.
enum class ChartSide : std::uint8_t { Baseline, Candidate };

struct ChartPoint
{
    double x = 0;
    double y = 0;
};

/// One run over time.
struct ChartLine
{
    std::string label; ///< for the legend; empty for a further run of a side that is in it already
    ChartSide side = ChartSide::Baseline;
    std::vector<ChartPoint> points;
};

/// One bar; its parts stand in the order of ChartSpec::legend.
struct ChartBar
{
    std::string label;
    std::vector<double> parts;
    bool isFirstOfPair = false; ///< some room above
};

/// A chart, by its kind; with a course, values over places in place of marks.
struct ChartSpec
{
    ChartKind kind = ChartKind::Marks;
    std::string title;
    std::string subtitle; ///< machine and parameters
    ChartAxis axis;
    std::optional<double> line; ///< the value that marks are drawn from: 0 for changes
    std::optional<ChartBand> band;
    std::vector<ChartMark> marks;
    std::optional<ChartCourse> course; ///< in place of marks
    ChartAxis upright {}; ///< of lines
    std::vector<ChartLine> lines {};
    std::vector<ChartBar> bars {};
    std::vector<std::string> legend {}; ///< what the parts of bars are
    std::string caption; ///< states n, location, interval and baseline, and what is not shown
};

}
