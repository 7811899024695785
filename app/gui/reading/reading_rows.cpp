// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/reading/reading_rows.h"

#include "app/gui/reading/read_cells.h"
#include "app/gui/reading/reading_edits.h"
#include "app/gui/text/words.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Reading)
};

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

QStringList findingTitles()
{
    return {Words::tr("Lines"), Words::tr("What"), Words::tr("Read As")};
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
