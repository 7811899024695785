// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/reading/read_cells.h"
#include "app/gui/reading/reading_edits.h"
#include "app/gui/reading/reading_rows.h"
#include "app/gui/text/figures.h"
#include "app/gui/text/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Reading)
};

using Field = CorrectedField;

QString betterWord(Better better)
{
    return better == Better::Higher ? Words::tr("higher")
        : better == Better::Lower   ? Words::tr("lower")
                                    : Words::tr("unknown");
}

constexpr std::array<const char*, 26> kUnits {
    "s",     "ms",  "us",  "ns",   "B/s",   "kB/s", "KiB/s", "MB/s", "MiB/s", "GB/s",  "GiB/s", "Mb/s",  "Gb/s",
    "ops/s", "1/s", "lps", "IOPS", "KIOPS", "M/s",  "B",     "KiB",  "MiB",   "count", "%",     "ratio", "index"};

/// A metric in one written unit, and the results that have both.
struct Measure
{
    std::string metric;
    std::string unit;
    std::vector<std::size_t> results;
};

std::vector<Measure> measuresOf(const Run& asRead)
{
    std::vector<Measure> out;
    for (std::size_t i = 0; i < asRead.results.size(); ++i) {
        const TestResult& result = asRead.results[i];
        auto known = std::ranges::find_if(out, [&result](const Measure& measure) {
            return measure.metric == result.metric && measure.unit == result.unit;
        });
        if (known == out.end()) {
            known = out.insert(out.end(), {.metric = result.metric, .unit = result.unit, .results = {}});
        }
        known->results.push_back(i);
    }
    return out;
}

ReadCell measureCell(const ReadingOf& reading, Field field, std::size_t run, const Measure& measure, QString text)
{
    ReadCell cell = plainCell(text.isEmpty() ? u"–"_s : std::move(text));
    cell.isMuted = cell.text == u"–"_s;
    const auto arguments = [source = reading.source, field, run, metric = measure.metric, unit = measure.unit] {
        return std::tuple {source, field, run, metric, unit};
    };
    cell.set = [arguments](const std::string& value) {
        const auto [source, which, place, metric, unit] = arguments();
        return withField(*source, which, place, metric, unit, value);
    };
    cell.reset = [arguments] {
        const auto [source, which, place, metric, unit] = arguments();
        return withoutField(*source, which, place, metric, unit);
    };
    return cell;
}

QString firstValueText(const TestResult& result)
{
    const QString written = figureText(result.value) + (result.unit.empty() ? QString() : u' ' + fromUtf8(result.unit));
    if (result.baseUnit == result.unit || result.baseUnit.empty()) {
        return written;
    }
    return written + u" = "_s + figureText(result.baseValue) + u' ' + fromUtf8(result.baseUnit);
}

ReadRow measureRow(const ReadingOf& reading, std::size_t place, const Measure& measure, const Corrections& own)
{
    const Run& run = reading.source->document->parsed.runs[place];
    const Run& asRead = reading.source->reading->parsed.runs[place];
    const TestResult& first = run.results[measure.results.front()];
    const TestResult& firstRead = asRead.results[measure.results.front()];
    ReadRow row;
    row.place = first.span;
    for (const std::size_t i : measure.results) {
        addMarks(row.marks, run.results[i]);
    }
    row.cells.push_back(plainCell(fromUtf8(measure.metric)));

    ReadCell unit = measureCell(reading, Field::Unit, place, measure, fromUtf8(first.unit));
    unit.step = Words::tr("Set Unit");
    unit.isByHand = lastOf(own, Field::Unit, &firstRead) != nullptr;
    unit.toolTip = unit.isByHand ? byHandTip(fromUtf8(firstRead.unit)) : QString();
    unit.isFree = true;
    for (const char* known : kUnits) {
        addChoice(unit, QString::fromUtf8(known), known);
    }

    const bool isMixed =
        std::ranges::any_of(measure.results, [&](std::size_t i) { return run.results[i].better != first.better; });
    ReadCell better =
        measureCell(reading, Field::Better, place, measure, isMixed ? Words::tr("differs") : betterWord(first.better));
    better.step = Words::tr("Set Direction");
    better.isByHand = lastOf(own, Field::Better, &firstRead) != nullptr;
    better.toolTip = better.isByHand ? byHandTip(betterWord(firstRead.better))
        : isMixed                    ? Words::tr("Not the same for all tests; setting it sets it for each")
                                     : QString();
    better.isMuted = isMixed || first.better == Better::Unknown;
    for (const auto& [direction, value] : {std::pair {Better::Higher, "higher"}, std::pair {Better::Lower, "lower"},
                                           std::pair {Better::Unknown, "unknown"}}) {
        addChoice(better, betterWord(direction), value);
    }
    row.cells.push_back(std::move(unit));
    row.cells.push_back(std::move(better));
    row.cells.push_back(plainCell(QString::number(measure.results.size()), true));
    row.cells.push_back(plainCell(firstValueText(first)));
    row.cells.back().isMuted = true;
    return row;
}

}

QStringList measureTitles()
{
    return {Words::tr("Metric"), Words::tr("Unit"), Words::tr("Better"), Words::tr("Values"), Words::tr("First Value")};
}

std::vector<ReadRow> measureRows(const ReadingOf& reading, std::size_t run)
{
    const auto& runs = reading.source->reading->parsed.runs;
    if (run >= runs.size()) {
        return {};
    }
    const Corrections own = correctionsByRun(runs, reading.source->corrections)[run];
    std::vector<ReadRow> rows;
    for (const Measure& measure : measuresOf(runs[run])) {
        rows.push_back(measureRow(reading, run, measure, own));
    }
    return rows;
}

}
