// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/theme/theme.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace patchscale {

QString styleSheetOf(const Theme& colours)
{
    QString sheet = uR"(
QMainWindow, QMenuBar, #compareBar { background: @panel; }
QMenuBar { border-bottom: 1px solid @line; padding: 2px 6px; }
QMenuBar::item { padding: 3px 8px; background: transparent; color: @muted; border-radius: 3px; }
QMenuBar::item:selected { background: @rail; color: @text; }
#compareBar { border: none; border-bottom: 1px solid @line; }
QMenu { background: @page; border: 1px solid @border; padding: 4px 0; }
QMenu::item { padding: 5px 28px 5px 24px; }
QMenu::item:selected { background: @selection; color: @text; }
QMenu::item:disabled { color: @unchanged; }
QMenu::separator { height: 1px; background: @line; margin: 4px 8px; }

QPushButton, QToolButton { background: @page; border: 1px solid @border; border-radius: 4px; padding: 3px 10px; color: @text; min-height: 20px; }
QPushButton:hover, QToolButton:hover { background: @selection; }
QPushButton:focus, QToolButton:focus { border: 1px solid @accent; }
QPushButton:pressed, QToolButton:pressed { background: @rail; }
QPushButton:disabled, QToolButton:disabled { color: @unchanged; border-color: @line; }
*[primary="true"] { background: @accent; border-color: @accent; color: @onAccent; font-weight: 600; }
*[primary="true"]:hover { background: @accentHover; }
*[primary="true"]:focus { border: 2px solid @text; padding: 2px 9px; }
*[primary="true"]:disabled { background: @rail; border-color: @line; color: @unchanged; }
QPushButton[chip="true"] { border-radius: 12px; padding: 2px 11px; min-height: 18px; color: @muted; }
QPushButton[chip="true"]:checked { border-color: @accent; color: @accent; }
QPushButton[chip="true"]:focus { border-color: @accent; background: @selection; }
QPushButton[segment="first"], QPushButton[segment="middle"], QPushButton[segment="last"] { padding: 1px 12px; min-height: 18px; color: @muted; }
QPushButton[segment="first"] { border-top-right-radius: 0; border-bottom-right-radius: 0; }
QPushButton[segment="middle"] { border-radius: 0; border-left: none; }
QPushButton[segment="last"] { border-top-left-radius: 0; border-bottom-left-radius: 0; border-left: none; }
QPushButton[segment="first"]:checked, QPushButton[segment="middle"]:checked, QPushButton[segment="last"]:checked { background: @selection; color: @accent; }
QPushButton[segment="first"]:focus, QPushButton[segment="middle"]:focus, QPushButton[segment="last"]:focus { border: 1px solid @accent; }
QToolButton[rail="true"] { border: 1px solid transparent; border-radius: 6px; background: transparent; color: @muted; padding: 4px 0; }
QToolButton[rail="true"]:hover { background: @panel; }
QToolButton[rail="true"]:checked { background: @page; color: @accent; font-weight: 600; }
QToolButton[rail="true"]:focus { border-color: @accent; }
#messageBar QToolButton, QToolButton[flat="true"] { border: 1px solid transparent; background: transparent; padding: 2px 6px; }
#detail QToolButton[flat="true"] { color: @muted; padding: 0 4px; min-height: 0; font-weight: 600; }
#messageBar QToolButton:focus, QToolButton[flat="true"]:focus { border-color: @accent; }

QLineEdit, #field { background: @page; border: 1px solid @border; border-radius: 4px; padding: 3px 9px; min-height: 20px; selection-background-color: @accent; selection-color: @onAccent; }
QLineEdit:focus { border: 1px solid @accent; }
QLineEdit[isWrong="true"] { border: 1px solid @worse; }
#field { padding: 0 2px 0 8px; }
#field[isFocused="true"] { border-color: @accent; }
#field QAbstractSpinBox { border: none; background: transparent; padding: 0; min-height: 24px; }

QCheckBox::indicator:unchecked, QTreeView::indicator:unchecked { width: 12px; height: 12px; background: @page; border: 1px solid @muted; border-radius: 2px; }
QRadioButton::indicator:unchecked { width: 12px; height: 12px; background: @page; border: 1px solid @muted; border-radius: 7px; }
QCheckBox::indicator:unchecked:disabled, QTreeView::indicator:unchecked:disabled, QRadioButton::indicator:unchecked:disabled { border-color: @border; }

#page, #detail { background: @page; }
#sidePanel, #sourcePanel { background: @panel; }
#sidePanel { border-right: 1px solid @line; }
#panelHeading { color: @muted; padding-left: 14px; }
#hint, #panelTitle { color: @muted; }
#messageBar { background: @warning; border: none; border-bottom: 1px solid @warningBorder; }
#runWarning { background: @warning; border: 1px solid @warningBorder; border-radius: 5px; }
#runProgress { background: @rail; border: none; border-radius: 4px; }
#runProgress::chunk { background: @accent; border-radius: 4px; }
#rail { background: @rail; border-right: 1px solid @line; }

#profileHeader { background: @page; border: none; }
#profileHeader::section { background: @page; border: none; border-bottom: 1px solid @line; padding: 4px 8px; color: @muted; }
#profileHeader::section:first { padding-left: 16px; }
QTableView, QTextBrowser { background: @page; border: none; }
QTreeView { background: @panel; border: none; outline: none; show-decoration-selected: 1; selection-background-color: @selection; selection-color: @text; }
QTreeView::branch:selected { background: @selection; }
QPlainTextEdit#source { background: @panel; border: none; color: @muted; selection-background-color: @accent; selection-color: @onAccent; }
#matrixHeader { background: @page; }
#matrixHeader::section { background: @page; color: @text; border: none; border-bottom: 1px solid @line; padding: 5px 8px; font-weight: 600; }
#matrixHeader::section:first { padding-left: 16px; }
#historyList { background: @panel; border: none; outline: none; }
QSplitter::handle { background: @line; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; background: @border; }
QStatusBar { background: @rail; border-top: 1px solid @line; color: @muted; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: @muted; padding: 0 10px 0 4px; }
QToolTip { background: @page; color: @text; border: 1px solid @border; padding: 4px; }

QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @border; border-radius: 3px; margin: 2px; min-height: 24px; min-width: 24px; }
QScrollBar::handle:hover { background: @muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
)"_s;
    const std::pair<QLatin1StringView, QColor> names[] {
        {"@panel"_L1, colours.panel},
        {"@page"_L1, colours.page},
        {"@rail"_L1, colours.rail},
        {"@text"_L1, colours.text},
        {"@muted"_L1, colours.muted},
        {"@border"_L1, colours.border},
        {"@line"_L1, colours.line},
        {"@accentHover"_L1, colours.isDark ? colours.accent.lighter(110) : colours.accent.darker(112)},
        {"@accent"_L1, colours.accent},
        {"@onAccent"_L1, colours.onAccent},
        {"@worse"_L1, colours.worse},
        {"@unchanged"_L1, colours.unchanged},
        {"@selection"_L1, colours.selection},
        {"@warningBorder"_L1, colours.warningBorder},
        {"@warning"_L1, colours.warning},
    };
    for (const auto& [name, colour] : names) {
        sheet.replace(name, colour.name());
    }
    return sheet;
}

}
