// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/start/command_line.h"

#include <QTest>

using namespace Qt::StringLiterals;

namespace patchscale {

class CommandLineTest final : public QObject
{
    Q_OBJECT

private slots:
    void filesAreOpened()
    {
        int exitStatus = -1;
        const auto command = readCommandLine({u"patchscale"_s, u"a.eml"_s, u"b.txt"_s}, exitStatus);
        QVERIFY(command);
        QCOMPARE(command->files, (QStringList {u"a.eml"_s, u"b.txt"_s}));
        QVERIFY(command->exportPath.isEmpty());
        QVERIFY(!command->colours);
    }

    void chartsAreDrawnWithoutADisplay()
    {
        int exitStatus = -1;
        const auto command = readCommandLine(
            {u"patchscale"_s, u"--export"_s, u"out.svg"_s, u"--colours"_s, u"dark"_s, u"a.eml"_s}, exitStatus);
        QVERIFY(command);
        QCOMPARE(command->exportPath, u"out.svg"_s);
        QCOMPARE(command->colours, ThemeChoice::Dark);
    }

    void aLimitIsForWhatIsDrawn()
    {
        int exitStatus = -1;
        const auto command = readCommandLine(
            {u"patchscale"_s, u"--export"_s, u"out.svg"_s, u"--limit"_s, u"2.5"_s, u"a.eml"_s}, exitStatus);
        QVERIFY(command);
        QCOMPARE(command->limit, 0.025);
    }

    void badUsageEndsWithTwo_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addRow("unknown option") << QStringList {u"patchscale"_s, u"--nonsense"_s};
        QTest::addRow("unknown form") << QStringList {u"patchscale"_s, u"--export"_s, u"a.bmp"_s, u"a.eml"_s};
        QTest::addRow("nothing to draw") << QStringList {u"patchscale"_s, u"--export"_s, u"a.svg"_s};
        QTest::addRow("no percentage")
            << QStringList {u"patchscale"_s, u"--export"_s, u"a.svg"_s, u"--limit"_s, u"much"_s, u"a.eml"_s};
        QTest::addRow("limit of a window") << QStringList {u"patchscale"_s, u"--limit"_s, u"2"_s, u"a.eml"_s};
        QTest::addRow("unknown colours") << QStringList {u"patchscale"_s, u"--colours"_s, u"pink"_s};
    }
    void badUsageEndsWithTwo()
    {
        QFETCH(QStringList, arguments);
        int exitStatus = -1;
        QVERIFY(!readCommandLine(arguments, exitStatus));
        QCOMPARE(exitStatus, 2);
    }

    void helpEndsWithNought()
    {
        int exitStatus = -1;
        QVERIFY(!readCommandLine({u"patchscale"_s, u"--help"_s}, exitStatus));
        QCOMPARE(exitStatus, 0);
    }
};

}

QTEST_GUILESS_MAIN(patchscale::CommandLineTest)
#include "command_line_test.moc"
