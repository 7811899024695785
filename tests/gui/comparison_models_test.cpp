// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/comparison_filter_model.h"
#include "app/gui/compare/comparison_table_model.h"
#include "app/gui/library/opened_model.h"
#include "tests/gui/sample_comparison.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QTest>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

using Model = ComparisonTableModel;

QStringList column(const QAbstractItemModel& model, int column)
{
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row) {
        texts << model.index(row, column).data().toString();
    }
    return texts;
}

}

class ComparisonModelsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
    }

    void modelsKeepTheRulesOfItemModels()
    {
        Model model;
        ComparisonFilterModel filter(&model);
        OpenedModel opened;
        const QAbstractItemModelTester testsModel(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QAbstractItemModelTester testsFilter(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QAbstractItemModelTester testsOpened(&opened, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.show(sampleComparison(), {0, 1}, Model::Content::Everything);
        filter.setChoice(RowChoice::Worse);
        filter.setFilter(RowFilter(u"pipe"_s));
        filter.sort(Model::Change, Qt::DescendingOrder);
        model.show(sampleComparison(), {1}, Model::Content::WithoutTotals);
        model.show(nullptr, {}, Model::Content::Everything);
        opened.show({sampleOpened(), sampleOpened()}, {});
        opened.show({}, {});
    }

    void oneGroupIsShownWithoutSectionAndTotal()
    {
        Model model;
        model.show(sampleComparison(), {0}, Model::Content::WithoutTotals);
        QCOMPARE(column(model, Model::Test),
                 (QStringList {u"Pipe"_s, u"Copy"_s, u"Switching"_s, u"Creation"_s, u"Whetstone"_s}));
        QCOMPARE(column(model, Model::Change).first(), u"\u221211.53\u202f%"_s);
        // One unit down the column: written out to as many digits.
        QCOMPARE(model.index(1, Model::Candidate).data().toString(), u"2\u202f427.0"_s);
        QCOMPARE(model.headerData(Model::Baseline, Qt::Horizontal).toString(), u"A ● Without"_s);

        Model total;
        total.show(sampleComparison(), {0}, Model::Content::TotalsOnly);
        QCOMPARE(column(total, Model::Test), QStringList {u"Score"_s});
        QCOMPARE(total.index(0, Model::Test).data(Model::DetailRole).toString(), u"recomputed, agrees"_s);
    }

    void mixedUnitsAreSaidBesideTheName()
    {
        Model model;
        model.show(sampleComparison(), {1}, Model::Content::WithoutTotals);
        QCOMPARE(model.index(0, Model::Test).data(Model::DetailRole).toString(), u"M/s"_s);
        QCOMPARE(model.index(1, Model::Baseline).data().toString(), u"0.86"_s);
    }

    void anAxisLeavesOutWhatIsFarOut()
    {
        Model model;
        // Changes of 11.5, 9.1 and 0.5 % and one of 221 %: the first of 1, 1.5, 2 … that holds 11.5 % and a dot is 15
        // %.
        model.show(sampleComparison(), {0}, Model::Content::WithoutTotals);
        QCOMPARE(model.axis(), 0.15);
    }

    void notesTellClaimsThatAreOff()
    {
        Model model;
        model.show(sampleComparison(), {0}, Model::Content::WithoutTotals);
        QCOMPARE(model.index(0, Model::Notes).data().toString(), u"hidden by a better total"_s);
        QCOMPARE(model.index(3, Model::Notes).data().toString(), u"author says 0.05\u202f%"_s);
    }

    void sectionsKeepTheirOrderWhicheverWayRowsAreSorted()
    {
        Model model;
        ComparisonFilterModel filter(&model);
        model.show(sampleComparison(), {0, 1}, Model::Content::Everything);
        filter.sort(Model::Change, Qt::AscendingOrder);
        QCOMPARE(column(filter, Model::Test),
                 (QStringList {u"suite"_s, u"Pipe"_s, u"Copy"_s, u"Whetstone"_s, u"Creation"_s, u"Switching"_s,
                               u"Score"_s, u"stat"_s, u"misses"_s, u"loads"_s}));
        filter.sort(Model::Change, Qt::DescendingOrder);
        QCOMPARE(column(filter, Model::Test),
                 (QStringList {u"suite"_s, u"Switching"_s, u"Creation"_s, u"Whetstone"_s, u"Copy"_s, u"Pipe"_s,
                               u"Score"_s, u"stat"_s, u"loads"_s, u"misses"_s}));
    }

    void chipsCountAndSectionsWithoutRowsDisappear()
    {
        Model model;
        ComparisonFilterModel filter(&model);
        model.show(sampleComparison(), {0, 1}, Model::Content::Everything);
        QCOMPARE(filter.count(RowChoice::All), 7);
        QCOMPARE(filter.count(RowChoice::Worse), 2);
        QCOMPARE(filter.count(RowChoice::Better), 3);
        QCOMPARE(filter.count(RowChoice::ClaimsOff), 1);
        filter.setChoice(RowChoice::Worse);
        QCOMPARE(column(filter, Model::Test), (QStringList {u"suite"_s, u"Pipe"_s, u"Copy"_s}));
        QCOMPARE(filter.shownTests(), 2);
    }

    void theTreeLeadsFromAMailToItsGroups()
    {
        OpenedModel opened;
        opened.show({sampleOpened()}, {});
        const QModelIndex top = opened.index(0, 0);
        QCOMPARE(top.data().toString(), u"pad a structure"_s);
        const QModelIndex file = opened.index(0, 0, top);
        QCOMPARE(file.data().toString(), u"pad.eml"_s);
        QCOMPARE(opened.rowCount(file), 3);
        QCOMPARE(opened.index(2, 0, file).data().toString(), u"Patch: a.h, +5"_s);
        QCOMPARE(opened.indexOf(0, {1}), opened.index(1, 0, file));
        QCOMPARE(opened.indexOf(0, {0, 1}), top);
        QVERIFY(!opened.indexOf(1, {}).isValid());
    }
};

}

QTEST_MAIN(patchscale::ComparisonModelsTest)
#include "comparison_models_test.moc"
