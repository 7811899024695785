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

/// A stretch of the value axis that is shaded: changes within the limit.
struct ChartBand
{
    double low = 0;
    double high = 0;
    std::string text;
};

/// A chart with one mark a line, from top to bottom, and a value axis below.
struct ChartSpec
{
    std::string title;
    std::string subtitle; ///< machine and parameters
    ChartAxis axis;
    std::optional<double> line; ///< the value that marks are drawn from: 0 for changes
    std::optional<ChartBand> band;
    std::vector<ChartMark> marks;
    std::string caption; ///< states n, location, interval and baseline, and what is not shown
};

}
