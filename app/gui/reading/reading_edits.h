// SPDX-License-Identifier: GPL-3.0-or-later
// What the user does to a document's corrections, as functions from the old ones to the new ones.
#pragma once

#include "app/gui/session/opened_comparison.h"

#include <span>
#include <string>
#include <string_view>

namespace patchscale {

/// The direction that the user set for the values of @p row; Unknown where they set none.
Better directionSetBy(const OpenedComparison& opened, const ComparisonRow& row);

/// The corrections of @p source with this direction for the values that @p rows have of it; Unknown takes back what was
/// set for them.
Corrections withDirection(const OpenedComparison& opened, const CorrectedDocument& source,
                          std::span<const ComparisonRow* const> rows, Better better);

/// Sets a field of run @p run, or of its results of @p metric that are written in @p unit where the field is theirs.
Corrections withField(const CorrectedDocument& source, CorrectedField field, std::size_t run, std::string_view metric,
                      std::string_view unit, const std::string& value);
/// Takes that back.
Corrections withoutField(const CorrectedDocument& source, CorrectedField field, std::size_t run,
                         std::string_view metric, std::string_view unit);

/// Lets only @p format read the text at @p place.
Corrections withFormat(const CorrectedDocument& source, SourceSpan place, const std::string& format);
/// Takes back the formats that were set for text at @p place.
Corrections withoutFormat(const CorrectedDocument& source, SourceSpan place);
/// The format that was set for text at @p place, or null.
const Correction* formatSetAt(const CorrectedDocument& source, SourceSpan place);

inline bool overlap(SourceSpan a, SourceSpan b)
{
    return a.offset < b.end() && b.offset < a.end();
}

}
