// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prose/reading.h"

#include <algorithm>

namespace patchscale::sentences {
namespace {

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::ranges::find(words, word) != words.end();
}

class ChangeReader
{
public:
    ChangeReader(const SentenceView& sentence, std::size_t first, std::size_t firstOfPassage, Reading& reading)
        : m_sentence(sentence)
        , m_tokens(sentence.tokens())
        , m_first(first)
        , m_firstOfPassage(firstOfPassage)
        , m_reading(reading)
    {
    }

    void run()
    {
        for (std::size_t i = 0; i < m_tokens.size(); ++i) {
            const auto& token = m_tokens[i];
            if (!token.isQuantity()
                || (token.quantity.kind != QuantityKind::Percent && token.quantity.kind != QuantityKind::Times)) {
                continue;
            }
            if (!m_sentence.isInLabel(i) && !isLoad(i)) {
                readChange(i);
            }
        }
    }

private:
    [[nodiscard]] std::string_view word(std::size_t i) const
    {
        return m_sentence.word(i);
    }

    [[nodiscard]] bool isLoad(std::size_t i) const
    {
        return isLoadWord(word(i + 1)) || (word(i + 1) == "of" && isLoadWord(word(i + 2)))
            || isOneOf(word(i + 1), {"stddev", "std", "standard", "cpu"});
    }

    void readChange(std::size_t i)
    {
        const auto& token = m_tokens[i];
        StatedChange change {.quantity = token.quantity,
                             .kind = token.quantity.kind == QuantityKind::Times ? ClaimKind::Ratio : ClaimKind::Change,
                             .stated = {},
                             .span = {},
                             .isApproximate = token.quantity.isApproximate};
        std::size_t first = i;
        const bool hasArticle = first > 1 && isOneOf(word(first - 1), {"a", "an"})
            && isOneOf(word(first - 2), {"than", "about", "over", "around", "nearly", "almost", "roughly"});
        first -= hasArticle ? 1 : 0; // "more than a 9 % improvement"
        while (first > 0 && i - first < 4
               && isOneOf(word(first - 1),
                          {"about", "around", "roughly", "nearly", "almost", "approximately", "approx", "more", "than",
                           "over", "up", "to", "only", "some"})) {
            --first;
            change.isApproximate |= !isOneOf(word(first), {"to", "only"});
        }
        const bool isUpTo = first < i && word(first) == "up" && word(first + 1) == "to";
        if (word(first) == "to" || (first > 0 && word(first - 1) == "to" && !isUpTo)) {
            return; // "drops to 2 %" tells a level
        }
        change.stated = m_sentence.written(first, i + 1);
        change.span = token.quantity.number;
        if (token.quantity.kind == QuantityKind::Percent && word(i + 1) == "of") {
            readRatio(i, std::move(change));
            return;
        }
        change.sense = senseAt(i);
        if (change.sense == ChangeSense::None && !isBracketed(i) && !token.quantity.isSigned) {
            return;
        }
        if (change.sense == ChangeSense::None) {
            change.sense = senseOfSentence();
        }
        if (bindSides(i, change)) {
            m_reading.changes.push_back(std::move(change));
        }
    }

    /// "improvement", "faster" behind the number or "increases by" before it.
    [[nodiscard]] ChangeSense senseAt(std::size_t i) const
    {
        for (std::size_t at = i + 1; at < m_tokens.size() && at <= i + 4; ++at) {
            if (m_tokens[at].isQuantity() || isOneOf(word(at), {"and", "from", "to", "with", "without"})) {
                break;
            }
            if (const auto sense = changeSense(m_tokens[at].lower); sense != ChangeSense::None) {
                return sense;
            }
        }
        for (std::size_t at = i; at-- > 0 && i - at <= 4;) {
            if (m_tokens[at].isQuantity() || m_tokens[at].isMark(",")) {
                break;
            }
            if (isOneOf(word(at), {"more", "less"})) {
                continue; // "more than 9 %" is a hedge
            }
            if (const auto sense = changeSense(m_tokens[at].lower); sense != ChangeSense::None) {
                return sense;
            }
        }
        return ChangeSense::None;
    }

    [[nodiscard]] ChangeSense senseOfSentence() const
    {
        for (const auto& token : m_tokens) {
            if (token.isWord() && !isOneOf(token.lower, {"more", "less"})) {
                if (const auto sense = changeSense(token.lower); sense != ChangeSense::None) {
                    return sense;
                }
            }
        }
        return ChangeSense::None;
    }

    /// The statements of this sentence that the change at token @p i compares.
    bool bindSides(std::size_t i, StatedChange& change) const
    {
        std::optional<std::size_t> candidate;
        std::optional<std::size_t> baseline;
        for (std::size_t k = m_first; k < m_reading.statements.size(); ++k) {
            const auto& statement = m_reading.statements[k];
            const bool isBefore = statement.value.token < i;
            const bool isOneSided = statement.label.polarity == Polarity::Neutral;
            if (isOneSided) {
                continue;
            }
            auto& side = statement.label.polarity == Polarity::Without ? baseline : candidate;
            if (isBefore || !side) {
                side = k;
            }
        }
        const auto nearest = nearestNumber(i);
        if (!baseline && candidate && nearest == m_reading.statements[*candidate].value.token && isBracketed(i)) {
            change.baseline = earlierBaseline(m_reading.statements[*candidate]);
            change.candidate = candidate;
            return change.baseline.has_value();
        }
        if (!baseline || !candidate) {
            return false;
        }
        const auto& a = m_reading.statements[*baseline].value;
        const auto& b = m_reading.statements[*candidate].value;
        if (a.metric != b.metric || a.dimension != b.dimension || (nearest != a.token && nearest != b.token)) {
            return false;
        }
        change.baseline = baseline;
        change.candidate = candidate;
        return true;
    }

