// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/declared/description.h"
#include "parsers/format.h"

#include <memory>
#include <string>
#include <vector>

namespace patchscale::declared {

/// A format that reads what @p description says.
std::unique_ptr<Format> declaredFormat(Description description);

/// What a description makes of one line.
struct LineMatch
{
    std::size_t line = 0; ///< of the text, from 0
    enum class Kind : unsigned char { Begin, Row, Ignored, Unmatched };
    Kind kind = Kind::Unmatched;
    std::size_t row = 0; ///< which row of the description
    std::vector<std::string> columns; ///< "rate=12.5"
};

/// What @p description makes of each line of @p text that is not blank, whatever stands around it.
std::vector<LineMatch> explain(const Description& description, const Text& text);

}
