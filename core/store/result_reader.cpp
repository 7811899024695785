// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/result_reader.h"

#include "core/store/columns.h"
#include "core/store/words.h"

#include <algorithm>
#include <limits>

namespace patchscale {
namespace {

/// Metrics are read as a range when at least one in this many of them is wanted.
constexpr std::int64_t kSparsest = 8;

constexpr std::string_view kMetricColumns = "SELECT metric.id, test.name, test.parameters, metric.name, metric.unit, "
                                            "metric.better FROM metric JOIN test ON test.id = metric.test_id ";

}

ResultReader::ResultReader(Database& database, const Job& job)
    : m_database(database)
    , m_job(job)
    , m_last(database, "SELECT max(position) FROM result WHERE run_id = ?")
    , m_results(database,
                "SELECT metric_id, value, unit, base_value, span_offset, span_length FROM result "
                "WHERE run_id = ? ORDER BY position")
    , m_samples(database,
                "SELECT result, value, span_offset, span_length, boot, round, run_order, is_excluded "
                "FROM sample WHERE run_id = ? ORDER BY result, position")
    , m_aggregates(database,
                   "SELECT result, statistic, value, span_offset, span_length FROM aggregate "
                   "WHERE run_id = ? ORDER BY result")
    , m_metric(database, std::string(kMetricColumns) + "WHERE metric.id = ?")
{
}

void ResultReader::prepareAll()
{
    Statement range(m_database, "SELECT min(id), max(id), count(*) FROM metric");
    if (range.next()) {
        const Range metrics {.first = range.integer(0), .last = range.integer(1), .count = range.integer(2)};
        range.reset();
        readMetrics(metrics);
    }
}

void ResultReader::prepare(std::span<const RunId> runs)
{
    Statement range(m_database, "SELECT min(metric_id), max(metric_id), count(*) FROM result WHERE run_id = ?");
    Range all {.first = std::numeric_limits<std::int64_t>::max(), .last = 0, .count = 0};
    for (const auto run : runs) {
        range.bind(run.value);
        if (range.next() && range.integer(2) > 0) {
            all.first = std::min(all.first, range.integer(0));
            all.last = std::max(all.last, range.integer(1));
            all.count += range.integer(2);
        }
        range.reset();
    }
    readMetrics(all);
}

void ResultReader::readMetrics(const Range& range)
{
    // Ids come from a file that anybody may have written: they must not decide how much memory is taken.
    if (range.count == 0 || range.first < 0 || (range.last - range.first) / kSparsest >= range.count) {
        return;
    }
    m_firstMetric = range.first;
    m_range.assign(static_cast<std::size_t>(range.last - range.first + 1), {});
    Statement metrics(m_database, std::string(kMetricColumns) + "WHERE metric.id BETWEEN ? AND ?");
    metrics.bind(range.first, range.last);
    while (metrics.next() && !m_job.isCancelled()) {
        m_range[static_cast<std::size_t>(metrics.integer(0) - range.first)] = metricAt(metrics);
    }
}

TestResult ResultReader::metricAt(const Statement& row)
{
    return {.test = row.string(1),
            .parameters = parametersAt(row, 2),
            .metric = row.string(3),
            .value = 0,
            .unit = {},
            .baseValue = 0,
            .baseUnit = row.string(4),
            .better = fromStoredWord<Better>(row.text(5)).value_or(Better::Unknown),
            .samples = {},
            .spread = {},
            .repeats = {},
            .span = {}};
}

const TestResult& ResultReader::metric(std::int64_t id)
{
    if (id >= m_firstMetric && id - m_firstMetric < static_cast<std::int64_t>(m_range.size())) {
        return m_range[static_cast<std::size_t>(id - m_firstMetric)];
    }
    const auto [known, isNew] = m_others.try_emplace(id);
    if (isNew) {
        m_metric.bind(id);
        if (m_metric.next()) {
            known->second = metricAt(m_metric);
        }
        m_metric.reset();
    }
    return known->second;
}

std::vector<TestResult> ResultReader::read(RunId run)
{
    std::vector<TestResult> out;
    m_last.bind(run.value);
    out.reserve(m_last.next() && !m_last.isNull(0) ? m_last.size(0) + 1 : 0);
    m_last.reset();
    m_results.bind(run.value);
    while (m_results.next()) {
        if (m_job.isCancelled()) {
            m_results.reset();
            return out;
        }
        auto& result = out.emplace_back(metric(m_results.integer(0)));
        result.value = m_results.real(1);
        result.unit = m_results.text(2);
        result.baseValue = m_results.real(3);
        result.span = spanAt(m_results, 4);
    }
    readSamples(run, out);
    readAggregates(run, out);
    return out;
}

void ResultReader::readSamples(RunId run, std::vector<TestResult>& results)
{
    m_samples.bind(run.value);
    while (m_samples.next()) {
        const auto result = m_samples.size(0);
        if (result >= results.size() || m_job.isCancelled()) {
            m_samples.reset();
            return;
        }
        results[result].samples.push_back({.value = m_samples.real(1),
                                           .span = spanAt(m_samples, 2),
                                           .boot = static_cast<int>(m_samples.integer(4)),
                                           .round = static_cast<int>(m_samples.integer(5)),
                                           .order = static_cast<int>(m_samples.integer(6)),
                                           .isExcluded = m_samples.integer(7) != 0});
    }
}

void ResultReader::readAggregates(RunId run, std::vector<TestResult>& results)
{
    // The rows of a result come in no particular order, so its spread is there from the first row that speaks of it.
    m_aggregates.bind(run.value);
    while (m_aggregates.next()) {
        const auto position = m_aggregates.size(0);
        if (position >= results.size()) {
            m_aggregates.reset();
            return;
        }
        auto& result = results[position];
        const auto statistic = m_aggregates.text(1);
        const double value = m_aggregates.real(2);
        if (statistic == "count") {
            result.repeats = static_cast<int>(value);
            continue;
        }
        auto& spread = result.spread ? *result.spread : result.spread.emplace();
        spread.span = spanAt(m_aggregates, 3);
        if (statistic == "low") {
            spread.low = value;
        } else if (statistic == "high") {
            spread.high = value;
        } else {
            spread.kind = fromStoredWord<SpreadKind>(statistic).value_or(SpreadKind::Stddev);
            spread.value = value;
        }
    }
}

}
