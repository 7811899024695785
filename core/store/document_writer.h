// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/store/catalogue.h"
#include "core/store/sqlite.h"

#include <string_view>
#include <unordered_map>

namespace patchscale {

/// Writes a document and all that was read from it. Within a transaction of the caller.
class DocumentWriter
{
public:
    DocumentWriter(Database& database, const Job& job);

    /// Writes @p document with its bytes given as @p frame; the database keeps what fails. Stops early when the job is
    /// cancelled, so the caller asks the job before it commits.
    DocumentId write(const Document& document, std::string_view frame, std::string_view importedAt);

private:
    void writeNames(std::int64_t document, const ParsedDocument& parsed);
    void writeBlocks(std::int64_t document, const ParsedDocument& parsed);
    void writeClaims(std::int64_t document, const ParsedDocument& parsed);
    void writeDiagnostics(std::int64_t document, const ParsedDocument& parsed);
    void writeRun(std::int64_t document, std::size_t position, const Run& run);
    void writeResult(std::int64_t run, std::size_t position, std::string_view benchmark, const TestResult& result);
    void writeAggregates(std::int64_t run, std::size_t position, const TestResult& result);
    std::int64_t machineId(const Machine& machine);
    std::int64_t variantId(std::string_view label);
    std::int64_t metricId(std::string_view benchmark, const TestResult& result);

    Database& m_database;
    const Job& m_job;
    Statement m_findTest;
    Statement m_addTest;
    Statement m_findMetric;
    Statement m_addMetric;
    Statement m_addResult;
    Statement m_addSample;
    Statement m_addAggregate;
    std::unordered_map<std::string, std::int64_t> m_metrics; ///< by all that identifies one
    std::string m_key;
    std::size_t m_written = 0;
    std::size_t m_total = 0;
};

}
