// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run/run_board.h"

#include "app/gui/compare/comparison_header.h"
#include "app/gui/run/run_delegate.h"
#include "app/gui/run/warning_box.h"
#include "app/gui/text/figures.h"
#include "app/gui/theme/plain_table.h"
#include "app/gui/theme/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QScrollBar>
#include <QSplitter>
#include <QTableView>
#include <QTextDocumentFragment>
#include <QTime>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr int kLogLines = 5000;
constexpr int kSecondMs = 1000;

}

RunBoard::RunBoard(QWidget* parent)
    : QWidget(parent)
    , m_model(new RunModel(this))
    , m_sentence(new QLabel)
    , m_subline(new QLabel)
    , m_bar(new QProgressBar)
    , m_warnings(new WarningBox)
    , m_table(new QTableView)
    , m_log(new QPlainTextEdit)
{
    setObjectName("page"_L1);
    setAttribute(Qt::WA_StyledBackground);
    m_sentence->setFont(headlineFont());
    m_sentence->setTextFormat(Qt::RichText);
    m_subline->setTextFormat(Qt::PlainText);
    for (QLabel* label : {m_sentence, m_subline}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_bar->setObjectName("runProgress"_L1);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(8);
    m_bar->setAccessibleName(tr("Samples taken"));

    auto* header = new ComparisonHeader(m_table);
    header->setSectionsClickable(false);
    header->setSortIndicatorShown(false);
    header->setStretchLastSection(true);
    m_table->setHorizontalHeader(header);
    m_table->setModel(m_model);
    m_table->setItemDelegate(new RunDelegate(m_table));
    m_table->setAccessibleName(tr("Tests"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    makePlain(*m_table, RunDelegate::kRowHeight);
    m_table->viewport()->installEventFilter(this);

    m_log->setObjectName("source"_L1);
    m_log->setReadOnly(true);
    m_log->setMaximumBlockCount(kLogLines);
    m_log->setFont(sourceFont());
    m_log->setAccessibleName(tr("Log"));
    m_log->setTabChangesFocus(true);
    m_log->setPlaceholderText(tr("What happens is told here, line by line."));
    m_log->document()->setDocumentMargin(10);
    m_log->setMinimumHeight(60);

    auto* top = new QVBoxLayout;
    top->setContentsMargins(16, 12, 16, 6);
    top->setSpacing(6);
    top->addWidget(m_sentence);
    top->addWidget(m_subline);
    top->addWidget(m_bar);
    top->addWidget(m_warnings);
    auto* split = new QSplitter(Qt::Vertical);
    split->setHandleWidth(1);
    split->setChildrenCollapsible(false);
    split->addWidget(m_table);
    split->addWidget(m_log);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 1);
    split->setSizes({420, 150});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(split, 1);

    m_clock.setInterval(kSecondMs);
    connect(&m_clock, &QTimer::timeout, this, &RunBoard::refreshSentence);
    m_sinceEvent.start();
}

void RunBoard::choose(const QList<PlannedTest>& tests, const QStringList& variants, const QString& note)
{
    m_progress.choose(tests, variants);
    m_told = note;
    refresh();
}

void RunBoard::start()
{
    m_progress.start();
    m_warnings->clear();
    m_told.clear();
    m_sinceEvent.restart();
    m_clock.start();
    refresh();
}

void RunBoard::stop()
{
    m_progress.stop();
    refresh();
}

void RunBoard::end()
{
    m_progress.end();
    m_clock.stop();
    refresh();
}

void RunBoard::tell(const QString& text)
{
    m_told = text;
    refreshSentence();
}

void RunBoard::take(const RunEvent& event)
{
    m_progress.take(event);
    // What is told beside the rounds does not shorten the time that is left.
    if (std::holds_alternative<RoundStarted>(event) || std::holds_alternative<SampleTaken>(event)
        || std::holds_alternative<RunPaused>(event) || std::holds_alternative<RunPlanned>(event)) {
        m_sinceEvent.restart();
    }
    if (const auto* sample = std::get_if<SampleTaken>(&event)) {
        logSample(*sample);
    } else if (const auto* failed = std::get_if<KernelFailed>(&event)) {
        log(u"%1: %2"_s.arg(testText(failed->place.test), failed->reason));
    } else if (const auto* warning = std::get_if<RunWarned>(&event)) {
        warn(*warning);
        log(tr("warning: %1").arg(warning->message));
    } else if (const auto* logged = std::get_if<RunLogged>(&event)) {
        log(logged->message);
    } else if (const auto* paused = std::get_if<RunPaused>(&event)) {
        log(paused->isPaused ? tr("paused") : tr("going on"));
    } else if (const auto* finished = std::get_if<RunFinished>(&event)) {
        log(finished->reason.isEmpty() ? tr("%n samples", nullptr, finished->samples) : finished->reason);
    }
    refresh();
    if (m_progress.currentLine() >= 0 && std::holds_alternative<RoundStarted>(event)) {
        m_table->scrollTo(m_model->index(m_progress.currentLine(), 0));
    }
}

void RunBoard::warn(const RunWarned& warning)
{
    m_warnings->add(warning);
}

void RunBoard::logSample(const SampleTaken& sample)
{
    const RunPlace& place = sample.place;
    QString unit;
    for (const RunLine& line : m_progress.lines()) {
        if (line.test.isSame(place.test)) {
            unit = line.unit;
        }
    }
    QStringList parts {tr("round %1").arg(place.round)};
    if (m_progress.hasVariants()) {
        parts << place.variant;
    }
    parts << testText(place.test) << u"%1 %2"_s.arg(figureText(sample.rate), unit)
          << tr("%1 s", "seconds").arg(QLocale().toString(sample.seconds, 'f', 2));
    if (!sample.cpus.isEmpty()) {
        QStringList cpus;
        for (const int cpu : sample.cpus) {
            cpus << QString::number(cpu);
        }
        parts << tr("CPU %1").arg(cpus.join(u','));
    }
    log(parts.join(u"  "));
}

void RunBoard::log(const QString& text)
{
    m_log->appendPlainText(QTime::currentTime().toString(u"HH:mm:ss "_s) + text);
    // Whoever reads in it is not moved on.
    if (!m_log->hasFocus()) {
        m_log->verticalScrollBar()->setValue(m_log->verticalScrollBar()->maximum());
    }
}

QString RunBoard::logText() const
{
    return m_log->toPlainText();
}

double RunBoard::elapsed() const
{
    return static_cast<double>(m_sinceEvent.elapsed()) / kSecondMs;
}

QString RunBoard::sentence() const
{
    return QTextDocumentFragment::fromHtml(m_sentence->text()).toPlainText();
}

void RunBoard::refreshSentence()
{
    m_sentence->setText(m_progress.sentence(elapsed()));
    const QString subline = m_progress.subline();
    const QString point = m_told.isEmpty() || subline.isEmpty() ? QString() : u". "_s;
    m_subline->setText(subline + point + m_told);
    m_subline->setVisible(!m_subline->text().isEmpty());
}

void RunBoard::refresh()
{
    refreshSentence();
    m_model->show(&m_progress);
    m_bar->setVisible(m_progress.phase() != RunProgress::Phase::Chosen);
    m_bar->setRange(0, std::max(1, m_progress.samplesPlanned()));
    m_bar->setValue(std::min(m_progress.samplesTaken(), m_bar->maximum()));
    layOutColumns();
}

void RunBoard::layOutColumns()
{
    const int width = m_table->viewport()->width();
    int test = 160;
    int median = 90;
    int count = 64;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        test = std::max(test, m_table->sizeHintForIndex(m_model->index(row, RunModel::Test)).width());
        median = std::max(median, m_table->sizeHintForIndex(m_model->index(row, RunModel::Median)).width());
        count = std::max(count, m_table->sizeHintForIndex(m_model->index(row, RunModel::Count)).width());
    }
    const int soFar = std::clamp(width / 5, 130, 260);
    // The picture gets what is left, and names give way before it becomes useless.
    constexpr int kLeastPicture = 110;
    test = std::clamp(test, 120, std::max(120, width - median - count - soFar - kLeastPicture));
    const int picture = std::clamp(width - test - median - count - soFar, kLeastPicture, 420);
    for (const auto& [column, size] : {std::pair {RunModel::Test, test}, std::pair {RunModel::Median, median},
                                       std::pair {RunModel::Samples, picture}, std::pair {RunModel::Count, count}}) {
        if (m_table->columnWidth(column) != size) {
            m_table->setColumnWidth(column, size);
        }
    }
}

bool RunBoard::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize) {
        layOutColumns();
    }
    return QWidget::eventFilter(watched, event);
}

void RunBoard::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        refreshSentence();
    }
}

}
