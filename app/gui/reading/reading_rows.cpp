// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/reading/reading_rows.h"

#include "app/gui/reading/reading_edits.h"
#include "app/gui/text/figures.h"
#include "app/gui/text/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <set>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Reading)
};

using Field = CorrectedField;

/// Boxes around more values than this help nobody and take long to draw.
constexpr std::size_t kMostMarks = 200;

QString formatWord(const std::string& format)
{
    return format == kNoFormat ? Words::tr("not read") : fromUtf8(format);
}

QString roleWord(Role role)
{
    return role == Role::Baseline ? Words::tr("baseline") : role == Role::Candidate ? Words::tr("candidate") : u"–"_s;
}

QString betterWord(Better better)
{
    return better == Better::Higher ? Words::tr("higher")
        : better == Better::Lower   ? Words::tr("lower")
                                    : Words::tr("unknown");
}

QString linesText(const ReadingOf& reading, SourceSpan place)
{
    const int first = reading.lineOf(place.offset);
    const int last = reading.lineOf(place.length == 0 ? place.offset : place.end() - 1);
    return first == last ? QString::number(first) : u"%1–%2"_s.arg(first).arg(last);
}

/// What "Set by hand" cells say of what the document tells.
QString byHandTip(const QString& asRead)
{
    return asRead.isEmpty() ? Words::tr("Set by hand; the document does not tell. Delete takes it back.")
                            : Words::tr("Set by hand; the document tells \"%1\". Delete takes it back.").arg(asRead);
}

ReadCell plainCell(QString text, bool isNumber = false)
{
    ReadCell cell;
    cell.text = std::move(text);
    cell.isNumber = isNumber;
    return cell;
}

/// Words that stand for the values of a field, for a cell to choose from.
void addChoice(ReadCell& cell, const QString& word, std::string value)
{
    cell.choices << word;
    cell.values.push_back(std::move(value));
}

const Correction* lastOf(const Corrections& own, Field field, const TestResult* result = nullptr)
{
    const Correction* last = nullptr;
    for (const Correction& correction : own) {
        if (correction.field == field && (result == nullptr || isAbout(correction.target, *result))) {
            last = &correction;
        }
    }
    return last;
}

/// A cell for a field of a whole run.
ReadCell fieldCell(const ReadingOf& reading, Field field, std::size_t run, const Corrections& own, QString text,
                   const QString& asRead)
{
    ReadCell cell = plainCell(text.isEmpty() ? u"–"_s : std::move(text));
    cell.isMuted = cell.text == u"–"_s;
    cell.isByHand = lastOf(own, field) != nullptr;
    cell.toolTip = cell.isByHand ? byHandTip(asRead) : QString();
    cell.set = [source = reading.source, field, run](const std::string& value) {
        return withField(*source, field, run, {}, {}, value);
    };
    cell.reset = [source = reading.source, field, run] { return withoutField(*source, field, run, {}, {}); };
    return cell;
}

QString assumedTip()
{
    return Words::tr("Assumed: the words of the document do not settle it");
}

/// A cell for the format of the text at @p place.
ReadCell formatCell(const ReadingOf& reading, SourceSpan place, const std::string& format)
{
    ReadCell cell = plainCell(formatWord(format));
    std::vector<std::string> ids;
    const auto add = [&ids](const std::string& id) {
        if (!id.empty() && std::ranges::find(ids, id) == ids.end()) {
            ids.push_back(id);
        }
    };
    add(format);
    for (const ReadableAs& offer : reading.offers) {
        if (overlap(offer.span, place)) {
            add(offer.format);
        }
    }
    add(std::string(kNoFormat));
    for (const std::string& id : ids) {
        addChoice(cell, formatWord(id), id);
    }
    cell.isByHand = formatSetAt(*reading.source, place) != nullptr;
    cell.toolTip = cell.isByHand ? Words::tr("Set by hand. Delete takes it back.") : QString();
    cell.step = Words::tr("Set Format");
    cell.set = [source = reading.source, place](const std::string& value) { return withFormat(*source, place, value); };
    cell.reset = [source = reading.source, place] { return withoutFormat(*source, place); };
    return cell;
}

