// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prose/binding.h"

#include <algorithm>

namespace patchscale::sentences {
namespace {

constexpr std::size_t kTightTokens = 14; ///< between a label and its value
constexpr std::size_t kNearTokens = 4; ///< a label behind its value stands no farther

/// A label or a value of a sentence, in the order of the text.
struct Event
{
    bool isLabel = false;
    std::size_t index = 0;
    std::size_t first = 0; ///< tokens [first, last)
    std::size_t last = 0;
};

std::vector<Event> eventsOf(std::span<const Label> labels, std::span<const Value> values)
{
    std::vector<Event> events;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (labels[i].strength != Strength::Parameter) {
            events.push_back({.isLabel = true, .index = i, .first = labels[i].first, .last = labels[i].last});
        }
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        events.push_back({.isLabel = false, .index = i, .first = values[i].token, .last = values[i].token + 1});
    }
    std::ranges::sort(events, {}, &Event::first);
    return events;
}

class Binder
{
public:
    Binder(const SentenceView& sentence, std::span<const Value> values)
        : m_text(sentence.text())
        , m_tokens(sentence.tokens())
        , m_labels(sentence.labels())
        , m_values(values)
        , m_events(eventsOf(m_labels, values))
    {
        m_out.labels.resize(values.size());
        m_out.isTight.resize(values.size());
    }

    Binding run()
    {
        for (const auto& label : m_labels) {
            if (label.strength == Strength::Parameter && m_out.scenario.empty()) {
                m_out.scenario = label.text;
            }
        }
        dropScenarioLabels();
        dropStrayBareLabels();
        m_out.hasLabels = std::ranges::any_of(m_events, &Event::isLabel);
        if (m_out.hasLabels && !bindLabelFirst() && !bindValueFirst()) {
            bindByClause();
        }
        findTight();
        return std::move(m_out);
    }

private:
    /// A label before its value is tight when no other clause stands between them.
    void findTight()
    {
        for (std::size_t i = 0; i < m_events.size(); ++i) {
            const auto& event = m_events[i];
            if (event.isLabel || !m_out.labels[event.index]) {
                continue;
            }
            const auto& label = m_labels[*m_out.labels[event.index]];
            if (label.first > event.first) {
                m_out.isTight[event.index] = label.first - event.last <= 2;
                continue;
            }
            std::size_t from = std::max(label.last, i > 0 ? m_events[i - 1].last : 0);
            from += from < m_tokens.size() && m_tokens[from].kind == TokenKind::Mark ? 1 : 0;
            bool isTight = event.first - from <= kTightTokens;
            for (std::size_t at = from; at < event.first && isTight; ++at) {
                isTight = !isClauseEnd(m_tokens[at]) || m_tokens[at].isMark("(") || m_tokens[at].isMark(")")
                    || m_tokens[at].lower == "than" || m_tokens[at].lower == "and";
            }
            m_out.isTight[event.index] = isTight;
        }
    }

    /// Of two labels before one value the first tells the scenario: "with redis running, without the patch …".
    void dropScenarioLabels()
    {
        for (std::size_t i = 0; i + 1 < m_events.size();) {
            const bool isDouble = m_events[i].isLabel && m_events[i + 1].isLabel;
            if (isDouble && m_labels[m_events[i].index].strength == Strength::Weak && m_out.scenario.empty()) {
                m_out.scenario = textUpTo(m_events[i].first, m_events[i + 1].first);
                m_events.erase(m_events.begin() + static_cast<std::ptrdiff_t>(i));
            } else {
                ++i;
            }
        }
    }

    [[nodiscard]] std::string textUpTo(std::size_t first, std::size_t last) const
    {
        while (last > first + 1
               && ((m_tokens[last - 1].kind == TokenKind::Mark && !m_tokens[last - 1].isMark("}"))
                   || isDeterminer(m_tokens[last - 1].lower))) {
            --last;
        }
        return writtenText(m_text, m_tokens, first, last);
    }

    /// "now" and "before" are labels only beside their counterpart.
    void dropStrayBareLabels()
    {
        const auto bare = [&](const Event& event) {
            return event.isLabel && m_labels[event.index].strength == Strength::Bare;
        };
        const auto solid =
            std::ranges::count_if(m_events, [&](const Event& event) { return event.isLabel && !bare(event); });
        const auto values = std::ranges::count_if(m_events, [](const Event& event) { return !event.isLabel; });
        if (solid >= values) {
            std::erase_if(m_events, bare);
        }
    }

