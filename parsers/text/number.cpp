// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/number.h"

#include "core/base/units.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace patchscale {
namespace {

using namespace std::string_view_literals;

constexpr auto npos = std::string_view::npos;
constexpr std::size_t kMaxDigits = 40; ///< more are an identifier, not a measurement
constexpr auto kPowersOfTen =
    std::to_array<double>({1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                           1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22});

constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

constexpr bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

constexpr bool isBeyondAscii(char c)
{
    return static_cast<unsigned char>(c) >= 0x80;
}

/// What comes between the ends of a range, or nothing: "-", "~", en dash, full-width tilde.
constexpr std::array kRangeMarks {"-"sv, "~"sv, "–"sv, "～"sv};
constexpr std::array kApproximately {"~"sv, "≈"sv, "～"sv};
constexpr std::array kMinus {"-"sv, "−"sv, "–"sv, "－"sv};
constexpr std::array kPlus {"+"sv, "＋"sv};
/// Behind a number, these make it part of a date.
constexpr std::array kDateWords {"年"sv, "月"sv, "日"sv, "년"sv, "월"sv, "일"sv};
/// Units that are ordinary words when a blank stands before them.
constexpr std::array kNotBehindBlank {"x"sv,     "X"sv,        "×"sv,     "B"sv,     "T"sv,
                                      "index"sv, "Index"sv,    "INDEX"sv, "score"sv, "ratio"sv,
                                      "count"sv, "fraction"sv, "IPC"sv,   "HITM"sv,  "bit"sv};

template<std::size_t N>
std::string_view oneOfAt(std::string_view text, std::size_t pos, const std::array<std::string_view, N>& words)
{
    for (const auto word : words) {
        if (text.substr(pos).starts_with(word)) {
            return word;
        }
    }
    return {};
}

template<std::size_t N>
std::string_view oneOfBefore(std::string_view text, std::size_t pos, const std::array<std::string_view, N>& words)
{
    for (const auto word : words) {
        if (text.substr(0, pos).ends_with(word)) {
            return word;
        }
    }
    return {};
}

/// What stands before the first digit.
struct Lead
{
    std::size_t begin = 0; ///< of the span: the sign if there is one
    std::size_t outer = 0; ///< with "~"
    bool isNegative = false;
    bool isSigned = false;
    bool isApproximate = false;
    bool hasPercent = false; ///< the slip "+%1"
};

/// Reads numbers at known places of one text. All positions are offsets into it.
class Scanner
{
public:
    Scanner(std::string_view text, NumberStyle style)
        : m_text(text)
        , m_style(style)
    {
    }

    /// The number whose first digit (or leading point) is at @p digit.
    [[nodiscard]] std::optional<Number> number(std::size_t digit) const
    {
        const auto lead = leadBefore(digit);
        return lead ? finish(*lead, digit, End::Closed) : std::nullopt;
    }

    [[nodiscard]] std::optional<NumberRange> range(std::size_t digit) const;

    /// The first digit of what begins at @p pos, behind signs and "~"; or nothing.
    [[nodiscard]] std::optional<std::size_t> digitFrom(std::size_t pos) const;

    /// Behind the word around @p pos that is no number.
    [[nodiscard]] std::size_t skipWord(std::size_t pos) const
    {
        while (pos < m_text.size()
               && (isDigit(m_text[pos]) || isLetter(m_text[pos]) || "_.,:/-+~@%"sv.contains(m_text[pos]))) {
            ++pos;
        }
        return pos;
    }

private:
    enum class End : std::uint8_t { Closed, BeforeRangeMark };

    struct Digits
    {
        std::size_t end = 0;
        double value = 0;
        int decimals = 0;
        int exponent = 0;
        bool hasPoint = false;
    };

    [[nodiscard]] char at(std::size_t pos) const
    {
        return pos < m_text.size() ? m_text[pos] : '\0';
    }
    [[nodiscard]] bool isDigitAt(std::size_t pos) const
    {
        return isDigit(at(pos));
    }

