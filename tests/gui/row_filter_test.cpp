// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/row_filter.h"
#include "tests/gui/sample_comparison.h"

#include <QTest>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

/// The names of the sample's tests that @p line lets through.
QStringList accepted(const QString& line)
{
    const RowFilter filter(line);
    QStringList names;
    const auto comparison = sampleComparison();
    for (const ComparisonGroup& group : comparison->groups) {
        for (const ComparisonRow& row : group.rows) {
            if (!row.isTotal && filter.accepts(row)) {
                names << QString::fromStdString(row.test);
            }
        }
    }
    return names;
}

}

class RowFilterTest final : public QObject
{
    Q_OBJECT

private slots:
    void acceptsByTheLine_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QStringList>("names");
        const QStringList all {u"Pipe"_s,      u"Copy"_s,  u"Switching"_s, u"Creation"_s,
                               u"Whetstone"_s, u"loads"_s, u"misses"_s};
        QTest::addRow("empty") << u""_s << all;
        QTest::addRow("blanks") << u"   "_s << all;
        QTest::addRow("word, any case") << u"PIPE"_s << QStringList {u"Pipe"_s};
        QTest::addRow("all words must appear") << u"pipe host"_s << QStringList {u"Pipe"_s};
        QTest::addRow("excluded word") << u"-pipe -copy -creation -stone -itch"_s
                                       << QStringList {u"loads"_s, u"misses"_s};
        QTest::addRow("verdict") << u"verdict:regressed"_s << QStringList {u"Pipe"_s, u"Copy"_s};
        QTest::addRow("verdict by another word")
            << u"verdict:better"_s << QStringList {u"Switching"_s, u"loads"_s, u"misses"_s};
        QTest::addRow("verdict, beginning") << u"verdict:unch"_s << QStringList {u"Creation"_s, u"Whetstone"_s};
        QTest::addRow("verdicts") << u"verdict:regressed,unchanged -copy"_s
                                  << QStringList {u"Pipe"_s, u"Creation"_s, u"Whetstone"_s};
        QTest::addRow("not a verdict") << u"-verdict:unchanged -verdict:improved"_s
                                       << QStringList {u"Pipe"_s, u"Copy"_s};
        QTest::addRow("change below") << u"change:<-5%"_s << QStringList {u"Pipe"_s, u"Copy"_s, u"misses"_s};
        QTest::addRow("change below, no sign of per cent") << u"change:<-10"_s << QStringList {u"Pipe"_s, u"misses"_s};
        QTest::addRow("change above") << u"change:>100%"_s << QStringList {u"Switching"_s, u"loads"_s};
        QTest::addRow("change range") << u"change:>=-10 change:<=1"_s
                                      << QStringList {u"Copy"_s, u"Creation"_s, u"Whetstone"_s};
        QTest::addRow("change as shown") << u"change:-9.09"_s << QStringList {u"Copy"_s};
        QTest::addRow("field") << u"unit:m/s"_s << QStringList {u"loads"_s};
        QTest::addRow("regular expression") << u"test:/^(p|w).*e$/"_s << QStringList {u"Pipe"_s, u"Whetstone"_s};
        QTest::addRow("regular expression with a blank") << u"/a b/"_s << QStringList {};
        QTest::addRow("quoted") << u"\"Pipe\""_s << QStringList {u"Pipe"_s};
        QTest::addRow("note") << u"note:hidden"_s << QStringList {u"Pipe"_s};
        QTest::addRow("a key being typed hides nothing yet") << u"verdict:"_s << all;
        QTest::addRow("unknown key is a word") << u"numa:1"_s << QStringList {};
    }
    void acceptsByTheLine()
    {
        QFETCH(QString, line);
        QFETCH(QStringList, names);
        QCOMPARE(accepted(line), names);
    }

    void tellsWhatItDoesNotUnderstandAndLeavesItOut()
    {
        QCOMPARE(RowFilter(u"test:/(/"_s).problems().size(), 1);
        QCOMPARE(RowFilter(u"change:much"_s).problems().size(), 1);
        QCOMPARE(RowFilter(u"verdict:nonsense"_s).problems().size(), 1);
        QCOMPARE(accepted(u"verdict:nonsense pipe"_s), QStringList {u"Pipe"_s});
        QVERIFY(RowFilter(u"pipe -shell verdict:regressed change:<-5%"_s).problems().isEmpty());
    }
};

}

QTEST_GUILESS_MAIN(patchscale::RowFilterTest)
#include "row_filter_test.moc"
