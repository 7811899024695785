// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/history/history_report.h"
#include "core/report/json_parts.h"
#include "core/report/report_words.h"

namespace patchscale {
namespace {

using Layout = JsonWriter::Layout;

void writePlaces(JsonWriter& json, const HistorySeries& series)
{
    json.list("places", series.places, [&](const HistoryPlace& place) {
        json.beginObject(Layout::Inline);
        json.entry("label", place.label);
        json.entry("runs", place.units);
        json.entry("samples", place.samples);
        json.entry("median", place.median);
        json.entry("low", place.low);
        json.entry("high", place.high);
        json.entry("change", place.change);
        json.list(
            "values", std::span(series.units).subspan(place.firstUnit, place.units),
            [&](const HistoryUnit& unit) { json.value(unit.value); }, Layout::Inline);
        json.endObject();
    });
}

void writeSteps(JsonWriter& json, const HistorySeries& series)
{
    json.list("change_points", series.steps, [&](const HistoryStep& step) {
        json.beginObject();
        json.entry("before", step.before);
        json.entry("after", step.after);
        json.entry("within_place", step.isWithinPlace);
        json.entry("level_before", step.levelBefore);
        json.entry("level_after", step.levelAfter);
        json.entry("change", step.change);
        writeInterval(json, "ci", step.interval);
        json.entry("p", step.p);
        json.entry("p_adjusted", step.pAdjusted);
        json.entry("verdict", reportedWord(step.verdict));
        json.entry("sentence", step.sentence);
        json.list("explanations", step.explanations);
        json.endObject();
    });
}

void writeSeries(JsonWriter& json, const HistorySeries& series)
{
    json.beginObject();
    json.entry("benchmark", series.benchmark);
    writeTold(json, "machine", series.machine);
    json.entry("test", series.test);
    writeParameters(json, series.parameters);
    json.entry("metric", series.metric);
    json.entry("unit", series.unit);
    json.entry("better", reportedWord(series.better));
    json.entry("order", orderWord(series.order));
    json.entry("too_short", series.isTooShort);
    json.entry("change", series.change);
    json.entry("sentence", series.sentence);
    json.list("notes", series.notes);
    writePlaces(json, series);
    writeSteps(json, series);
    json.endObject();
}

}

std::string historyJson(const History& history)
{
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    json.entry("patchscale", 1); // version of the contract
    json.list("histories", history.series, [&](const HistorySeries& series) { writeSeries(json, series); });
    json.key("summary");
    json.beginObject();
    json.entry("sentence", history.sentence);
    json.entry("regressed", history.regressed);
    json.entry("improved", history.improved);
    json.entry("changed", history.changed);
    json.entry("undecided", history.undecided);
    json.entry("unchanged", history.unchanged);
    json.entry("too_short", history.tooShort);
    json.list("warnings", history.warnings);
    json.endObject();
    json.endObject();
    out += '\n';
    return out;
}

}