    [[nodiscard]] std::optional<Lead> leadBefore(std::size_t digit) const;
    [[nodiscard]] bool mayStartAt(std::size_t pos) const;
    [[nodiscard]] bool followsMeasuredSlash(std::size_t slash) const;
    [[nodiscard]] bool followsPathColon(std::size_t colon) const;
    [[nodiscard]] bool mayEndAt(std::size_t pos, std::string_view unit, bool hasPoint, End end) const;
    [[nodiscard]] std::optional<Number> finish(const Lead& lead, std::size_t digit, End end) const;
    [[nodiscard]] std::optional<Digits> digitsAt(std::size_t pos) const;
    [[nodiscard]] std::size_t groupAt(std::size_t pos, std::string_view& separator) const;
    void readExponent(Digits& digits, std::size_t begin) const;
    [[nodiscard]] bool readMinutes(Digits& digits, double& value, std::string_view& unit) const;
    [[nodiscard]] std::optional<std::string_view> gluedUnit(std::size_t& pos) const;
    [[nodiscard]] std::string_view unitBehindBlank(std::size_t& pos) const;
    [[nodiscard]] std::size_t unitWordEnd(std::size_t pos) const;
    [[nodiscard]] bool isParenthesised(std::size_t begin, std::size_t end) const;

    std::string_view m_text;
    NumberStyle m_style;
};

/// A fraction "1/5" or a path is no place for a number, "318K/316K" and "3172.5/1583.1" are.
bool Scanner::followsMeasuredSlash(std::size_t slash) const
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
bool Scanner::followsPathColon(std::size_t colon) const
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

bool Scanner::mayStartAt(std::size_t pos) const
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

std::optional<Lead> Scanner::leadBefore(std::size_t digit) const
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

std::optional<std::size_t> Scanner::digitFrom(std::size_t pos) const
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

/// Length of a thousands group with its separator at @p pos, or 0. All groups of a number have the same separator.
std::size_t Scanner::groupAt(std::size_t pos, std::string_view& separator) const
{
    static constexpr std::array kAlways {"'"sv, "\u00a0"sv, "\u2009"sv, "\u202f"sv};
    const char c = at(pos);
    std::string_view found;
    if (c == (m_style == NumberStyle::Plain ? ',' : '.')) {
        found = m_text.substr(pos, 1);
    } else if (c == '\'' || isBeyondAscii(c)) {
        found = oneOfAt(m_text, pos, kAlways);
    }
    if (found.empty() || (!separator.empty() && separator != found)) {
        return 0;
    }
    const std::size_t first = pos + found.size();
    if (!isDigitAt(first) || !isDigitAt(first + 1) || !isDigitAt(first + 2) || isDigitAt(first + 3)) {
        return 0;
    }
    separator = found;
    return found.size() + 3;
}

void Scanner::readExponent(Digits& digits, std::size_t begin) const
{
    std::size_t pos = digits.end + 1;
    const bool isSigned = at(pos) == '+' || at(pos) == '-';
    const bool isNegative = at(pos) == '-';
    pos += isSigned ? 1 : 0;
    const std::size_t first = pos;
    int exponent = 0;
    while (isDigitAt(pos) && pos - first < 3) {
        exponent = exponent * 10 + (m_text[pos] - '0');
        ++pos;
    }
    // "99e66900" and "12e45" are pieces of hexadecimal numbers.
    const bool isPlausible = isSigned || (pos - first <= 2 && (digits.hasPoint || digits.end - begin == 1));
    if (pos == first || isDigitAt(pos) || exponent > 300 || !isPlausible) {
        return;
    }
    digits.exponent = isNegative ? -exponent : exponent;
    digits.end = pos;
}

std::optional<Scanner::Digits> Scanner::digitsAt(std::size_t pos) const
{
    std::array<char, kMaxDigits + 8> buffer {};
    std::size_t length = 0;
    std::uint64_t mantissa = 0;
    const auto take = [&](std::size_t& from) {
        while (isDigitAt(from) && length < kMaxDigits) {
            buffer[length++] = m_text[from];
            mantissa = mantissa * 10 + static_cast<unsigned char>(m_text[from] - '0');
            ++from;
        }
        return !isDigitAt(from);
    };
    Digits digits;
    std::size_t end = pos;
    if (!take(end)) {
        return std::nullopt;
    }
    if (length >= 1 && length <= 3 && m_text[pos] != '0') {
        std::string_view separator;
        while (const auto group = groupAt(end, separator)) {
            end += group - 3;
            if (!take(end)) {
                return std::nullopt;
            }
        }
    }
    const char point = m_style == NumberStyle::Plain ? '.' : ',';
    // A text with decimal commas still may hold a point with two digits behind it.
    const bool hasPoint = at(end) == point || (at(end) == '.' && length == end - pos);
    if (hasPoint && isDigitAt(end + 1)) {
        ++end;
        const std::size_t whole = length;
        if (!take(end)) {
            return std::nullopt;
        }
        digits.decimals = static_cast<int>(length - whole);
        digits.hasPoint = true;
    }
    digits.end = end;
    if (at(end) == 'e' || at(end) == 'E') {
        readExponent(digits, pos);
    }
    const int scale = digits.exponent - digits.decimals;
    if (length <= 15 && scale >= -22 && scale <= 22) { // both sides are exact, so one rounding only
        digits.value = scale < 0 ? static_cast<double>(mantissa) / kPowersOfTen[static_cast<std::size_t>(-scale)]
                                 : static_cast<double>(mantissa) * kPowersOfTen[static_cast<std::size_t>(scale)];
        return digits;
    }
    buffer[length++] = 'e';
    const auto [tail, ignored] = std::to_chars(buffer.data() + length, buffer.data() + buffer.size(), scale);
    const auto [rest, error] = std::from_chars(buffer.data(), tail, digits.value);
    return error == std::errc {} && rest == tail ? std::optional(digits) : std::nullopt;
}

/// The shell's "0m56,643s", whose comma is decimal whatever the rest of the text does.
bool Scanner::readMinutes(Digits& digits, double& value, std::string_view& unit) const
{
    if (digits.hasPoint || at(digits.end) != 'm' || !isDigitAt(digits.end + 1)) {
        return true;
    }
    std::size_t pos = digits.end + 1;
    double seconds = 0;
    int decimals = 0;
    const auto take = [&](int& count) {
        for (count = 0; isDigitAt(pos) && count < 9; ++pos, ++count) {
            seconds = seconds * 10 + (m_text[pos] - '0');
        }
    };
    int whole = 0;
    take(whole);
    if ((at(pos) == ',' || at(pos) == '.') && isDigitAt(pos + 1)) {
        ++pos;
        take(decimals);
    }
    if (whole > 2 || at(pos) != 's') {
        return false;
    }
    const double divisor = kPowersOfTen[static_cast<std::size_t>(decimals)];
    value = (digits.value * 60 * divisor + seconds) / divisor;
    unit = m_text.substr(pos, 1);
    digits.decimals = decimals;
    digits.end = pos;
    return true;
}

std::size_t Scanner::unitWordEnd(std::size_t pos) const
{
    const std::size_t begin = pos;
    while (pos < m_text.size() && pos - begin < 20) {
        const char c = m_text[pos];
        const bool isSlash = c == '/' && isLetter(at(pos + 1));
        const bool isMicro = m_text.substr(pos).starts_with("µ") || m_text.substr(pos).starts_with("μ");
        if (!isLetter(c) && !isSlash && !isMicro) {
            break;
        }
        pos += isMicro ? 2 : 1;
    }
    return pos;
}

/// The unit glued to a number that ends at @p pos; empty if there is none, nothing if what is glued makes a word of it.
std::optional<std::string_view> Scanner::gluedUnit(std::size_t& pos) const
{
    const char c = at(pos);
    const std::size_t begin = pos;
    if (c == '%') {
        pos += at(pos + 1) == '%' ? 2 : 1;
        return m_text.substr(begin, 1);
    }
    if (isBeyondAscii(c)) {
        if (m_text.substr(pos).starts_with("％")) {
            pos += 3;
            return "%"sv;
        }
        for (const std::size_t length : {9U, 7U, 6U, 3U, 2U}) { // CJK words, or a sign of two bytes
            const auto word = m_text.substr(pos, length);
            if (word.size() == length && isBeyondAscii(word.back()) && findUnit(word)) {
                pos += length;
                return word;
            }
        }
    }
    const std::size_t end = unitWordEnd(pos);
    if (end == begin) {
        return ""sv;
    }
    const auto word = m_text.substr(begin, end - begin);
    if (word == "bit" || word == "bits") {
        return std::nullopt; // "64bit" is an attribute
    }
    if (findUnit(word) || word.ends_with("/s") || word.ends_with("/sec")) {
        pos = end;
        return word;
    }
    return std::nullopt;
}

/// The known unit one blank behind a number that ends at @p pos, which moves behind it; or empty.
std::string_view Scanner::unitBehindBlank(std::size_t& pos) const
{
    std::size_t begin = pos + 1;
    if (m_text.substr(pos).starts_with("\u00a0")) {
        ++begin;
    } else if (at(pos) != ' ') {
        return {};
    }
    const char first = at(begin);
    const auto closes = [&](std::size_t end) {
        const char c = at(end);
        return end >= m_text.size() || " \t\n\r,;)]}|\"'*"sv.contains(c) || isBeyondAscii(c)
            || (c == '.' && !isDigitAt(end + 1) && !isLetter(at(end + 1)));
    };
    if (first == '%') {
        const std::size_t end = begin + (at(begin + 1) == '%' ? 2 : 1);
        if (!closes(end)) {
            return {};
        }
        pos = end;
        return m_text.substr(begin, 1);
    }
    if (!isLetter(first) && first != '/' && !isBeyondAscii(first)) {
        return {};
    }
    std::size_t end = unitWordEnd(begin);
    auto word = m_text.substr(begin, end - begin);
    if (word.empty() || !closes(end)) {
        return {};
    }
    // Units of two words: "M IOPS", "bogo ops/s", "CPUs utilized".
    static constexpr std::array kFirstWords {"K"sv, "k"sv, "M"sv, "bogo"sv, "CPUs"sv, "CPU"sv};
    if (at(end) == ' ' && std::ranges::contains(kFirstWords, word)) {
        const std::size_t secondEnd = unitWordEnd(end + 1);
        const auto both = m_text.substr(begin, secondEnd - begin);
        if (secondEnd > end + 1 && closes(secondEnd) && findUnit(both)) {
            end = secondEnd;
            word = both;
        }
    }
    if (!findUnit(word) || std::ranges::contains(kNotBehindBlank, word)) {
        return {};
    }
    pos = end;
    return word;
}

bool Scanner::mayEndAt(std::size_t pos, std::string_view unit, bool hasPoint, End end) const
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

bool Scanner::isParenthesised(std::size_t begin, std::size_t end) const
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

std::optional<Number> Scanner::finish(const Lead& lead, std::size_t digit, End end) const
{
    auto digits = digitsAt(digit);
    if (!digits) {
        return std::nullopt;
    }
    Number number;
    number.value = digits->value;
    number.isSigned = lead.isSigned;
    number.isApproximate = lead.isApproximate;
    if (!readMinutes(*digits, number.value, number.unit)) {
        return std::nullopt;
    }
    number.span = {.offset = lead.begin, .length = digits->end - lead.begin};
    std::size_t pos = digits->end;
    if (lead.hasPercent) {
        number.unit = m_text.substr(digit - 1, 1);
    } else if (!number.unit.empty()) {
        ++pos; // the "s" of minutes and seconds
    } else if (at(pos) != ' ') {
        const auto glued = gluedUnit(pos);
        if (!glued) {
            return std::nullopt;
        }
        number.unit = *glued;
    }
    if (!mayEndAt(pos, number.unit, digits->hasPoint, end)) {
        return std::nullopt;
    }
    if (number.unit.empty() && end == End::Closed) {
        number.unit = unitBehindBlank(pos);
    }
    number.value = lead.isNegative ? -number.value : number.value;
    number.end = pos;
    const int scale = std::clamp(digits->exponent - digits->decimals, -22, 22);
    number.resolution = scale < 0 ? 0.5 / kPowersOfTen[static_cast<std::size_t>(-scale)]
                                  : 0.5 * kPowersOfTen[static_cast<std::size_t>(scale)];
    number.isParenthesised = isParenthesised(lead.outer, pos);
    return number;
}

std::optional<NumberRange> Scanner::range(std::size_t digit) const
{
    const auto lead = leadBefore(digit);
    const auto low = lead ? finish(*lead, digit, End::BeforeRangeMark) : std::nullopt;
    if (!low) {
        return std::nullopt;
    }
    const auto mark = oneOfAt(m_text, low->end, kRangeMarks);
    const auto highDigit = digitFrom(low->end + mark.size());
    if (mark.empty() || !highDigit) {
        return std::nullopt;
    }
    Lead highLead {.begin = *highDigit, .outer = *highDigit};
    for (std::size_t pos = low->end + mark.size(); pos < *highDigit; ++pos) {
        highLead.isApproximate = highLead.isApproximate || m_text[pos] == '~';
        if (m_text[pos] == '+' || m_text[pos] == '-') {
            highLead.isSigned = true;
            highLead.isNegative = m_text[pos] == '-';
            highLead.begin = pos;
        }
    }
    auto high = finish(highLead, *highDigit, End::Closed);
    if (!high) {
        return std::nullopt;
    }
    NumberRange range {.low = *low, .high = *high, .begin = lead->outer, .end = high->end};
    if (range.begin > 0 && m_text[range.begin - 1] == '[' && at(range.end) == ']') {
        --range.begin;
        ++range.end;
        if (range.high.unit.empty()) {
            std::size_t pos = range.end;
            range.high.unit = gluedUnit(pos).value_or(std::string_view {});
            range.end = range.high.unit.empty() ? range.end : pos;
        }
    }
    if (range.low.unit.empty()) {
        range.low.unit = range.high.unit;
    }
    return range;
}

}

std::optional<Number> numberAt(std::string_view text, std::size_t pos, NumberStyle style)
{
    const Scanner scanner(text, style);
    const auto digit = scanner.digitFrom(pos);
    return digit ? scanner.number(*digit) : std::nullopt;
}

std::optional<NumberRange> rangeAt(std::string_view text, std::size_t pos, NumberStyle style)
{
    const Scanner scanner(text, style);
    const auto digit = scanner.digitFrom(pos < text.size() && text[pos] == '[' ? pos + 1 : pos);
    return digit ? scanner.range(*digit) : std::nullopt;
}

void numbersIn(std::string_view text, std::vector<Number>& out, NumberStyle style)
{
    out.clear();
    const Scanner scanner(text, style);
    for (std::size_t pos = 0; pos < text.size();) {
        if (!isDigit(text[pos])) {
            ++pos;
            continue;
        }
        const bool startsWithPoint =
            pos > 0 && text[pos - 1] == '.' && (pos == 1 || " (=[\t+-"sv.contains(text[pos - 2]));
        const auto number = scanner.number(startsWithPoint ? pos - 1 : pos);
        if (number) {
            out.push_back(*number);
            pos = number->end;
        } else {
            pos = scanner.skipWord(pos);
        }
    }
}

}
