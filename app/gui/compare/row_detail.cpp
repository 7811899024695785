// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/row_detail.h"

#include "app/gui/compare/row_notes.h"
#include "app/gui/text/figures.h"
#include "app/gui/text/group_name.h"
#include "app/gui/text/words.h"
#include "app/gui/theme/theme.h"
#include "core/compare/figures.h"

#include <QCoreApplication>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

struct Detail
{
    Q_DECLARE_TR_FUNCTIONS(RowDetail)
};

QString html(const std::string& text)
{
    return fromUtf8(text).toHtmlEscaped();
}

QString coloured(const QString& text, const QColor& colour, bool isBold = false)
{
    return u"<span style=\"color:%1%2\">%3</span>"_s.arg(colour.name(), isBold ? u";font-weight:600"_s : QString(),
                                                         text);
}

QString verdictLine(const ComparisonRow& row)
{
    QString verdict = verdictShape(row.verdict) + u' ' + verdictWord(row.verdict);
    if (row.change && row.verdict == Verdict::Regressed) {
        verdict = Detail::tr("▼ Regressed by %1").arg(percentFigure(*row.change));
    } else if (row.change && row.verdict == Verdict::Improved) {
        verdict = Detail::tr("▲ Improved by %1").arg(percentFigure(*row.change));
    }
    QString numbers = figureText(row.baseline.value) + u" → " + figureText(row.candidate.value);
    if (!row.unit.empty()) {
        numbers += u' ' + html(row.unit);
    }
    if (const QString direction = directionWord(row.better); !direction.isEmpty()) {
        numbers += u", " + direction;
    }
    return coloured(verdict, verdictColour(row.verdict), true) + u"&nbsp; " + numbers + u'.';
}

QString spreadLine(const ComparisonRow& row)
{
    QStringList parts;
    // The reason tells interval and p where a test was made; a summary's may lack them.
    if (row.interval && !fromUtf8(row.reason).contains(u"interval")) {
        parts << Detail::tr("The change lies between %1 and %2.")
                     .arg(changeFigure(row.interval->low), changeFigure(row.interval->high));
    }
    if (fromUtf8(row.reason).contains(u"p = ")) {
        return parts.join(u' ');
    }
    if (row.pAdjusted) {
        parts << Detail::tr("p = %1, adjusted for the number of tests.").arg(*row.pAdjusted, 0, 'g', 2);
    } else if (row.p) {
        parts << Detail::tr("p = %1.").arg(*row.p, 0, 'g', 2);
    }
    return parts.join(u' ');
}

/// The reason as a sentence of its own: the change before it stands in the line above.
QString reasonLine(const ComparisonRow& row)
{
    QString reason = screenText(row.reason);
    if (reason.isEmpty()) {
        return evidenceSentence(row);
    }
    if (row.change) {
        const QString change = screenText(changeText(*row.change));
        for (const QString& mark : {u"; "_s, u", "_s}) {
            if (reason.startsWith(change + mark)) {
                reason.remove(0, change.size() + mark.size());
            }
        }
    }
    // The n of "n = 3 and 3 samples" is no word.
    if (!reason.startsWith(u"n = ") && !reason.startsWith(u"p = ")) {
        reason = capitalised(reason);
    }
    return reason.toHtmlEscaped() + (reason.endsWith(u'.') ? QString() : u"."_s);
}

QString claimLine(const Comparison& comparison, const ComparisonRow& row)
{
    QStringList parts;
    for (const std::size_t index : row.claims) {
        const Claim& claim = comparison.claims[index];
        const bool isOff = claim.verdict == ClaimVerdict::Wrong || claim.verdict == ClaimVerdict::SignFlipped;
        QString line = Detail::tr("Author states %1").arg(html(claim.stated)) + u": "_s
            + coloured(claimWord(claim.verdict), isOff ? theme().worse : theme().text, true);
        line += claim.reason.empty() ? u"."_s : u", "_s + screenText(claim.reason).toHtmlEscaped() + u"."_s;
        parts << line;
    }
    return parts.join(u"<br>");
}

