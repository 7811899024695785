// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/cell_painter.h"

#include "app/gui/text/figures.h"
#include "app/gui/text/words.h"
#include "app/gui/theme/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr double kDotRadius = 4.2;
constexpr double kStroke = 1.6;
constexpr double kArrow = 8;
constexpr int kPillPadding = 8;
constexpr int kGap = 6;
constexpr int kShapeWidth = 14;

QColor pictureColour(Verdict verdict)
{
    return verdict == Verdict::Regressed ? theme().worse
        : verdict == Verdict::Improved   ? theme().better
                                         : theme().unchanged;
}

QColor surfaceOf(const QPainter& painter)
{
    return painter.background().color();
}

/// The no-break space that keeps numbers whole in running text is too narrow for a column.
QString painted(QString text)
{
    return text.replace(u'\u202f', u'\u2009');
}

/// Shapes are drawn: their glyphs differ in size and height from font to font.
void paintShape(QPainter& painter, QPointF centre, Verdict verdict)
{
    constexpr double kHalf = 5;
    QPainterPath path;
    switch (verdict) {
    case Verdict::Regressed:
        path.addPolygon(
            QPolygonF {centre + QPointF(-kHalf, -kHalf), centre + QPointF(kHalf, -kHalf), centre + QPointF(0, kHalf)});
        break;
    case Verdict::Improved:
        path.addPolygon(
            QPolygonF {centre + QPointF(-kHalf, kHalf), centre + QPointF(kHalf, kHalf), centre + QPointF(0, -kHalf)});
        break;
    case Verdict::Unchanged:
        path.addEllipse(centre, kHalf, kHalf);
        break;
    default:
        painter.setPen(verdictColour(verdict));
        painter.drawText(QRectF(centre.x() - 10, centre.y() - 12, 20, 24), Qt::AlignCenter, verdictShape(verdict));
        return;
    }
    path.closeSubpath();
    painter.fillPath(path, pictureColour(verdict));
}

}

void paintChange(QPainter& painter, const QRect& cell, const ComparisonRow& row, double axis)
{
    const QRectF area = QRectF(cell).adjusted(kArrow + 2, 0, -kArrow - 2, 0);
    const double middle = area.center().x();
    const double half = area.width() / 2;
    const double y = area.center().y();
    const auto x = [&](double change) { return middle + std::clamp(change / axis, -1.0, 1.0) * half; };

    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double bandHalf = std::max(2.0, x(row.limit) - middle);
    painter.fillRect(QRectF(middle - bandHalf, area.top() + 4, 2 * bandHalf, area.height() - 8), theme().band);
    painter.setPen(QPen(theme().zero, 1));
    const double zero = std::floor(middle) + 0.5;
    painter.drawLine(QPointF(zero, area.top() + 4), QPointF(zero, area.bottom() - 4));
    if (!row.change || !std::isfinite(*row.change)) {
        painter.restore();
        return;
    }

    const QColor colour = pictureColour(row.verdict);
    QColor stem = colour;
    stem.setAlphaF(0.65F);
    const double change = *row.change;
    const double at = x(change);
    if (std::abs(change) > axis) {
        const double direction = change > 0 ? 1 : -1;
        painter.setPen(QPen(stem, kStroke));
        painter.drawLine(QPointF(zero, y), QPointF(at, y));
        QPainterPath arrow;
        arrow.addPolygon(QPolygonF {QPointF(at + direction * kArrow, y), QPointF(at, y - kArrow / 1.6),
                                    QPointF(at, y + kArrow / 1.6)});
        arrow.closeSubpath();
        painter.fillPath(arrow, colour);
        painter.restore();
        return;
    }
    painter.setPen(QPen(stem, kStroke));
    painter.drawLine(QPointF(zero, y), QPointF(at, y));
    if (row.interval) {
        const double low = x(row.interval->low);
        const double high = x(row.interval->high);
        painter.setPen(QPen(colour, kStroke));
        painter.drawLine(QPointF(low, y), QPointF(high, y));
        for (const auto& [end, value] : {std::pair {low, row.interval->low}, std::pair {high, row.interval->high}}) {
            if (std::abs(value) <= axis) {
                painter.drawLine(QPointF(end, y - 4), QPointF(end, y + 4));
            }
        }
        painter.setBrush(colour);
        painter.setPen(Qt::NoPen);
        painter.drawEllipse(QPointF(at, y), kDotRadius, kDotRadius);
    } else {
        // Hollow: a bare value, nothing is known of its spread.
        painter.setBrush(surfaceOf(painter));
        painter.setPen(QPen(colour, 2));
        painter.drawEllipse(QPointF(at, y), kDotRadius, kDotRadius);
    }
    painter.restore();
}

