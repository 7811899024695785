// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/store/catalogue.h"
#include "core/store/sqlite.h"

#include <span>
#include <unordered_map>
#include <vector>

namespace patchscale {

/// Reads results of runs. Metrics are read once, in one go where their ids lie close together, as those of one document
/// do: a look-up each would cost more than the results.
class ResultReader
{
public:
    ResultReader(Database& database, const Job& job);

    /// The results of @p run with samples and spreads, in their order.
    std::vector<TestResult> read(RunId run);
    /// Reads ahead the metrics of these runs.
    void prepare(std::span<const RunId> runs);
    /// Reads ahead the metrics of all runs.
    void prepareAll();

private:
    /// Ids of metrics, and how many there are at least.
    struct Range
    {
        std::int64_t first = 0;
        std::int64_t last = 0;
        std::int64_t count = 0;
    };
    void readMetrics(const Range& range);
    const TestResult& metric(std::int64_t id);
    static TestResult metricAt(const Statement& row);
    void readSamples(RunId run, std::vector<TestResult>& results);
    void readAggregates(RunId run, std::vector<TestResult>& results);

    Database& m_database;
    const Job& m_job;
    Statement m_last;
    Statement m_results;
    Statement m_samples;
    Statement m_aggregates;
    Statement m_metric;
    // Metrics are kept as results without a value, which are copied for each that has one.
    std::int64_t m_firstMetric = 0;
    std::vector<TestResult> m_range; ///< by id, from m_firstMetric on
    std::unordered_map<std::int64_t, TestResult> m_others;
};

}
