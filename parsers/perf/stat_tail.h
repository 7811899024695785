// SPDX-License-Identifier: GPL-3.0-or-later
// What stands behind an event of perf stat: metrics, noise, share of the time.
#pragma once

#include "parsers/perf/stat_metric.h"
#include "parsers/perf/stat_number.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace patchscale::perf {

inline constexpr std::string_view kStatSpace = " \t\n|"; ///< people draw boxes around an output

/// @p text without the white space around it.
std::string_view strippedStat(std::string_view text);

/// A place in a text that moves forward.
class StatCursor
{
public:
    explicit StatCursor(std::string_view text)
        : m_rest(text)
    {
        skipSpace();
    }

    [[nodiscard]] std::string_view rest() const
    {
        return m_rest;
    }
    [[nodiscard]] std::string_view word() const
    {
        return m_rest.substr(0, m_rest.find_first_of(kStatSpace));
    }
    /// Moves behind @p length bytes and the white space after them, whose width it tells.
    std::size_t advance(std::size_t length)
    {
        m_rest.remove_prefix(std::min(length, m_rest.size()));
        return skipSpace();
    }
    bool skip(std::string_view text)
    {
        const bool isThere = m_rest.starts_with(text);
        if (isThere) {
            advance(text.size());
        }
        return isThere;
    }
    [[nodiscard]] bool isAtEnd() const
    {
        return m_rest.empty();
    }

private:
    std::size_t skipSpace()
    {
        constexpr std::string_view kNoBreak = "\xc2\xa0"; // what mail programs indent with
        const auto before = m_rest.size();
        while (!m_rest.empty() && (kStatSpace.contains(m_rest.front()) || m_rest.starts_with(kNoBreak))) {
            m_rest.remove_prefix(kStatSpace.contains(m_rest.front()) ? 1 : kNoBreak.size());
        }
        return before - m_rest.size();
    }

    std::string_view m_rest;
};

/// The percentage in "( +- 4.65% )", "(+-125,00%)", "(38.76%)", "[31,93%]" or "(scaled from 66.67%)" that starts @p
/// text.
struct StatBrackets
{
    std::optional<StatNumber> number; ///< none for "nan" and "inf"
    bool isNoise = false;
    std::size_t length = 0;
};

std::optional<StatBrackets> bracketsAt(std::string_view text);

/// True if @p text starts with a mark that a person put behind a row.
bool isRemark(std::string_view text);

/// What stands in the brackets and behind the metrics.
struct StatTail
{
    std::vector<StatMetric> metrics {};
    std::optional<StatNumber> noise {}; ///< "( +- 4.65% )", in percent
    std::optional<StatNumber> running {}; ///< "(38.76%)", in percent
};

/// Reads metrics and brackets up to the end of the row or to what is neither.
StatTail tailOf(StatCursor& cursor);

}
