// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/store/catalogue.h"
#include "core/store/sqlite.h"

#include <string_view>
#include <unordered_map>

namespace patchscale {

/// Writes documents and all that was read from them, each within a transaction of the caller. Kept between documents
/// for its statements and for the metrics it knows: to prepare and find them takes longer than to store a short report.
/// Not to be used again after a transaction that was rolled back.
class DocumentWriter
{
public:
    explicit DocumentWriter(Database& database);

    /// Writes @p document with its bytes given as @p frame; the database keeps what fails. Stops early when @p job is
    /// cancelled, so the caller asks the job before it commits.
    DocumentId write(const Document& document, std::string_view frame, std::string_view importedAt, const Job& job);
    /// Writes what was read from a document that is there; stops as write() does.
    void writeReading(DocumentId id, const ParsedDocument& parsed, const Job& job);

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
    /// Forgets metrics that another program may have taken away, or that are too many to keep.
    void checkMetrics();

    Database& m_database;
    const Job* m_job = nullptr; ///< of the document that is being written
    Statement m_addDocument;
    Statement m_addName;
    Statement m_addBlock;
    Statement m_addRun;
    Statement m_findMachine;
    Statement m_findVariant;
    Statement m_findTest;
    Statement m_addTest;
    Statement m_findMetric;
    Statement m_addMetric;
    Statement m_addResult;
    Statement m_addSample;
    Statement m_addAggregate;
    Statement m_dataVersion;
    std::unordered_map<std::string, std::int64_t> m_metrics; ///< those that were written, by all that identifies one
    std::int64_t m_version = 0; ///< of the database as they were written to; another one if another program wrote
    std::string m_key;
    std::size_t m_written = 0;
    std::size_t m_total = 0;
};

}
