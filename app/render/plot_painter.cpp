// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/plot_painter.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>

namespace patchscale {

namespace {

constexpr double kMargin = ChartFrame::kMargin;
constexpr double kGap = 10;
constexpr double kLinesHeight = 220;
constexpr double kBar = 26; ///< height of a bar with the room around it
constexpr double kPairGap = 8; ///< above the first bar of a pair
constexpr double kAxisHeight = 24;
constexpr double kAxisTitleHeight = 22;
constexpr double kSample = 18; ///< width of what stands before a name in the legend
constexpr double kMostLabelShare = 0.4; ///< of the width

/// Parts of bars, apart from each other for every kind of colour vision and dark enough for white figures.
const std::array<QColor, 4> kParts {QColor(0x1f, 0x7a, 0x5c), QColor(0xa8, 0x3c, 0x5b), QColor(0x8a, 0x63, 0x12),
                                    QColor(0x4c, 0x5f, 0xa8)};

QColor partColour(std::size_t part)
{
    return kParts.at(part % kParts.size());
}

QString text(const std::string& utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

/// Side A is a dot, side B a diamond, everywhere.
void drawSide(QPainter& painter, QPointF at, ChartSide side, const QColor& colour)
{
    constexpr double kHalf = 4;
    QPainterPath shape;
    if (side == ChartSide::Baseline) {
        shape.addEllipse(at, kHalf - 0.5, kHalf - 0.5);
    } else {
        shape.moveTo(at + QPointF(0, -kHalf - 0.5));
        shape.lineTo(at + QPointF(kHalf + 0.5, 0));
        shape.lineTo(at + QPointF(0, kHalf + 0.5));
        shape.lineTo(at + QPointF(-kHalf - 0.5, 0));
        shape.closeSubpath();
    }
    painter.fillPath(shape, colour);
}

}

PlotPainter::PlotPainter(ChartSpec spec, const ChartColours& colours, const QFont& font)
    : m_spec(std::move(spec))
    , m_colours(colours)
    , m_font(font)
    , m_frame(m_spec, colours, font)
{
}

QColor PlotPainter::colourOf(ChartSide side) const
{
    return side == ChartSide::Baseline ? m_colours.baseline : m_colours.candidate;
}

double PlotPainter::heightFor(double width) const
{
    double plot = kLinesHeight;
    if (m_spec.kind == ChartKind::Bars) {
        plot = 0;
        for (const ChartBar& bar : m_spec.bars) {
            plot += kBar + (bar.isFirstOfPair ? kPairGap : 0);
        }
    }
    return m_frame.headHeight(width) + legendHeight(width) + plot + kAxisHeight + kAxisTitleHeight
        + m_frame.footHeight(width);
}

double PlotPainter::legendHeight(double width) const
{
    return layLegend(nullptr, 0, width) + kGap / 2;
}

double PlotPainter::layLegend(QPainter* painter, double top, double width) const
{
    const QFontMetricsF metrics(m_frame.small());
    const double line = std::ceil(metrics.height()) + 2;
    double left = kMargin;
    double at = top;
    // Returns where the sample of a name stands, and writes the name behind it.
    const auto next = [&](const QString& name) {
        const double wanted = kSample + 6 + metrics.horizontalAdvance(name) + 2 * kGap;
        if (left > kMargin && left + wanted > width) {
            left = kMargin;
            at += line;
        }
        const QRectF sample(left, at, kSample, line);
        if (painter != nullptr) {
            painter->setFont(m_frame.small());
            painter->setPen(m_colours.text);
            const QRectF words(sample.right() + 6, at, width - kMargin - sample.right() - 6, line);
            painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                              metrics.elidedText(name, Qt::ElideMiddle, words.width()));
        }
        left += wanted;
        return sample;
    };
    for (const ChartLine& each : m_spec.lines) {
        if (each.label.empty()) {
            continue;
        }
        const QRectF sample = next(text(each.label));
        if (painter != nullptr) {
            painter->setPen(QPen(colourOf(each.side), 2));
            painter->drawLine(QPointF(sample.left(), sample.center().y()),
                              QPointF(sample.right(), sample.center().y()));
            drawSide(*painter, sample.center(), each.side, colourOf(each.side));
        }
    }
    for (std::size_t part = 0; part < m_spec.legend.size(); ++part) {
        const QRectF sample = next(text(m_spec.legend[part]));
        if (painter != nullptr) {
            painter->fillRect(sample.adjusted(3, 4, -3, -4), partColour(part));
        }
    }
    return at + line - top;
}

double PlotPainter::leftWidth(double width) const
{
    double widest = 0;
    if (m_spec.kind == ChartKind::Bars) {
        for (const ChartBar& bar : m_spec.bars) {
            widest = std::max(widest, QFontMetricsF(m_font).horizontalAdvance(text(bar.label)));
        }
        return std::min(std::ceil(widest), width * kMostLabelShare);
    }
    for (const ChartTick& tick : m_spec.upright.ticks) {
        widest = std::max(widest, QFontMetricsF(m_frame.small()).horizontalAdvance(text(tick.text)));
    }
    return std::ceil(widest);
}

double PlotPainter::x(double value, const QRectF& plot) const
{
    const double span = m_spec.axis.high - m_spec.axis.low;
    return plot.left() + (span > 0 ? (value - m_spec.axis.low) / span : 0) * plot.width();
}

double PlotPainter::y(double value, const QRectF& plot) const
{
    const double span = m_spec.upright.high - m_spec.upright.low;
    return plot.bottom() - (span > 0 ? (value - m_spec.upright.low) / span : 0) * plot.height();
}

void PlotPainter::paint(QPainter& painter, const QRectF& area) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(area, m_colours.page);
    painter.translate(area.topLeft());
    const QRectF own(0, 0, area.width(), area.height());
    const double head = m_frame.headHeight(own.width());
    const double top = head + legendHeight(own.width());
    const double left = kMargin + leftWidth(own.width()) + kGap;
    const double bottom = own.bottom() - m_frame.footHeight(own.width()) - kAxisHeight - kAxisTitleHeight;
    const QRectF plot(left, top, own.width() - left - kMargin, bottom - top);
    m_frame.paint(painter, own);
    layLegend(&painter, head, own.width());
    if (m_spec.band) {
        const double low = x(m_spec.band->low, plot);
        painter.fillRect(QRectF(low, plot.top(), x(m_spec.band->high, plot) - low, plot.height()), m_colours.band);
    }
    paintAxes(painter, plot);
    if (m_spec.kind == ChartKind::Bars) {
        paintBars(painter, plot);
    } else {
        paintLines(painter, plot);
    }
    painter.restore();
}

