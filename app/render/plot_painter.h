// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/render/chart_frame.h"

#include <QRectF>

class QPainter;

namespace patchscale {

/// Draws charts of lines and of bars, which need no Qt Charts: thousands of points as one path.
class PlotPainter
{
public:
    PlotPainter(ChartSpec spec, const ChartColours& colours, const QFont& font);
    PlotPainter(const PlotPainter&) = delete; // the frame knows the place of the chart
    PlotPainter& operator=(const PlotPainter&) = delete;

    [[nodiscard]] double heightFor(double width) const;
    void paint(QPainter& painter, const QRectF& area) const;

private:
    [[nodiscard]] double legendHeight(double width) const;
    /// The names of what is drawn, from left to right; only measured where @p painter is null. Returns the height.
    double layLegend(QPainter* painter, double top, double width) const;
    [[nodiscard]] double leftWidth(double width) const;
    [[nodiscard]] double x(double value, const QRectF& plot) const;
    [[nodiscard]] double y(double value, const QRectF& plot) const;
    void paintAxes(QPainter& painter, const QRectF& plot) const;
    void paintLines(QPainter& painter, const QRectF& plot) const;
    void paintBars(QPainter& painter, const QRectF& plot) const;
    [[nodiscard]] QColor colourOf(ChartSide side) const;

    ChartSpec m_spec;
    ChartColours m_colours;
    QFont m_font;
    ChartFrame m_frame;
};

}
