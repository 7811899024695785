// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio/quantity.h"

#include "core/base/characters.h"

#include <array>
#include <charconv>
#include <cmath>

namespace patchscale::fio {
namespace {

constexpr std::string_view kPrefixes = "kKMGTPE";

bool isWordByte(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Behind the digits of a whole number with groups of three: "1,234". A comma before another number is none.
std::size_t groupsEnd(std::string_view line, std::size_t pos)
{
    while (pos + 3 < line.size() && line[pos] == ',' && isDigit(line[pos + 1]) && isDigit(line[pos + 2])
           && isDigit(line[pos + 3]) && (pos + 4 == line.size() || !isDigit(line[pos + 4]))) {
        pos += 4;
    }
    return pos;
}

/// Length of the unit that @p text begins with: a prefix, "i", "B" or "bit", "/s".
std::size_t unitLength(std::string_view text)
{
    std::size_t at = 0;
    const auto take = [&](std::string_view part) {
        const bool isThere = text.substr(at).starts_with(part);
        at += isThere ? part.size() : 0;
        return isThere;
    };
    if (at < text.size() && kPrefixes.contains(text[at])) {
        ++at;
        take("i");
    }
    const bool isSize = take("bit") || take("B");
    if (isSize || at > 0) {
        take("/sec") || take("/s");
    }
    return at < text.size() && isWordByte(text[at]) ? 0 : at;
}

}

std::optional<Quantity> quantityAt(std::string_view line, std::size_t pos)
{
    pos = line.find_first_not_of(" \t\n", pos);
    if (pos == std::string_view::npos || !isDigit(line[pos])) {
        return std::nullopt;
    }
    const auto begin = pos;
    while (pos < line.size() && isDigit(line[pos])) {
        ++pos;
    }
    const bool isShort = pos - begin <= 3;
    const auto grouped = isShort ? groupsEnd(line, pos) : pos;
    std::array<char, 32> digits {};
    std::size_t count = 0;
    for (auto at = begin; at < grouped; ++at) {
        if (line[at] != ',') {
            if (count == digits.size()) {
                return std::nullopt; // no number of fio's is that long
            }
            digits[count++] = line[at];
        }
    }
    pos = grouped;
    double step = 1;
    if (pos + 1 < line.size() && line[pos] == '.' && isDigit(line[pos + 1])) {
        const auto point = pos++;
        while (pos < line.size() && isDigit(line[pos])) {
            ++pos;
        }
        if (count + (pos - point) > digits.size()) {
            return std::nullopt;
        }
        for (auto at = point; at < pos; ++at) {
            digits[count++] = line[at];
        }
        step = std::pow(10.0, -static_cast<double>(pos - point - 1));
    }
    if (pos == line.size()) {
        return std::nullopt;
    }
    Quantity out {.value = 0, .step = step, .digits = line.substr(begin, pos - begin), .unit = {}, .end = pos};
    const auto result = std::from_chars(digits.data(), digits.data() + count, out.value);
    if (result.ec != std::errc {} || result.ptr != digits.data() + count) {
        return std::nullopt;
    }
    // "286105 B/s": old versions leave a blank where a prefix could stand
    const auto unitBegin = line[pos] == ' ' ? pos + 1 : pos;
    const auto length = unitLength(line.substr(unitBegin));
    const bool isGlued = unitBegin == pos;
    const auto unit = line.substr(unitBegin, length);
    if (length > 0 && (isGlued || unit.contains("B") || unit.contains("bit"))) {
        out.unit = unit;
        out.end = unitBegin + length;
    }
    return out;
}

std::size_t valueOf(std::string_view line, std::string_view key, std::size_t from)
{
    for (auto pos = line.find(key, from); pos != std::string_view::npos; pos = line.find(key, pos + 1)) {
        if (pos == 0 || !isWordByte(line[pos - 1])) {
            return pos + key.size();
        }
    }
    return std::string_view::npos;
}

std::optional<Quantity> quantityOf(std::string_view line, std::string_view key, std::size_t from)
{
    const auto pos = valueOf(line, key, from);
    return pos == std::string_view::npos ? std::nullopt : quantityAt(line, pos);
}

double thousands(std::string_view letter)
{
    if (letter.empty()) {
        return 1;
    }
    constexpr std::string_view kLetters = "kMGTPE";
    const auto power = kLetters.find(letter.front() == 'K' ? 'k' : letter.front());
    return letter.size() > 1 || power == std::string_view::npos ? 0 : std::pow(1000.0, static_cast<double>(power) + 1);
}

double bytesIn(std::string_view unit, Prefixes prefixes)
{
    const bool isBits = unit.contains("bit");
    double power = 0;
    if (!unit.empty() && kPrefixes.contains(unit.front())) {
        constexpr std::string_view kLetters = "kMGTPE";
        power = static_cast<double>(kLetters.find(unit.front() == 'K' ? 'k' : unit.front())) + 1;
        unit.remove_prefix(1);
    }
    const bool isBinary = unit.starts_with('i');
    unit.remove_prefix(isBinary ? 1 : 0);
    if (!unit.empty() && unit != "B" && unit != "B/s" && unit != "B/sec" && unit != "bit" && unit != "bit/s"
        && unit != "bit/sec" && unit != "/s") {
        return 0;
    }
    double factor = isBits ? 0.125 : 1;
    if (prefixes == Prefixes::Thousand && power > 0) {
        return factor * 1000 * std::pow(1024.0, power - 1);
    }
    const bool isThousand = prefixes == Prefixes::Told && !isBinary;
    return factor * std::pow(isThousand ? 1000.0 : 1024.0, power);
}

}
