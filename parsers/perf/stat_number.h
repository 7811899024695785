// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as perf stat prints them. perf follows the user's locale, but with a fixed number of decimals, so that the
// place of a number tells more about its marks than a text does in general.
#pragma once

#include <optional>
#include <string_view>

namespace patchscale::perf {

/// A number of perf stat. `text` points into what was read.
struct StatNumber
{
    double value = 0;
    std::string_view text;
};

/// The count that starts @p text: "8,895", "103.822.081.026.160", "25 278" with any blank that groups, "8’894",
/// "1.834.487,82". A single mark before three digits groups, unless the value has a unit (@p hasUnit) and the mark is
/// the block's @p decimalMark. Plain blanks group only beside a decimal comma.
std::optional<StatNumber> countAt(std::string_view text, bool hasUnit, char decimalMark);

/// @p text if it is nothing but digits with at most one point among them; the quick way for what no locale touches.
std::optional<StatNumber> plainDecimal(std::string_view text);

/// The metric, percentage or time that starts @p text; perf never groups these, so the last mark is the decimal one.
std::optional<StatNumber> decimalAt(std::string_view text);

}
