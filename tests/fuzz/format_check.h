// SPDX-License-Identifier: GPL-3.0-or-later
// What every format must keep, whatever it is given.
#pragma once

#include "parsers/format.h"

#include <string_view>

namespace patchscale::fuzz {

/// Lets @p format find and parse in @p bytes; aborts on a span outside the text, a value that is not finite, a result
/// without a name or a reference that leads nowhere.
void checkFormat(const Format& format, std::string_view bytes);

}
