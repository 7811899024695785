// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/parsers/probe.h"

namespace patchscale {

const Format& before_after();

namespace tests {

inline Probe readTable(std::string_view text)
{
    return probe(before_after(), text);
}

/// The result of @p run of block @p block at @p index; null if there is none.
inline const TestResult* resultAt(const Probe& probe, std::size_t run, std::size_t index, std::size_t block = 0)
{
    if (block >= probe.parsed.size() || run >= probe.parsed[block].runs.size()) {
        return nullptr;
    }
    const auto& results = probe.parsed[block].runs[run].run.results;
    return index < results.size() ? &results[index] : nullptr;
}

}

}
