// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/main_window.h"

#include "app/gui/compare/compare_page.h"
#include "app/gui/compare/filter_bar.h"
#include "app/gui/compare/headline.h"
#include "app/gui/library/opened_tree.h"
#include "app/gui/source/evidence_panel.h"
#include "app/gui/source/source_view.h"
#include "app/gui/text/figures.h"
#include "app/gui/text/words.h"
#include "app/gui/theme/theme.h"
#include "app/gui/window/compare_bar.h"
#include "app/gui/window/empty_page.h"
#include "app/gui/window/message_bar.h"
#include "app/gui/window/row_text.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
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
#include <QVBoxLayout>

#include <numeric>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr QSize kFirstSize(1440, 900);
constexpr int kTreeWidth = 236;

/// The document that shows a newcomer what the workbench does.
QString samplePath()
{
    return u":/patchscale/samples/sched-padding.txt"_s;
}

QString pathText(const std::filesystem::path& path)
{
    return fromUtf8(path.string());
}

}

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent)
    , m_actions(makeActions(this))
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
    m_session.setLimit(m_settings.limit());
    layOut();
    connectActions();
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
    statusBar()->addWidget(m_progress);
    statusBar()->addPermanentWidget(m_statusRight);
    for (QLabel* label : {m_statusLeft, m_statusRight}) {
        label->setFont(labelFont());
    }
}

void MainWindow::connectActions()
{
    connect(m_actions.open, &QAction::triggered, this, &MainWindow::chooseFiles);
    connect(m_actions.paste, &QAction::triggered, this, &MainWindow::pasteMail);
    connect(m_actions.openSample, &QAction::triggered, this, &MainWindow::openSample);
    m_actions.openSample->setVisible(QFile::exists(samplePath()));
    m_empty->offerSample(QFile::exists(samplePath()));
    connect(m_actions.close, &QAction::triggered, this, [this] {
        if (m_session.opened().empty()) {
            QMainWindow::close();
        } else {
            m_session.close(m_session.currentIndex());
        }
    });
    connect(m_actions.quit, &QAction::triggered, this, &QWidget::close);
    connect(m_actions.recent, &QMenu::aboutToShow, this, &MainWindow::fillRecent);
    connect(m_actions.copyRow, &QAction::triggered, this, &MainWindow::copyRows);
    connect(m_actions.filter, &QAction::triggered, m_page->filterBar(), &FilterBar::focusLine);
    connect(m_actions.showTree, &QAction::toggled, m_tree, &QWidget::setVisible);
    connect(m_actions.showPanel, &QAction::toggled, m_evidence, &QWidget::setVisible);
    connect(m_actions.resetLayout, &QAction::triggered, this, &MainWindow::resetLayout);
    connect(m_actions.themes, &QActionGroup::triggered, this,
            [this](const QAction* action) { applyThemeChoice(action->data().toInt()); });
    connect(m_actions.swapSides, &QAction::triggered, &m_session, &Session::swapSides);
    connect(m_actions.resetSides, &QAction::triggered, &m_session, &Session::resetChoices);
    connect(m_actions.allGroups, &QAction::triggered, this, &MainWindow::showAllGroups);
    connect(m_actions.nextRegression, &QAction::triggered, this, [this] { m_page->table()->stepRegression(1); });
    connect(m_actions.previousRegression, &QAction::triggered, this, [this] { m_page->table()->stepRegression(-1); });
    connect(m_actions.nextValue, &QAction::triggered, m_evidence, &EvidencePanel::nextValue);
    connect(m_actions.cancel, &QAction::triggered, &m_session, &Session::cancel);
    connect(m_actions.about, &QAction::triggered, this, &MainWindow::showAbout);

    connect(m_empty, &EmptyPage::openWanted, this, &MainWindow::chooseFiles);
    connect(m_empty, &EmptyPage::pasteWanted, this, &MainWindow::pasteMail);
    connect(m_empty, &EmptyPage::sampleWanted, this, &MainWindow::openSample);
    connect(m_empty, &EmptyPage::fileWanted, this, [this](const QString& path) { openFiles({path}); });
}

void MainWindow::connectSession()
{
    connect(&m_session, &Session::shownChanged, this, &MainWindow::followSession);
    connect(&m_session, &Session::busyChanged, this, &MainWindow::showBusy);
    connect(&m_session, &Session::problemFound, m_messages, &MessageBar::tell);
    connect(m_page->table(), &ComparisonTable::selectionChanged, this, &MainWindow::followSelection);
    connect(m_evidence, &EvidencePanel::rowWanted, this, &MainWindow::showRow);
    connect(m_evidence, &EvidencePanel::valueTold, this,
            [this](const QString& text) { statusBar()->showMessage(text, 6000); });
    connect(m_tree, &OpenedTree::placeChosen, m_evidence, &EvidencePanel::showPlace);
    connect(m_messages, &MessageBar::sourceWanted, this,
            [this](const Problem& problem) { m_evidence->showPlace(problem.document, *problem.where); });
    connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this, [this] {
        if (const QAction* chosen = m_actions.themes->checkedAction()) {
            applyThemeChoice(chosen->data().toInt());
        }
    });
}

void MainWindow::restore()
{
    const QRect desk = screen()->availableGeometry();
    // Room for a title bar, which only the window manager knows.
    resize(kFirstSize.boundedTo(desk.size() - QSize(8, 40)));
    resetLayout();
    restoreGeometry(m_settings.windowGeometry());
    for (QAction* action : m_actions.themes->actions()) {
        action->setChecked(action->data().toInt() == static_cast<int>(ThemeChoice::System));
    }
}

