// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QMainWindow;

namespace patchscale {

class ComparisonPage;
class Library;
class PageStack;
class RunPage;
class Session;
class Settings;
struct Actions;

/// What the window remembers from one start to the next: its place, its parts, the page, the limit, the workspace and
/// what was run last.
class WindowMemory final : public QObject
{
    Q_OBJECT

public:
    /// All outlive the object; the limit is set at once, the rest by restore().
    WindowMemory(QMainWindow* window, Settings& settings, const Actions& actions, Session& session, Library& library,
                 RunPage* run, ComparisonPage* comparison, PageStack* pages);

    void restore();
    void remember();

private:
    QMainWindow* m_window;
    Settings& m_settings;
    const Actions& m_actions;
    Session& m_session;
    Library& m_library;
    ComparisonPage* m_comparison;
    PageStack* m_pages;
};

}
