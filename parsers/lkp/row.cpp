// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/lkp/row.h"

#include <cctype>
#include <charconv>

namespace patchscale::lkp {
namespace {

/// A number that is the whole of @p word; "+" may lead.
std::optional<Value> numberOf(std::string_view word)
{
    Value number {.value = 0, .text = word};
    const auto digits = word.starts_with('+') ? word.substr(1) : word;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number.value);
    const bool isWhole = error == std::errc {} && end == digits.data() + digits.size() && !digits.empty();
    const bool startsWell = !word.empty() && std::string_view("+-0123456789").contains(word.front());
    return isWhole && startsWell ? std::optional(number) : std::nullopt;
}

std::optional<Value> percentOf(std::string_view word)
{
    return word.ends_with('%') ? numberOf(word.substr(0, word.size() - 1)) : std::nullopt;
}

/// Reads "± 2%", "±106%"; false if something else follows the sign.
bool takeSpread(Words& words, std::optional<Value>& out)
{
    for (const std::string_view sign : {"\xc2\xb1", "\xb1", "+-"}) {
        if (!words.peek().starts_with(sign)) {
            continue;
        }
        auto word = words.take().substr(sign.size());
        if (word.empty()) {
            word = words.take();
        }
        out = percentOf(word);
        return out.has_value();
    }
    return true;
}

}

double Value::resolution() const
{
    const auto point = text.find('.');
    const auto end = std::min(text.size(), text.find('e'));
    double half = 0.5;
    for (auto i = point; point != std::string_view::npos && i + 1 < end; ++i) {
        half /= 10;
    }
    return half;
}

std::optional<Row> takeNumbers(Words& words, std::size_t commits)
{
    Row row;
    for (std::size_t i = 0; i < commits; ++i) {
        Cell cell;
        if (i > 0) {
            const auto word = words.take();
            cell.isPercent = word.ends_with('%');
            cell.change = cell.isPercent ? percentOf(word) : numberOf(word);
            const bool isSigned = word.starts_with('+') || word.starts_with('-');
            if (!isSigned || (!cell.change && !word.contains("Inf") && !word.contains("NaN"))) {
                return std::nullopt;
            }
        }
        const auto value = numberOf(words.take());
        if (!value || !takeSpread(words, cell.spread)) {
            return std::nullopt;
        }
        cell.value = *value;
        row.cells.push_back(cell);
    }
    return row;
}

std::optional<Row> rowOf(std::string_view line, std::size_t commits)
{
    Words words(line);
    auto row = takeNumbers(words, commits);
    if (!row) {
        return std::nullopt;
    }
    row->metric = words.rest();
    const bool startsLikeAName = row->metric.empty()
        || std::isalpha(static_cast<unsigned char>(row->metric.front())) != 0 || row->metric.front() == '_';
    return startsLikeAName ? row : std::nullopt;
}

}
