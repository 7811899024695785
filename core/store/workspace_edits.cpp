// SPDX-License-Identifier: GPL-3.0-or-later
// What a user adds to a workspace by hand: exclusions, corrections, notes, saved comparisons.
#include "core/store/comparison_json.h"
#include "core/store/words.h"
#include "core/store/workspace_private.h"

#include <format>

namespace patchscale {
namespace {

/// Whether a correction says something its field can hold.
bool isUsable(const Correction& correction)
{
    switch (correction.field) {
    case CorrectedField::VariantRole:
        return !correction.result && fromStoredWord<Role>(correction.value).has_value();
    case CorrectedField::Better:
        return correction.result && fromStoredWord<Better>(correction.value).has_value();
    case CorrectedField::VariantLabel:
    case CorrectedField::MachineLabel:
        return !correction.result && !correction.value.empty();
    }
    return false;
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

Result<CorrectionId> Workspace::correct(const Correction& correction)
{
    auto& database = m_d->database;
    if (!isUsable(correction)) {
        return std::unexpected(
            Error {.code = Errc::Usage,
                   .message = std::format("cannot correct the {} of run {} to '{}'", storedWord(correction.field),
                                          correction.run.value, correction.value),
                   .where = {},
                   .hints = {"a role is baseline, candidate or none; a direction is higher, lower or unknown; "
                             "a label is not empty"}});
    }
    CorrectionId id;
    {
        Transaction transaction(database, Access::Write);
        Statement(database,
                  "DELETE FROM correction WHERE run_id = ? AND coalesce(result, -1) = coalesce(?, -1) "
                  "AND field = ?")
            .bind(correction.run.value, correction.result, storedWord(correction.field))
            .run();
        Statement(database, "INSERT INTO correction (run_id, result, field, value) VALUES (?, ?, ?, ?)")
            .bind(correction.run.value, correction.result, storedWord(correction.field), correction.value)
            .run();
        id = {database.lastInsertId()};
        transaction.commit();
    }
    return database.check().transform([&] { return id; });
}

Result<void> Workspace::removeCorrection(CorrectionId id)
{
    return m_d->remove("correction", "DELETE FROM correction WHERE id = ?", id.value);
}

Result<std::vector<Correction>> Workspace::corrections()
{
    std::vector<Correction> out;
    Statement rows(m_d->database, "SELECT id, run_id, result, field, value FROM correction ORDER BY id");
    while (rows.next()) {
        if (const auto field = fromStoredWord<CorrectedField>(rows.text(3))) {
            out.push_back({.id = {rows.integer(0)},
                           .run = {rows.integer(1)},
                           .result = rows.isNull(2) ? std::nullopt : std::optional(rows.size(2)),
                           .field = *field,
                           .value = rows.string(4)});
        }
    }
    return m_d->database.check().transform([&] { return std::move(out); });
}

Result<AnnotationId> Workspace::annotate(const ResultNote& note)
{
    auto& database = m_d->database;
    Statement(database, "INSERT INTO annotation (run_id, result, text) VALUES (?, ?, ?)")
        .bind(note.run.value, note.result, note.text)
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
    Statement rows(m_d->database, "SELECT id, run_id, result, text FROM annotation ORDER BY id");
    while (rows.next()) {
        out.push_back(
            {.id = {rows.integer(0)}, .run = {rows.integer(1)}, .result = rows.size(2), .text = rows.string(3)});
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
