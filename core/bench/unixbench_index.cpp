// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/unixbench_index.h"

#include "core/stats/summary.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace patchscale {
namespace {

/// As reports print them.
constexpr std::array<std::string_view, 12> kSuite {
    "Dhrystone 2 using register variables",
    "Double-Precision Whetstone",
    "Execl Throughput",
    "File Copy 1024 bufsize 2000 maxblocks",
    "File Copy 256 bufsize 500 maxblocks",
    "File Copy 4096 bufsize 8000 maxblocks",
    "Pipe Throughput",
    "Pipe-based Context Switching",
    "Process Creation",
    "Shell Scripts (1 concurrent)",
    "Shell Scripts (8 concurrent)",
    "System Call Overhead",
};

}

std::optional<double> combineIterations(std::span<const Iteration> iterations)
{
    std::vector<Iteration> kept(iterations.begin(), iterations.end());
    std::ranges::stable_sort(kept, {}, &Iteration::count);
    kept.erase(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(kept.size() / 3));
    std::vector<double> rates;
    rates.reserve(kept.size());
    for (const auto& iteration : kept) {
        rates.push_back(iteration.rate);
    }
    return geometricMean(rates);
}

std::optional<double> suiteScore(const VariantRecord& record, int copies)
{
    std::vector<double> indexes;
    for (const auto test : kSuite) {
        const auto result = std::ranges::find_if(record.results, [test, copies](const KernelResult& candidate) {
            return candidate.name == test && candidate.copies == copies && candidate.index.has_value();
        });
        if (result == record.results.end()) {
            return std::nullopt;
        }
        indexes.push_back(*result->index);
    }
    return geometricMean(indexes);
}

}
