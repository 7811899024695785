// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prose/values.h"

#include <algorithm>

namespace patchscale::sentences {
namespace {

constexpr std::size_t kMetricReach = 18; ///< tokens between a metric word and its number
constexpr std::size_t kPairReach = 14; ///< tokens between the two numbers of a pair
constexpr double kLargestRatio = 50; ///< of a pair's values, when one of them has lent its unit to the other

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::ranges::find(words, word) != words.end();
}

bool isMeasure(Dimension dimension)
{
    return dimension == Dimension::Rate || dimension == Dimension::Bandwidth || dimension == Dimension::Time
        || dimension == Dimension::Cycles || dimension == Dimension::Energy;
}

/// A metric as a sentence names it: the word and the qualifiers in front of it.
struct NamedMetric
{
    const MetricWord* word = nullptr;
    std::size_t token = 0;
    std::string name;
    std::string extent;
};

class Reader
{
public:
    Reader(const Text& text, std::span<const Token> tokens, std::span<const Label> labels)
        : m_text(text)
        , m_tokens(tokens)
        , m_labels(labels)
        , m_used(tokens.size(), false)
    {
    }

    SentenceValues run()
    {
        for (std::size_t i = 0; i < m_tokens.size(); ++i) {
            if (isCandidate(i) && !m_used[i]) {
                readPair(i);
            }
        }
        for (std::size_t i = 0; i < m_tokens.size(); ++i) {
            if (isCandidate(i) && !m_used[i] && !isInLabel(i) && !isRangePart(i)) {
                if (auto value = valueAt(i)) {
                    m_lastValue = i;
                    m_out.values.push_back(std::move(*value));
                }
            }
        }
        return std::move(m_out);
    }

private:
    [[nodiscard]] bool isCandidate(std::size_t i) const
    {
        if (!m_tokens[i].isQuantity()) {
            return false;
        }
        const auto& quantity = m_tokens[i].quantity;
        return (quantity.kind == QuantityKind::Plain || quantity.kind == QuantityKind::Duration) && !quantity.isSigned;
    }

    [[nodiscard]] bool isInLabel(std::size_t i) const
    {
        return std::ranges::any_of(m_labels, [&](const Label& label) { return i >= label.first && i < label.last; });
    }

    [[nodiscard]] std::string_view word(std::size_t i) const
    {
        return i < m_tokens.size() && m_tokens[i].isWord() ? std::string_view(m_tokens[i].lower) : std::string_view {};
    }

    [[nodiscard]] bool isMark(std::size_t i, std::string_view mark) const
    {
        return i < m_tokens.size() && m_tokens[i].isMark(mark);
    }

    /// "1700 to 1800" without "from": a range of one value, of which neither end is the value.
    [[nodiscard]] bool isRangePart(std::size_t i) const
    {
        const bool isUpper = i >= 2 && isOneOf(word(i - 1), {"to", "and"}) && m_tokens[i - 2].isQuantity()
            && !isInLabel(i - 2) && (word(i - 1) == "to" || isOneOf(word(i - 3), {"between"}));
        const bool isLower = i + 2 < m_tokens.size() && word(i + 1) == "to" && m_tokens[i + 2].isQuantity();
        const bool isBetween = i >= 1 && word(i - 1) == "between";
        return isUpper || isLower || isBetween;
    }

    /// What stands before token @p i of a number, hedges ("about", "an average of") skipped.
    [[nodiscard]] std::size_t behindHedges(std::size_t i) const
    {
        std::size_t at = i;
        while (at > 0 && i - at < 4
               && (isOneOf(word(at - 1), {"about",   "around", "approximately", "approx", "roughly", "nearly", "almost",
                                          "some",    "only",   "just",          "over",   "under",   "an",     "a",
                                          "average", "of",     "mean",          "circa",  "ca",      "avg",    "the",
                                          "at",      "least",  "more",          "than",   "less"})
                   || isMark(at - 1, "~"))) {
            --at;
        }
        return at;
    }

    [[nodiscard]] NamedMetric metricNamed(std::size_t i) const
    {
        NamedMetric out {.word = metricWord(m_tokens[i].lower), .token = i, .name = {}, .extent = {}};
        std::size_t first = i;
        while (first > 0 && i - first < 3 && isMetricQualifier(word(first - 1)) && !isInLabel(first - 1)) {
            --first;
        }
        for (std::size_t at = first; at < i; ++at) {
            const auto& lower = m_tokens[at].lower;
            if (lower.starts_with("multi") || lower.starts_with("single")) {
                out.extent = m_text.view().substr(m_tokens[at].begin, m_tokens[at].end - m_tokens[at].begin);
            } else {
                out.name += out.name.empty() ? lower : " " + lower;
            }
        }
        out.name += out.name.empty() ? std::string(out.word->name) : " " + std::string(out.word->name);
        return out;
    }

