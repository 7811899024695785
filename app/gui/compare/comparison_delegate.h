// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace patchscale {

/// Paints the lines of a ComparisonTableModel.
class ComparisonDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    static constexpr int kRowHeight = 28;
    static constexpr int kTotalHeight = 34;
    static constexpr int kMargin = 16; ///< left of the first column, right of the last
    static constexpr int kPadding = 8;

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    static void paintBackground(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index);
    static void paintCell(QPainter& painter, const QRect& cell, const QModelIndex& index);
};

}
