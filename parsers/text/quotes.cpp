// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/quotes.h"

#include "parsers/text/diff_lines.h"

#include <algorithm>
#include <array>

namespace patchscale {
namespace {

using namespace std::string_view_literals;

/// What a shell command at a "> " prompt begins with in reports about kernels.
constexpr std::array kCommands {
    "./"sv,         "awk "sv,   "bash "sv,     "bpftrace "sv, "cat "sv,       "cd "sv,       "chrt "sv,
    "cpupower "sv,  "dd "sv,    "echo "sv,     "export "sv,   "fio "sv,       "git "sv,      "hackbench "sv,
    "insmod "sv,    "iperf"sv,  "make"sv,      "mkfs"sv,      "modprobe "sv,  "mount "sv,    "netperf "sv,
    "numactl "sv,   "patch "sv, "perf "sv,     "python"sv,    "rmmod "sv,     "schbench "sv, "sh "sv,
    "stress-ng "sv, "sudo "sv,  "sysbench "sv, "sysctl "sv,   "systemctl "sv, "taskset "sv,  "time "sv,
    "umount "sv,    "wrk "sv};
constexpr std::size_t kEvidentBarLines = 3;

std::string_view takeLine(std::string_view& rest)
{
    const auto end = std::min(rest.find('\n'), rest.size());
    auto line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    return line;
}

/// `^(?:> ?)+`, and a second blank where another mark follows it. ">=" is a comparison.
QuotePrefix angleMarks(std::string_view line, std::size_t most = static_cast<std::size_t>(-1))
{
    QuotePrefix prefix;
    while (prefix.depth < most) {
        std::size_t pos = prefix.length;
        if (prefix.depth > 0 && line.substr(pos).starts_with(" >")
            && (pos + 2 >= line.size() || " >"sv.contains(line[pos + 2]))) {
            ++pos;
        }
        if (pos >= line.size() || line[pos] != '>' || line.substr(pos).starts_with(">=")) {
            break;
        }
        ++pos;
        if (pos < line.size() && line[pos] == ' ') {
            ++pos;
        }
        prefix.length = pos;
        ++prefix.depth;
    }
    return prefix;
}

bool startsWithCommand(std::string_view text)
{
    return std::ranges::any_of(kCommands, [&](std::string_view command) { return text.starts_with(command); });
}

/// Where the bar of a line that may be quoted with one stands: commits indent what they quote, "  | ", by one or two.
std::size_t barAt(std::string_view text)
{
    const auto bar = text.find_first_not_of(' ');
    return bar != std::string_view::npos && bar <= 2 && (text[bar] == '|' || (bar == 0 && text[bar] == '~'))
        ? bar
        : std::string_view::npos;
}

bool isBarLine(std::string_view text, std::size_t bar, char mark)
{
    return text.size() > bar && text.find_first_not_of(' ') == bar && text[bar] == mark
        && (text.size() == bar + 1 || text[bar + 1] == ' ') && text.find(mark, bar + 1) == std::string_view::npos
        && !text.contains("th=["); // fio draws its percentiles so
}

}

bool QuoteReader::isPrompt(std::string_view line, const QuotePrefix& prefix, std::string_view rest) const
{
    if (prefix.depth == 0 || (m_previousDepth >= prefix.depth && !m_isPrompt)
        || !startsWithCommand(line.substr(prefix.length))) {
        return false;
    }
    while (!rest.empty()) {
        const auto next = takeLine(rest);
        const auto after = angleMarks(next);
        if (after.depth < prefix.depth) {
            return true;
        }
        if (after.depth > prefix.depth || !startsWithCommand(next.substr(after.length))) {
            return false;
        }
    }
    return prefix.depth > 1 || m_isPrompt;
}

void QuoteReader::readEdDiff(std::string_view line, QuotePrefix& prefix)
{
    if (m_edDepth != kNone) {
        const auto outer = angleMarks(line, m_edDepth);
        const auto text = line.substr(outer.length);
        if (outer.depth == m_edDepth
            && (isEdCommand(text) || text == "---" || text.starts_with("> ") || text.starts_with("< ") || text == ">"
                || text == "<")) {
            prefix = outer;
            return;
        }
        m_edDepth = kNone;
    }
    if (isEdCommand(line.substr(prefix.length))) {
        m_edDepth = prefix.depth;
    }
}

/// A run of lines that begin with "| " and hold no other bar is a quote; a table row has more bars.
void QuoteReader::readBar(std::string_view line, QuotePrefix& prefix, std::string_view rest)
{
    const auto text = line.substr(prefix.length);
    const auto bar = barAt(text);
    if (bar == std::string_view::npos) {
        m_barLines = 0;
        return;
    }
    if (m_barLines == 0) {
        std::size_t run = isBarLine(text, bar, text[bar]) ? 1 : 0;
        while (run > 0 && !rest.empty()) {
            const auto next = takeLine(rest);
            const auto marks = angleMarks(next);
            if (marks.depth != prefix.depth || !isBarLine(next.substr(marks.length), bar, text[bar])) {
                break;
            }
            ++run;
        }
        m_barLines = run >= kEvidentBarLines ? run : 0;
    }
    if (m_barLines > 0) {
        --m_barLines;
        prefix.length += bar + (text.size() > bar + 1 ? 2 : 1);
        prefix.depth += bar == 0 ? 1 : 0; // what is indented as well is a citation of the author's own
    }
}

QuotePrefix QuoteReader::read(std::string_view line, std::string_view rest)
{
    auto prefix = angleMarks(line);
    readEdDiff(line, prefix);
    readBar(line, prefix, rest);
    const bool prompts = isPrompt(line, prefix, rest);
    if (prompts) {
        prefix = angleMarks(line, prefix.depth - 1);
    }
    m_isPrompt = prompts;
    m_previousDepth = prefix.depth;
    return prefix;
}

}
