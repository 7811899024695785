// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace patchscale {

/// Where @p what stands in @p text from @p from on, or npos. For whole documents: string_view::find() stops at every
/// first letter of @p what, which is a call for each in running text.
std::size_t findText(std::string_view text, std::string_view what, std::size_t from = 0);

}
