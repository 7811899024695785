// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/reading/reading_edits.h"

#include <algorithm>
#include <iterator>
#include <ranges>

namespace patchscale {

namespace {

bool isOfResults(CorrectedField field)
{
    return field == CorrectedField::Better || field == CorrectedField::Unit;
}

/// The results of @p source that @p row compares, as they were read.
std::vector<const TestResult*> resultsOf(const OpenedComparison& opened, const CorrectedDocument& source,
                                         const ComparisonRow& row)
{
    std::vector<const TestResult*> out;
    for (const Side* side : {&row.baseline, &row.candidate}) {
        for (const RunResultRef& ref : side->results) {
            const RunOrigin& origin = opened.input->origins[ref.run];
            if (origin.document == source.document) {
                out.push_back(&source.reading->parsed.runs[origin.run].results[ref.result]);
            }
        }
    }
    return out;
}

bool isDirectionOf(const Correction& correction, const TestResult& result)
{
    return correction.field == CorrectedField::Better && isAbout(correction.target, result);
}

/// Whether @p correction is about @p field of this run and these results.
bool isOf(const Correction& correction, const CorrectedDocument& source, CorrectedField field, std::size_t run,
          std::string_view metric, std::string_view unit)
{
    if (correction.field != field) {
        return false;
    }
    const std::vector<Run>& runs = source.reading->parsed.runs;
    if (correction.target.run && findRun(runs, *correction.target.run) != run) {
        return false;
    }
    return !isOfResults(field) || std::ranges::any_of(runs[run].results, [&](const TestResult& result) {
        return result.metric == metric && result.unit == unit && isAbout(correction.target, result);
    });
}

}

Better directionSetBy(const OpenedComparison& opened, const ComparisonRow& row)
{
    for (const CorrectedDocument& source : opened.sources) {
        for (const TestResult* result : resultsOf(opened, source, row)) {
            for (const Correction& correction : source.corrections | std::views::reverse) {
                if (isDirectionOf(correction, *result)) {
                    return betterNamed(correction.value).value_or(Better::Unknown);
                }
            }
        }
    }
    return Better::Unknown;
}

Corrections withDirection(const OpenedComparison& opened, const CorrectedDocument& source,
                          std::span<const ComparisonRow* const> rows, Better better)
{
    Corrections out = source.corrections;
    for (const ComparisonRow* row : rows) {
        for (const TestResult* result : resultsOf(opened, source, *row)) {
            std::erase_if(out, [&](const Correction& correction) { return isDirectionOf(correction, *result); });
            if (better != Better::Unknown) {
                setCorrection(
                    out,
                    {.field = CorrectedField::Better,
                     .target = {.run = {}, .test = result->test, .metric = result->metric, .unit = {}, .span = {}},
                     .value = better == Better::Higher ? "higher" : "lower"});
            }
        }
    }
    return out;
}

Corrections withField(const CorrectedDocument& source, CorrectedField field, std::size_t run, std::string_view metric,
                      std::string_view unit, const std::string& value)
{
    Corrections out = source.corrections;
    Correction correction {
        .field = field,
        .target = {.run = runKey(source.reading->parsed.runs, run), .test = {}, .metric = {}, .unit = {}, .span = {}},
        .value = value};
    if (isOfResults(field)) {
        correction.target.metric = metric;
        correction.target.unit = std::string(unit);
    }
    if (isUsable(correction)) {
        setCorrection(out, std::move(correction));
    }
    return out;
}

Corrections withoutField(const CorrectedDocument& source, CorrectedField field, std::size_t run,
                         std::string_view metric, std::string_view unit)
{
    Corrections out = source.corrections;
    std::erase_if(out,
                  [&](const Correction& correction) { return isOf(correction, source, field, run, metric, unit); });
    return out;
}

const Correction* formatSetAt(const CorrectedDocument& source, SourceSpan place)
{
    for (const Correction& correction : source.corrections | std::views::reverse) {
        if (correction.field == CorrectedField::Format
            && (!correction.target.span || overlap(*correction.target.span, place))) {
            return &correction;
        }
    }
    return nullptr;
}

Corrections withoutFormat(const CorrectedDocument& source, SourceSpan place)
{
    Corrections out = source.corrections;
    std::erase_if(out, [&](const Correction& correction) {
        return correction.field == CorrectedField::Format
            && (!correction.target.span || overlap(*correction.target.span, place));
    });
    return out;
}

Corrections withFormat(const CorrectedDocument& source, SourceSpan place, const std::string& format)
{
    // What was set for other text, or for more than this, stays in force for the rest: of two the later one holds.
    Corrections out = source.corrections;
    std::erase_if(out, [&](const Correction& correction) {
        const auto& span = correction.target.span;
        return correction.field == CorrectedField::Format && span && span->offset >= place.offset
            && span->end() <= place.end();
    });
    setCorrection(out,
                  {.field = CorrectedField::Format,
                   .target = {.run = {}, .test = {}, .metric = {}, .unit = {}, .span = place},
                   .value = format});
    return out;
}

}
