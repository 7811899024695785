// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/document_reader.h"

#include "core/store/columns.h"
#include "core/store/words.h"

namespace patchscale {
namespace {

std::optional<ResultRef> refAt(const Statement& row, int column)
{
    if (row.isNull(column)) {
        return std::nullopt;
    }
    return ResultRef {.run = row.size(column), .result = row.size(column + 1)};
}

}

std::vector<Claim> readClaims(Database& database, DocumentId id)
{
    std::vector<Claim> out;
    Statement claims(database,
                     "SELECT test, parameters, metric, baseline, candidate, stated, kind, low, high, "
                     "resolution, is_approximate, span_offset, span_length, baseline_run, baseline_result, "
                     "candidate_run, candidate_result FROM claim WHERE document_id = ? ORDER BY position");
    claims.bind(id.value);
    while (claims.next()) {
        Claim claim;
        claim.test = claims.string(0);
        claim.parameters = parametersAt(claims, 1);
        claim.metric = claims.string(2);
        claim.baseline = claims.string(3);
        claim.candidate = claims.string(4);
        claim.stated = claims.string(5);
        claim.kind = fromStoredWord<ClaimKind>(claims.text(6)).value_or(ClaimKind::Change);
        claim.low = claims.real(7);
        claim.high = claims.real(8);
        claim.resolution = claims.real(9);
        claim.isApproximate = claims.integer(10) != 0;
        claim.span = spanAt(claims, 11);
        claim.baselineResult = refAt(claims, 13);
        claim.candidateResult = refAt(claims, 15);
        out.push_back(std::move(claim));
    }
    return out;
}

ParsedDocument readParsed(Database& database, DocumentId id)
{
    ParsedDocument out;
    Statement names(database, "SELECT kind, name FROM document_name WHERE document_id = ? ORDER BY kind, position");
    names.bind(id.value);
    while (names.next()) {
        const auto kind = names.text(0);
        auto& list = kind == "format" ? out.formats : kind == "file" ? out.patchedFiles : out.patchedFunctions;
        list.push_back(names.string(1));
    }
    Statement blocks(database,
                     "SELECT format, title, span_offset, span_length FROM block WHERE document_id = ? "
                     "ORDER BY position");
    blocks.bind(id.value);
    while (blocks.next()) {
        out.blocks.push_back({.format = blocks.string(0), .title = blocks.string(1), .span = spanAt(blocks, 2)});
    }
    out.claims = readClaims(database, id);
    Statement diagnostics(database,
                          "SELECT severity, code, message, span_offset, span_length FROM diagnostic "
                          "WHERE document_id = ? ORDER BY position");
    diagnostics.bind(id.value);
    while (diagnostics.next()) {
        out.diagnostics.push_back(
            {.severity = fromStoredWord<Severity>(diagnostics.text(0)).value_or(Severity::Warning),
             .code = diagnostics.string(1),
             .message = diagnostics.string(2),
             .span = diagnostics.isNull(3) ? std::nullopt : std::optional(spanAt(diagnostics, 3))});
    }
    return out;
}

}
