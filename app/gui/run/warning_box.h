// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/workbench/run_events.h"

#include <QFrame>

class QLabel;
class QToolButton;

namespace patchscale {

/// What makes the numbers doubtful, each with what to do about it; a few at first, all on demand.
class WarningBox final : public QFrame
{
    Q_OBJECT

public:
    explicit WarningBox(QWidget* parent = nullptr);

    /// A later warning of the same kind stands for the earlier one.
    void add(const RunWarned& warning);
    void clear();

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    QList<RunWarned> m_warnings;
    QLabel* m_text;
    QToolButton* m_more;
};

}
