// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prose/sentence_view.h"

#include "parsers/prose/words.h"

#include <algorithm>

namespace patchscale::sentences {

bool SentenceView::isWord(std::size_t i, std::initializer_list<std::string_view> words) const
{
    const auto own = word(i);
    return !own.empty() && std::ranges::any_of(words, [&](std::string_view each) {
        return each.front() == own.front() && each == own; // one byte turns most of them away without a call
    });
}

bool SentenceView::isInLabel(std::size_t i) const
{
    return std::ranges::any_of(m_labels, [&](const Label& label) { return i >= label.first && i < label.last; });
}

bool SentenceView::isInName(std::size_t i) const
{
    return std::ranges::any_of(m_names, [&](const auto& name) { return i >= name.first && i < name.second; });
}

bool SentenceView::isNumber(std::size_t i) const
{
    if (i >= m_tokens.size() || !m_tokens[i].isQuantity()) {
        return false;
    }
    const auto& quantity = m_tokens[i].quantity;
    return (quantity.kind == QuantityKind::Plain || quantity.kind == QuantityKind::Duration) && !quantity.isSigned;
}

std::size_t SentenceView::behindHedges(std::size_t i) const
{
    std::size_t at = i;
    while (at > 0 && i - at < 4
           && (isWord(at - 1, {"about",   "around", "approximately", "approx", "roughly", "nearly",
                               "almost",  "some",   "only",          "just",   "an",      "a",
                               "average", "of",     "mean",          "circa",  "ca",      "avg",
                               "the",     "under",  "over",          "exactly"})
               || isMark(at - 1, "~"))) {
        --at;
    }
    return at;
}

bool SentenceView::isBound(std::size_t i) const
{
    for (std::size_t at = i; at-- > 0 && i - at <= 2;) {
        if (isWord(at, {"than", "least", "most", "under", "over", "below", "above", "within", "<", ">", "<=", ">="})) {
            return true;
        }
        if (!isWord(at, {"about", "around", "only", "a", "an", "the"})) {
            return isWord(at, {"to"}) && at > 0 && isWord(at - 1, {"up"}) && !(at > 1 && isNumber(at - 2));
        }
    }
    return false;
}

bool SentenceView::countsSomething(std::size_t i) const
{
    const auto dimension = dimensionOf(m_tokens[i].quantity.unit);
    const bool isBare = dimension == Dimension::None || dimension == Dimension::Multiplier;
    return isBare && hasClass(i + 1, CountNounClass);
}

bool SentenceView::hasSettingWord(std::size_t first, std::size_t last) const
{
    for (std::size_t at = first; at < last; ++at) {
        if (hasClass(at, SettingClass) && !isInLabel(at)) {
            return true;
        }
    }
    return false;
}

bool SentenceView::hasLineStart(std::size_t first, std::size_t last) const
{
    for (std::size_t at = first; at < last && at < m_tokens.size(); ++at) {
        if (m_tokens[at].startsLine) {
            return true;
        }
    }
    return false;
}

bool SentenceView::isHypothetical(std::size_t last) const
{
    constexpr std::size_t kModalReach = 14;
    const std::size_t reach = last > kModalReach ? last - kModalReach : 0;
    for (std::size_t at = 0; at < last && at < m_tokens.size(); ++at) {
        const bool isAssumption = at < 3 && isWord(at, {"if", "suppose", "assume", "assuming", "imagine", "say"});
        const bool isModal = at >= reach
            && isWord(at,
                      {"might", "may", "could", "should", "potentially", "likely", "theoretically", "hopefully",
                       "expect", "ideally", "suddenly"});
        if ((isAssumption || isModal) && !isInLabel(at)) {
            return true;
        }
    }
    return false;
}

}