QString contributionLine(const ComparisonGroup& group, const ComparisonRow& row)
{
    if (!row.contribution || row.isTotal) {
        return {};
    }
    const QString size = percentFigure(*row.contribution);
    QString line = *row.contribution < 0 ? Detail::tr("Costs the score %1").arg(size)
                                         : Detail::tr("Brings the score %1").arg(size);
    if (group.index && *row.contribution < 0 && group.index->change > 0 && group.index->biggestTest != row.test) {
        line += u", "
            + Detail::tr("hidden by %1 (%2)")
                  .arg(html(group.index->biggestTest), changeFigure(group.index->biggestContribution));
    }
    return line + u'.';
}

/// Notes that say more than the lines above.
QString annotationLines(const ComparisonRow& row)
{
    QStringList lines;
    for (const Annotation& annotation : row.annotations) {
        const bool isTold = annotation.code == "coarse-digits" || annotation.code == "index-mismatch"
            || annotation.code == "scaled" || annotation.code == "metric-mismatch" || annotation.code == "computed";
        if (isTold) {
            lines << capitalised(screenText(annotation.text)).toHtmlEscaped() + u'.';
        } else if (annotation.isUsers) {
            lines << Detail::tr("Note: %1").arg(html(annotation.text));
        }
    }
    return lines.join(u"<br>");
}

QString totalLine(const ComparisonGroup& group)
{
    if (!group.index) {
        return {};
    }
    const SuiteIndex& index = *group.index;
    QString line = Detail::tr("Geometric mean of %n tests, recomputed: %1 → %2.", nullptr, static_cast<int>(index.rows))
                       .arg(figureText(index.baseline), figureText(index.candidate));
    if (index.statedBaseline && index.statedCandidate) {
        line +=
            u' ' + (index.agrees ? Detail::tr("The stated totals agree.") : Detail::tr("The stated totals differ."));
    }
    if (!index.biggestTest.empty()) {
        line += u' '
            + Detail::tr("%1 alone: %2; all others together: %3.")
                  .arg(html(index.biggestTest), changeFigure(index.biggestContribution),
                       changeFigure(index.othersChange));
    }
    return line;
}

}

QString rowDetailHtml(const Comparison& comparison, const ComparisonGroup& group, const ComparisonRow& row)
{
    QStringList paragraphs {verdictLine(row)};
    const auto add = [&paragraphs](const QString& text) {
        if (!text.isEmpty()) {
            paragraphs << text;
        }
    };
    add(reasonLine(row));
    if (row.series) {
        add(u"<img src=\"%1\">"_s.arg(kRowChartName));
    }
    add(spreadLine(row));
    add(row.isTotal ? totalLine(group) : claimLine(comparison, row));
    add(contributionLine(group, row));
    add(annotationLines(row));
    if (const QString circumstances = groupCircumstances(group); !circumstances.isEmpty()) {
        add(coloured(circumstances.toHtmlEscaped(), theme().muted));
    }
    for (const std::string& warning : group.warnings) {
        // What the page says under its headline needs no repetition here.
        if (!fromUtf8(warning).startsWith(u"Bare values")) {
            add(coloured(screenText(warning).toHtmlEscaped(), theme().muted));
        }
    }
    if (!row.baseline.results.empty() || !row.candidate.results.empty()) {
        add(u"<a href=\"source\">%1</a>"_s.arg(Detail::tr("Show in Source")));
    }
    QString out;
    for (const QString& paragraph : std::as_const(paragraphs)) {
        out += u"<p style=\"margin:0 0 7px 0\">"_s + paragraph + u"</p>"_s;
    }
    // Rich text tears numbers at the narrow no-break space, but not at the wide one.
    return out.replace(u'\u202f', u'\u00a0');
}

}
