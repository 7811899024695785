// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"
#include "core/compare/comparison.h"
#include "core/profile/profile.h"

#include <span>

namespace patchscale::cli {

/// Adds a comparison as a person reads it: per machine or scenario its sentence, its table and what was assumed, then
/// the claims that are off and a line that sums up. On a terminal a sign stands beside each verdict word. Groups that
/// are told by one of @p profiles are printed as such.
void printComparison(Output& out, const Comparison& comparison, std::span<const ProfileComparison> profiles);

}