void MainWindow::resetLayout()
{
    m_actions.showTree->setChecked(true);
    m_actions.showPanel->setChecked(true);
    m_columns->setSizes({kTreeWidth, width() - kTreeWidth});
    m_isLaidOut = false;
    fitTable();
    m_evidence->setSizes({640, 510});
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
    m_session.openFiles(paths);
    for (const QString& path : paths) {
        m_settings.addRecentFile(path.toStdString());
    }
}

void MainWindow::chooseFiles()
{
    const QStringList paths = QFileDialog::getOpenFileNames(this, tr("Open Mails, Commits or Benchmark Output"),
                                                            pathText(m_settings.lastFolder()));
    if (paths.isEmpty()) {
        return;
    }
    m_settings.setLastFolder(std::filesystem::path(paths.front().toStdString()).parent_path());
    openFiles(paths);
}

void MainWindow::pasteMail()
{
    if (!openMime(QGuiApplication::clipboard()->mimeData(), tr("pasted text"))) {
        m_messages->tell({.message = tr("The clipboard holds neither text nor files."),
                          .hints = {tr("copy the mail's text in the mail program first")},
                          .document = nullptr,
                          .where = std::nullopt});
    }
}

bool MainWindow::openMime(const QMimeData* mime, const QString& origin)
{
    QStringList paths;
    for (const QUrl& url : mime->urls()) {
        if (url.isLocalFile()) {
            paths << url.toLocalFile();
        }
    }
    if (!paths.isEmpty()) {
        openFiles(paths);
        return true;
    }
    if (!mime->text().trimmed().isEmpty()) {
        m_session.openText(mime->text().toUtf8(), origin);
        return true;
    }
    return false;
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls() || event->mimeData()->hasText()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    if (openMime(event->mimeData(), tr("dropped text"))) {
        event->acceptProposedAction();
    }
}

void MainWindow::fillRecent()
{
    m_actions.recent->clear();
    int number = 1;
    for (const std::filesystem::path& path : m_settings.recentFiles()) {
        const QString text = u"&%1  %2"_s.arg(number++).arg(pathText(path));
        m_actions.recent->addAction(text, this, [this, path] { openFiles({pathText(path)}); });
    }
    m_actions.recent->addSeparator();
    QAction* clear = m_actions.recent->addAction(tr("Clear List"), this, [this] { m_settings.clearRecentFiles(); });
    clear->setEnabled(number > 1);
}

void MainWindow::copyRows()
{
    const OpenedPtr opened = m_session.current();
    if (!opened || !opened->comparison) {
        return;
    }
    const QString text = rowsText(*opened->comparison, m_page->table()->selectedRows());
    if (!text.isEmpty()) {
        QGuiApplication::clipboard()->setText(text);
        statusBar()->showMessage(tr("Copied %n rows", nullptr, static_cast<int>(text.count(u'\n')) - 1), 3000);
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
    const auto& shown = m_session.groups();
    if (std::ranges::find(shown, place.group) == shown.end()) {
        m_session.show(m_session.currentIndex(), {place.group});
    }
    m_page->table()->selectRow(place);
}

void MainWindow::followSession()
{
    const OpenedPtr opened = m_session.current();
    const bool hasTable = opened && opened->comparison && !m_session.groups().empty();
    for (QAction* action :
         {m_actions.copyRow, m_actions.filter, m_actions.swapSides, m_actions.resetSides, m_actions.allGroups,
          m_actions.nextRegression, m_actions.previousRegression, m_actions.nextValue}) {
        action->setEnabled(hasTable);
    }
    m_actions.allGroups->setEnabled(hasTable && opened->comparison->groups.size() > 1);
    m_actions.close->setEnabled(opened != nullptr);
    setWindowTitle(opened ? tr("%1 – Patchscale").arg(opened->title) : tr("Patchscale"));
    if (hasTable) {
        m_page->show(opened->comparison, m_session.groups(), m_session.limit());
        m_pages->setCurrentWidget(m_rows);
        fitTable();
        if (!isAncestorOf(QApplication::focusWidget()) || m_empty->isAncestorOf(QApplication::focusWidget())) {
            m_page->table()->setFocus();
        }
        followSelection();
    } else if (opened) {
        const bool isOneSided = !opened->input->runs.empty();
        m_empty->showMissing(isOneSided ? tr("Only one side is known")
                                        : tr("No numbers to compare in %1").arg(opened->title),
                             opened->failure ? fromUtf8(opened->failure->message) : QString(), isOneSided);
        m_pages->setCurrentWidget(m_empty);
    } else {
        QStringList recent;
        for (const std::filesystem::path& path : m_settings.recentFiles()) {
            recent << pathText(path);
        }
        m_empty->showStart(recent.mid(0, 3));
        m_pages->setCurrentWidget(m_empty);
    }
    writeStatus();
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
    m_statusRight->setText(tr("limit %1").arg(percentText(m_session.limit())));
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

void MainWindow::applyThemeChoice(int choice)
{
    applyTheme(*qApp, static_cast<ThemeChoice>(choice));
}

void MainWindow::showAbout()
{
    QMessageBox::about(this, tr("About Patchscale"),
                       tr("<b>Patchscale %1</b><br>Tells what a patch did to a benchmark.<br><br>GPL-3.0-or-later; "
                          "uses Qt, Qt Charts and KSyntaxHighlighting.")
                           .arg(QCoreApplication::applicationVersion()));
}

void MainWindow::openSample()
{
    QFile sample(samplePath());
    if (sample.open(QIODevice::ReadOnly)) {
        m_session.openText(sample.readAll(), QFileInfo(sample).fileName());
    }
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    m_settings.setWindowGeometry(saveGeometry());
    m_settings.setLimit(m_session.limit());
    QMainWindow::closeEvent(event);
}

}