    [[nodiscard]] bool hasDistinctMetrics(std::size_t first, std::size_t last) const
    {
        for (std::size_t i = first; i < last; ++i) {
            for (std::size_t k = i + 1; k < last; ++k) {
                const auto& a = m_values[m_events[i].index];
                const auto& b = m_values[m_events[k].index];
                if (a.metric == b.metric && a.extent == b.extent) {
                    return false;
                }
            }
        }
        return true;
    }

    /// Index behind the run of events from @p at that are values.
    [[nodiscard]] std::size_t valuesEnd(std::size_t at) const
    {
        while (at < m_events.size() && !m_events[at].isLabel) {
            ++at;
        }
        return at;
    }

    void bind(std::size_t label, std::size_t first, std::size_t last)
    {
        for (std::size_t i = first; i < last; ++i) {
            m_out.labels[m_events[i].index] = label;
        }
    }

    bool bindLabelFirst()
    {
        for (std::size_t i = 0; i < m_events.size();) {
            const std::size_t end = valuesEnd(i + 1);
            if (!m_events[i].isLabel || end == i + 1 || !hasDistinctMetrics(i + 1, end)) {
                return false;
            }
            i = end;
        }
        for (std::size_t i = 0; i < m_events.size();) {
            const std::size_t end = valuesEnd(i + 1);
            bind(m_events[i].index, i + 1, end);
            i = end;
        }
        return true;
    }

    bool bindValueFirst()
    {
        for (std::size_t i = 0; i < m_events.size();) {
            const std::size_t label = valuesEnd(i);
            const bool isNear =
                label > i && label < m_events.size() && m_events[label].first - m_events[label - 1].last <= kNearTokens;
            if (!isNear || !hasDistinctMetrics(i, label)) {
                return false;
            }
            i = label + 1;
        }
        for (std::size_t i = 0; i < m_events.size();) {
            const std::size_t label = valuesEnd(i);
            bind(m_events[label].index, i, label);
            i = label + 1;
        }
        return true;
    }

    [[nodiscard]] bool isClauseEnd(const Token& token) const
    {
        const auto isOneOf = [&](std::initializer_list<std::string_view> words) {
            return std::ranges::find(words, token.lower) != words.end();
        };
        return token.kind == TokenKind::Mark ? isOneOf({",", ";", "(", ")", "."})
                                             : token.isWord()
                && isOneOf({"and", "but", "while", "whereas", "versus", "vs", "compared", "against", "than"});
    }

    void bindByClause()
    {
        std::size_t from = 0;
        for (std::size_t token = 0; token <= m_tokens.size(); ++token) {
            const bool isInside = std::ranges::any_of(
                m_events, [&](const Event& event) { return token >= event.first && token < event.last; });
            if (token < m_tokens.size() && (isInside || !isClauseEnd(m_tokens[token]))) {
                continue;
            }
            bindClause(from, token);
            from = token + 1;
        }
    }

    void bindClause(std::size_t firstToken, std::size_t lastToken)
    {
        std::vector<std::size_t> labels;
        std::vector<std::size_t> values;
        for (std::size_t i = 0; i < m_events.size(); ++i) {
            if (m_events[i].first >= firstToken && m_events[i].last <= lastToken) {
                (m_events[i].isLabel ? labels : values).push_back(i);
            }
        }
        if (values.empty() || labels.empty()) {
            return;
        }
        const bool areTogether = values.back() - values.front() + 1 == values.size(); // no label among them
        if (labels.size() == 1 && areTogether && hasDistinctMetrics(values.front(), values.back() + 1)) {
            bind(m_events[labels.front()].index, values.front(), values.back() + 1);
        }
    }

    const Text& m_text;
    std::span<const Token> m_tokens;
    std::span<const Label> m_labels;
    std::span<const Value> m_values;
    std::vector<Event> m_events;
    Binding m_out;
};

/// "With this patch, …" or "…, and with this patch …": what the rest of the clause is about.
bool opensClause(std::span<const Token> tokens, const Label& label)
{
    return label.first == 0 || tokens[label.first - 1].kind == TokenKind::Mark || tokens[label.first - 1].lower == "and"
        || (label.strength == Strength::Strong && label.text.contains("patch"));
}

Label wordLabel(std::string_view word, Polarity polarity, const Value& value)
{
    return {.first = value.token,
            .last = value.token,
            .text = std::string(word),
            .span = value.quantity.number,
            .polarity = polarity,
            .strength = Strength::Strong};
}

/// "for 4K random reads" behind a pair and its percentage; empty if nothing with a number or an operation follows.
std::string caseBehind(const SentenceView& sentence, std::size_t at)
{
    if (sentence.isMark(at, "(")) {
        const std::size_t limit = at + 8;
        while (at < sentence.size() && at < limit && !sentence.isMark(at, ")")) {
            ++at;
        }
        ++at;
    }
    if (!sentence.isWord(at, {"for", "at"})) {
        return {};
    }
    std::size_t end = at + 1;
    bool isCase = false;
    while (end < sentence.size() && end <= at + 6 && sentence[end].kind != TokenKind::Mark
           && !sentence.isWord(end, {"and", "from", "to", "with", "without", "while", "but"})) {
        isCase |= sentence[end].lower.find_first_of("0123456789") != std::string::npos
            || sentence.isWord(end, {"reads", "writes", "read", "write", "threads", "clients", "jobs"});
        ++end;
    }
    return isCase ? sentence.written(at, end) : std::string {};
}

}

