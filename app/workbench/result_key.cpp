// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/result_key.h"

namespace patchscale {
namespace {

bool isNamed(const ResultKey& key, const Run& run, const TestResult& result)
{
    return run.variant.label == key.variant && result.test == key.test && result.metric == key.metric
        && result.parameters == key.parameters;
}

}

ResultKey resultKey(std::span<const Run> runs, ResultRef place)
{
    const auto& result = runs[place.run].results[place.result];
    ResultKey key {.variant = runs[place.run].variant.label,
                   .test = result.test,
                   .parameters = result.parameters,
                   .metric = result.metric};
    for (std::size_t r = 0; r <= place.run; ++r) {
        const auto& results = runs[r].results;
        const auto end = r == place.run ? place.result : results.size();
        for (std::size_t i = 0; i < end; ++i) {
            key.occurrence += isNamed(key, runs[r], results[i]) ? 1 : 0;
        }
    }
    return key;
}

std::optional<ResultRef> findResult(std::span<const Run> runs, const ResultKey& key)
{
    auto before = key.occurrence;
    for (std::size_t r = 0; r < runs.size(); ++r) {
        for (std::size_t i = 0; i < runs[r].results.size(); ++i) {
            if (isNamed(key, runs[r], runs[r].results[i]) && before-- == 0) {
                return ResultRef {.run = r, .result = i};
            }
        }
    }
    return std::nullopt;
}

}
