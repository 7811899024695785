// SPDX-License-Identifier: GPL-3.0-or-later
// One row of a table of the kernel test robot: "37389 ±  2%     +12.7%      42124        will-it-scale.per_thread_ops".
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace patchscale::lkp {

/// A number with where it stands.
struct Value
{
    double value = 0;
    std::string_view text;

    /// Half a unit of the last digit that is written.
    [[nodiscard]] double resolution() const;
};

/// The columns of one commit.
struct Cell
{
    Value value;
    std::optional<Value> spread; ///< in percent
    std::optional<Value> change; ///< against the first commit; in percent if isPercent
    bool isPercent = false;
};

struct Row
{
    std::vector<Cell> cells;
    std::string_view metric;
};

/// Words of a line that are separated by blanks.
class Words
{
public:
    explicit Words(std::string_view text)
        : m_rest(text)
    {
        skip();
    }

    [[nodiscard]] std::string_view peek() const
    {
        return m_rest.substr(0, m_rest.find_first_of(" \t"));
    }
    std::string_view take()
    {
        const auto word = peek();
        m_rest.remove_prefix(word.size());
        skip();
        return word;
    }
    [[nodiscard]] std::string_view rest() const
    {
        return m_rest.substr(0, m_rest.find_last_not_of(" \t") + 1);
    }

private:
    void skip()
    {
        m_rest.remove_prefix(std::min(m_rest.size(), m_rest.find_first_not_of(" \t")));
    }

    std::string_view m_rest;
};

/// Reads the numbers of a row of @p commits columns.
std::optional<Row> takeNumbers(Words& words, std::size_t commits);

/// Reads a row of @p commits columns; what is left behind them is the metric, which may be empty.
std::optional<Row> rowOf(std::string_view line, std::size_t commits);

}
