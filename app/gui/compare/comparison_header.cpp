// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/comparison_header.h"

#include "app/gui/compare/comparison_delegate.h"
#include "app/gui/compare/comparison_table_model.h"
#include "app/gui/theme/marked_text.h"
#include "app/gui/theme/theme.h"

#include <QPainter>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr int kHeight = 32;
constexpr int kArrowRoom = 12;

int leftPadding(int section)
{
    return section == 0 ? ComparisonDelegate::kMargin : ComparisonDelegate::kPadding;
}

}

ComparisonHeader::ComparisonHeader(QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent)
{
    setHighlightSections(false);
    setSectionsClickable(true);
    setSortIndicatorShown(true);
    setMinimumSectionSize(40);
    viewport()->setAutoFillBackground(false);
}

QFont ComparisonHeader::headFont() const
{
    QFont heading = labelFont();
    heading.setWeight(QFont::DemiBold);
    return heading;
}

QSize ComparisonHeader::sizeHint() const
{
    return {QHeaderView::sizeHint().width(), kHeight};
}

QSize ComparisonHeader::sectionSizeFromContents(int section) const
{
    return {headWidth(section), kHeight};
}

int ComparisonHeader::headWidth(int section) const
{
    const QString text = model()->headerData(section, Qt::Horizontal).toString();
    return markedTextWidth(QFontMetrics(headFont()), text) + leftPadding(section) + ComparisonDelegate::kPadding + 2;
}

void ComparisonHeader::paintSection(QPainter* painter, const QRect& rect, int section) const
{
    painter->save();
    painter->fillRect(rect, theme().page);
    painter->setPen(theme().border);
    painter->drawLine(rect.bottomLeft(), rect.bottomRight());

    painter->setFont(headFont());
    painter->setPen(theme().muted);
    const auto alignment =
        static_cast<Qt::Alignment>(model()->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole).toInt());
    QRect cell = rect.adjusted(leftPadding(section), 0, -ComparisonDelegate::kPadding, -1);
    const bool isSorted = isSortIndicatorShown() && sortIndicatorSection() == section;
    QString text = model()->headerData(section, Qt::Horizontal).toString();
    const QString brief = model()->headerData(section, Qt::Horizontal, ComparisonTableModel::ShortHeadRole).toString();
    if (!brief.isEmpty() && markedTextWidth(QFontMetrics(headFont()), text) > cell.width()) {
        text = brief;
    }
    const int width = markedTextWidth(QFontMetrics(headFont()), text);
    const bool isRight = alignment.testFlag(Qt::AlignRight);
    // The arrow stands at the loose end of the text, so that heads stay aligned with their column.
    if (isSorted && width + kArrowRoom <= cell.width()) {
        const double x = isRight                   ? cell.right() - width - kArrowRoom + 2.0
            : alignment.testFlag(Qt::AlignHCenter) ? cell.center().x() + width / 2.0 + 5
                                                   : cell.left() + width + 5.0;
        const double y = cell.center().y();
        const double tip = sortIndicatorOrder() == Qt::AscendingOrder ? -2 : 2;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(theme().muted, 1.4));
        const QPointF points[] {{x, y - tip}, {x + 3.5, y + tip}, {x + 7, y - tip}};
        painter->drawPolyline(points, 3);
        painter->restore();
    }
    drawMarkedText(*painter, cell, alignment, text);
    if (hasFocus() && currentIndex().column() == section) {
        painter->setPen(theme().accent);
        painter->drawRect(rect.adjusted(1, 1, -2, -2));
    }
    painter->restore();
}

}
