// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/store/catalogue.h"
#include "core/store/sqlite.h"

#include <span>
#include <unordered_map>
#include <vector>

namespace patchscale {

/// What identifies a metric, as results of many runs share it.
struct StoredMetric
{
    std::string test;
    Parameters parameters;
    std::string metric;
    std::string baseUnit;
    Better better = Better::Unknown;
};

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

private:
    const StoredMetric& metric(std::int64_t id);
    void addMetric(Statement& row);
    void readSamples(RunId run, std::vector<TestResult>& results);
    void readAggregates(RunId run, std::vector<TestResult>& results);

    Database& m_database;
    const Job& m_job;
    Statement m_results;
    Statement m_samples;
    Statement m_aggregates;
    Statement m_metric;
    std::unordered_map<std::int64_t, StoredMetric> m_metrics;
};

}
