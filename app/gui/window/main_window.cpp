// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/main_window.h"

#include "app/gui/compare/chart_view.h"
#include "app/gui/compare/compare_page.h"
#include "app/gui/compare/filter_bar.h"
#include "app/gui/compare/headline.h"
#include "app/gui/library/opened_tree.h"
#include "app/gui/source/evidence_panel.h"
#include "app/gui/text/figures.h"
#include "app/gui/text/words.h"
#include "app/gui/window/compare_bar.h"
#include "app/gui/window/copier.h"
#include "app/gui/window/empty_page.h"
#include "app/gui/window/file_opener.h"
#include "app/gui/window/message_bar.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QProgressBar>
#include <QScreen>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QStyleHints>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr QSize kFirstSize(1440, 900);
constexpr int kTreeWidth = 236;
constexpr int kMessageMs = 4000;

}

MainWindow::MainWindow(Memory memory, QWidget* parent)
    : QMainWindow(parent)
    , m_memory(memory)
    , m_actions(makeActions(this))
    , m_opener(new FileOpener(&m_session, &m_settings, this))
    , m_copier(new Copier(&m_session, &m_settings, this))
    , m_pages(new QStackedWidget)
    , m_empty(new EmptyPage)
    , m_page(new ComparePage)
    , m_evidence(new EvidencePanel)
    , m_messages(new MessageBar)
    , m_tree(new OpenedTree(&m_session))
    , m_columns(new QSplitter(Qt::Horizontal))
    , m_rows(new QSplitter(Qt::Vertical))
    , m_statusLeft(new QLabel)
    , m_statusRight(new QLabel)
    , m_progress(new QProgressBar)
{
    setWindowTitle(tr("Patchscale"));
    setAcceptDrops(true);
    setContextMenuPolicy(Qt::NoContextMenu);
    if (m_memory == Memory::On) {
        m_session.setLimit(m_settings.limit());
    }
    layOut();
    connectFileActions();
    connectViewActions();
    connectCompareActions();
    connectSession();
    restore();
    followSession();
}

MainWindow::~MainWindow() = default;

void MainWindow::layOut()
{
    m_rows->addWidget(m_page);
    m_rows->addWidget(m_evidence);
    m_rows->setStretchFactor(0, 2);
    m_rows->setStretchFactor(1, 1);
    m_rows->setHandleWidth(1);
    m_rows->setChildrenCollapsible(false);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_rows);

    auto* right = new QWidget;
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_messages);
    column->addWidget(m_pages, 1);
    m_columns->addWidget(m_tree);
    m_columns->addWidget(right);
    m_columns->setStretchFactor(1, 1);
    m_columns->setHandleWidth(1);
    m_columns->setChildrenCollapsible(false);

    auto* whole = new QWidget;
    auto* lines = new QVBoxLayout(whole);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addWidget(new CompareBar(&m_session, m_actions));
    lines->addWidget(m_columns, 1);
    setCentralWidget(whole);

    m_progress->setRange(0, 0);
    m_progress->setFixedSize(120, 8);
    m_progress->setTextVisible(false);
    m_progress->hide();
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(m_statusLeft);
    statusBar()->addPermanentWidget(m_progress);
    statusBar()->addPermanentWidget(m_statusRight);
    for (QLabel* label : {m_statusLeft, m_statusRight}) {
        label->setFont(labelFont());
    }
}

void MainWindow::connectFileActions()
{
    connect(m_actions.open, &QAction::triggered, m_opener, &FileOpener::chooseFiles);
    connect(m_actions.paste, &QAction::triggered, m_opener, &FileOpener::paste);
    connect(m_actions.openSample, &QAction::triggered, m_opener, &FileOpener::openSample);
    m_actions.openSample->setVisible(FileOpener::hasSample());
    m_empty->offerSample(FileOpener::hasSample());
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
            [this] { m_copier->copyRows(m_page->table()->selectedRows()); });

    connect(m_empty, &EmptyPage::openWanted, m_opener, &FileOpener::chooseFiles);
    connect(m_empty, &EmptyPage::pasteWanted, m_opener, &FileOpener::paste);
    connect(m_empty, &EmptyPage::sampleWanted, m_opener, &FileOpener::openSample);
    connect(m_empty, &EmptyPage::fileWanted, this, [this](const QString& path) { openFiles({path}); });
    connect(m_opener, &FileOpener::problemFound, m_messages, &MessageBar::tell);
    connect(m_copier, &Copier::problemFound, m_messages, &MessageBar::tell);
    connect(m_copier, &Copier::done, this, [this](const QString& text) { statusBar()->showMessage(text, kMessageMs); });
}

