// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/history/history_page.h"

#include "app/gui/history/history_canvas.h"
#include "app/gui/history/history_delegate.h"
#include "app/gui/history/history_html.h"
#include "app/gui/history/history_source.h"
#include "app/gui/text/words.h"
#include "app/gui/theme/theme.h"
#include "app/gui/window/labelled_combo.h"
#include "app/gui/window/report_export.h"
#include "app/render/chart_file.h"
#include "app/workbench/jobs.h"
#include "core/charts/history_chart.h"
#include "core/report/history/history_report.h"

#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QFrame>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

/// What the command line says behind "no history: ", with a capital.
QString asSentence(const QString& text)
{
    const auto prefix = "no history: "_L1;
    return capitalised(text.startsWith(prefix) ? text.mid(prefix.size()) : text);
}

constexpr int kBarHeight = 45;
constexpr int kMargin = 16;
constexpr int kListWidth = 300;

/// A workspace that does not exist yet is one without a history.
bool isThere(const std::filesystem::path& path)
{
    std::error_code ignored;
    return !path.empty() && std::filesystem::exists(path, ignored);
}

}

HistoryPage::HistoryPage(Session* session, Library* library, QWidget* parent)
    : Page(parent)
    , m_session(session)
    , m_library(library)
    , m_views(new QStackedWidget(this))
    , m_model(new HistoryModel(this))
    , m_filter(new HistoryFilterModel(this))
    , m_limit(session->limit())
{
    m_pool.setMaxThreadCount(1);
    m_filter->setSourceModel(m_model);
    m_bar = qobject_cast<QFrame*>(makeBar());
    auto* columns = new QSplitter(Qt::Horizontal);
    columns->addWidget(makeSide());
    columns->addWidget(makeAnswer());
    columns->setStretchFactor(1, 1);
    columns->setSizes({kListWidth, 1000});
    columns->setHandleWidth(1);
    columns->setChildrenCollapsible(false);
    m_views->addWidget(makeEmpty());
    m_views->addWidget(columns);
    auto* whole = new QHBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(m_views);

    connect(library, &Library::contentsChanged, this, &HistoryPage::setStale);
    connect(session, &Session::shownChanged, this, [this] {
        if (m_limit != m_session->limit()) {
            m_limit = m_session->limit();
            setStale();
        }
    });
    connect(m_since, &QLineEdit::editingFinished, this, [this] {
        const QString before = std::exchange(m_askedSince, m_since->text().trimmed());
        if (before != m_askedSince) {
            setStale();
        }
    });
    connect(m_order, &QComboBox::activated, this, &HistoryPage::setStale);
    connect(m_save, &QPushButton::clicked, this, &HistoryPage::saveChart);
    connect(m_copy, &QPushButton::clicked, this, &HistoryPage::copyReport);
    connect(m_filterLine, &QLineEdit::textChanged, m_filter, &HistoryFilterModel::setWords);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &HistoryPage::showSeries);
    connect(m_canvas, &HistoryCanvas::unitChosen, this, &HistoryPage::showRun);
    connect(m_steps, &QTextBrowser::anchorClicked, this,
            [this](const QUrl& link) { m_canvas->chooseUnit(link.path().toULongLong()); });
}

HistoryPage::~HistoryPage()
{
    m_stop.request_stop();
    m_pool.waitForDone();
}

QString HistoryPage::title() const
{
    return tr("History", "page");
}

QString HistoryPage::id() const
{
    return u"history"_s;
}

QString HistoryPage::icon() const
{
    return u"history"_s;
}

QWidget* HistoryPage::bar()
{
    return m_bar;
}

QWidget* HistoryPage::firstFocus()
{
    return m_list;
}

PageStatus HistoryPage::status() const
{
    if (!m_stored) {
        return {.left = tr("No history"), .right = {}};
    }
    return {.left = fromUtf8(m_stored->history.sentence), .right = fromUtf8(m_library->path().filename().string())};
}

