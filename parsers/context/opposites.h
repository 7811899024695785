// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace patchscale {

/// Whether @p first is the old side of two labels that differ in one telling word: "Without LMh Support" beside "With
/// LMh Support", "LSE off" beside "LSE on". Nothing if they differ in more, or if no word tells.
std::optional<bool> isOldSideOf(std::string_view first, std::string_view second);

}
