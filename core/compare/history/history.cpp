// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/history/history.h"

#include "core/base/join.h"
#include "core/compare/directions.h"
#include "core/compare/history/history_family.h"
#include "core/compare/history/history_series.h"
#include "core/compare/history/history_steps.h"
#include "core/compare/history/history_words.h"
#include "core/stats/change_points.h"

#include <algorithm>
#include <cmath>
#include <format>

namespace patchscale {
namespace {

constexpr std::size_t kMostNamed = 12; // places in a hint

std::string listed(const std::vector<std::string>& names)
{
    const auto shown = std::min(names.size(), kMostNamed);
    const std::span<const std::string> first(names.data(), shown);
    return join(first, ", ") + (shown < names.size() ? std::format(" and {} more", names.size() - shown) : "");
}

std::unexpected<Error> nothing(const GatheredSeries& gathered, const HistorySpec& spec)
{
    Error error {.code = Errc::Usage, .message = "no history: ", .where = {}, .hints = {}};
    if (gathered.places.empty()) {
        error.message += spec.tests.empty() && spec.variants.empty()
            ? "no run tells its kernel release, commit, date or boot"
            : "no run that tells its kernel release, commit, date or boot has what was asked for";
        error.hints = gathered.warnings;
        error.hints.emplace_back("'patchscale-cli list' shows what is there");
        return std::unexpected(std::move(error));
    }
    error.message += spec.since.empty() ? std::string("each test has been measured at one place only")
        : gathered.singles > 0          ? std::format("each test has one place only since {}", spec.since)
                                        : std::format("nothing has been measured since {}", spec.since);
    error.hints.push_back("there is: " + listed(gathered.places));
    return std::unexpected(std::move(error));
}

/// Puts the directions that were set by hand over those of the documents.
Result<void> direct(std::vector<HistorySeries>& all, const std::map<std::string, Better>& byHand)
{
    Directions directions(byHand);
    if (!directions.isSet()) {
        return {};
    }
    ComparisonGroup known;
    for (auto& series : all) {
        ComparisonRow row;
        row.benchmark = series.benchmark;
        row.test = series.test;
        row.metric = series.metric;
        row.better = series.better;
        directions.apply(row);
        series.better = row.better;
        known.rows.push_back(std::move(row));
    }
    return directions.check(std::span(&known, 1));
}

/// The size of the largest step that goes this way; 0 without one.
double largest(const HistorySeries& series, Verdict verdict)
{
    double size = 0;
    for (const auto& step : series.steps) {
        size = step.verdict == verdict ? std::max(size, std::abs(step.change)) : size;
    }
    return size;
}

bool hasStep(const HistorySeries& series, Verdict verdict)
{
    return std::ranges::contains(series.steps, verdict, &HistoryStep::verdict);
}

enum class Rank : std::uint8_t { Regressed, Improved, Changed, Undecided, Unchanged, TooShort };

Rank rankOf(const HistorySeries& series)
{
    return hasStep(series, Verdict::Regressed)    ? Rank::Regressed
        : hasStep(series, Verdict::Improved)      ? Rank::Improved
        : hasStep(series, Verdict::NotComparable) ? Rank::Changed
        : !series.steps.empty()                   ? Rank::Undecided
        : series.isTooShort                       ? Rank::TooShort
                                                  : Rank::Unchanged;
}

void count(History& history)
{
    for (const auto& series : history.series) {
        switch (rankOf(series)) {
        case Rank::Regressed:
            ++history.regressed;
            break;
        case Rank::Improved:
            ++history.improved;
            break;
        case Rank::Changed:
            ++history.changed;
            break;
        case Rank::Undecided:
            ++history.undecided;
            break;
        case Rank::Unchanged:
            ++history.unchanged;
            break;
        case Rank::TooShort:
            ++history.tooShort;
        }
    }
}

/// Finds the steps of all series; those of series that have some once more, with as many permutations as it takes to
/// tell them from chance among so many.
Result<void> search(std::vector<HistorySeries>& all, const HistorySpec& spec, const Job& job)
{
    RankTests tests;
    const auto pass = [&](int permutations, bool isFirst) -> Result<void> {
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (job.isCancelled()) {
                return std::unexpected(
                    Error {.code = Errc::Cancelled, .message = "cancelled", .where = {}, .hints = {}});
            }
            if (isFirst || !all[i].steps.empty()) {
                findSteps(all[i], spec.limit, tests, permutations);
            }
            const double done = static_cast<double>(i) / static_cast<double>(all.size());
            job.report((isFirst ? 0 : 0.5) + done / 2, "searching for change points");
        }
        return {};
    };
    const auto usual = ChangePointRule {}.permutations;
    if (auto first = pass(usual, true); !first) {
        return first;
    }
    const auto wanted = permutationsFor(familyOf(all));
    return wanted > usual ? pass(wanted, false) : Result<void> {};
}

}

Result<History> historyOf(std::span<const Run> runs, const HistorySources& sources, const HistorySpec& spec,
                          const Job& job)
{
    auto gathered = gatherSeries(runs, sources, spec);
    if (gathered.series.empty()) {
        return nothing(gathered, spec);
    }
    if (auto directed = direct(gathered.series, spec.better); !directed) {
        return std::unexpected(std::move(directed.error()));
    }
    History history;
    history.series = std::move(gathered.series);
    history.warnings = std::move(gathered.warnings);
    if (auto found = search(history.series, spec, job); !found) {
        return std::unexpected(std::move(found.error()));
    }
    adjustSteps(history.series, spec.adjustment);
    for (auto& series : history.series) {
        explainSeries(runs, sources, series);
    }
    std::ranges::stable_sort(history.series, {}, [](const HistorySeries& series) {
        const auto rank = rankOf(series);
        const double size = rank == Rank::Regressed ? largest(series, Verdict::Regressed)
            : rank == Rank::Improved                ? largest(series, Verdict::Improved)
                                                    : 0;
        return std::pair(rank, -size);
    });
    count(history);
    if (const auto family = familyOf(history.series); family.members > 1 && family.points > 0) {
        history.warnings.push_back(familyWords(family, spec.adjustment));
    }
    if (gathered.singles > 0) {
        history.warnings.push_back(std::format("{} measured at one place only left out",
                                               gathered.singles == 1
                                                   ? std::string("1 test that was")
                                                   : std::format("{} tests that were", gathered.singles)));
    }
    history.sentence = historySentence(history, spec.since);
    return history;
}

std::string_view orderWord(HistoryOrder order)
{
    switch (order) {
    case HistoryOrder::Release:
        return "release";
    case HistoryOrder::Date:
        return "date";
    case HistoryOrder::Import:
        break;
    }
    return "import";
}

}