QWidget* HistoryPage::makeBar()
{
    auto* bar = new QFrame(this);
    bar->setObjectName("compareBar"_L1);
    bar->setFixedHeight(kBarHeight);
    m_since = new QLineEdit(bar);
    m_since->setPlaceholderText(tr("first run, or 6.9, or 2026-09-01"));
    m_since->setAccessibleName(tr("Since which release, date or commit"));
    m_since->setToolTip(tr("Where the history begins: a kernel release, a date or a commit; empty for all of it"));
    m_since->setClearButtonEnabled(true);
    m_since->setMaximumWidth(230);
    m_order = new LabelledCombo(tr("order"), tr("order"), bar);
    m_order->addItem(tr("by release or date"));
    m_order->addItem(tr("by release"), static_cast<int>(HistoryOrder::Release));
    m_order->addItem(tr("by date"), static_cast<int>(HistoryOrder::Date));
    m_order->addItem(tr("by import"), static_cast<int>(HistoryOrder::Import));
    m_order->setAccessibleName(tr("What the history is ordered by"));
    m_save = new QPushButton(tr("Save Chart…"), bar);
    m_copy = new QPushButton(tr("Copy for Mail"), bar);
    auto* since = new QLabel(tr("Since"), bar);
    since->setObjectName("hint"_L1);
    since->setBuddy(m_since);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(kMargin, 0, 12, 0);
    row->setSpacing(8);
    row->addWidget(since);
    row->addWidget(m_since, 1);
    row->addWidget(m_order);
    row->addStretch(1);
    row->addWidget(m_copy);
    row->addWidget(m_save);
    return bar;
}

QWidget* HistoryPage::makeSide()
{
    auto* side = new QWidget;
    side->setObjectName("sidePanel"_L1);
    side->setAttribute(Qt::WA_StyledBackground);
    m_filterLine = new QLineEdit(side);
    m_filterLine->setPlaceholderText(tr("Filter: pipe  lab1  -shell"));
    m_filterLine->setAccessibleName(tr("Filter tests"));
    m_filterLine->setClearButtonEnabled(true);
    m_list = new QListView(side);
    m_list->setModel(m_filter);
    m_list->setItemDelegate(new HistoryDelegate(m_list));
    m_list->setObjectName("historyList"_L1);
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setAccessibleName(tr("Tests with a history"));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* lines = new QVBoxLayout;
    lines->setContentsMargins(12, 10, 12, 8);
    lines->addWidget(m_filterLine);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 1, 0);
    column->setSpacing(0);
    column->addLayout(lines);
    column->addWidget(m_list, 1);
    side->setMinimumWidth(220);
    return side;
}

QWidget* HistoryPage::makeAnswer()
{
    auto* page = new QWidget;
    page->setObjectName("page"_L1);
    page->setAttribute(Qt::WA_StyledBackground);
    m_headline = new QLabel(page);
    m_headline->setFont(headlineFont());
    m_headline->setWordWrap(true);
    m_headline->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_canvas = new HistoryCanvas;
    auto* scroll = new QScrollArea(page);
    scroll->setWidget(m_canvas);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* upper = new QVBoxLayout(page);
    upper->setContentsMargins(0, 10, 0, 0);
    upper->setSpacing(0);
    auto* titles = new QHBoxLayout;
    titles->setContentsMargins(kMargin, 0, kMargin, 0);
    titles->addWidget(m_headline, 1);
    upper->addLayout(titles);
    upper->addWidget(scroll, 1);

    m_steps = new QTextBrowser;
    m_steps->setOpenLinks(false);
    m_steps->setFrameShape(QFrame::NoFrame);
    m_steps->document()->setDocumentMargin(kMargin);
    m_steps->setAccessibleName(tr("Change points and what is known of them"));
    m_source = new HistorySource;
    connect(m_source, &HistorySource::openWanted, this, [this](const DocumentPtr& document) {
        m_session->openDocument(document);
        emit comparisonWanted();
    });
    auto* lower = new QSplitter(Qt::Horizontal);
    lower->addWidget(m_steps);
    lower->addWidget(m_source);
    lower->setStretchFactor(0, 3);
    lower->setStretchFactor(1, 2);
    lower->setSizes({640, 400});
    lower->setHandleWidth(1);
    lower->setChildrenCollapsible(false);
    auto* rows = new QSplitter(Qt::Vertical);
    rows->addWidget(page);
    rows->addWidget(lower);
    rows->setStretchFactor(0, 3);
    rows->setStretchFactor(1, 2);
    rows->setSizes({560, 260});
    rows->setHandleWidth(1);
    rows->setChildrenCollapsible(false);
    return rows;
}

