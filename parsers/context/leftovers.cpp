// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/leftovers.h"

#include "core/base/characters.h"
#include "parsers/context/passage.h"
#include "parsers/context/phrase_words.h"
#include "parsers/context/vocabulary.h"
#include "parsers/text/number.h"

#include <algorithm>
#include <array>
#include <format>

namespace patchscale {
namespace {

/// Fewer lines with numbers are no table.
constexpr std::size_t kMinRows = 3;

/// Lines with one number each: an enumeration has as many, so it takes more of them.
constexpr std::size_t kMinSingleRows = 5;

struct Row
{
    std::size_t line = 0;
    std::size_t cells = 0;
};

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool containsAny(std::string_view line, std::initializer_list<std::string_view> signs)
{
    return std::ranges::any_of(signs, [&](std::string_view sign) { return line.contains(sign); });
}

/// More words than a row of a table has: most lines of a mail are turned away here.
bool isSentence(std::string_view line)
{
    std::size_t words = 0;
    bool isWord = false;
    for (const char c : line) {
        const bool letter = isLetter(c);
        words += letter && !isWord ? 1 : 0;
        isWord = letter || (isWord && c != ' ' && c != '\t' && c != '|');
    }
    return words > 11;
}

/// Code, assembly, traces, dumps, options: full of numbers, but no measurements.
bool isDecoy(std::string_view line)
{
    const auto body = trimmed(line);
    if (body.ends_with(';') || body.ends_with('{') || body.ends_with('}') || body.ends_with('\\')
        || body.starts_with('#') || body.starts_with("//") || body.starts_with("/*") || body.starts_with("* ")
        || body.starts_with('$')) {
        return true;
    }
    if (containsAny(
            body,
            {"->", "==", "+=", "();", "+0x", "0x", "://", "CONFIG_", "%rax", "%eax", "@@", "&&", "||", " = {", "::"})) {
        return true;
    }
    // "[   12.345678] …" of dmesg, "<idle>-0 [001] 123.456: …" of a trace
    if (body.starts_with('[') && body.find(']') != std::string_view::npos && body.find('.') < body.find(']')) {
        return true;
    }
    const auto bracket = body.find(" [0");
    if (bracket != std::string_view::npos && bracket + 6 <= body.size() && isDigit(body[bracket + 2])
        && isDigit(body[bracket + 3]) && body.find(": ") != std::string_view::npos && body[bracket + 5] == ']') {
        return true;
    }
    // "24 x Pipe Throughput  1 2 3": passes as they begin
    const auto times = body.find(" x ");
    if (times != std::string_view::npos && times < 6 && body.find_first_not_of("0123456789") == times) {
        return true;
    }
    const auto lower = lowered(body.substr(0, 40));
    return containsAny(lower, {"node distances", "cpus:",      "cpu(s)", "cpu list", "on-line",    "processor",
                               "stepping",       "bogomips",   "cache:", "mhz",      "model name", "cpu family",
                               "lrwx",           "drwx",       "-rw-",   "index ",   "similarity", "file changed",
                               "files changed",  "insertions", "node 0", "node 1",   "date:",      "apic"});
}

/// How many numbers @p line has as cells of a table; 0 if it is a sentence or no row.
std::size_t cellsOf(std::string_view line)
{
    std::size_t numbers = 0;
    std::size_t words = 0;
    std::size_t trailing = 0;
    bool isAligned = false;
    for (std::size_t pos = 0; pos < line.size();) {
        const auto begin = line.find_first_not_of(" \t|", pos);
        if (begin == std::string_view::npos) {
            break;
        }
        if (begin > pos && pos > 0) {
            const auto gap = line.substr(pos, begin - pos);
            isAligned = isAligned || gap.size() >= 2 || gap == "\t" || gap.contains('|');
        }
        auto end = std::min(line.find_first_of(" \t|", begin), line.size());
        auto at = begin;
        while (at < end && (line[at] == '(' || line[at] == '[')) {
            ++at;
        }
        const bool mayBeNumber = at < end && !isLetter(line[at]);
        const auto number = mayBeNumber ? numberAt(line, at) : std::nullopt;
        const bool isNumber =
            number && number->span.offset >= begin && number->span.offset <= at + 1 && number->end + 3 >= end;
        if (isNumber) {
            ++numbers;
            ++trailing;
            end = std::max(end, number->end);
        } else if (std::ranges::any_of(line.substr(begin, end - begin), isLetter)) {
            ++words;
            trailing = line.substr(begin, end - begin).size() <= 6 ? trailing : 0; // a unit may follow
        }
        pos = end;
    }
    if (numbers == 0 || words > 8) {
        return 0;
    }
    const bool isRow = numbers >= 2 ? (isAligned || trailing >= 2 || numbers >= words) : (trailing == 1 && words <= 5);
    return isRow ? numbers : 0;
}

/// "1. …", "2) …": an enumeration is no column of numbers.
bool isEnumeration(std::string_view line)
{
    return withoutNumbering(line).size() + 1 < trimmed(line).size() && !trimmed(line).starts_with('#');
}

std::string_view reasonFor(const Text& text, std::size_t firstRow)
{
    const auto from = firstRow > 4 ? firstRow - 4 : 0;
    for (auto line = firstRow; line-- > from;) {
        if (!variantPhrasesIn(text.line(line)).empty()) {
            return "its layout is not known";
        }
    }
    return "no column, row or heading names a benchmark or a variant that is known";
}

void report(const Text& text, const std::vector<Row>& rows, std::vector<Diagnostic>& diagnostics)
{
    const auto many = std::ranges::count_if(rows, [](const Row& row) { return row.cells >= 2; });
    const bool isTable =
        static_cast<std::size_t>(many) >= kMinRows && static_cast<std::size_t>(many) * 2 >= rows.size();
    if (!isTable && rows.size() < kMinSingleRows) {
        return;
    }
    const auto begin = text.lines()[rows.front().line].begin;
    const auto end = text.lines()[rows.back().line].end;
    diagnostics.push_back({.severity = Severity::Warning,
                           .code = "unused-table",
                           .message = std::format("a table of {} lines with numbers was not read: {}", rows.size(),
                                                  reasonFor(text, rows.front().line)),
                           .span = SourceSpan {.offset = begin, .length = end - begin}});
}

}

void listLeftovers(const Text& text, std::span<const SourceSpan> taken, std::vector<Diagnostic>& diagnostics,
                   const Job& job)
{
    std::vector<Row> rows;
    std::size_t blanks = 0;
    const auto flush = [&] {
        if (rows.size() >= kMinRows) {
            report(text, rows, diagnostics);
        }
        rows.clear();
        blanks = 0;
    };
    auto block = taken.begin();
    const auto lines = text.lines();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if ((i & 0xFFFFU) == 0 && job.isCancelled()) {
            return;
        }
        const auto& line = lines[i];
        while (block != taken.end() && block->end() <= line.begin) {
            ++block;
        }
        const bool isTaken = block != taken.end() && block->offset < line.end && block->end() > line.begin;
        if (line.kind == LineKind::Blank && !isTaken) {
            blanks += rows.empty() ? 0 : 1;
            if (blanks > 1) {
                flush();
            }
            continue;
        }
        if (line.kind == LineKind::Ruler && !isTaken) {
            continue;
        }
        const bool mayBeRow = !isTaken && line.kind == LineKind::Body && line.numbers >= 1 && line.size() < 400;
        const auto body = mayBeRow ? text.line(i) : std::string_view {};
        const bool isRow = mayBeRow && !isSentence(body) && !isDecoy(body) && !isEnumeration(body);
        const auto cells = isRow ? cellsOf(body) : 0;
        if (cells == 0) {
            flush();
            continue;
        }
        // other columns: another table
        const bool isOther = !rows.empty() && blanks > 0 && (cells >= 2) != (rows.back().cells >= 2);
        if (isOther) {
            flush();
        }
        blanks = 0;
        rows.push_back({.line = i, .cells = cells});
    }
    flush();
}

}
