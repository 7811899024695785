// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/claim.h"
#include "core/model/run.h"

#include <span>
#include <vector>

namespace patchscale {

/// Fills `computed`, `verdict` and `reason` of each claim from the numbers of @p runs, and the references to the two
/// results of a claim whose parser did not know them but whose names lead to them. claim_fit.h says what counts as
/// what.
void auditClaims(std::span<const Run> runs, std::vector<Claim>& claims);

}
