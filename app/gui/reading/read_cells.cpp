// SPDX-License-Identifier: GPL-3.0-or-later
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

/// Boxes around more values than this help nobody and take long to draw.
constexpr std::size_t kMostMarks = 200;

QString formatWord(const std::string& format)
{
    return format == kNoFormat ? Words::tr("not read") : fromUtf8(format);
}

}

QString linesText(const ReadingOf& reading, SourceSpan place)
{
    const int first = reading.lineOf(place.offset);
    const int last = reading.lineOf(place.length == 0 ? place.offset : place.end() - 1);
    return first == last ? QString::number(first) : u"%1–%2"_s.arg(first).arg(last);
}

ReadCell plainCell(QString text, bool isNumber)
{
    ReadCell cell;
    cell.text = std::move(text);
    cell.isNumber = isNumber;
    return cell;
}

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

void addChoice(ReadCell& cell, const QString& word, std::string value)
{
    cell.choices << word;
    cell.values.push_back(std::move(value));
}

QString byHandTip(const QString& asRead)
{
    return asRead.isEmpty() ? Words::tr("Set by hand; the document does not tell. Delete takes it back.")
                            : Words::tr("Set by hand; the document tells \"%1\". Delete takes it back.").arg(asRead);
}

const Correction* lastOf(const Corrections& own, CorrectedField field, const TestResult* result)
{
    const Correction* last = nullptr;
    for (const Correction& correction : own) {
        if (correction.field == field && (result == nullptr || isAbout(correction.target, *result))) {
            last = &correction;
        }
    }
    return last;
}

void addMarks(std::vector<SourceSpan>& marks, const TestResult& result)
{
    if (marks.size() < kMostMarks) {
        marks.push_back(result.span);
    }
}

}
