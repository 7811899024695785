// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/matrix_delegate.h"

#include "app/gui/compare/cell_painter.h"
#include "app/gui/compare/matrix_model.h"
#include "app/gui/text/words.h"
#include "app/gui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr int kMargin = 16;
constexpr int kPadding = 8;
constexpr int kShape = 18;

/// Quiet for a change at the limit, full at ten times as much.
QColor surfaceOf(const ComparisonRow* row, const QColor& page)
{
    if (row == nullptr || !row->change || (row->verdict != Verdict::Regressed && row->verdict != Verdict::Improved)) {
        return page;
    }
    constexpr double kStrongest = 10;
    constexpr double kLeast = 0.08;
    constexpr double kMost = 0.30;
    const double limits = std::abs(*row->change) / std::max(row->limit, 1e-6);
    const double part = std::clamp(std::log(std::max(limits, 1.0)) / std::log(kStrongest), 0.0, 1.0);
    const double strength = kLeast + part * (kMost - kLeast);
    const QColor& tone = row->verdict == Verdict::Regressed ? theme().worse : theme().better;
    const auto mixed = [strength](float base, float other) {
        return static_cast<float>(base + (other - base) * strength);
    };
    return QColor::fromRgbF(mixed(page.redF(), tone.redF()), mixed(page.greenF(), tone.greenF()),
                            mixed(page.blueF(), tone.blueF()));
}

QRect padded(const QRect& cell, int column)
{
    return cell.adjusted(column == 0 ? kMargin : kPadding, 0, -kPadding, -1);
}

void paintPlace(QPainter& painter, const QRect& cell, const AcrossPlace& place, const QString& text)
{
    QFont font = painter.font();
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(theme().text);
    const QRect upper(cell.left(), cell.top() + 4, cell.width(), cell.height() / 2 - 2);
    paintText(painter, upper, Qt::AlignRight, text);
    painter.setFont(labelFont());
    painter.setPen(theme().muted);
    const VerdictCounts& counts = place.group->counts;
    const QString tally = u"▼%1 ▲%2 ●%3 ?%4"_s.arg(counts.regressed)
                              .arg(counts.improved)
                              .arg(counts.unchanged + counts.minor)
                              .arg(counts.undecided);
    paintText(painter, QRect(cell.left(), upper.bottom() + 1, cell.width(), cell.height() / 2 - 2), Qt::AlignRight,
              tally);
}

void paintChangeCell(QPainter& painter, const QRect& cell, const ComparisonRow* row, const QString& text)
{
    if (row == nullptr) {
        painter.setPen(theme().muted);
        painter.drawText(cell, Qt::AlignRight | Qt::AlignVCenter, text);
        return;
    }
    QFont font = painter.font();
    font.setBold(row->verdict == Verdict::Regressed || row->verdict == Verdict::Improved);
    painter.setFont(font);
    painter.setPen(verdictColour(row->verdict));
    paintText(painter, cell, Qt::AlignRight, text);
    font.setBold(false);
    painter.setFont(font);
    // Only the shape: the column is too narrow for the word, which the tool tip and the detail below say.
    painter.save();
    painter.setClipRect(QRect(cell.left(), cell.top(), kShape - 5, cell.height()));
    paintVerdict(painter, cell, *row);
    painter.restore();
}

}

void MatrixDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    painter->setClipRect(option.rect);
    const auto* row = index.data(MatrixModel::RowRole).value<const ComparisonRow*>();
    const bool isSummary = index.row() == 0;
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const QColor surface = isSelected ? theme().selection : surfaceOf(row, isSummary ? theme().panel : theme().page);
    painter->fillRect(option.rect, surface);
    painter->setBackground(surface);
    painter->setPen(theme().line);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    painter->setFont(tabular(option.font));
    const QRect cell = padded(option.rect, index.column());
    if (index.column() == 0) {
        paintName(*painter, cell, index.data().toString(), index.data(MatrixModel::DetailRole).toString(), isSummary);
    } else if (const auto* place = index.data(MatrixModel::PlaceRole).value<const AcrossPlace*>()) {
        paintPlace(*painter, cell, *place, index.data().toString());
    } else if (index.column() == index.model()->columnCount() - 1) {
        painter->setPen(index.data(MatrixModel::IsOddRole).toBool() ? theme().text : theme().muted);
        painter->drawText(cell, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, cell.width()));
    } else {
        paintChangeCell(*painter, cell, row, index.data().toString());
    }
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setPen(theme().accent);
        painter->drawRect(option.rect.adjusted(0, 0, -1, -2));
    }
    painter->restore();
}

QSize MatrixDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QFont font = tabular(option.font);
    font.setBold(true);
    const QFontMetrics metrics(font);
    int width = metrics.horizontalAdvance(index.data().toString());
    const QString detail = index.data(MatrixModel::DetailRole).toString();
    width += detail.isEmpty() ? 0 : metrics.horizontalAdvance(u"  " + detail);
    const bool isPlace = index.column() > 0 && index.column() < index.model()->columnCount() - 1;
    width += isPlace ? kShape : 0;
    if (index.row() == 0 && isPlace) {
        width = std::max(width, QFontMetrics(labelFont()).horizontalAdvance(u"▼99 ▲99 ●99 ?99"_s));
    }
    return {width + kPadding + (index.column() == 0 ? kMargin : kPadding),
            index.row() == 0 ? kSummaryHeight : kRowHeight};
}

}
