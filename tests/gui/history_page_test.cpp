// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/history/history_canvas.h"
#include "app/gui/history/history_page.h"
#include "app/gui/history/history_source.h"
#include "app/gui/source/source_view.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/pages/page_stack.h"
#include "app/workbench/import_service.h"
#include "tests/gui/window_settings.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>

#include <format>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

/// Longer than any wait should take on a busy machine.
constexpr int kPatienceMs = 30000;

/// A UnixBench report of lab1 on a kernel.
std::string reportOn(std::string_view kernel, double pipe)
{
    return std::format("   BYTE UNIX Benchmarks (Version 5.1.3)\n"
                       "\n"
                       "   System: lab1: GNU/Linux\n"
                       "   OS: GNU/Linux -- {} -- #1 SMP\n"
                       "\n"
                       "System Benchmarks Index Values               BASELINE       RESULT    INDEX\n"
                       "Dhrystone 2 using register variables         116700.0   11670000.0   {:.1f}\n"
                       "Pipe Throughput                               12440.0    1244000.0   {:.1f}\n"
                       "                                                                   ========\n"
                       "System Benchmarks Index Score                                        1000.0\n",
                       kernel, 1000 + pipe / 1000, pipe);
}

}

class HistoryPageTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        useOwnSettings(m_settings);
        const std::filesystem::path path = workspace();
        double value = 1000;
        for (const auto* const kernel : {"6.7.0", "6.8.0", "6.9.0", "6.10.0", "6.11.0", "6.12.0"}) {
            value = kernel == std::string_view("6.10.0") ? 900 : value;
            for (int again = 0; again < 2; ++again) {
                value += 0.5;
                const auto document =
                    readBytes(reportOn(kernel, value), std::format("{}-{}.txt", kernel, again), Job {});
                QVERIFY(document);
                QVERIFY(importDocument(path, *document, Job {}));
            }
        }
    }

    void init()
    {
        m_window = std::make_unique<MainWindow>(MainWindow::Memory::Off);
        m_window->resize(1280, 800);
        m_window->show();
    }

    void cleanup()
    {
        m_window.reset();
    }

    void saysHowToGetAHistory()
    {
        m_window->pages()->showPage(u"history"_s);
        QVERIFY(!page()->hasHistory());
        QVERIFY(page()->emptyText()->text().contains(u"two kernel releases or more"_s));
        QVERIFY(page()->emptyText()->isVisible());
    }

    void showsTheTestThatGotWorseFirst()
    {
        openHistory();
        QCOMPARE(page()->list()->model()->rowCount(), 3);
        const HistorySeries* series = page()->shownSeries();
        QVERIFY(series != nullptr);
        QCOMPARE(series->test, std::string("Pipe Throughput"));
        QCOMPARE(series->steps.size(), std::size_t(1));
        const QString told = page()->steps()->toPlainText();
        QVERIFY2(told.contains(u"at 6.10.0"_s) && told.contains(u"Regressed"_s), qPrintable(told));
        QVERIFY(told.contains(u"before: 6.7.0 to 6.9.0"_s));
        QVERIFY(page()->status().left.contains(u"1 got worse"_s));
    }

    void filtersTheTests()
    {
        openHistory();
        page()->filterLine()->setText(u"dhry LAB1"_s);
        QCOMPARE(page()->list()->model()->rowCount(), 1);
        page()->filterLine()->setText(u"-dhry"_s);
        QCOMPARE(page()->list()->model()->rowCount(), 2);
        page()->filterLine()->setText(u"nothing"_s);
        QCOMPARE(page()->list()->model()->rowCount(), 0);
    }

    void opensTheSourceOfAChosenRun()
    {
        openHistory();
        page()->canvas()->setFocus();
        QTest::keyClick(page()->canvas(), Qt::Key_Left); // the newest
        QCOMPARE(page()->canvas()->chosenUnit(), std::optional<std::size_t>(11));
        QVERIFY(QTest::qWaitFor([&] { return page()->source()->view()->shownDocument() != nullptr; }, kPatienceMs));
        QCOMPARE(page()->source()->view()->shownDocument()->path, std::string("6.12.0-1.txt"));
        QCOMPARE(page()->source()->view()->marks().size(), std::size_t(1));
        QCOMPARE(page()->source()->view()->lineOf(page()->source()->view()->marks().front()), 8);
        emit page() -> steps()->anchorClicked(QUrl(u"unit:6"_s));
        QVERIFY(
            QTest::qWaitFor([&] { return page()->source()->view()->shownDocument()->path == "6.10.0-0.txt"; }, kPatienceMs));
    }

    void aClickOnADotChoosesIt()
    {
        openHistory();
        QVERIFY(!page()->canvas()->grab().isNull()); // dots have their places once they are painted
        for (int x = 0; x < page()->canvas()->width() && !page()->canvas()->chosenUnit(); x += 4) {
            for (int y = 0; y < page()->canvas()->height() && !page()->canvas()->chosenUnit(); y += 4) {
                QTest::mouseClick(page()->canvas(), Qt::LeftButton, {}, QPoint(x, y));
            }
        }
        QCOMPARE(page()->canvas()->chosenUnit(), std::optional<std::size_t>(0)); // the leftmost
    }

    void beginsWhereItIsAskedTo()
    {
        openHistory();
        ask(u"6.11"_s);
        QVERIFY(page()->hasHistory());
        QCOMPARE(page()->shownSeries()->places.size(), std::size_t(2));
        ask(u"7.0"_s);
        QVERIFY(!page()->hasHistory());
        QVERIFY(page()->emptyText()->text().contains(u"Nothing has been measured since 7.0"_s));
        ask(QString());
        QCOMPARE(page()->shownSeries()->places.size(), std::size_t(6));
    }

private:
    [[nodiscard]] HistoryPage* page() const
    {
        return m_window->historyPage();
    }

    [[nodiscard]] std::filesystem::path workspace() const
    {
        return m_folder.filePath(u"lab.pscale"_s).toStdString();
    }

    void openHistory()
    {
        m_window->library()->open(workspace());
        QVERIFY(QTest::qWaitFor([&] { return !m_window->library()->path().empty(); }, kPatienceMs));
        m_window->pages()->showPage(u"history"_s);
        QVERIFY(QTest::qWaitFor([&] { return page()->hasHistory(); }, kPatienceMs));
    }

    void ask(const QString& since)
    {
        QSignalSpy answered(page(), &HistoryPage::answered);
        page()->sinceLine()->setText(since);
        emit page() -> sinceLine()->editingFinished();
        // A quick answer may be there already.
        QVERIFY(!answered.isEmpty() || answered.wait(kPatienceMs));
    }

    QTemporaryDir m_settings;
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

}

QTEST_MAIN(patchscale::HistoryPageTest)
#include "history_page_test.moc"
