// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/characters.h"
#include "parsers/prose/tokens.h"
#include "parsers/prose/words.h"
#include "parsers/text/number.h"

#include <algorithm>
#include <charconv>

namespace patchscale::sentences {
namespace {

bool isAlpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isWordByte(char c)
{
    return isDigit(c) || isAlpha(c) || c == '_';
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

/// Length of the micro sign at @p pos: U+00B5 or U+03BC.
std::size_t microLength(std::string_view view, std::size_t pos)
{
    const auto two = view.substr(pos, 2);
    return two == "\u00b5" || two == "\u03bc" ? 2 : 0;
}

/// A number without sign and separators, as percentages and multiples are written.
struct PlainNumber
{
    double value = 0;
    double resolution = 0;
    std::size_t end = 0; ///< 0 if there is none
};

PlainNumber plainNumberAt(std::string_view view, std::size_t pos)
{
    std::size_t end = pos;
    while (end < view.size() && isDigit(view[end])) {
        ++end;
    }
    if (end == pos || end - pos > 15) {
        return {};
    }
    PlainNumber out {.resolution = 0.5};
    if (end + 1 < view.size() && view[end] == '.' && isDigit(view[end + 1])) {
        ++end;
        while (end < view.size() && isDigit(view[end])) {
            ++end;
            out.resolution /= 10;
        }
    }
    std::from_chars(view.data() + pos, view.data() + end, out.value);
    out.end = end;
    return out;
}

std::size_t skipBlanks(std::string_view view, std::size_t pos, bool overLineEnd)
{
    int lineEnds = 0;
    while (pos < view.size() && isBlank(view[pos])) {
        if (view[pos] == '\n' && (!overLineEnd || ++lineEnds > 1)) {
            return view.size();
        }
        ++pos;
    }
    return pos;
}

std::string_view wordAt(std::string_view view, std::size_t pos)
{
    std::size_t end = pos;
    while (end < view.size() && !isBlank(view[end])) {
        ++end;
    }
    auto word = view.substr(pos, end - pos);
    while (!word.empty() && std::string_view(".,;:!?)]}\"'").contains(word.back())) {
        word.remove_suffix(1);
    }
    return word;
}

/// End of "%", "percent" or "pct" behind a number, one blank allowed; 0 if there is none.
std::size_t percentSignEnd(std::string_view view, std::size_t pos)
{
    std::size_t at = pos;
    if (at < view.size() && (view[at] == ' ' || view[at] == '\n')) {
        ++at;
    }
    if (at < view.size() && view[at] == '%') {
        ++at;
        return at < view.size() && view[at] == '%' ? at + 1 : at; // "%%" of an unescaped format string
    }
    const auto word = wordAt(view, at);
    return word == "percent" || word == "pct" ? at + word.size() : 0;
}

/// The dash or tilde of a range ("9-12%") at @p pos; 0 if there is none.
std::size_t rangeSignLength(std::string_view view, std::size_t pos)
{
    if (pos < view.size() && (view[pos] == '-' || view[pos] == '~')) {
        return 1;
    }
    return view.substr(pos, 3) == "\u2013" ? 3 : 0;
}

bool isToWord(std::string_view view, std::size_t pos)
{
    return view.substr(pos, 2) == "to" && pos + 2 < view.size() && isBlank(view[pos + 2]);
}

bool percentAt(std::string_view view, std::size_t pos, Quantity& out, std::size_t& end)
{
    out.kind = QuantityKind::Percent;
    out.unit = "%";
    if (view.substr(pos, 1) == "[") {
        const auto low = plainNumberAt(view, pos + 1);
        const auto dash = low.end != 0 ? rangeSignLength(view, low.end) : 0;
        const auto high = dash != 0 ? plainNumberAt(view, low.end + dash) : PlainNumber {};
        if (high.end == 0 || view.substr(high.end, 2) != "]%") {
            return false;
        }
        out.value = low.value;
        out.high = high.value;
        out.resolution = high.resolution;
        out.number = {.offset = pos, .length = high.end + 1 - pos};
        end = high.end + 2;
        return true;
    }
    const bool signBefore = view.substr(pos, 1) == "%"; // "%1", a slip for "1%"
    const std::size_t start = pos + (signBefore ? 1 : 0);
    const auto first = plainNumberAt(view, start);
    if (first.end == 0) {
        return false;
    }
    out.value = first.value;
    out.high = first.value;
    out.resolution = first.resolution;
    out.number = {.offset = start, .length = first.end - start};
    if (signBefore) {
        end = first.end;
        return end >= view.size() || !isWordByte(view[end]);
    }
    const std::size_t firstSign = percentSignEnd(view, first.end);
    std::size_t second = firstSign != 0 ? firstSign : first.end;
    if (const auto dash = rangeSignLength(view, second)) {
        second += dash;
    } else if (firstSign != 0) {
        second = skipBlanks(view, second, true);
        second = second < view.size() && isToWord(view, second) ? skipBlanks(view, second + 2, true) : view.size();
    } else {
        return false;
    }
    const auto high = second < view.size() ? plainNumberAt(view, second) : PlainNumber {};
    const std::size_t highSign = high.end != 0 ? percentSignEnd(view, high.end) : 0;
    if (highSign != 0 && high.value >= first.value) {
        out.high = high.value;
        out.resolution = high.resolution;
        out.number.length = high.end - start;
        end = highSign;
        return true;
    }
    end = firstSign;
    return firstSign != 0;
}

bool timesAt(std::string_view view, std::size_t pos, Quantity& out, std::size_t& end)
{
    const auto number = plainNumberAt(view, pos);
    if (number.end == 0 || number.end >= view.size() || (view[number.end] != 'x' && view[number.end] != 'X')) {
        return false;
    }
    end = number.end + 1;
    if (end < view.size() && isWordByte(view[end])) {
        return false;
    }
    out.kind = QuantityKind::Times;
    out.value = number.value;
    out.high = number.value;
    out.resolution = number.resolution;
    out.unit = "x";
    out.number = {.offset = pos, .length = number.end - pos};
    std::size_t second = skipBlanks(view, end, true);
    if (second < view.size() && isToWord(view, second)) {
        second = skipBlanks(view, second + 2, true);
        const auto high = second < view.size() ? plainNumberAt(view, second) : PlainNumber {};
        if (high.end != 0 && high.end < view.size() && (view[high.end] == 'x' || view[high.end] == 'X')) {
            out.high = high.value;
            out.number.length = high.end - pos;
            end = high.end + 1;
        }
    }
    return true;
}

/// 3m30, 2m50s, 0m56.643s, 1h20m, 20m46,705s; a single "30m" is none.
bool durationAt(std::string_view view, std::size_t pos, Quantity& out, std::size_t& end)
{
    double seconds = 0;
    std::size_t at = pos;
    int parts = 0;
    int level = 0; // 1 behind hours, 2 behind minutes
    while (at < view.size()) {
        std::size_t digits = at;
        while (digits < view.size() && isDigit(view[digits])) {
            ++digits;
        }
        if (digits == at || digits - at > 9) {
            break;
        }
        double number = 0;
        std::from_chars(view.data() + at, view.data() + digits, number);
        const char letter = digits < view.size() ? view[digits] : '\0';
        if (letter == 'h' && level == 0) {
            seconds += number * 3600;
            level = 1;
            at = digits + 1;
        } else if (letter == 'm' && level < 2 && view.substr(digits, 2) != "ms") {
            seconds += number * 60;
            level = 2;
            at = digits + (view.substr(digits, 3) == "min" ? 3 : 1);
        } else if (level == 2) {
            double fraction = 0;
            if (digits + 1 < view.size() && (view[digits] == '.' || view[digits] == ',') && isDigit(view[digits + 1])) {
                double scale = 0.1;
                ++digits;
                for (; digits < view.size() && isDigit(view[digits]); ++digits, scale /= 10) {
                    fraction += (view[digits] - '0') * scale;
                }
                out.resolution = scale * 5;
            } else {
                out.resolution = 0.5;
            }
            seconds += number + fraction;
            at = digits + (digits < view.size() && view[digits] == 's' ? 1 : 0);
            ++parts;
            break;
        } else {
            break;
        }
        ++parts;
    }
    if (parts < 2) {
        return false;
    }
    if (view.substr(at, 4) == "-ish") {
        out.isApproximate = true;
        out.number = {.offset = pos, .length = at - pos};
        at += 4;
    } else {
        out.number = {.offset = pos, .length = at - pos};
    }
    if (at < view.size() && isWordByte(view[at])) {
        return false;
    }
    out.kind = QuantityKind::Duration;
    out.value = seconds;
    out.high = seconds;
    out.unit = "s";
    end = at;
    return true;
}

/// Unit glued to the number at @p pos, or one blank or line end behind it. Returns where it ends.
std::size_t unitAt(std::string_view view, std::size_t pos, std::string& unit)
{
    std::size_t glued = pos;
    while (glued < view.size()) {
        const auto micro = microLength(view, glued);
        if (micro == 0 && !isAlpha(view[glued]) && (view[glued] != '/' || glued == pos)) {
            break;
        }
        glued += micro != 0 ? micro : 1;
    }
    std::size_t end = pos;
    if (glued != pos) {
        unit = view.substr(pos, glued - pos);
        end = glued;
        if (dimensionOf(unit) != Dimension::Multiplier) {
            return end;
        }
    }
    std::size_t at = skipBlanks(view, end, true);
    if (at >= view.size() || at == end) {
        return end;
    }
    auto word = wordAt(view, at);
    if (word == "bogo") {
        const auto next = skipBlanks(view, at + word.size(), true);
        const auto ops = next < view.size() ? wordAt(view, next) : std::string_view {};
        if (ops.starts_with("ops")) {
            word = view.substr(at, next + ops.size() - at);
        }
    }
    std::size_t per = at + word.size();
    per = per < view.size() ? skipBlanks(view, per, true) : view.size();
    if (per < view.size() && wordAt(view, per) == "per") {
        const auto next = skipBlanks(view, per + 3, true);
        const auto span = next < view.size() ? wordAt(view, next) : std::string_view {};
        if (span == "second" || span == "sec" || span == "s" || span == "minute") {
            std::string written(word);
            written += " per ";
            written += span;
            unit += unit.empty() ? written : " " + written;
            return next + span.size();
        }
    }
    const bool isRate = dimensionOf(word) == Dimension::Rate || dimensionOf(word) == Dimension::Bandwidth;
    const bool isScoreWord = word == "score" || word == "index" || word == "Index" || word == "INDEX";
    if (isScoreWord || (!isUnitWord(word) && !(word.starts_with("bogo") && word.ends_with("/s")))) {
        return end;
    }
    if (!unit.empty() && !isRate) {
        return end;
    }
    std::string written(word);
    std::ranges::replace(written, '\n', ' ');
    unit += unit.empty() ? written : " " + written;
    return at + word.size();
}

/// How many groups of three digits follow the whole number @p quantity, each behind one blank.
std::size_t spacedGroupsBehind(std::string_view view, const Quantity& quantity)
{
    const auto written = view.substr(quantity.number.offset, quantity.number.length);
    const bool isLead =
        !written.empty() && written.size() <= 3 && written.front() != '0' && std::ranges::all_of(written, isDigit);
    std::size_t groups = 0;
    for (auto at = quantity.number.end(); isLead && at + 3 < view.size() && view[at] == ' '; at += 4) {
        const bool isGroup = std::ranges::all_of(view.substr(at + 1, 3), isDigit);
        const char behind = at + 4 < view.size() ? view[at + 4] : ' ';
        const bool goesOn = isDigit(behind) || behind == '-' || behind == ':' || behind == '/'
            || (behind == '.' && at + 5 < view.size() && isDigit(view[at + 5]));
        if (!isGroup || goesOn) {
            break;
        }
        ++groups;
    }
    return groups;
}

void joinSpacedGroups(std::string_view view, std::size_t groups, Quantity& quantity)
{
    for (; groups > 0; --groups) {
        const auto at = quantity.number.end() + 1;
        const int group = (view[at] - '0') * 100 + (view[at + 1] - '0') * 10 + (view[at + 2] - '0');
        quantity.value = quantity.value * 1000 + group;
        quantity.number.length += 4;
    }
    quantity.high = quantity.value;
}

}

bool quantityAt(std::string_view view, std::size_t pos, Quantity& out, std::size_t& end)
{
    out = {};
    std::size_t at = pos;
    bool isApproximate = false;
    double sign = 1;
    bool isSigned = false;
    if (view.substr(at, 1) == "~") {
        isApproximate = true;
        ++at;
    } else if (view.substr(at, 3) == "\u2248" || view.substr(at, 3) == "\u223c") {
        isApproximate = true;
        at += 3;
    }
    const std::size_t signAt = at;
    if (at < view.size() && (view[at] == '+' || view[at] == '-')) {
        isSigned = true;
        sign = view[at] == '-' ? -1 : 1;
        ++at;
    }
    if (percentAt(view, at, out, end) || timesAt(view, at, out, end) || (!isSigned && durationAt(view, at, out, end))) {
        out.isApproximate |= isApproximate;
        out.isSigned = isSigned;
        out.value *= sign;
        out.high *= sign;
        if (isSigned) {
            out.number = {.offset = signAt, .length = out.number.end() - signAt};
        }
        return true;
    }
    out = {};
    if (at >= view.size() || (!isDigit(view[at]) && view[at] != '.')) {
        return false;
    }
    const auto number = numberAt(view, signAt);
    if (!number) {
        return false;
    }
    out.value = number->value;
    out.high = number->value;
    out.number = number->span;
    out.resolution = number->resolution;
    out.isSigned = number->isSigned;
    out.isApproximate = isApproximate || number->isApproximate;
    if (const auto groups = spacedGroupsBehind(view, out); groups > 0) {
        // "12 345" is one number; "900 950" and "patch 1 500" may as well be two
        const bool isOne = (out.value >= 10 && out.value < 100) || groups > 1;
        joinSpacedGroups(view, groups, out);
        out.kind = isOne ? out.kind : QuantityKind::Unusable;
    }
    end = unitAt(view, out.number.end(), out.unit);
    if (view.substr(end, 4) == "-ish") {
        out.isApproximate = true;
        end += 4;
    }
    if (end < view.size()
        && (isWordByte(view[end]) || (view[end] == '-' && end + 1 < view.size() && isWordByte(view[end + 1])))) {
        out.kind = QuantityKind::Unusable;
        while (end < view.size() && !isBlank(view[end])) {
            ++end;
        }
    }
    return true;
}

}
