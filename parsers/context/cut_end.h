// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/document.h"

#include <string_view>

namespace patchscale {

/// Looks at the number that @p bytes end with when no line end follows: a copy that broke off leaves the beginning of a
/// number or of a unit there. Where the numbers beside it show that this one is not whole it is taken out and a warning
/// says so; where nothing tells, it stays and a remark says that it may be cut. Spans of @p document are bytes of it.
void doubtCutEnd(std::string_view bytes, ParsedDocument& document);

}
