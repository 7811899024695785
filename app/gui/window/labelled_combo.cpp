// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/labelled_combo.h"

#include "app/gui/theme/marked_text.h"
#include "app/gui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace patchscale {

namespace {

constexpr int kHeight = 28;
constexpr int kPadding = 10;
constexpr int kGap = 7;
constexpr int kArrowRoom = 20;
constexpr int kMostText = 170;
constexpr int kLeastText = 56;

}

LabelledCombo::LabelledCombo(const QString& label, const QString& shortLabel, QWidget* parent)
    : QComboBox(parent)
    , m_label(label)
    , m_shortLabel(shortLabel)
{
    setAccessibleName(label);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void LabelledCombo::setShort(bool isShort)
{
    if (isShort != m_isShort) {
        m_isShort = isShort;
        updateGeometry();
        update();
    }
}

int LabelledCombo::labelWidth() const
{
    return label().isEmpty() ? 0 : markedTextWidth(QFontMetrics(labelFont()), label()) + kGap;
}

QSize LabelledCombo::sizeHint() const
{
    int text = kLeastText;
    for (int i = 0; i < count(); ++i) {
        text = std::max(text, fontMetrics().horizontalAdvance(itemText(i)));
    }
    return {kPadding + labelWidth() + std::min(text, kMostText) + kArrowRoom + 4, kHeight};
}

QSize LabelledCombo::minimumSizeHint() const
{
    return {kPadding + labelWidth() + kLeastText + kArrowRoom, kHeight};
}

void LabelledCombo::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(hasFocus() ? theme().accent : theme().border, hasFocus() ? 1.5 : 1));
    painter.setBrush(underMouse() && isEnabled() ? theme().selection : theme().page);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), 4, 4);

    QRect area = rect().adjusted(kPadding, 0, -kArrowRoom, 0);
    painter.setFont(labelFont());
    painter.setPen(theme().muted);
    drawMarkedText(painter, area, Qt::AlignLeft | Qt::AlignVCenter, label());
    area.setLeft(area.left() + labelWidth());
    painter.setFont(font());
    const bool isChosen = currentIndex() >= 0;
    painter.setPen(isEnabled() && isChosen ? theme().text : theme().muted);
    drawMarkedText(
        painter, area, Qt::AlignLeft | Qt::AlignVCenter,
        fontMetrics().elidedText(isChosen ? currentText() : placeholderText(), Qt::ElideRight, area.width()));

    painter.setPen(QPen(theme().muted, 1.4));
    const QPointF tip(width() - kArrowRoom / 2.0 - 1, height() / 2.0 + 2);
    const QPointF arrow[] {tip + QPointF(-3.5, -3.5), tip, tip + QPointF(3.5, -3.5)};
    painter.drawPolyline(arrow, 3);
}

}
