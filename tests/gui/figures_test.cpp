// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/text/figures.h"
#include "app/gui/text/words.h"

#include <QLocale>
#include <QTest>

#include <limits>

using namespace Qt::StringLiterals;

namespace patchscale {

class FiguresTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
    }

    void figuresKeepTheDigitsThatWereWritten_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::addRow("whole") << 5495.0 << u"5\u202f495"_s;
        QTest::addRow("one digit") << 77295.8 << u"77\u202f295.8"_s;
        QTest::addRow("rate") << 948326591.2 << u"948\u202f326\u202f591.2"_s;
        QTest::addRow("below one") << 0.08 << u"0.08"_s;
        QTest::addRow("negative") << -1234.5 << u"\u22121\u202f234.5"_s;
        QTest::addRow("zero") << 0.0 << u"0"_s;
        // 100 / 3 has no end; it was computed, so seven significant digits say enough.
        QTest::addRow("computed") << 100.0 / 3 << u"33.33333"_s;
        QTest::addRow("computed, large") << 1234567.891234 / 1.0000001 << u"1\u202f234\u202f568"_s;
        QTest::addRow("not finite") << std::numeric_limits<double>::quiet_NaN() << u"–"_s;
    }
    void figuresKeepTheDigitsThatWereWritten()
    {
        QFETCH(double, value);
        QFETCH(QString, text);
        QCOMPARE(figureOf(value).text(), text);
    }

    void figuresAreWrittenOutToTheColumnsDigits()
    {
        QCOMPARE(figureOf(5495, 1).text(), u"5\u202f495.0"_s);
        QCOMPARE(figureOf(0.5, 3).text(), u"0.500"_s);
        QCOMPARE(figureOf(77295.8, 0).text(), u"77\u202f295.8"_s);
    }

    void changesHaveASignAndTwoDecimalsOrMoreWhereTheyAreTiny_data()
    {
        QTest::addColumn<double>("change");
        QTest::addColumn<QString>("text");
        QTest::addRow("fall") << -0.11529 << u"\u221211.53\u202f%"_s;
        QTest::addRow("rise") << 2.21350 << u"+221.35\u202f%"_s;
        QTest::addRow("tiny fall") << -0.0000088 << u"\u22120.0009\u202f%"_s;
        QTest::addRow("tiny rise") << 0.00004 << u"+0.004\u202f%"_s;
        QTest::addRow("just enough for two decimals") << 0.00006 << u"+0.01\u202f%"_s;
        QTest::addRow("none") << 0.0 << u"+0.00\u202f%"_s;
        QTest::addRow("far") << 123.4567 << u"+12\u202f346\u202f%"_s;
    }
    void changesHaveASignAndTwoDecimalsOrMoreWhereTheyAreTiny()
    {
        QFETCH(double, change);
        QFETCH(QString, text);
        QCOMPARE(changeFigure(change), text);
    }

    void percentagesLoseTrailingZeros()
    {
        QCOMPARE(percentFigure(0.01), u"1\u202f%"_s);
        QCOMPARE(percentFigure(-0.0425), u"4.25\u202f%"_s);
        QCOMPARE(percentFigure(0.15), u"15\u202f%"_s);
    }

    void sentencesOfTheCoreGetTheirSigns()
    {
        QCOMPARE(screenText("fell -1.2 % (-2.0 % to -0.4 %), missed +-0.9 %"),
                 u"fell \u22121.2\u00a0% (\u22122.0\u00a0% to \u22120.4\u00a0%), missed ±0.9\u00a0%"_s);
        // What is a name or a range stays as it is.
        QCOMPARE(screenText("6.10-rc1 -> 6.11, lines 3-7"), u"6.10-rc1 → 6.11, lines 3-7"_s);
    }
};

}

QTEST_GUILESS_MAIN(patchscale::FiguresTest)
#include "figures_test.moc"
