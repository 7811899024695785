// SPDX-License-Identifier: GPL-3.0-or-later
// How the cells of a comparison look. Shared by the table, its pinned total and the pictures in reports.
#pragma once

#include "app/gui/compare/comparison_table_model.h"
#include "app/gui/compare/row_notes.h"
#include "app/gui/text/figures.h"

#include <QRect>

class QPainter;

namespace patchscale {

/// The change as a dot or arrow from the zero line, with its interval as a whisker and the limit as a band behind.
void paintChange(QPainter& painter, const QRect& cell, const ComparisonRow& row, double axis);

/// A number aligned at its decimal point; @p fractionDigits is what the column makes room for.
void paintFigure(QPainter& painter, const QRect& cell, const Figure& figure, int fractionDigits);

/// Text of a cell without a form of its own.
void paintText(QPainter& painter, const QRect& cell, Qt::Alignment alignment, const QString& text);

/// The name of a row, and quietly behind it what else tells it from others.
void paintName(QPainter& painter, const QRect& cell, const QString& name, const QString& detail, bool isBold);

/// Shape and word of a verdict.
void paintVerdict(QPainter& painter, const QRect& cell, const ComparisonRow& row);

/// Notes as pills and crosses, as many as fit, then "+2".
void paintNotes(QPainter& painter, const QRect& cell, const std::vector<RowNote>& notes);
/// The width that paintNotes() needs to show the first of them in full.
int notesWidth(const QFont& font, const std::vector<RowNote>& notes);

/// A rounded label with a quiet surface, vertically centred at the left of @p cell; returns its width.
int paintPill(QPainter& painter, const QRect& cell, const QString& text, bool isWarning);

}
