// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/theme/marked_text.h"

#include <QFontMetrics>
#include <QPainter>
#include <QPainterPath>

namespace patchscale {

namespace {

constexpr int kMarkWidth = 11;
constexpr double kCircle = 4;
constexpr double kDiamond = 5;

qsizetype markIn(const QString& text)
{
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == u'●' || text[i] == u'◆') {
            return i;
        }
    }
    return -1;
}

}

int markedTextWidth(const QFontMetrics& metrics, const QString& text)
{
    const qsizetype mark = markIn(text);
    if (mark < 0) {
        return metrics.horizontalAdvance(text);
    }
    return metrics.horizontalAdvance(text.left(mark)) + kMarkWidth + metrics.horizontalAdvance(text.mid(mark + 1));
}

void drawMarkedText(QPainter& painter, const QRect& area, Qt::Alignment alignment, const QString& text)
{
    const QFontMetrics metrics(painter.font());
    const qsizetype mark = markIn(text);
    if (mark < 0) {
        painter.drawText(area, static_cast<int>(alignment), metrics.elidedText(text, Qt::ElideMiddle, area.width()));
        return;
    }
    const QString before = text.left(mark);
    const int used = metrics.horizontalAdvance(before) + kMarkWidth;
    const QString after = metrics.elidedText(text.mid(mark + 1), Qt::ElideMiddle, area.width() - used);
    const int width = used + metrics.horizontalAdvance(after);
    const int left = alignment.testFlag(Qt::AlignRight) ? area.right() + 1 - width : area.left();
    const int upright = static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    painter.drawText(QRect(left, area.top(), used, area.height()), upright, before);
    painter.drawText(QRect(left + used, area.top(), width - used + 1, area.height()), upright, after);

    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QPointF centre(left + used - kMarkWidth / 2.0, area.center().y() + 0.5);
    QPainterPath path;
    if (text[mark] == u'●') {
        path.addEllipse(centre, kCircle, kCircle);
    } else {
        path.addPolygon(QPolygonF {centre + QPointF(0, -kDiamond), centre + QPointF(kDiamond, 0),
                                   centre + QPointF(0, kDiamond), centre + QPointF(-kDiamond, 0)});
        path.closeSubpath();
    }
    painter.fillPath(path, painter.pen().color());
    painter.restore();
}

}
