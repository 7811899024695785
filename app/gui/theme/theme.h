// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>

#include <cstdint>

class QApplication;

namespace patchscale {

/// What the user chose in the View menu.
enum class ThemeChoice : std::uint8_t { System, Light, Dark };

/// The colours of the workbench. Text on its surface has a contrast of at least 4.5.
struct Theme
{
    bool isDark = false;
    QColor page; ///< where the answer stands
    QColor panel; ///< tool bar, tree, source
    QColor rail; ///< page switch, status bar
    QColor text;
    QColor muted; ///< labels and what is said beside
    QColor border; ///< of fields and buttons
    QColor line; ///< between rows and panels
    QColor accent; ///< the one accent; also "better"
    QColor onAccent;
    QColor worse;
    QColor better;
    QColor unchanged; ///< shapes only, too pale for text
    QColor band; ///< limit band around the zero line
    QColor zero; ///< the zero line
    QColor selection;
    QColor warning; ///< the one warning surface
    QColor warningBorder;
};

/// The name that settings and the command line have for a choice; System has none.
QString nameOf(ThemeChoice choice);
/// The choice of that name; System for any other.
ThemeChoice themeNamed(const QString& name);

/// The theme in use.
const Theme& theme();

/// Chooses the theme and gives the application its palette and style sheet; @p choice System follows the desktop.
void applyTheme(QApplication& application, ThemeChoice choice);

/// Where no desktop says which font its programs use, a size that reads well; Qt's own fallback is smaller.
void applyFont(QApplication& application);

/// The palette that widgets without own painting use.
QPalette paletteOf(const Theme& colours);

/// The style sheet of the window's controls.
QString styleSheetOf(const Theme& colours);

/// The application's font with figures of one width, for columns of numbers.
QFont tabular(QFont font);

/// One step up and semibold (the page's sentence), one step down (labels).
QFont headlineFont();
QFont labelFont();
/// For sources only.
QFont sourceFont();

}
