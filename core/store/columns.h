// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/parameters_json.h"
#include "core/store/sqlite.h"

namespace patchscale {

/// The span in two neighbouring columns, offset and length.
inline SourceSpan spanAt(const Statement& row, int column)
{
    return {.offset = row.size(column), .length = row.size(column + 1)};
}

/// The parameters in a column; the schema checks that it holds JSON and only we write it.
inline Parameters parametersAt(const Statement& row, int column)
{
    return parametersFromJson(row.text(column)).value_or(Parameters {});
}

}
