// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/row_notes.h"

#include "app/gui/text/words.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

struct Notes
{
    Q_DECLARE_TR_FUNCTIONS(RowNotes)
};

bool isOff(const Claim& claim)
{
    return claim.verdict == ClaimVerdict::Wrong || claim.verdict == ClaimVerdict::SignFlipped;
}

/// Wrong claims are told by the claims, shares of the total in the row's detail, its agreement beside its name.
bool isToldElsewhere(const Annotation& annotation)
{
    return annotation.code == "claim-wrong" || annotation.code == "claim-sign-flipped"
        || annotation.code == "total-share" || annotation.code == "index-agrees";
}

/// "-0.08%" as "-0.08 %", the way percentages look elsewhere on the page.
QString statedText(const Claim& claim)
{
    QString text = fromUtf8(claim.stated).simplified();
    const qsizetype percent = text.indexOf(u'%');
    if (percent > 0 && !text[percent - 1].isSpace()) {
        text.insert(percent, u'\u202f');
    }
    return text;
}

bool isUniform(const ComparisonGroup& group, std::string ComparisonRow::* field)
{
    return std::ranges::all_of(
        group.rows, [&](const ComparisonRow& row) { return row.isTotal || row.*field == group.rows.front().*field; });
}

}

std::vector<RowNote> notesOf(const Comparison& comparison, const ComparisonRow& row)
{
    std::vector<RowNote> notes;
    for (const Annotation& annotation : row.annotations) {
        if (isToldElsewhere(annotation)) {
            continue;
        }
        const bool isWarning = annotation.code == "hidden-by-total" || annotation.code == "index-mismatch";
        notes.push_back({.kind = annotation.isUsers ? RowNote::Kind::Users
                             : isWarning            ? RowNote::Kind::Warning
                                                    : RowNote::Kind::Plain,
                         .label = annotationLabel(annotation),
                         .text = fromUtf8(annotation.text)});
    }
    for (const std::size_t index : row.claims) {
        if (index >= comparison.claims.size() || !isOff(comparison.claims[index])) {
            continue;
        }
        const Claim& claim = comparison.claims[index];
        const QString stated = statedText(claim);
        notes.push_back(
            {.kind = RowNote::Kind::ClaimOff,
             .label = Notes::tr("author says %1").arg(stated),
             .text = claim.reason.empty() ? Notes::tr("The author states %1.").arg(stated) : fromUtf8(claim.reason)});
    }
    std::ranges::stable_sort(notes, {}, &RowNote::kind);
    return notes;
}

QStringList noteLines(const Comparison& comparison, const ComparisonRow& row)
{
    QStringList lines;
    for (const RowNote& note : notesOf(comparison, row)) {
        lines << (note.text.isEmpty() ? note.label : note.text);
    }
    return lines;
}

bool hasClaimOff(const Comparison& comparison, const ComparisonRow& row)
{
    return std::ranges::any_of(row.claims, [&comparison](std::size_t index) {
        return index < comparison.claims.size() && isOff(comparison.claims[index]);
    });
}

RowDetails::RowDetails(const ComparisonGroup& group)
    : m_shared(sharedParameters(group))
    , m_isOneMetric(isUniform(group, &ComparisonRow::metric))
    , m_isOneUnit(isUniform(group, &ComparisonRow::unit))
{
}

QString RowDetails::of(const ComparisonRow& row) const
{
    QStringList parts;
    const QString parameters = ownParameters(m_shared, row);
    if (!parameters.isEmpty()) {
        parts << parameters;
    }
    if (!m_isOneMetric) {
        parts << fromUtf8(row.metric);
    }
    if (!m_isOneUnit && !row.unit.empty() && row.unit != row.metric) {
        parts << fromUtf8(row.unit);
    }
    return parts.join(u" · ");
}

}
