// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/main_window.h"

#include "app/gui/compare/chart_view.h"
#include "app/gui/compare/compare_page.h"
#include "app/gui/compare/filter_bar.h"
#include "app/gui/history/history_page.h"
#include "app/gui/library/opened_tree.h"
#include "app/gui/profiles/profiles_page.h"
#include "app/gui/reading/reading_page.h"
#include "app/gui/run/run_page.h"
#include "app/gui/source/evidence_panel.h"
#include "app/gui/text/words.h"
#include "app/gui/window/command_palette.h"
#include "app/gui/window/copier.h"
#include "app/gui/window/empty_page.h"
#include "app/gui/window/file_opener.h"
#include "app/gui/window/library_actions.h"
#include "app/gui/window/message_bar.h"
#include "app/gui/window/pages/comparison_page.h"
#include "app/gui/window/pages/page_stack.h"
#include "app/gui/window/run_more_action.h"
#include "app/gui/window/window_memory.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QProgressBar>
#include <QScreen>
#include <QStatusBar>
#include <QStyleHints>
#include <QSysInfo>
#include <QTimer>

#include <algorithm>
#include <iterator>
#include <numeric>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr QSize kFirstSize(1440, 900);
constexpr int kMessageMs = 4000;
/// The window is drawn and at rest by then.
constexpr int kRunnerMs = 1500;

}

MainWindow::MainWindow(Memory memory, QWidget* parent)
    : QMainWindow(parent)
    , m_actions(makeActions(this))
    , m_opener(new FileOpener(&m_session, &m_settings, this))
    , m_copier(new Copier(&m_session, &m_settings, this))
    , m_messages(new MessageBar)
    , m_pages(new PageStack(m_messages))
    , m_comparison(new ComparisonPage(&m_session, &m_library, m_actions))
    , m_reading(new ReadingPage(&m_session, &m_library))
    , m_history(new HistoryPage(&m_session, &m_library))
    , m_run(new RunPage(&m_session, &m_library))
    , m_profiles(new ProfilesPage(&m_session, &m_library))
    , m_statusLeft(new QLabel)
    , m_statusRight(new QLabel)
    , m_progress(new QProgressBar)
{
    setWindowTitle(tr("Patchscale"));
    setAcceptDrops(true);
    setContextMenuPolicy(Qt::NoContextMenu);
    layOut();
    if (memory == Memory::On) {
        m_remembered =
            new WindowMemory(this, m_settings, m_actions, m_session, m_library, m_run, m_comparison, m_pages);
    }
    connectFileActions();
    connectViewActions();
    connectCompareActions();
    connectSession();
    connectLibrary();
    m_libraryActions = new LibraryActions(m_actions, m_session, m_library, m_comparison, this);
    connectHistory();
    connectRun();
    listPages();
    followProfiles();
    restore();
    followSession();
    m_pages->current()->firstFocus()->setFocus();
}

MainWindow::~MainWindow() = default;

void MainWindow::layOut()
{
    m_pages->addPage(m_comparison);
    m_pages->addPage(m_run);
    m_pages->addPage(m_profiles);
    m_pages->addPage(m_reading);
    m_pages->addPage(m_history);
    setCentralWidget(m_pages);

    m_progress->setRange(0, 0);
    m_progress->setFixedSize(120, 8);
    m_progress->setTextVisible(false);
    m_progress->hide();
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(m_statusLeft, 1);
    // Long names of variants must not make the window wider than the screen.
    m_statusLeft->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    statusBar()->addPermanentWidget(m_progress);
    statusBar()->addPermanentWidget(m_statusRight);
    for (QLabel* label : {m_statusLeft, m_statusRight}) {
        label->setFont(labelFont());
    }
}

