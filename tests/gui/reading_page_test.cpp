// SPDX-License-Identifier: GPL-3.0-or-later
// What was read, as the Reading page shows it, and what the user sets right in it.
#include "app/gui/compare/compare_page.h"
#include "app/gui/reading/cell_model.h"
#include "app/gui/reading/reading_page.h"
#include "app/gui/reading/reading_table.h"
#include "app/gui/source/evidence_panel.h"
#include "app/gui/source/source_view.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/pages/comparison_page.h"
#include "app/gui/window/pages/page_stack.h"
#include "tests/gui/window_settings.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr const char* kTable = "Bandwidth with fio, larger is better:\n"
                               "\n"
                               "                 w/o patch     with patch    diff\n"
                               "random read      8141.2MB/s    8497.1MB/s    +4.4%\n"
                               "random write     1675.5MB/s    1501.5MB/s    -10.4%\n"
                               "\n";

/// A table that nothing reads: no word of it is known.
constexpr const char* kUnread = "Some words about the weather.\n"
                                "\n"
                                "oak     12   14   18\n"
                                "elm     22   24   28\n"
                                "ash     32   34   38\n"
                                "fir     42   44   48\n"
                                "\n";

constexpr int kPatienceMs = 30000;

enum RunColumn { FormatColumn, VariantColumn, RoleColumn, MachineColumn };

}

class ReadingPageTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        useOwnSettings(m_settings);
    }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        openWindow();
    }

    void cleanup()
    {
        m_window.reset();
        m_folder.reset();
    }

    void modelsKeepTheRulesOfModels()
    {
        const QAbstractItemModelTester runs(page()->runs()->model());
        const QAbstractItemModelTester measures(page()->measures()->model());
        openText(kTable);
        openText(QByteArray(kTable) + kUnread);
    }

    void keysGoToTheRunsAndTablesFitAnyWidth()
    {
        openText(kTable);
        QVERIFY(QTest::qWaitFor([&] { return page()->runs()->hasFocus(); }));
        for (const int width : {1000, 1280, 1920}) {
            m_window->resize(width, 640);
            QVERIFY(QTest::qWaitFor([&] { return m_window->width() == width; }));
            for (const ReadingTable* table : {page()->runs(), page()->measures(), page()->findings()}) {
                int used = 0;
                for (int column = 0; column < table->model()->columnCount(); ++column) {
                    used += table->columnWidth(column);
                }
                QCOMPARE(used, table->viewport()->width());
            }
        }
    }

    void eachRunIsARowWithWhatItWasReadAs()
    {
        openText(kTable);
        QCOMPARE(page()->runs()->model()->rowCount(), 2);
        QCOMPARE(run(0, VariantColumn), u"w/o patch"_s);
        QCOMPARE(run(0, RoleColumn), u"baseline"_s);
        QCOMPARE(run(1, VariantColumn), u"with patch"_s);
        QVERIFY(page()->sentence()->text().startsWith(u"2 runs with "_s));
    }

    void aLabelSetByHandReachesTheComparisonAndTheWorkspaceAndComesBack()
    {
        openText(kTable);
        setRun(1, VariantColumn, u"v2"_s);
        QVERIFY(waitFor([&] { return candidate() == "v2"; }));
        QVERIFY(waitFor([&] { return !library()->contents().corrections.empty() && !library()->isBusy(); }));
        QCOMPARE(run(1, VariantColumn), u"v2"_s);
        QVERIFY(page()
                    ->runs()
                    ->model()
                    ->index(1, VariantColumn)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(u"with patch"_s));
        QCOMPARE(m_window->pages()->current()->id(), u"reading"_s);

        m_window->actions().undo->trigger();
        QVERIFY(waitFor([&] { return candidate() == "with patch"; }));
        QVERIFY(waitFor([&] { return library()->contents().corrections.empty() && !library()->isBusy(); }));
        m_window->actions().redo->trigger();
        QVERIFY(waitFor([&] { return candidate() == "v2" && !library()->isBusy(); }));

        // The same bytes, opened by another window on the same workspace.
        m_window.reset();
        openWindow();
        openText(kTable);
        QVERIFY(waitFor([&] { return candidate() == "v2"; }));
        // Other bytes are another document.
        openText(QByteArray(kTable) + "one line more\n");
        QCOMPARE(candidate(), std::string("with patch"));
    }

    void aUnitKeepsTheNumberAndChangesItsScale()
    {
        openText(kTable);
        page()->runs()->setCurrentIndex(page()->runs()->model()->index(0, 0));
        QAbstractItemModel* measures = page()->measures()->model();
        QCOMPARE(measures->index(0, 1).data().toString(), u"MB/s"_s);
        QVERIFY(measures->setData(measures->index(0, 1), u"MiB/s"_s));
        QVERIFY(waitFor([&] { return measures->index(0, 1).data().toString() == u"MiB/s"; }));
        const TestResult& result = shown().parsed.runs[0].results[0];
        QCOMPARE(result.value, 8141.2);
        QCOMPARE(result.baseValue, 8141.2 * 1048576);
        QCOMPARE(result.baseUnit, std::string("B/s"));
    }

    void rolesAreSwappedAndTakenBackByTheKeyboard()
    {
        openText(kTable);
        setRun(0, RoleColumn, u"candidate"_s);
        setRun(1, RoleColumn, u"baseline"_s);
        QVERIFY(waitFor([&] { return candidate() == "w/o patch"; }));
        page()->runs()->setFocus();
        for (const int row : {0, 1}) {
            page()->runs()->setCurrentIndex(page()->runs()->model()->index(row, RoleColumn));
            QTest::keyClick(page()->runs(), Qt::Key_Delete);
            QVERIFY(waitFor([&] { return !m_window->session()->isBusy(); }));
        }
        QVERIFY(waitFor([&] { return candidate() == "with patch"; }));
        QVERIFY(waitFor([&] { return library()->contents().corrections.empty(); }));
    }

    void aChoiceIsMadeWithTheKeyboard()
    {
        openText(kTable);
        page()->runs()->setFocus();
        page()->runs()->setCurrentIndex(page()->runs()->model()->index(1, VariantColumn));
        QTest::keyClick(page()->runs(), Qt::Key_Return);
        auto* box = page()->runs()->findChild<QComboBox*>();
        QVERIFY(box != nullptr);
        box->lineEdit()->selectAll();
        QTest::keyClicks(box->lineEdit(), u"v3"_s);
        QTest::keyClick(box->lineEdit(), Qt::Key_Return);
        QVERIFY(waitFor([&] { return candidate() == "v3"; }));
    }

    void aFormatIsTakenFromTextAndGivenBack()
    {
        openText(kTable);
        const QString before = run(0, FormatColumn);
        setRun(0, FormatColumn, u"not read"_s);
        QVERIFY(waitFor([&] { return page()->runs()->model()->rowCount() == 0; }));
        QVERIFY(page()->sentence()->text().contains(u"No values"_s));
        // That it was set aside, and that no numbers are left.
        QCOMPARE(page()->findings()->model()->rowCount(), 2);
        m_window->actions().undo->trigger();
        QVERIFY(waitFor([&] { return page()->runs()->model()->rowCount() == 2; }));
        QCOMPARE(run(0, FormatColumn), before);
    }

    void aTableThatNothingReadsIsToldWithItsReason()
    {
        openText(kUnread);
        QVERIFY(page()->sentence()->text().contains(u"not read"_s));
        const QAbstractItemModel* findings = page()->findings()->model();
        bool isTold = false;
        for (int row = 0; row < findings->rowCount(); ++row) {
            isTold = isTold || findings->index(row, 1).data().toString().contains(u"was not read"_s);
        }
        QVERIFY(isTold);
    }

    void aClickInTheTextChoosesItsRunAndTheOtherWayRound()
    {
        openText(kTable);
        emit page() -> source()->placeClicked(std::string_view(kTable).find("1501.5"));
        QCOMPARE(page()->runs()->currentIndex().row(), 1);
        page()->runs()->setCurrentIndex(page()->runs()->model()->index(0, VariantColumn));
        QCOMPARE(page()->source()->marks().front().offset, std::string_view(kTable).find("8141.2"));
    }

    void allIsTakenBackAtOnce()
    {
        openText(kTable);
        setRun(0, VariantColumn, u"a"_s);
        QVERIFY(waitFor([&] { return run(0, VariantColumn) == u"a"; }));
        setRun(1, MachineColumn, u"box"_s);
        QVERIFY(waitFor([&] { return run(1, MachineColumn) == u"box"; }));
        page()->resetAll();
        QVERIFY(waitFor([&] { return run(0, VariantColumn) == u"w/o patch" && run(1, MachineColumn) != u"box"; }));
    }

    void aNoteThatIsResolvedIsKeptButNotReported()
    {
        openText(kTable);
        m_window->pages()->showPage(u"compare"_s);
        m_window->actions().note->trigger();
        QLineEdit* line = m_window->comparisonPage()->evidence()->noteLine();
        line->setText(u"the disk was full"_s);
        QTest::keyClick(line, Qt::Key_Return);
        const auto copied = [this] {
            m_window->actions().copyMail->trigger();
            return QGuiApplication::clipboard()->text().contains(u"the disk was full"_s);
        };
        QVERIFY(waitFor([&] { return m_window->actions().resolveNote->isEnabled() && copied(); }));
        m_window->actions().resolveNote->trigger();
        QVERIFY(waitFor(
            [&] { return !library()->contents().notes.empty() && library()->contents().notes.front().isResolved; }));
        QVERIFY(!copied());
        QCOMPARE(m_window->actions().resolveNote->text(), u"Open Note Again"_s);
        m_window->actions().undo->trigger();
        QVERIFY(waitFor([&] { return !library()->contents().notes.front().isResolved; }));
        QVERIFY(copied());
    }

