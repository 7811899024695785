// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run/run_page.h"

#include "app/gui/library/library.h"
#include "app/gui/run/run_board.h"
#include "app/gui/run/run_form.h"
#include "app/gui/text/words.h"

#include <QAction>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFrame>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QSaveFile>
#include <QToolButton>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr int kBarHeight = 45;
constexpr int kButtonHeight = 28;
constexpr int kMoreRounds = 10;

/// A button that is there only while its action can do something.
QToolButton* addButton(QHBoxLayout* row, QAction* action, bool isPrimary)
{
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setFixedHeight(kButtonHeight);
    button->setProperty("primary", isPrimary);
    row->addWidget(button);
    const auto follow = [button, action] { button->setVisible(action->isVisible()); };
    QObject::connect(action, &QAction::changed, button, follow);
    return button;
}

void setShown(QAction* action, bool isShown)
{
    action->setVisible(isShown);
    action->setEnabled(isShown);
}

}

RunPage::RunPage(Session* session, Library* library, QWidget* parent)
    : Page(parent)
    , m_session(session)
    , m_library(library)
    , m_form(new RunForm(this))
    , m_board(new RunBoard(this))
    , m_bar(new QFrame(this))
{
    makeActions();
    layOut();
    connect(m_form, &RunForm::changed, this, &RunPage::followForm);
    connect(&m_service, &RunService::kernelsListed, this, [this] {
        m_form->listKernels(m_service.kernels(), m_service.fioPresets(), m_service.hasExperiments());
        emit kernelsKnown();
    });
    connect(&m_service, &RunService::machineExamined, this, [this] {
        m_form->showMachine(m_service.machine());
        for (const RunWarned& warning : m_service.machine().warnings) {
            if (m_board->progress().phase() == RunProgress::Phase::Chosen) {
                m_board->warn(warning);
            }
        }
    });
    connect(&m_service, &RunService::happened, this, &RunPage::take);
    connect(&m_service, &RunService::ended, this, [this] {
        m_board->end();
        m_form->lock(false);
        followRun();
    });
    connect(&m_service, &RunService::documentRead, this, &RunPage::takeDocument);
    connect(&m_service, &RunService::problemFound, this, [this](const RunProblem& problem) {
        m_board->warn({.code = {}, .message = problem.message, .mend = problem.hint});
    });
    followForm();
    followRun();
}

