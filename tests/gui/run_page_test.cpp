// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run/kernel_tree.h"
#include "app/gui/run/run_board.h"
#include "app/gui/run/run_form.h"
#include "app/gui/run/run_page.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/message_bar.h"
#include "app/gui/window/pages/page_stack.h"
#include "tests/gui/sample_comparison.h"
#include "tests/gui/window_settings.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QFile>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

/// Longer than any wait should take on a busy machine.
constexpr int kPatienceMs = 40000;

RunPlace placeOf(const QString& variant, int round, double secondsLeft = 10)
{
    return {.variant = variant,
            .test = {.kernel = u"pipe"_s, .name = u"Pipe Throughput"_s, .mode = {}, .copies = 1},
            .round = round,
            .rounds = 2,
            .secondsLeft = secondsLeft};
}

RunPlanned planOf(const QStringList& variants)
{
    return {.variants = variants,
            .samples = static_cast<int>(2 * variants.size()),
            .secondsLeft = 250,
            .tests = {{.test = placeOf({}, 0).test, .unit = u"lps"_s, .isLowerBetter = false, .rounds = 2}}};
}

}

class RunPageTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        useOwnSettings(m_folder);
    }

    void init()
    {
        qputenv("PATCHSCALE_RUNNER", PATCHSCALE_RUNNER);
        m_window = std::make_unique<MainWindow>(MainWindow::Memory::Off);
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        page()->form()->setRounds(2);
    }

    void cleanup()
    {
        m_window.reset();
    }

    void sentenceCountsTestsTimeAndRounds()
    {
        RunProgress progress;
        progress.start();
        progress.take(planOf({u"before"_s}));
        progress.take(RoundStarted {.place = placeOf(u"before"_s, 1, 250)});
        QVERIFY(progress.sentence(0).contains(u"1 to go"_s));
        QVERIFY(progress.sentence(0).contains(u"4 min 10 s left, round 1 of 2"_s));
        QVERIFY(progress.sentence(10).contains(u"4 min 0 s left"_s));
        progress.take(SampleTaken {.place = placeOf(u"before"_s, 1), .rate = 100, .seconds = 1, .cpus = {}});
        progress.take(SampleTaken {.place = placeOf(u"before"_s, 2), .rate = 110, .seconds = 1, .cpus = {}});
        QVERIFY(progress.sentence(0).contains(u"1 measured"_s));
        QCOMPARE(progress.samplesTaken(), 2);
        QCOMPARE(*medianOf(progress.lines()[0].rates[0]), 105.0);
        // (110 - 100) / 105
        QVERIFY(std::abs(*spanOf(progress.lines()[0].rates[0]) - 0.095238) < 1e-6);
    }

    void samplesOfTwoSettingsStayApart()
    {
        RunProgress progress;
        progress.start();
        progress.take(planOf({u"before"_s, u"after"_s}));
        progress.take(SampleTaken {.place = placeOf(u"before"_s, 1), .rate = 200, .seconds = 1, .cpus = {}});
        progress.take(SampleTaken {.place = placeOf(u"after"_s, 1), .rate = 190, .seconds = 1, .cpus = {}});
        const RunLine& line = progress.lines()[0];
        QCOMPARE(line.rates[0], QList<double> {200});
        QCOMPARE(line.rates[1], QList<double> {190});
        QVERIFY(std::abs(*changeOf(line) + 0.05) < 1e-12);
        QVERIFY(soFarText(line, true).contains(u"so far"_s));
        progress.take(RunFinding {.test = line.test,
                                  .change = -0.05,
                                  .interval = {{-0.06, -0.04}},
                                  .verdict = u"Regressed"_s,
                                  .moreRounds = {},
                                  .reason = {}});
        QVERIFY(soFarText(progress.lines()[0], true).startsWith(u"▼ "_s));
    }

    void modelPassesItsTester()
    {
        RunModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        RunProgress progress;
        model.show(&progress);
        progress.take(planOf({u"before"_s}));
        model.show(&progress);
        progress.take(SampleTaken {.place = placeOf(u"before"_s, 1), .rate = 100, .seconds = 1, .cpus = {}});
        model.show(&progress);
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0, RunModel::Median).data().toString(), u"100 lps"_s);
    }

    void kernelsAreListedWithTheIndexChosen()
    {
        openPage();
        const QStringList chosen = page()->form()->kernelTree()->chosen();
        QCOMPARE(chosen.size(), 12);
        QVERIFY(chosen.contains(u"pipe"_s));
        QVERIFY(page()->startAction()->isEnabled());
        page()->form()->chooseKernels({});
        QVERIFY(!page()->startAction()->isEnabled());
    }

    void aModeIsChosenByItself()
    {
        openPage();
        page()->form()->chooseKernels({u"context-switch:same-cpu"_s});
        QCOMPARE(page()->form()->request().kernels, QStringList {u"context-switch:same-cpu"_s});
        QCOMPARE(page()->form()->plannedTests().size(), 1);
        QCOMPARE(page()->form()->plannedTests()[0].test.mode, u"same-cpu"_s);
    }

    void twoRunsMakeAComparison()
    {
        openPage();
        runOnce(u"before"_s, u"baseline"_s);
        QVERIFY(m_window->session()->opened().empty());
        QVERIFY(!page()->showAction()->isVisible());
        QCOMPARE(page()->form()->request().role, u"candidate"_s);
        runOnce(u"after"_s, u"candidate"_s);
        QVERIFY(QTest::qWaitFor([&] { return m_window->session()->opened().size() == std::size_t(1); }, kPatienceMs));
        QCOMPARE(m_window->pages()->current()->id(), u"run"_s);
        QVERIFY(page()->showAction()->isVisible());
        page()->showAction()->trigger();
        QCOMPARE(m_window->pages()->current()->id(), u"compare"_s);
        const ComparisonGroup& group = m_window->session()->current()->comparison->groups.front();
        QCOMPARE(group.baseline, std::string("before"));
        QCOMPARE(group.candidate, std::string("after"));
    }

    void stoppingKeepsWhatWasMeasured()
    {
        openPage();
        page()->form()->setRounds(500);
        begin({u"null"_s});
        QVERIFY(QTest::qWaitFor([&] { return page()->board()->progress().samplesTaken() >= 2; }, kPatienceMs));
        QSignalSpy documents(page()->service(), &RunService::documentRead);
        page()->stopAction()->trigger();
        QVERIFY(QTest::qWaitFor([&] { return documents.size() == 1; }, kPatienceMs));
        const auto document = documents.first().first().value<DocumentPtr>();
        QVERIFY(!document->parsed.runs.empty());
        QVERIFY(page()->board()->sentence().contains(u"stopped after"_s));
        QVERIFY(page()->startAction()->isVisible());
    }

    void pausingStopsBetweenTwoSamples()
    {
        openPage();
        page()->form()->setRounds(500);
        begin({u"null"_s});
        QVERIFY(QTest::qWaitFor([&] { return page()->board()->progress().samplesTaken() >= 1; }, kPatienceMs));
        page()->pauseAction()->trigger();
        QVERIFY(QTest::qWaitFor([&] { return page()->service()->isPaused(); }, kPatienceMs));
        QVERIFY(page()->board()->sentence().contains(u"paused"_s));
        QCOMPARE(page()->pauseAction()->text(), u"Resume"_s);
        const int taken = page()->board()->progress().samplesTaken();
        page()->pauseAction()->trigger();
        QVERIFY(QTest::qWaitFor([&] { return page()->board()->progress().samplesTaken() > taken; }, kPatienceMs));
        page()->stopAction()->trigger();
        QVERIFY(QTest::qWaitFor([&] { return !page()->service()->isRunning(); }, kPatienceMs));
    }

    void twoSettingsAreMeasuredAndThePlaceIsAsItWas()
    {
        openPage();
        const QString setting = m_folder.filePath(u"setting"_s);
        writeFile(setting, "first");
        page()->form()->fillIn({.kernels = {u"null"_s},
                                .rounds = 2,
                                .seconds = 0.05,
                                .isExperiment = true,
                                .before = u"echo 0 > "_s + setting,
                                .after = u"echo 1 > "_s + setting});
        QVERIFY2(page()->form()->problem().isEmpty(), qPrintable(page()->form()->problem()));
        page()->startAction()->trigger();
        QVERIFY(QTest::qWaitFor([&] { return m_window->session()->opened().size() == std::size_t(1); }, kPatienceMs));
        QVERIFY(page()->board()->logText().contains(u"switched to after"_s));
        const ComparisonGroup& group = m_window->session()->current()->comparison->groups.front();
        QCOMPARE(group.baseline, std::string("before"));
        QCOMPARE(group.candidate, std::string("after"));
        QFile file(setting);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("first"));
    }

    void moreOfTwoSettingsIsMeasuredUnderBothAgain()
    {
        openPage();
        const QString setting = m_folder.filePath(u"knob"_s);
        writeFile(setting, "first");
        page()->form()->fillIn({.kernels = {u"pipe"_s},
                                .rounds = 2,
                                .seconds = 0.05,
                                .isExperiment = true,
                                .before = u"echo 0 > "_s + setting,
                                .after = u"echo 1 > "_s + setting});
        page()->startAction()->trigger();
        QVERIFY(QTest::qWaitFor([&] { return m_window->session()->opened().size() == std::size_t(1); }, kPatienceMs));
        QVERIFY(QTest::qWaitFor([&] { return !page()->service()->isRunning(); }, kPatienceMs));
        page()->showAction()->trigger();
        const QAction* more = m_window->actions().runMore;
        QVERIFY2(more->isEnabled(), qPrintable(more->text()));
        m_window->actions().runMore->trigger();
        QVERIFY(page()->form()->request().isExperiment);
        QCOMPARE(page()->form()->request().before, u"echo 0 > "_s + setting);
        QCOMPARE(page()->form()->request().after, u"echo 1 > "_s + setting);
        page()->form()->setRounds(3);
        page()->startAction()->trigger();
        const auto samples = [&] {
            const OpenedPtr opened = m_window->session()->current();
            const ComparisonRow& row = opened->comparison->groups.front().rows.front();
            return std::pair {row.baseline.samples.size(), row.candidate.samples.size()};
        };
        QVERIFY(QTest::qWaitFor([&] { return samples().first > 2; }, kPatienceMs));
        QCOMPARE(samples(), (std::pair {std::size_t(5), std::size_t(5)}));
        QVERIFY(m_window->messageBar()->isHidden());
    }

    void moreIsMeasuredOfTheSideWhoseKernelRuns()
    {
        const QList<KernelEntry> kernels {{.id = u"pipe"_s, .name = u"Pipe Throughput"_s, .modes = {u"default"_s}}};
        const OpenedPtr opened =
            openTogether({runOf("before", "baseline", "6.1"), runOf("after", "candidate", "6.2")}, 0.01, {});
        QVERIFY(opened->comparison);
        const ComparisonGroup& group = opened->comparison->groups.front();
        const auto wish = [&](const QString& release) {
            return moreWishOf(kernels, *opened, group, group.rows.front(), release);
        };
        QCOMPARE(wish(u"6.2"_s)->label, u"after"_s);
        QCOMPARE(wish(u"6.2"_s)->role, u"candidate"_s);
        QCOMPARE(wish(u"6.1"_s)->label, u"before"_s);
        QCOMPARE(wish(u"6.1"_s)->role, u"baseline"_s);
        QVERIFY(!wish(u"6.3"_s));
        QVERIFY(wish(u"6.3"_s).error().contains(u"Boot"_s));
    }

    void undecidedTestsAreNotCalledSettled()
    {
        RunProgress progress;
        progress.start();
        progress.take(planOf({u"before"_s, u"after"_s}));
        progress.take(RunFinding {.test = placeOf({}, 0).test,
                                  .change = 0.05,
                                  .interval = {},
                                  .verdict = u"Undecided"_s,
                                  .moreRounds = 3,
                                  .reason = {}});
        QVERIFY(progress.sentence(0).contains(u"1 undecided"_s));
        QVERIFY(!progress.sentence(0).contains(u"settled"_s));
    }

    void columnsFillTheTable()
    {
        openPage();
        const QTableView* table = page()->board()->findChild<QTableView*>();
        int used = 0;
        for (int column = 0; column < RunModel::SoFar; ++column) {
            used += table->columnWidth(column);
        }
        // The name of a file copy is whole where the window has the room.
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const QModelIndex test = table->model()->index(row, RunModel::Test);
            QVERIFY(table->columnWidth(RunModel::Test) >= table->sizeHintForIndex(test).width());
        }
        QVERIFY(table->columnWidth(RunModel::Samples) > 150);
        QVERIFY(used < table->viewport()->width());
    }

    void aPlanThatWasSavedFillsTheFormInAgain()
    {
        openPage();
        RunRequest asked = page()->form()->request();
        asked.kernels = {u"pipe"_s, u"context-switch:same-cpu"_s};
        asked.fio = {u"rand-read"_s};
        asked.copies = {1, 7};
        asked.rounds = 20;
        asked.untilPercent = 1.5;
        asked.counters = u"page-faults"_s;
        asked.isProfiled = true;
        asked.label = u"v2"_s;
        asked.role = u"candidate"_s;
        page()->form()->fillIn(asked);
        QCOMPARE(page()->form()->request(), asked);
        const QString path = m_folder.filePath(u"plan.json"_s);
        page()->savePlanTo(path);
        page()->form()->fillIn({.kernels = {u"null"_s}, .pin = u"none"_s, .label = u"x"_s});
        QVERIFY(page()->form()->request() != asked);
        page()->loadPlanFrom(path);
        QCOMPARE(page()->form()->request(), asked);
    }

    void aDisturberStandsBesideOneCopyThatItPlaces()
    {
        openPage();
        page()->form()->fillIn({.kernels = {u"pipe"_s},
                                .copies = {1, 7},
                                .pin = u"cpu"_s,
                                .disturber = u"sleep 1"_s,
                                .dutyPercent = 33,
                                .label = u"x"_s});
        const RunRequest asked = page()->form()->request();
        QCOMPARE(asked.disturber, u"sleep 1"_s);
        QCOMPARE(asked.dutyPercent, 33.0);
        QCOMPARE(asked.copies, QList<int> {1});
        QCOMPARE(asked.pin, u"none"_s);
    }

    void aPlanIsFilledInBeforeTheKernelsAreKnown()
    {
        const RunRequest asked {.kernels = {u"syscall"_s}, .rounds = 3, .label = u"before"_s, .role = u"baseline"_s};
        page()->restorePlan(planText(asked));
        openPage();
        QCOMPARE(page()->form()->request().kernels, asked.kernels);
        QCOMPARE(page()->form()->request().rounds, 3);
    }

    void aCommandKeepsItsWords()
    {
        openPage();
        const QStringList words {u"sh"_s, u"-c"_s, u"echo \"two words\""_s};
        page()->form()->fillIn({.command = words, .label = u"x"_s});
        QCOMPARE(page()->form()->request().command, words);
    }

    void aFileThatIsNoPlanIsTold()
    {
        openPage();
        const QString path = m_folder.filePath(u"no-plan.json"_s);
        writeFile(path, "{\"patchscale-plan\": 1, \"round\": 3}");
        const RunRequest before = page()->form()->request();
        page()->loadPlanFrom(path);
        QCOMPARE(page()->form()->request(), before);
        page()->loadPlanFrom(m_folder.filePath(u"missing"_s));
        QCOMPARE(page()->form()->request(), before);
    }

    void usedPlansAreTold()
    {
        openPage();
        QSignalSpy used(page(), &RunPage::planUsed);
        runOnce(u"before"_s, u"baseline"_s);
        QCOMPARE(used.size(), 1);
        const auto plan = readPlan(used.first().first().toByteArray());
        QVERIFY(plan.has_value());
        QCOMPARE(plan->label, u"before"_s);
    }

    void aMissingRunnerIsTold()
    {
        qputenv("PATCHSCALE_RUNNER", "/nowhere/patchscale-runner");
        QSignalSpy problems(page()->service(), &RunService::problemFound);
        m_window->pages()->showPage(u"run"_s);
        QVERIFY(QTest::qWaitFor([&] { return !problems.isEmpty(); }, kPatienceMs));
        const auto problem = problems.first().first().value<RunProblem>();
        QVERIFY(problem.message.contains(u"/nowhere/patchscale-runner"_s));
        QVERIFY(!problem.hint.isEmpty());
        QVERIFY(!page()->startAction()->isEnabled());
    }

    void aRunnerThatDiesTellsItsLastWords()
    {
        const QString path = m_folder.filePath(u"dies"_s);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\necho 'patchscale-runner: the disk is full' >&2\necho 'hint: make room' >&2\nexit 3\n");
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        qputenv("PATCHSCALE_RUNNER", path.toLocal8Bit());
        RunService service;
        QSignalSpy problems(&service, &RunService::problemFound);
        QSignalSpy ended(&service, &RunService::ended);
        service.start({.kernels = {u"null"_s}});
        QVERIFY(QTest::qWaitFor([&] { return ended.size() == 1; }, kPatienceMs));
        QCOMPARE(problems.size(), 1);
        const auto problem = problems.first().first().value<RunProblem>();
        QVERIFY(problem.message.contains(u"the disk is full"_s));
        QCOMPARE(problem.hint, u"make room"_s);
    }

    void rowsFindTheirKernelByName()
    {
        const QList<KernelEntry> kernels {
            {.id = u"pipe"_s, .name = u"Pipe Throughput"_s, .modes = {u"default"_s}},
            {.id = u"ctx"_s, .name = u"Pipe-based Context Switching"_s, .modes = {u"free"_s, u"same-cpu"_s}}};
        ComparisonRow row;
        row.test = "pipe throughput";
        QCOMPARE(kernelFor(kernels, row), u"pipe"_s);
        row.test = "Pipe-based Context Switching";
        row.parameters["mode"] = "same-cpu";
        QCOMPARE(kernelFor(kernels, row), u"ctx:same-cpu"_s);
        row.parameters["mode"] = "free";
        QCOMPARE(kernelFor(kernels, row), u"ctx"_s);
        row.test = "randread";
        QVERIFY(!kernelFor(kernels, row));
    }

    void runMoreChoosesTheKernelOfTheRow()
    {
        m_window->session()->add(sampleOpened());
        openPage();
        m_window->pages()->showPage(u"compare"_s);
        page()->runMore(
            {.kernel = u"pipe"_s, .copies = 3, .label = u"after"_s, .role = u"candidate"_s, .documents = {}});
        QCOMPARE(m_window->pages()->current()->id(), u"run"_s);
        const RunRequest request = page()->form()->request();
        QCOMPARE(request.kernels, QStringList {u"pipe"_s});
        QCOMPARE(request.copies, QList<int> {3});
        QCOMPARE(request.rounds, RunPage::moreRounds());
    }

