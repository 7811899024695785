// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/script_line.h"

#include "core/base/characters.h"
#include "parsers/perf/symbol_row.h"

#include <algorithm>
#include <charconv>

namespace patchscale::perf {
namespace {

bool isHex(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f');
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

/// Where "663.145048:" starts in @p line, a number with a point and a colon behind it, or npos.
std::size_t timeAt(std::string_view line)
{
    for (auto colon = line.find(": "); colon != std::string_view::npos; colon = line.find(": ", colon + 1)) {
        auto begin = colon;
        std::size_t points = 0;
        while (begin > 0 && (isDigit(line[begin - 1]) || line[begin - 1] == '.')) {
            --begin;
            points += line[begin] == '.' ? 1 : 0;
        }
        if (points == 1 && begin > 0 && isBlank(line[begin - 1]) && isDigit(line[begin]) && isDigit(line[colon - 1])) {
            return begin;
        }
    }
    return std::string_view::npos;
}

std::string_view lastWord(std::string_view& text)
{
    text = trimmed(text);
    const auto blank = text.find_last_of(" \t");
    const auto word = blank == std::string_view::npos ? text : text.substr(blank + 1);
    text = trimmed(text.substr(0, text.size() - word.size()));
    return word;
}

/// "32189" or "27409/28744".
bool isProcess(std::string_view word)
{
    return !word.empty() && isDigit(word.front()) && isDigit(word.back())
        && word.find_first_not_of("0123456789/") == std::string_view::npos;
}

}

std::optional<ScriptHead> scriptHead(std::string_view line)
{
    const auto time = timeAt(line);
    if (time == std::string_view::npos) {
        return std::nullopt;
    }
    ScriptHead head;
    auto front = line.substr(0, time);
    auto word = lastWord(front);
    if (word.size() == 4 && word.find_first_not_of(".dNnhHsbBZzXx0123456789") == std::string_view::npos
        && word.find('.') != std::string_view::npos) {
        word = lastWord(front); // latency flags of a trace point: "d..2"
    }
    if (word.starts_with('[') && word.ends_with(']')) {
        word = lastWord(front); // the processor
    }
    if (!isProcess(word) || front.empty()) {
        return std::nullopt;
    }
    head.command = front;
    auto rest = trimmed(line.substr(line.find(": ", time) + 2));
    const auto digits = rest.substr(0, std::min(rest.size(), rest.find_first_not_of("0123456789")));
    if (!digits.empty() && digits.size() < rest.size() && isBlank(rest[digits.size()])) {
        std::uint64_t period = 0;
        if (std::from_chars(digits.data(), digits.data() + digits.size(), period).ec != std::errc {}) {
            return std::nullopt;
        }
        head.period = period;
        rest = trimmed(rest.substr(digits.size()));
    }
    // An event may hold colons ("cycles:u:", "sched:sched_switch:") and, in slashes, blanks.
    auto end = rest.find(": ");
    if (end == std::string_view::npos) {
        end = rest.ends_with(':') ? rest.size() - 1 : end;
    }
    if (end == std::string_view::npos || end == 0) {
        return std::nullopt;
    }
    head.event = rest.substr(0, end);
    while (head.event.ends_with(':')) {
        head.event.remove_suffix(1);
    }
    head.rest = trimmed(rest.substr(std::min(rest.size(), end + 1)));
    const bool isName = head.event.find_first_of(" \t") == std::string_view::npos || head.event.contains('/');
    return isName && !head.event.empty() ? std::optional(head) : std::nullopt;
}

std::optional<ScriptFrame> scriptFrame(std::string_view line)
{
    auto text = trimmed(line);
    std::size_t hex = 0;
    while (hex < text.size() && isHex(text[hex])) {
        ++hex;
    }
    constexpr std::size_t kLongestAddress = 16;
    if (hex == 0 || hex > kLongestAddress || hex >= text.size() || !isBlank(text[hex])) {
        return std::nullopt;
    }
    text = trimmed(text.substr(hex));
    ScriptFrame frame;
    if (text.ends_with(')')) {
        // Both the symbol of C++ and a file's name may hold brackets: the last pair that opens behind a blank counts.
        int depth = 0;
        for (auto at = text.size(); at-- > 0;) {
            depth += text[at] == ')' ? 1 : text[at] == '(' ? -1 : 0;
            if (depth == 0) {
                if (at > 0 && isBlank(text[at - 1])) {
                    frame.dso = text.substr(at + 1, text.size() - at - 2);
                    text = trimmed(text.substr(0, at));
                }
                break;
            }
        }
    }
    if (const auto offset = text.rfind("+0x"); offset != std::string_view::npos
        && text.find_first_not_of("0123456789abcdef", offset + 3) == std::string_view::npos) {
        text = text.substr(0, offset);
    }
    if (frame.dso == "inlined") {
        frame.dso = {};
    }
    if (!frame.dso.starts_with('[')) {
        if (const auto slash = frame.dso.rfind('/'); slash != std::string_view::npos) {
            frame.dso = frame.dso.substr(slash + 1);
        }
    }
    frame.symbol = text.empty() ? std::string_view("[unknown]") : text;
    return frame;
}

bool mayBeScriptHead(std::string_view line)
{
    auto end = line.size();
    while (end > 0 && isBlank(line[end - 1])) {
        --end;
    }
    return end > 2 && (line[end - 1] == ':' || line[end - 1] == ')');
}

}
