// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/history/history_series.h"

#include "core/compare/base_factor.h"
#include "core/compare/figures.h"
#include "core/compare/history/observation.h"
#include "core/compare/history/place_order.h"
#include "core/compare/release_pairing.h"
#include "core/compare/suites.h"
#include "core/stats/summary.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <set>
#include <unordered_map>

namespace patchscale {
namespace {

struct RawSeries
{
    HistorySeries series;
    std::vector<Observation> observations;
    const TestResult* first = nullptr; ///< whose unit is the series', if all have it
    bool isBase = false; ///< units as they are written differ
    bool isContradictory = false; ///< one document says higher, another lower
};

class Gatherer
{
public:
    Gatherer(std::span<const Run> runs, const HistorySources& sources, const HistorySpec& spec)
        : m_runs(runs)
        , m_sources(sources)
        , m_spec(spec)
        , m_places(placesOf(runs, sources, spec, m_leftOut))
        , m_since(spec.since)
    {
    }

    GatheredSeries gather()
    {
        collect();
        keepNamed();
        GatheredSeries out;
        for (auto& raw : m_raw) {
            order(raw);
            if (raw.series.places.size() > 1) {
                out.series.push_back(std::move(raw.series));
            } else if (raw.series.places.size() == 1) {
                ++out.singles;
            }
        }
        out.places.assign(m_labels.begin(), m_labels.end());
        warn(out.warnings);
        return out;
    }

private:
    void collect()
    {
        std::unordered_map<std::string, std::size_t> byKey;
        MetricWish choice(m_spec.metric);
        for (std::size_t run = 0; run < m_runs.size(); ++run) {
            if (m_places[run].isLeftOut) {
                continue;
            }
            choice.begin(m_runs[run]);
            const auto document = run < m_sources.documentOfRun.size() ? m_sources.documentOfRun[run] : 0;
            for (std::size_t i = 0; i < m_runs[run].results.size(); ++i) {
                const auto& result = m_runs[run].results[i];
                if (!choice.wants(m_runs[run], result)) {
                    continue;
                }
                const auto [entry, isNew] = byKey.try_emplace(seriesKey(m_runs[run], result, document), m_raw.size());
                if (isNew) {
                    m_raw.push_back(begun(m_runs[run], result));
                }
                take(m_raw[entry->second], run, i);
            }
        }
    }

    static RawSeries begun(const Run& run, const TestResult& result)
    {
        RawSeries raw;
        auto& series = raw.series;
        series.benchmark = run.benchmark;
        series.machine = run.machine.label;
        series.test = canonicalTest(run.benchmark, result.test);
        series.parameters = run.parameters;
        series.parameters.insert(result.parameters.begin(), result.parameters.end());
        series.metric = result.metric;
        series.better = result.better;
        series.isTotal = isTotal(run.benchmark, series.test);
        return raw;
    }

    void take(RawSeries& raw, std::size_t run, std::size_t place)
    {
        const auto& result = m_runs[run].results[place];
        if (raw.first == nullptr || (std::abs(raw.first->value) <= 0 && raw.first->unit == result.unit)) {
            raw.first = &result; // of 0 nobody can tell the factor
        }
        raw.isBase = raw.isBase || result.unit != raw.first->unit || !hasSameFactor(result, *raw.first);
        auto& better = raw.series.better;
        if (better != result.better && result.better != Better::Unknown) {
            // A document that tells a direction helps those that do not; two that contradict each other help nobody.
            raw.isContradictory = raw.isContradictory || better != Better::Unknown;
            better = raw.isContradictory ? Better::Unknown : result.better;
        }
        observe(m_runs, {.run = run, .result = place}, raw.observations);
    }

    /// Only the tests that were asked for: those of just that name, else those whose name holds it.
    void keepNamed()
    {
        if (m_spec.tests.empty()) {
            return;
        }
        std::set<std::size_t> kept;
        for (const auto& test : m_spec.tests) {
            const auto nameOf = [](const RawSeries& raw) { return foldName(raw.series.test); };
            const auto isNamed = [&](const RawSeries& raw) {
                return nameOf(raw) == foldName(test)
                    || nameOf(raw) == foldName(canonicalTest(raw.series.benchmark, test));
            };
            const bool isExact = std::ranges::any_of(m_raw, isNamed);
            for (std::size_t i = 0; i < m_raw.size(); ++i) {
                if (isExact ? isNamed(m_raw[i]) : nameOf(m_raw[i]).contains(foldName(test))) {
                    kept.insert(i);
                }
            }
        }
        std::vector<RawSeries> named;
        for (const auto index : kept) {
            named.push_back(std::move(m_raw[index]));
        }
        m_raw = std::move(named);
    }

    [[nodiscard]] HistoryOrder orderOf(const RawSeries& raw) const
    {
        if (m_spec.order) {
            return *m_spec.order;
        }
        std::vector<Release> releases;
        std::set<std::int64_t> dates;
        for (const auto& observation : raw.observations) {
            const auto& place = m_places[observation.run];
            if (place.release && !std::ranges::contains(releases, *place.release) && releases.size() < 2) {
                releases.push_back(*place.release);
            }
            if (place.started) {
                dates.insert(*place.started);
            }
        }
        return releases.size() > 1 ? HistoryOrder::Release
            : dates.size() > 1     ? HistoryOrder::Date
                                   : HistoryOrder::Import;
    }

