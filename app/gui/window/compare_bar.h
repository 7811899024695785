// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/session/session.h"

#include <QFrame>

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

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void followSession();
    QWidget* makeLimitField();

    Session* m_session;
    LabelledCombo* m_baseline;
    LabelledCombo* m_candidate;
    LabelledCombo* m_metric;
    LimitBox* m_limit;
    QFrame* m_limitField;
};

}
