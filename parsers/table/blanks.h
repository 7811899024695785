// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <string_view>

namespace patchscale::table {

/// How many bytes the blank at @p pos takes: a space, a tab or a no-break space, which some mailers pad with. 0 if
/// none.
inline std::size_t blankLength(std::string_view text, std::size_t pos)
{
    if (pos >= text.size()) {
        return 0;
    }
    if (text[pos] == ' ' || text[pos] == '\t' || text[pos] == '\n') {
        return 1;
    }
    return text.substr(pos).starts_with("\u00a0") ? 2 : 0;
}

/// The first offset from @p pos on that is no blank.
inline std::size_t skipBlanks(std::string_view text, std::size_t pos)
{
    while (const auto length = blankLength(text, pos)) {
        pos += length;
    }
    return pos;
}

/// @p text without blanks around it.
inline std::string_view trimmed(std::string_view text)
{
    text.remove_prefix(skipBlanks(text, 0));
    while (!text.empty()) {
        if (text.back() == ' ' || text.back() == '\t' || text.back() == '\n') {
            text.remove_suffix(1);
        } else if (text.ends_with("\u00a0")) {
            text.remove_suffix(2);
        } else {
            break;
        }
    }
    return text;
}

/// @p text without the first of @p marks that it begins with, and without the blanks behind it.
inline std::string_view withoutLeading(std::string_view text, std::initializer_list<std::string_view> marks)
{
    for (const auto mark : marks) {
        if (text.starts_with(mark)) {
            return trimmed(text.substr(mark.size()));
        }
    }
    return text;
}

}
