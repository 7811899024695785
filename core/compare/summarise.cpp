// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/summarise.h"

#include "core/compare/figures.h"
#include "core/compare/suites.h"
#include "core/compare/verdict_order.h"
#include "core/stats/ratio_interval.h"
#include "core/stats/summary.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <format>
#include <utility>
#include <vector>

namespace patchscale {
namespace {

constexpr double kVisible = 0.0005; // what shows as 0.1 % when printed with one decimal

void order(std::vector<ComparisonRow>& rows)
{
    // Rows are large: keys are sorted, then each row moves once.
    struct Key
    {
        double size;
        std::uint32_t row;
        int rank;
    };
    std::vector<Key> keys;
    keys.reserve(rows.size());
    constexpr int kTotals = 100; // behind all verdicts
    for (std::size_t i = 0; i < rows.size(); ++i) {
        keys.push_back({.size = std::abs(rows[i].change.value_or(0)),
                        .row = static_cast<std::uint32_t>(i),
                        .rank = verdictOrder(rows[i].verdict) + (rows[i].isTotal ? kTotals : 0)});
    }
    std::ranges::sort(keys, [](const Key& a, const Key& b) {
        return a.rank != b.rank ? a.rank < b.rank : a.size > b.size || (!(a.size < b.size) && a.row < b.row);
    });
    // Along each cycle of the permutation, so that no second set of rows is needed.
    for (std::uint32_t start = 0; start < keys.size(); ++start) {
        if (keys[start].row == start) {
            continue;
        }
        auto first = std::move(rows[start]);
        std::uint32_t to = start;
        for (std::uint32_t from = keys[to].row; from != start; from = keys[to].row) {
            rows[to] = std::move(rows[from]);
            keys[to].row = to;
            to = from;
        }
        rows[to] = std::move(first);
        keys[to].row = to;
    }
}

void countVerdict(VerdictCounts& counts, Verdict verdict)
{
    switch (verdict) {
    case Verdict::Regressed:
        ++counts.regressed;
        return;
    case Verdict::Improved:
        ++counts.improved;
        return;
    case Verdict::Unchanged:
        ++counts.unchanged;
        return;
    case Verdict::Minor:
        ++counts.minor;
        return;
    case Verdict::Undecided:
        ++counts.undecided;
        return;
    case Verdict::NotComparable:
        ++counts.notComparable;
        return;
    }
}

bool hasOnlyTotals(const ComparisonGroup& group)
{
    return std::ranges::all_of(group.rows, &ComparisonRow::isTotal);
}

/// Only over rows that mean the same: one metric, one known direction.
void takeGeomean(ComparisonGroup& group)
{
    std::vector<double> ratios;
    std::vector<std::pair<double, double>> intervals;
    const ComparisonRow* first = nullptr;
    std::size_t lone = 0;
    group.geomean.reset();
    group.geomeanInterval.reset();
    for (const auto& row : group.rows) {
        if (row.isTotal) {
            continue;
        }
        if (!row.change) {
            ++lone;
            continue;
        }
        if (first == nullptr) {
            first = &row;
        }
        if (row.better == Better::Unknown || row.better != first->better || row.metric != first->metric) {
            return;
        }
        ratios.push_back(1 + *row.change);
        if (row.interval) {
            intervals.emplace_back(row.interval->low, row.interval->high);
        }
    }
    const auto mean = geometricMean(ratios);
    if (!mean) {
        return;
    }
    group.geomean = *mean - 1;
    if (intervals.size() == ratios.size()) {
        if (const auto interval = geometricMeanInterval(intervals)) {
            group.geomeanInterval = Interval {.low = interval->first, .high = interval->second};
        }
    }
    if (lone > 0 && ratios.size() > 1 && !group.index) {
        group.warnings.push_back(
            std::format("The sides differ in their tests: the geometric mean is over the {} that can "
                        "be compared, without {}",
                        ratios.size(), countText(lone, "other", "others")));
    }
}

void warnOfBareValues(ComparisonGroup& group)
{
    bool isBare = false;
    for (const auto& row : group.rows) {
        if (row.baseline.spread || row.candidate.spread || row.baseline.samples.size() > 1
            || row.candidate.samples.size() > 1) {
            return;
        }
        isBare = isBare || row.verdict == Verdict::Regressed || row.verdict == Verdict::Improved;
    }
    if (isBare) {
        group.warnings.emplace_back("Bare values, no spread known: confirm with more runs");
    }
}

std::string moved(double change)
{
    if (!(std::abs(change) >= 0.00005)) {
        return "did not change";
    }
    return std::format("{} {}", change > 0 ? "rose" : "fell", sizeText(change));
}

std::string gotWorse(int count)
{
    return std::format("{} {} got worse", countWord(static_cast<std::size_t>(count)), count == 1 ? "test" : "tests");
}

std::string othersWords(const SuiteIndex& index)
{
    const auto others = index.rows - 1;
    const auto size = std::abs(index.othersChange) >= kVisible
        ? std::format("{} {}", index.othersChange > 0 ? "rose" : "fell", sizeText(index.othersChange, 1))
        : std::string("did not change");
    return others == 1 ? "the other test " + size
                       : std::format("the other {} tests {} together", countWord(others), size);
}

std::string indexSentence(const ComparisonGroup& group)
{
    const auto& index = *group.index;
    const auto& counts = group.counts;
    const std::string name = isPartialTotal(index.name) ? "The partial score" : "The score";
    const double limit = group.rows.empty() ? 0 : group.rows.back().limit;
    if (std::abs(index.change) <= limit) {
        const auto start = std::format("{} is unchanged ({})", name, changeText(index.change));
        if (counts.regressed == 0 && counts.improved == 0) {
            return std::format("{}, and no test changed by more than {}.", start, limitText(limit));
        }
        if (counts.regressed == 0) {
            return std::format("{}; {} of {} tests got better, none worse.", start, counts.improved, counts.total());
        }
        return std::format("{}, but {} and {} better.", start, gotWorse(counts.regressed),
                           countWord(static_cast<std::size_t>(counts.improved)));
    }
    const auto start = std::format("{} {}", name, moved(index.change));
    if (index.rows < 2) {
        return start + ".";
    }
    const bool isBiggestOpposed = (index.biggestContribution > 0) != (index.change > 0);
    const bool areOthersOpposed =
        (index.othersChange > 0) != (index.change > 0) && std::abs(index.othersChange) >= kVisible;
    const auto brings = index.biggestContribution > 0 ? "brings " + changeText(index.biggestContribution, 1)
                                                      : "costs " + sizeText(index.biggestContribution, 1);
    if (isBiggestOpposed && std::abs(index.biggestContribution) >= kVisible) {
        return std::format("{}, although {} {}; {}.", start, index.biggestTest, brings, othersWords(index));
    }
    if (areOthersOpposed) {
        return std::format("{}, but {} alone {}; {}.", start, index.biggestTest, brings, othersWords(index));
    }
    const bool isMostly = std::log1p(index.biggestContribution) / std::log1p(index.change) >= 0.5;
    if (isMostly) {
        const auto worse = index.change > 0 && counts.regressed > 0 ? "; " + gotWorse(counts.regressed) : std::string();
        return std::format("{}: {} alone {}, {}{}.", start, index.biggestTest, brings, othersWords(index), worse);
    }
    return std::format("{}: {} of {} tests better, {} worse.", start, counts.improved, counts.total(),
                       counts.regressed == 0 ? "none" : std::to_string(counts.regressed));
}

/// "; 3 undecided, 1 not comparable" for what is neither better, worse nor the same.
std::string restWords(const VerdictCounts& counts)
{
    std::string text;
    const auto add = [&](int count, const char* word) {
        if (count > 0) {
            text += std::format("{}{} {}", text.empty() ? "" : ", ", count, word);
        }
    };
    add(counts.minor, "real, but below the limit");
    add(counts.undecided, "undecided");
    add(counts.notComparable, "without a partner");
    return text.empty() ? text : "; " + text;
}

std::string nameOf(const ComparisonRow& row)
{
    return row.test.empty() ? row.metric : row.test;
}

std::string singleSentence(const ComparisonRow& row)
{
    if (!row.change) {
        return nameOf(row) + ": " + row.reason + ".";
    }
    const char* verdict = row.verdict == Verdict::Regressed ? "worse"
        : row.verdict == Verdict::Improved                  ? "better"
        : row.verdict == Verdict::Unchanged                 ? "within the limit"
        : row.verdict == Verdict::Minor                     ? "real, but below the limit"
                                                            : "undecided";
    return std::format("{} {} ({}).", nameOf(row), moved(*row.change), verdict);
}

std::string countSentence(const ComparisonGroup& group)
{
    const auto& counts = group.counts;
    const auto compared = counts.total() - counts.notComparable;
    if (compared == 0) {
        return "Nothing can be compared here" + restWords(counts) + ".";
    }
    if (compared == 1) {
        auto sentence = singleSentence(group.rows.front());
        sentence.insert(sentence.size() - 1, restWords({.notComparable = counts.notComparable}));
        return sentence;
    }
    const double limit = group.rows.front().limit;
    const auto tests = countText(static_cast<std::size_t>(compared), "test", "tests");
    const auto& first = group.rows.front(); // regressions stand first by size, then improvements
    if (counts.regressed > 0) {
        return std::format("{} of {} worse ({} most, {}), {} better, {} unchanged{}.", counts.regressed, tests,
                           nameOf(first), changeText(first.change.value_or(0)), counts.improved, counts.unchanged,
                           restWords(counts));
    }
    if (counts.improved > 0) {
        const auto same = counts.unchanged > 0 ? std::format(", {} unchanged", counts.unchanged) : std::string();
        return std::format("{} of {} better ({} most, {}), none worse{}{}.", counts.improved, tests, nameOf(first),
                           changeText(first.change.value_or(0)), same, restWords(counts));
    }
    if (counts.unchanged == compared) {
        return std::format("No test changed by more than {} ({}){}.", limitText(limit), tests, restWords(counts));
    }
    if (counts.undecided > 0 && first.verdict == Verdict::Undecided && first.change) {
        auto rest = counts;
        rest.undecided = 0;
        return std::format("{} of {} undecided ({} most, {}), {} unchanged{}.", counts.undecided, tests, nameOf(first),
                           changeText(*first.change), counts.unchanged, restWords(rest));
    }
    return std::format("No change above {} in {} of {}{}.", limitText(limit), counts.unchanged, tests,
                       restWords(counts));
}

}

ClaimCounts countClaims(std::span<const Claim> claims)
{
    ClaimCounts counts;
    for (const auto& claim : claims) {
        switch (claim.verdict) {
        case ClaimVerdict::Agrees:
            ++counts.agrees;
            break;
        case ClaimVerdict::Rounded:
            ++counts.rounded;
            break;
        case ClaimVerdict::SignFlipped:
            ++counts.signFlipped;
            break;
        case ClaimVerdict::Wrong:
            ++counts.wrong;
            break;
        case ClaimVerdict::Unverifiable:
            ++counts.unverifiable;
            break;
        }
    }
    return counts;
}

void summarise(ComparisonGroup& group)
{
    order(group.rows);
    const bool areTotalsCounted = hasOnlyTotals(group);
    group.counts = {};
    for (const auto& row : group.rows) {
        if (!row.isTotal || areTotalsCounted) {
            countVerdict(group.counts, row.verdict);
        }
    }
    takeGeomean(group);
    warnOfBareValues(group);
    group.sentence = sentenceOf(group);
}

std::string sentenceOf(const ComparisonGroup& group)
{
    if (group.rows.empty()) {
        return "Nothing can be compared here.";
    }
    if (group.index) {
        return indexSentence(group);
    }
    if (group.counts.total() == 1 && group.counts.notComparable == 1) {
        return singleSentence(group.rows.front());
    }
    return countSentence(group);
}

std::string statusLine(const VerdictCounts& counts, const ClaimCounts& claims)
{
    auto text = std::format("{}: {} worse, {} better, {} same",
                            countText(static_cast<std::size_t>(counts.total()), "test", "tests"), counts.regressed,
                            counts.improved, counts.unchanged);
    const auto add = [&](int count, const char* word) {
        if (count > 0) {
            text += std::format(", {} {}", count, word);
        }
    };
    add(counts.minor, "minor");
    add(counts.undecided, "undecided");
    add(counts.notComparable, "not comparable");
    if (claims.total() > 0) {
        text += std::format("; {} of {} wrong", claims.wrong,
                            countText(static_cast<std::size_t>(claims.total()), "claim", "claims"));
        if (claims.signFlipped > 0) {
            text += std::format(", {} with the sign flipped", claims.signFlipped);
        }
    }
    return text;
}

std::string statusLine(const Comparison& comparison)
{
    return statusLine(comparison.counts, countClaims(comparison.claims));
}

std::string headline(const Comparison& comparison)
{
    if (comparison.groups.empty()) {
        return {};
    }
    if (comparison.groups.size() == 1) {
        return comparison.groups.front().sentence;
    }
    const bool areScores = std::ranges::all_of(comparison.groups, [&](const ComparisonGroup& group) {
        return group.index && group.benchmark == comparison.groups.front().benchmark
            && group.candidate == comparison.groups.front().candidate;
    });
    if (!areScores) {
        return statusLine(comparison.counts, {}) + ".";
    }
    std::string list;
    std::size_t rising = 0;
    std::size_t falling = 0;
    for (const auto& group : comparison.groups) {
        const double change = group.index->change;
        const double limit = group.rows.empty() ? 0 : group.rows.back().limit;
        rising += change > limit ? 1 : 0;
        falling += change < -limit ? 1 : 0;
        list += (list.empty() ? "" : ", ") + changeText(change);
        if (!group.machine.empty()) {
            list += " on " + group.machine;
        }
    }
    const auto count = comparison.groups.size();
    const auto all = count == 2 ? std::string("both") : "all " + countWord(count);
    if (rising == count || falling == count) {
        return std::format("The score {} in {} comparisons: {}.", rising == count ? "rose" : "fell", all, list);
    }
    if (rising == 0 && falling == 0) {
        return std::format("The score is unchanged in {} comparisons: {}.", all, list);
    }
    return std::format("The score rose in {} and fell in {} of {} comparisons: {}.", countWord(rising),
                       countWord(falling), countWord(count), list);
}

}
