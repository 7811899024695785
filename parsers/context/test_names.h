// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace patchscale {

/// Whether @p text begins with any spelling of a known test, also one too short to name the test by itself: a cheap
/// look before knownTestAt() is asked how much of the text it takes.
bool spellsTest(std::string_view text);

/// Whether the first two letters of @p text are those of some spelling: what most words are turned away by.
bool mayStartTest(std::string_view text);

}
