// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/compare_page.h"
#include "app/gui/compare/filter_bar.h"
#include "app/gui/compare/matrix_model.h"
#include "app/gui/compare/matrix_view.h"
#include "app/gui/source/evidence_panel.h"
#include "app/gui/text/figures.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/pages/comparison_page.h"
#include "tests/gui/window_settings.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <ctime>
#include <format>
#include <utility>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

/// Longer than any wait should take on a busy machine.
constexpr int kPatienceMs = 30000;

ComparisonRow rowOf(const std::string& test, double change)
{
    ComparisonRow row;
    row.test = test;
    row.metric = "index";
    row.better = Better::Higher;
    row.baseline.value = 100;
    row.candidate.value = 100 * (1 + change);
    row.change = change;
    row.verdict = change < -row.limit ? Verdict::Regressed
        : change > row.limit          ? Verdict::Improved
                                      : Verdict::Unchanged;
    row.evidence = Evidence::Threshold;
    return row;
}

ComparisonGroup groupOn(const std::string& machine, const std::vector<double>& changes)
{
    ComparisonGroup group;
    group.benchmark = "suite";
    group.machine = machine;
    group.baseline = "before";
    group.candidate = "after";
    for (std::size_t i = 0; i < changes.size(); ++i) {
        group.rows.push_back(rowOf(std::format("test {}", i), changes[i]));
        ++(changes[i] < -0.01      ? group.counts.regressed
               : changes[i] > 0.01 ? group.counts.improved
                                   : group.counts.unchanged);
    }
    group.geomean = 0.0125;
    return group;
}

/// Three tests on two machines: worse on both, worse on one only, the same on both.
std::shared_ptr<const Comparison> twoMachines()
{
    auto comparison = std::make_shared<Comparison>();
    comparison->groups = {groupOn("lab1", {-0.1, -0.2, 0.0}), groupOn("lab2", {-0.12, 0.0, 0.001})};
    return comparison;
}

QString textAt(const MatrixModel& model, int line, int column)
{
    return model.index(line, column).data().toString();
}

}

class MatrixTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        useOwnSettings(m_settings);
    }

    void hasALineATestAndAColumnAPlace()
    {
        const auto comparison = twoMachines();
        MatrixModel model;
        const QAbstractItemModelTester tester(&model);
        const auto across = acrossOf(*comparison);
        QCOMPARE(across.size(), std::size_t(1));
        model.show(comparison, std::make_shared<const Across>(across.front()));
        QCOMPARE(model.rowCount(), 4); // a summary and three tests
        QCOMPARE(model.columnCount(), 4); // name, two machines, over all
        QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), u"lab1"_s);
        QCOMPARE(textAt(model, 0, 1), changeFigure(0.0125));
        QCOMPARE(textAt(model, 1, 0), u"test 0"_s);
        QCOMPARE(textAt(model, 1, 1), changeFigure(-0.1));
        QCOMPARE(textAt(model, 1, 3), u"Regresses on both machines"_s);
        QVERIFY(textAt(model, 2, 3).startsWith(u"Regresses "_s) && textAt(model, 2, 3).contains(u"lab1"_s));
        QCOMPARE(model.placeOf(model.index(2, 2)), std::optional(RowPlace {.group = 1, .row = 1}));
        QCOMPARE(model.placeOf(model.index(0, 1)), std::nullopt);
        QCOMPARE(model.indexOf({.group = 1, .row = 2}), model.index(3, 2));
    }

    void keepsATestOfWhichOneRowIsLetThrough()
    {
        const auto comparison = twoMachines();
        MatrixModel model;
        const QAbstractItemModelTester tester(&model);
        model.show(comparison, std::make_shared<const Across>(acrossOf(*comparison).front()));
        model.setFilter([](const ComparisonRow& row) { return row.verdict == Verdict::Regressed; });
        QCOMPARE(model.shownTests(), std::size_t(2));
        model.setFilter([](const ComparisonRow&) { return true; });
        model.sort(1, Qt::AscendingOrder); // the worst of lab1 first
        QCOMPARE(textAt(model, 1, 0), u"test 1"_s);
        model.sort(0, Qt::AscendingOrder);
        QCOMPARE(textAt(model, 1, 0), u"test 0"_s);
    }

    void aCellLeadsToItsRow()
    {
        MainWindow window(MainWindow::Memory::Off);
        window.resize(1280, 800);
        window.show();
        openMachines(window);
        ComparePage* answer = window.comparisonPage()->answer();
        window.actions().showMatrix->trigger();
        QCOMPARE(answer->view(), ComparePage::View::Matrix);
        QTableView* table = answer->matrix()->table();
        QVERIFY(table->isVisible());
        table->setCurrentIndex(table->model()->index(2, 2));
        const std::optional<RowPlace> place = answer->matrix()->selectedRow();
        QVERIFY(place);
        QCOMPARE(answer->selectedRow(), place);
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(answer->view(), ComparePage::View::Table);
        QVERIFY(!window.actions().showMatrix->isChecked());
        QCOMPARE(answer->table()->selectedRow(), place);
    }

    void theFilterLineIsTheTables()
    {
        MainWindow window(MainWindow::Memory::Off);
        window.resize(1280, 800);
        window.show();
        openMachines(window);
        ComparePage* answer = window.comparisonPage()->answer();
        answer->showView(ComparePage::View::Matrix);
        const std::size_t all = answer->matrix()->model()->shownTests();
        QVERIFY(all >= 2);
        answer->filterBar()->line()->setText(u"write"_s);
        QCOMPARE(answer->matrix()->model()->shownTests(), std::size_t(1));
        answer->filterBar()->line()->clear();
        QCOMPARE(answer->matrix()->model()->shownTests(), all);
    }

    void saysWhatIsMissingWhereThereIsOnePlaceOnly()
    {
        auto comparison = std::make_shared<Comparison>();
        comparison->groups = {groupOn("lab1", {0.1})};
        ComparePage page;
        page.resize(1000, 600);
        page.setVisible(true);
        page.show(comparison, {0}, 0.01);
        page.showView(ComparePage::View::Matrix);
        QVERIFY(!page.matrix()->table()->isVisible());
        QCOMPARE(page.matrix()->selectedRow(), std::nullopt);
    }

    void measuresTenThousandRows()
    {
        auto comparison = std::make_shared<Comparison>();
        std::vector<double> changes(2500);
        for (std::size_t i = 0; i < changes.size(); ++i) {
            changes[i] = static_cast<double>(i % 41) / 100 - 0.2;
        }
        for (const auto* const machine : {"lab1", "lab2", "lab3", "lab4"}) {
            comparison->groups.push_back(groupOn(machine, changes));
        }
        ComparePage page;
        page.resize(1280, 800);
        page.setVisible(true);
        page.showView(ComparePage::View::Matrix);
        // CPU time: the machine may be busy with other things.
        const auto spent = [last = std::clock()]() mutable {
            const std::clock_t before = std::exchange(last, std::clock());
            return static_cast<long long>((last - before) * 1000 / CLOCKS_PER_SEC);
        };
        auto mark = spent;
        page.show(comparison, {0}, 0.01);
        const auto shown = mark();
        page.filterBar()->line()->setText(u"test 7"_s);
        const auto filtered = mark();
        page.grab();
        const auto painted = mark();
        auto again = std::make_shared<Comparison>(*comparison);
        mark();
        page.show(again, {0}, 0.02);
        qInfo("10 000 rows, CPU: shown in %lld ms, filtered in %lld ms, painted in %lld ms, shown anew in %lld ms",
              shown, filtered, painted, mark());
        QVERIFY(page.matrix()->model()->shownTests() > 0);
    }

private:
    /// Two machines in one document.
    static void openMachines(MainWindow& window)
    {
        QString text;
        for (const auto* const machine : {"server-1", "server-2"}) {
            text += QString::asprintf("Results on %s:\n\n"
                                      "                 w/o patch     with patch    diff\n"
                                      "random read      8141.2MB/s    8497.1MB/s    +4.4%%\n"
                                      "random write     1675.5MB/s    1501.5MB/s    -10.4%%\n"
                                      "mixed            1000.0MB/s    1000.5MB/s    +0.1%%\n\n",
                                      machine);
        }
        QSignalSpy opened(window.session(), &Session::openedChanged);
        window.session()->openText(text.toUtf8(), u"two-machines.txt"_s);
        QVERIFY(opened.wait(kPatienceMs));
    }

    QTemporaryDir m_settings;
};

}

QTEST_MAIN(patchscale::MatrixTest)
#include "matrix_test.moc"
