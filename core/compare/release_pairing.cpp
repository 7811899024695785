// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/release_pairing.h"

#include "core/base/characters.h"
#include "core/compare/suites.h"

#include <algorithm>
#include <format>
#include <map>

namespace patchscale {
namespace {

constexpr std::string_view kNoLabel = "run"; ///< what the runner calls a run that was given no label

/// Takes the number or the text between numbers at the front of @p text.
std::string_view takePiece(std::string_view& text)
{
    std::size_t end = 0;
    while (end < text.size() && isDigit(text[end]) == isDigit(text[0])) {
        ++end;
    }
    const auto piece = text.substr(0, end);
    text.remove_prefix(end);
    return piece;
}

/// A number without zeros in front, so that longer is greater.
std::string_view significant(std::string_view number)
{
    return number.substr(std::min(number.find_first_not_of('0'), number.size()));
}

/// Release candidates come before their release; nothing comes before a further number or a suffix.
int rankOf(std::string_view piece)
{
    return piece.starts_with("-rc") ? 0 : piece.empty() ? 1 : 2;
}

bool hasNoName(const Run& run)
{
    return isOwnRunner(run.benchmark) && !run.isFailed && run.variant.role == Role::None
        && (run.variant.label.empty() || run.variant.label == kNoLabel);
}

}

bool isOlderRelease(std::string_view a, std::string_view b)
{
    while (!a.empty() || !b.empty()) {
        const auto left = takePiece(a);
        const auto right = takePiece(b);
        if (left == right) {
            continue;
        }
        if (!left.empty() && !right.empty() && isDigit(left[0]) && isDigit(right[0])) {
            const auto one = significant(left);
            const auto other = significant(right);
            if (one != other) {
                return one.size() != other.size() ? one.size() < other.size() : one < other;
            }
            continue;
        }
        return rankOf(left) != rankOf(right) ? rankOf(left) < rankOf(right) : left < right;
    }
    return false;
}

std::vector<std::string> pairByRelease(std::span<Run> runs)
{
    std::map<std::string, std::vector<Run*>> byMachine;
    for (auto& run : runs) {
        if (hasNoName(run)) {
            byMachine[run.machine.label].push_back(&run);
        }
    }
    std::vector<std::string> assumed;
    for (const auto& [machine, unnamed] : byMachine) {
        const auto isTold = [](const Run* run) { return !run->machine.kernel.empty(); };
        const auto isOlder = [](const Run* a, const Run* b) {
            return isOlderRelease(a->machine.kernel, b->machine.kernel);
        };
        const auto [oldest, newest] = std::ranges::minmax_element(unnamed, isOlder);
        if (!std::ranges::all_of(unnamed, isTold) || !isOlder(*oldest, *newest)) {
            continue;
        }
        const auto release = (*oldest)->machine.kernel;
        for (auto* const run : unnamed) {
            run->variant = {.label = run->machine.kernel,
                            .role = isOlderRelease(release, run->machine.kernel) ? Role::Candidate : Role::Baseline,
                            .isAssumed = true};
        }
        assumed.push_back(std::format("{}the runs have no label: kernel {} is taken as the baseline because it is the "
                                      "oldest release; a --label for each run settles it",
                                      machine.empty() ? "" : machine + ": ", release));
    }
    return assumed;
}

}
