// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/taken_lines.h"

#include <algorithm>
#include <iterator>

namespace patchscale {
namespace {

constexpr std::size_t kLastLines = 4;

}

TakenLines::TakenLines(const Text& text, std::span<const SourceSpan> spans)
{
    const auto lines = text.lines();
    for (const auto& span : spans) {
        if (span.length == 0) {
            continue;
        }
        auto first = text.lineAt(span.offset);
        first += lines[first].begin < span.offset ? 1 : 0;
        const auto last = text.lineAt(span.end() - 1);
        if (last > first + kLastLines) {
            m_stretches.push_back({.first = first, .behind = last - kLastLines});
        }
    }
}

std::size_t TakenLines::firstFree(std::size_t line) const
{
    const auto next = std::ranges::upper_bound(m_stretches, line, {}, &Stretch::first);
    if (next == m_stretches.begin()) {
        return line;
    }
    return std::max(line, std::prev(next)->behind);
}

}
