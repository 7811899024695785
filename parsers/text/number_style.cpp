// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/number.h"

#include "parsers/text/number_scanner.h"

namespace patchscale {
namespace {

using namespace std::string_view_literals;

/// One word of digits, commas and points: how many of each, and how many digits stand before the first and behind the
/// last of them.
struct Shape
{
    std::size_t end = 0;
    int commas = 0;
    int points = 0;
    char last = '\0'; ///< the last separator
    std::size_t head = 0;
    std::size_t tail = 0;
    bool hasOddGroup = false; ///< between two separators stand other than three digits: a version, a list
    bool startsWithZero = false;
};

Shape shapeAt(std::string_view text, std::size_t pos)
{
    Shape shape {.end = pos, .startsWithZero = text[pos] == '0'};
    std::size_t run = 0;
    for (; shape.end < text.size(); ++shape.end) {
        const char c = text[shape.end];
        if (isDigit(c)) {
            ++run;
            continue;
        }
        const bool isSeparator = (c == ',' || c == '.') && shape.end + 1 < text.size() && isDigit(text[shape.end + 1]);
        if (!isSeparator) {
            break;
        }
        if (shape.last == '\0') {
            shape.head = run;
        } else {
            shape.hasOddGroup = shape.hasOddGroup || run != 3;
        }
        (c == ',' ? shape.commas : shape.points) += 1;
        shape.last = c;
        run = 0;
    }
    shape.tail = run;
    return shape;
}

/// What a word says: above 0 for decimal commas, below for decimal points, 0 if it may be either.
int evidence(const Shape& shape)
{
    const bool isGrouped = !shape.hasOddGroup && shape.head >= 1 && shape.head <= 3 && !shape.startsWithZero;
    if (shape.commas > 0 && shape.points > 0) {
        if (!isGrouped) {
            return 0;
        }
        return shape.last == ',' ? 1 : -1; // 1.834.487,82 and 652,544.23
    }
    if (shape.commas == 1) {
        return shape.tail == 3 && isGrouped ? 0 : 1; // 1,315 may be either; 0,15 and 26311,000 may not
    }
    if (shape.commas > 1) {
        return isGrouped && shape.tail == 3 ? -1 : 0; // 3,923,893; else a list 0,2,4
    }
    if (shape.points == 1) {
        return shape.tail == 3 && isGrouped ? 0 : -1;
    }
    return shape.points > 1 && isGrouped && shape.tail == 3 ? 1 : 0; // 1.834.487; else a version
}

bool isWordStart(std::string_view text, std::size_t pos)
{
    return pos == 0 || " \t\n(|[+-~=:"sv.contains(text[pos - 1]);
}

bool hasUnitBehind(std::string_view text, std::size_t pos)
{
    if (pos < text.size() && text[pos] == ' ') {
        ++pos;
    }
    return pos < text.size() && (text[pos] == '%' || text.substr(pos, 2) == "s\n" || text.substr(pos) == "s");
}

}

NumberStyle detectNumberStyle(std::string_view text)
{
    int commas = 0;
    int points = 0;
    for (std::size_t pos = 0; pos < text.size();) {
        if (!isDigit(text[pos])) {
            ++pos;
            continue;
        }
        const auto shape = shapeAt(text, pos);
        const bool isWhole = isWordStart(text, pos)
            && (shape.end == text.size() || " \t\n\r)]|%;,."sv.contains(text[shape.end]) || shape.commas == 1);
        if (isWhole && shape.last != '\0') {
            const int says = evidence(shape);
            // A lone "0,2" is as likely a list of CPUs; with a unit behind it, it is a number.
            commas += says > 0 ? (hasUnitBehind(text, shape.end) ? 2 : 1) : 0;
            points += says < 0 ? 1 : 0;
        }
        pos = shape.end;
    }
    return commas >= 2 && commas > 2 * points ? NumberStyle::DecimalComma : NumberStyle::Plain;
}

}
