// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_reader.h"

#include "parsers/perf/stat_result.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <utility>

namespace patchscale::perf {
namespace {

constexpr std::string_view kBenchmark = "perf stat";

}

StatReader::StatReader(const Text& text, SourceSpan span, StatSetup setup)
    : m_text(text)
    , m_span(span)
    , m_setup(std::move(setup))
    , m_series(text)
{
}

void StatReader::take(const StatRow& row)
{
    if (row.event.empty() && row.kind != StatRow::Kind::Sample) {
        return; // a head of a table that holds nothing but "%"
    }
    if (row.kind == StatRow::Kind::Missing) {
        m_missing.try_emplace({.event = row.event, .why = row.missing}, m_text.spanOf(row.event));
    }
    takeCpus(row);
    if (row.time) {
        m_series.take(row);
        return;
    }
    if (row.kind == StatRow::Kind::Missing) {
        return;
    }
    if (row.kind == StatRow::Kind::Sample) {
        m_table.push_back({.value = row.count.value,
                           .span = m_text.spanOf(row.count.text),
                           .order = static_cast<int>(m_table.size())});
        return;
    }
    auto& run = runOf(row.sign, row.label);
    auto parameters = row.scope.parameters();
    if (!m_series.isEmpty() && row.kind != StatRow::Kind::Time) {
        parameters.emplace("interval", "all"); // the totals of --summary
    }
    number(row, parameters);
    const std::string test(row.event);
    if (row.kind != StatRow::Kind::Group) {
        takeValue(run, row, parameters);
    }
    for (const auto& metric : row.tail.metrics) {
        auto named = namedMetric(metric);
        add(run, test, parameters, std::move(named.name), metric.number, named.unit, "ratio");
        run.run.results.back().repeats = m_setup.runs;
    }
    if (row.tail.running) {
        add(run, test, parameters, "running", *row.tail.running, "%", {});
    }
    if (row.runTime) {
        add(run, test, parameters, "run time", *row.runTime, "ns", {});
    }
}

void StatReader::takeValue(BlockRun& run, const StatRow& row, const Parameters& parameters)
{
    add(run, std::string(row.event), parameters, "value", row.count, unitOfCount(row), baseOfCount(row));
    auto& value = run.run.results.back();
    value.spread = spreadOf(row);
    value.repeats = m_setup.runs;
    if (row.kind == StatRow::Kind::Time && row.event == "time elapsed" && !m_table.empty()) {
        value.samples = std::exchange(m_table, {});
    }
}

void StatReader::takeCpus(const StatRow& row)
{
    if (!row.scope.cpus || !m_places.insert(row.scope.name).second) {
        return;
    }
    add(runOf(row.sign, row.label), "cpus", {{std::string(row.scope.kind), std::string(row.scope.name)}}, "cpus",
        *row.scope.cpus, {}, "count");
}

void StatReader::add(BlockRun& run, const std::string& test, const Parameters& parameters, std::string metric,
                     const StatNumber& number, std::string_view unit, std::string_view baseWithoutUnit)
{
    auto& out = run.run.results.emplace_back();
    out.test = test;
    out.parameters = parameters;
    out.metric = std::move(metric);
    out.value = number.value;
    out.span = m_text.spanOf(number.text);
    setStatUnit(out, unit, baseWithoutUnit);
    out.better = statDirection(out);
}

ParsedBlock StatReader::finish()
{
    if (!m_series.isEmpty()) {
        auto& results = runOf(0, {}).run.results;
        std::ranges::move(m_series.finish(), std::back_inserter(results));
    }
    reportMissing();
    if (m_parsed.runs.size() == 1) {
        tellMissing(m_parsed.runs.front().run);
    }
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

void StatReader::number(const StatRow& row, Parameters& parameters)
{
    auto& count = m_seen[{std::string(row.event), parameters, std::string(row.label) + row.sign}];
    count += row.kind == StatRow::Kind::Group ? 0 : 1; // a further metric belongs to the count before it
    if (count > 1) {
        parameters.emplace("occurrence", std::to_string(count));
    }
}

void StatReader::tellMissing(Run& run) const
{
    for (const auto& [event, span] : m_missing) {
        auto& events = run.machine.facts["perf." + std::string(event.why)];
        events += (events.empty() ? "" : "\n") + std::string(event.event);
    }
}

void StatReader::reportMissing()
{
    if (m_missing.empty()) {
        return;
    }
    constexpr std::size_t kMostNames = 12;
    std::string names;
    std::size_t count = 0;
    auto first = m_missing.begin()->second;
    for (const auto& [event, span] : m_missing) {
        first = span.offset < first.offset ? span : first;
        if (++count <= kMostNames) {
            names += std::format("{}{} ({})", names.empty() ? "" : ", ", event.event, event.why);
        }
    }
    if (count > kMostNames) {
        names += std::format(" and {} more", count - kMostNames);
    }
    m_parsed.diagnostics.push_back({.severity = Severity::Info,
                                    .code = "not-counted",
                                    .message = std::format("perf has no value for {}; these are missing, not 0", names),
                                    .span = first});
}

}
