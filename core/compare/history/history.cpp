// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/history/history.h"

#include "core/base/join.h"
#include "core/compare/directions.h"
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

int rankOf(const HistorySeries& series)
{
    return hasStep(series, Verdict::Regressed) ? 0
        : hasStep(series, Verdict::Improved)   ? 1
        : !series.steps.empty()                ? 2
        : series.isTooShort                    ? 4
                                               : 3;
}

void count(History& history)
{
    for (const auto& series : history.series) {
        switch (rankOf(series)) {
        case 0:
            ++history.regressed;
            break;
        case 1:
            ++history.improved;
            break;
        case 2:
            ++history.changed;
            break;
        case 3:
            ++history.unchanged;
            break;
        default:
            ++history.tooShort;
        }
    }
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
    RankTests tests;
    for (std::size_t i = 0; i < history.series.size(); ++i) {
        if (job.isCancelled()) {
            return std::unexpected(Error {.code = Errc::Cancelled, .message = "cancelled", .where = {}, .hints = {}});
        }
        job.report(static_cast<double>(i) / static_cast<double>(history.series.size()), "searching for change points");
        findSteps(history.series[i], spec.limit, tests);
        explainSeries(runs, sources, history.series[i]);
    }
    std::ranges::stable_sort(history.series, {}, [](const HistorySeries& series) {
        const int rank = rankOf(series);
        const double size = rank == 0 ? largest(series, Verdict::Regressed)
            : rank == 1               ? largest(series, Verdict::Improved)
                                      : 0;
        return std::pair(rank, -size);
    });
    count(history);
    const auto searched = history.series.size() - static_cast<std::size_t>(history.tooShort);
    const double expected = static_cast<double>(searched) * ChangePointRule {}.alpha;
    if (expected >= 1) {
        history.warnings.push_back(
            std::format("p is not adjusted for the number of histories: of {} about {:.0f} would "
                        "show a change point by chance",
                        searched, expected));
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
