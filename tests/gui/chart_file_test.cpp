// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/chart_file.h"
#include "tests/gui/sample_comparison.h"

#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

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
