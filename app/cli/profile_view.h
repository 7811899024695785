// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"
#include "core/profile/profile.h"

namespace patchscale::cli {

/// Adds two profiles as a person reads them: the answer, the rows with the largest differences, and what to know.
void printProfile(Output& out, const ProfileComparison& profile);

}
