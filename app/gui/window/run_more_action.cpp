// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/run_more_action.h"

#include "app/gui/compare/compare_page.h"
#include "app/gui/run/run_page.h"
#include "app/gui/session/session.h"

#include <QAction>

#include <utility>

namespace patchscale {

RunMoreAction::RunMoreAction(QAction* action, Session* session, ComparePage* rows, RunPage* page, QString release,
                             QObject* parent)
    : QObject(parent)
    , m_action(action)
    , m_session(session)
    , m_rows(rows)
    , m_page(page)
    , m_release(std::move(release))
{
    connect(page, &RunPage::kernelsKnown, this, &RunMoreAction::follow);
    connect(rows, &ComparePage::selectionChanged, this, &RunMoreAction::follow);
    connect(action, &QAction::triggered, this, &RunMoreAction::run);
    follow();
}

std::expected<MoreWish, QString> RunMoreAction::wish() const
{
    const std::optional<RowPlace> place = m_rows->selectedRow();
    const OpenedPtr opened = m_session->current();
    if (!place || !opened || !opened->comparison) {
        return std::unexpected(tr("Choose a Row First"));
    }
    const ComparisonGroup& group = opened->comparison->groups[place->group];
    return moreWishOf(m_page->service()->kernels(), *opened, group, group.rows[place->row], m_release);
}

void RunMoreAction::follow()
{
    const std::expected<MoreWish, QString> wished = wish();
    m_action->setEnabled(wished.has_value());
    m_action->setText(wished ? tr("Run %n More…", "samples", RunPage::moreRounds())
                             : tr("Run More: %1").arg(wished.error()));
    m_action->setToolTip(wished ? tr("Measures more samples of the selected test on this machine; they join this "
                                     "comparison (%1)")
                                      .arg(m_action->shortcut().toString(QKeySequence::NativeText))
                                : m_action->text());
    if (m_rows->selectedRow()) {
        emit rowSelected();
    }
}

void RunMoreAction::run()
{
    if (const std::expected<MoreWish, QString> wished = wish()) {
        m_page->runMore(*wished);
    }
}

}
