// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/row_chart.h"

#include "app/gui/compare/chart_colours.h"
#include "app/render/chart_painter.h"
#include "core/charts/series_chart.h"

#include <QFont>
#include <QPainter>

#include <cmath>

namespace patchscale {

QImage rowChart(const ComparisonRow& row, int width, double ratio, const QFont& font)
{
    if (!row.series || width <= 0) {
        return {};
    }
    ChartSpec chart = seriesChart(row);
    chart.title.clear(); // the panel says all this in words
    chart.caption.clear();
    const ChartPainter painter(std::move(chart), chartColours(), font);
    const double height = std::ceil(painter.heightFor(width));
    QImage image((QSizeF(width, height) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(chartColours().page);
    QPainter on(&image);
    painter.paint(on, QRectF(0, 0, width, height));
    return image;
}

}
