// SPDX-License-Identifier: GPL-3.0-or-later
// What a user adds to a workspace by hand: exclusions, corrections, notes, saved comparisons.
#include "core/store/comparison_json.h"
#include "core/store/correction_table.h"
#include "core/store/document_writer.h"
#include "core/store/words.h"
#include "core/store/workspace_private.h"

#include <algorithm>
#include <format>

namespace patchscale {
namespace {

/// What was read from a document, to be read anew.
void deleteReading(Database& database, DocumentId id)
{
    for (const auto* const table : {"document_name", "block", "run", "claim", "diagnostic"}) {
        Statement(database, std::format("DELETE FROM {} WHERE document_id = ?", table)).bind(id.value).run();
    }
}

}

Result<void> Workspace::setSampleExcluded(RunId run, std::size_t result, std::size_t sample, bool isExcluded)
{
    auto& database = m_d->database;
    Statement(database, "UPDATE sample SET is_excluded = ? WHERE run_id = ? AND result = ? AND position = ?")
        .bind(isExcluded, run.value, result, sample)
        .run();
    if (auto checked = database.check(); !checked) {
        return checked;
    }
    if (database.changes() == 0) {
        return m_d->missing("such sample in run", run.value);
    }
    return {};
}

Result<void> Workspace::setCorrections(DocumentId id, const Corrections& corrections, const ParsedDocument* reading,
                                       const Job& job)
{
    auto& database = m_d->database;
    const auto bad = std::ranges::find_if_not(corrections, isUsable);
    if (bad != corrections.end()) {
        return std::unexpected(
            Error {.code = Errc::Usage,
                   .message = std::format("cannot set the {} to '{}'", storedWord(bad->field), bad->value),
                   .where = {},
                   .hints = {"a role is baseline, candidate or none; a direction is higher, lower or unknown; "
                             "a label is not empty; only units and directions belong to single results"}});
    }
    {
        Transaction transaction(database, Access::Write);
        writeCorrections(database, id, corrections);
        if (reading != nullptr) {
            deleteReading(database, id);
            DocumentWriter(database).writeReading(id, *reading, job);
        }
        if (job.isCancelled()) {
            return cancelledError();
        }
        transaction.commit();
    }
    return database.check();
}

Result<std::map<DocumentId, Corrections>> Workspace::corrections()
{
    auto out = readCorrections(m_d->database);
    return m_d->database.check().transform([&] { return std::move(out); });
}

Result<AnnotationId> Workspace::annotate(const ResultNote& note)
{
    auto& database = m_d->database;
    Statement(database, "INSERT INTO annotation (run_id, result, text, is_resolved) VALUES (?, ?, ?, ?)")
        .bind(note.run.value, note.result, note.text, note.isResolved)
        .run();
    return database.check().transform([&] { return AnnotationId {database.lastInsertId()}; });
}

Result<void> Workspace::removeAnnotation(AnnotationId id)
{
    return m_d->remove("note", "DELETE FROM annotation WHERE id = ?", id.value);
}

Result<std::vector<ResultNote>> Workspace::annotations()
{
    std::vector<ResultNote> out;
    Statement rows(m_d->database, "SELECT id, run_id, result, text, is_resolved FROM annotation ORDER BY id");
    while (rows.next()) {
        out.push_back({.id = {rows.integer(0)},
                       .run = {rows.integer(1)},
                       .result = rows.size(2),
                       .text = rows.string(3),
                       .isResolved = rows.integer(4) != 0});
    }
    return m_d->database.check().transform([&] { return std::move(out); });
}

Result<ComparisonId> Workspace::saveComparison(const SavedComparison& comparison)
{
    auto& database = m_d->database;
    const auto spec = toJson(comparison);
    ComparisonId id;
    {
        Statement save(database,
                       "INSERT INTO comparison (name, spec) VALUES (?, ?) "
                       "ON CONFLICT (name) DO UPDATE SET spec = excluded.spec RETURNING id");
        save.bind(comparison.name, spec);
        while (save.next()) {
            id = {save.integer(0)};
        }
    }
    return database.check().transform([&] { return id; });
}

Result<void> Workspace::removeComparison(ComparisonId id)
{
    return m_d->remove("comparison", "DELETE FROM comparison WHERE id = ?", id.value);
}

Result<std::vector<SavedComparison>> Workspace::savedComparisons()
{
    auto& database = m_d->database;
    std::vector<SavedComparison> out;
    {
        const Transaction snapshot(database, Access::Read);
        Statement rows(database, "SELECT id, name, spec FROM comparison ORDER BY id");
        while (rows.next()) {
            auto& saved = out.emplace_back(savedFromJson(database, rows.text(2)));
            saved.id = {rows.integer(0)};
            saved.name = rows.string(1);
        }
    }
    return database.check().transform([&] { return std::move(out); });
}

}
