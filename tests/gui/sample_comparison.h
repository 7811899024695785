// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison made in code: tests of the window must not depend on what the parsers read today.
#pragma once

#include "app/gui/session/opened_comparison.h"
#include "core/compare/comparison.h"

#include <memory>
#include <string>
#include <vector>

namespace patchscale {

/// A judged row with bare values; the verdict follows from change and direction with a limit of 1 %.
ComparisonRow bareRow(const std::string& test, double baseline, double candidate, Better better = Better::Higher);

/// Two groups: "suite" with five tests and a total, where one claim is wrong, and "stat" with two tests in different
/// units.
std::shared_ptr<const Comparison> sampleComparison();

/// A document whose text holds the suite's values, opened as the window would do.
OpenedPtr sampleOpened();

}
