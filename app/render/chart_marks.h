// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/render/chart_painter.h"

#include <QGraphicsItem>

class QChart;

namespace patchscale {

/// The three tones of a chart; a verdict that is neither worse nor better is drawn as unchanged.
Verdict markTone(Verdict verdict);
QColor markColour(const ChartColours& colours, Verdict verdict);

/// What Qt Charts has no series for: labels beside rows, the limit band, stems, whiskers, arrows. Lies behind the dots;
/// the chart owns it.
class ChartMarks final : public QGraphicsItem
{
public:
    /// @p spec must outlive the item.
    ChartMarks(QChart* chart, const ChartSpec& spec, const ChartColours& colours, const QFont& font);

    /// Takes the area of the whole chart and of its plot.
    void layOut(const QRectF& area, const QRectF& plot);

    [[nodiscard]] QRectF boundingRect() const override
    {
        return m_area;
    }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void paintMark(QPainter& painter, const ChartMark& mark, std::size_t line) const;
    void paintWhisker(QPainter& painter, const ChartMark& mark, double y) const;
    [[nodiscard]] double x(double value) const;
    [[nodiscard]] double y(std::size_t line) const;

    QChart* m_chart;
    const ChartSpec& m_spec;
    ChartColours m_colours;
    QFont m_font;
    QRectF m_area;
    QRectF m_plot;
};

}
