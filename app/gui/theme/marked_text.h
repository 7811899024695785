// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QString>

class QFontMetrics;
class QPainter;

namespace patchscale {

/// The width of drawMarkedText().
int markedTextWidth(const QFontMetrics& metrics, const QString& text);

/// Draws @p text on one line, cut in the middle if need be, with ● and ◆ as drawn shapes: fonts draw their glyphs in
/// any size.
void drawMarkedText(QPainter& painter, const QRect& area, Qt::Alignment alignment, const QString& text);

}
