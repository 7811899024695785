// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace patchscale {

struct RunLine;

/// Paints the rows of a RunModel, with a dot for each sample.
class RunDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    static constexpr int kRowHeight = 38;
    static constexpr int kMargin = 16;

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    static void paintBackground(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index);
    static void paintSamples(QPainter& painter, const QRect& cell, const RunLine& line, const QString& text);
    static void paintMedian(QPainter& painter, const QRect& cell, const RunLine& line, const QString& text);
};

}
