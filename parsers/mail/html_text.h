// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/text/charset.h"

#include <string_view>

namespace patchscale {

/// The text of an HTML mail (UTF-8), one line per block, cells of a table apart by tabs, white space kept within <pre>.
/// The map leads to @p html. Only for mails that hold nothing else; pages are not rendered.
MadeText htmlText(std::string_view html);

}
