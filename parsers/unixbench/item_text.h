// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/characters.h"
#include "parsers/unixbench/item.h"

#include <optional>
#include <string_view>
#include <vector>

namespace patchscale::unix_bench {

/// An ASCII digit.

/// An ASCII letter.
bool isLetter(char c);

/// A blank within a line.
bool isBlank(char c);

/// An item of @p kind that takes [@p begin, @p end).
Item newItem(ItemKind kind, std::size_t begin = 0, std::size_t end = 0);

/// Behind blanks, bars and no-break spaces.
std::size_t skipBlanks(std::string_view text, std::size_t pos);

/// Behind blanks and at most one line end, for rows that were wrapped.
std::size_t skipWrap(std::string_view text, std::size_t pos);

/// The end of the line that holds @p pos.
std::size_t lineEnd(std::string_view text, std::size_t pos);

/// At @p pos stands @p lower, in any case.
bool startsWith(std::string_view text, std::size_t pos, std::string_view lower);

/// A number that is a token of its own: nothing but a blank, a line end or a bar follows.
std::optional<Number> plainNumber(std::string_view text, std::size_t pos);

/// "---" in a column without a value. Its length, or 0.
std::size_t dashesAt(std::string_view text, std::size_t pos);

/// Numbers and dashes from some place to the end of the line or to something else.
struct Cells
{
    std::vector<std::optional<Figure>> values;
    std::size_t end = 0; ///< behind the last value
    std::size_t next = 0; ///< first non-blank behind it
};

/// The cells from @p pos on.
Cells cellsAt(std::string_view text, std::size_t pos);

}
