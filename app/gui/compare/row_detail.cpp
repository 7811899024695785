// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/row_detail.h"

#include "app/gui/compare/row_notes.h"
#include "app/gui/text/figures.h"
#include "app/gui/text/words.h"
#include "app/gui/theme/theme.h"

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
        verdict = Detail::tr("▼ Regressed by %1").arg(percentText(*row.change));
    } else if (row.change && row.verdict == Verdict::Improved) {
        verdict = Detail::tr("▲ Improved by %1").arg(percentText(*row.change));
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
    if (row.interval) {
        parts << Detail::tr("The change lies between %1 and %2.")
                     .arg(changeText(row.interval->low), changeText(row.interval->high));
    }
    if (row.pAdjusted) {
        parts << Detail::tr("p = %1, adjusted for the number of tests.").arg(*row.pAdjusted, 0, 'g', 2);
    } else if (row.p) {
        parts << Detail::tr("p = %1.").arg(*row.p, 0, 'g', 2);
    }
    return parts.join(u' ');
}

QString claimLine(const Comparison& comparison, const ComparisonRow& row)
{
    QStringList parts;
    for (const std::size_t index : row.claims) {
        const Claim& claim = comparison.claims[index];
        const bool isOff = claim.verdict == ClaimVerdict::Wrong || claim.verdict == ClaimVerdict::SignFlipped;
        QString line = Detail::tr("Author states %1").arg(html(claim.stated)) + u": "_s
            + coloured(claimWord(claim.verdict), isOff ? theme().worse : theme().text, true);
        line += claim.reason.empty() ? u"."_s : u", "_s + html(claim.reason) + u"."_s;
        parts << line;
    }
    return parts.join(u"<br>");
}

QString contributionLine(const ComparisonGroup& group, const ComparisonRow& row)
{
    if (!row.contribution || row.isTotal) {
        return {};
    }
    const QString size = percentText(*row.contribution);
    QString line = *row.contribution < 0 ? Detail::tr("Alone it costs the total %1.").arg(size)
                                         : Detail::tr("Alone it brings the total %1.").arg(size);
    if (group.index && *row.contribution < 0 && group.index->change > 0 && group.index->biggestTest != row.test) {
        line += u' '
            + Detail::tr("%1 hides that with %2.")
                  .arg(html(group.index->biggestTest), changeText(group.index->biggestContribution));
    }
    return line;
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
                  .arg(html(index.biggestTest), changeText(index.biggestContribution), changeText(index.othersChange));
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
    add(row.reason.empty() ? evidenceSentence(row) : html(row.reason));
    add(spreadLine(row));
    add(row.isTotal ? totalLine(group) : claimLine(comparison, row));
    add(contributionLine(group, row));
    for (const Annotation& annotation : row.annotations) {
        if (annotation.code != "claim-wrong" && annotation.code != "claim-sign-flipped") {
            add(html(annotation.text));
        }
    }
    for (const std::string& warning : group.warnings) {
        add(coloured(html(warning), theme().muted));
    }
    if (!row.baseline.results.empty() || !row.candidate.results.empty()) {
        add(u"<a href=\"source\">%1</a>"_s.arg(Detail::tr("Show in Source")));
    }
    QString out;
    for (const QString& paragraph : std::as_const(paragraphs)) {
        out += u"<p style=\"margin:0 0 7px 0\">"_s + paragraph + u"</p>"_s;
    }
    return out;
}

}