SourceSpan blockOf(const ParsedDocument& parsed, const Run& run)
{
    const auto block = std::ranges::find_if(parsed.blocks, [&run](const DocumentBlock& candidate) {
        return candidate.format == run.format && candidate.span.offset <= run.span.offset
            && candidate.span.end() >= run.span.end();
    });
    return block == parsed.blocks.end() ? run.span : block->span;
}

void addMarks(std::vector<SourceSpan>& marks, const TestResult& result)
{
    if (marks.size() < kMostMarks) {
        marks.push_back(result.span);
    }
}

template<class Name>
void addNames(ReadCell& cell, const std::vector<Run>& runs, Name nameOf)
{
    std::set<std::string> names;
    for (const Run& run : runs) {
        names.insert(nameOf(run));
    }
    constexpr qsizetype kMost = 40;
    for (const std::string& name : names) {
        if (!name.empty() && cell.choices.size() < kMost) {
            addChoice(cell, fromUtf8(name), name);
        }
    }
    cell.isFree = true;
}

QString scenarioOf(const Run& run)
{
    const QString parameters = parametersText(run.parameters);
    QString text = fromUtf8(run.benchmark);
    if (!parameters.isEmpty()) {
        text += (text.isEmpty() ? QString() : u" · "_s) + parameters;
    }
    return run.isFailed ? Words::tr("%1 (run failed)").arg(text) : text;
}

ReadRow runRow(const ReadingOf& reading, std::size_t place, const Corrections& own)
{
    const ParsedDocument& parsed = reading.source->document->parsed;
    const Run& run = parsed.runs[place];
    const Run& asRead = reading.source->reading->parsed.runs[place];
    ReadRow row;
    row.place = run.span;
    for (const TestResult& result : run.results) {
        addMarks(row.marks, result);
    }
    row.cells.push_back(formatCell(reading, blockOf(parsed, run), run.format));

    ReadCell variant = fieldCell(reading, Field::VariantLabel, place, own, fromUtf8(run.variant.label),
                                 fromUtf8(asRead.variant.label));
    variant.step = Words::tr("Set Variant");
    addNames(variant, parsed.runs, [](const Run& other) { return other.variant.label; });

    ReadCell role = fieldCell(reading, Field::VariantRole, place, own, roleWord(run.variant.role),
                              asRead.variant.role == Role::None ? QString() : roleWord(asRead.variant.role));
    role.step = Words::tr("Set Role");
    addChoice(role, roleWord(Role::Baseline), "baseline");
    addChoice(role, roleWord(Role::Candidate), "candidate");
    addChoice(role, roleWord(Role::None), "none");
    for (ReadCell* cell : {&variant, &role}) {
        cell->isAssumed = run.variant.isAssumed && !cell->isByHand;
        cell->toolTip = cell->isAssumed ? assumedTip() : cell->toolTip;
    }

    ReadCell machine = fieldCell(reading, Field::MachineLabel, place, own, fromUtf8(run.machine.label),
                                 fromUtf8(asRead.machine.label));
    machine.step = Words::tr("Set Machine");
    addNames(machine, parsed.runs, [](const Run& other) { return other.machine.label; });

    row.cells.push_back(std::move(variant));
    row.cells.push_back(std::move(role));
    row.cells.push_back(std::move(machine));
    row.cells.push_back(plainCell(scenarioOf(run)));
    row.cells.back().toolTip = row.cells.back().text;
    row.cells.push_back(plainCell(QString::number(run.results.size()), true));
    row.cells.push_back(plainCell(linesText(reading, run.span), true));
    return row;
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

bool isUnread(const Diagnostic& finding)
{
    return finding.span && (finding.code == "unused-table" || finding.code == "forced-format-empty");
}

ReadRow findingRow(const ReadingOf& reading, const SourceSpan& place, const QString& text, bool isWarning)
{
    ReadRow row;
    row.place = place;
    row.isWarning = isWarning;
    row.cells.push_back(plainCell(linesText(reading, place), true));
    row.cells.push_back(plainCell(text));
    row.cells.back().toolTip = text;
    row.cells.push_back(plainCell({}));
    return row;
}

bool holdsAnything(const ParsedDocument& parsed, const DocumentBlock& block)
{
    const auto isIn = [&block](const auto& part) { return overlap(part.span, block.span); };
    return std::ranges::any_of(parsed.runs, isIn) || std::ranges::any_of(parsed.claims, isIn);
}

}