    [[nodiscard]] bool isBracketed(std::size_t i) const
    {
        return i > 0 && (m_tokens[i - 1].isMark("(") || m_tokens[i - 1].isMark("["));
    }

    /// The value of the unpatched side that the last sentences of the passage gave for what @p candidate measures:
    /// "base: 812k" on the line above "patched: 871k (+7.3%)".
    [[nodiscard]] std::optional<std::size_t> earlierBaseline(const Statement& candidate) const
    {
        for (std::size_t k = m_first; k-- > m_firstOfPassage;) {
            const auto& other = m_reading.statements[k];
            const bool isSame = other.value.metric == candidate.value.metric
                && other.value.dimension == candidate.value.dimension && other.value.extent == candidate.value.extent
                && other.setting == candidate.setting && other.machine == candidate.machine;
            if (isSame && other.label.polarity == Polarity::Without) {
                return k;
            }
        }
        return std::nullopt;
    }

    /// The token of the number before the change at token @p i, else of the one behind it.
    [[nodiscard]] std::size_t nearestNumber(std::size_t i) const
    {
        for (std::size_t at = i; at-- > 0;) {
            if (m_sentence.isNumber(at) && !m_sentence.isInLabel(at)) {
                return at;
            }
        }
        std::size_t at = i + 1;
        while (at < m_sentence.size() && !(m_sentence.isNumber(at) && !m_sentence.isInLabel(at))) {
            ++at;
        }
        return at;
    }

    /// "about 90% of no disturbance": the value before it over the one that the words name.
    void readRatio(std::size_t i, StatedChange change) const
    {
        change.kind = ClaimKind::Ratio;
        if (m_reading.statements.size() <= m_firstOfPassage) {
            return;
        }
        std::size_t candidate = m_reading.statements.size() - 1;
        while (candidate > m_first && m_reading.statements[candidate].value.token > i) {
            --candidate;
        }
        const auto baseline = referenced(i + 2, candidate);
        if (!baseline) {
            return;
        }
        change.candidate = candidate;
        change.baseline = baseline;
        m_reading.changes.push_back(std::move(change));
    }

    /// The nearest other statement of the same test that the words from token @p at name.
    [[nodiscard]] std::optional<std::size_t> referenced(std::size_t at, std::size_t candidate) const
    {
        std::vector<std::string_view> words;
        bool isNegated = false;
        bool namesBaseline = false;
        for (; at < m_tokens.size() && words.size() < 7 && m_tokens[at].isWord(); ++at) {
            const auto lower = word(at);
            if (isOneOf(lower, {"no", "without", "w/o", "non"})) {
                isNegated = true;
            } else if (isOneOf(lower, {"baseline", "base", "original", "vanilla", "unpatched", "mainline", "before"})) {
                namesBaseline = true;
            } else if (!isDeterminer(lower)
                       && !isOneOf(lower, {"score", "value", "one", "case", "result", "of", "in"})) {
                words.push_back(lower);
            }
        }
        if (!isNegated && !namesBaseline && words.empty()) {
            return std::nullopt;
        }
        const auto& subject = m_reading.statements[candidate];
        for (std::size_t k = m_reading.statements.size(); k-- > 0;) {
            const auto& other = m_reading.statements[k];
            const bool isSame = k != candidate && other.value.metric == subject.value.metric
                && other.setting.benchmark == subject.setting.benchmark && other.setting.test == subject.setting.test
                && other.isFromTo == subject.isFromTo;
            if (!isSame) {
                continue;
            }
            const bool isUntouched = other.label.polarity == Polarity::Without;
            const bool isNamed = isNegated || namesBaseline
                ? isUntouched && (words.empty() || sharesWord(other.label.text, words))
                : (isUntouched && sharesWord(other.machine, words)) || isLabelOf(other.label.text, words);
            if (isNamed) {
                return k;
            }
        }
        return std::nullopt;
    }

    /// "about 106 % of v2" beside "with v2": the words are those that end the label.
    [[nodiscard]] static bool isLabelOf(std::string label, std::span<const std::string_view> words)
    {
        std::ranges::transform(label, label.begin(),
                               [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
        std::string told;
        for (const auto word : words) {
            told += (told.empty() ? "" : " ") + std::string(word);
        }
        return !told.empty() && (label == told || label.ends_with(" " + told));
    }

    [[nodiscard]] static bool sharesWord(std::string lower, std::span<const std::string_view> words)
    {
        std::ranges::transform(lower, lower.begin(),
                               [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
        return std::ranges::any_of(words,
                                   [&](std::string_view each) { return each.size() > 2 && lower.contains(each); });
    }

    const SentenceView& m_sentence;
    std::span<const Token> m_tokens;
    std::size_t m_first;
    std::size_t m_firstOfPassage;
    Reading& m_reading;
};

}

void readChanges(const SentenceView& sentence, std::size_t first, std::size_t firstOfPassage, Reading& reading)
{
    ChangeReader(sentence, first, firstOfPassage, reading).run();
}

}