void MainWindow::connectViewActions()
{
    connect(m_actions.showChart, &QAction::toggled, m_page, &ComparePage::showChart);
    connect(m_page, &ComparePage::chartChosen, m_actions.showChart, &QAction::setChecked);
    connect(m_page->chart(), &ChartView::saveWanted, m_copier, &Copier::saveChart);
    connect(m_page->chart(), &ChartView::copyWanted, m_copier, &Copier::copyChart);
    connect(m_actions.showTree, &QAction::toggled, m_tree, &QWidget::setVisible);
    connect(m_actions.showPanel, &QAction::toggled, m_evidence, &QWidget::setVisible);
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
    connect(m_actions.about, &QAction::triggered, this, &MainWindow::showAbout);
}

void MainWindow::connectCompareActions()
{
    connect(m_actions.filter, &QAction::triggered, m_page->filterBar(), &FilterBar::focusLine);
    connect(m_actions.swapSides, &QAction::triggered, &m_session, &Session::swapSides);
    connect(m_actions.resetSides, &QAction::triggered, &m_session, &Session::resetChoices);
    connect(m_actions.allGroups, &QAction::triggered, this, &MainWindow::showAllGroups);
    connect(m_actions.nextRegression, &QAction::triggered, this, [this] { m_page->table()->stepRegression(1); });
    connect(m_actions.previousRegression, &QAction::triggered, this, [this] { m_page->table()->stepRegression(-1); });
    connect(m_actions.nextValue, &QAction::triggered, m_evidence, &EvidencePanel::nextValue);
    connect(m_actions.cancel, &QAction::triggered, &m_session, &Session::cancel);
    m_actions.cancel->setEnabled(false);
}

void MainWindow::connectSession()
{
    connect(&m_session, &Session::shownChanged, this, &MainWindow::followSession);
    connect(&m_session, &Session::busyChanged, this, &MainWindow::showBusy);
    connect(&m_session, &Session::problemFound, m_messages, &MessageBar::tell);
    // The keys are at once where the answer is.
    connect(&m_session, &Session::openedChanged, this, [this] {
        if (m_pages->currentWidget() == m_empty) {
            QTimer::singleShot(0, m_page->table(), [this] { m_page->table()->setFocus(); });
        }
    });
    connect(m_page->table(), &ComparisonTable::selectionChanged, this, &MainWindow::followSelection);
    connect(m_evidence, &EvidencePanel::rowWanted, this, &MainWindow::showRow);
    connect(m_evidence, &EvidencePanel::valueTold, this,
            [this](const QString& text) { statusBar()->showMessage(text, 2 * kMessageMs); });
    connect(m_tree, &OpenedTree::placeChosen, m_evidence, &EvidencePanel::showPlace);
    connect(m_messages, &MessageBar::sourceWanted, this,
            [this](const Problem& problem) { m_evidence->showPlace(problem.document, *problem.where); });
}

void MainWindow::restore()
{
    const QRect desk = screen()->availableGeometry();
    // Room for a title bar, which only the window manager knows.
    const QSize frame = m_memory == Memory::On ? QSize(8, 40) : QSize(0, 0);
    resize(m_memory == Memory::On ? kFirstSize.boundedTo(desk.size() - frame) : kFirstSize);
    resetLayout();
    if (m_memory == Memory::On) {
        restoreGeometry(m_settings.windowGeometry());
    }
    chooseColours(std::nullopt);
}