void PlotPainter::paintAxes(QPainter& painter, const QRectF& plot) const
{
    painter.setFont(m_frame.small());
    const QFontMetricsF metrics(m_frame.small());
    const double half = metrics.height() / 2;
    for (const ChartTick& tick : m_spec.upright.ticks) {
        const double at = y(tick.value, plot);
        painter.setPen(QPen(m_colours.line, 1));
        painter.drawLine(QPointF(plot.left(), at), QPointF(plot.right(), at));
        painter.setPen(m_colours.muted);
        painter.drawText(QRectF(0, at - half, plot.left() - kGap / 2, 2 * half), Qt::AlignRight | Qt::AlignVCenter,
                         text(tick.text));
    }
    for (const ChartTick& tick : m_spec.axis.ticks) {
        const double at = x(tick.value, plot);
        painter.setPen(QPen(m_colours.line, 1));
        painter.drawLine(QPointF(at, plot.top()), QPointF(at, plot.bottom() + 4));
        painter.setPen(m_colours.muted);
        const double wide = metrics.horizontalAdvance(text(tick.text));
        const double from = std::clamp(at - wide / 2, plot.left() - kGap, plot.right() + kMargin - wide);
        painter.drawText(QRectF(from, plot.bottom() + 5, wide + 2, 2 * half), Qt::AlignLeft | Qt::AlignVCenter,
                         text(tick.text));
    }
    painter.setPen(QPen(m_colours.zero, 1));
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    painter.setPen(m_colours.muted);
    const auto titled = [](const ChartAxis& axis) {
        return text(axis.unit.empty() ? axis.title : axis.title.empty() ? axis.unit : axis.title + ", " + axis.unit);
    };
    const QRectF below(plot.left(), plot.bottom() + kAxisHeight - 2, plot.width(), 2 * half);
    painter.drawText(below, Qt::AlignRight | Qt::AlignVCenter, titled(m_spec.axis));
    if (!m_spec.upright.ticks.empty()) {
        painter.drawText(below.adjusted(kMargin - plot.left(), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         QString(QChar(0x2191)) + u' ' + titled(m_spec.upright));
    }
}

void PlotPainter::paintLines(QPainter& painter, const QRectF& plot) const
{
    painter.save();
    painter.setClipRect(plot.adjusted(-6, -6, 6, 6));
    for (const ChartLine& line : m_spec.lines) {
        if (line.points.empty()) {
            continue;
        }
        QPainterPath path;
        bool isFirst = true;
        for (const ChartPoint& point : line.points) {
            const QPointF at(x(point.x, plot), y(point.y, plot));
            if (isFirst) {
                path.moveTo(at);
            } else {
                path.lineTo(at);
            }
            isFirst = false;
        }
        painter.setPen(QPen(colourOf(line.side), 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPath(path);
        // The shapes tell the sides apart where colours do not.
        constexpr std::size_t kShapes = 8;
        const std::size_t every = std::max<std::size_t>(1, line.points.size() / kShapes);
        const std::size_t offset = line.side == ChartSide::Candidate ? every / 2 : 0;
        for (std::size_t i = offset; i < line.points.size(); i += every) {
            drawSide(painter, QPointF(x(line.points[i].x, plot), y(line.points[i].y, plot)), line.side,
                     colourOf(line.side));
        }
    }
    painter.restore();
}

void PlotPainter::paintBars(QPainter& painter, const QRectF& plot) const
{
    const QFontMetricsF metrics(m_font);
    double top = plot.top();
    for (const ChartBar& bar : m_spec.bars) {
        top += bar.isFirstOfPair ? kPairGap : 0;
        const QRectF row(plot.left(), top + 3, plot.width(), kBar - 6);
        painter.setFont(m_font);
        painter.setPen(m_colours.text);
        const QRectF label(kMargin, top, plot.left() - kMargin - kGap, kBar);
        painter.drawText(label, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(text(bar.label), Qt::ElideMiddle, label.width()));
        double value = m_spec.axis.low;
        for (std::size_t part = 0; part < bar.parts.size(); ++part) {
            const double from = x(value, plot);
            value += std::max(0.0, bar.parts[part]);
            const QRectF piece(from, row.top(), x(std::min(value, m_spec.axis.high), plot) - from, row.height());
            painter.fillRect(piece, partColour(part));
            const QString figure = QString::number(bar.parts[part], 'f', 1);
            if (metrics.horizontalAdvance(figure) + 6 <= piece.width()) {
                painter.setPen(Qt::white);
                painter.drawText(piece, Qt::AlignCenter, figure);
            }
        }
        top += kBar;
    }
}

}
