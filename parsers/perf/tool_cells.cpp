// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/tool_cells.h"

#include "core/base/units.h"
#include "parsers/context/vocabulary.h"
#include "parsers/perf/symbol_row.h"

#include <algorithm>
#include <charconv>

namespace patchscale::perf {

void wordsOf(std::string_view line, std::vector<std::string_view>& out)
{
    out.clear();
    for (auto pos = line.find_first_not_of(" \t"); pos != std::string_view::npos;) {
        const auto end = std::min(line.size(), line.find_first_of(" \t", pos));
        out.push_back(line.substr(pos, end - pos));
        pos = line.find_first_not_of(" \t", end);
    }
}

std::vector<std::string_view> wordsOf(std::string_view line)
{
    std::vector<std::string_view> words;
    wordsOf(line, words);
    return words;
}

bool isCount(std::string_view word)
{
    constexpr std::size_t kMostDigits = 20;
    return !word.empty() && word.size() <= kMostDigits
        && word.find_first_not_of("0123456789") == std::string_view::npos;
}

bool isAddress(std::string_view word)
{
    return word.size() > 2 && word.starts_with("0x")
        && word.find_first_not_of("0123456789abcdefABCDEF", 2) == std::string_view::npos;
}

std::optional<double> plainNumber(std::string_view word)
{
    constexpr std::size_t kLongest = 32; // longer ones are no measurements, and overflow in other units
    double value = 0;
    if (word.empty() || word.size() > kLongest || word.front() < '0' || word.front() > '9') {
        return std::nullopt;
    }
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, std::chars_format::fixed);
    return error == std::errc {} && end == word.data() + word.size() ? std::optional(value) : std::nullopt;
}

std::string_view takeWord(std::string_view& text)
{
    text = trimmed(text);
    const auto word = text.substr(0, text.find_first_of(" \t"));
    text = trimmed(text.substr(word.size()));
    return word;
}

TestResult toolResult(const Text& text, std::string_view benchmark, std::string_view test, std::string_view metric,
                      std::string_view digits, std::string_view unit)
{
    TestResult result;
    result.test = test;
    result.metric = metric;
    result.value = plainNumber(digits).value_or(0);
    result.unit = unit;
    const auto meaning = unitOf(unit);
    result.baseValue = result.value * meaning.factor;
    result.baseUnit = unit.empty() ? "count" : meaning.base;
    result.better = knownDirection(benchmark, test, metric, unit);
    result.span = text.spanOf(digits);
    return result;
}

bool isWordsOnly(const Line& line)
{
    return line.kind == LineKind::Body && line.numbers == 0;
}

}
