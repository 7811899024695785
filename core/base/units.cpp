// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units.h"

#include <algorithm>
#include <array>

namespace patchscale {
namespace {

struct Entry
{
    std::string_view written;
    double factor;
    std::string_view base;
};





constexpr auto kUnits = std::to_array<Entry>({
    {.written = "%", .factor = 0.01, .base = "ratio"},
    {.written = "MB/s", .factor = 1e6, .base = "B/s"},
});

}

std::optional<Unit> findUnit(std::string_view written)
{
    const auto* const hit = std::ranges::find(kUnits, written, &Entry::written);
    if (hit == kUnits.end()) {
        return std::nullopt;
    }
    return Unit {.factor = hit->factor, .base = hit->base};
}

Unit unitOf(std::string_view written)
{
    return findUnit(written).value_or(Unit {.factor = 1, .base = written});
}

}