    /// The metric that is named before token @p i and not behind an earlier value.
    [[nodiscard]] std::optional<NamedMetric> metricBefore(std::size_t i) const
    {
        for (std::size_t at = i; at-- > 0 && i - at <= kMetricReach;) {
            if (m_used[at] || (m_lastValue && at == *m_lastValue)) {
                break;
            }
            if (isInLabel(at)) {
                continue;
            }
            if (m_tokens[at].isWord() && metricWord(m_tokens[at].lower) != nullptr) {
                return metricNamed(at);
            }
        }
        return std::nullopt;
    }

    /// "58.8 MB/s throughput", "a 16 us tail latency".
    [[nodiscard]] std::optional<NamedMetric> metricAfter(std::size_t i) const
    {
        for (std::size_t at = i + 1; at < m_tokens.size() && at <= i + 4; ++at) {
            const auto lower = word(at);
            if (lower.empty()) {
                return std::nullopt;
            }
            if (metricWord(lower) != nullptr) {
                return metricNamed(at);
            }
            if (!isMetricQualifier(lower) && !(at == i + 1 && isOneOf(lower, {"of", "in"}))) {
                return std::nullopt;
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] bool hasSettingWord(std::size_t first, std::size_t last) const
    {
        for (std::size_t at = first; at < last; ++at) {
            if (m_tokens[at].isWord() && isSettingWord(m_tokens[at].lower) && !isInLabel(at)) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] bool countsSomething(std::size_t i) const
    {
        const auto dimension = dimensionOf(m_tokens[i].quantity.unit);
        const bool isBare = dimension == Dimension::None || dimension == Dimension::Multiplier;
        return isBare && isCountNoun(word(i + 1));
    }

    [[nodiscard]] static std::string nameFromUnit(const Quantity& quantity, Dimension dimension)
    {
        std::string lower = quantity.unit;
        std::ranges::transform(lower, lower.begin(),
                               [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
        for (const std::string_view name : {"iops", "tps", "qps", "rps", "fps", "lps"}) {
            if (lower.ends_with(name)) {
                return std::string(name);
            }
        }
        switch (dimension) {
        case Dimension::Bandwidth:
            return "bandwidth";
        case Dimension::Time:
            return "time";
        case Dimension::Cycles:
            return "cycles";
        case Dimension::Energy:
            return "energy";
        default:
            return "throughput";
        }
    }

    [[nodiscard]] Value makeValue(std::size_t i, const std::optional<NamedMetric>& metric) const
    {
        const auto& quantity = m_tokens[i].quantity;
        Value value;
        value.token = i;
        value.quantity = quantity;
        value.dimension = dimensionOf(quantity.unit);
        if (metric) {
            value.metric = metric->name;
            value.extent = metric->extent;
            value.hasMetricWord = true;
            value.isScore = metric->word->name == "score" || metric->word->name == "index";
            value.needsPair = metric->word->needsPair;
        } else {
            value.metric = nameFromUnit(quantity, value.dimension);
            value.needsPair = true;
        }
        return value;
    }

    /// The word before the number must lead to it; the metric itself may.
    [[nodiscard]] bool isLedTo(std::size_t i, const std::optional<NamedMetric>& metric) const
    {
        if (i == 0) {
            return false;
        }
        const auto& before = m_tokens[i - 1];
        if (before.isMark("=") || before.isMark(":")) {
            return true;
        }
        if (metric && metric->token + 1 == i) {
            const auto& quantity = m_tokens[i].quantity;
            return quantity.value >= 100 || quantity.resolution < 0.5 || dimensionOf(quantity.unit) != Dimension::None;
        }
        if (before.isMark("(") || before.isMark(",") || before.isMark("->")) {
            return isMeasure(dimensionOf(m_tokens[i].quantity.unit));
        }
        return before.isWord() && isLinkWord(before.lower);
    }

    [[nodiscard]] std::optional<Value> valueAt(std::size_t i) const
    {
        if (countsSomething(i)) {
            return std::nullopt;
        }
        const auto& quantity = m_tokens[i].quantity;
        const auto dimension = dimensionOf(quantity.unit);
        auto metric = isMeasure(dimension) ? metricAfter(i) : std::nullopt;
        const bool isNamedAfter = metric && metric->word->allows(dimension);
        if (!isNamedAfter) {
            metric = metricBefore(i);
        }
        if (metric && !isNamedAfter) {
            const bool fits =
                metric->word->allows(dimension) && (dimension != Dimension::None || !metric->word->needsUnit);
            if (!fits || hasSettingWord(metric->token + 1, i)) {
                metric.reset();
            }
        }
        if (metric && metric->word->name == "index" && dimension == Dimension::None && quantity.value < 10
            && quantity.resolution >= 0.5) {
            return std::nullopt; // an index into something
        }
        if (auto repeated = repeatedValueAt(i, isNamedAfter)) {
            return repeated;
        }
        if (!isLedTo(i, metric) && !isNamedAfter && !followsLabel(i)) {
            return std::nullopt;
        }
        if (!metric) {
            const bool isTold = isMeasure(dimension) && dimension != Dimension::Energy;
            const std::size_t first = i > 8 ? i - 8 : 0;
            if (!isTold || hasSettingWord(first, i)
                || isOneOf(word(i - 1), {"for", "every", "in", "within", "last", "per", "of", "the", "a", "an"})) {
                return std::nullopt;
            }
        }
        return makeValue(i, metric);
    }

    /// A further value of the metric just told: "1200 without the patch and 1310 with it", "…, with it 1310". It needs
    /// a label right beside it and the same unit or none.
    [[nodiscard]] std::optional<Value> repeatedValueAt(std::size_t i, bool hasOwnMetric) const
    {
        if (m_out.values.empty() || hasOwnMetric || countsSomething(i)) {
            return std::nullopt;
        }
        const auto& last = m_out.values.back();
        auto quantity = m_tokens[i].quantity;
        const bool isBesideLabel = std::ranges::any_of(m_labels, [&](const Label& label) {
            const bool isBehind = label.first == i + 1 || (label.first == i + 2 && isMark(i + 1, "("));
            const bool isBefore = behindHedges(i) == label.last
                || (behindHedges(i) == label.last + 1 && m_tokens[label.last].kind == TokenKind::Mark);
            return label.strength != Strength::Parameter && (isBehind || (isBefore && label.first > last.token));
        });
        if (!isBesideLabel) {
            return std::nullopt;
        }
        for (std::size_t at = last.token + 1; at < i; ++at) {
            if (m_tokens[at].isWord() && metricWord(m_tokens[at].lower) != nullptr && !isInLabel(at)) {
                return std::nullopt; // another metric is told in between
            }
        }
        if (quantity.unit.empty()) {
            quantity.unit = last.quantity.unit;
        } else if (dimensionOf(quantity.unit) != last.dimension) {
            return std::nullopt;
        }
        auto value = last;
        value.token = i;
        value.quantity = std::move(quantity);
        return value;
    }

    /// "vanilla 1200 ops/s": a measured number directly behind a label.
    [[nodiscard]] bool followsLabel(std::size_t i) const
    {
        return isMeasure(dimensionOf(m_tokens[i].quantity.unit))
            && std::ranges::any_of(m_labels, [&](const Label& label) {
                   return label.last == i || (label.last + 1 == i && m_tokens[label.last].kind == TokenKind::Mark);
               });
    }

    /// Gives a number without unit the unit of its partner, where that makes sense. False if the two do not fit.
    static bool shareUnit(Quantity& a, Quantity& b)
    {
        const auto dimensionA = dimensionOf(a.unit);
        const auto dimensionB = dimensionOf(b.unit);
        const bool isOneBare = a.unit.empty() != b.unit.empty();
        if (isOneBare) {
            if (a.value <= 0 || b.value <= 0) {
                return false;
            }
            const double ratio = std::max(a.value / b.value, b.value / a.value);
            const bool isMultiplier = dimensionA == Dimension::Multiplier || dimensionB == Dimension::Multiplier;
            if (ratio > kLargestRatio) {
                return isMultiplier;
            }
            (a.unit.empty() ? a.unit : b.unit) = a.unit.empty() ? b.unit : a.unit;
            return true;
        }
        return dimensionA == dimensionB;
    }

    /// The token "from" (or what else opens a pair) before the number @p i.
    [[nodiscard]] std::optional<std::size_t> fromBefore(std::size_t i) const
    {
        const std::size_t at = behindHedges(i);
        return at > 0 && word(at - 1) == "from" ? std::optional(at - 1) : std::nullopt;
    }

    void readPair(std::size_t i)
    {
        std::size_t next = i + 1;
        while (next < m_tokens.size() && next <= i + kPairReach && !(isCandidate(next) && !isInLabel(next))) {
            if (isMark(next, ".") || isMark(next, ";")) {
                return;
            }
            ++next;
        }
        if (next >= m_tokens.size() || next > i + kPairReach) {
            return;
        }
        const auto from = fromBefore(i);
        const std::size_t beforeNext = behindHedges(next);
        const bool leadsTo = beforeNext > 0 && (word(beforeNext - 1) == "to" || isMark(beforeNext - 1, "->"));
        if (from && leadsTo) {
            addPair(i, next, *from, next + 1);
        } else if (isMark(next - 1, "->") && next == i + 2) {
            addPair(i, next, i, next + 1, true);
        } else if (const auto fromNext = fromBefore(next); fromNext && *fromNext - i <= 6) {
            const std::size_t at = behindHedges(i);
            const bool isReached = at > 0 && (word(at - 1) == "to" || isLinkWord(word(at - 1)));
            const bool tellsChange = word(*fromNext - 1) == "up" || word(*fromNext - 1) == "down"
                || changeSense(word(*fromNext - 1)) != ChangeSense::None || (at > 0 && word(at - 1) == "to");
            if (isReached && tellsChange) {
                addPair(next, i, at - 1, next + 1);
            }
        }
    }

    [[nodiscard]] bool hasLineStart(std::size_t first, std::size_t last) const
    {
        for (std::size_t at = first; at < last; ++at) {
            if (m_tokens[at].startsLine) {
                return true;
            }
        }
        return false;
    }

    /// Adds the pair if a metric word or a unit with a word of change ties it.
    void addPair(std::size_t baseline, std::size_t candidate, std::size_t first, std::size_t last, bool isArrow = false)
    {
        Quantity from = m_tokens[baseline].quantity;
        Quantity to = m_tokens[candidate].quantity;
        if (countsSomething(baseline) || countsSomething(candidate) || !shareUnit(from, to)) {
            return;
        }
        const std::size_t firstNumber = std::min(baseline, candidate);
        const std::size_t lastNumber = std::max(baseline, candidate);
        const auto dimension =
            dimensionOf(from.unit) == Dimension::None ? dimensionOf(to.unit) : dimensionOf(from.unit);
        auto metric = metricBefore(first);
        if (!metric) {
            metric = metricAfter(lastNumber);
        }
        if (metric
            && (!metric->word->allows(dimension) || (metric->word->needsUnit && dimension == Dimension::None)
                || hasSettingWord(metric->token + 1, firstNumber))) {
            metric.reset();
        }
        if (isArrow && (!metric || hasLineStart(std::min(metric->token, first) + 1, std::max(metric->token, last)))) {
            return; // a mapping or a list of columns
        }
        const std::size_t reach = first > 8 ? first - 8 : 0;
        if (!metric) {
            const bool tellsChange = std::ranges::any_of(m_tokens, [](const Token& token) {
                return token.isWord() && changeSense(token.lower) != ChangeSense::None;
            });
            if (!isMeasure(dimension) || !tellsChange || hasSettingWord(reach, firstNumber)) {
                return;
            }
        } else if (metric->word->name == "index" && from.value < 10 && from.resolution >= 0.5) {
            return;
        }
        ValuePair pair {.baseline = makeValue(baseline, metric),
                        .candidate = makeValue(candidate, metric),
                        .first = first,
                        .last = last};
        pair.baseline.quantity = from;
        pair.candidate.quantity = to;
        pair.baseline.dimension = dimension;
        pair.candidate.dimension = dimension;
        if (!metric) {
            pair.baseline.metric = nameFromUnit(from, dimension);
            pair.candidate.metric = pair.baseline.metric;
        }
        m_used[baseline] = true;
        m_used[candidate] = true;
        m_out.pairs.push_back(std::move(pair));
    }

    const Text& m_text;
    std::span<const Token> m_tokens;
    std::span<const Label> m_labels;
    std::vector<bool> m_used; ///< tokens that are part of a pair
    std::optional<std::size_t> m_lastValue;
    SentenceValues m_out;
};

}

SentenceValues valuesIn(const Text& text, std::span<const Token> tokens, std::span<const Label> labels)
{
    return Reader(text, tokens, labels).run();
}

}
