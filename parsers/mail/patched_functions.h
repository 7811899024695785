// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/text/text.h"

#include <string>
#include <vector>

namespace patchscale {

/// The functions in which the diffs of @p text add or remove lines, each once: those that a hunk defines, and that of
/// its header for what stands before the first of them. A function that prose only names is none of them.
std::vector<std::string> patchedFunctions(const Text& text);

}
