// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/cell.h"

#include "core/base/characters.h"
#include "core/base/units.h"
#include "parsers/table/blanks.h"
#include "parsers/table/brackets.h"
#include "parsers/table/compound.h"

#include <algorithm>
#include <array>

namespace patchscale::table {
namespace {

using namespace std::string_view_literals;

constexpr auto kMissing = std::to_array({"-"sv, "--"sv, "---"sv, "<not counted>"sv, "<not supported>"sv, "n/a"sv,
                                         "N/A"sv, "NA"sv, "CE"sv, "~"sv, "n.a."sv, "–"sv, "—"sv});

/// The number at @p pos, moved from offsets in @p text to offsets in @p whole.
std::optional<Number> numberIn(std::string_view whole, std::string_view text, std::size_t pos, NumberStyle style)
{
    auto number = numberAt(text, pos, style);
    if (number) {
        const auto shift = static_cast<std::size_t>(text.data() - whole.data());
        number->span.offset += shift;
        number->end += shift;
    }
    return number;
}

/// "+%1" is a slip for "+1%" that is seen in real tables: its digits with the unit put right.
std::optional<Number> slippedPercent(std::string_view whole, std::string_view text, std::size_t pos, NumberStyle style)
{
    const bool hasSign = pos < text.size() && (text[pos] == '+' || text[pos] == '-');
    const auto percent = hasSign ? pos + 1 : pos;
    if (percent + 1 >= text.size() || text[percent] != '%' || !isDigit(text[percent + 1])) {
        return std::nullopt;
    }
    auto number = numberIn(whole, text, percent + 1, style);
    if (number) {
        number->unit = text.substr(percent, 1);
        number->isSigned = hasSign;
        if (hasSign && text[pos] == '-') {
            number->value = -number->value;
        }
    }
    return number;
}

/// Reads what is between brackets. False if it is more than numbers with a word or two (a remark without a number
/// is fine and adds nothing).
bool readBracket(std::string_view whole, std::string_view inner, NumberStyle style, std::vector<CellPart>& parts)
{
    const auto shift = static_cast<std::size_t>(inner.data() - whole.data());
    std::size_t pos = 0;
    std::size_t wordBegin = 0;
    const auto firstNew = parts.size();
    auto kind = CellPart::Kind::Bracket;
    while (pos < inner.size()) {
        if (const auto sign = plusMinusLength(inner, pos); sign > 0) {
            kind = CellPart::Kind::Spread;
            pos += sign;
            wordBegin = pos;
            continue;
        }
        auto number = numberIn(whole, inner, pos, style);
        if (!number) {
            number = slippedPercent(whole, inner, pos, style);
        }
        if (!number) {
            ++pos;
            continue;
        }
        auto word = trimmed(inner.substr(wordBegin, pos - wordBegin));
        while (!word.empty()
               && (word.back() == ':' || word.back() == '=' || word.back() == '/' || word.back() == ',')) {
            word = trimmed(word.substr(0, word.size() - 1));
        }
        number->isParenthesised = true;
        pos = number->end - shift;
        parts.push_back({.kind = kind, .number = *number, .word = word});
        kind = CellPart::Kind::Bracket;
        wordBegin = pos;
    }
    // "(10.0 s, 7 samples)" and the like tell how it was measured, not how much it varies.
    const auto rest = trimmed(inner.substr(std::min(wordBegin, inner.size())));
    if (parts.size() > firstNew && (rest.size() > 12 || rest.find("sample") != std::string_view::npos)) {
        parts.resize(firstNew);
        return false;
    }
    return true;
}

}

bool Cell::hasPart(CellPart::Kind wanted) const
{
    return std::ranges::any_of(parts, [&](const CellPart& part) { return part.kind == wanted; });
}

std::optional<Cell> readValue(std::string_view whole, std::string_view text, std::size_t& pos, NumberStyle style)
{
    const auto shift = static_cast<std::size_t>(text.data() - whole.data());
    const auto begin = pos;
    const auto value = numberIn(whole, text, pos, style);
    if (!value) {
        return std::nullopt;
    }
    Cell cell {.kind = CellKind::Value, .text = {}, .value = *value, .parts = {}};
    pos = value->end - shift;
    while (pos < text.size()) {
        const auto next = skipBlanks(text, pos);
        if (next >= text.size()) {
            break;
        }
        if (const auto sign = plusMinusLength(text, next); sign > 0) {
            const auto number = numberIn(whole, text, skipBlanks(text, next + sign), style);
            if (!number) {
                break;
            }
            cell.parts.push_back({.kind = CellPart::Kind::Spread, .number = *number, .word = {}});
            pos = number->end - shift;
            continue;
        }
        const char c = text[next];
        if (c == '(' || c == '[') {
            const auto close = closingBracket(text, next);
            const auto inner = close == std::string_view::npos ? std::string_view {}
                                                               : trimmed(text.substr(next + 1, close - next - 1));
            if (cell.value.unit.empty() && inner.size() > 1 && findUnit(inner)) { // "2.353 [sec]"
                cell.value.unit = inner;
                pos = close + 1;
                continue;
            }
            if (close == std::string_view::npos
                || !readBracket(whole, text.substr(next + 1, close - next - 1), style, cell.parts)) {
                break;
            }
            pos = close + 1;
            continue;
        }
        if (c == '*') {
            const auto close = text.find('*', next + 1);
            if (close != std::string_view::npos && close - next < kBracketReach
                && readBracket(whole, text.substr(next + 1, close - next - 1), style, cell.parts)) {
                pos = close + 1;
                continue;
            }
            break;
        }
        const auto join = c == '/'                                                       ? 1U
            : text.substr(next).starts_with("->") || text.substr(next).starts_with("=>") ? 2U
                                                                                         : 0U;
        if (join > 0) {
            const auto number = numberIn(whole, text, skipBlanks(text, next + join), style);
            if (!number) {
                break;
            }
            cell.parts.push_back({.kind = CellPart::Kind::Second, .number = *number, .word = {}});
            pos = number->end - shift;
            continue;
        }
        break;
    }
    cell.text = trimmed(text.substr(begin, pos - begin));
    return cell;
}

Cell readCell(std::string_view whole, std::string_view piece, NumberStyle style)
{
    piece = trimmed(piece);
    auto bare = piece;
    while (!bare.empty() && (bare.back() == ',' || bare.back() == ';')) {
        bare.remove_suffix(1);
    }
    if (bare.size() > 4 && bare.starts_with("**") && bare.ends_with("**")) { // Markdown's bold
        bare = trimmed(bare.substr(2, bare.size() - 4));
    }
    if (bare.empty() || std::ranges::find(kMissing, bare) != kMissing.end()) {
        return {.kind = CellKind::Missing, .text = piece, .value = {}, .parts = {}};
    }
    std::size_t pos = 0;
    if (const auto sign = bare.find('='); sign != std::string_view::npos && sign > 0 && sign + 1 < bare.size()) {
        const bool isName = std::ranges::all_of(
            bare.substr(0, sign), [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; });
        pos = isName ? sign + 1 : 0; // "aggrb=1493.2MB/s"
    }
    const bool isFall = bare.starts_with("\u2193");
    if (isFall || bare.starts_with("\u2191")) { // "↓3.8%"
        pos = skipBlanks(bare, std::string_view("\u2193").size());
    }
    const bool isMarked = pos > 0 && bare.front() == '\xE2';
    if (auto cell = readValue(whole, bare, pos, style); cell && (!isMarked || cell->value.isPercent())) {
        if (isMarked && !cell->value.isSigned) {
            cell->value.isSigned = true;
            cell->value.value = isFall ? -cell->value.value : cell->value.value;
        }
        const auto rest = trimmed(bare.substr(pos));
        // "10.56 (-34.01 pct)  * Overloaded", "(noise)": remarks take nothing from the value.
        if (rest.empty() || rest == "*" || rest.starts_with("* ")) {
            cell->text = piece;
            return std::move(*cell);
        }
    }
    if (auto compound = readCompound(whole, bare)) {
        return std::move(*compound);
    }
    return {.kind = CellKind::Text, .text = piece, .value = {}, .parts = {}};
}

}
