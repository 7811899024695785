// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of a line of `perf stat -x SEP`, whose numbers may hold the separator.
#pragma once

#include "parsers/perf/stat_number.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale::perf {

inline constexpr std::string_view kCsvSeparators = ",;|\t:!^~@#&/"; ///< those that a quick look knows

class StatCsvFields
{
public:
    void setSeparator(std::string separator)
    {
        m_separator = std::move(separator);
    }
    [[nodiscard]] const std::string& separator() const
    {
        return m_separator;
    }

    /// Splits @p line; false if it has more fields than a row.
    bool split(std::string_view line);

    [[nodiscard]] std::size_t size() const
    {
        return m_fields.size();
    }
    [[nodiscard]] std::string_view at(std::size_t index) const
    {
        return index < m_fields.size() ? m_fields[index] : std::string_view();
    }
    /// The text from the first byte of field @p first to the last of field @p last.
    [[nodiscard]] std::string_view joined(std::size_t first, std::size_t last) const;
    /// True if field @p first and all behind it are empty.
    [[nodiscard]] bool isEmptyFrom(std::size_t first) const;

    /// The decimal at field @p index, which moves behind it. A decimal comma that is the separator too makes two fields
    /// of it, the second with as many digits as @p decimals says.
    std::optional<StatNumber> decimal(std::size_t& index, std::size_t decimals, std::string_view suffix) const;
    /// True if run time and share of the time, which stand behind an event, start at field @p index.
    [[nodiscard]] bool isTailAt(std::size_t index) const;

private:
    std::string m_separator = ",";
    std::vector<std::string_view> m_fields;
};

/// @p text if it is digits and nothing else.
bool isDigits(std::string_view text);

/// A number that is the whole of @p text.
std::optional<StatNumber> wholeDecimal(std::string_view text);

}
