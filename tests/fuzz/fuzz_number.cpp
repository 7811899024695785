// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in any text: they lie in it in order and hold finite values; reading one at its place gives it again.
#include "parsers/text/number.h"

#include <cmath>
#include <cstdlib>

namespace {

using patchscale::NumberStyle;

void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}

void checkNumber(const patchscale::Number& number, std::string_view text)
{
    require(number.span.length > 0 && number.span.end() <= number.end && number.end <= text.size());
    require(std::isfinite(number.value) && number.resolution > 0);
    const auto digits = text.substr(number.span.offset, number.span.length);
    require(digits.find_first_of("0123456789") != std::string_view::npos);
}

void checkStyle(std::string_view text, NumberStyle style)
{
    std::vector<patchscale::Number> numbers;
    patchscale::numbersIn(text, numbers, style);
    std::size_t next = 0;
    for (const auto& number : numbers) {
        checkNumber(number, text);
        require(number.span.offset >= next);
        next = number.end;
        const auto again = patchscale::numberAt(text, number.span.offset, style);
        require(again && again->value == number.value && again->end == number.end && again->unit == number.unit);
    }
    for (std::size_t pos = 0; pos < text.size(); ++pos) {
        if (const auto number = patchscale::numberAt(text, pos, style)) {
            checkNumber(*number, text);
        }
        if (const auto range = patchscale::rangeAt(text, pos, style)) {
            checkNumber(range->low, text);
            checkNumber(range->high, text);
            require(range->begin <= range->low.span.offset && range->low.span.end() <= range->high.span.offset);
            require(range->high.span.end() <= range->end && range->end <= text.size());
        }
    }
}

}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    (void)patchscale::detectNumberStyle(text);
    checkStyle(text, NumberStyle::Plain);
    checkStyle(text, NumberStyle::DecimalComma);
    return 0;
}
