// SPDX-License-Identifier: GPL-3.0-or-later
// Brackets and signs that both the reading of a cell and the taking apart of a line must see the same way.
#pragma once

#include <algorithm>
#include <string_view>

namespace patchscale::table {

/// Longest text that is looked at for the end of a bracket: "( +- x% )" and "(%diff:  0.30%)" are short.
inline constexpr std::size_t kBracketReach = 48;

/// Offset of the bracket that closes the one at @p open, or npos if it is not near.
inline std::size_t closingBracket(std::string_view text, std::size_t open)
{
    const char close = text[open] == '(' ? ')' : ']';
    const auto reach = std::min(text.size(), open + kBracketReach);
    std::size_t depth = 0;
    for (std::size_t i = open; i < reach; ++i) {
        if (text[i] == text[open]) {
            ++depth;
        } else if (text[i] == close && --depth == 0) {
            return i;
        }
    }
    return std::string_view::npos;
}

/// How long the sign for "plus or minus" at @p pos is; 0 if there is none.
inline std::size_t plusMinusLength(std::string_view text, std::size_t pos)
{
    for (const auto sign :
         {std::string_view("±"), std::string_view("+/-"), std::string_view("+-"), std::string_view("+\\-")}) {
        if (text.substr(pos).starts_with(sign)) {
            return sign.size();
        }
    }
    return 0;
}

}
