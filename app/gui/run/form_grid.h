// SPDX-License-Identifier: GPL-3.0-or-later
// How the fields of a form in a side panel stand: a small heading, then names at the left and fields at the right.
#pragma once

#include <QString>

class QComboBox;
class QGridLayout;
class QLabel;
class QVBoxLayout;
class QWidget;

namespace patchscale {

/// A heading above fields: "HOW".
QLabel* heading(const QString& text);

/// A grid for addField() at the end of @p column.
QGridLayout* newGrid(QVBoxLayout* column);

/// Adds @p field under its name; @p hint is its tool tip.
void addField(QGridLayout* grid, const QString& text, QWidget* field, const QString& hint = {});

/// Shows or hides a field that addField() added, with its label and frame.
void setShown(QWidget* field, bool isShown);

/// Chooses the item with the data @p word; false where there is none.
bool chooseData(QComboBox* combo, const QString& word);

}