QStringList runTitles()
{
    return {Words::tr("Read as"),  Words::tr("Variant"), Words::tr("Role"), Words::tr("Machine"),
            Words::tr("Scenario"), Words::tr("Values"),  Words::tr("Lines")};
}

QStringList measureTitles()
{
    return {Words::tr("Metric"), Words::tr("Unit"), Words::tr("Better"), Words::tr("Values"), Words::tr("First Value")};
}

QStringList findingTitles()
{
    return {Words::tr("Lines"), Words::tr("What"), Words::tr("Read as")};
}

std::vector<ReadRow> runRows(const ReadingOf& reading)
{
    const auto byRun = correctionsByRun(reading.source->reading->parsed.runs, reading.source->corrections);
    std::vector<ReadRow> rows;
    for (std::size_t i = 0; i < byRun.size(); ++i) {
        rows.push_back(runRow(reading, i, byRun[i]));
    }
    return rows;
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

std::vector<ReadRow> findingRows(const ReadingOf& reading)
{
    const CorrectedDocument& source = *reading.source;
    const ParsedDocument& parsed = source.document->parsed;
    std::vector<ReadRow> rows;
    for (const Diagnostic& finding : parsed.diagnostics) {
        auto& row = rows.emplace_back(findingRow(reading, finding.span.value_or(SourceSpan {}),
                                                 fromUtf8(finding.message), finding.severity != Severity::Info));
        if (!finding.span) {
            row.cells.front().text = u"–"_s;
        }
        if (isUnread(finding)) {
            const Correction* set = formatSetAt(source, *finding.span);
            row.cells.back() = formatCell(reading, *finding.span, set != nullptr ? set->value : std::string(kNoFormat));
        }
    }
    for (const Correction& correction : source.corrections) {
        if (correction.field == CorrectedField::Format && correction.value == kNoFormat) {
            const SourceSpan all {.offset = 0, .length = source.plain->bytes.size()};
            const SourceSpan place = correction.target.span.value_or(all);
            auto& row = rows.emplace_back(findingRow(reading, place, Words::tr("Set aside by hand"), false));
            row.cells.back() = formatCell(reading, place, correction.value);
        }
    }
    for (const DocumentBlock& block : parsed.blocks) {
        if (!block.format.empty() && !holdsAnything(parsed, block)) {
            auto& row = rows.emplace_back(
                findingRow(reading, block.span,
                           Words::tr("%1: recognised, but without a value").arg(fromUtf8(block.title)), false));
            row.cells.back() = formatCell(reading, block.span, block.format);
        }
    }
    std::ranges::stable_sort(rows, {}, [](const ReadRow& row) { return row.place.offset; });
    return rows;
}

QString readingSentence(const CorrectedDocument& source)
{
    const ParsedDocument& parsed = source.document->parsed;
    std::size_t values = 0;
    QStringList formats;
    for (const Run& run : parsed.runs) {
        values += run.results.size();
        if (!formats.contains(fromUtf8(run.format))) {
            formats << fromUtf8(run.format);
        }
    }
    const auto unread = static_cast<int>(unreadPlaces(parsed).size());
    QString text = parsed.runs.empty()
        ? Words::tr("No values were read.")
        : Words::tr("%1 with %2 read as %3.")
              .arg(Words::tr("%n runs", nullptr, static_cast<int>(parsed.runs.size())),
                   Words::tr("%n values", nullptr, static_cast<int>(values)), formats.join(u", "));
    if (unread > 0) {
        text += u' ' + Words::tr("%n tables of numbers not read.", nullptr, unread);
    }
    return text;
}

std::vector<SourceSpan> unreadPlaces(const ParsedDocument& parsed)
{
    std::vector<SourceSpan> out;
    for (const Diagnostic& finding : parsed.diagnostics) {
        if (isUnread(finding)) {
            out.push_back(*finding.span);
        }
    }
    return out;
}

}
