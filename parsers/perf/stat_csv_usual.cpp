// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_csv_usual.h"

#include "core/base/characters.h"
#include "parsers/perf/stat_event.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace patchscale::perf {
namespace {

constexpr std::size_t kExactDigits = 15; ///< so many a double holds, with any point among them
constexpr std::size_t kTimeDecimals = 9;
constexpr std::size_t kShareDecimals = 2;
constexpr double kMostShare = 101; ///< perf rounds, and its clocks are not quite in step

/// A field of digits, and how many of them stand behind a point.
struct Digits
{
    StatNumber number;
    std::size_t decimals = 0;
    bool hasPoint = false;
};

/// Takes one field after another off a line.
class Fields
{
public:
    Fields(std::string_view line, char separator)
        : m_rest(line)
        , m_separator(separator)
    {
    }

    [[nodiscard]] bool isAtEnd() const
    {
        return m_isAtEnd;
    }

    /// The next field if it is nothing but digits with one point at most among them.
    bool take(Digits& out)
    {
        constexpr auto kPowers = std::to_array<double>({1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9});
        std::int64_t digits = 0;
        std::size_t point = std::string_view::npos;
        std::size_t length = 0;
        for (; length < m_rest.size() && m_rest[length] != m_separator; ++length) {
            const char c = m_rest[length];
            if (isDigit(c)) {
                digits = digits * 10 + (c - '0');
            } else if (c == '.' && point == std::string_view::npos) {
                point = length;
            } else {
                return false;
            }
            if (length > kExactDigits) {
                return false;
            }
        }
        out.hasPoint = point != std::string_view::npos;
        out.decimals = out.hasPoint ? length - point - 1 : 0;
        if (length == 0 || point == 0 || out.decimals >= kPowers.size() || (out.hasPoint && out.decimals == 0)
            || length - (out.hasPoint ? 1 : 0) > kExactDigits) {
            return false;
        }
        // Both are exact, so the quotient is the nearest double.
        out.number = {.value = static_cast<double>(digits) / kPowers[out.decimals], .text = m_rest.substr(0, length)};
        advance(length);
        return true;
    }

    /// The next field if no blank stands around it.
    bool take(std::string_view& out)
    {
        const auto length = std::min(m_rest.find(m_separator), m_rest.size());
        out = m_rest.substr(0, length);
        advance(length);
        return out.empty() || (out.front() != ' ' && out.back() != ' ' && out.back() != '\t');
    }

private:
    void advance(std::size_t length)
    {
        m_isAtEnd = length == m_rest.size();
        m_rest.remove_prefix(m_isAtEnd ? length : length + 1);
    }

    std::string_view m_rest;
    char m_separator;
    bool m_isAtEnd = false; ///< behind the last field
};

bool isShare(const Digits& field)
{
    return field.decimals == kShareDecimals && field.number.value <= kMostShare;
}

}

bool readUsualCsvRow(std::string_view line, char separator, UsualCsvRow& out)
{
    Fields fields(line, separator);
    Digits value;
    if (!fields.take(value) || fields.isAtEnd()) {
        return false;
    }
    out.time.reset();
    if (value.hasPoint) {
        if (value.decimals != kTimeDecimals) {
            return false;
        }
        out.time = value.number;
        if (!fields.take(value) || value.hasPoint || fields.isAtEnd()) {
            return false;
        }
    }
    out.value = value.number;
    Digits runTime;
    Digits share;
    const bool isRow = fields.take(out.unit) && !fields.isAtEnd() && fields.take(out.event) && !fields.isAtEnd()
        && fields.take(runTime) && !runTime.hasPoint && !fields.isAtEnd() && fields.take(share) && isShare(share)
        && (out.unit.empty() || !countUnit(out.unit).empty()) && !out.event.contains('/');
    if (!isRow) {
        return false;
    }
    out.runTime = runTime.number;
    out.running = share.number;
    out.metric = {};
    out.words = {};
    return fields.isAtEnd()
        || (fields.take(out.metric) && !fields.isAtEnd() && fields.take(out.words) && fields.isAtEnd());
}

}