void MainWindow::connectFileActions()
{
    connect(m_actions.open, &QAction::triggered, m_opener, &FileOpener::chooseFiles);
    connect(m_actions.openFolder, &QAction::triggered, m_opener, &FileOpener::chooseFolder);
    connect(m_actions.paste, &QAction::triggered, m_opener, &FileOpener::paste);
    connect(m_actions.openSample, &QAction::triggered, m_opener, &FileOpener::openSample);
    m_actions.openSample->setVisible(FileOpener::hasSample());
    m_comparison->empty()->offerSample(FileOpener::hasSample());
    connect(m_actions.recent, &QMenu::aboutToShow, this, [this] { m_opener->fillRecent(m_actions.recent); });
    connect(m_actions.close, &QAction::triggered, this, [this] { m_session.close(m_session.currentIndex()); });
    connect(m_actions.exportAs, &QAction::triggered, m_copier, &Copier::exportAs);
    connect(m_actions.saveChart, &QAction::triggered, m_copier, &Copier::saveChart);
    connect(m_actions.quit, &QAction::triggered, this, &QWidget::close);
    connect(m_actions.copyMail, &QAction::triggered, this,
            [this] { m_copier->copyReport("text", tr("Copied for a mail: paste it into your reply")); });
    connect(m_actions.copyMarkdown, &QAction::triggered, this,
            [this] { m_copier->copyReport("markdown", tr("Copied as Markdown")); });
    connect(m_actions.copyRow, &QAction::triggered, this,
            [this] { m_copier->copyRows(m_comparison->answer()->selectedRows()); });

    connect(m_comparison->empty(), &EmptyPage::readingWanted, this, [this] { m_pages->showPage(m_reading); });
    connect(m_comparison->empty(), &EmptyPage::runWanted, this, [this] { m_pages->showPage(m_run); });
    connect(m_comparison->empty(), &EmptyPage::openWanted, m_opener, &FileOpener::chooseFiles);
    connect(m_comparison->empty(), &EmptyPage::pasteWanted, m_opener, &FileOpener::paste);
    connect(m_comparison->empty(), &EmptyPage::sampleWanted, m_opener, &FileOpener::openSample);
    connect(m_comparison->empty(), &EmptyPage::fileWanted, this, [this](const QString& path) { openFiles({path}); });
    connect(m_opener, &FileOpener::workspaceWanted, this, &MainWindow::useWorkspace);
    connect(m_opener, &FileOpener::problemFound, m_messages, &MessageBar::tell);
    connect(m_copier, &Copier::problemFound, m_messages, &MessageBar::tell);
    connect(m_copier, &Copier::done, this, [this](const QString& text) { statusBar()->showMessage(text, kMessageMs); });
}

void MainWindow::connectViewActions()
{
    connect(m_actions.showChart, &QAction::toggled, m_comparison->answer(), &ComparePage::showChart);
    connect(m_actions.showMatrix, &QAction::toggled, this, [this](bool isMatrix) {
        if (isMatrix != (m_comparison->answer()->view() == ComparePage::View::Matrix)) {
            m_comparison->answer()->showView(isMatrix ? ComparePage::View::Matrix : ComparePage::View::Table);
        }
    });
    connect(m_comparison->answer(), &ComparePage::viewChosen, this, [this](ComparePage::View view) {
        m_actions.showChart->setChecked(view == ComparePage::View::Chart);
        m_actions.showMatrix->setChecked(view == ComparePage::View::Matrix);
    });
    connect(m_comparison->answer()->chart(), &ChartView::saveWanted, m_copier, &Copier::saveChart);
    connect(m_comparison->answer()->chart(), &ChartView::copyWanted, m_copier, &Copier::copyChart);
    connect(m_actions.showTree, &QAction::toggled, m_comparison->tree(), &QWidget::setVisible);
    connect(m_actions.showPanel, &QAction::toggled, m_comparison->evidence(), &QWidget::setVisible);
    connect(m_actions.resetLayout, &QAction::triggered, this, &MainWindow::resetLayout);
    connect(m_actions.themes, &QActionGroup::triggered, this, [this](const QAction* action) {
        const auto choice = static_cast<ThemeChoice>(action->data().toInt());
        m_settings.setColours(nameOf(choice));
        applyTheme(*qApp, choice);
    });
    connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this, [this] {
        if (const QAction* chosen = m_actions.themes->checkedAction()) {
            applyTheme(*qApp, static_cast<ThemeChoice>(chosen->data().toInt()));
        }
    });
    connect(m_actions.findCommand, &QAction::triggered, this, [this] {
        auto* palette = new CommandPalette(*menuBar(), this);
        palette->setAttribute(Qt::WA_DeleteOnClose);
        palette->open();
    });
    connect(m_actions.about, &QAction::triggered, this, &MainWindow::showAbout);
}