QWidget* HistoryPage::makeEmpty()
{
    auto* empty = new QWidget;
    empty->setObjectName("page"_L1);
    empty->setAttribute(Qt::WA_StyledBackground);
    m_emptyTitle = new QLabel(empty);
    m_emptyTitle->setFont(headlineFont());
    m_emptyTitle->setAlignment(Qt::AlignHCenter);
    m_emptyTitle->setWordWrap(true);
    m_emptyText = new QLabel(empty);
    m_emptyText->setAlignment(Qt::AlignHCenter);
    m_emptyText->setWordWrap(true);
    m_emptyText->setObjectName("hint"_L1);
    m_emptyText->setMaximumWidth(620);
    auto* column = new QVBoxLayout(empty);
    column->setContentsMargins(48, 32, 48, 32);
    column->setSpacing(12);
    column->addStretch(2);
    column->addWidget(m_emptyTitle);
    column->addWidget(m_emptyText, 0, Qt::AlignHCenter);
    column->addStretch(3);
    return empty;
}

bool HistoryPage::hasHistory() const
{
    return m_stored != nullptr;
}

const HistorySeries* HistoryPage::shownSeries() const
{
    const QModelIndex current = m_list->currentIndex();
    return current.isValid() ? m_model->series(m_filter->mapToSource(current)) : nullptr;
}

void HistoryPage::setStale()
{
    m_isStale = true;
    if (isVisible()) {
        refresh();
    }
}

void HistoryPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    refresh();
}

void HistoryPage::refresh()
{
    if (!m_isStale || !m_library) {
        return;
    }
    m_isStale = false;
    m_stop.request_stop();
    ++m_asked;
    if (!isThere(m_library->path())) {
        m_stored.reset();
        m_model->show({});
        showEmpty(
            tr("When did a test change?"),
            tr("The history of a test is made from the runs in the workspace, and there is none yet. Save results "
               "of two kernel releases or more to it (File > Save to Workspace), or measure on each kernel on "
               "the Run page."));
        return;
    }
    HistorySpec spec;
    spec.since = m_since->text().trimmed().toStdString();
    spec.limit = m_session->limit();
    if (m_order->currentData().isValid()) {
        spec.order = static_cast<HistoryOrder>(m_order->currentData().toInt());
    }
    RunningJob<StoredHistory> running = startJob<StoredHistory>(
        &m_pool, [path = m_library->path(), spec](const Job& job) { return storedHistory(path, spec, job); });
    m_stop = running.stop;
    whenDone(running, this, [this, asked = m_asked](Result<StoredHistory> answer) {
        if (asked == m_asked) {
            take(std::move(answer));
        }
    });
}