Binding bindValues(const SentenceView& sentence, std::span<const Value> values)
{
    return Binder(sentence, values).run();
}

std::optional<Label> subjectLabel(const SentenceView& sentence, std::size_t behind, std::size_t value)
{
    constexpr std::size_t kMaxWords = 4;
    const auto isVerb = [&](std::size_t at) {
        return sentence.isWord(at,
                               {"gives", "gave", "gets", "got", "achieves", "achieved", "scores", "scored", "reaches",
                                "reached", "takes", "took", "delivers", "delivered", "yields", "sustains"});
    };
    std::size_t verb = value;
    while (verb > behind && value - verb < 4 && !isVerb(verb)) {
        --verb;
    }
    if (!isVerb(verb)) {
        return std::nullopt;
    }
    std::size_t first = verb;
    while (first > behind && sentence[first - 1].isWord() && verb - first <= kMaxWords + 1
           && !sentence.isWord(first - 1, {"and", "but", "while", "whereas"})) {
        --first;
    }
    const bool opensClause = first == 0 || first == behind || sentence[first - 1].kind == TokenKind::Mark
        || sentence.isWord(first - 1, {"and", "but", "while", "whereas"});
    while (first < verb && isDeterminer(sentence.word(first))) {
        ++first;
    }
    if (!opensClause || first == verb || verb - first > kMaxWords) {
        return std::nullopt;
    }
    for (std::size_t at = first; at < verb; ++at) {
        const auto word = sentence.word(at);
        const bool isNoName = endsLabel(word) || isLinkWord(word) || metricWord(word) != nullptr || isSettingWord(word)
            || isCountNoun(word)
            || sentence.isWord(at,
                               {"it", "which", "that", "this", "they", "he", "she", "one", "everything", "machine",
                                "patch", "benchmark", "run", "each", "what", "who", "people", "nothing", "system"});
        if (isNoName) {
            return std::nullopt;
        }
    }
    return Label {.first = first,
                  .last = verb,
                  .text = sentence.written(first, verb),
                  .span = {.offset = sentence[first].begin, .length = sentence[verb - 1].end - sentence[first].begin},
                  .polarity = Polarity::Neutral,
                  .strength = Strength::Weak,
                  .isPlaced = true};
}

std::optional<PairLabels> labelsOfPair(const SentenceView& sentence, const ValuePair& pair)
{
    PairLabels out {.baseline = wordLabel(pair.baselineWord, Polarity::Without, pair.baseline),
                    .candidate = wordLabel(pair.candidateWord, Polarity::With, pair.candidate),
                    .scenario = {}};
    const auto beside = [](const Label& label, const Value& value) {
        return label.first > value.token && label.first - value.token <= 2;
    };
    bool hasCandidate = false;
    const bool isReversed = pair.baseline.token > pair.candidate.token;
    for (const auto& label : sentence.labels()) {
        if (label.strength == Strength::Bare) {
            continue;
        }
        const bool isBehindBaseline = beside(label, pair.baseline);
        const bool isBehindCandidate = beside(label, pair.candidate);
        const bool isLeading = label.first < pair.first && opensClause(sentence.tokens(), label);
        if (label.strength != Strength::Strong) {
            // "with 8 threads", "using XFS", "with lzo compression": the case, not the side.
            if (isLeading || ((isBehindBaseline || isBehindCandidate) && out.scenario.empty())) {
                out.scenario = label.text;
            }
        } else if (isBehindCandidate || (isBehindBaseline && isReversed && label.polarity == Polarity::With)) {
            out.candidate = label;
            hasCandidate = true;
        } else if (isBehindBaseline) {
            out.baseline = label;
        } else if (isLeading) {
            if (label.polarity != Polarity::With) {
                return std::nullopt; // the change happens within the unpatched variant
            }
            out.candidate = label;
            hasCandidate = true;
        }
    }
    if (out.scenario.empty()) {
        out.scenario = caseBehind(sentence, pair.last);
    }
    if (out.baseline.text == out.candidate.text || (pair.needsLabel && !hasCandidate)) {
        return std::nullopt;
    }
    return out;
}

}