void RunPage::makeActions()
{
    const auto add = [this](const QString& text, const QKeySequence& key, auto slot) {
        auto* action = new QAction(text, this);
        action->setShortcut(key);
        action->setToolTip(tr("%1 (%2)").arg(text, key.toString(QKeySequence::NativeText)));
        connect(action, &QAction::triggered, this, slot);
        return action;
    };
    m_start = add(tr("Start"), QKeySequence(Qt::CTRL | Qt::Key_Return), &RunPage::start);
    m_pause = add(tr("Pause"), QKeySequence(Qt::CTRL | Qt::Key_P),
                  [this] { m_service.isPaused() ? m_service.resume() : m_service.pause(); });
    m_stop = add(tr("Stop, Keep Results"), QKeySequence(Qt::CTRL | Qt::Key_Period), [this] {
        m_board->stop();
        m_service.stop();
        followRun();
    });
    m_load = add(tr("Load Plan…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L), &RunPage::loadPlan);
    m_save = add(tr("Save Plan…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), &RunPage::savePlan);
    m_show = add(tr("Show Comparison"), QKeySequence(Qt::CTRL | Qt::Key_J), &RunPage::showComparison);
}

void RunPage::layOut()
{
    m_bar->setObjectName("compareBar"_L1);
    m_bar->setFixedHeight(kBarHeight);
    auto* row = new QHBoxLayout(m_bar);
    row->setContentsMargins(14, 0, 14, 0);
    row->setSpacing(10);
    addButton(row, m_load, false);
    addButton(row, m_save, false);
    row->addStretch();
    addButton(row, m_pause, false);
    addButton(row, m_stop, false);
    addButton(row, m_show, false);
    m_startButton = addButton(row, m_start, true);

    auto* whole = new QHBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    whole->addWidget(m_form);
    whole->addWidget(m_board, 1);
}

QString RunPage::title() const
{
    return tr("Run", "page");
}

QString RunPage::id() const
{
    return u"run"_s;
}

QString RunPage::icon() const
{
    return u"run"_s;
}

QWidget* RunPage::bar()
{
    return m_bar;
}

QList<QAction*> RunPage::runActions() const
{
    return {m_start, m_pause, m_stop, m_show, m_load, m_save};
}

int RunPage::moreRounds()
{
    return kMoreRounds;
}

QWidget* RunPage::firstFocus()
{
    return m_form->searchLine();
}

PageStatus RunPage::status() const
{
    const RunProgress& progress = m_board->progress();
    const QString kept = m_library->path().empty() ? tr("results are files in the folder for runs")
                                                   : tr("results are kept in the workspace when the run ends");
    if (progress.phase() == RunProgress::Phase::Paused) {
        return {.left = tr("Paused"), .right = kept};
    }
    if (progress.isActive() && progress.current()) {
        const RunPlace& place = *progress.current();
        const QString what =
            progress.hasVariants() ? u"%1, %2"_s.arg(testText(place.test), place.variant) : testText(place.test);
        return {.left = tr("Running: %1").arg(what), .right = kept};
    }
    return {.left = progress.isActive() ? tr("Running") : tr("Ready"), .right = kept};
}

void RunPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    prepare();
}

void RunPage::prepare()
{
    if (!std::exchange(m_isPrepared, true)) {
        m_service.probe();
    }
}

void RunPage::followForm()
{
    if (m_service.isRunning()) {
        return;
    }
    const QString problem = m_form->problem();
    m_start->setEnabled(problem.isEmpty());
    // What has been measured stays in sight until something else is chosen.
    const RunRequest asked = m_form->request();
    if (m_board->progress().phase() == RunProgress::Phase::Ended && asked.kernels == m_request.kernels
        && asked.fio == m_request.fio && asked.command == m_request.command
        && asked.isExperiment == m_request.isExperiment) {
        return;
    }
    const QStringList variants = asked.isExperiment ? QStringList {u"before"_s, u"after"_s} : QStringList {asked.label};
    const QString rounds = asked.untilPercent > 0
        ? tr("until ±%1 %, at most %2")
              .arg(QLocale().toString(asked.untilPercent), tr("%n rounds", nullptr, asked.rounds))
        : tr("%n rounds", nullptr, asked.rounds);
    const QString time = !asked.command.isEmpty() ? rounds
        : asked.kernels.isEmpty()
        ? tr("%1: about %2", "rounds, time").arg(rounds, durationText(m_form->plannedSeconds()))
        : tr("%1 and %2 s each: about %3")
              .arg(rounds, QLocale().toString(asked.seconds), durationText(m_form->plannedSeconds()));
    const QString note =
        m_isMore ? tr("%1. The samples join the comparison.", "more samples of a row").arg(time) : time;
    m_board->choose(m_form->plannedTests(), variants, problem.isEmpty() ? note : problem);
    followRun();
}

void RunPage::followRun()
{
    const bool isActive = m_service.isRunning();
    setShown(m_start, !isActive);
    m_start->setEnabled(!isActive && m_form->problem().isEmpty());
    setShown(m_pause, isActive);
    m_pause->setEnabled(isActive && m_board->progress().phase() != RunProgress::Phase::Stopping);
    m_pause->setText(m_service.isPaused() ? tr("Resume") : tr("Pause"));
    setShown(m_stop, isActive);
    m_stop->setEnabled(m_pause->isEnabled());
    setShown(m_show, !isActive && m_opened != nullptr);
    m_load->setEnabled(!isActive);
    emit statusChanged();
}

void RunPage::start()
{
    emit pageWanted();
    if (m_service.isRunning() || !m_form->problem().isEmpty()) {
        return;
    }
    const RunRequest request = m_form->request();
    // A new baseline, other kernels and an experiment each begin anew; what "run more" wants goes on.
    const bool isNew = request.isExperiment || request.kernels != m_request.kernels || request.fio != m_request.fio
        || (m_opened != nullptr && request.role == "baseline"_L1);
    if (isNew && !m_isMore) {
        m_documents.clear();
        m_opened.reset();
    }
    m_isMore = false;
    m_request = request;
    emit planUsed(planText(request));
    m_form->lock(true);
    m_board->start();
    m_service.start(m_request);
    followRun();
}

void RunPage::take(const RunEvent& event)
{
    m_board->take(event);
    followRun();
}

void RunPage::takeDocument(const DocumentPtr& document)
{
    m_library->store({document});
    m_documents.push_back(document);
    handOver();
}

void RunPage::handOver()
{
    OpenedPtr opened = openTogether(m_documents, m_session->limit(), {});
    if (!opened->comparison || opened->comparison->groups.empty()) {
        if (m_request.role == "candidate"_L1) {
            lookForBaseline();
        } else {
            m_form->chooseSide(u"after"_s, u"candidate"_s);
        }
        m_board->tell(tr("Kept as \"%1\". Switch to the other kernel or setting and start again as the other side: the "
                         "comparison follows.")
                          .arg(m_request.label));
        return;
    }
    m_isHandingOver = true;
    const auto& all = m_session->opened();
    if (const auto before = std::ranges::find(all, m_opened); m_opened && before != all.end()) {
        m_session->close(static_cast<std::size_t>(before - all.begin()));
    }
    m_opened = opened;
    m_session->add(std::move(opened));
    m_isHandingOver = false;
    m_board->tell(tr("The comparison is ready."));
    followRun();
}

void RunPage::lookForBaseline()
{
    // The other side may have been run before a reboot: the newest baseline of a run in the workspace.
    const WorkspaceContents& contents = m_library->contents();
    for (auto run = contents.runs.rbegin(); run != contents.runs.rend(); ++run) {
        const auto document = std::ranges::find(contents.documents, run->document, &DocumentEntry::id);
        if (run->variant.role != Role::Baseline || document == contents.documents.end()
            || std::ranges::find(document->formats, "patchscale-run") == document->formats.end()) {
            continue;
        }
        m_library->load(document->id, [this](DocumentPtr baseline) {
            std::vector<DocumentPtr> pair {std::move(baseline)};
            pair.insert(pair.end(), m_documents.begin(), m_documents.end());
            const OpenedPtr opened = openTogether(pair, m_session->limit(), {});
            if (!m_service.isRunning() && opened->comparison && !opened->comparison->groups.empty()) {
                m_documents = std::move(pair);
                handOver();
            }
        });
        return;
    }
}

void RunPage::showComparison()
{
    const auto& all = m_session->opened();
    const auto place = std::ranges::find_if(
        all, [this](const OpenedPtr& opened) { return m_opened && opened->documents == m_opened->documents; });
    if (place != all.end()) {
        m_session->show(static_cast<std::size_t>(place - all.begin()), firstGroups(*(*place)->comparison));
    } else if (m_opened) {
        m_session->add(m_opened);
    }
    emit comparisonWanted();
}

void RunPage::restorePlan(const QByteArray& plan)
{
    if (const auto request = readPlan(plan)) {
        m_form->fillIn(*request);
    }
}

void RunPage::loadPlan()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Load Plan"), {}, tr("Plans (*.json);;All files (*)"));
    if (!path.isEmpty()) {
        loadPlanFrom(path);
    }
}

void RunPage::loadPlanFrom(const QString& path)
{
    QFile file(path);
    constexpr qint64 kMost = 1 << 20;
    if (!file.open(QIODevice::ReadOnly) || file.size() > kMost) {
        m_board->warn({.code = {},
                       .message = tr("cannot read '%1': %2")
                                      .arg(path, file.isOpen() ? tr("it is too large for a plan") : file.errorString()),
                       .mend = tr("choose a file that was made with Save Plan")});
        return;
    }
    const auto request = readPlan(file.readAll());
    if (!request) {
        const Error& error = request.error();
        m_board->warn({.code = {},
                       .message = tr("cannot load '%1': %2").arg(path, fromUtf8(error.message)),
                       .mend = error.hints.empty() ? QString() : fromUtf8(error.hints.front())});
        return;
    }
    m_form->fillIn(*request);
    m_board->tell(tr("The plan '%1' is loaded.").arg(QFileInfo(path).fileName()));
}

void RunPage::savePlan()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Save Plan"), u"plan.json"_s, tr("Plans (*.json)"));
    if (!path.isEmpty()) {
        savePlanTo(path);
    }
}

void RunPage::savePlanTo(const QString& path)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(planText(m_form->request())) < 0 || !file.commit()) {
        m_board->warn({.code = {},
                       .message = tr("cannot write '%1': %2").arg(path, file.errorString()),
                       .mend = tr("choose a folder that you may write to")});
        return;
    }
    m_board->tell(tr("The plan is saved as '%1'.").arg(QFileInfo(path).fileName()));
}

void RunPage::runMore(const MoreWish& wish)
{
    emit pageWanted();
    if (m_service.isRunning()) {
        return;
    }
    // What was measured before makes room for what is chosen now.
    m_request = {};
    m_isMore = !wish.documents.empty();
    if (m_isMore) {
        m_documents = wish.documents;
        m_opened = m_session->current();
    }
    m_form->chooseKernels({wish.kernel});
    if (wish.settings) {
        m_form->chooseSettings(wish.settings->before, wish.settings->after, wish.settings->check);
    } else {
        m_form->chooseSide(wish.label, wish.role);
    }
    m_form->chooseCopies(QList<int> {wish.copies});
    m_form->setRounds(kMoreRounds);
    followForm();
    followRun();
    m_startButton->setFocus();
}

}
