// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_reader.h"

#include "core/base/units.h"
#include "parsers/context/vocabulary.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <set>
#include <utility>

namespace patchscale::perf {
namespace {

constexpr std::string_view kBenchmark = "perf stat";
constexpr double kWholeInterval = 0.9; ///< of the first one; a shorter last interval counted less for being short

}

void setStatUnit(TestResult& result, std::string_view unit, std::string_view baseWithoutUnit)
{
    result.unit = unit;
    if (unit.empty()) {
        result.baseValue = result.value;
        result.baseUnit = baseWithoutUnit;
        return;
    }
    if (const auto known = findUnit(unit)) {
        result.baseValue = result.value * known->factor;
        result.baseUnit = known->base;
        return;
    }
    const bool isRate = unit.ends_with("/sec") || unit.ends_with("/s");
    const double factor = !isRate ? 1
        : unit.starts_with("K/")  ? 1e3
        : unit.starts_with("M/")  ? 1e6
        : unit.starts_with("G/")  ? 1e9
                                  : 1;
    result.baseValue = result.value * factor;
    result.baseUnit = isRate ? "1/s" : unit;
}

Better statDirection(const TestResult& result)
{
    if (result.metric == "running") {
        return Better::Unknown;
    }
    const bool needsEvent = result.metric == "value" || result.metric == "rate" || result.metric.starts_with("of all ");
    const auto better = knownDirection(kBenchmark, needsEvent ? result.test : "", result.metric, result.unit);
    return result.metric == "rate" && better == Better::Lower ? Better::Unknown : better;
}

StatReader::StatReader(const Text& text, SourceSpan span, StatSetup setup)
    : m_text(text)
    , m_span(span)
    , m_setup(std::move(setup))
{
}

void StatReader::take(const StatRow& row)
{
    if (row.time) {
        passTime(row.time->value);
    }
    if (row.kind == StatRow::Kind::Missing) {
        m_missing.push_back(row);
        return;
    }
    if (row.kind == StatRow::Kind::Sample) {
        m_table.push_back({.value = row.count.value,
                           .span = m_text.spanOf(row.count.text),
                           .order = static_cast<int>(m_table.size())});
        return;
    }
    auto& run = runOf(row.sign, row.label);
    const std::string test(row.event);
    auto parameters = row.scope;
    if (!row.time) {
        number(test, row, parameters);
    }
    if (row.kind != StatRow::Kind::Group) {
        auto value = result(test, parameters, "value", row.count);
        const bool isClock = row.unit.empty()
            && (row.event.starts_with("task-clock") || row.event.starts_with("cpu-clock")
                || row.event == "task clock ticks");
        setStatUnit(value, isClock ? "msec" : row.unit, "count");
        value.spread = spreadOf(row);
        if (row.kind == StatRow::Kind::Time && row.event == "time elapsed" && !m_table.empty()) {
            value.samples = std::exchange(m_table, {});
        }
        value.repeats = m_setup.runs;
        add(run, row, std::move(value));
    }
    for (const auto& metric : row.tail.metrics) {
        const auto named = namedMetric(metric);
        auto value = result(test, parameters, named.name, metric.number);
        setStatUnit(value, named.unit, "ratio");
        value.repeats = m_setup.runs;
        add(run, row, std::move(value));
    }
    if (row.tail.running) {
        auto value = result(test, parameters, "running", *row.tail.running);
        setStatUnit(value, "%", {});
        add(run, row, std::move(value));
    }
}

void StatReader::take(const MetricTable& table)
{
    auto& run = runOf(0, {});
    for (std::size_t i = 0; i < table.names.size(); ++i) {
        auto name = table.names[i];
        const bool namesPercent = name.starts_with("%  ");
        if (namesPercent) {
            name = name.substr(name.find_first_not_of("% "));
        }
        const auto number = decimalAt(table.values[i]);
        if (!number) {
            continue;
        }
        auto value = result(std::string(name), {}, "value", *number);
        setStatUnit(value, namesPercent || table.values[i].ends_with('%') ? "%" : "", "ratio");
        value.better = statDirection(value);
        run.run.results.push_back(std::move(value));
    }
}

ParsedBlock StatReader::finish()
{
    finishSamples();
    reportMissing();
    if (!m_setup.failure.empty()) {
        m_parsed.diagnostics.push_back(
            {.severity = Severity::Warning,
             .code = "run-failed",
             .message = std::format("the measured command ended with \"{}\"; its counts are left out of comparisons",
                                    m_setup.failure),
             .span = m_text.spanOf(m_setup.failure)});
    }
    std::erase_if(m_parsed.runs, [](const BlockRun& run) { return run.run.results.empty(); });
    std::size_t results = 0;
    for (const auto& run : m_parsed.runs) {
        results += run.run.results.size();
    }
    m_parsed.title = std::format("perf stat, {} {}", results, results == 1 ? "value" : "values");
    return std::move(m_parsed);
}

BlockRun& StatReader::runOf(char sign, std::string_view label)
{
    const std::string key = sign == '-' ? "before" : sign == '+' ? "after" : std::string(label);
    if (const auto known = m_runs.find(key); known != m_runs.end()) {
        return m_parsed.runs[known->second];
    }
    BlockRun run;
    run.run.benchmark = kBenchmark;
    run.run.span = m_span;
    run.run.isFailed = !m_setup.failure.empty();
    if (!m_setup.command.empty()) {
        run.run.parameters.emplace("command", m_setup.command);
    } else if (!m_setup.target.empty()) {
        run.run.parameters.emplace("target", m_setup.target);
    }
    if (!key.empty()) {
        run.run.variant.label = key;
        run.knowsVariant = true;
    }
    if (sign != 0) {
        run.run.variant.role = sign == '-' ? Role::Baseline : Role::Candidate;
    }
    m_runs.emplace(key, m_parsed.runs.size());
    m_parsed.runs.push_back(std::move(run));
    return m_parsed.runs.back();
}

std::optional<Spread> StatReader::spreadOf(const StatRow& row) const
{
    constexpr double kHalfDigit = 0.005;
    const auto& number = row.error ? row.error : row.tail.noise;
    if (!number || row.count.value == 0) {
        return std::nullopt;
    }
    const double percent = row.tail.noise ? std::max(row.tail.noise->value, kHalfDigit) : 0;
    const double fromPercent = std::abs(row.count.value) * percent / 100;
    return Spread {.kind = SpreadKind::Stderr,
                   .value = row.error && row.error->value > 0 ? row.error->value : fromPercent,
                   .low = {},
                   .high = {},
                   .span = m_text.spanOf(number->text)};
}

TestResult StatReader::result(const std::string& test, const Parameters& parameters, std::string metric,
                              const StatNumber& number) const
{
    TestResult out;
    out.test = test;
    out.parameters = parameters;
    out.metric = std::move(metric);
    out.value = number.value;
    out.span = m_text.spanOf(number.text);
    return out;
}

void StatReader::number(const std::string& test, const StatRow& row, Parameters& parameters)
{
    const int count = ++m_seen[{test, row.scope, std::string(row.label) + row.sign}];
    if (count > 1) {
        parameters.emplace("occurrence", std::to_string(count));
    }
}

void StatReader::add(BlockRun& run, const StatRow& row, TestResult value)
{
    value.better = statDirection(value);
    if (!row.time) {
        run.run.results.push_back(std::move(value));
        return;
    }
    // An interval: one result whose samples are the ticks.
    auto& results = run.run.results;
    const auto [place, isNew] =
        m_ticks.try_emplace({row.sign, value.test, value.metric, value.parameters}, results.size());
    if (isNew) {
        results.push_back(value);
    }
    auto* known = &results[place->second];
    known->samples.push_back({.value = value.value,
                              .span = value.span,
                              .order = static_cast<int>(known->samples.size()),
                              .isExcluded = m_lastLength < kWholeInterval * m_firstTime});
}

void StatReader::passTime(double time)
{
    if (m_firstTime == 0) {
        m_firstTime = time;
    }
    if (time > m_lastTime) {
        m_lastLength = time - m_lastTime;
        m_lastTime = time;
    }
}

void StatReader::finishSamples()
{
    for (auto& run : m_parsed.runs) {
        for (auto& result : run.run.results) {
            if (result.samples.empty() || result.test == "time elapsed") {
                continue;
            }
            double sum = 0;
            double count = 0;
            for (const auto& sample : result.samples) {
                if (!sample.isExcluded) {
                    sum += sample.value;
                    ++count;
                }
            }
            if (count > 0) {
                const double factor = result.value == 0 ? 1 : result.baseValue / result.value;
                result.value = sum / count;
                result.baseValue = result.value * factor;
            }
        }
    }
}

void StatReader::reportMissing()
{
    if (m_missing.empty()) {
        return;
    }
    constexpr std::size_t kMostNames = 12;
    std::set<std::string> events;
    for (const auto& row : m_missing) {
        events.insert(std::format("{} ({})", row.event, row.missing));
    }
    std::string names;
    std::size_t count = 0;
    for (const auto& event : events) {
        if (++count > kMostNames) {
            names += std::format(" and {} more", events.size() - kMostNames);
            break;
        }
        names += names.empty() ? "" : ", ";
        names += event;
    }
    m_parsed.diagnostics.push_back({.severity = Severity::Info,
                                    .code = "not-counted",
                                    .message = std::format("perf has no value for {}; these are missing, not 0", names),
                                    .span = m_text.spanOf(m_missing.front().event)});
}

}