    void order(RawSeries& raw)
    {
        auto& series = raw.series;
        auto& all = raw.observations;
        if (all.empty()) {
            return;
        }
        series.order = orderOf(raw);
        const auto& first = m_runs[all.front().run].results[all.front().result];
        series.unit = raw.isBase && !first.baseUnit.empty() ? first.baseUnit : first.unit;
        PlaceOrder places(m_places, series.order);
        m_unplaced +=
            static_cast<std::size_t>(std::erase_if(all, [&](const auto& each) { return !places.has(each.run); }));
        std::ranges::stable_sort(all, [&](const auto& a, const auto& b) { return places.isBefore(a.run, b.run); });
        for (const auto& each : all) {
            places.see(each.run);
        }
        for (const auto& each : all) {
            m_labels.insert(places.label(each.run));
        }
        cutBefore(all, places);
        fill(raw, places);
    }

    void cutBefore(std::vector<Observation>& all, const PlaceOrder& places) const
    {
        if (m_since.isOrdered()) {
            std::erase_if(all, [&](const Observation& each) { return m_since.isAfter(m_places[each.run]); });
        } else if (!m_spec.since.empty()) {
            const auto begin = std::ranges::find_if(all, [&](const Observation& each) {
                return places.label(each.run).starts_with(m_spec.since)
                    || m_runs[each.run].variant.label == m_spec.since;
            });
            all.erase(all.begin(), begin);
        }
    }

    void fill(RawSeries& raw, const PlaceOrder& places)
    {
        auto& series = raw.series;
        std::optional<std::size_t> last; // run of the observation before
        std::map<std::string, std::size_t> boots; // units of the place at hand
        std::vector<std::vector<double>> samples; // of each unit
        for (const auto& each : raw.observations) {
            if (!last || !places.isSame(*last, each.run)) {
                series.places.push_back({.label = places.label(each.run),
                                         .firstUnit = series.units.size(),
                                         .units = 0,
                                         .samples = 0,
                                         .median = 0,
                                         .low = 0,
                                         .high = 0,
                                         .change = {}});
                boots.clear();
            }
            last = each.run;
            addTo(raw, each, boots, samples);
        }
        for (std::size_t i = 0; i < series.units.size(); ++i) {
            series.units[i].value = median(samples[i]);
        }
        describePlaces(series);
    }

    void addTo(RawSeries& raw, const Observation& each, std::map<std::string, std::size_t>& boots,
               std::vector<std::vector<double>>& samples)
    {
        auto& series = raw.series;
        auto& place = series.places.back();
        const double factor = raw.isBase ? baseFactor(m_runs[each.run].results[each.result]) : 1;
        std::vector<double> values = each.samples.empty() ? std::vector {each.value} : each.samples;
        for (auto& value : values) {
            value *= factor;
        }
        const RunResultRef ref {.run = each.run, .result = each.result};
        const auto boot = each.boot.empty() ? boots.end() : boots.find(each.boot);
        if (boot != boots.end()) {
            auto& unit = series.units[boot->second];
            unit.samples += each.samples.size();
            unit.results.push_back(ref);
            auto& own = samples[boot->second];
            own.insert(own.end(), values.begin(), values.end());
            place.samples += each.samples.size();
            return;
        }
        if (!each.boot.empty()) {
            boots.emplace(each.boot, series.units.size());
        }
        series.units.push_back({.value = 0,
                                .samples = each.samples.size(),
                                .results = {ref},
                                .started = m_places[each.run].started,
                                .place = series.places.size() - 1});
        samples.push_back(std::move(values));
        ++place.units;
        place.samples += each.samples.size();
    }

    static void describePlaces(HistorySeries& series)
    {
        for (std::size_t i = 0; i < series.places.size(); ++i) {
            auto& place = series.places[i];
            std::vector<double> values;
            for (std::size_t unit = 0; unit < place.units; ++unit) {
                values.push_back(series.units[place.firstUnit + unit].value);
            }
            place.median = median(values);
            const auto [low, high] = std::ranges::minmax(values);
            place.low = low;
            place.high = high;
            if (i > 0 && series.places[i - 1].median > 0) {
                place.change = place.median / series.places[i - 1].median - 1;
            }
        }
        if (series.places.size() > 1 && series.places.front().median > 0) {
            series.change = series.places.back().median / series.places.front().median - 1;
        }
    }

    void warn(std::vector<std::string>& warnings) const
    {
        const auto say = [&](std::size_t count, std::string_view words) {
            if (count > 0) {
                warnings.push_back(std::format("{} {}", countText(count, "run", "runs"), words));
            }
        };
        say(m_leftOut.placeless, "left out: told no kernel release, commit, date or boot");
        say(m_leftOut.patched,
            "left out: of a candidate on the kernel of its baseline; --candidate LABEL makes the history of a variant");
        say(m_leftOut.failed, "left out: ended in an error");
        say(m_leftOut.quoted, "left out: just these numbers stand in another document, too");
        if (m_unplaced > 0) {
            warnings.push_back(std::format("{} left out of histories by release or date: told none",
                                           countText(m_unplaced, "result", "results")));
        }
    }

    std::span<const Run> m_runs;
    const HistorySources& m_sources;
    const HistorySpec& m_spec;
    LeftOut m_leftOut;
    std::vector<HistoryRunPlace> m_places;
    Since m_since;
    std::vector<RawSeries> m_raw;
    std::set<std::string, decltype([](const auto& a, const auto& b) { return isOlderRelease(a, b); })> m_labels;
    std::size_t m_unplaced = 0;
};

}

GatheredSeries gatherSeries(std::span<const Run> runs, const HistorySources& sources, const HistorySpec& spec)
{
    return Gatherer(runs, sources, spec).gather();
}

}
