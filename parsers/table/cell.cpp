// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/cell.h"

#include <algorithm>
#include <array>

namespace patchscale::table {
namespace {

using namespace std::string_view_literals;

constexpr auto kMissing = std::to_array({"-"sv, "--"sv, "---"sv, "<not counted>"sv, "<not supported>"sv, "n/a"sv,
                                         "N/A"sv, "NA"sv, "CE"sv, "~"sv, "n.a."sv, "–"sv, "—"sv});

/// Longest text that is looked at for the end of a bracket: "( +- x% )" and "(%diff:  0.30%)" are short.
constexpr std::size_t kBracketReach = 48;

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

std::size_t skipBlanks(std::string_view text, std::size_t pos)
{
    while (pos < text.size() && isBlank(text[pos])) {
        ++pos;
    }
    return pos;
}

/// Offset of the bracket that closes the one at @p open, or npos if it is not near.
std::size_t closingBracket(std::string_view text, std::size_t open)
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
std::size_t plusMinusLength(std::string_view text, std::size_t pos)
{
    for (const auto sign : {"±"sv, "+/-"sv, "+-"sv, "+\\-"sv}) {
        if (text.substr(pos).starts_with(sign)) {
            return sign.size();
        }
    }
    return 0;
}

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

bool startsPart(std::string_view piece)
{
    return piece.starts_with('(') || piece.starts_with('[') || piece.starts_with('*') || plusMinusLength(piece, 0) > 0;
}

/// Reads the pieces of "1167.0 1288.6 10.4%" into cells of their own; false (and nothing added) if there is more.
bool readSeveral(std::string_view whole, std::string_view piece, NumberStyle style, std::vector<Cell>& out)
{
    const auto before = out.size();
    std::size_t pos = 0;
    while ((pos = skipBlanks(piece, pos)) < piece.size()) {
        const auto begin = pos;
        auto cell = readValue(whole, piece, pos, style);
        while (cell && pos < piece.size() && (piece[pos] == ',' || piece[pos] == ';')) {
            ++pos;
        }
        if (!cell || (pos < piece.size() && !isBlank(piece[pos]))) {
            out.resize(before);
            return false;
        }
        cell->text = trimmed(piece.substr(begin, pos - begin));
        out.push_back(std::move(*cell));
    }
    return out.size() > before;
}

/// Where the values of "1 parallel: 1167.0 1288.6" begin, or npos.
std::size_t valuesBehindColon(std::string_view piece)
{
    for (auto colon = piece.find(':'); colon != std::string_view::npos; colon = piece.find(':', colon + 1)) {
        const auto next = skipBlanks(piece, colon + 1);
        if (next > colon + 1 && next < piece.size() && colon > 0) {
            const char c = piece[next];
            if (isDigit(c)
                || ((c == '-' || c == '+' || c == '~') && next + 1 < piece.size() && isDigit(piece[next + 1]))) {
                return next;
            }
        }
    }
    return std::string_view::npos;
}

void addPiece(std::string_view whole, std::string_view piece, NumberStyle style, std::vector<Cell>& out)
{
    auto cell = readCell(whole, piece, style);
    if (cell.kind != CellKind::Text || piece.find_first_of("0123456789") == std::string_view::npos) {
        out.push_back(std::move(cell));
        return;
    }
    if (readSeveral(whole, piece, style, out)) {
        return;
    }
    if (const auto values = valuesBehindColon(piece); values != std::string_view::npos) {
        out.push_back(Cell {.text = trimmed(piece.substr(0, values))});
        if (readSeveral(whole, piece.substr(values), style, out)) {
            return;
        }
        out.pop_back();
    }
    out.push_back(std::move(cell));
}

void splitPipes(std::string_view line, std::vector<std::string_view>& out)
{
    line = trimmed(line);
    if (line.starts_with('|')) {
        line.remove_prefix(1);
    }
    if (line.ends_with('|')) {
        line.remove_suffix(1);
    }
    for (std::size_t begin = 0; begin <= line.size();) {
        const auto end = std::min(line.find('|', begin), line.size());
        out.push_back(trimmed(line.substr(begin, end - begin)));
        begin = end + 1;
    }
}

void splitGaps(std::string_view line, std::vector<std::string_view>& out)
{
    std::size_t pos = skipBlanks(line, 0);
    std::size_t begin = pos;
    while (pos < line.size()) {
        const char c = line[pos];
        if (c == '(' || c == '[') {
            const auto close = closingBracket(line, pos);
            pos = close == std::string_view::npos ? pos + 1 : close + 1;
            continue;
        }
        const bool isGap = c == '\t' || (c == ' ' && pos + 1 < line.size() && isBlank(line[pos + 1]));
        if (!isGap) {
            ++pos;
            continue;
        }
        out.push_back(line.substr(begin, pos - begin));
        begin = pos = skipBlanks(line, pos);
    }
    if (const auto last = trimmed(line.substr(std::min(begin, line.size()))); !last.empty()) {
        out.push_back(last);
    }
}

}

bool Cell::hasPart(CellPart::Kind wanted) const
{
    return std::ranges::any_of(parts, [&](const CellPart& part) { return part.kind == wanted; });
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isBlank(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && isBlank(text.back())) {
        text.remove_suffix(1);
    }
    return text;
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
    if (auto cell = readValue(whole, bare, pos, style)) {
        const auto rest = trimmed(bare.substr(pos));
        // "10.56 (-34.01 pct)  * Overloaded", "(noise)": remarks take nothing from the value.
        if (rest.empty() || rest == "*" || rest.starts_with("* ")) {
            cell->text = piece;
            return std::move(*cell);
        }
    }
    return {.kind = CellKind::Text, .text = piece, .value = {}, .parts = {}};
}

bool isPiped(std::string_view line)
{
    const auto first = line.find('|');
    return first != std::string_view::npos
        && (trimmed(line).starts_with('|') || line.find('|', first + 1) != std::string_view::npos
            || (first > 0 && first + 1 < line.size() && isBlank(line[first - 1]) && isBlank(line[first + 1])));
}

void splitPieces(std::string_view line, std::vector<std::string_view>& out)
{
    out.clear();
    if (isPiped(line)) {
        splitPipes(line, out);
    } else {
        splitGaps(line, out);
    }
}

void splitCells(std::string_view whole, std::string_view line, NumberStyle style, std::vector<Cell>& out)
{
    out.clear();
    std::vector<std::string_view> pieces;
    splitPieces(line, pieces);
    if (isPiped(line)) {
        for (const auto piece : pieces) {
            out.push_back(readCell(whole, piece, style));
        }
        return;
    }
    for (const auto piece : pieces) {
        if (piece == ":" || piece == "=") {
            continue;
        }
        // perf's "#" stands between an event and what is derived from it: all of it is the row's label.
        const bool joinsLabel = !out.empty() && out.back().kind == CellKind::Text
            && (piece.starts_with('#') || out.back().text.ends_with('#'));
        if (joinsLabel && readCell(whole, piece, style).kind == CellKind::Text) {
            const auto* begin = out.back().text.data();
            out.back().text = std::string_view(begin, static_cast<std::size_t>(piece.data() + piece.size() - begin));
            continue;
        }
        if (!out.empty() && out.back().kind == CellKind::Value && startsPart(piece)) {
            const auto* begin = out.back().text.data();
            const std::string_view joined(begin, static_cast<std::size_t>(piece.data() + piece.size() - begin));
            if (auto cell = readCell(whole, joined, style); cell.kind == CellKind::Value) {
                out.back() = std::move(cell);
                continue;
            }
        }
        addPiece(whole, piece, style, out);
    }
}

}
