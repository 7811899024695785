// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/reading/choice_delegate.h"

#include "app/gui/reading/cell_model.h"
#include "app/gui/theme/theme.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QPainter>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr int kMargin = 16;
constexpr int kPadding = 8;
/// Of the mark that shows that a cell can be set.
constexpr int kArrowRoom = 20;

int leftPadding(int column)
{
    return column == 0 ? kMargin : kPadding;
}

const ReadCell& cellOf(const QModelIndex& index)
{
    return static_cast<const CellModel*>(index.model())->cell(index);
}

}

QWidget* ChoiceDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& /*option*/,
                                      const QModelIndex& index) const
{
    const ReadCell& cell = cellOf(index);
    auto* box = new QComboBox(parent);
    box->addItems(cell.choices);
    box->setEditable(cell.isFree);
    box->setAccessibleName(cell.step);
    if (cell.isFree) {
        box->completer()->setCaseSensitivity(Qt::CaseSensitive); // "Mb/s" and "MB/s" differ
    }
    // What was chosen is set at once: no further key is needed.
    connect(box, &QComboBox::activated, this, [this, box] {
        auto* self = const_cast<ChoiceDelegate*>(this);
        emit self->commitData(box);
        emit self->closeEditor(box);
    });
    if (!cell.isFree) {
        QTimer::singleShot(0, box, [box] { box->showPopup(); });
    }
    return box;
}

void ChoiceDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    auto* box = static_cast<QComboBox*>(editor);
    const ReadCell& cell = cellOf(index);
    box->setCurrentIndex(static_cast<int>(cell.choices.indexOf(cell.text)));
    if (cell.isFree) {
        box->setEditText(cell.isMuted ? QString() : cell.text);
    }
}

void ChoiceDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    const auto* box = static_cast<QComboBox*>(editor);
    if (box->isEditable() || box->currentIndex() >= 0) {
        model->setData(index, box->currentText(), Qt::EditRole);
    }
}

void ChoiceDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    painter->setClipRect(option.rect);
    const bool hasFocus = option.state.testFlag(QStyle::State_HasFocus);
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    const bool isCurrent = view != nullptr && view->currentIndex().row() == index.row();
    painter->fillRect(option.rect, isCurrent ? theme().selection : theme().page);
    painter->setPen(theme().line);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    const bool isHere = hasFocus || option.state.testFlag(QStyle::State_MouseOver);
    const bool isOffered = isHere && index.flags().testFlag(Qt::ItemIsEditable);
    const QRect cell = option.rect.adjusted(leftPadding(index.column()), 0, -(isOffered ? kArrowRoom : kPadding), -1);
    painter->setFont(index.data(Qt::FontRole).value<QFont>());
    painter->setPen(index.data(Qt::ForegroundRole).value<QColor>());
    painter->drawText(cell, index.data(Qt::TextAlignmentRole).toInt(),
                      painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, cell.width()));
    if (hasFocus) {
        painter->setPen(theme().accent);
        painter->drawRect(option.rect.adjusted(0, 0, -1, -2));
    }
    if (isOffered) {
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(theme().muted, 1.4));
        const QPointF tip(option.rect.right() - 9.5, option.rect.center().y() + 2.5);
        painter->drawPolyline(QPolygonF({tip + QPointF(-3.5, -3.5), tip, tip + QPointF(3.5, -3.5)}));
    }
    painter->restore();
}

QSize ChoiceDelegate::sizeHint(const QStyleOptionViewItem& /*option*/, const QModelIndex& index) const
{
    const QFontMetrics metrics(index.data(Qt::FontRole).value<QFont>());
    const bool isEditable = index.flags().testFlag(Qt::ItemIsEditable);
    return {leftPadding(index.column()) + metrics.horizontalAdvance(index.data().toString())
                + (isEditable ? kArrowRoom : kPadding) + 2,
            kRowHeight};
}

}