void MainWindow::connectCompareActions()
{
    connect(m_actions.note, &QAction::triggered, m_comparison, &ComparisonPage::editNote);
    connect(m_actions.resolveNote, &QAction::triggered, m_comparison, &ComparisonPage::resolveNote);
    m_actions.resolveNote->setEnabled(false);
    connect(m_actions.filter, &QAction::triggered, m_comparison->answer()->filterBar(), &FilterBar::focusLine);
    connect(m_actions.swapSides, &QAction::triggered, &m_session, &Session::swapSides);
    connect(m_actions.resetSides, &QAction::triggered, &m_session, &Session::resetChoices);
    connect(m_actions.allGroups, &QAction::triggered, this, &MainWindow::showAllGroups);
    connect(m_actions.nextRegression, &QAction::triggered, this,
            [this] { m_comparison->answer()->table()->stepRegression(1); });
    connect(m_actions.previousRegression, &QAction::triggered, this,
            [this] { m_comparison->answer()->table()->stepRegression(-1); });
    connect(m_actions.nextValue, &QAction::triggered, m_comparison->evidence(), &EvidencePanel::nextValue);
    connect(m_actions.cancel, &QAction::triggered, &m_session, &Session::cancel);
    m_actions.cancel->setEnabled(false);
}

void MainWindow::connectSession()
{
    connect(&m_session, &Session::shownChanged, this, &MainWindow::followSession);
    connect(&m_session, &Session::busyChanged, this, &MainWindow::showBusy);
    connect(&m_session, &Session::problemFound, this, [this](const Problem& problem) {
        // What is doubtful about a run of this machine, its page has told while it went on.
        if (!m_run->isHandingOver()) {
            m_messages->tell(problem);
        }
    });
    connect(m_reading, &ReadingPage::comparisonWanted, this, [this] { m_pages->showPage(m_comparison); });
    connect(m_comparison->evidence(), &EvidencePanel::valueTold, this,
            [this](const QString& text) { statusBar()->showMessage(text, 2 * kMessageMs); });
    connect(m_pages, &PageStack::currentChanged, this, &MainWindow::writeStatus);
    for (const Page* page : m_pages->pages()) {
        connect(page, &Page::statusChanged, this, &MainWindow::writeStatus);
    }
    connect(m_messages, &MessageBar::sourceWanted, this,
            [this](const Problem& problem) { m_comparison->evidence()->showPlace(problem.document, *problem.where); });
}

void MainWindow::connectLibrary()
{
    connect(&m_session, &Session::documentsRead, this, [this](const std::vector<DocumentPtr>& documents) {
        std::vector<DocumentPtr> kept;
        // What holds no numbers has nothing to keep, and the sample is not the user's.
        std::ranges::copy_if(documents, std::back_inserter(kept), [](const DocumentPtr& document) {
            return !document->parsed.runs.empty() && !document->path.starts_with(":/");
        });
        if (m_actions.keepOpened->isChecked()) {
            m_library.store(kept);
        }
    });
    connect(&m_library, &Library::problemFound, m_messages, &MessageBar::tell);
    connect(&m_library, &Library::removed, this, [this](const QString& name) {
        m_messages->offer(tr("%1 is no longer in the workspace.").arg(name), m_actions.undo);
    });
    connect(m_actions.openWorkspace, &QAction::triggered, this, [this] { useWorkspace(m_opener->chooseWorkspace()); });
    connect(m_actions.newWorkspace, &QAction::triggered, this,
            [this] { useWorkspace(m_opener->chooseNewWorkspace()); });
}

void MainWindow::connectHistory()
{
    connect(m_history, &HistoryPage::comparisonWanted, this, [this] { m_pages->showPage(m_comparison); });
    connect(m_history, &HistoryPage::problemFound, m_messages, &MessageBar::tell);
    connect(m_history, &HistoryPage::done, this,
            [this](const QString& text) { statusBar()->showMessage(text, kMessageMs); });
}

void MainWindow::connectRun()
{
    m_actions.run->addActions(m_run->runActions());
    m_actions.run->addSeparator();
    m_actions.run->addAction(m_actions.runMore);
    connect(m_run, &RunPage::pageWanted, this, [this] { m_pages->showPage(m_run); });
    connect(m_run, &RunPage::comparisonWanted, this, [this] { m_pages->showPage(m_comparison); });
    auto* more = new RunMoreAction(m_actions.runMore, &m_session, m_comparison->answer(), m_run,
                                   QSysInfo::kernelVersion(), this);
    if (m_remembered != nullptr) {
        // Once there are rows that more can be asked for, and the window has been drawn.
        connect(more, &RunMoreAction::rowSelected, m_run,
                [this] { QTimer::singleShot(kRunnerMs, m_run, &RunPage::prepare); });
    }
}

