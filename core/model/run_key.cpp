// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/run_key.h"

namespace patchscale {
namespace {

bool isNamed(const RunKey& key, const Run& run)
{
    return run.benchmark == key.benchmark && run.machine.label == key.machine && run.variant.label == key.variant
        && run.parameters == key.parameters && run.isFailed == key.isFailed;
}

}

RunKey runKey(std::span<const Run> runs, std::size_t place)
{
    const auto& run = runs[place];
    RunKey key {.benchmark = run.benchmark,
                .machine = run.machine.label,
                .variant = run.variant.label,
                .parameters = run.parameters,
                .isFailed = run.isFailed};
    for (const auto& other : runs.first(place)) {
        key.occurrence += isNamed(key, other) ? 1 : 0;
    }
    return key;
}

std::optional<std::size_t> findRun(std::span<const Run> runs, const RunKey& key)
{
    auto before = key.occurrence;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (isNamed(key, runs[i]) && before-- == 0) {
            return i;
        }
    }
    return std::nullopt;
}

}
