// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace patchscale {

/// What quoting a line begins with.
struct QuotePrefix
{
    std::size_t length = 0; ///< bytes that are quote marks and the blank behind them
    std::size_t depth = 0;
};

/// Tells quote marks from what only looks like them: shell prompts, ed-style diffs, ">=", tables that begin with "|".
/// Lines must be given in order, each with the text that follows it.
class QuoteReader
{
public:
    /// The prefix of @p line (without its line end); @p rest is everything behind its line end.
    QuotePrefix prefixOf(std::string_view line, std::string_view rest)
    {
        const char first = line.empty() ? '\0' : line.front();
        const bool mayBeEd = first >= '0' && first <= '9' && line.size() < kLongestEdCommand;
        const bool isIndentedBar = first == ' ' && (line.starts_with(" |") || line.starts_with("  |"));
        if (first != '>' && first != '|' && first != '~' && !isIndentedBar && m_edDepth == kNone && !mayBeEd) {
            m_isPrompt = false;
            m_barLines = 0;
            m_previousDepth = 0;
            return {};
        }
        return read(line, rest);
    }

private:
    static constexpr std::size_t kLongestEdCommand = 24; ///< "12345,12350c12345,12351"
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    QuotePrefix read(std::string_view line, std::string_view rest);
    [[nodiscard]] bool isPrompt(std::string_view line, const QuotePrefix& prefix, std::string_view rest) const;
    void readEdDiff(std::string_view line, QuotePrefix& prefix);
    void readBar(std::string_view line, QuotePrefix& prefix, std::string_view rest);

    std::size_t m_previousDepth = 0;
    std::size_t m_edDepth = kNone; ///< quote depth of the ed-style diff we are in
    std::size_t m_barLines = 0; ///< lines still to come of a run quoted with "| " or "~ "
    bool m_isPrompt = false; ///< the line before was a shell prompt
};

}
