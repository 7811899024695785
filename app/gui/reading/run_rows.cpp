// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/reading/read_cells.h"
#include "app/gui/reading/reading_edits.h"
#include "app/gui/reading/reading_rows.h"
#include "app/gui/text/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Reading)
};

using Field = CorrectedField;

QString roleWord(Role role)
{
    return role == Role::Baseline ? Words::tr("baseline") : role == Role::Candidate ? Words::tr("candidate") : u"–"_s;
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

SourceSpan blockOf(const ParsedDocument& parsed, const Run& run)
{
    const auto block = std::ranges::find_if(parsed.blocks, [&run](const DocumentBlock& candidate) {
        return candidate.format == run.format && candidate.span.offset <= run.span.offset
            && candidate.span.end() >= run.span.end();
    });
    return block == parsed.blocks.end() ? run.span : block->span;
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

}

QStringList runTitles()
{
    return {Words::tr("Read As"),  Words::tr("Variant"), Words::tr("Role"), Words::tr("Machine"),
            Words::tr("Scenario"), Words::tr("Values"),  Words::tr("Lines")};
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

}
