// SPDX-License-Identifier: GPL-3.0-or-later
// What the window keeps in the workspace: documents, notes, and the way back.
#include "app/gui/compare/compare_page.h"
#include "app/gui/library/opened_model.h"
#include "app/gui/library/opened_tree.h"
#include "app/gui/source/evidence_panel.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/message_bar.h"
#include "app/gui/window/pages/comparison_page.h"
#include "tests/gui/window_settings.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QLineEdit>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr const char* kTable = "Bandwidth with fio, larger is better:\n"
                               "\n"
                               "                 w/o patch     with patch    diff\n"
                               "random read      8141.2MB/s    8497.1MB/s    +4.4%\n"
                               "random write     1675.5MB/s    1501.5MB/s    -10.4%\n"
                               "\n";

/// Longer than any wait should take on a busy machine.
constexpr int kPatienceMs = 30000;

}

class LibraryTest final : public QObject
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

    void whatIsOpenedIsKeptOnlyWhereThatIsChosen()
    {
        openTable();
        QVERIFY(m_window->actions().save->isEnabled());
        QVERIFY(library()->contents().documents.empty());
        m_window->actions().save->trigger();
        QVERIFY(QTest::qWaitFor([&] { return library()->contents().documents.size() == std::size_t(1); }, kPatienceMs));
        QVERIFY(!m_window->actions().save->isEnabled());
        QCOMPARE(m_window->comparisonPage()->status().right.section(u"      "_s, -1), u"saved"_s);
    }

    void whatIsOpenedIsKeptByItself()
    {
        m_window->actions().keepOpened->setChecked(true);
        openTable();
        QVERIFY(QTest::qWaitFor([&] { return library()->contents().documents.size() == std::size_t(1); }, kPatienceMs));
        QCOMPARE(library()->contents().runs.size(), std::size_t(2));
    }

    void aStoredDocumentIsOpenedAgain()
    {
        store();
        m_window->actions().close->trigger();
        QVERIFY(m_window->session()->opened().empty());
        const QModelIndex stored = tree()->model()->index(0, 0);
        QCOMPARE(stored.data(OpenedModel::KindRole).toInt(), static_cast<int>(OpenedModel::Kind::Stored));
        QCOMPARE(tree()->model()->rowCount(stored), 2);
        tree()->setCurrentIndex(stored);
        emit tree() -> activated(stored);
        QVERIFY(QTest::qWaitFor([&] { return m_window->session()->opened().size() == std::size_t(1); }, kPatienceMs));
        QVERIFY(m_window->comparisonPage()->hasTable());
        QCOMPARE(tree()->model()->rowCount(), 1);
    }

    void aNoteIsWrittenWithTheKeyboardAndSurvives()
    {
        store();
        QTest::keyClick(table()->view(), Qt::Key_N);
        QLineEdit* line = m_window->comparisonPage()->evidence()->noteLine();
        QVERIFY(line->isVisible());
        QTest::keyClicks(line, u"the disk was full"_s);
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY(QTest::qWaitFor([&] { return library()->contents().notes.size() == std::size_t(1); }, kPatienceMs));
        QVERIFY(!line->isVisible());
        // random write fell: it is the first row, and stays selected.
        QCOMPARE(notesColumn(0), u"the disk was full"_s);
        m_window->actions().copyMail->trigger();
        QVERIFY(QGuiApplication::clipboard()->text().contains(u"Note on random write: the disk was full."_s));
        m_window->actions().copyMarkdown->trigger();
        QVERIFY(QGuiApplication::clipboard()->text().contains(u"Note on random write: the disk was full."_s));

        m_window.reset();
        openWindow();
        QVERIFY(QTest::qWaitFor([&] { return library()->contents().notes.size() == std::size_t(1); }, kPatienceMs));
        openTable();
        QCOMPARE(notesColumn(0), u"the disk was full"_s);
    }

    void aNoteCanBeTakenBackAndSetAgain()
    {
        store();
        writeNote(u"first"_s);
        QVERIFY(QTest::qWaitFor([&] { return notesColumn(0) == u"first"_s; }, kPatienceMs));
        writeNote(u"second"_s);
        QVERIFY(QTest::qWaitFor([&] { return notesColumn(0) == u"second"_s; }, kPatienceMs));
        m_window->actions().undo->trigger();
        QVERIFY(QTest::qWaitFor([&] { return notesColumn(0) == u"first"_s; }, kPatienceMs));
        m_window->actions().undo->trigger();
        QVERIFY(QTest::qWaitFor([&] { return notesColumn(0) == QString(); }, kPatienceMs));
        m_window->actions().redo->trigger();
        QVERIFY(QTest::qWaitFor([&] { return notesColumn(0) == u"first"_s; }, kPatienceMs));
    }

    void escapeLeavesTheNoteAsItWas()
    {
        store();
        writeNote(u"first"_s);
        QVERIFY(QTest::qWaitFor([&] { return notesColumn(0) == u"first"_s; }, kPatienceMs));
        m_window->actions().note->trigger();
        QLineEdit* line = m_window->comparisonPage()->evidence()->noteLine();
        QCOMPARE(line->text(), u"first"_s);
        QTest::keyClicks(line, u"typed by mistake"_s);
        QTest::keyClick(line, Qt::Key_Escape);
        QVERIFY(!line->isVisible());
        QVERIFY(QTest::qWaitFor([&] { return !library()->isBusy(); }, kPatienceMs));
        QCOMPARE(notesColumn(0), u"first"_s);
    }

    void whatWasTypedIsKeptWhenAnotherRowIsChosen()
    {
        store();
        m_window->actions().note->trigger();
        QTest::keyClicks(m_window->comparisonPage()->evidence()->noteLine(), u"half a thought"_s);
        table()->selectRow({.group = 0, .row = 1});
        QVERIFY(QTest::qWaitFor([&] { return library()->contents().notes.size() == std::size_t(1); }, kPatienceMs));
        QCOMPARE(notesColumn(0), u"half a thought"_s);
    }

    void aNoteStoresTheDocumentItStandsIn()
    {
        openTable();
        writeNote(u"kept"_s);
        QVERIFY(QTest::qWaitFor([&] { return library()->contents().notes.size() == std::size_t(1); }, kPatienceMs));
        QCOMPARE(library()->contents().documents.size(), std::size_t(1));
    }

    void aRemovedDocumentComesBackWithItsNotes()
    {
        store();
        writeNote(u"kept"_s);
        QVERIFY(QTest::qWaitFor([&] { return library()->contents().notes.size() == std::size_t(1); }, kPatienceMs));
        QVERIFY(m_window->actions().removeDocument->isEnabled());
        m_window->actions().removeDocument->trigger();
        QVERIFY(QTest::qWaitFor([&] { return library()->contents().documents.empty(); }, kPatienceMs));
        QVERIFY(m_window->session()->opened().empty());
        QVERIFY(m_window->messageBar()->isVisible());
        m_window->actions().undo->trigger();
        QVERIFY(QTest::qWaitFor([&] { return library()->contents().documents.size() == std::size_t(1); }, kPatienceMs));
        QCOMPARE(library()->contents().notes.size(), std::size_t(1));
    }

    void aFileThatIsNoWorkspaceChangesNothing()
    {
        store();
        const QString path = m_folder->filePath(u"not-one.pscale"_s);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("plain words\n");
        file.close();
        m_window->openFiles({path});
        QVERIFY(QTest::qWaitFor([&] { return m_window->messageBar()->isVisible(); }, kPatienceMs));
        QCOMPARE(library()->path().filename(), std::filesystem::path("lab.pscale"));
        QCOMPARE(library()->contents().documents.size(), std::size_t(1));
    }

    void fiftyDocumentsCanBeFiltered()
    {
        WorkspaceContents contents;
        for (int i = 0; i < 50; ++i) {
            contents.documents.push_back({.id = {i + 1}, .path = "/mails/" + std::to_string(i) + ".eml", .runs = 2});
            contents.documents.back().sha256[0] = static_cast<unsigned char>(i);
        }
        OpenedModel model;
        model.show({}, contents);
        QCOMPARE(model.rowCount(), 50);
        // The newest is on top.
        QCOMPARE(model.index(0, 0).data().toString(), u"49.eml"_s);
    }

