// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "parsers/table/turned.h"
#include "parsers/text/text.h"

#include <optional>

namespace patchscale::table {

/// A quick look at line @p index: may it be a value behind a variant's name?
bool mayBePairRow(const Text& text, std::size_t index);

/// Neighbouring lines that start with variants' names and hold values, with the sub-headings between them:
///     group=1
///     base:    114912±5.2%
///     patch:   117857±2.5%  (noise)
/// @p next is set to the first line that is not part of it, even if there is no table.
std::optional<Turned> pairRowsAt(const Text& text, std::size_t index, std::size_t& next, const Job& job);

}
