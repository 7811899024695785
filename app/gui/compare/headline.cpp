// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/headline.h"

#include "app/gui/text/figures.h"
#include "app/gui/text/words.h"
#include "app/gui/theme/theme.h"

#include <QCoreApplication>
#include <QFontInfo>
#include <QStringList>

#include <algorithm>
#include <cmath>

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

/// Triangles are small in most fonts; here they stand for the word beside them.
QString shape(QChar glyph)
{
    const int size = QFontInfo(headlineFont()).pixelSize() * 5 / 4;
    return u"<span style=\"font-size:%1px\">%2</span>&nbsp;"_s.arg(size).arg(glyph);
}

/// With several machines it matters on which one the shown numbers were taken.
bool isMachineTold(const Comparison& comparison)
{
    return std::ranges::any_of(comparison.groups, [&comparison](const ComparisonGroup& group) {
        return group.machine != comparison.groups.front().machine;
    });
}

bool isBare(const ComparisonGroup& group)
{
    return !group.rows.empty() && std::ranges::all_of(group.rows, [](const ComparisonRow& row) {
        const bool isSampled = row.baseline.samples.size() > 1 || row.candidate.samples.size() > 1;
        return !isSampled && (row.evidence == Evidence::Threshold || row.evidence == Evidence::None);
    });
}

/// "Worst: … −50.09 % (with the patch); best: …", over several groups.
QString extremes(const Comparison& comparison, const std::vector<std::size_t>& groups)
{
    const ComparisonRow* worst = nullptr;
    const ComparisonRow* best = nullptr;
    const auto size = [](const ComparisonRow* row) { return row == nullptr ? 0.0 : std::abs(row->change.value_or(0)); };
    for (const std::size_t g : groups) {
        for (const ComparisonRow& row : comparison.groups[g].rows) {
            if (row.isTotal || !row.change) {
                continue;
            }
            if (row.verdict == Verdict::Regressed && std::abs(*row.change) > size(worst)) {
                worst = &row;
            } else if (row.verdict == Verdict::Improved && std::abs(*row.change) > size(best)) {
                best = &row;
            }
        }
    }
    const auto name = [](const ComparisonRow& row) {
        const QString side = row.candidate.label.empty() ? QString() : u", "_s + fromUtf8(row.candidate.label);
        return QString(fromUtf8(row.test) + side + u" (" + changeFigure(*row.change) + u')').toHtmlEscaped();
    };
    QStringList parts;
    if (worst != nullptr) {
        parts << Headline::tr("Worst: %1.").arg(name(*worst));
    }
    if (best != nullptr) {
        parts << Headline::tr("Best: %1.").arg(name(*best));
    }
    return parts.join(u' ');
}

}

VerdictCounts countsOf(const Comparison& comparison, const std::vector<std::size_t>& groups)
{
    VerdictCounts sum;
    for (const std::size_t g : groups) {
        sum += comparison.groups[g].counts;
    }
    return sum;
}

QString headline(const VerdictCounts& counts, double limit)
{
    if (counts.total() > 0 && counts.unchanged + counts.minor == counts.total()) {
        return Headline::tr("No change above %1 in %n tests", nullptr, counts.total()).arg(percentFigure(limit));
    }
    const QString tests = Headline::tr("of %n tests", nullptr, counts.total());
    QStringList parts;
    if (counts.regressed > 0) {
        parts << coloured(shape(u'▼') + Headline::tr("%1 worse").arg(counts.regressed), theme().worse);
    }
    if (counts.improved > 0) {
        parts << coloured(shape(u'▲') + Headline::tr("%1 better").arg(counts.improved), theme().better);
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
    if (groups.size() != 1) {
        return extremes(comparison, groups);
    }
    const ComparisonGroup& group = comparison.groups[groups.front()];
    QStringList asides;
    if (isMachineTold(comparison) && !group.machine.empty()) {
        asides << fromUtf8(group.machine).toHtmlEscaped() + u'.';
    }
    if (isBare(group)) {
        asides << Headline::tr("Bare values, no spread known: confirm with more runs.");
    }
    QStringList parts;
    if (!group.sentence.empty()) {
        parts << screenText(group.sentence).toHtmlEscaped();
    }
    if (!asides.isEmpty()) {
        parts << coloured(asides.join(u' '), theme().muted);
    }
    return parts.join(u' ');
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
    const auto total = static_cast<int>(claims.size());
    if (total == 0) {
        return {};
    }
    const auto wrong = count(ClaimVerdict::Wrong);
    const auto flipped = count(ClaimVerdict::SignFlipped);
    const auto open = count(ClaimVerdict::Unverifiable);
    if (wrong + flipped + open == 0) {
        return Headline::tr("all %n claims agree", nullptr, total);
    }
    QStringList parts;
    if (wrong > 0) {
        parts << Headline::tr("%1 of %n claims wrong", nullptr, total).arg(wrong);
    }
    if (flipped > 0) {
        parts << (parts.isEmpty() ? Headline::tr("%1 of %n claims with the opposite sign", nullptr, total).arg(flipped)
                                  : Headline::tr("%1 with the opposite sign").arg(flipped));
    }
    if (open > 0) {
        parts << (parts.isEmpty() ? Headline::tr("%1 of %n claims cannot be checked", nullptr, total).arg(open)
                                  : Headline::tr("%1 cannot be checked").arg(open));
    }
    return parts.join(u", ");
}

}
