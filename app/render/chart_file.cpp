// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/chart_file.h"

#include "core/charts/change_chart.h"
#include "core/charts/series_chart.h"
#include "core/charts/topdown_chart.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QFontDatabase>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>
#include <iterator>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

struct Files
{
    Q_DECLARE_TR_FUNCTIONS(ChartFile)
};

constexpr double kWidth = 760;
constexpr double kResolution = 96;
constexpr double kPngScale = 2;

/// All charts of a file below each other.
class Sheet
{
public:
    explicit Sheet(const std::vector<ChartSpec>& charts)
    {
        QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
        // The same picture wherever it is made: not the size of the desktop's font.
        font.setPointSizeF(10);
        for (const ChartSpec& chart : charts) {
            m_charts.emplace_back(chart, ChartColours {}, font);
            m_heights.push_back(std::ceil(m_charts.back().heightFor(kWidth)));
        }
    }

    [[nodiscard]] QSizeF size() const
    {
        double height = 0;
        for (const double each : m_heights) {
            height += each;
        }
        return {kWidth, height};
    }

    void paint(QPainter& painter) const
    {
        double top = 0;
        for (std::size_t i = 0; i < m_charts.size(); ++i) {
            m_charts[i].paint(painter, QRectF(0, top, kWidth, m_heights[i]));
            top += m_heights[i];
        }
    }

private:
    std::vector<ChartPainter> m_charts;
    std::vector<double> m_heights;
};

QByteArray svg(const Sheet& sheet, const QString& title)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(sheet.size().toSize());
    generator.setViewBox(QRectF(QPointF(0, 0), sheet.size()));
    generator.setResolution(static_cast<int>(kResolution));
    generator.setTitle(title);
    QPainter painter(&generator);
    sheet.paint(painter);
    painter.end();
    return bytes;
}

QImage image(const Sheet& sheet)
{
    QImage picture((sheet.size() * kPngScale).toSize(), QImage::Format_RGB32);
    picture.setDevicePixelRatio(kPngScale);
    picture.fill(Qt::white);
    QPainter painter(&picture);
    sheet.paint(painter);
    painter.end();
    return picture;
}

QByteArray png(const Sheet& sheet)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image(sheet).save(&buffer, "PNG");
    return bytes;
}

QByteArray pdf(const Sheet& sheet, const QString& title)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(title);
    writer.setCreator(u"Patchscale"_s);
    writer.setResolution(static_cast<int>(kResolution));
    writer.setPageSize(QPageSize(sheet.size() * 72 / kResolution, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins({});
    QPainter painter(&writer);
    sheet.paint(painter);
    painter.end();
    return bytes;
}

Error failure(const QString& message, const QString& hint)
{
    return {.code = Errc::Io, .message = message.toStdString(), .where = {}, .hints = {hint.toStdString()}};
}

}

QStringList chartFileTypes()
{
    return {u"svg"_s, u"png"_s, u"pdf"_s};
}

std::vector<ChartSpec> chartsOf(const Comparison& comparison, const std::vector<std::size_t>& groups)
{
    std::vector<ChartSpec> charts;
    for (const std::size_t g : groups) {
        ChartSpec chart = changeChart(comparison.groups[g]);
        if (!chart.marks.empty()) {
            charts.push_back(std::move(chart));
        }
        if (auto topdown = topdownChart(comparison.groups[g])) {
            charts.push_back(std::move(*topdown));
        }
        std::ranges::move(seriesCharts(comparison.groups[g]), std::back_inserter(charts));
    }
    return charts;
}

QImage chartImage(const std::vector<ChartSpec>& charts)
{
    return charts.empty() ? QImage() : image(Sheet(charts));
}

Result<void> saveCharts(const std::vector<ChartSpec>& charts, const QString& path)
{
    const QString type = QFileInfo(path).suffix().toLower();
    if (!chartFileTypes().contains(type)) {
        return std::unexpected(failure(Files::tr("cannot draw '%1': its ending names no picture").arg(path),
                                       Files::tr("let it end in .svg, .png or .pdf")));
    }
    if (charts.empty()) {
        return std::unexpected(failure(Files::tr("cannot draw '%1': no test has numbers on both sides").arg(path),
                                       Files::tr("give a document, or documents, with both sides")));
    }
    const Sheet sheet(charts);
    const QString title = QString::fromStdString(charts.front().title);
    const QByteArray bytes = type == u"svg" ? svg(sheet, title) : type == u"png" ? png(sheet) : pdf(sheet, title);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit()) {
        return std::unexpected(failure(Files::tr("cannot write '%1': %2").arg(path, file.errorString()),
                                       Files::tr("choose a folder that you may write to")));
    }
    return {};
}

}
