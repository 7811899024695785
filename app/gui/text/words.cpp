// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/text/words.h"

#include "app/gui/text/figures.h"
#include "app/gui/theme/theme.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Words)
};

bool holds(const Parameters& parameters, const Parameters::value_type& parameter)
{
    const auto own = parameters.find(parameter.first);
    return own != parameters.end() && own->second == parameter.second;
}

}

QString verdictWord(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Regressed:
        return Words::tr("Regressed");
    case Verdict::Improved:
        return Words::tr("Improved");
    case Verdict::Unchanged:
        return Words::tr("Unchanged");
    case Verdict::Minor:
        return Words::tr("Minor");
    case Verdict::Undecided:
        return Words::tr("Undecided");
    case Verdict::NotComparable:
        return Words::tr("Not Comparable");
    }
    return {};
}

QString verdictShape(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Regressed:
        return u"▼"_s;
    case Verdict::Improved:
        return u"▲"_s;
    case Verdict::Unchanged:
        return u"●"_s;
    case Verdict::Minor:
        return u"≈"_s;
    case Verdict::Undecided:
        return u"?"_s;
    case Verdict::NotComparable:
        return u"∅"_s;
    }
    return {};
}

QColor verdictColour(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Regressed:
        return theme().worse;
    case Verdict::Improved:
        return theme().better;
    default:
        return theme().muted;
    }
}

QString evidenceSentence(const ComparisonRow& row)
{
    switch (row.evidence) {
    case Evidence::None:
        return Words::tr("Evidence: none.");
    case Evidence::Threshold:
        return Words::tr(
            "Evidence: threshold. Each side is one number without a known spread, so no test is possible.");
    case Evidence::NoiseFloor:
        return Words::tr(
            "Evidence: noise floor. The spread is the one that this test is known to have on this machine.");
    case Evidence::Summary:
        return Words::tr("Evidence: summary. Mean, spread and number of runs are as reported.");
    case Evidence::Tested:
        if (row.series) {
            return Words::tr("Evidence: tested on %1 and %2 independent parts of what was logged over time.")
                .arg(row.baseline.count.value_or(0))
                .arg(row.candidate.count.value_or(0));
        }
        return Words::tr("Evidence: tested on %1 and %2 samples.")
            .arg(row.baseline.samples.size())
            .arg(row.candidate.samples.size());
    }
    return {};
}

QString claimWord(ClaimVerdict verdict)
{
    switch (verdict) {
    case ClaimVerdict::Agrees:
        return Words::tr("agrees", "claim");
    case ClaimVerdict::Rounded:
        return Words::tr("agrees within rounding", "claim");
    case ClaimVerdict::SignFlipped:
        return Words::tr("opposite sign", "claim");
    case ClaimVerdict::Wrong:
        return Words::tr("wrong", "claim");
    case ClaimVerdict::Unverifiable:
        return Words::tr("cannot be checked", "claim");
    }
    return {};
}

QString directionWord(Better better)
{
    switch (better) {
    case Better::Higher:
        return Words::tr("higher is better");
    case Better::Lower:
        return Words::tr("lower is better");
    case Better::Unknown:
        return {};
    }
    return {};
}

QString parametersText(const Parameters& parameters)
{
    QStringList parts;
    for (const auto& [key, value] : parameters) {
        // A scenario is a phrase of the author; its key would only repeat what the phrase says.
        parts << (key == "scenario" ? fromUtf8(value) : fromUtf8(key) + u'=' + fromUtf8(value));
    }
    return parts.join(u", ");
}

Parameters sharedParameters(const ComparisonGroup& group)
{
    Parameters shared;
    const auto first = std::ranges::find(group.rows, false, &ComparisonRow::isTotal);
    if (group.rows.size() > 1 && first != group.rows.end()) {
        shared = first->parameters;
    }
    for (const ComparisonRow& row : group.rows) {
        if (!row.isTotal && !shared.empty()) {
            std::erase_if(shared, [&row](const auto& parameter) { return !holds(row.parameters, parameter); });
        }
    }
    shared.insert(group.parameters.begin(), group.parameters.end());
    return shared;
}

QString ownParameters(const Parameters& shared, const ComparisonRow& row)
{
    Parameters own = row.parameters;
    std::erase_if(own, [&shared](const auto& parameter) { return holds(shared, parameter); });
    return parametersText(own);
}

QString annotationLabel(const Annotation& annotation)
{
    if (annotation.code == "hidden-by-total") {
        return Words::tr("hidden by a better total");
    }
    return fromUtf8(annotation.text);
}

QString screenText(const std::string& text)
{
    QString out = fromUtf8(text).replace(u"+-"_s, u"±"_s).replace(u" %"_s, u"\u00a0%"_s).replace(u"->"_s, u"→"_s);
    // A hyphen is a minus where a number follows and no word or number precedes.
    for (qsizetype i = 0; i + 1 < out.size(); ++i) {
        if (out[i] == u'-' && out[i + 1].isDigit() && (i == 0 || out[i - 1].isSpace() || out[i - 1] == u'(')) {
            out[i] = u'\u2212';
        }
    }
    return out;
}

}
