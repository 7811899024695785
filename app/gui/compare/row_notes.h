// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace patchscale {

/// One note as the table shows it.
struct RowNote
{
    /// In the order in which they are shown: what the user wrote comes first.
    enum class Kind : std::uint8_t { Users, Warning, ClaimOff, Plain };

    Kind kind = Kind::Plain;
    QString label; ///< short: "author says 0.05 %"
    QString text; ///< the whole sentence
};

/// Annotations and the claims about @p row that the numbers do not support, the most important first.
std::vector<RowNote> notesOf(const Comparison& comparison, const ComparisonRow& row);
/// The sentences of notesOf().
QStringList noteLines(const Comparison& comparison, const ComparisonRow& row);

/// Whether a claim about @p row is wrong or has the opposite sign.
bool hasClaimOff(const Comparison& comparison, const ComparisonRow& row);

/// What the table says beside the names of a group's tests: parameters and, where the group mixes them, metric and
/// unit. What all rows share is found once.
class RowDetails
{
public:
    RowDetails() = default;
    explicit RowDetails(const ComparisonGroup& group);

    [[nodiscard]] QString of(const ComparisonRow& row) const;

private:
    Parameters m_shared;
    bool m_isOneMetric = true;
    bool m_isOneUnit = true;
};

}
