// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/chart_file.h"
#include "core/compare/series.h"
#include "tests/gui/sample_comparison.h"

#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <vector>

using namespace Qt::StringLiterals;

namespace patchscale {

class ChartFileTest final : public QObject
{
    Q_OBJECT

private slots:
    void writesEachFormThatItsEndingNames_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("start");
        QTest::addRow("svg") << u"a.svg"_s << QByteArray("<?xml");
        QTest::addRow("png") << u"a.png"_s << QByteArray("\x89PNG");
        QTest::addRow("pdf") << u"a.PDF"_s << QByteArray("%PDF");
    }
    void writesEachFormThatItsEndingNames()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, start);
        const QString path = m_folder.filePath(name);
        QVERIFY(saveCharts(chartsOf(*sampleComparison(), {0, 1}), path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith(start));
    }

    void svgKeepsWordsAsText()
    {
        const QString path = m_folder.filePath(u"words.svg"_s);
        QVERIFY(saveCharts(chartsOf(*sampleComparison(), {0}), path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(text.contains("Switching"));
        QVERIFY(text.contains("+221.35 %"));
    }

    void dotsLieOnTheAxisWhereTheirChangeIs()
    {
        // The zero line is in the middle of the plot: a fall lies left of it in the colour of "worse", a rise right of
        // it.
        Comparison comparison;
        ComparisonGroup group {.benchmark = "suite", .baseline = "a", .candidate = "b"};
        group.rows = {bareRow("fell", 100, 90), bareRow("rose", 100, 110)};
        comparison.groups = {group};
        const QImage picture = chartImage(chartsOf(comparison, {0}));
        QVERIFY(!picture.isNull());
        const int worse = middleOf(picture, QColor(0xb4, 0x48, 0x0a).rgb());
        const int better = middleOf(picture, QColor(0x16, 0x63, 0xa8).rgb());
        QVERIFY2(worse > 0 && worse < better, qPrintable(u"%1 %2"_s.arg(worse).arg(better)));
    }

    void drawsSeriesOverTheWindowThatIsCompared()
    {
        auto series = std::make_shared<SeriesComparison>();
        series->baseline = {{.run = 0, .first = 0, .values = std::vector<double>(60, 100), .steady = {}}};
        series->candidate = {{.run = 1, .first = 0, .values = std::vector<double>(60, 120), .steady = {}}};
        series->window = TimeWindow {.from = 30, .to = 60};
        Comparison comparison;
        ComparisonGroup group {.benchmark = "fio", .baseline = "a", .candidate = "b"};
        group.rows = {bareRow("log", 100, 120)};
        group.rows.front().series = series;
        comparison.groups = {group};
        const std::vector<ChartSpec> charts = chartsOf(comparison, {0});
        QCOMPARE(charts.size(), 2U); // the changes, then the series
        const QImage picture = chartImage({charts.back()});
        // The window is the later half, the lines go from end to end.
        const int window = middleOf(picture, QColor(0xee, 0xf1, 0xf5).rgb());
        const int line = middleOf(picture, QColor(0x7b, 0x3f, 0xa0).rgb());
        QVERIFY2(line > 0 && window > line, qPrintable(u"%1 %2"_s.arg(window).arg(line)));
    }

    void drawsTopdownAsStackedBars()
    {
        Comparison comparison;
        ComparisonGroup group {.benchmark = "perf stat", .baseline = "a", .candidate = "b"};
        for (const char* part : {"retiring", "bad speculation", "frontend bound", "backend bound"}) {
            group.rows.push_back(bareRow(part, 25, 25));
            group.rows.back().metric = "value";
            group.rows.back().unit = "%";
        }
        comparison.groups = {group};
        const std::vector<ChartSpec> charts = chartsOf(comparison, {0});
        QCOMPARE(charts.size(), 2U);
        const QImage picture = chartImage({charts.back()});
        const int first = middleOf(picture, QColor(0x1f, 0x7a, 0x5c).rgb());
        const int last = middleOf(picture, QColor(0x4c, 0x5f, 0xa8).rgb());
        QVERIFY2(first > 0 && first < last, qPrintable(u"%1 %2"_s.arg(first).arg(last)));
    }

    void refusesWhatItCannotDrawOrWrite()
    {
        const std::vector<ChartSpec> charts = chartsOf(*sampleComparison(), {0});
        const Result<void> other = saveCharts(charts, m_folder.filePath(u"a.bmp"_s));
        QVERIFY(!other);
        QVERIFY(!other.error().hints.empty());
        QVERIFY(!saveCharts({}, m_folder.filePath(u"none.svg"_s)));
        QVERIFY(!QFile::exists(m_folder.filePath(u"none.svg"_s)));
        QVERIFY(!saveCharts(charts, m_folder.filePath(u"no/such/folder/a.svg"_s)));
    }

private:
    /// Where pixels of this colour lie on average in the middle half of the picture, where no words are.
    static int middleOf(const QImage& picture, QRgb colour)
    {
        qint64 sum = 0;
        qint64 count = 0;
        for (int y = 0; y < picture.height(); ++y) {
            for (int x = picture.width() / 10; x < picture.width() * 85 / 100; ++x) {
                if ((picture.pixel(x, y) & RGB_MASK) == (colour & RGB_MASK)) {
                    sum += x;
                    ++count;
                }
            }
        }
        return count == 0 ? -1 : static_cast<int>(sum / count);
    }

    QTemporaryDir m_folder;
};

}

QTEST_MAIN(patchscale::ChartFileTest)
#include "chart_file_test.moc"
