// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// A piece of a phrase: letters, digits, "%" and points between them ("without", "5.6.15", "%change").
struct PhraseWord
{
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string lower;
    /// The strongest thing between this word and the one before: ' ', '-', '_', '+', '/', ';' for punctuation and
    /// brackets, '|' for a cell boundary (tab, two blanks, bar) and for the start of the text.
    char before = '|';
    std::size_t joinBegin = 0; ///< where the "+" in front stands, else `begin`

    /// Belongs to the phrase that the word before it is part of.
    [[nodiscard]] bool isJoined() const
    {
        return before != ';' && before != '|';
    }
    /// Glued to the word before it: "5.6.15-patched", "without_patch", "base+fix".
    [[nodiscard]] bool isGlued() const
    {
        return before == '-' || before == '_' || before == '+' || before == '/';
    }
    [[nodiscard]] bool isOneOf(std::initializer_list<std::string_view> words) const;
};

/// Cuts @p text into words. "w/o", "w\o" and "w/" are words of their own.
std::vector<PhraseWord> phraseWords(std::string_view text);

/// The ASCII letters of @p text in lower case; other bytes stay.
std::string lowered(std::string_view text);

/// @p word is "v2", "v13": the version of a patch.
bool isPatchVersion(std::string_view word);

/// @p word is a kernel version: "v5.4", "6.1.0", "5.19-rc3" (without what is glued behind it).
bool isKernelVersion(std::string_view word);

/// @p word is an abbreviated commit id: 7 to 40 hex digits, among them a letter and a digit.
bool isCommitId(std::string_view word);

}
