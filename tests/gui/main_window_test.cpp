// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/chart_view.h"
#include "app/gui/compare/compare_page.h"
#include "app/gui/compare/comparison_filter_model.h"
#include "app/gui/compare/comparison_table.h"
#include "app/gui/compare/filter_bar.h"
#include "app/gui/source/evidence_panel.h"
#include "app/gui/source/source_view.h"
#include "app/gui/theme/theme.h"
#include "app/gui/window/command_palette.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/message_bar.h"
#include "app/gui/window/pages/comparison_page.h"
#include "tests/gui/sample_comparison.h"
#include "tests/gui/window_settings.h"

#include <QAbstractButton>
#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

/// Longer than any wait should take on a busy machine.
constexpr int kPatienceMs = 30000;

}

class MainWindowTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        useOwnSettings(m_settings);
    }

    void init()
    {
        m_window = std::make_unique<MainWindow>(MainWindow::Memory::Off);
        m_window->resize(1280, 800);
        m_window->show();
        // Keys reach the actions of an active window only, and it becomes active some time after it is shown.
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get(), kPatienceMs));
    }

    void cleanup()
    {
        m_window.reset();
    }

    void startsWithRegressionsFirstAndTheirSourceMarked()
    {
        m_window->session()->add(sampleOpened());
        QVERIFY(m_window->comparisonPage()->answer()->headlineLabel()->text().contains(u"2 worse"_s));
        QCOMPARE(table()->selectedRow(), (RowPlace {.group = 0, .row = 0}));
        const SourceView* source = m_window->comparisonPage()->evidence()->sourceView();
        QCOMPARE(source->marks().size(), std::size_t(2));
        QCOMPARE(source->lineOf(source->marks().front()), 4);
        QVERIFY(m_window->comparisonPage()->evidence()->detail()->toPlainText().contains(u"Regressed by 11.53"_s));
    }

    void regressionKeysGoRoundAndRound()
    {
        m_window->session()->add(sampleOpened());
        QTest::keyClick(table()->view(), Qt::Key_F8);
        QCOMPARE(table()->selectedRow(), (RowPlace {.group = 0, .row = 1}));
        QTest::keyClick(table()->view(), Qt::Key_F8);
        QCOMPARE(table()->selectedRow(), (RowPlace {.group = 0, .row = 0}));
        QTest::keyClick(table()->view(), Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(table()->selectedRow(), (RowPlace {.group = 0, .row = 1}));
    }

    void escapeEmptiesTheFilterLineAndGoesBackToTheRows()
    {
        m_window->session()->add(sampleOpened());
        table()->setFocus();
        QTest::keyClick(table()->view(), Qt::Key_Slash);
        QLineEdit* line = m_window->comparisonPage()->answer()->filterBar()->line();
        QVERIFY(line->hasFocus());
        QTest::keyClicks(line, u"pipe"_s);
        QCOMPARE(table()->filterModel()->shownTests(), 1);
        QTest::keyClick(line, Qt::Key_Escape);
        QCOMPARE(line->text(), QString());
        QVERIFY(line->hasFocus());
        QTest::keyClick(line, Qt::Key_Escape);
        QVERIFY(table()->view()->hasFocus());
    }

    void aClickOnANumberSelectsItsRowEvenInAnotherGroup()
    {
        m_window->session()->add(sampleOpened());
        emit m_window->comparisonPage()->evidence()->sourceView()->valueClicked(placeOf("5495.0"));
        QCOMPARE(table()->selectedRow(), (RowPlace {.group = 0, .row = 3}));
        emit m_window->comparisonPage()->evidence()->sourceView()->valueClicked(placeOf("0.38"));
        QCOMPARE(m_window->session()->groups(), std::vector<std::size_t> {1});
        QCOMPARE(table()->selectedRow(), (RowPlace {.group = 1, .row = 1}));
    }

    void theDirectionOfARowIsSetByHandAndTakenBack()
    {
        m_window->session()->add(sampleOpened());
        const auto verdict = [this](const std::string& test) {
            const OpenedPtr opened = m_window->session()->current();
            const std::vector<ComparisonRow>& rows = opened->comparison->groups[0].rows;
            return std::ranges::find(rows, test, &ComparisonRow::test)->verdict;
        };
        const QList<QAction*> directions = m_window->actions().directions->actions();
        // "Pipe" falls by 11.5 %, which is worse as the document tells it.
        QCOMPARE(verdict("Pipe"), Verdict::Regressed);
        QVERIFY(directions[2]->isChecked());
        directions[1]->trigger();
        QVERIFY(QTest::qWaitFor([&] { return verdict("Pipe") == Verdict::Improved; }, kPatienceMs));
        QCOMPARE(verdict("Copy"), Verdict::Regressed);
        table()->selectRow(placeOfTest("Pipe"));
        QVERIFY(directions[1]->isChecked());
        m_window->actions().undo->trigger();
        QVERIFY(QTest::qWaitFor([&] { return verdict("Pipe") == Verdict::Regressed; }, kPatienceMs));
        m_window->actions().redo->trigger();
        QVERIFY(QTest::qWaitFor([&] { return verdict("Pipe") == Verdict::Improved; }, kPatienceMs));
        table()->selectRow(placeOfTest("Pipe"));
        directions[2]->trigger();
        QVERIFY(QTest::qWaitFor([&] { return verdict("Pipe") == Verdict::Regressed; }, kPatienceMs));
    }

    void theTotalCanBeSelected()
    {
        m_window->session()->add(sampleOpened());
        table()->selectRow({.group = 0, .row = 5});
        QCOMPARE(table()->selectedRow(), (RowPlace {.group = 0, .row = 5}));
        QVERIFY(
            m_window->comparisonPage()->evidence()->detail()->toPlainText().contains(u"Geometric mean of 5 tests"_s));
    }

    void chipsAndLineFilterTheTable()
    {
        m_window->session()->add(sampleOpened());
        FilterBar* bar = m_window->comparisonPage()->answer()->filterBar();
        bar->chip(RowChoice::Better)->click();
        QCOMPARE(table()->filterModel()->shownTests(), 1);
        bar->chip(RowChoice::All)->click();
        QTest::keyClick(table()->view(), Qt::Key_Slash);
        QTest::keyClicks(bar->line(), u"-pipe"_s);
        QCOMPARE(table()->filterModel()->shownTests(), 4);
    }

    void copiedRowsCanBePastedIntoASpreadsheet()
    {
        m_window->session()->add(sampleOpened());
        table()->selectRow({.group = 0, .row = 3});
        m_window->actions().copyRow->trigger();
        const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
        QCOMPARE(lines.value(0).section(u'\t', 0, 2), u"Test\tWithout\tWith"_s);
        QCOMPARE(lines.value(1), u"Creation\t5466.4\t5495\tindex\t0.52\tUnchanged\tthe numbers say +0.52 %"_s);
    }

    void theAnswerIsCopiedForAMail()
    {
        m_window->session()->add(sampleOpened());
        m_window->actions().copyMail->trigger();
        const QString text = QGuiApplication::clipboard()->text();
        QVERIFY(text.contains(u"Pipe"_s));
        QVERIFY(text.contains(u"-11.53%"_s));
        for (const QString& line : text.split(u'\n')) {
            QVERIFY2(line.size() <= 72, qPrintable(line));
        }
        m_window->actions().copyMarkdown->trigger();
        QVERIFY(QGuiApplication::clipboard()->text().contains(u"| Pipe"_s));
    }

    void theChartTakesThePlaceOfTheTable()
    {
        m_window->session()->add(sampleOpened());
        m_window->actions().showChart->trigger();
        QVERIFY(m_window->comparisonPage()->answer()->chart()->isVisible());
        QVERIFY(!table()->isVisible());
        m_window->actions().showChart->trigger();
        QVERIFY(table()->isVisible());
    }

    void aCommandIsFoundByPartsOfItsName()
    {
        m_window->session()->add(sampleOpened());
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        auto* palette = m_window->findChild<CommandPalette*>();
        QVERIFY(palette != nullptr);
        QVERIFY(palette->shown().size() > 20);
        auto* line = palette->findChild<QLineEdit*>();
        QTest::keyClicks(line, u"regr next"_s);
        QCOMPARE(palette->shown(), QStringList {u"Compare › Next Regression"_s});
        line->clear();
        QTest::keyClicks(line, u"chart instead"_s);
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY(!palette->isVisible());
        QVERIFY(m_window->comparisonPage()->answer()->chart()->isVisible());
    }

    void allGroupsAreShownAsSections()
    {
        m_window->session()->add(sampleOpened());
        m_window->actions().allGroups->trigger();
        QCOMPARE(m_window->session()->groups().size(), std::size_t(2));
        // Two headings, seven tests, one total.
        QCOMPARE(table()->view()->model()->rowCount(), 10);
    }

    void closingTheLastOneLeadsBackToTheStart()
    {
        m_window->session()->add(sampleOpened());
        m_window->actions().close->trigger();
        QVERIFY(m_window->session()->opened().empty());
        QVERIFY(!m_window->actions().swapSides->isEnabled());
        QCOMPARE(m_window->windowTitle(), u"Patchscale"_s);
    }

    void aFileThatCannotBeReadIsToldInTheBar()
    {
        QSignalSpy problems(m_window->session(), &Session::problemFound);
        m_window->session()->openFiles({u"/nowhere/at/all.txt"_s});
        QVERIFY(QTest::qWaitFor([&] { return !problems.isEmpty(); }, kPatienceMs));
        QVERIFY(m_window->messageBar()->isVisible());
        QVERIFY(problems.first().first().value<Problem>().message.contains(u"all.txt"_s));
    }

    void pastedTextIsRead()
    {
        auto* mime = new QMimeData;
        mime->setText(u"Hello,\nno numbers in here.\n"_s);
        QGuiApplication::clipboard()->setMimeData(mime);
        m_window->actions().paste->trigger();
        QVERIFY(QTest::qWaitFor([&] { return m_window->session()->opened().size() == std::size_t(1); }, kPatienceMs));
    }

    void coloursCanBeChosen()
    {
        m_window->session()->add(sampleOpened());
        applyTheme(*qApp, ThemeChoice::Dark);
        QVERIFY(m_window->comparisonPage()->answer()->headlineLabel()->text().contains(theme().worse.name()));
        applyTheme(*qApp, ThemeChoice::Light);
    }

private:
    [[nodiscard]] ComparisonTable* table() const
    {
        return m_window->comparisonPage()->answer()->table();
    }

    [[nodiscard]] RowPlace placeOfTest(const std::string& test) const
    {
        const std::vector<ComparisonRow>& rows = m_window->session()->current()->comparison->groups[0].rows;
        const auto row = std::ranges::find(rows, test, &ComparisonRow::test);
        return {.group = 0, .row = static_cast<std::size_t>(row - rows.begin())};
    }

    [[nodiscard]] SourceSpan placeOf(std::string_view text) const
    {
        const std::string& bytes = m_window->session()->current()->documents.front()->bytes;
        return {.offset = bytes.find(text), .length = text.size()};
    }

    QTemporaryDir m_settings;
    std::unique_ptr<MainWindow> m_window;
};

}

QTEST_MAIN(patchscale::MainWindowTest)
#include "main_window_test.moc"