private:
    template<class Condition>
    static bool waitFor(Condition condition)
    {
        return QTest::qWaitFor(condition, kPatienceMs);
    }

    void openWindow()
    {
        m_window = std::make_unique<MainWindow>(MainWindow::Memory::Off);
        m_window->resize(1280, 800);
        m_window->show();
        m_window->activateWindow();
        library()->open(m_folder->filePath(u"lab.pscale"_s).toStdString());
        QVERIFY(waitFor([&] { return !library()->path().empty(); }));
    }

    void openText(const QByteArray& text)
    {
        m_window->session()->openText(text, u"table.txt"_s);
        QVERIFY(waitFor([&] {
            const OpenedPtr opened = m_window->session()->current();
            return opened && opened->documents.front()->bytes == text.toStdString() && !m_window->session()->isBusy();
        }));
        m_window->pages()->showPage(u"reading"_s);
    }

    void setRun(int row, int column, const QString& value)
    {
        QAbstractItemModel* model = page()->runs()->model();
        QVERIFY(model->setData(model->index(row, column), value));
        QVERIFY(waitFor([&] { return !m_window->session()->isBusy(); }));
    }

    [[nodiscard]] QString run(int row, int column) const
    {
        return page()->runs()->model()->index(row, column).data().toString();
    }

    [[nodiscard]] const Document& shown() const
    {
        return *m_window->session()->current()->documents.front();
    }

    [[nodiscard]] std::string candidate() const
    {
        const OpenedPtr opened = m_window->session()->current();
        return opened->comparison && !opened->comparison->groups.empty() ? opened->comparison->groups.front().candidate
                                                                         : std::string();
    }

    [[nodiscard]] ReadingPage* page() const
    {
        return m_window->readingPage();
    }

    [[nodiscard]] Library* library() const
    {
        return m_window->library();
    }

    QTemporaryDir m_settings;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

}

QTEST_MAIN(patchscale::ReadingPageTest)
#include "reading_page_test.moc"
