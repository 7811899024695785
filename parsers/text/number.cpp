// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/number.h"

#include "parsers/text/number_scanner.h"

namespace patchscale {

std::optional<Number> NumberScanner::finish(const Lead& lead, std::size_t digit, End end) const
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
    number.resolution = resolution(*digits);
    number.isParenthesised = isParenthesised(lead.outer, pos);
    return number;
}

std::optional<Number> NumberScanner::number(std::size_t digit) const
{
    const auto lead = leadBefore(digit);
    return lead ? finish(*lead, digit, End::Closed) : std::nullopt;
}

std::optional<NumberRange> NumberScanner::range(std::size_t digit) const
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

std::optional<Number> numberAt(std::string_view text, std::size_t pos, NumberStyle style)
{
    const NumberScanner scanner(text, style);
    const auto digit = scanner.digitFrom(pos);
    return digit ? scanner.number(*digit) : std::nullopt;
}

std::optional<NumberRange> rangeAt(std::string_view text, std::size_t pos, NumberStyle style)
{
    const NumberScanner scanner(text, style);
    const auto digit = scanner.digitFrom(pos < text.size() && text[pos] == '[' ? pos + 1 : pos);
    return digit ? scanner.range(*digit) : std::nullopt;
}

void numbersIn(std::string_view text, std::vector<Number>& out, NumberStyle style)
{
    out.clear();
    const NumberScanner scanner(text, style);
    for (std::size_t pos = 0; pos < text.size();) {
        if (!isDigit(text[pos])) {
            ++pos;
            continue;
        }
        const bool startsWithPoint =
            pos > 0 && text[pos - 1] == '.' && (pos == 1 || std::string_view(" (=[\t+-").contains(text[pos - 2]));
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
