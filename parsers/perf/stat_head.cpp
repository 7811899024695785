// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_head.h"

#include "parsers/perf/symbol_row.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace patchscale::perf {
namespace {

constexpr std::size_t kLongestTarget = 4096;
constexpr int kMostQuotes = 64; ///< in a command

/// White space of any width becomes one blank.
std::string squeezed(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        const bool isSpace = c == ' ' || c == '\t' || c == '\n';
        if (!isSpace) {
            out += c;
        } else if (!out.empty() && out.back() != ' ') {
            out += ' ';
        }
    }
    return out;
}

}

StatHead readStatHead(std::string_view text, std::size_t begin)
{
    StatHead head;
    const auto lineEnd = std::min(text.size(), text.find('\n', begin));
    const auto window = text.substr(begin + kStatHead.size(), kLongestTarget);
    const auto open = window.find('\'');
    if (open == std::string_view::npos || begin + kStatHead.size() + open > lineEnd) {
        head.end = lineEnd;
        return head;
    }
    int quotes = 0;
    for (auto close = window.find('\'', open + 1); close != std::string_view::npos && ++quotes <= kMostQuotes;
         close = window.find('\'', close + 1)) {
        const auto behind = window.substr(close + 1);
        const auto colon = behind.find(':');
        const auto between = trimmed(behind.substr(0, std::min(colon, behind.size())));
        if (between.empty()
            || (between.starts_with('(') && between.find("run") != std::string_view::npos && between.size() < 24)) {
            const auto what = squeezed(window.substr(open + 1, close - open - 1));
            const auto before = trimmed(window.substr(0, open));
            if (before.contains("id")) {
                head.target = std::string(before); // a process or a thread, whose number means nothing elsewhere
            } else if (what == "system wide" || what.starts_with("CPU(s)")) {
                head.target = what;
            } else {
                head.command = what;
            }
            int runs = 0;
            if (!between.empty()
                && std::from_chars(between.data() + 1, between.data() + between.size(), runs).ec == std::errc {}) {
                head.runs = runs;
            }
            const auto end = colon == std::string_view::npos ? close + 1 : close + 2 + colon;
            head.end = begin + kStatHead.size() + std::min(end, window.size());
            return head;
        }
        if (window.substr(open, close - open).contains("\n\n")) {
            break;
        }
    }
    head.end = lineEnd;
    return head;
}

std::size_t lineOfStart(const Text& text, std::size_t line)
{
    constexpr std::size_t kMostBlanks = 3;
    for (std::size_t above = 1; above <= std::min(line, kMostBlanks); ++above) {
        if (trimmed(text.line(line - above)).starts_with("# started on ")) {
            return line - above;
        }
        if (text.lines()[line - above].kind != LineKind::Blank) {
            break;
        }
    }
    return line;
}

std::string_view failureIn(std::string_view line)
{
    constexpr auto kSignals =
        std::to_array<std::string_view>({"Segmentation fault", "Terminated", "Aborted", "Killed", "Bus error",
                                         "Illegal instruction", "Floating point exception"});
    const auto text = trimmed(line);
    const auto found = std::ranges::find_if(kSignals, [text](std::string_view signal) {
        return text.ends_with(signal) && text.substr(0, text.size() - signal.size()).ends_with(": ");
    });
    return found == kSignals.end() ? std::string_view() : text.substr(text.size() - found->size());
}

}
