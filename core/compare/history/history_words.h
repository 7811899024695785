// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/history/history.h"
#include "core/compare/history/history_family.h"

#include <span>
#include <string>

namespace patchscale {

/// Gives the steps of @p series their sentences and explanations, and the series its own sentence and notes. @p since
/// is where the history was asked to begin.
void explainSeries(std::span<const Run> runs, const HistorySources& sources, HistorySeries& series);

/// What p was adjusted for, and what that means.
std::string familyWords(const HistoryFamily& family, Adjustment adjustment);

/// The answer over all series: "Of 12 tests since 6.9: 1 got worse, …".
std::string historySentence(const History& history, const std::string& since);

}
