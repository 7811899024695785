// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace patchscale {

/// The seconds since 1970 in UTC of "2026-11-30", "2026-11-30 21:15" or "2026-11-30T21:15:43Z" (or "+01:00"); a time
/// without a zone is taken as UTC. Nothing for anything else.
std::optional<std::int64_t> momentOf(std::string_view text);

/// "2026-11-30" or, @p isExact, "2026-11-30 21:15".
std::string momentText(std::int64_t seconds, bool isExact);

}
