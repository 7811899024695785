// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace patchscale {

/// What a unit as written means: base value = written value × factor, in `base`.
/// Base units are B/s, s, 1/s, B, count, ratio, index, Hz, J, W, MWIPS, cycles and, for what we do not know, the
/// written unit itself with factor 1.
struct Unit
{
    double factor = 1;
    std::string_view base;
};

/// The meaning of @p written ("MB/s", "usec", "lps", "KIOPS", "%", "M/s", ""), or nothing if it is no known unit.
/// kB and KB are 1000 bytes, KiB is 1024; a tool whose KB means 1024 (UnixBench KBps) sets its own unit. The
/// returned view lives for ever.
std::optional<Unit> findUnit(std::string_view written);

/// findUnit(), or the unit itself: base = @p written (so the caller must keep it alive) and factor 1.
Unit unitOf(std::string_view written);

}
