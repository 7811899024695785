// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/window_memory.h"

#include "app/gui/library/library.h"
#include "app/gui/run/run_page.h"
#include "app/gui/session/session.h"
#include "app/gui/window/actions.h"
#include "app/gui/window/pages/comparison_page.h"
#include "app/gui/window/pages/page_stack.h"
#include "app/workbench/settings.h"

#include <QAction>
#include <QMainWindow>

using namespace Qt::StringLiterals;

namespace patchscale {

WindowMemory::WindowMemory(QMainWindow* window, Settings& settings, const Actions& actions, Session& session,
                           Library& library, RunPage* run, ComparisonPage* comparison, PageStack* pages)
    : QObject(window)
    , m_window(window)
    , m_settings(settings)
    , m_actions(actions)
    , m_session(session)
    , m_library(library)
    , m_comparison(comparison)
    , m_pages(pages)
{
    m_session.setLimit(settings.limit());
    actions.keepOpened->setChecked(settings.isKeepingOpened());
    connect(actions.keepOpened, &QAction::toggled, this,
            [this](bool isKeeping) { m_settings.setKeepingOpened(isKeeping); });
    connect(&library, &Library::contentsChanged, this, [this] {
        if (!m_library.path().empty() && m_settings.workspace() != m_library.path()) {
            m_settings.setWorkspace(m_library.path());
        }
    });
    run->restorePlan(settings.runPlan());
    connect(run, &RunPage::planUsed, this, [this](const QByteArray& plan) { m_settings.setRunPlan(plan); });
}

void WindowMemory::restore()
{
    m_window->restoreGeometry(m_settings.windowGeometry());
    m_comparison->restoreLayout(m_settings.pageLayout(m_comparison->id()));
    const QStringList hidden = m_settings.hiddenParts();
    m_actions.showTree->setChecked(!hidden.contains(u"tree"_s));
    m_actions.showPanel->setChecked(!hidden.contains(u"panel"_s));
    m_actions.showChart->setChecked(hidden.contains(u"table"_s));
    m_pages->showPage(m_settings.page());
    m_library.open(m_settings.workspace());
}

void WindowMemory::remember()
{
    m_settings.setWindowGeometry(m_window->saveGeometry());
    m_settings.setLimit(m_session.limit());
    m_settings.setPage(m_pages->current()->id());
    m_settings.setPageLayout(m_comparison->id(), m_comparison->saveLayout());
    QStringList hidden;
    for (const auto& [isHidden, part] : {std::pair {!m_actions.showTree->isChecked(), u"tree"_s},
                                         std::pair {!m_actions.showPanel->isChecked(), u"panel"_s},
                                         std::pair {m_actions.showChart->isChecked(), u"table"_s}}) {
        if (isHidden) {
            hidden << part;
        }
    }
    m_settings.setHiddenParts(hidden);
}

}
