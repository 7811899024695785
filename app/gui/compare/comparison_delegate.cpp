// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/comparison_delegate.h"

#include "app/gui/compare/cell_painter.h"
#include "app/gui/compare/comparison_table_model.h"
#include "app/gui/text/figures.h"
#include "app/gui/text/words.h"
#include "app/gui/theme/theme.h"

#include <QAbstractProxyModel>
#include <QHeaderView>
#include <QPainter>
#include <QTableView>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

using Model = ComparisonTableModel;

LineKind kindOf(const QModelIndex& index)
{
    return static_cast<LineKind>(index.data(Model::KindRole).toInt());
}

QRect padded(const QRect& cell, int column)
{
    const int left = column == Model::Test ? ComparisonDelegate::kMargin : ComparisonDelegate::kPadding;
    const int right = column == Model::Notes ? 4 : ComparisonDelegate::kPadding;
    return cell.adjusted(left, 0, -right, -1);
}

QFont cellFont(const QStyleOptionViewItem& option, bool isBold)
{
    QFont font = tabular(option.font);
    font.setBold(isBold);
    return font;
}

}

void ComparisonDelegate::paintBackground(QPainter& painter, const QStyleOptionViewItem& option,
                                         const QModelIndex& index)
{
    const LineKind kind = kindOf(index);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const QColor surface = isSelected ? theme().selection : kind == LineKind::Test ? theme().page : theme().panel;
    painter.fillRect(option.rect, surface);
    painter.setBackground(surface);
    painter.setPen(theme().line);
    painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight());

    // The ring runs around the whole line: rows are what the keyboard moves over.
    const auto* view = qobject_cast<const QTableView*>(option.widget);
    if (view == nullptr || !view->hasFocus() || view->currentIndex().row() != index.row()) {
        return;
    }
    painter.setPen(theme().accent);
    const QRect ring = option.rect.adjusted(0, 0, 0, -1);
    painter.drawLine(ring.topLeft(), ring.topRight());
    painter.drawLine(ring.bottomLeft(), ring.bottomRight());
    const QHeaderView* header = view->horizontalHeader();
    if (header->visualIndex(index.column()) == 0) {
        painter.fillRect(QRect(ring.topLeft(), QSize(3, ring.height())), theme().accent);
    }
    if (header->visualIndex(index.column()) == header->count() - 1) {
        painter.drawLine(ring.topRight(), ring.bottomRight());
    }
}

void ComparisonDelegate::paintCell(QPainter& painter, const QRect& cell, const QModelIndex& index)
{
    const auto* row = index.data(Model::RowRole).value<const ComparisonRow*>();
    const auto format = index.data(Model::FormatRole).value<LineFormat>();
    const bool isTotal = row->isTotal;
    QFont font = painter.font();
    font.setBold(isTotal);
    painter.setFont(font);
    painter.setPen(theme().text);
    switch (index.column()) {
    case Model::Baseline:
    case Model::Candidate: {
        const bool isBaseline = index.column() == Model::Baseline;
        const std::optional<double>& value = isBaseline ? row->baseline.value : row->candidate.value;
        if (value) {
            const ColumnDigits digits = isBaseline ? format.baseline : format.candidate;
            paintFigure(painter, cell, figureOf(*value, digits.padding), digits.room);
        } else {
            painter.setPen(theme().muted);
            painter.drawText(cell, Qt::AlignRight | Qt::AlignVCenter, u"–"_s);
        }
        break;
    }
    case Model::Picture:
        paintChange(painter, cell, *row, format.axis);
        break;
    case Model::Change:
        font.setBold(isTotal || row->verdict == Verdict::Regressed || row->verdict == Verdict::Improved);
        painter.setFont(font);
        painter.setPen(verdictColour(row->verdict));
        paintText(painter, cell, Qt::AlignRight, index.data().toString());
        break;
    case Model::VerdictWord:
        if (!index.data().toString().isEmpty()) {
            font.setBold(false);
            painter.setFont(font);
            paintVerdict(painter, cell, *row);
        }
        break;
    case Model::Notes: {
        QFont small = labelFont();
        painter.setFont(small);
        const auto* model = qobject_cast<const QAbstractProxyModel*>(index.model());
        const auto* source = qobject_cast<const Model*>(model != nullptr ? model->sourceModel() : index.model());
        if (source != nullptr && source->comparison() != nullptr) {
            paintNotes(painter, cell, notesOf(*source->comparison(), *row));
        }
        break;
    }
    default:
        break;
    }
}

void ComparisonDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    painter->setClipRect(option.rect);
    const LineKind kind = kindOf(index);
    paintBackground(*painter, option, index);
    painter->setFont(cellFont(option, false));
    const QRect cell = padded(option.rect, index.column());
    if (index.column() == Model::Test) {
        paintName(*painter, cell, index.data().toString(), index.data(Model::DetailRole).toString(),
                  kind != LineKind::Test);
    } else if (kind != LineKind::Section) {
        paintCell(*painter, cell, index);
    }
    painter->restore();
}

QSize ComparisonDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const LineKind kind = kindOf(index);
    const int height = kind == LineKind::Test ? kRowHeight : kTotalHeight;
    const bool isBold = kind != LineKind::Test || index.column() == Model::Change;
    const QFontMetrics metrics(cellFont(option, isBold));
    int width = metrics.horizontalAdvance(index.data().toString());
    const auto* row = index.data(Model::RowRole).value<const ComparisonRow*>();
    switch (index.column()) {
    case Model::Test: {
        const QString detail = index.data(Model::DetailRole).toString();
        width += detail.isEmpty() ? 0 : metrics.horizontalAdvance(u"  " + detail);
        break;
    }
    case Model::Baseline:
    case Model::Candidate:
        if (row != nullptr) {
            const auto format = index.data(Model::FormatRole).value<LineFormat>();
            const std::optional<double>& value =
                index.column() == Model::Baseline ? row->baseline.value : row->candidate.value;
            const int digits = index.column() == Model::Baseline ? format.baseline.room : format.candidate.room;
            const QString whole = value ? figureOf(*value).whole : QString();
            width = metrics.horizontalAdvance(whole + QString(digits > 0 ? digits + 1 : 0, u'0'));
        }
        break;
    case Model::VerdictWord:
        width += 16;
        break;
    case Model::Notes:
        if (row != nullptr) {
            const auto* model = qobject_cast<const QAbstractProxyModel*>(index.model());
            const auto* source = qobject_cast<const Model*>(model != nullptr ? model->sourceModel() : index.model());
            width = source != nullptr ? notesWidth(labelFont(), notesOf(*source->comparison(), *row)) : width;
        }
        break;
    default:
        break;
    }
    const QRect cell = padded(QRect(0, 0, width, height), index.column());
    return {width + (width - cell.width()), height};
}

}
