// SPDX-License-Identifier: GPL-3.0-or-later
// The room that knows Qt Charts. One painter draws a ChartSpec on anything that a QPainter reaches: window, SVG, PNG,
// PDF.
#pragma once

#include "core/charts/chart_spec.h"

#include <QColor>
#include <QFont>
#include <QRectF>
#include <QSizeF>

#include <memory>
#include <optional>

class QPainter;

namespace patchscale {

class CourseChart;
class PlotPainter;

/// What a chart is drawn with. The default is for paper and mail: dark on white.
struct ChartColours
{
    QColor page = QColor(0xff, 0xff, 0xff);
    QColor text = QColor(0x1d, 0x24, 0x30);
    QColor muted = QColor(0x5a, 0x65, 0x77);
    QColor line = QColor(0xe1, 0xe4, 0xea);
    QColor zero = QColor(0x8a, 0x94, 0xa3);
    QColor band = QColor(0xee, 0xf1, 0xf5);
    QColor worse = QColor(0xb4, 0x48, 0x0a);
    QColor better = QColor(0x16, 0x63, 0xa8);
    QColor unchanged = QColor(0x8a, 0x94, 0xa3);
    QColor baseline = QColor(0x6b, 0x75, 0x85); ///< line of a side; neither is worse or better
    QColor candidate = QColor(0x7b, 0x3f, 0xa0);
};

/// Draws one chart. Needs a QApplication, since Qt Charts does.
class ChartPainter
{
public:
    ChartPainter(ChartSpec spec, ChartColours colours, const QFont& font);
    ~ChartPainter();
    ChartPainter(ChartPainter&&) noexcept;
    ChartPainter& operator=(ChartPainter&&) = delete;
    ChartPainter(const ChartPainter&) = delete;
    ChartPainter& operator=(const ChartPainter&) = delete;

    /// The height at which all marks have room at this width.
    [[nodiscard]] double heightFor(double width) const;
    void paint(QPainter& painter, const QRectF& area) const;

    /// The unit of a course whose dot was painted last at @p place, which counts from the corner of that area.
    [[nodiscard]] std::optional<std::size_t> unitAt(QPointF place) const;
    /// The dot of this unit is ringed from the next painting on.
    void choose(std::optional<std::size_t> unit);

private:
    class Scene;
    std::unique_ptr<Scene> m_scene; ///< of marks
    std::unique_ptr<PlotPainter> m_plot; ///< of lines and bars
    std::unique_ptr<CourseChart> m_course; ///< of a course
};

}
