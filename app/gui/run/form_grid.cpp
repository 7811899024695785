// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run/form_grid.h"

#include "app/gui/theme/theme.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr int kFieldWidth = 168;

}

QLabel* heading(const QString& text)
{
    auto* label = new QLabel(text.toUpper());
    QFont font = labelFont();
    font.setWeight(QFont::DemiBold);
    font.setLetterSpacing(QFont::AbsoluteSpacing, 0.4);
    label->setFont(font);
    label->setObjectName("hint"_L1);
    label->setContentsMargins(0, 8, 0, 0);
    return label;
}

QGridLayout* newGrid(QVBoxLayout* column)
{
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(5);
    grid->setColumnStretch(0, 1);
    column->addLayout(grid);
    return grid;
}

void setShown(QWidget* field, bool isShown)
{
    QWidget* framed = field->parentWidget()->objectName() == "field"_L1 ? field->parentWidget() : field;
    framed->setVisible(isShown);
    const QList<QLabel*> labels = framed->parentWidget()->findChildren<QLabel*>(Qt::FindDirectChildrenOnly);
    for (QLabel* label : labels) {
        if (label->buddy() == field) {
            label->setVisible(isShown);
        }
    }
}

bool chooseData(QComboBox* combo, const QString& word)
{
    const int found = combo->findData(word);
    combo->setCurrentIndex(std::max(0, found));
    return found >= 0;
}

void addField(QGridLayout* grid, const QString& text, QWidget* field, const QString& hint)
{
    auto* label = new QLabel(text);
    label->setBuddy(field);
    field->setAccessibleName(text);
    field->setToolTip(hint);
    label->setToolTip(hint);
    QWidget* framed = field;
    if (qobject_cast<QAbstractSpinBox*>(field) != nullptr) {
        // The style draws no edge around these that can be seen on dark surfaces.
        framed = new QFrame;
        framed->setObjectName("field"_L1);
        auto* inside = new QVBoxLayout(framed);
        inside->setContentsMargins(0, 0, 0, 0);
        inside->addWidget(field);
    }
    framed->setFixedWidth(kFieldWidth);
    const int row = grid->rowCount();
    grid->addWidget(label, row, 0);
    grid->addWidget(framed, row, 1, Qt::AlignRight);
}

}
