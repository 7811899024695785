// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/correction_table.h"

#include "core/store/columns.h"
#include "core/store/words.h"

namespace patchscale {
namespace {

std::optional<RunKey> runAt(const Statement& row, int column)
{
    if (row.isNull(column)) {
        return std::nullopt;
    }
    return RunKey {.benchmark = row.string(column),
                   .machine = row.string(column + 1),
                   .variant = row.string(column + 2),
                   .parameters = parametersAt(row, column + 3),
                   .isFailed = row.integer(column + 4) != 0,
                   .occurrence = row.size(column + 5)};
}

}

std::map<DocumentId, Corrections> readCorrections(Database& database)
{
    std::map<DocumentId, Corrections> out;
    Statement rows(database,
                   "SELECT document_id, field, value, test, metric, unit, span_offset, span_length, benchmark, "
                   "machine, variant, parameters, is_failed, occurrence FROM correction ORDER BY id");
    while (rows.next()) {
        if (const auto field = fromStoredWord<CorrectedField>(rows.text(1))) {
            out[{rows.integer(0)}].push_back(
                {.field = *field,
                 .target = {.run = runAt(rows, 8),
                            .test = rows.string(3),
                            .metric = rows.string(4),
                            .unit = rows.isNull(5) ? std::nullopt : std::optional(rows.string(5)),
                            .span = rows.isNull(6) ? std::nullopt : std::optional(spanAt(rows, 6))},
                 .value = rows.string(2)});
        }
    }
    return out;
}

void writeCorrections(Database& database, DocumentId document, const Corrections& corrections)
{
    Statement(database, "DELETE FROM correction WHERE document_id = ?").bind(document.value).run();
    Statement add(database,
                  "INSERT INTO correction (document_id, field, value, test, metric, unit, span_offset, span_length, "
                  "benchmark, machine, variant, parameters, is_failed, occurrence) "
                  "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (const auto& [field, target, value] : corrections) {
        const auto& run = target.run;
        const auto text = [&](std::string RunKey::* name) { return run ? std::optional((*run).*name) : std::nullopt; };
        const auto benchmark = text(&RunKey::benchmark);
        const auto machine = text(&RunKey::machine);
        const auto variant = text(&RunKey::variant);
        const auto parameters = run ? std::optional(toJson(run->parameters)) : std::nullopt;
        add.bind(document.value, storedWord(field), value, target.test, target.metric, target.unit,
                 target.span ? std::optional(target.span->offset) : std::nullopt,
                 target.span ? std::optional(target.span->length) : std::nullopt, benchmark, machine, variant,
                 parameters, run ? std::optional(run->isFailed) : std::nullopt,
                 run ? std::optional(run->occurrence) : std::nullopt)
            .run();
    }
}

}
