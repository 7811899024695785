// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run/run_delegate.h"

#include "app/gui/run/run_model.h"
#include "app/gui/theme/marked_text.h"
#include "app/gui/theme/theme.h"

#include <QPainter>
#include <QPainterPath>
#include <QTableView>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr double kDot = 3.6;
/// Half of the range that a picture covers at least, as a fraction of the median: smaller noise shall look small.
constexpr double kLeastHalf = 0.01;

QRect padded(const QRect& cell, int column)
{
    return cell.adjusted(column == RunModel::Test ? RunDelegate::kMargin : 8, 0, -8, -1);
}

QPainterPath markAt(QPointF centre, bool isDiamond)
{
    QPainterPath path;
    if (isDiamond) {
        path.addPolygon(QPolygonF {centre + QPointF(0, -kDot - 1), centre + QPointF(kDot + 1, 0),
                                   centre + QPointF(0, kDot + 1), centre + QPointF(-kDot - 1, 0)});
        path.closeSubpath();
    } else {
        path.addEllipse(centre, kDot, kDot);
    }
    return path;
}

/// Samples of one variant along @p y, with their median as a line.
template<class Place>
void paintSeries(QPainter& painter, const QList<double>& rates, double y, bool isDiamond, const Place& x)
{
    QColor colour = isDiamond ? theme().accent : theme().muted;
    QColor pale = colour;
    pale.setAlphaF(0.62F);
    for (const double rate : rates) {
        painter.fillPath(markAt(QPointF(x(rate), y), isDiamond), pale);
    }
    if (const std::optional<double> median = medianOf(rates)) {
        painter.fillRect(QRectF(x(*median) - 1, y - 7, 2, 14), isDiamond ? theme().accent : theme().text);
    }
}

QColor soFarColour(const RunLine& line)
{
    const QString verdict = line.finding ? line.finding->verdict : QString();
    if (line.state == RunLine::State::Failed || verdict == "Regressed"_L1) {
        return theme().worse;
    }
    return verdict == "Improved"_L1 ? theme().better : verdict.isEmpty() ? theme().muted : theme().text;
}

}

void RunDelegate::paintBackground(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index)
{
    const auto* view = qobject_cast<const QTableView*>(option.widget);
    const auto* line = index.data(RunModel::LineRole).value<const RunLine*>();
    const bool isRunning = line != nullptr && line->state == RunLine::State::Running;
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    painter.fillRect(option.rect, isRunning || isSelected ? theme().selection : theme().page);
    painter.setPen(theme().line);
    painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    if (view != nullptr && view->hasFocus() && view->currentIndex().row() == index.row() && index.column() == 0) {
        painter.fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height() - 1)), theme().accent);
    }
}

void RunDelegate::paintMedian(QPainter& painter, const QRect& cell, const RunLine& line, const QString& text)
{
    const QFontMetrics metrics(painter.font());
    painter.setPen(theme().muted);
    painter.drawText(cell, Qt::AlignRight | Qt::AlignVCenter, line.unit);
    if (text != line.unit) {
        const QString figure = text.chopped(line.unit.size() + 1);
        painter.setPen(theme().text);
        painter.drawText(cell.adjusted(0, 0, -metrics.horizontalAdvance(line.unit) - 5, 0),
                         Qt::AlignRight | Qt::AlignVCenter, QString(figure).replace(u'\u202f', u'\u2009'));
    }
}

void RunDelegate::paintSamples(QPainter& painter, const QRect& cell, const RunLine& line, const QString& text)
{
    const double middle = cell.center().y() + 0.5;
    const QList<double> all = line.rates[0] + line.rates[1];
    if (all.isEmpty()) {
        painter.setPen(theme().muted);
        painter.drawText(cell, Qt::AlignLeft | Qt::AlignVCenter, text);
        return;
    }
    painter.setPen(theme().line);
    painter.drawLine(QPointF(cell.left(), middle), QPointF(cell.right(), middle));
    const double centre = *medianOf(all);
    const auto [least, most] = std::ranges::minmax(all);
    const double half = std::max({centre - least, most - centre, std::abs(centre) * kLeastHalf, 1e-12});
    const QRectF area = QRectF(cell).adjusted(6, 0, -6, 0);
    const auto x = [&](double rate) { return area.center().x() + (rate - centre) / half * area.width() / 2; };
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isPair = !line.rates[1].isEmpty() || line.runningVariant == 1;
    paintSeries(painter, line.rates[0], isPair ? middle - 7 : middle, false, x);
    paintSeries(painter, line.rates[1], middle + 7, true, x);
}

void RunDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    painter->setClipRect(option.rect);
    paintBackground(*painter, option, index);
    const QRect cell = padded(option.rect, index.column());
    const auto* line = index.data(RunModel::LineRole).value<const RunLine*>();
    const QString text = index.data().toString();
    QFont font = tabular(option.font);
    painter->setFont(font);
    painter->setPen(theme().text);
    switch (index.column()) {
    case RunModel::Median:
        paintMedian(*painter, cell, *line, text);
        break;
    case RunModel::Samples:
        paintSamples(*painter, cell, *line, text);
        break;
    case RunModel::Count:
        painter->drawText(cell, Qt::AlignRight | Qt::AlignVCenter, text);
        break;
    case RunModel::SoFar:
        painter->setPen(soFarColour(*line));
        font.setBold(line->finding
                     && (line->finding->verdict == "Regressed"_L1 || line->finding->verdict == "Improved"_L1));
        painter->setFont(font);
        drawMarkedText(*painter, cell, Qt::AlignLeft | Qt::AlignVCenter,
                       QFontMetrics(font).elidedText(text, Qt::ElideRight, cell.width()));
        break;
    default:
        painter->drawText(cell, Qt::AlignLeft | Qt::AlignVCenter,
                          QFontMetrics(font).elidedText(text, Qt::ElideMiddle, cell.width()));
        break;
    }
    painter->restore();
}

QSize RunDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QFontMetrics metrics(tabular(option.font));
    return {metrics.horizontalAdvance(index.data().toString()) + 16 + (index.column() == 0 ? kMargin : 8), kRowHeight};
}

}
