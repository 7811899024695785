// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/document_writer.h"

#include "core/store/parameters_json.h"
#include "core/store/words.h"

namespace patchscale {
namespace {

constexpr std::size_t kResultsPerReport = 1024;

std::optional<std::size_t> offsetOf(const std::optional<SourceSpan>& span)
{
    return span ? std::optional(span->offset) : std::nullopt;
}

std::optional<std::size_t> lengthOf(const std::optional<SourceSpan>& span)
{
    return span ? std::optional(span->length) : std::nullopt;
}

/// The id that @p find finds, which may then be bound again.
std::optional<std::int64_t> idFrom(Statement& find)
{
    if (!find.next()) {
        return std::nullopt;
    }
    const auto id = find.integer(0);
    find.reset();
    return id;
}

std::optional<std::size_t> runOf(const std::optional<ResultRef>& ref)
{
    return ref ? std::optional(ref->run) : std::nullopt;
}

std::optional<std::size_t> resultOf(const std::optional<ResultRef>& ref)
{
    return ref ? std::optional(ref->result) : std::nullopt;
}

}

DocumentWriter::DocumentWriter(Database& database)
    : m_database(database)
    , m_addDocument(database,
                    "INSERT INTO document (sha256, path, title, imported_at, size, content) "
                    "VALUES (?, ?, ?, ?, ?, ?)")
    , m_addName(database, "INSERT INTO document_name (document_id, kind, position, name) VALUES (?, ?, ?, ?)")
    , m_addBlock(database,
                 "INSERT INTO block (document_id, position, format, title, span_offset, span_length) "
                 "VALUES (?, ?, ?, ?, ?, ?)")
    , m_addRun(database,
               "INSERT INTO run (document_id, position, format, format_version, benchmark, machine_id, "
               "variant_id, role, is_variant_assumed, parameters, is_failed, span_offset, span_length) "
               "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    , m_findMachine(database,
                    "SELECT id FROM machine WHERE label = ? AND cpu = ? AND coalesce(cpus, -1) = "
                    "coalesce(?, -1) AND memory = ? AND os = ? AND kernel = ? AND facts = ?")
    , m_findVariant(database, "SELECT id FROM variant WHERE label = ?")
    , m_findTest(database, "SELECT id FROM test WHERE benchmark = ? AND name = ? AND parameters = ?")
    , m_addTest(database, "INSERT INTO test (benchmark, name, parameters) VALUES (?, ?, ?)")
    , m_findMetric(database, "SELECT id FROM metric WHERE test_id = ? AND name = ? AND unit = ? AND better = ?")
    , m_addMetric(database, "INSERT INTO metric (test_id, name, unit, better) VALUES (?, ?, ?, ?)")
    , m_addResult(database,
                  "INSERT INTO result (run_id, position, metric_id, value, unit, base_value, span_offset, "
                  "span_length) VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
    , m_addSample(database,
                  "INSERT INTO sample (run_id, result, position, value, span_offset, span_length, boot, round, "
                  "run_order, is_excluded) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    , m_addAggregate(database,
                     "INSERT INTO aggregate (run_id, result, statistic, value, span_offset, span_length) "
                     "VALUES (?, ?, ?, ?, ?, ?)")
    , m_dataVersion(database, "PRAGMA data_version")
{
}

void DocumentWriter::checkMetrics()
{
    constexpr std::size_t kMostMetrics = 4096;
    const auto version = m_dataVersion.next() ? m_dataVersion.integer(0) : -1;
    m_dataVersion.reset();
    if (version != m_version || version < 0 || m_metrics.size() > kMostMetrics) {
        m_metrics.clear();
    }
    m_version = version;
}

DocumentId DocumentWriter::write(const Document& document, std::string_view frame, std::string_view importedAt,
                                 const Job& job)
{
    const std::string_view sha(reinterpret_cast<const char*>(document.sha256.data()), document.sha256.size());
    const auto& parsed = document.parsed;
    m_addDocument.bind(BlobView {sha}, document.path, parsed.title, importedAt, document.bytes.size(), BlobView {frame})
        .run();
    const DocumentId id {m_database.lastInsertId()};
    writeReading(id, parsed, job);
    return id;
}

void DocumentWriter::writeReading(DocumentId id, const ParsedDocument& parsed, const Job& job)
{
    m_job = &job;
    checkMetrics();
    m_written = 0;
    m_total = 0;
    writeNames(id.value, parsed);
    writeBlocks(id.value, parsed);
    for (const auto& run : parsed.runs) {
        m_total += run.results.size();
    }
    for (std::size_t i = 0; i < parsed.runs.size(); ++i) {
        writeRun(id.value, i, parsed.runs[i]);
    }
    writeClaims(id.value, parsed);
    writeDiagnostics(id.value, parsed);
}

void DocumentWriter::writeNames(std::int64_t document, const ParsedDocument& parsed)
{
    const auto addAll = [&](std::string_view kind, const std::vector<std::string>& names) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            m_addName.bind(document, kind, i, names[i]).run();
        }
    };
    addAll("format", parsed.formats);
    addAll("file", parsed.patchedFiles);
    addAll("function", parsed.patchedFunctions);
}

