// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/series.h"

#include "core/compare/figures.h"
#include "core/compare/perf_events.h"
#include "core/stats/steady_state.h"
#include "core/stats/summary.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <limits>
#include <optional>
#include <utility>

namespace patchscale {
namespace {

constexpr std::size_t kMostCells = 1000; ///< finer than a chart shows
constexpr double kMostGaps = 0.2; ///< of a track's cells
constexpr double kLeastShare = 1.0 / 3; ///< of the shortest track that the window has to cover
constexpr std::size_t kFewestCells = 10; ///< of a window

const TestResult& resultOf(std::span<const Run> runs, RunResultRef ref)
{
    return runs[ref.run].results[ref.result];
}

/// What writes times beside its values. Elsewhere "time" is a result, whose samples the user may all have left out.
bool isLogging(const Run& run)
{
    return run.benchmark == "fio" || isPerfStat(run.benchmark);
}

/// A value and when it was logged, in seconds.
struct Logged
{
    double time = 0;
    double value = 0;
};

struct LoggedTrack
{
    std::size_t run = 0;
    std::vector<Logged> values;
};

/// The logged values of @p side, a track for each result; empty where not all of it is a series.
std::vector<LoggedTrack> tracksOf(const SeriesTimes& times, std::span<const Run> runs, const Side& side)
{
    std::vector<LoggedTrack> tracks;
    auto pooled = side.samples.begin(); // in the row's unit, in the order of the results
    for (const auto ref : side.results) {
        const auto* const axis = times.of(ref);
        if (axis == nullptr) {
            return {};
        }
        const double seconds = std::abs(axis->value) > 0 ? axis->baseValue / axis->value : 1;
        auto& track = tracks.emplace_back(LoggedTrack {.run = ref.run, .values = {}});
        auto time = axis->samples.begin();
        for (const auto& sample : resultOf(runs, ref).samples) {
            if (sample.isExcluded || pooled == side.samples.end()) {
                continue;
            }
            const double value = *pooled++;
            time = std::find_if(time, axis->samples.end(), [&](const Sample& at) { return at.order >= sample.order; });
            if (time != axis->samples.end() && time->order == sample.order) {
                track.values.push_back({.time = time->value * seconds, .value = value});
            }
        }
        std::ranges::stable_sort(track.values, {}, &Logged::time);
        if (track.values.size() < 2 || !(track.values.back().time > track.values.front().time)) {
            return {};
        }
    }
    return pooled == side.samples.end() ? std::move(tracks) : std::vector<LoggedTrack> {};
}

/// The middle distance of the different times of a track.
double gapOf(const LoggedTrack& track)
{
    std::vector<double> gaps;
    for (std::size_t i = 1; i < track.values.size(); ++i) {
        const double gap = track.values[i].time - track.values[i - 1].time;
        if (gap > 0) {
            gaps.push_back(gap);
        }
    }
    return median(gaps);
}

/// Times may count from 1970 (log_unix_epoch): then a run begins with its first value.
void startAtZero(LoggedTrack& track)
{
    constexpr double kMostRests = 100; // before the first value, in lengths of the series
    const double first = track.values.front().time;
    if (first > kMostRests * (track.values.back().time - first)) {
        const double gap = gapOf(track);
        for (auto& logged : track.values) {
            logged.time += gap - first;
        }
    }
}

struct Gridded
{
    SeriesTrack track;
    double gaps = 0; ///< share of its cells without a value
};

/// A value logged at a time speaks of the time before it.
Gridded onGrid(const LoggedTrack& logged, double step)
{
    const auto cellOf = [step](double time) {
        return static_cast<std::size_t>(std::max(0LL, std::llround(time / step) - 1));
    };
    Gridded out;
    out.track.run = logged.run;
    out.track.first = cellOf(logged.values.front().time);
    const auto cells = cellOf(logged.values.back().time) - out.track.first + 1;
    std::vector<double> counts(cells, 0);
    auto& values = out.track.values;
    values.assign(cells, 0);
    for (const auto& [time, value] : logged.values) {
        const auto cell = cellOf(time) - out.track.first;
        values[cell] += value;
        ++counts[cell];
    }
    std::size_t before = 0;
    std::size_t empty = 0;
    for (std::size_t i = 0; i < cells; ++i) {
        if (!(counts[i] > 0)) {
            ++empty;
            continue;
        }
        values[i] /= counts[i];
        for (std::size_t gap = before + 1; gap < i; ++gap) {
            const double part = static_cast<double>(gap - before) / static_cast<double>(i - before);
            values[gap] = values[before] + part * (values[i] - values[before]);
        }
        before = i;
    }
    out.gaps = static_cast<double>(empty) / static_cast<double>(cells);
    return out;
}

/// The values of @p track within @p window, which it covers.
std::span<const double> within(const SeriesTrack& track, const TimeWindow& window, double step)
{
    const auto cell = [&](double time) {
        const auto at = static_cast<std::size_t>(std::max(0LL, std::llround(time / step)));
        return std::min(at > track.first ? at - track.first : 0, track.values.size());
    };
    const auto begin = cell(window.from);
    return std::span(track.values).subspan(begin, cell(window.to) - begin);
}

double startOf(const SeriesTrack& track, double step)
{
    return static_cast<double>(track.first) * step;
}

double endOf(const SeriesTrack& track, double step)
{
    return static_cast<double>(track.first + track.values.size()) * step;
}

const char* nameOf(const SeriesComparison& series, const SeriesTrack& track)
{
    const bool isBaseline = !series.baseline.empty() && &track >= series.baseline.data()
        && &track < series.baseline.data() + series.baseline.size();
    return isBaseline ? "the baseline" : "the candidate";
}

/// All tracks, the baseline's first.
std::vector<SeriesTrack*> allOf(SeriesComparison& series)
{
    std::vector<SeriesTrack*> all;
    for (auto* const side : {&series.baseline, &series.candidate}) {
        std::ranges::transform(*side, std::back_inserter(all), [](SeriesTrack& track) { return &track; });
    }
    return all;
}

std::string windowText(const SeriesComparison& series, const TimeWindow& window)
{
    return timeText(series, window.from) + " to " + timeText(series, window.to);
}

/// The steady part of each track, and what all have in common; the words say why where there is nothing.
void findWindow(SeriesComparison& series)
{
    const auto tracks = allOf(series);
    TimeWindow window {.from = 0, .to = std::numeric_limits<double>::max()};
    TimeWindow longest {.from = std::numeric_limits<double>::max(), .to = 0};
    double shortest = std::numeric_limits<double>::max();
    for (auto* const track : tracks) {
        const auto part = steadyPart(track->values);
        if (!part) {
            series.words = std::format("{} has a series of {} values, too short to find where it is steady: at least "
                                       "{} are needed",
                                       nameOf(series, *track), track->values.size(), kFewestSeriesValues);
            return;
        }
        const double start = startOf(*track, series.step);
        track->steady = {.from = start + static_cast<double>(part->begin) * series.step,
                         .to = start + static_cast<double>(part->end) * series.step};
        window.from = std::max(window.from, track->steady.from);
        window.to = std::min(window.to, track->steady.to);
        longest.from = std::min(longest.from, start);
        longest.to = std::max(longest.to, endOf(*track, series.step));
        shortest = std::min(shortest, static_cast<double>(track->values.size()) * series.step);
    }
    for (const auto* const track : tracks) {
        const auto move = levelMove(within(*track, track->steady, series.step));
        if (!move || !move->isSteady()) {
            series.words =
                std::format("{} is never steady: {}; let it run longer", nameOf(series, *track),
                            move ? std::format("from {} its level still moves by {}", windowText(series, track->steady),
                                               sizeText(std::max(move->excursion, std::abs(move->slope)), 0))
                                 : std::string("its values lie around 0"));
            return;
        }
    }
    if (window.to - window.from < std::max(static_cast<double>(kFewestCells) * series.step, kLeastShare * shortest)) {
        series.words = std::format("the sides are steady at different times ({} from {}, {} from {}), which leaves too "
                                   "little to compare",
                                   nameOf(series, *tracks.front()), windowText(series, tracks.front()->steady),
                                   nameOf(series, *tracks.back()), windowText(series, tracks.back()->steady));
        return;
    }
    series.window = window;
    series.warmUp = window.from - longest.from;
    series.tail = longest.to - window.to;
}

/// "; warm-up of 12 s left out", with what is cut at the end.
std::string leftOutWords(const SeriesComparison& series)
{
    const double trifle = series.step / 2;
    std::string text;
    if (series.warmUp > trifle) {
        text += "; warm-up of " + timeText(series, series.warmUp);
    }
    if (series.tail > trifle) {
        text += (text.empty() ? "; tail of " : " and tail of ") + timeText(series, series.tail);
    }
    return text.empty() ? text : text + " left out";
}

/// What one side shows in the window.
struct Observed
{
    MeanSummary summary;
    bool isByRun = false;
};

std::optional<Observed> observe(const std::vector<SeriesTrack>& side, const SeriesComparison& series)
{
    if (side.size() == 1) {
        const auto batches = seriesMean(within(side.front(), *series.window, series.step));
        return batches ? std::optional(Observed {.summary = *batches, .isByRun = false}) : std::nullopt;
    }
    std::vector<double> means;
    for (const auto& track : side) {
        means.push_back(mean(within(track, *series.window, series.step)));
    }
    return Observed {.summary = summarize(means), .isByRun = true};
}

/// Four figures: more are never known of a deviation.
double roughly(double deviation)
{
    if (!(deviation > 0)) {
        return deviation;
    }
    const double scale = std::pow(10.0, 3 - std::floor(std::log10(deviation)));
    return std::round(deviation * scale) / scale;
}

void takeObserved(const Observed& observed, Side& side)
{
    side.value = observed.summary.mean;
    side.samples.clear(); // neighbours are alike: nothing may be tested on them
    side.bootCentres.clear();
    side.count = observed.summary.count;
    side.spread = Spread {
        .kind = SpreadKind::Stddev, .value = roughly(observed.summary.stddev), .low = {}, .high = {}, .span = {}};
}

/// "20 and 15 independent stretches", "3 runs and 12 independent stretches".
std::string countedWords(const Observed& before, const Observed& after)
{
    const auto words = [](const Observed& side) {
        return countText(static_cast<std::size_t>(side.summary.count), side.isByRun ? "run" : "independent stretch",
                         side.isByRun ? "runs" : "independent stretches");
    };
    return before.isByRun == after.isByRun ? std::format("{} and {}", before.summary.count, words(after))
                                           : words(before) + " and " + words(after);
}

}

SeriesTimes::SeriesTimes(std::span<const Run> runs, const RunPair& pair)
    : m_runs(runs)
{
    for (const auto* side : {&pair.baseline, &pair.candidate}) {
        for (const std::size_t run : side->runs) {
            if (!isLogging(runs[run])) {
                continue;
            }
            const auto& results = runs[run].results;
            for (std::size_t i = 0; i < results.size(); ++i) {
                if (results[i].metric == "time" && !results[i].samples.empty()
                    && std::ranges::all_of(results[i].samples, &Sample::isExcluded)) {
                    m_axes.push_back({.run = run, .result = i});
                }
            }
        }
    }
}

bool SeriesTimes::isAxis(const MatchedRow& row) const
{
    const auto isOne = [&](RunResultRef ref) { return std::ranges::contains(m_axes, ref); };
    return std::ranges::all_of(row.baseline, isOne) && std::ranges::all_of(row.candidate, isOne);
}

const TestResult* SeriesTimes::of(RunResultRef ref) const
{
    const auto& result = resultOf(m_runs, ref);
    for (const auto place : m_axes) {
        const auto& axis = resultOf(m_runs, place);
        const bool isForAll = axis.test == "interval" && axis.parameters.empty(); // perf stat -I has one for a run
        if (place.run == ref.run && (isForAll || (axis.test == result.test && axis.parameters == result.parameters))) {
            return &axis;
        }
    }
    return nullptr;
}

void findSeries(const SeriesTimes& times, std::span<const Run> runs, ComparisonRow& row)
{
    if (row.baseline.results.empty() || row.candidate.results.empty()) {
        return;
    }
    auto before = tracksOf(times, runs, row.baseline);
    auto after = tracksOf(times, runs, row.candidate);
    if (before.empty() || after.empty()) {
        return;
    }
    auto series = std::make_shared<SeriesComparison>();
    double longest = 0;
    series->step = 0;
    for (auto* const side : {&before, &after}) {
        for (auto& track : *side) {
            startAtZero(track);
            series->step = std::max(series->step, gapOf(track));
            longest = std::max(longest, track.values.back().time);
        }
    }
    series->step = std::max(series->step, longest / static_cast<double>(kMostCells));
    double mostGaps = 0;
    const auto fill = [&](const std::vector<LoggedTrack>& logged, std::vector<SeriesTrack>& tracks) {
        for (const auto& each : logged) {
            auto gridded = onGrid(each, series->step);
            mostGaps = std::max(mostGaps, gridded.gaps);
            tracks.push_back(std::move(gridded.track));
        }
    };
    fill(before, series->baseline);
    fill(after, series->candidate);
    if (mostGaps > kMostGaps) {
        series->words = std::format("{} of the time one side has no values", sizeText(mostGaps, 0));
    } else {
        findWindow(*series);
    }
    row.series = std::move(series);
}

Estimate estimateSeries(ComparisonRow& row, RankTests& tests)
{
    auto series = std::make_shared<SeriesComparison>(*row.series);
    Estimate estimate;
    if (series->window) {
        const auto before = observe(series->baseline, *series);
        const auto after = observe(series->candidate, *series);
        if (before && after) {
            takeObserved(*before, row.baseline);
            takeObserved(*after, row.candidate);
            series->words =
                std::format("compared in {}, where both are steady{} ({})", windowText(*series, *series->window),
                            leftOutWords(*series), countedWords(*before, *after));
            estimate = estimateRow(row, true, tests);
            estimate.basis = estimate.basis == Basis::Summary ? Basis::Samples : estimate.basis;
            estimate.isByStretch = !before->isByRun || !after->isByRun;
        } else {
            series->words =
                std::format("neighbouring values of {} are so alike that {} holds fewer than six "
                            "independent stretches: let it run longer",
                            before ? "the candidate" : "the baseline", windowText(*series, *series->window));
            series->window.reset();
        }
    }
    if (!series->window) {
        row.baseline.bootCentres.clear();
        row.candidate.bootCentres.clear();
        estimate = estimateRow(row, true, tests);
        row.p.reset();
        row.interval.reset();
        row.effect.reset();
        estimate.basis = row.change ? Basis::NotSteady : estimate.basis;
    }
    estimate.words = series->words;
    row.series = std::move(series);
    return estimate;
}

std::string timeText(const SeriesComparison& series, double seconds)
{
    const double whole = std::abs(series.step - std::round(series.step)) < 0.05 ? 0 : 1;
    const double decimals = series.step >= 0.995 ? whole : std::ceil(-std::log10(series.step));
    const double scale = std::pow(10.0, std::clamp(decimals, 0.0, 6.0));
    return valueText(std::round(seconds * scale) / scale) + " s";
}

}
