// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"

#include <QLatin1StringView>
#include <QString>

namespace patchscale {

/// The name under which rowDetailHtml() shows the row's series over time.
inline constexpr QLatin1StringView kRowChartName("row-chart");

/// What is to be said of one row in words, as rich text: verdict, reason, evidence, claims, what it does to the total.
/// The link "source" stands for its place in the document.
QString rowDetailHtml(const Comparison& comparison, const ComparisonGroup& group, const ComparisonRow& row);

}
