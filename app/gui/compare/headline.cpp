// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/headline.h"

#include "app/gui/text/figures.h"
#include "app/gui/text/words.h"
#include "app/gui/theme/theme.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

struct Headline
{
    Q_DECLARE_TR_FUNCTIONS(Headline)
};

QString coloured(const QString& text, const QColor& colour)
{
    return u"<span style=\"color:%1\">%2</span>"_s.arg(colour.name(), text);
}

bool isBare(const ComparisonGroup& group)
{
    return !group.rows.empty() && std::ranges::all_of(group.rows, [](const ComparisonRow& row) {
        return row.evidence == Evidence::Threshold || row.evidence == Evidence::None;
    });
}

}

VerdictCounts countsOf(const Comparison& comparison, const std::vector<std::size_t>& groups)
{
    VerdictCounts sum;
    for (const std::size_t g : groups) {
        const VerdictCounts& counts = comparison.groups[g].counts;
        sum.regressed += counts.regressed;
        sum.improved += counts.improved;
        sum.unchanged += counts.unchanged;
        sum.minor += counts.minor;
        sum.undecided += counts.undecided;
        sum.notComparable += counts.notComparable;
    }
    return sum;
}

QString headline(const VerdictCounts& counts, double limit)
{
    if (counts.total() > 0 && counts.unchanged + counts.minor == counts.total()) {
        return Headline::tr("No change above %1 in %n tests", nullptr, counts.total()).arg(percentText(limit));
    }
    const QString tests = Headline::tr("of %n tests", nullptr, counts.total());
    QStringList parts;
    if (counts.regressed > 0) {
        parts << coloured(u"▼ "_s + Headline::tr("%1 worse").arg(counts.regressed), theme().worse);
    }
    if (counts.improved > 0) {
        parts << coloured(u"▲ "_s + Headline::tr("%1 better").arg(counts.improved), theme().better);
    }
    if (counts.unchanged > 0) {
        parts << Headline::tr("%1 unchanged").arg(counts.unchanged);
    }
    if (counts.minor > 0) {
        parts << Headline::tr("%1 minor").arg(counts.minor);
    }
    if (counts.undecided > 0) {
        parts << Headline::tr("%1 undecided").arg(counts.undecided);
    }
    if (counts.notComparable > 0) {
        parts << Headline::tr("%1 not comparable").arg(counts.notComparable);
    }
    return parts.join(u", ") + u"&nbsp; "
        + u"<span style=\"color:%1; font-weight:400\">%2</span>"_s.arg(theme().muted.name(), tests);
}

QString subline(const Comparison& comparison, const std::vector<std::size_t>& groups)
{
    QStringList lines;
    for (const std::size_t g : groups) {
        const ComparisonGroup& group = comparison.groups[g];
        const QString sentence = fromUtf8(group.sentence).toHtmlEscaped();
        QString line = groups.size() > 1 && !sentence.isEmpty()
            ? coloured(groupTitle(group).toHtmlEscaped() + u": "_s, theme().muted) + sentence
            : sentence;
        if (groups.size() == 1 && isBare(group)) {
            line += (line.isEmpty() ? QString() : u" "_s)
                + coloured(Headline::tr("Bare values, no spread known: confirm with more runs."), theme().muted);
        }
        if (!line.isEmpty()) {
            lines << line;
        }
    }
    // More than a few sentences are no summary any more; the sections tell them again.
    constexpr qsizetype kMostLines = 3;
    if (lines.size() > kMostLines) {
        lines = lines.first(kMostLines);
    }
    return lines.join(u"<br>");
}

QString countsText(const VerdictCounts& counts)
{
    QStringList parts;
    const auto add = [&parts](int count, const QString& text) {
        if (count > 0) {
            parts << text;
        }
    };
    add(counts.regressed, Headline::tr("%1 worse").arg(counts.regressed));
    add(counts.improved, Headline::tr("%1 better").arg(counts.improved));
    add(counts.unchanged, Headline::tr("%1 same").arg(counts.unchanged));
    add(counts.minor, Headline::tr("%1 minor").arg(counts.minor));
    add(counts.undecided, Headline::tr("%1 undecided").arg(counts.undecided));
    add(counts.notComparable, Headline::tr("%1 not comparable").arg(counts.notComparable));
    return Headline::tr("%n tests", nullptr, counts.total()) + u": "_s + parts.join(u", ");
}

QString claimsText(const std::vector<Claim>& claims)
{
    const auto count = [&claims](auto... verdicts) {
        return std::ranges::count_if(claims, [=](const Claim& claim) { return ((claim.verdict == verdicts) || ...); });
    };
    QStringList parts;
    if (const auto agreeing = count(ClaimVerdict::Agrees, ClaimVerdict::Rounded); agreeing > 0) {
        parts << Headline::tr("%1 agree").arg(agreeing);
    }
    if (const auto wrong = count(ClaimVerdict::Wrong); wrong > 0) {
        parts << Headline::tr("%1 wrong").arg(wrong);
    }
    if (const auto flipped = count(ClaimVerdict::SignFlipped); flipped > 0) {
        parts << Headline::tr("%1 with the opposite sign").arg(flipped);
    }
    if (const auto open = count(ClaimVerdict::Unverifiable); open > 0) {
        parts << Headline::tr("%1 cannot be checked").arg(open);
    }
    return parts.isEmpty() ? QString() : Headline::tr("Claims: %1").arg(parts.join(u", "));
}

}
