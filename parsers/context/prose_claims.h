// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/claim.h"
#include "parsers/context/passage.h"
#include "parsers/text/text.h"

#include <vector>

namespace patchscale {

/// Changes that the sentences of @p paragraph state without giving the values: "drop by about 4% to 5%", "more than 9%
/// improvement", "30% drop in the spawn test". Percentages of load, time or memory are none. Spans are in the clean
/// text.
void claimsIn(const Text& text, const Paragraph& paragraph, std::vector<Claim>& claims);

}
