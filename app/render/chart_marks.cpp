// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/chart_marks.h"

#include <QChart>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace patchscale {

namespace {

constexpr double kDot = 5.5;
constexpr double kArrow = 9;
constexpr double kMargin = 16;
constexpr double kGap = 10;

QString text(const std::string& utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

}

Verdict markTone(Verdict verdict)
{
    return verdict == Verdict::Regressed || verdict == Verdict::Improved ? verdict : Verdict::Unchanged;
}

QColor markColour(const ChartColours& colours, Verdict verdict)
{
    switch (markTone(verdict)) {
    case Verdict::Regressed:
        return colours.worse;
    case Verdict::Improved:
        return colours.better;
    default:
        return colours.unchanged;
    }
}

ChartMarks::ChartMarks(QChart* chart, const ChartSpec& spec, const ChartColours& colours, const QFont& font)
    : QGraphicsItem(chart)
    , m_chart(chart)
    , m_spec(spec)
    , m_colours(colours)
    , m_font(font)
{
    // Qt Charts stacks grid, axes and series at 2, 3 and 4; stems belong between the axes and the dots.
    constexpr double kBelowSeries = 3.5;
    setZValue(kBelowSeries);
}

void ChartMarks::layOut(const QRectF& area, const QRectF& plot)
{
    prepareGeometryChange();
    m_area = area;
    m_plot = plot;
}

double ChartMarks::x(double value) const
{
    return m_chart->mapToPosition(QPointF(value, 0)).x();
}

double ChartMarks::y(std::size_t line) const
{
    return m_chart->mapToPosition(QPointF(0, static_cast<double>(line))).y();
}

void ChartMarks::paint(QPainter* painter, const QStyleOptionGraphicsItem* /*option*/, QWidget* /*widget*/)
{
    painter->setRenderHint(QPainter::Antialiasing);
    if (m_spec.band) {
        const double low = x(std::max(m_spec.band->low, m_spec.axis.low));
        const double high = x(std::min(m_spec.band->high, m_spec.axis.high));
        painter->fillRect(QRectF(low, m_plot.top(), high - low, m_plot.height()), m_colours.band);
    }
    if (m_spec.line) {
        painter->setPen(QPen(m_colours.zero, 1));
        const double at = x(*m_spec.line);
        painter->drawLine(QPointF(at, m_plot.top()), QPointF(at, m_plot.bottom()));
    }
    for (std::size_t i = 0; i < m_spec.marks.size(); ++i) {
        paintMark(*painter, m_spec.marks[i], i);
    }
}

void ChartMarks::paintMark(QPainter& painter, const ChartMark& mark, std::size_t line) const
{
    const double at = y(line);
    const double half = m_plot.height() / static_cast<double>(m_spec.marks.size()) / 2;
    const QColor colour = markColour(m_colours, mark.verdict);
    if (mark.isTotal) {
        painter.setPen(QPen(m_colours.zero, 1));
        painter.drawLine(QPointF(kMargin, at - half), QPointF(m_area.right() - kMargin, at - half));
    }

    // step 1: the words at both sides
    QFont font = m_font;
    font.setWeight(mark.isTotal ? QFont::DemiBold : QFont::Normal);
    painter.setFont(font);
    painter.setPen(m_colours.text);
    const QRectF label(kMargin, at - half, m_plot.left() - kMargin - kGap, 2 * half);
    painter.drawText(label, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(font).elidedText(text(mark.label), Qt::ElideMiddle, label.width()));
    font.setWeight(mark.isTotal || markTone(mark.verdict) != Verdict::Unchanged ? QFont::DemiBold : QFont::Normal);
    painter.setFont(font);
    painter.setPen(markTone(mark.verdict) == Verdict::Unchanged ? m_colours.muted : colour);
    painter.drawText(QRectF(m_plot.right(), at - half, m_area.right() - kMargin - m_plot.right(), 2 * half),
                     Qt::AlignRight | Qt::AlignVCenter, text(mark.text));

    // step 2: the stem, up to the rim of a hollow dot
    QColor stem = colour;
    stem.setAlphaF(0.65F);
    painter.setPen(QPen(stem, 1.8));
    const double from = x(m_spec.line.value_or(m_spec.axis.low));
    const double to = x(mark.value);
    const double direction = to < from ? -1 : 1;
    if (mark.shape == MarkShape::ArrowLow || mark.shape == MarkShape::ArrowHigh) {
        painter.drawLine(QPointF(from, at), QPointF(to - direction * kArrow, at));
        QPainterPath arrow(QPointF(to, at));
        arrow.lineTo(to - direction * kArrow, at - kArrow / 1.7);
        arrow.lineTo(to - direction * kArrow, at + kArrow / 1.7);
        arrow.closeSubpath();
        painter.fillPath(arrow, colour);
        return;
    }
    if (std::abs(to - from) > kDot) {
        painter.drawLine(QPointF(from, at), QPointF(to - direction * kDot, at));
    }
    paintWhisker(painter, mark, at);
}

void ChartMarks::paintWhisker(QPainter& painter, const ChartMark& mark, double at) const
{
    if (!mark.whisker) {
        return;
    }
    painter.setPen(QPen(markColour(m_colours, mark.verdict), 1.8));
    const double low = x(mark.whisker->low);
    const double high = x(mark.whisker->high);
    painter.drawLine(QPointF(low, at), QPointF(high, at));
    // An end without a bar goes on beyond the axis.
    for (const auto& [end, value] : {std::pair {low, mark.whisker->low}, std::pair {high, mark.whisker->high}}) {
        if (value > m_spec.axis.low && value < m_spec.axis.high) {
            painter.drawLine(QPointF(end, at - 5), QPointF(end, at + 5));
        }
    }
}

}
