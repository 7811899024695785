// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/marks.h"

#include <algorithm>
#include <cstring>

namespace patchscale {

MarkSearch::MarkSearch(const std::vector<std::string_view>& marks)
{
    m_first.fill(kNone);
    m_marks.reserve(marks.size());
    for (const auto mark : marks) {
        const auto start = startAt(mark.data());
        auto& first = m_first[slotOf(start)];
        m_marks.push_back({.word = mark, .start = start, .next = first});
        first = static_cast<std::uint16_t>(m_marks.size() - 1);
    }
}

std::uint32_t MarkSearch::startAt(const char* text)
{
    std::uint32_t out = 0;
    std::memcpy(&out, text, sizeof out);
    return out;
}

std::size_t MarkSearch::slotOf(std::uint32_t start)
{
    constexpr std::uint32_t kSpread = 0x9E3779B1U; // 2^32 by the golden ratio: neighbours fall far apart
    return start * kSpread >> (32 - kSlotBits);
}

std::vector<bool> MarkSearch::in(std::string_view text) const
{
    std::vector<bool> found(m_marks.size());
    if (text.size() < kShortest) {
        return found;
    }
    const auto* const begin = text.data();
    const auto* const end = begin + text.size() - kShortest + 1;
    const auto look = [&](const char* at) {
        const auto start = startAt(at);
        for (auto mark = m_first[slotOf(start)]; mark != kNone; mark = m_marks[mark].next) {
            if (m_marks[mark].start == start && !found[mark]) {
                found[mark] = std::string_view(at, begin + text.size()).starts_with(m_marks[mark].word);
            }
        }
    };
    const auto* at = begin;
    constexpr std::ptrdiff_t kStep = 4; // places at a time: where no mark begins, one look at all of them
    for (; end - at >= kStep; at += kStep) {
        const auto first = [&](std::ptrdiff_t place) { return m_first[slotOf(startAt(at + place))]; };
        if ((first(0) & first(1) & first(2) & first(3)) != kNone) [[unlikely]] {
            std::for_each(at, at + kStep, [&](const char& place) { look(&place); });
        }
    }
    for (; at != end; ++at) {
        look(at);
    }
    return found;
}

}
