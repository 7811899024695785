// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/span.h"
#include "parsers/text/number.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace patchscale::table {

/// A further number that belongs to a cell's value.
struct CellPart
{
    enum class Kind : std::uint8_t {
        Bracket, ///< "(+11.85 pct)", "[20.51%]", "*  7.48%*": spread or delta, which only the table tells
        Spread, ///< behind ±, +- or +/-
        Sample, ///< a further observation of the same value
        Observed, ///< one of the observations that the value is the mean of
        Second, ///< a second value: "318K/316K", "318K -> 316K"
        Joined, ///< another measure of the same case: "30898KB/s,7724,555.00us"
    };
    Kind kind = Kind::Bracket;
    Number number {};
    std::string_view word {}; ///< what stands before it inside the brackets: "var", "%diff"
};

enum class CellKind : std::uint8_t { Text, Value, Missing };

/// One cell of a table. Views and spans are in the clean text.
struct Cell
{
    CellKind kind = CellKind::Text;
    std::string_view text {}; ///< without blanks around it
    std::string_view name {}; ///< of its value, where others are joined to it: "usr" of "usr=1.13%, sys=14.75%"
    Number value {}; ///< set if kind is Value
    std::vector<CellPart> parts {};

    [[nodiscard]] bool hasPart(CellPart::Kind wanted) const;
};

/// The value that starts at @p pos of @p text with all that belongs to it; @p pos moves behind it. Spans and offsets
/// of its numbers are relative to @p whole, in which @p text must lie.
std::optional<Cell> readValue(std::string_view whole, std::string_view text, std::size_t& pos, NumberStyle style);

/// Reads all of @p piece as one cell.
Cell readCell(std::string_view whole, std::string_view piece, NumberStyle style);

/// Whether @p line is drawn with "|" between its cells.
bool isPiped(std::string_view line);

/// "w/  patch" below "w/o patch": the blanks behind @p word only line up what is one name; @p rest follows them.
bool linesUpName(std::string_view word, std::string_view rest);

/// The pieces of @p line as written between two or more blanks, tabs or "|"; brackets keep what is in them together.
/// Nothing is merged or read. @p out is cleared first.
void splitPieces(std::string_view line, std::vector<std::string_view>& out);

/// The cells of a row: pieces, with "(…)" and "±…" put to the value before them and "label: 1 2 3" taken apart.
/// @p out is cleared first.
void splitCells(std::string_view whole, std::string_view line, NumberStyle style, std::vector<Cell>& out);

}
