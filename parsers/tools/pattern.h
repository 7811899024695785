// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace patchscale::tools {

/// What the holes of a pattern took, in their order; they point into the line.
using Holes = std::array<std::string_view, 16>;

/// Whether @p line is what @p pattern describes, from end to end but for blanks around it:
///   "Time: {n}"  a blank stands for any number of blanks, none as well
///   {n}          a number: digits with a sign, a point and an exponent
///   {w}          a word: up to a blank or to the character that follows the hole in the pattern
///   {t}          text: up to the first place where what follows the hole in the pattern stands
/// A pattern that ends in {t} takes the rest of the line. Never tries a second way, so the time is linear.
bool matches(std::string_view line, std::string_view pattern, Holes& holes);

/// The same where what the holes took does not matter.
bool matches(std::string_view line, std::string_view pattern);

/// @p text without blanks at its ends.
std::string_view trim(std::string_view text);

/// The number that is the whole of @p text ("12.5", "-3", "1e+06"); nothing for any other text or one that is not
/// finite.
std::optional<double> wholeNumber(std::string_view text);

}