void DocumentWriter::writeBlocks(std::int64_t document, const ParsedDocument& parsed)
{
    for (std::size_t i = 0; i < parsed.blocks.size(); ++i) {
        const auto& block = parsed.blocks[i];
        m_addBlock.bind(document, i, block.format, block.title, block.span.offset, block.span.length).run();
    }
}

void DocumentWriter::writeClaims(std::int64_t document, const ParsedDocument& parsed)
{
    if (parsed.claims.empty()) {
        return;
    }
    Statement add(m_database,
                  "INSERT INTO claim (document_id, position, test, parameters, metric, baseline, candidate, stated, "
                  "kind, low, high, resolution, is_approximate, span_offset, span_length, baseline_run, "
                  "baseline_result, candidate_run, candidate_result) "
                  "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (std::size_t i = 0; i < parsed.claims.size() && !m_job->isCancelled(); ++i) {
        const auto& claim = parsed.claims[i];
        const auto parameters = toJson(claim.parameters);
        add.bind(document, i, claim.test, parameters, claim.metric, claim.baseline, claim.candidate, claim.stated,
                 storedWord(claim.kind), claim.low, claim.high, claim.resolution, claim.isApproximate,
                 claim.span.offset, claim.span.length, runOf(claim.baselineResult), resultOf(claim.baselineResult),
                 runOf(claim.candidateResult), resultOf(claim.candidateResult))
            .run();
    }
}

void DocumentWriter::writeDiagnostics(std::int64_t document, const ParsedDocument& parsed)
{
    if (parsed.diagnostics.empty()) {
        return;
    }
    Statement add(m_database,
                  "INSERT INTO diagnostic (document_id, position, severity, code, message, span_offset, "
                  "span_length) VALUES (?, ?, ?, ?, ?, ?, ?)");
    for (std::size_t i = 0; i < parsed.diagnostics.size() && !m_job->isCancelled(); ++i) {
        const auto& found = parsed.diagnostics[i];
        add.bind(document, i, storedWord(found.severity), found.code, found.message, offsetOf(found.span),
                 lengthOf(found.span))
            .run();
    }
}

void DocumentWriter::writeRun(std::int64_t document, std::size_t position, const Run& run)
{
    const auto machine = machineId(run.machine);
    const auto variant = variantId(run.variant.label);
    const auto parameters = toJson(run.parameters);
    m_addRun
        .bind(document, position, run.format, run.formatVersion, run.benchmark, machine, variant,
              storedWord(run.variant.role), run.variant.isAssumed, parameters, run.isFailed, run.span.offset,
              run.span.length)
        .run();
    const auto id = m_database.lastInsertId();
    for (std::size_t i = 0; i < run.results.size() && !m_job->isCancelled() && !m_database.hasFailed(); ++i) {
        writeResult(id, i, run.benchmark, run.results[i]);
    }
}

