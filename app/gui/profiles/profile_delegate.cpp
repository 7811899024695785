// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/profiles/profile_delegate.h"

#include "app/gui/profiles/profile_table_model.h"
#include "app/gui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace patchscale {

namespace {

constexpr int kLeastObject = 48; ///< room for an object to be worth a word
constexpr int kObjectGap = 10;

void paintName(QPainter& painter, const QRect& cell, const QModelIndex& index)
{
    const QString name = index.data().toString();
    const QFontMetrics metrics = painter.fontMetrics();
    const int width = std::min(cell.width(), metrics.horizontalAdvance(name) + 1);
    painter.setPen(theme().text);
    painter.drawText(cell, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(name, Qt::ElideMiddle, cell.width()));
    const QRect rest = cell.adjusted(width + kObjectGap, 0, 0, 0);
    if (rest.width() >= kLeastObject) {
        painter.setFont(labelFont());
        painter.setPen(theme().muted);
        painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(index.data(ProfileTableModel::ObjectRole).toString(),
                                                          Qt::ElideMiddle, rest.width()));
    }
}

/// A bar that starts at the right edge below the figure: its length is the size, its colour repeats the sign.
void paintBar(QPainter& painter, const QRect& cell, double part)
{
    constexpr int kHeight = 3;
    const int length = static_cast<int>(std::lround(std::abs(part) * cell.width()));
    if (length > 0) {
        painter.fillRect(QRect(cell.right() - length + 1, cell.bottom() - kHeight - 1, length, kHeight),
                         part > 0 ? theme().worse : theme().better);
    }
}

}

void ProfileDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    painter->fillRect(option.rect, isSelected ? theme().selection : theme().page);
    painter->setPen(theme().line);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    const bool isFirst = index.column() == ProfileTableModel::Name;
    const QRect cell = option.rect.adjusted(isFirst ? kMargin : kPadding, 0, -kPadding, -1);
    painter->setFont(tabular(option.font));
    if (isFirst) {
        paintName(*painter, cell, index);
    } else {
        const QVariant part = index.data(ProfileTableModel::PartRole);
        if (part.isValid()) {
            paintBar(*painter, cell, part.toDouble());
        }
        painter->setPen(index.data(Qt::ForegroundRole).value<QColor>());
        const auto alignment = index.data(Qt::TextAlignmentRole).value<Qt::Alignment>();
        painter->drawText(cell, static_cast<int>(alignment),
                          painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, cell.width()));
    }
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setPen(theme().accent);
        painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
    }
    painter->restore();
}

QSize ProfileDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const int width = QFontMetrics(tabular(option.font)).horizontalAdvance(index.data().toString());
    return {width + 2 * kPadding + 4, kRowHeight};
}

}