void HistoryPage::take(Result<StoredHistory> answer)
{
    if (!answer) {
        m_stored.reset();
        m_model->show({});
        QStringList hints;
        for (const std::string& hint : answer.error().hints) {
            hints << asSentence(fromUtf8(hint));
        }
        const QString message = asSentence(fromUtf8(answer.error().message));
        const bool isSince = !m_since->text().trimmed().isEmpty();
        showEmpty(isSince ? tr("No history since %1").arg(m_since->text().trimmed()) : tr("No history yet"),
                  message + u".\n"_s + hints.join(u"\n"_s) + u"\n\n"_s
                      + tr("A test has a history as soon as the workspace holds it for two\n"
                           "kernel releases, dates, commits or boots of one machine."));
        return;
    }
    const HistorySeries* before = shownSeries();
    const std::string name = before == nullptr ? std::string() : before->machine + '\n' + historyTest(*before);
    m_stored = std::make_shared<const StoredHistory>(std::move(*answer));
    m_model->show(m_stored);
    m_views->setCurrentIndex(1);
    m_save->setEnabled(true);
    m_copy->setEnabled(true);
    int line = 0;
    for (int i = 0; i < m_filter->rowCount(); ++i) {
        const HistorySeries* series = m_model->series(m_filter->mapToSource(m_filter->index(i, 0)));
        if (series->machine + '\n' + historyTest(*series) == name) {
            line = i;
        }
    }
    m_list->setCurrentIndex(m_filter->index(line, 0));
    showSeries();
    emit statusChanged();
    emit answered();
}

void HistoryPage::showEmpty(const QString& title, const QString& text)
{
    m_emptyTitle->setText(title);
    m_emptyText->setText(text);
    m_views->setCurrentIndex(0);
    m_save->setEnabled(false);
    m_copy->setEnabled(false);
    emit statusChanged();
    emit answered();
}

void HistoryPage::showSeries()
{
    const HistorySeries* series = shownSeries();
    m_canvas->show(m_stored, series);
    m_source->clear();
    m_headline->setText(series == nullptr ? QString() : screenText(series->sentence));
    writeSteps();
}

void HistoryPage::writeSteps()
{
    const HistorySeries* series = shownSeries();
    m_steps->setHtml(series == nullptr ? QString() : historyHtml(*m_stored, *series));
}

void HistoryPage::showRun(std::size_t unit)
{
    const HistorySeries* series = shownSeries();
    if (series == nullptr) {
        return;
    }
    const RunResultRef ref = series->units[unit].results.front();
    const HistoryRun run = m_stored->runs[ref.run];
    m_library->load(run.document, [this, unit, ref, run, stored = m_stored](const DocumentPtr& document) {
        const bool isAsked = stored == m_stored && m_canvas->chosenUnit() == unit
            && run.position < document->parsed.runs.size()
            && ref.result < document->parsed.runs[run.position].results.size();
        if (!isAsked) {
            return; // another was chosen meanwhile
        }
        m_source->showResult(document, run.position, ref.result, tr("Run %1").arg(run.id.value));
    });
}

void HistoryPage::saveChart()
{
    const HistorySeries* series = shownSeries();
    if (series == nullptr) {
        return;
    }
    QString stem = fromUtf8(series->test).simplified();
    stem.replace(u'/', u'-').replace(u' ', u'-');
    QString path = QFileDialog::getSaveFileName(this, tr("Save Chart"), u"history-"_s + stem + u".svg"_s,
                                                chartFilters().join(u";;"_s));
    if (path.isEmpty()) {
        return;
    }
    path += QFileInfo(path).suffix().isEmpty() ? u".svg"_s : QString();
    const Result<void> saved = saveCharts({historyChart(*series)}, path);
    if (saved) {
        emit done(tr("Saved %1").arg(QFileInfo(path).fileName()));
        return;
    }
    emit problemFound(problemOf(saved.error()));
}

void HistoryPage::copyReport()
{
    const HistorySeries* series = shownSeries();
    if (series == nullptr) {
        return;
    }
    History shown;
    shown.series.push_back(*series);
    QGuiApplication::clipboard()->setText(fromUtf8(historyText(shown)));
    emit done(tr("Copied for a mail: paste it into your reply"));
}

void HistoryPage::changeEvent(QEvent* event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_steps != nullptr) {
        writeSteps();
    }
}

}
