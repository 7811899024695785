// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/flame_file.h"

#include "app/render/chart_file.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgRenderer>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

struct Files
{
    Q_DECLARE_TR_FUNCTIONS(FlameFile)
};

constexpr int kResolution = 96;
constexpr double kPngScale = 2;
constexpr int kMostPixels = 16000; ///< a side; deep stacks are drawn smaller rather than not at all

QByteArray png(QSvgRenderer& renderer)
{
    QSizeF size = QSizeF(renderer.defaultSize()) * kPngScale;
    if (size.height() > kMostPixels) {
        size *= kMostPixels / size.height();
    }
    QImage picture(size.toSize(), QImage::Format_RGB32);
    picture.fill(Qt::white);
    QPainter painter(&picture);
    renderer.render(&painter);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    picture.save(&buffer, "PNG");
    return bytes;
}

QByteArray pdf(QSvgRenderer& renderer)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(Files::tr("Flame graph"));
    writer.setCreator(u"Patchscale"_s);
    writer.setResolution(kResolution);
    const QSizeF size(renderer.defaultSize());
    writer.setPageSize(QPageSize(size * 72 / kResolution, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins({});
    QPainter painter(&writer);
    renderer.render(&painter, QRectF(QPointF(0, 0), size));
    painter.end();
    return bytes;
}

Error failure(const QString& message, const QString& hint)
{
    return {.code = Errc::Io, .message = message.toStdString(), .where = {}, .hints = {hint.toStdString()}};
}

}

Result<void> saveFlameGraph(const std::string& svg, const QString& path)
{
    const QString type = QFileInfo(path).suffix().toLower();
    if (!chartFileTypes().contains(type)) {
        return std::unexpected(failure(Files::tr("cannot draw '%1': its ending names no picture").arg(path),
                                       Files::tr("let it end in .svg, .png or .pdf")));
    }
    QByteArray bytes = QByteArray::fromStdString(svg);
    if (type != u"svg") {
        QSvgRenderer renderer(bytes);
        bytes = type == u"png" ? png(renderer) : pdf(renderer);
    }
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit()) {
        return std::unexpected(failure(Files::tr("cannot write '%1': %2").arg(path, file.errorString()),
                                       Files::tr("choose a folder that you may write to")));
    }
    return {};
}

}