void DocumentWriter::writeResult(std::int64_t run, std::size_t position, std::string_view benchmark,
                                 const TestResult& result)
{
    const auto metric = metricId(benchmark, result);
    m_addResult
        .bind(run, position, metric, result.value, result.unit, result.baseValue, result.span.offset,
              result.span.length)
        .run();
    for (std::size_t i = 0; i < result.samples.size(); ++i) {
        const auto& sample = result.samples[i];
        m_addSample
            .bind(run, position, i, sample.value, sample.span.offset, sample.span.length, sample.boot, sample.round,
                  sample.order, sample.isExcluded)
            .run();
    }
    writeAggregates(run, position, result);
    if (++m_written % kResultsPerReport == 0) {
        m_job->report(static_cast<double>(m_written) / static_cast<double>(m_total), "Storing");
    }
}

void DocumentWriter::writeAggregates(std::int64_t run, std::size_t position, const TestResult& result)
{
    const auto add = [&](std::string_view statistic, double value, const SourceSpan& span) {
        m_addAggregate.bind(run, position, statistic, value, span.offset, span.length).run();
    };
    if (result.spread) {
        const auto& spread = *result.spread;
        add(storedWord(spread.kind), spread.value, spread.span);
        if (spread.low) {
            add("low", *spread.low, spread.span);
        }
        if (spread.high) {
            add("high", *spread.high, spread.span);
        }
    }
    if (result.repeats) {
        add("count", *result.repeats, result.span);
    }
}

std::int64_t DocumentWriter::machineId(const Machine& machine)
{
    const auto facts = toJson(machine.facts);
    m_findMachine.bind(machine.label, machine.cpu, machine.cpus, machine.memory, machine.os, machine.kernel, facts);
    if (const auto id = idFrom(m_findMachine)) {
        return *id;
    }
    Statement(m_database,
              "INSERT INTO machine (label, cpu, cpus, memory, os, kernel, facts) "
              "VALUES (?, ?, ?, ?, ?, ?, ?)")
        .bind(machine.label, machine.cpu, machine.cpus, machine.memory, machine.os, machine.kernel, facts)
        .run();
    return m_database.lastInsertId();
}

std::int64_t DocumentWriter::variantId(std::string_view label)
{
    m_findVariant.bind(label);
    if (const auto id = idFrom(m_findVariant)) {
        return *id;
    }
    Statement(m_database, "INSERT INTO variant (label) VALUES (?)").bind(label).run();
    return m_database.lastInsertId();
}

std::int64_t DocumentWriter::metricId(std::string_view benchmark, const TestResult& result)
{
    const auto parameters = toJson(result.parameters);
    const auto better = storedWord(result.better);
    m_key.clear();
    for (const auto part : {benchmark, std::string_view(result.test), std::string_view(parameters),
                            std::string_view(result.metric), std::string_view(result.baseUnit), better}) {
        m_key += part;
        m_key += '\0';
    }
    const auto [known, isNew] = m_metrics.try_emplace(m_key, 0);
    if (!isNew) {
        return known->second;
    }
    m_findTest.bind(benchmark, result.test, parameters);
    std::int64_t test = 0;
    if (const auto id = idFrom(m_findTest)) {
        test = *id;
    } else {
        m_addTest.bind(benchmark, result.test, parameters).run();
        test = m_database.lastInsertId();
    }
    m_findMetric.bind(test, result.metric, result.baseUnit, better);
    if (const auto id = idFrom(m_findMetric)) {
        known->second = *id;
    } else {
        m_addMetric.bind(test, result.metric, result.baseUnit, better).run();
        known->second = m_database.lastInsertId();
    }
    return known->second;
}

}
