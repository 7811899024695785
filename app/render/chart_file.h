// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/render/chart_painter.h"
#include "core/base/result.h"

#include <QImage>
#include <QStringList>

#include <vector>

namespace patchscale {

/// The endings that saveCharts() knows: "svg", "png", "pdf".
QStringList chartFileTypes();

/// Draws the charts below each other into @p path, whose ending decides the form. PNG is drawn at twice the size, for
/// screens of today. Nothing is left behind when it cannot be written whole.
Result<void> saveCharts(const std::vector<ChartSpec>& charts, const QString& path);

/// The charts as they would be saved as PNG; null without charts.
QImage chartImage(const std::vector<ChartSpec>& charts);

/// What each of @p groups has to draw: its changes, topdown level 1, its series over time.
std::vector<ChartSpec> chartsOf(const Comparison& comparison, const std::vector<std::size_t>& groups);

}
