// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as words and reports say them: ASCII, point as decimal sign, no grouping, independent of the locale.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace patchscale {

/// A change with its sign: 0.0806 -> "+8.06 %".
std::string changeText(double fraction, int decimals = 2);

/// A change with its sign and as many decimals as its size needs to be told from 0: -0.0000088 -> "-0.0009 %".
std::string exactChangeText(double fraction);

/// The size of a change without a sign: -0.0806 -> "8.06 %".
std::string sizeText(double fraction, int decimals = 2);

/// A limit as short as it is exact: 0.01 -> "1 %", 0.025 -> "2.5 %".
std::string limitText(double fraction);

/// The reverse of limitText(): "2", "0.5" or "2 %" as a fraction; nothing for what is no percentage of 0 or more.
std::optional<double> percentOf(std::string_view text);

/// The shortest text that reads back as @p value: 77295.8 -> "77295.8". At most 6 significant decimals behind the point
/// for values that are no decimal fraction, since a mean of samples would fill the line.
std::string valueText(double value);

/// @p value with exactly @p decimals digits behind the point.
std::string fixedText(double value, int decimals);

/// A spread with its own decimals, but none that six digits leave no room for: 223670019 for 223670018.8494.
std::string spreadValueText(double spread);

/// Digits behind the point in the shortest text of @p value, at most 6: 77295.8 -> 1, 3172 -> 0.
int decimalsOf(double value);

/// "no", "one" … "twelve", "13": a count within a sentence.
std::string countWord(std::size_t count);

/// "1 test", "12 tests".
std::string countText(std::size_t count, const char* singular, const char* plural);

}
