// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/profiles/profiles_page.h"

#include "app/gui/profiles/flame_view.h"
#include "app/gui/profiles/profile_table_model.h"
#include "app/gui/session/session.h"
#include "app/gui/theme/theme.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/pages/page_stack.h"
#include "app/gui/window/report_export.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr int kPatienceMs = 30000;

/// Two files of folded stacks: copy falls from 50 % of 3000 samples to 25 % of 2400, old_look is called new_walk.
OpenedPtr twoProfiles()
{
    std::vector<DocumentPtr> documents;
    const std::pair<const char*, const char*> texts[] {
        {"job;main;read;copy 1500\njob;main;read 600\njob;main;zap 900\n", "before.folded"},
        {"job;main;read;copy 600\njob;main;read 600\njob;main;walk_on 1200\n", "after.folded"}};
    for (const auto& [text, name] : texts) {
        documents.push_back(*readBytes(text, name, Job {}));
    }
    return openTogether(std::move(documents), 0.01, Job {});
}

}

class ProfilesPageTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QLocale::setDefault(QLocale::c());
        applyTheme(*qApp, ThemeChoice::Light);
    }

    void init()
    {
        m_window = std::make_unique<MainWindow>(MainWindow::Memory::Off);
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get(), kPatienceMs));
    }

    void cleanup()
    {
        m_window.reset();
    }

    void isOnTheRailWhileProfilesAreOpen()
    {
        QVERIFY(!m_window->pages()->isOffered(page()));
        open();
        QVERIFY(m_window->pages()->isOffered(page()));
        m_window->session()->close(0);
        QVERIFY(QTest::qWaitFor([this] { return !m_window->pages()->isOffered(page()); }, kPatienceMs));
    }

    void theTableHasTheLargestDifferenceFirst()
    {
        open();
        QVERIFY(page()->headline()->text().contains(u"20.0\u00a0% fewer samples"_s));
        QAbstractItemModelTester tester(page()->table()->model());
        QCOMPARE(cell(0, ProfileTableModel::Name), u"walk_on"_s);
        QCOMPARE(cell(0, ProfileTableModel::SelfAfter), u"50.00 %"_s);
        const int copy = rowOf(u"copy"_s);
        QVERIFY(copy >= 0);
        QCOMPARE(cell(copy, ProfileTableModel::SelfDifference), u"−25.00"_s);
        QCOMPARE(cell(copy, ProfileTableModel::Amount), u"−60.0 %"_s);
        QCOMPARE(cell(copy, ProfileTableModel::Change), u"▼ Less"_s);
    }

    void theFilterKeepsWhatHasTheWords()
    {
        open();
        page()->filterLine()->setText(u"cop"_s);
        QCOMPARE(page()->table()->model()->rowCount(), 1);
        QCOMPARE(cell(0, ProfileTableModel::Name), u"copy"_s);
    }

    void symbolsArePairedByHandAndTakenApartByUndo()
    {
        open();
        const int rows = page()->table()->model()->rowCount();
        page()->pair(u"zap"_s, u"walk_on"_s);
        QVERIFY(QTest::qWaitFor([&] { return page()->table()->model()->rowCount() == rows - 1; }, kPatienceMs));
        QVERIFY(rowOf(u"walk_on (was zap)"_s) >= 0);
        // Exports have it, and with the sides swapped it is the same pair.
        const OpenedPtr opened = m_window->session()->current();
        QVERIFY(reportText(*opened, m_window->session()->groups(), "json").contains(u"\"paired_by\": \"hand\""_s));
        m_window->session()->swapSides();
        QVERIFY(QTest::qWaitFor([&] { return rowOf(u"zap (was walk_on)"_s) >= 0; }, kPatienceMs));
        m_window->session()->swapSides();
        QVERIFY(QTest::qWaitFor([&] { return rowOf(u"walk_on (was zap)"_s) >= 0; }, kPatienceMs));
        m_window->library()->undoStack()->undo();
        QVERIFY(QTest::qWaitFor([&] { return page()->table()->model()->rowCount() == rows; }, kPatienceMs));
    }

    void aFrameIsZoomedToByMouseAndByKeys()
    {
        open();
        m_window->pages()->showPage(page());
        FlameView* flames = page()->flames();
        QVERIFY(QTest::qWaitFor([&] { return flames->isVisible() && flames->width() > 200; }, kPatienceMs));
        // all, job, main, read, copy, zap and walk_on.
        QCOMPARE(flames->graph().frames.size(), std::size_t(7));
        const FlameFrame read = frame(u"read"_s);
        QTest::mouseClick(flames, Qt::LeftButton, {}, flames->frameRect(read).center().toPoint());
        QCOMPARE(flames->options().root, read.node);
        QCOMPARE(page()->table()->selectionModel()->selectedRows().front().row(), rowOf(u"read"_s));
        QTest::keyClick(flames, Qt::Key_Down);
        QCOMPARE(flames->selected(), std::optional(frame(u"copy"_s).node));
        QTest::keyClick(flames, Qt::Key_Return);
        QCOMPARE(flames->options().root, frame(u"copy"_s).node);
        QVERIFY(flames->accessibleDescription().contains(u"-25.00 points"_s));
        QTest::keyClick(flames, Qt::Key_Backspace);
        QCOMPARE(flames->options().root, read.node);
        QTest::keyClick(flames, Qt::Key_Escape);
        QCOMPARE(flames->options().root, std::uint32_t(0));
    }

    void theFlameGraphIsSavedAsItIsSeen()
    {
        open();
        const QTemporaryDir folder;
        QVERIFY(page()->saveFlames(folder.filePath(u"out.svg"_s)));
        QFile file(folder.filePath(u"out.svg"_s));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith("<svg "));
        QVERIFY(page()->saveFlames(folder.filePath(u"out.png"_s)));
        const QImage picture(folder.filePath(u"out.png"_s));
        QCOMPARE(picture.width(), 2400); // twice as large as the SVG
        const QRgb white = qRgb(255, 255, 255);
        QCOMPARE(picture.pixel(2, 2), white);
        QVERIFY(picture.pixel(picture.width() / 2, picture.height() - 40) != white); // the frame of all
        QVERIFY(page()->saveFlames(folder.filePath(u"out.pdf"_s)));
        QFile pdf(folder.filePath(u"out.pdf"_s));
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        QVERIFY(pdf.readAll().startsWith("%PDF-"));
        QVERIFY(!page()->saveFlames(folder.filePath(u"no/such/out.svg"_s)));
        QVERIFY(!page()->saveFlames(folder.filePath(u"out.gif"_s)));
    }

private:
    ProfilesPage* page() const
    {
        return m_window->profilesPage();
    }

    void open()
    {
        m_window->session()->add(twoProfiles());
        QVERIFY(QTest::qWaitFor([this] { return page()->hasProfiles(); }, kPatienceMs));
    }

    QString cell(int row, int column) const
    {
        return page()->table()->model()->index(row, column).data().toString();
    }

    int rowOf(const QString& name) const
    {
        for (int row = 0; row < page()->table()->model()->rowCount(); ++row) {
            if (cell(row, ProfileTableModel::Name) == name) {
                return row;
            }
        }
        return -1;
    }

    /// The frame of a symbol by what a table row's mark would find.
    FlameFrame frame(const QString& name) const
    {
        for (const FlameFrame& each : page()->flames()->graph().frames) {
            if (page()->flames()->nameOf(each) == name) {
                return each;
            }
        }
        return {};
    }

    std::unique_ptr<MainWindow> m_window;
};

}

QTEST_MAIN(patchscale::ProfilesPageTest)
#include "profiles_page_test.moc"
