// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/chart_frame.h"

#include <QFontMetricsF>
#include <QPainter>

namespace patchscale {

namespace {

constexpr double kGap = 10;

QString text(const std::string& utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

double wrappedHeight(const QFont& font, const QString& line, double width)
{
    if (line.isEmpty()) {
        return 0;
    }
    return QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1e4), Qt::TextWordWrap, line).height();
}

}

ChartFrame::ChartFrame(const ChartSpec& spec, const ChartColours& colours, const QFont& font)
    : m_spec(spec)
    , m_colours(colours)
    , m_small(font)
    , m_title(font)
{
    m_small.setPointSizeF(font.pointSizeF() * 0.87);
    m_title.setWeight(QFont::DemiBold);
}

double ChartFrame::headHeight(double width) const
{
    const double inner = width - 2 * kMargin;
    const double title = wrappedHeight(m_title, text(m_spec.title), inner);
    const double subtitle = wrappedHeight(m_small, text(m_spec.subtitle), inner);
    return kMargin + title + subtitle + (title + subtitle > 0 ? kGap : 0);
}

double ChartFrame::footHeight(double width) const
{
    return wrappedHeight(m_small, text(m_spec.caption), width - 2 * kMargin) + kMargin;
}

void ChartFrame::paint(QPainter& painter, const QRectF& area) const
{
    const double inner = area.width() - 2 * kMargin;
    const QString title = text(m_spec.title);
    double top = kMargin;
    painter.setFont(m_title);
    painter.setPen(m_colours.text);
    const double height = wrappedHeight(m_title, title, inner);
    painter.drawText(QRectF(kMargin, top, inner, height), Qt::TextWordWrap, title);
    top += height;
    painter.setFont(m_small);
    painter.setPen(m_colours.muted);
    painter.drawText(QRectF(kMargin, top, inner, area.height()), Qt::TextWordWrap, text(m_spec.subtitle));
    const double foot = footHeight(area.width());
    painter.drawText(QRectF(kMargin, area.bottom() - foot, inner, foot), Qt::TextWordWrap, text(m_spec.caption));
}

}
