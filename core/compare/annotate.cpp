// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/annotate.h"

#include "core/compare/figures.h"
#include "core/compare/sample_notes.h"

#include <algorithm>
#include <format>
#include <unordered_map>

namespace patchscale {
namespace {

struct RefHash
{
    std::size_t operator()(const RunResultRef& ref) const
    {
        return ref.run * 0x9e3779b97f4a7c15ULL ^ ref.result;
    }
};

void note(ComparisonRow& row, std::string code, std::string text)
{
    row.annotations.push_back({.code = std::move(code), .text = std::move(text), .isUsers = false});
}

bool holds(const Side& side, const ResultRef& ref)
{
    return std::ranges::find(side.results, RunResultRef {.run = ref.run, .result = ref.result}) != side.results.end();
}

/// Ties each claim to the row that has its two results as sides, in the same order.
void tieClaims(Comparison& comparison)
{
    if (comparison.claims.empty()) {
        return;
    }
    std::unordered_multimap<RunResultRef, ComparisonRow*, RefHash> byCandidate;
    for (auto& group : comparison.groups) {
        for (auto& row : group.rows) {
            for (const auto& ref : row.candidate.results) {
                byCandidate.emplace(ref, &row);
            }
        }
    }
    for (std::size_t i = 0; i < comparison.claims.size(); ++i) {
        const auto& claim = comparison.claims[i];
        if (!claim.baselineResult || !claim.candidateResult) {
            continue;
        }
        const RunResultRef candidate {.run = claim.candidateResult->run, .result = claim.candidateResult->result};
        const auto [first, last] = byCandidate.equal_range(candidate);
        for (auto entry = first; entry != last; ++entry) {
            auto& row = *entry->second;
            if (!holds(row.baseline, *claim.baselineResult)) {
                continue;
            }
            row.claims.push_back(i);
            if (claim.verdict == ClaimVerdict::Wrong) {
                note(row, "claim-wrong", "author says " + claim.stated);
            } else if (claim.verdict == ClaimVerdict::SignFlipped) {
                note(row, "claim-sign-flipped", "author says " + claim.stated + ", counted the other way round");
            }
        }
    }
}

/// What a regressed row costs the total, and whether the total hides it.
void noteShares(ComparisonGroup& group)
{
    if (!group.index) {
        return;
    }
    std::vector<ComparisonRow*> falling;
    for (auto& row : group.rows) {
        if (row.contribution && *row.contribution < 0) {
            falling.push_back(&row);
        }
    }
    std::ranges::stable_sort(falling, {}, [](const ComparisonRow* row) { return *row->contribution; });
    for (std::size_t i = 0; i < falling.size(); ++i) {
        auto& row = *falling[i];
        if (row.verdict != Verdict::Regressed) {
            continue;
        }
        if (group.index->change > 0) {
            note(row, "hidden-by-total", "hidden by a better total");
        }
        const auto rank = falling.size() == 1 ? std::string()
            : i == 0                          ? std::format(", most of the {} tests that fell", falling.size())
                                              : std::format(", number {} of {} tests that fell", i + 1, falling.size());
        note(row, "total-share", std::format("costs the score {}{}", sizeText(*row.contribution), rank));
    }
    for (auto& row : group.rows) {
        if (row.verdict == Verdict::Improved && row.contribution && row.test == group.index->biggestTest) {
            note(row, "total-share", std::format("alone brings the score {}", changeText(*row.contribution)));
        }
    }
}

void noteIndex(ComparisonGroup& group)
{
    if (!group.index || (!group.index->statedBaseline && !group.index->statedCandidate)) {
        return;
    }
    const auto& index = *group.index;
    const auto total = std::ranges::find_if(
        group.rows, [&](const ComparisonRow& row) { return row.isTotal && row.test == index.name; });
    if (total == group.rows.end()) {
        return;
    }
    if (index.agrees) {
        note(*total, "index-agrees", "recomputed, agrees");
        return;
    }
    const auto text =
        std::format("the rows give {} and {}, stated are {} and {}", fixedText(index.baseline, 1),
                    fixedText(index.candidate, 1), index.statedBaseline ? valueText(*index.statedBaseline) : "nothing",
                    index.statedCandidate ? valueText(*index.statedCandidate) : "nothing");
    note(*total, "index-mismatch", text);
    group.warnings.push_back(index.name + ": " + text + ": was a row lost or edited?");
}

}

void annotate(Comparison& comparison)
{
    for (auto& group : comparison.groups) {
        noteShares(group);
        noteIndex(group);
        for (auto& row : group.rows) {
            noteSamples(row);
        }
    }
    tieClaims(comparison);
}

}