void paintFigure(QPainter& painter, const QRect& cell, const Figure& figure, int fractionDigits)
{
    const QFontMetrics metrics(painter.font());
    const int room = fractionDigits == 0 ? 0 : metrics.horizontalAdvance(u"." + QString(fractionDigits, u'0'));
    const int point = cell.right() - room;
    painter.drawText(QRect(cell.left(), cell.top(), point - cell.left(), cell.height()),
                     Qt::AlignRight | Qt::AlignVCenter, painted(figure.whole));
    painter.drawText(QRect(point, cell.top(), room + 1, cell.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     figure.fraction);
}

void paintText(QPainter& painter, const QRect& cell, Qt::Alignment alignment, const QString& text)
{
    painter.drawText(cell, static_cast<int>(alignment | Qt::AlignVCenter), painted(text));
}

void paintName(QPainter& painter, const QRect& cell, const QString& name, const QString& detail, bool isBold)
{
    QFont font = painter.font();
    font.setBold(isBold);
    painter.setFont(font);
    painter.setPen(theme().text);
    const QFontMetrics metrics(font);
    const QString shown = metrics.elidedText(name, Qt::ElideRight, cell.width());
    painter.drawText(cell, Qt::AlignLeft | Qt::AlignVCenter, shown);
    const QRect rest = cell.adjusted(metrics.horizontalAdvance(shown + u"  "), 0, 0, 0);
    constexpr int kLeastDetail = 40; // less of it would tell nothing
    if (detail.isEmpty() || rest.width() < kLeastDetail) {
        return;
    }
    font.setBold(false);
    painter.setFont(font);
    painter.setPen(theme().muted);
    painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(font).elidedText(detail, Qt::ElideRight, rest.width()));
}

void paintVerdict(QPainter& painter, const QRect& cell, const ComparisonRow& row)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintShape(painter, QPointF(cell.left() + 5.5, cell.center().y() + 0.5), row.verdict);
    painter.setPen(verdictColour(row.verdict));
    const QRect rest = cell.adjusted(kShapeWidth + 1, 0, 0, 0);
    painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(verdictWord(row.verdict), Qt::ElideRight, rest.width()));
    painter.restore();
}

int paintPill(QPainter& painter, const QRect& cell, const QString& text, bool isWarning)
{
    const QFontMetrics metrics(painter.font());
    const int height = metrics.height() + 2;
    const int width = std::min(metrics.horizontalAdvance(text) + 2 * kPillPadding, cell.width());
    const QRectF pill(cell.left() + 0.5, cell.center().y() - height / 2 + 0.5, width - 1, height);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(isWarning ? theme().warningBorder : theme().rail, 1));
    painter.setBrush(isWarning ? theme().warning : theme().rail);
    painter.drawRoundedRect(pill, height / 2.0, height / 2.0);
    painter.setPen(isWarning ? theme().text : theme().muted);
    painter.drawText(pill.adjusted(kPillPadding, 0, -kPillPadding + 2, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(text, Qt::ElideRight, width - 2 * kPillPadding + 2));
    painter.restore();
    return width;
}

namespace {

/// Below, a note is only its mark.
constexpr int kLeastNote = 64;

int noteWidth(const QFontMetrics& metrics, const RowNote& note)
{
    const int text = metrics.horizontalAdvance(note.label);
    return note.kind == RowNote::Kind::ClaimOff ? kShapeWidth + text + 4 : text + 2 * kPillPadding;
}

void paintClaimOff(QPainter& painter, const QRect& cell, const QString& label)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme().worse, 1.5));
    const QPointF centre(cell.left() + 4, cell.center().y() + 0.5);
    painter.drawLine(centre + QPointF(-3, -3), centre + QPointF(3, 3));
    painter.drawLine(centre + QPointF(-3, 3), centre + QPointF(3, -3));
    const QRect rest = cell.adjusted(kShapeWidth, 0, 0, 0);
    painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(label, Qt::ElideRight, rest.width()));
    painter.restore();
}

/// What is left of a note where there is no room for words: the tool tip and the detail below tell it.
void paintNoteMark(QPainter& painter, const QRect& cell, RowNote::Kind kind)
{
    if (kind == RowNote::Kind::ClaimOff) {
        paintClaimOff(painter, cell, {});
    } else {
        paintPill(painter, cell, kind == RowNote::Kind::Warning ? u"!"_s : u"i"_s, kind == RowNote::Kind::Warning);
    }
}

}

int notesWidth(const QFont& font, const std::vector<RowNote>& notes)
{
    const QFontMetrics metrics(font);
    if (notes.empty()) {
        return 0;
    }
    // The first note, and how many more there are: the detail below the table tells them all.
    const int more = notes.size() > 1 ? kGap + metrics.horizontalAdvance(u"+9"_s) : 0;
    return noteWidth(metrics, notes.front()) + more;
}

void paintNotes(QPainter& painter, const QRect& cell, const std::vector<RowNote>& notes)
{
    const QFontMetrics metrics(painter.font());
    int left = cell.left();
    for (std::size_t i = 0; i < notes.size(); ++i) {
        const std::size_t after = notes.size() - i - 1;
        const QString more = u"+%1"_s.arg(after + 1);
        const int reserve = after > 0 ? metrics.horizontalAdvance(more) + kGap : 0;
        const int available = cell.right() - left - reserve;
        const int wanted = noteWidth(metrics, notes[i]);
        if (i > 0 && wanted > available) {
            painter.setPen(theme().muted);
            painter.drawText(QRect(left, cell.top(), cell.right() - left, cell.height()),
                             Qt::AlignLeft | Qt::AlignVCenter, more);
            return;
        }
        const QRect place(left, cell.top(), std::min(wanted, available), cell.height());
        if (place.width() < std::min(wanted, kLeastNote)) {
            paintNoteMark(painter, place, notes[i].kind);
            return;
        }
        if (notes[i].kind == RowNote::Kind::ClaimOff) {
            paintClaimOff(painter, place, notes[i].label);
        } else {
            paintPill(painter, place, notes[i].label, notes[i].kind == RowNote::Kind::Warning);
        }
        left += place.width() + kGap;
    }
}

}