void MainWindow::chooseColours(std::optional<ThemeChoice> choice)
{
    const ThemeChoice chosen = choice ? *choice : m_memory == Memory::On ? themeNamed(m_settings.colours()) : ThemeChoice::System;
    for (QAction* action : m_actions.themes->actions()) {
        action->setChecked(action->data().toInt() == static_cast<int>(chosen));
    }
    applyTheme(*qApp, chosen);
}

void MainWindow::resetLayout()
{
    m_actions.showTree->setChecked(true);
    m_actions.showPanel->setChecked(true);
    m_columns->setSizes({kTreeWidth, width() - kTreeWidth});
    m_evidence->setSizes({640, 510});
    m_isLaidOut = false;
    fitTable();
}

void MainWindow::fitTable()
{
    // Once there is a table: as high as it needs, at most two thirds; from then on the user decides.
    if (m_isLaidOut || m_pages->currentWidget() != m_rows || m_rows->height() == 0) {
        return;
    }
    const int page = std::min(m_page->wantedHeight(), m_rows->height() * 2 / 3);
    m_rows->setSizes({page, m_rows->height() - page});
    m_isLaidOut = isVisible();
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

void MainWindow::showRow(RowPlace place)
{
    if (std::ranges::find(m_session.groups(), place.group) == m_session.groups().end()) {
        m_session.show(m_session.currentIndex(), {place.group});
    }
    m_page->table()->selectRow(place);
}

void MainWindow::followSession()
{
    const OpenedPtr opened = m_session.current();
    const bool hasTable = opened && opened->comparison && !m_session.groups().empty();
    for (QAction* action : m_actions.onAnswer()) {
        action->setEnabled(hasTable);
    }
    m_actions.allGroups->setEnabled(hasTable && opened->comparison->groups.size() > 1);
    m_actions.close->setEnabled(opened != nullptr);
    setWindowTitle(opened ? tr("%1 – Patchscale").arg(opened->title) : tr("Patchscale"));
    if (hasTable) {
        m_page->show(opened->comparison, m_session.groups(), m_session.limit());
        m_pages->setCurrentWidget(m_rows);
        fitTable();
        followSelection();
    } else {
        showNoTable(opened);
    }
    writeStatus();
}

void MainWindow::showNoTable(const OpenedPtr& opened)
{
    m_pages->setCurrentWidget(m_empty);
    if (!opened) {
        m_empty->showStart(m_memory == Memory::On ? m_opener->recentFiles().mid(0, 3) : QStringList());
        return;
    }
    const bool isOneSided = !opened->input->runs.empty();
    m_empty->showMissing(isOneSided ? tr("Only one side is known") : tr("No numbers to compare in %1").arg(opened->title),
                         opened->failure ? fromUtf8(opened->failure->message) : QString(), isOneSided);
}

void MainWindow::followSelection()
{
    const std::optional<RowPlace> place = m_page->table()->selectedRow();
    if (place) {
        m_evidence->showRow(m_session.current(), *place);
    } else {
        m_evidence->clear();
    }
}

void MainWindow::writeStatus()
{
    const OpenedPtr opened = m_session.current();
    if (!opened || !opened->comparison || m_session.groups().empty()) {
        m_statusLeft->setText(opened ? opened->title : tr("Nothing open"));
        m_statusRight->clear();
        return;
    }
    const Comparison& comparison = *opened->comparison;
    QStringList parts;
    if (m_session.groups().size() == 1) {
        const ComparisonGroup& group = comparison.groups[m_session.groups().front()];
        parts << u"A "_s + fromUtf8(group.baseline) << u"B "_s + fromUtf8(group.candidate);
    }
    parts << countsText(countsOf(comparison, m_session.groups()));
    if (const QString claims = claimsText(comparison.claims); !claims.isEmpty()) {
        parts << claims;
    }
    m_statusLeft->setText(parts.join(u"      "));
    m_statusRight->setText(tr("limit %1").arg(percentFigure(m_session.limit())));
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
    if (m_memory == Memory::On) {
        m_settings.setWindowGeometry(saveGeometry());
        m_settings.setLimit(m_session.limit());
    }
    QMainWindow::closeEvent(event);
}

}
