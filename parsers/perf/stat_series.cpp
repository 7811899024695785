// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_series.h"

#include "parsers/perf/stat_result.h"

#include <algorithm>
#include <utility>

namespace patchscale::perf {
namespace {

constexpr double kWholeInterval = 0.9; ///< of the others; a shorter last interval counted less for being short

std::string keyOf(const StatRow& row)
{
    std::string key;
    for (const auto part : {row.event, row.scope.kind, row.scope.name, row.scope.cgroup}) {
        key += part;
        key += '\0';
    }
    return key;
}

/// The mean of the samples that count takes the place of the first one.
void takeMean(TestResult& result)
{
    double sum = 0;
    double count = 0;
    for (const auto& sample : result.samples) {
        if (!sample.isExcluded) {
            sum += sample.value;
            ++count;
        }
    }
    if (count > 0) {
        result.value = sum / count;
        setStatUnit(result, std::string(result.unit), std::string(result.baseUnit));
    }
}

}

void StatSeries::take(const StatRow& row)
{
    passTime(*row.time);
    auto& track = trackOf(row);
    track.lastTick = m_ends.size();
    if (row.kind == StatRow::Kind::Missing) {
        return;
    }
    if (row.kind != StatRow::Kind::Group) {
        takeValue(track, row);
    }
    for (const auto& metric : row.tail.metrics) {
        takeMetric(track, row, metric);
    }
    if (row.tail.running) {
        takePlain(track, row, track.running, *row.tail.running, "running", "%");
    }
    if (row.runTime) {
        takePlain(track, row, track.runTime, *row.runTime, "run time", "ns");
    }
}

void StatSeries::passTime(const StatNumber& time)
{
    if (m_ends.empty() || m_ends.back().text != time.text) {
        m_ends.push_back(time);
        m_next = 0;
    }
}

StatSeries::Track& StatSeries::trackOf(const StatRow& row)
{
    const auto isOf = [&row](const Track& track) { return track.event == row.event && track.scope.isSame(row.scope); };
    if (row.kind == StatRow::Kind::Group && m_next > 0 && isOf(m_tracks[m_next - 1])) {
        return m_tracks[m_next - 1]; // a further metric of the count before it
    }
    if (m_next < m_tracks.size() && isOf(m_tracks[m_next])) {
        return m_tracks[m_next++];
    }
    // Not in the order of the intervals before.
    const auto key = keyOf(row);
    for (const auto index : m_byKey[key]) {
        if (m_tracks[index].lastTick < m_ends.size()) {
            m_next = index + 1;
            return m_tracks[index];
        }
    }
    return addTrack(row, key);
}

StatSeries::Track& StatSeries::addTrack(const StatRow& row, const std::string& key)
{
    auto& known = m_byKey[key];
    known.push_back(m_tracks.size());
    auto& track = m_tracks.emplace_back();
    track.event = row.event;
    track.scope = row.scope;
    track.occurrence = static_cast<int>(known.size());
    m_next = m_tracks.size();
    return track;
}

void StatSeries::takeValue(Track& track, const StatRow& row)
{
    const auto unit = unitOfCount(row);
    if (!track.value) {
        track.unit = unit;
        track.value = addResult(track, row, "value", row.count, unit, baseOfCount(row));
    }
    if (unit == track.unit) {
        push(*track.value, row.count, 1);
    }
}

StatSeries::Form& StatSeries::formOf(Track& track, const StatRow& row, const StatMetric& metric)
{
    const auto known = std::ranges::find_if(track.forms, [&](const Form& form) {
        return form.words == metric.words && form.isPercent == metric.isPercent;
    });
    if (known != track.forms.end()) {
        return *known;
    }
    const auto named = namedMetric(metric);
    const auto [place, isNew] = track.byName.try_emplace(named.name, m_results.size());
    if (isNew) {
        addResult(track, row, named.name, metric.number, named.unit, "ratio");
    }
    const auto& result = m_results[place->second];
    Form form {.words = metric.words, .isPercent = metric.isPercent, .result = place->second, .scale = 1};
    if (result.unit != named.unit) { // perf chooses the prefix anew for each interval
        TestResult one;
        one.value = 1;
        setStatUnit(one, named.unit, "ratio");
        TestResult first;
        first.value = 1;
        setStatUnit(first, result.unit, "ratio");
        form.scale = one.baseUnit == first.baseUnit ? one.baseValue / first.baseValue : 0;
    }
    constexpr std::size_t kMostForms = 32;
    if (track.forms.size() == kMostForms) {
        track.forms.pop_back();
    }
    return track.forms.emplace_back(form);
}

void StatSeries::takeMetric(Track& track, const StatRow& row, const StatMetric& metric)
{
    const auto& form = formOf(track, row, metric);
    if (form.scale > 0) {
        push(form.result, metric.number, form.scale);
    }
}

void StatSeries::takePlain(Track& track, const StatRow& row, std::optional<std::size_t>& place,
                           const StatNumber& number, std::string_view metric, std::string_view unit)
{
    if (!place) {
        place = addResult(track, row, std::string(metric), number, unit, {});
    }
    push(*place, number, 1);
}

std::size_t StatSeries::addResult(const Track& track, const StatRow& row, std::string metric, const StatNumber& number,
                                  std::string_view unit, std::string_view baseWithoutUnit)
{
    auto& result = m_results.emplace_back();
    result.test = row.event;
    result.parameters = track.scope.parameters();
    if (track.occurrence > 1) {
        result.parameters.emplace("occurrence", std::to_string(track.occurrence));
    }
    result.metric = std::move(metric);
    result.value = number.value;
    result.span = m_text.spanOf(number.text);
    setStatUnit(result, unit, baseWithoutUnit);
    result.better = statDirection(result);
    return m_results.size() - 1;
}

void StatSeries::push(std::size_t result, const StatNumber& number, double scale)
{
    m_results[result].samples.push_back({.value = number.value * scale,
                                         .span = m_text.spanOf(number.text),
                                         .order = static_cast<int>(m_ends.size() - 1)});
}

bool StatSeries::isLastShort() const
{
    const auto count = m_ends.size();
    if (count < 2) {
        return false;
    }
    const double last = m_ends[count - 1].value - m_ends[count - 2].value;
    if (count == 2) {
        return last < kWholeInterval * m_ends.front().value;
    }
    // People cut the first intervals off, so that only the distances tell how long one is.
    std::vector<double> lengths;
    for (std::size_t i = 1; i + 1 < count; ++i) {
        lengths.push_back(m_ends[i].value - m_ends[i - 1].value);
    }
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::ranges::nth_element(lengths, middle);
    return last < kWholeInterval * *middle;
}

TestResult StatSeries::ends() const
{
    TestResult out {.test = "interval",
                    .parameters = {},
                    .metric = "time",
                    .value = m_ends.back().value,
                    .unit = "s",
                    .baseValue = m_ends.back().value,
                    .baseUnit = "s",
                    .better = Better::Unknown,
                    .samples = {},
                    .spread = {},
                    .repeats = {},
                    .span = m_text.spanOf(m_ends.back().text)};
    out.samples.reserve(m_ends.size());
    for (const auto& end : m_ends) {
        // Points in time are no repeats of one value: nothing is tested on them.
        out.samples.push_back({.value = end.value,
                               .span = m_text.spanOf(end.text),
                               .order = static_cast<int>(out.samples.size()),
                               .isExcluded = true});
    }
    return out;
}

std::vector<TestResult> StatSeries::finish()
{
    const bool isShort = isLastShort();
    const auto last = static_cast<int>(m_ends.size()) - 1;
    for (auto& result : m_results) {
        for (auto sample = result.samples.rbegin(); isShort && sample != result.samples.rend(); ++sample) {
            if (sample->order != last) {
                break;
            }
            sample->isExcluded = true;
        }
        takeMean(result);
        const bool isBeside = result.metric == "running" || result.metric == "run time";
        const bool isConstant = isBeside && std::ranges::all_of(result.samples, [&](const Sample& sample) {
                                    return sample.value == result.samples.front().value;
                                });
        if (isConstant) { // "100.00" in every interval is told once
            result.value = result.samples.front().value;
            setStatUnit(result, std::string(result.unit), std::string(result.baseUnit));
            result.samples.clear();
        }
    }
    if (!m_ends.empty() && !m_results.empty()) {
        m_results.push_back(ends());
    }
    return std::move(m_results);
}

}
