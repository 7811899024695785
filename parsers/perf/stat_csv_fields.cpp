// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_csv_fields.h"

#include "core/base/characters.h"

#include <algorithm>

namespace patchscale::perf {
namespace {

constexpr std::size_t kMostFields = 32;

std::string_view withoutBlanks(std::string_view text)
{
    while (!text.empty() && text.front() == ' ') {
        text.remove_prefix(1);
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
        text.remove_suffix(1);
    }
    return text;
}

}

bool isDigits(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, isDigit);
}

std::optional<StatNumber> wholeDecimal(std::string_view text)
{
    if (text.empty() || !isDigit(text.front())) {
        return std::nullopt;
    }
    if (const auto number = plainDecimal(text)) {
        return number;
    }
    const auto number = decimalAt(text);
    return number && number->text.size() == text.size() ? number : std::nullopt;
}

bool StatCsvFields::split(std::string_view line)
{
    m_fields.clear();
    const bool isBlank = m_separator == " " || m_separator == "\t";
    for (std::size_t pos = 0;;) {
        const auto end = m_separator.size() == 1 ? line.find(m_separator.front(), pos) : line.find(m_separator, pos);
        const auto part = line.substr(pos, end == std::string_view::npos ? end : end - pos);
        m_fields.push_back(isBlank ? part : withoutBlanks(part));
        if (end == std::string_view::npos) {
            return true;
        }
        if (m_fields.size() == kMostFields) {
            return false;
        }
        pos = end + m_separator.size();
    }
}

std::string_view StatCsvFields::joined(std::size_t first, std::size_t last) const
{
    const auto begin = at(first);
    const auto end = at(last);
    return {begin.data(), static_cast<std::size_t>(end.data() + end.size() - begin.data())};
}

bool StatCsvFields::isEmptyFrom(std::size_t first) const
{
    for (; first < m_fields.size(); ++first) {
        if (!m_fields[first].empty()) {
            return false;
        }
    }
    return true;
}

std::optional<StatNumber> StatCsvFields::decimal(std::size_t& index, std::size_t decimals,
                                                 std::string_view suffix) const
{
    const auto first = at(index);
    const auto second = at(index + 1);
    if (m_separator == "," && second.size() == decimals + suffix.size() && second.ends_with(suffix) && isDigits(first)
        && isDigits(second.substr(0, decimals))) {
        const auto whole = joined(index, index + 1);
        index += 2;
        return decimalAt(whole.substr(0, whole.size() - suffix.size()));
    }
    if (!first.ends_with(suffix)) {
        return std::nullopt;
    }
    const auto number = wholeDecimal(first.substr(0, first.size() - suffix.size()));
    index += number ? 1 : 0;
    return number;
}

bool StatCsvFields::isTailAt(std::size_t index) const
{
    if (!isDigits(at(index))) {
        return false;
    }
    auto share = index + 1;
    const auto number = decimal(share, 2, {});
    constexpr double kMostShare = 101; // perf rounds, and its clocks are not quite in step
    return number && number->text.size() >= 4 && number->value <= kMostShare
        && !isDigit(number->text[number->text.size() - 3]);
}

}
