// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/side_warnings.h"

#include "core/base/join.h"
#include "core/compare/facts_difference.h"
#include "core/compare/run_buckets.h"

#include <algorithm>
#include <format>
#include <set>
#include <string_view>
#include <utility>

namespace patchscale {
namespace {

/// The facts that the runs of @p side tell, each set that differs in what matters once.
std::vector<const Parameters*> distinctFacts(std::span<const Run> runs, const RunSide& side)
{
    std::vector<const Parameters*> out;
    for (const std::size_t run : side.runs) {
        const auto& facts = runs[run].machine.facts;
        if (std::ranges::none_of(out, [&](const Parameters* known) {
                return *known == facts || factsDifference(*known, facts).empty();
            })) {
            out.push_back(&facts);
        }
    }
    return out;
}

/// "the kernel (6.9 and 6.10); the governor (…)" of the pairs of @p before and @p after, each once, without what is
/// named in @p known already.
std::string differencesOf(std::span<const Parameters* const> before, std::span<const Parameters* const> after,
                          std::set<std::string>& known)
{
    std::vector<std::string> told;
    std::set<std::string> named;
    for (const auto* left : before) {
        for (const auto* right : after) {
            for (const auto& difference : factsDifference(*left, *right)) {
                auto text = describe(difference);
                if (!known.contains(difference.name) && !std::ranges::contains(told, text)) {
                    told.push_back(std::move(text));
                    named.insert(difference.name);
                }
            }
        }
    }
    known.merge(named);
    return join(told, "; ");
}

/// What is compared on purpose: kernels, or what an experiment switched.
bool isCompared(std::string_view fact)
{
    return fact.starts_with("kernel.") || fact == "run.switch" || fact == "run.delay";
}

/// "the frequency governor, the mitigation of its and 2 more": what differs between the sides besides what is compared,
/// and besides what differs @p within a side.
std::string environmentOf(std::span<const Parameters* const> before, std::span<const Parameters* const> after,
                          const std::set<std::string>& within)
{
    constexpr std::size_t kMostNamed = 2;
    std::vector<std::string> words;
    for (const auto* left : before) {
        for (const auto* right : after) {
            for (auto& difference : factsDifference(*left, *right)) {
                const bool isMeant = isCompared(difference.name) || within.contains(difference.name);
                if (!isMeant && !std::ranges::contains(words, difference.words)) {
                    words.push_back(std::move(difference.words));
                }
            }
        }
    }
    const auto count = words.size();
    words.resize(std::min(count, kMostNamed));
    return join(words, ", ") + (count > kMostNamed ? std::format(" and {} more", count - kMostNamed) : std::string());
}

}

std::string warnOfSides(std::span<const Run> runs, const RunPair& pair, ComparisonGroup& group)
{
    const auto isAssumed = [&](const RunSide& side) {
        return std::ranges::any_of(side.runs, [&](std::size_t run) { return runs[run].variant.isAssumed; });
    };
    if (isAssumed(pair.baseline) || isAssumed(pair.candidate)) {
        group.warnings.push_back("Which side is the baseline was assumed: swap the sides if it is the other way round");
    }
    std::set<std::string> known; // what differs within a side says nothing of the sides
    const auto before = distinctFacts(runs, pair.baseline);
    const auto after = distinctFacts(runs, pair.candidate);
    for (const auto& [side, facts] : {std::pair {&pair.baseline, &before}, std::pair {&pair.candidate, &after}}) {
        std::set<std::string> own;
        const std::span<const Parameters* const> all(*facts);
        const auto text = all.empty() ? std::string() : differencesOf(all.first(1), all.subspan(1), own);
        if (!text.empty()) {
            group.warnings.push_back("The runs of " + quotedLabel(side->label) + " are pooled, but differ in " + text);
        }
        known.merge(own);
    }
    auto environment = environmentOf(before, after, known);
    if (const auto all = differencesOf(before, after, known); !all.empty()) {
        group.warnings.push_back("The sides differ in " + all);
    }
    return environment;
}

void noteEnvironment(const std::string& environment, ComparisonRow& row)
{
    if (row.verdict == Verdict::Regressed && !environment.empty()) {
        row.annotations.push_back(
            {.code = "environment", .text = "the sides differ in " + environment + ", too", .isUsers = false});
    }
}

void warnOfLoneBoots(const std::vector<Estimate>& estimates, ComparisonGroup& group)
{
    for (std::size_t i = 0; i < estimates.size(); ++i) {
        const auto& before = group.rows[i].baseline;
        const auto& after = group.rows[i].candidate;
        const auto isSampled = estimates[i].basis == Basis::Samples || estimates[i].basis == Basis::FewSamples;
        if (!isSampled || before.boots.empty() || after.boots.empty() || before.boots == after.boots
            || (before.boots.size() > 1 && after.boots.size() > 1)) {
            continue;
        }
        const auto who = before.boots.size() > 1 ? quotedLabel(after.label) + " was"
            : after.boots.size() > 1             ? quotedLabel(before.label) + " was"
                                                 : std::string("Each side was");
        group.warnings.push_back(who
                                 + " measured in one boot: repeats inside a boot see only part of the noise, and what "
                                   "differs may be the boots. Reboot and run each side again under the same label");
        return;
    }
}

}
