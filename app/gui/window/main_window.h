// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/library/library.h"
#include "app/gui/session/session.h"
#include "app/gui/theme/theme.h"
#include "app/gui/window/actions.h"
#include "app/workbench/settings.h"

#include <QMainWindow>

#include <optional>

class QLabel;
class QProgressBar;

namespace patchscale {

class ComparisonPage;
class Copier;
class FileOpener;
class HistoryPage;
class LibraryActions;
class MessageBar;
class PageStack;
class ProfilesPage;
class ReadingPage;
class RunPage;
class WindowMemory;

/// The workbench's window. It only brings its parts together; each part answers for itself.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    /// Whether the window remembers its place and what was chosen; without, nothing is read or left behind.
    enum class Memory : std::uint8_t { On, Off };

    explicit MainWindow(Memory memory, QWidget* parent = nullptr);
    ~MainWindow() override;

    void openFiles(const QStringList& paths);
    /// Colours for this session, or with nothing those that were chosen last.
    void chooseColours(std::optional<ThemeChoice> choice);

    [[nodiscard]] Session* session()
    {
        return &m_session;
    }
    [[nodiscard]] Library* library()
    {
        return &m_library;
    }
    [[nodiscard]] PageStack* pages() const
    {
        return m_pages;
    }
    [[nodiscard]] ComparisonPage* comparisonPage() const
    {
        return m_comparison;
    }
    [[nodiscard]] ReadingPage* readingPage() const
    {
        return m_reading;
    }
    [[nodiscard]] HistoryPage* historyPage() const
    {
        return m_history;
    }
    [[nodiscard]] RunPage* runPage() const
    {
        return m_run;
    }
    [[nodiscard]] ProfilesPage* profilesPage() const
    {
        return m_profiles;
    }
    [[nodiscard]] MessageBar* messageBar() const
    {
        return m_messages;
    }
    [[nodiscard]] const Actions& actions() const
    {
        return m_actions;
    }

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void layOut();
    void connectFileActions();
    void connectViewActions();
    void connectCompareActions();
    void connectSession();
    void connectLibrary();
    void connectHistory();
    void connectRun();
    void followProfiles();
    void listPages();
    void restore();
    void resetLayout();
    void showAllGroups();
    void showAbout();
    void useWorkspace(const QString& path);
    void followSession();
    void writeStatus();
    void showBusy(bool isBusy, const QString& what);

    Settings m_settings;
    Session m_session;
    Library m_library;
    Actions m_actions;
    WindowMemory* m_remembered = nullptr; ///< null where nothing is remembered
    LibraryActions* m_libraryActions = nullptr;
    FileOpener* m_opener;
    Copier* m_copier;
    MessageBar* m_messages;
    PageStack* m_pages;
    ComparisonPage* m_comparison;
    ReadingPage* m_reading;
    HistoryPage* m_history;
    RunPage* m_run;
    ProfilesPage* m_profiles;
    QLabel* m_statusLeft;
    QLabel* m_statusRight;
    QProgressBar* m_progress;
};

}
