// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_model.h"

#include "core/base/join.h"
#include "core/compare/across.h"
#include "core/compare/figures.h"
#include "core/compare/series.h"
#include "core/report/group_title.h"
#include "core/report/report_tables.h"
#include "core/report/report_words.h"

#include <algorithm>
#include <format>
#include <iterator>
#include <utility>

namespace patchscale {
namespace {

ReportSides sidesOf(const GroupSet& set)
{
    bool hasBaseline = false;
    bool hasCandidate = false;
    for (const auto* group : set) {
        for (const auto& row : group->rows) {
            hasBaseline = hasBaseline || row.baseline.value;
            hasCandidate = hasCandidate || row.candidate.value;
        }
    }
    if (hasBaseline == hasCandidate) {
        return ReportSides::Both;
    }
    return hasBaseline ? ReportSides::BaselineOnly : ReportSides::CandidateOnly;
}

/// Machine, parameters (those of all rows, too) and documents of a set.
std::string circumstanceWords(const Comparison& comparison, const GroupSet& set, const Parameters& sharedParameters)
{
    const auto& first = *set.front();
    ComparisonGroup told;
    told.machine = first.machine;
    const bool isMachineTold = std::ranges::any_of(comparison.groups, [&](const ComparisonGroup& other) {
        return other.benchmark == first.benchmark && !other.machine.empty();
    });
    if (told.machine.empty() && isMachineTold) {
        told.machine = "machine not told";
    }
    told.parameters = first.parameters;
    told.parameters.insert(sharedParameters.begin(), sharedParameters.end());
    for (const auto* group : set) {
        for (const auto& document : group->documents) {
            if (std::ranges::find(told.documents, document) == told.documents.end()) {
                told.documents.push_back(document);
            }
        }
    }
    return circumstances(told);
}

/// The group's sentence and the names of what got worse: the numbers stand in the table.
std::string sentenceWords(const ComparisonGroup& group, bool isOneOfMany, const Parameters& sharedParameters)
{
    // No colon: a line that ends in one reads like the heading of the next table.
    std::string text = isOneOfMany ? group.candidate + ", " + group.sentence : group.sentence;
    std::string worse;
    for (const auto& row : group.rows) {
        if (row.verdict == Verdict::Regressed && !row.isTotal) {
            worse += (worse.empty() ? " Worse: " : ", ") + displayedTest(row, sharedParameters);
        }
    }
    const bool isNamedAlready = !group.index && group.counts.regressed == 1;
    return worse.empty() || isNamedAlready ? text : text + worse + ".";
}

/// The user's notes, each once: candidates beside each other share the baseline that a note may stand on.
void addNotes(const ComparisonGroup& group, const Parameters& sharedParameters, std::vector<std::string>& notes)
{
    for (const auto& row : group.rows) {
        for (const auto& annotation : row.annotations) {
            if (!annotation.isUsers) {
                continue;
            }
            auto text = std::format("Note on {}: {}{}", displayedTest(row, sharedParameters), annotation.text,
                                    annotation.text.ends_with('.') ? "" : ".");
            if (std::ranges::find(notes, text) == notes.end()) {
                notes.push_back(std::move(text));
            }
        }
    }
}

}

std::vector<ReportBlock> reportBlocks(const Comparison& comparison, std::span<const ProfileComparison> profiles)
{
    std::vector<ReportBlock> blocks;
    auto sets = groupSets(comparison);
    for (auto& set : sets) {
        std::erase_if(set, [&](const ComparisonGroup* group) {
            return isToldByProfile(profiles, comparison, static_cast<std::size_t>(group - comparison.groups.data()));
        });
        if (set.empty()) {
            continue;
        }
        const auto lines = linesOf(set);
        const auto sharedParameters = sharedOf(lines);
        auto& block = blocks.emplace_back();
        const auto& leading = *set.front();
        block.sides = sidesOf(set);
        block.machine = circumstanceWords(comparison, set, sharedParameters);
        block.baseline = leading.baseline.empty() ? "before" : leading.baseline;
        for (const auto* group : set) {
            block.candidates.push_back(group->candidate.empty() ? "after" : group->candidate);
        }
        block.tables = tablesOf(set, lines, sharedParameters);
        if (block.sides != ReportSides::Both) {
            const bool isBaseline = block.sides == ReportSides::BaselineOnly;
            for (auto& table : block.tables) {
                table.title += isBaseline ? ", only in the baseline" : ", only in the candidate";
            }
            continue; // that is all there is to say
        }
        for (const auto* group : set) {
            block.sentences.push_back(sentenceWords(*group, set.size() > 1, sharedParameters));
            std::ranges::move(seriesWords(*group, sharedParameters), std::back_inserter(block.series));
            addNotes(*group, sharedParameters, block.notes);
            for (const auto& warning : group->warnings) {
                if (std::ranges::find(block.warnings, warning) == block.warnings.end()) {
                    block.warnings.push_back(warning);
                }
            }
        }
    }
    return blocks;
}

std::vector<std::string> acrossWords(const Comparison& comparison)
{
    constexpr std::size_t kMostNamed = 10; // a reviewer reads no more, JSON has them all
    std::vector<std::string> words;
    for (const auto& across : acrossOf(comparison)) {
        const auto places = join(across.places, ", ", [](const AcrossPlace& place) {
            return place.change ? std::format("{} ({})", place.label, changeText(*place.change)) : place.label;
        });
        words.push_back(std::format("{}: {}. {}", acrossHeading(across.over), places, across.sentence));
        std::size_t named = 0;
        for (const auto& test : across.tests) {
            if (test.isConsistent || test.sentence.empty()) {
                continue;
            }
            if (++named <= kMostNamed) {
                words.push_back(std::format("{} {}.", displayedTest(test.first(), {}), test.sentence));
            }
        }
        if (named > kMostNamed) {
            words.push_back(std::format("{} more tests are not alike.", named - kMostNamed));
        }
    }
    return words;
}

std::vector<std::string> seriesWords(const ComparisonGroup& group, const Parameters& sharedParameters)
{
    std::vector<std::pair<std::string, std::string>> said; // words, tests
    for (const auto& row : group.rows) {
        if (!row.series || row.series->words.empty()) {
            continue;
        }
        auto test = displayedTest(row, sharedParameters);
        test += row.metric.empty() || row.metric == "value" || row.metric == row.test ? "" : " " + row.metric;
        const auto known = std::ranges::find(said, row.series->words, &std::pair<std::string, std::string>::first);
        if (known == said.end()) {
            said.emplace_back(row.series->words, std::move(test));
        } else {
            known->second += ", " + test;
        }
    }
    std::vector<std::string> lines;
    for (const auto& [words, tests] : said) {
        lines.push_back(std::format("{}: {}.", tests, words));
    }
    return lines;
}

std::vector<std::string> claimWords(const Comparison& comparison)
{
    std::vector<std::string> words;
    for (const auto& claim : comparison.claims) {
        if (claim.verdict == ClaimVerdict::Wrong || claim.verdict == ClaimVerdict::SignFlipped) {
            words.push_back(std::format("{}: stated {}; {}", claim.test.empty() ? "In total" : claim.test, claim.stated,
                                        claim.reason));
        }
    }
    return words;
}

}
