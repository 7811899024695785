// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/session/session.h"

#include <QFrame>

class QToolButton;

namespace patchscale {

struct Actions;
class LabelledCombo;
class LimitBox;

/// The tool bar: what is opened, what is compared with what, what is done with the answer.
class CompareBar final : public QFrame
{
    Q_OBJECT

public:
    CompareBar(Session* session, const Actions& actions, QWidget* parent = nullptr);

    /// Down to which width the bar is of use: the least important parts are left out by then.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void followSession();
    QWidget* makeLimitField();
    void fitInto(int room);

    Session* m_session;
    QToolButton* m_paste;
    LabelledCombo* m_baseline;
    LabelledCombo* m_candidate;
    LabelledCombo* m_metric;
    LimitBox* m_limit;
    QFrame* m_limitField;
    QToolButton* m_runMore;
};

}
