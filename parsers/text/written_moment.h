// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace patchscale {

/// The moment that @p text names as programs write it, "Tue Aug 21 2018 20:45:16 - 21:13:39", "Tue Apr  8 11:43:52 IST
/// 2003", "月 5月 26 2025 14:42:07" or "Tue, 21 Aug 2018 20:45:16 +0800", as "2018-08-21T20:45:16", with the offset
/// from UTC behind it where it is told in digits. Of two the first one; empty where day, month, year or time is
/// missing.
std::string writtenMoment(std::string_view text);

}