private:
    RunPage* page()
    {
        return m_window->runPage();
    }

    static void writeFile(const QString& path, const QByteArray& bytes)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }

    static DocumentPtr runOf(const std::string& label, const std::string& role, const std::string& release)
    {
        return *readBytes(
            R"({"patchscale-run": 1, "machine": {"machine.name": "lab", "kernel.release": ")" + release
                + R"("}, "variants": [{"label": ")" + label + R"(", "role": ")" + role
                + R"(", "results": [{"kernel": "pipe", "name": "Pipe Throughput", "copies": 1, "unit": "lps",)"
                + R"( "better": "higher", "samples": [{"round": 1, "rate": 100.0}, {"round": 2, "rate": 101.0}]}]}]})",
            label + ".json", {});
    }

    void openPage()
    {
        m_window->pages()->showPage(u"run"_s);
        QVERIFY(QTest::qWaitFor([&] { return !page()->service()->kernels().isEmpty(); }, kPatienceMs));
    }

    void begin(const QStringList& kernels)
    {
        page()->form()->chooseKernels(kernels);
        page()->form()->setSeconds(0.05);
        page()->startAction()->trigger();
        QVERIFY(page()->service()->isRunning());
    }

    void runOnce(const QString& label, const QString& role)
    {
        QSignalSpy documents(page()->service(), &RunService::documentRead);
        page()->form()->chooseSide(label, role);
        begin({u"null"_s, u"pipe"_s});
        QVERIFY(QTest::qWaitFor([&] { return documents.size() == 1; }, kPatienceMs));
        QCOMPARE(page()->board()->progress().samplesTaken(), 4);
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

}

QTEST_MAIN(patchscale::RunPageTest)
#include "run_page_test.moc"
