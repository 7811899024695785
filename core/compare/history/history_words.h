// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/history/history.h"

#include <span>

namespace patchscale {

/// Gives the steps of @p series their sentences and explanations, and the series its own sentence and notes. @p since
/// is where the history was asked to begin.
void explainSeries(std::span<const Run> runs, const HistorySources& sources, HistorySeries& series);

/// The answer over all series: "Of 12 tests since 6.9: 1 got worse, …".
std::string historySentence(const History& history, const std::string& since);

}
