// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/script_summary.h"

#include "parsers/perf/symbol_row.h"

#include <algorithm>
#include <format>

namespace patchscale::perf {
namespace {

/// A line longer than this is none of perf's: it is dropped, so that a text without line ends takes no memory.
constexpr std::size_t kLongestLine = std::size_t {1} << 20;

std::string_view withoutReturn(std::string_view line)
{
    return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

/// @p text as a cell: two blanks would part it.
std::string cell(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        const bool isBlank = c == ' ' || c == '\t';
        if (!isBlank || (!out.empty() && out.back() != ' ')) {
            out += isBlank ? ' ' : c;
        }
    }
    return out.empty() ? "-" : out;
}

void print(const std::string& event, const ScriptSums::Event& sums, std::string& out)
{
    const auto& profile = sums.profile;
    const bool byStacks = sums.withoutPeriod > 0;
    const double total = byStacks ? static_cast<double>(profile.stacks()) : profile.total();
    if (total <= 0) {
        return;
    }
    out += std::format("# Samples: {}  of event '{}'\n", profile.stacks(), event);
    out += std::format("# Event count (approx.): {:.0f}\n#\n", profile.total());
    out += "#   Children         Self  Command          Shared Object         Symbol\n";
    out += "# ..........  ...........  ...............  ....................  ......\n#\n";
    for (const auto* row : profile.rows()) {
        const double children = byStacks ? static_cast<double>(row->childrenStacks) : row->children;
        const double self = byStacks ? static_cast<double>(row->selfStacks) : row->self;
        const bool isKernel =
            canonicalDso(row->dso).starts_with('[') && row->dso != "[unknown]" && row->dso != "[vdso]";
        out +=
            std::format("{:>11.4f}% {:>11.4f}%  {:<15}  {:<20}  [{}] {}\n", children * 100 / total, self * 100 / total,
                        cell(row->command), cell(canonicalDso(row->dso)), isKernel ? 'k' : '.', cell(row->symbol));
    }
    out += '\n';
}

}

bool beginsPerfScript(std::string_view head)
{
    constexpr std::size_t kMostLines = 200; // of the header that `perf script --header` prints
    for (std::size_t line = 0; line < kMostLines && !head.empty(); ++line) {
        const auto end = std::min(head.size(), head.find('\n'));
        const auto view = withoutReturn(head.substr(0, end));
        head = head.substr(std::min(head.size(), end + 1));
        const auto sample = mayBeScriptHead(view) ? scriptHead(view) : std::nullopt;
        if (!sample) {
            continue;
        }
        const auto next = head.substr(0, head.find('\n'));
        if (sample->rest.empty() ? scriptFrame(next).has_value() : scriptFrame(sample->rest).has_value()) {
            return true;
        }
    }
    return false;
}

void ScriptSummary::feed(std::string_view piece)
{
    while (!piece.empty()) {
        const auto end = piece.find('\n');
        if (end == std::string_view::npos) {
            m_rest += piece.substr(0, kLongestLine - std::min(kLongestLine, m_rest.size()));
            return;
        }
        const auto line = piece.substr(0, end);
        if (m_rest.empty()) {
            m_sums.take(withoutReturn(line), m_offset);
        } else {
            m_rest += line;
            m_sums.take(withoutReturn(m_rest), m_offset);
            m_rest.clear();
        }
        m_offset += end + 1;
        piece.remove_prefix(end + 1);
    }
}

std::string ScriptSummary::finish()
{
    m_sums.take(withoutReturn(m_rest), m_offset);
    m_sums.finish();
    std::string out;
    for (const auto& [event, sums] : m_sums.events()) {
        print(event, sums, out);
    }
    return out;
}

}
