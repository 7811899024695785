// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/run_reader.h"

#include "core/store/columns.h"
#include "core/store/correction_table.h"
#include "core/store/words.h"

#include <format>

namespace patchscale {
namespace {

/// The columns that storedRunAt() reads, and the tables they come from.
constexpr std::string_view kRuns =
    "SELECT run.id, run.document_id, run.position, run.format, run.format_version, run.benchmark, machine.label, "
    "machine.cpu, machine.cpus, machine.memory, machine.os, machine.kernel, machine.facts, variant.label, run.role, "
    "run.is_variant_assumed, run.parameters, run.is_failed, run.span_offset, run.span_length "
    "FROM run JOIN machine ON machine.id = run.machine_id JOIN variant ON variant.id = run.variant_id";

Run runAt(const Statement& row)
{
    return {.format = row.string(3),
            .formatVersion = static_cast<int>(row.integer(4)),
            .benchmark = row.string(5),
            .machine = {.label = row.string(6),
                        .cpu = row.string(7),
                        .cpus = row.isNull(8) ? std::nullopt : std::optional(static_cast<int>(row.integer(8))),
                        .memory = row.string(9),
                        .os = row.string(10),
                        .kernel = row.string(11),
                        .facts = parametersAt(row, 12)},
            .variant = {.label = row.string(13),
                        .role = fromStoredWord<Role>(row.text(14)).value_or(Role::None),
                        .isAssumed = row.integer(15) != 0},
            .parameters = parametersAt(row, 16),
            .results = {},
            .isFailed = row.integer(17) != 0,
            .span = spanAt(row, 18)};
}

StoredRun storedRunAt(const Statement& row)
{
    return {.id = {row.integer(0)}, .document = {row.integer(1)}, .position = row.size(2), .run = runAt(row)};
}

}

RunReader::RunReader(Database& database)
    : m_database(database)
    , m_one(database, std::format("{} WHERE run.id = ?", kRuns))
{
}

std::vector<StoredRun> RunReader::read(std::optional<DocumentId> document)
{
    std::vector<StoredRun> out;
    Statement runs(m_database,
                   std::format("{} WHERE ?1 IS NULL OR run.document_id = ?1 "
                               "ORDER BY run.document_id, run.position",
                               kRuns));
    runs.bind(document ? std::optional(document->value) : std::nullopt);
    while (runs.next()) {
        out.push_back(storedRunAt(runs));
    }
    return out;
}

std::optional<StoredRun> RunReader::read(RunId id)
{
    m_one.bind(id.value);
    std::optional<StoredRun> out;
    if (m_one.next()) {
        out = storedRunAt(m_one);
    }
    m_one.reset();
    return out;
}

const std::vector<Corrections>* RunReader::correctionsOf(DocumentId document)
{
    if (!m_corrections) {
        m_corrections = readCorrections(m_database);
    }
    const auto corrected = m_corrections->find(document);
    if (corrected == m_corrections->end()) {
        return nullptr;
    }
    const auto [known, isNew] = m_byRun.try_emplace(document);
    if (isNew) {
        std::vector<Run> runs;
        for (auto& stored : read(document)) {
            runs.push_back(std::move(stored.run));
        }
        known->second = correctionsByRun(runs, corrected->second);
    }
    return &known->second;
}

void RunReader::correct(StoredRun& stored)
{
    const auto* byRun = correctionsOf(stored.document);
    if (byRun != nullptr && stored.position < byRun->size()) {
        correctRun(stored.run, (*byRun)[stored.position]);
    }
}

void RunReader::relabel(DocumentId document, std::span<Claim> claims)
{
    if (correctionsOf(document) == nullptr) {
        return;
    }
    std::vector<std::string> before;
    std::vector<std::string> after;
    for (auto& stored : read(document)) {
        before.push_back(stored.run.variant.label);
        correct(stored);
        after.push_back(stored.run.variant.label);
    }
    relabelClaims(claims, before, after);
}

RunEntry entryOf(const StoredRun& stored)
{
    std::size_t samples = 0;
    for (const auto& result : stored.run.results) {
        samples += result.samples.size();
    }
    return {.id = stored.id,
            .document = stored.document,
            .position = stored.position,
            .benchmark = stored.run.benchmark,
            .machine = stored.run.machine,
            .variant = stored.run.variant,
            .parameters = stored.run.parameters,
            .results = stored.run.results.size(),
            .samples = samples,
            .isFailed = stored.run.isFailed};
}

}
