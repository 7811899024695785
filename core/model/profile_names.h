// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace patchscale {

/// The name of the test under which a profile's totals stand: "samples" and "event count". It is no symbol.
inline constexpr std::string_view kWholeProfile = "whole profile";

}