void MainWindow::listPages()
{
    // A single page needs no way to get there.
    if (m_pages->pages().size() < 2) {
        return;
    }
    int number = 0;
    for (Page* page : m_pages->pages()) {
        auto* action = new QAction(page->title(), this);
        action->setShortcut(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + number++)));
        connect(action, &QAction::triggered, this, [this, page] { m_pages->showPage(page); });
        m_actions.view->insertAction(m_actions.pagesEnd, action);
        if (page == m_profiles) {
            connect(m_profiles, &ProfilesPage::profilesChanged, action,
                    [this, action] { action->setVisible(m_profiles->hasProfiles()); });
            action->setVisible(false);
        }
    }
    connect(m_profiles, &ProfilesPage::profilesChanged, this, &MainWindow::followProfiles);
    connect(m_profiles, &ProfilesPage::problemFound, m_messages, &MessageBar::tell);
}

void MainWindow::followProfiles()
{
    m_pages->setOffered(m_profiles, m_profiles->hasProfiles());
}

void MainWindow::useWorkspace(const QString& path)
{
    if (!path.isEmpty()) {
        m_library.open(path.toStdString());
    }
}

void MainWindow::restore()
{
    const QRect desk = screen()->availableGeometry();
    // Room for a title bar, which only the window manager knows.
    const QSize frame = m_remembered != nullptr ? QSize(8, 40) : QSize(0, 0);
    resize(m_remembered != nullptr ? kFirstSize.boundedTo(desk.size() - frame) : kFirstSize);
    resetLayout();
    if (m_remembered != nullptr) {
        m_remembered->restore();
    }
    chooseColours(std::nullopt);
}

void MainWindow::chooseColours(std::optional<ThemeChoice> choice)
{
    const ThemeChoice chosen = choice ? *choice
        : m_remembered != nullptr     ? themeNamed(m_settings.colours())
                                      : ThemeChoice::System;
    for (QAction* action : m_actions.themes->actions()) {
        action->setChecked(action->data().toInt() == static_cast<int>(chosen));
    }
    applyTheme(*qApp, chosen);
}

void MainWindow::resetLayout()
{
    m_actions.showTree->setChecked(true);
    m_actions.showPanel->setChecked(true);
    m_comparison->resetLayout();
}

void MainWindow::openFiles(const QStringList& paths)
{
    m_opener->openFiles(paths);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls() || event->mimeData()->hasText()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    if (m_opener->openMime(event->mimeData(), tr("dropped text"))) {
        event->acceptProposedAction();
    }
}

void MainWindow::showAllGroups()
{
    const OpenedPtr opened = m_session.current();
    if (opened && opened->comparison) {
        std::vector<std::size_t> groups(opened->comparison->groups.size());
        std::iota(groups.begin(), groups.end(), 0);
        m_session.show(m_session.currentIndex(), std::move(groups));
    }
}

void MainWindow::followSession()
{
    const OpenedPtr opened = m_session.current();
    const bool hasTable = m_comparison->hasTable();
    for (QAction* action : m_actions.onAnswer()) {
        action->setEnabled(hasTable);
    }
    m_actions.allGroups->setEnabled(hasTable && opened->comparison->groups.size() > 1);
    m_actions.close->setEnabled(opened != nullptr);
    m_libraryActions->follow();
    setWindowTitle(opened ? tr("%1 – Patchscale").arg(opened->title) : tr("Patchscale"));
    // Who looks at what was read stays there: the page follows what is open.
    if (opened && !m_run->isHandingOver() && m_pages->current() != m_reading) {
        m_pages->showPage(m_comparison);
    }
    if (!opened) {
        m_comparison->offerFiles(m_remembered != nullptr ? m_opener->recentFiles().mid(0, 3) : QStringList());
    }
    writeStatus();
}

void MainWindow::writeStatus()
{
    const PageStatus status = m_pages->current()->status();
    m_statusLeft->setText(status.left);
    m_statusRight->setText(status.right);
}

void MainWindow::showBusy(bool isBusy, const QString& what)
{
    m_progress->setVisible(isBusy);
    m_actions.cancel->setEnabled(isBusy);
    if (isBusy) {
        statusBar()->showMessage(tr("%1 · Esc cancels").arg(what));
    } else {
        statusBar()->clearMessage();
    }
}

void MainWindow::showAbout()
{
    QMessageBox::about(this, tr("About Patchscale"),
                       tr("<b>Patchscale %1</b><br>Tells what a patch did to a benchmark.<br><br>GPL-3.0-or-later; "
                          "uses Qt, Qt Charts and KSyntaxHighlighting.")
                           .arg(QCoreApplication::applicationVersion()));
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_remembered != nullptr) {
        m_remembered->remember();
    }
    QMainWindow::closeEvent(event);
}

}
