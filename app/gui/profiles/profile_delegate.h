// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace patchscale {

/// Paints the rows of a ProfileTableModel: a symbol with its object beside it, differences with a bar behind them.
class ProfileDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    static constexpr int kRowHeight = 27;
    static constexpr int kPadding = 8;
    static constexpr int kMargin = 16; ///< left of the first column

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}
