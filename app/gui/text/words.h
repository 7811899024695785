// SPDX-License-Identifier: GPL-3.0-or-later
// The words and shapes that verdicts and sides have everywhere in the workbench.
#pragma once

#include "core/compare/comparison.h"

#include <QColor>
#include <QString>

namespace patchscale {

/// "Regressed", "Improved", …
QString verdictWord(Verdict verdict);
/// ▼ ▲ ● ≈ ? ∅
QString verdictShape(Verdict verdict);
/// The colour for text that repeats what the word says.
QColor verdictColour(Verdict verdict);
/// What a verdict rests on, one sentence.
QString evidenceSentence(const ComparisonRow& row);
/// "agrees", "wrong", …
QString claimWord(ClaimVerdict verdict);
/// "higher is better", or empty when it is not known.
QString directionWord(Better better);

/// "key=value, key=value".
QString parametersText(const Parameters& parameters);
/// The parameters that all rows of a group share, totals aside; of a single row those of the group itself.
Parameters sharedParameters(const ComparisonGroup& group);
/// The parameters of @p row that are not among @p shared, as above.
QString ownParameters(const Parameters& shared, const ComparisonRow& row);
/// Short text for a pill: "hidden by a better total".
QString annotationLabel(const Annotation& annotation);

/// A sentence of the core, which is ASCII, as it stands on the screen: with ±, → and minus, and no line ends before
/// its %.
QString screenText(const std::string& text);

/// @p text as the beginning of a sentence.
inline QString capitalised(const QString& text)
{
    return text.isEmpty() ? text : text.front().toUpper() + text.mid(1);
}

inline QString fromUtf8(const std::string& text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}
