// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"

#include <QString>

namespace patchscale {

/// How a group is called beside its siblings: what all of them share is not told again.
struct GroupName
{
    QString benchmark; ///< "UnixBench"
    QString detail; ///< machine and parameters that tell it from others of its benchmark; may be empty

    /// "UnixBench, Xeon Silver 4210".
    [[nodiscard]] QString text() const;
};

GroupName groupName(const Comparison& comparison, const ComparisonGroup& group);

/// Machine and parameters in full, for the detail of a row and for tool tips.
QString groupCircumstances(const ComparisonGroup& group);

/// Whether @p group has siblings that differ only in their sides.
bool hasOtherSides(const Comparison& comparison, const ComparisonGroup& group);

}
