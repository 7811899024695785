// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/number_scanner.h"

#include <algorithm>

namespace patchscale {
namespace {

using namespace std::string_view_literals;

constexpr std::array kApproximately {"~"sv, "≈"sv, "～"sv};
constexpr std::array kMinus {"-"sv, "−"sv, "–"sv, "－"sv};
constexpr std::array kPlus {"+"sv, "＋"sv};
/// Behind a number, these make it part of a date.
constexpr std::array kDateWords {"年"sv, "月"sv, "日"sv, "년"sv, "월"sv, "일"sv};

}

/// A fraction "1/5" or a path is no place for a number, "318K/316K" and "3172.5/1583.1" are.
bool NumberScanner::followsMeasuredSlash(std::size_t slash) const
{
    std::size_t begin = slash;
    while (begin > 0
           && (isDigit(m_text[begin - 1]) || isLetter(m_text[begin - 1]) || ".%,"sv.contains(m_text[begin - 1]))) {
        --begin;
    }
    const auto before = m_text.substr(begin, slash - begin);
    return before.empty() ? begin > 0 && m_text[begin - 1] == ' '
                          : isDigit(before.front()) && !std::ranges::all_of(before, isDigit);
}

/// "core.c:3320", "sched/core.c:12" and "16:27" against "score:1583".
bool NumberScanner::followsPathColon(std::size_t colon) const
{
    std::size_t begin = colon;
    while (begin > 0) {
        const char c = m_text[begin - 1];
        if (c == '.' || c == '/' || c == ':') {
            return true;
        }
        if (!isDigit(c) && !isLetter(c) && c != '_' && c != '-') {
            break;
        }
        --begin;
    }
    return begin < colon && isDigit(m_text[begin]);
}

bool NumberScanner::mayStartAt(std::size_t pos) const
{
    if (pos == 0) {
        return true;
    }
    const char c = m_text[pos - 1];
    switch (c) {
    case ' ':
    case '\t':
    case '\n':
    case '\r':
    case '(':
    case '[':
    case '{':
    case '|':
    case '"':
    case '\'':
    case '`':
    case '<':
    case '>':
    case '=':
    case ';':
    case '!':
    case '?':
        return true;
    case ',':
    case '*':
        return pos < 2 || !isDigit(m_text[pos - 2]);
    case ':':
        return !followsPathColon(pos - 1);
    case '/':
        return followsMeasuredSlash(pos - 1);
    default:
        break;
    }
    if (!isBeyondAscii(c)) {
        return false;
    }
    if (!oneOfBefore(m_text, pos, kDateWords).empty()) {
        return false;
    }
    if (const auto mark = oneOfBefore(m_text, pos, kRangeMarks); !mark.empty()) {
        return mayStartAt(pos - mark.size()); // "4%–5%"
    }
    return !m_text.substr(0, pos).ends_with("×");
}

std::optional<NumberScanner::Lead> NumberScanner::leadBefore(std::size_t digit) const
{
    Lead lead {.begin = digit, .outer = digit};
    if (digit == 0) {
        return lead;
    }
    if (at(digit - 1) == ' ') {
        return lead;
    }
    std::size_t pos = digit;
    if (m_text[pos - 1] == '%' && pos >= 2 && (m_text[pos - 2] == '+' || m_text[pos - 2] == '-')) {
        lead.hasPercent = true;
        --pos;
    }
    // "+-" and "+/-" are no signs; what they stand before has none.
    const auto before = m_text.substr(0, pos);
    if (before.ends_with("+-") || before.ends_with("+/-") || before.ends_with("-/+")) {
        return lead;
    }
    const auto takeSign = [&] {
        auto sign = oneOfBefore(m_text, pos, kMinus);
        lead.isNegative = !sign.empty();
        if (sign.empty()) {
            sign = oneOfBefore(m_text, pos, kPlus);
        }
        if (!sign.empty()) {
            lead.isSigned = true;
            pos -= sign.size();
            lead.begin = pos;
        }
    };
    takeSign();
    if (const auto mark = oneOfBefore(m_text, pos, kApproximately); !mark.empty()) {
        lead.isApproximate = true;
        pos -= mark.size();
        if (!lead.isSigned) {
            takeSign();
        }
    }
    lead.outer = pos;
    return mayStartAt(pos) ? std::optional(lead) : std::nullopt;
}

std::optional<std::size_t> NumberScanner::digitFrom(std::size_t pos) const
{
    for (int marks = 0; marks < 4 && pos < m_text.size(); ++marks) {
        if (isDigit(m_text[pos]) || (m_text[pos] == '.' && isDigitAt(pos + 1))) {
            return pos;
        }
        std::size_t length = oneOfAt(m_text, pos, kApproximately).size();
        length = length == 0 ? oneOfAt(m_text, pos, kMinus).size() : length;
        length = length == 0 ? oneOfAt(m_text, pos, kPlus).size() : length;
        length = length == 0 && marks > 0 && m_text[pos] == '%' ? 1 : length;
        if (length == 0) {
            return std::nullopt;
        }
        pos += length;
    }
    return std::nullopt;
}

std::size_t NumberScanner::skipWord(std::size_t pos) const
{
    while (pos < m_text.size()
           && (isDigit(m_text[pos]) || isLetter(m_text[pos]) || "_.,:/-+~@%"sv.contains(m_text[pos]))) {
        ++pos;
    }
    return pos;
}

bool NumberScanner::mayEndAt(std::size_t pos, std::string_view unit, bool hasPoint, End end) const
{
    if (pos >= m_text.size()) {
        return end == End::Closed;
    }
    const char c = m_text[pos];
    const char next = at(pos + 1);
    const auto mark = c == '-' || c == '~' || isBeyondAscii(c) ? oneOfAt(m_text, pos, kRangeMarks) : ""sv;
    if (!mark.empty()) {
        const auto high = digitFrom(pos + mark.size());
        if (high && *high - pos - mark.size() <= 1 && at(pos + mark.size()) != '.') {
            return end == End::BeforeRangeMark;
        }
    }
    if (end == End::BeforeRangeMark) {
        return false;
    }
    switch (c) {
    case ' ':
    case '\t':
    case '\n':
    case '\r':
    case '(':
    case ')':
    case '[':
    case ']':
    case '{':
    case '}':
    case '|':
    case '"':
    case '`':
    case '<':
    case '>':
    case ';':
    case '!':
    case '?':
    case '\\':
        return true;
    case ',':
    case ':':
    case '*':
    case '\'':
        return !isDigit(next);
    case '.':
        return !isDigit(next) && !isLetter(next) && !(next == '.' && isDigitAt(pos + 2));
    case '/':
        if (isDigit(next) || next == '+' || next == '-' || next == '~') {
            return hasPoint || !unit.empty();
        }
        return !isLetter(next) && next != '.' && next != '/';
    case '-':
        return next == '>' || (unit == "%" && (isLetter(next) || next == ' '));
    case '+':
        return next == '-' || (next == '/' && at(pos + 2) == '-') || unit == "%";
    case '~':
        return true;
    default:
        break;
    }
    if (isLetter(c)) {
        return unit == "%"; // "90%cpu"
    }
    if (!isBeyondAscii(c)) {
        return false;
    }
    if (m_text.substr(pos).starts_with("×")) {
        return !isDigitAt(pos + 2);
    }
    return oneOfAt(m_text, pos, kDateWords).empty();
}

bool NumberScanner::isParenthesised(std::size_t begin, std::size_t end) const
{
    static constexpr std::array kSpread {"+-"sv, "+/-"sv, "±"sv};
    const auto skipBlanks = [&] {
        while (begin > 0 && m_text[begin - 1] == ' ') {
            --begin;
        }
    };
    skipBlanks();
    if (const auto spread = oneOfBefore(m_text, begin, kSpread); !spread.empty()) {
        begin -= spread.size();
        skipBlanks();
    }
    if (begin == 0 || (m_text[begin - 1] != '(' && m_text[begin - 1] != '[')) {
        return false;
    }
    while (at(end) == ' ') {
        ++end;
    }
    return at(end) == (m_text[begin - 1] == '(' ? ')' : ']');
}

}
