// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/compare/comparison_filter_model.h"

#include <QWidget>

#include <array>

class QAbstractButton;
class QButtonGroup;
class QLabel;
class QLineEdit;

namespace patchscale {

/// The filter line with its chips. It drives a ComparisonFilterModel.
class FilterBar final : public QWidget
{
    Q_OBJECT

public:
    explicit FilterBar(ComparisonFilterModel* model, QWidget* parent = nullptr);

    /// Counts anew, after the model shows something else.
    void refresh();
    void focusLine();
    [[nodiscard]] QLineEdit* line() const
    {
        return m_line;
    }
    [[nodiscard]] QAbstractButton* chip(RowChoice choice) const;

signals:
    void filtered();
    /// The user is done with the line: Enter, Down, or Escape in an empty one.
    void left();

protected:
    /// Escape empties the line first.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void applyLine();
    void tellProblems(const QStringList& problems);

    ComparisonFilterModel* m_model;
    QLineEdit* m_line;
    QButtonGroup* m_chips;
    QLabel* m_hint;
};

}
