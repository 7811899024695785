// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/history/history_delegate.h"

#include "app/gui/history/history_model.h"
#include "app/gui/text/figures.h"
#include "app/gui/text/words.h"
#include "app/gui/theme/theme.h"

#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr int kHeight = 46;
constexpr int kMargin = 14;
constexpr int kGap = 8;
constexpr int kCourse = 56;

/// The medians of the places as a line without scale.
void paintCourse(QPainter& painter, const QRectF& area, const HistorySeries& series)
{
    const auto [low, high] = std::ranges::minmax(series.places, {}, &HistoryPlace::median);
    const double span = high.median - low.median;
    QPolygonF line;
    for (std::size_t i = 0; i < series.places.size(); ++i) {
        const double part = span > 0 ? (series.places[i].median - low.median) / span : 0.5;
        line << QPointF(area.left()
                            + area.width() * static_cast<double>(i) / static_cast<double>(series.places.size() - 1),
                        area.bottom() - part * area.height());
    }
    painter.setPen(QPen(theme().muted, 1.3));
    painter.drawPolyline(line);
}

struct StepText
{
    QString text;
    QColor colour;
};

StepText stepText(const HistorySeries& series)
{
    const HistoryStep* step = leadingStep(series);
    if (step == nullptr) {
        return {.text = series.isTooShort ? HistoryDelegate::tr("too short") : QString(), .colour = theme().muted};
    }
    const QString shape = step->verdict == Verdict::NotComparable ? u"●"_s : verdictShape(step->verdict);
    const QString size = step->levelBefore > 0 ? changeFigure(step->change) : HistoryDelegate::tr("changed");
    return {.text = shape + u' ' + size, .colour = verdictColour(step->verdict)};
}

}

void HistoryDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const auto* series = index.data(HistoryModel::SeriesRole).value<const HistorySeries*>();
    if (series == nullptr) {
        return;
    }
    painter->save();
    painter->setClipRect(option.rect);
    painter->setRenderHint(QPainter::Antialiasing);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    painter->fillRect(option.rect, isSelected ? theme().selection : theme().panel);
    const QRect cell = option.rect.adjusted(kMargin, 5, -kMargin + 4, -5);
    const QRect upper(cell.left(), cell.top(), cell.width(), cell.height() / 2);
    const QRect lower(cell.left(), upper.bottom() + 1, cell.width(), cell.height() / 2);

    const StepText step = stepText(*series);
    QFont font = tabular(option.font);
    font.setBold(!series->steps.empty());
    painter->setFont(font);
    painter->setPen(step.colour);
    painter->drawText(upper, Qt::AlignRight | Qt::AlignVCenter, step.text);
    const int used = QFontMetrics(font).horizontalAdvance(step.text) + kGap;
    painter->setPen(theme().text);
    painter->drawText(upper, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideMiddle, upper.width() - used));

    painter->setFont(labelFont());
    painter->setPen(theme().muted);
    painter->drawText(lower, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(labelFont())
                          .elidedText(index.data(HistoryModel::DetailRole).toString(), Qt::ElideMiddle,
                                      lower.width() - kCourse - kGap));
    paintCourse(*painter, QRectF(lower.right() - kCourse, lower.top() + 3, kCourse, lower.height() - 6), *series);
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setPen(theme().accent);
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
    }
    painter->restore();
}

QSize HistoryDelegate::sizeHint(const QStyleOptionViewItem& /*option*/, const QModelIndex& /*index*/) const
{
    return {120, kHeight};
}

}