private:
    void openWindow()
    {
        m_window = std::make_unique<MainWindow>(MainWindow::Memory::Off);
        m_window->resize(1280, 800);
        m_window->show();
        // Keys reach the actions of an active window only, and it becomes active some time after it is shown.
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get(), kPatienceMs));
        library()->open(m_folder->filePath(u"lab.pscale"_s).toStdString());
        QVERIFY(QTest::qWaitFor([&] { return !library()->path().empty(); }, kPatienceMs));
    }

    void openTable()
    {
        m_window->session()->openText(kTable, u"table.txt"_s);
        QVERIFY(QTest::qWaitFor([&] { return m_window->comparisonPage()->hasTable(); }, kPatienceMs));
        QVERIFY(QTest::qWaitFor([&] { return !m_window->session()->isBusy(); }, kPatienceMs));
    }

    void store()
    {
        openTable();
        m_window->actions().save->trigger();
        QVERIFY(QTest::qWaitFor([&] { return library()->contents().documents.size() == std::size_t(1); }, kPatienceMs));
        QVERIFY(QTest::qWaitFor([&] { return !library()->isBusy(); }, kPatienceMs));
    }

    void writeNote(const QString& text)
    {
        m_window->actions().note->trigger();
        QLineEdit* line = m_window->comparisonPage()->evidence()->noteLine();
        line->setText(text);
        QTest::keyClick(line, Qt::Key_Return);
    }

    [[nodiscard]] Library* library() const
    {
        return m_window->library();
    }

    [[nodiscard]] ComparisonTable* table() const
    {
        return m_window->comparisonPage()->answer()->table();
    }

    [[nodiscard]] QTreeView* tree() const
    {
        return m_window->comparisonPage()->tree()->view();
    }

    [[nodiscard]] QString notesColumn(int line) const
    {
        const QAbstractItemModel* model = table()->view()->model();
        return model->index(line, model->columnCount() - 1).data().toString();
    }

    QTemporaryDir m_settings;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

}

QTEST_MAIN(patchscale::LibraryTest)
#include "library_test.moc"
