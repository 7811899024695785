// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prose/values.h"

#include <algorithm>

namespace patchscale::sentences {
namespace {

class Reader
{
public:
    Reader(const SentenceView& sentence, const std::optional<Value>& previous)
        : m_sentence(sentence)
        , m_previous(previous)
        , m_used(sentence.size(), false)
    {
    }

    SentenceValues run()
    {
        m_out.pairs = pairsIn(m_sentence, m_used);
        for (std::size_t i = 0; i < m_sentence.size(); ++i) {
            if (m_used[i]) {
                m_floor = i + 1;
                continue;
            }
            if (m_sentence.isNumber(i) && !m_sentence.isInLabel(i) && !isRangePart(i)) {
                if (auto value = valueAt(i)) {
                    m_floor = i + 1;
                    m_out.values.push_back(std::move(*value));
                }
            }
        }
        return std::move(m_out);
    }

private:
    /// "1700 to 1800" without "from": a range of one value, of which neither end is the value.
    [[nodiscard]] bool isRangePart(std::size_t i) const
    {
        const auto isQuantity = [&](std::size_t at) {
            return at < m_sentence.size() && m_sentence[at].isQuantity() && !m_sentence.isInLabel(at);
        };
        const bool isUpper = i >= 2 && isQuantity(i - 2)
            && (m_sentence.word(i - 1) == "to"
                || (m_sentence.word(i - 1) == "and" && i >= 3 && m_sentence.word(i - 3) == "between"));
        const bool isLower = m_sentence.word(i + 1) == "to" && isQuantity(i + 2);
        return isUpper || isLower || (i >= 1 && m_sentence.word(i - 1) == "between") || joinsByTilde(i)
            || (i > 0 && joinsByTilde(i - 1)) || (i > 1 && joinsByTilde(i - 2));
    }

    /// "2.5M ~ 4.5M": the quantity @p i and the next one with a tilde between them.
    [[nodiscard]] bool joinsByTilde(std::size_t i) const
    {
        const auto next = i + 1 < m_sentence.size() && (m_sentence.word(i + 1) == "~" || m_sentence.isMark(i + 1, "~"))
            ? i + 2
            : i + 1;
        if (next >= m_sentence.size() || !m_sentence[i].isQuantity() || !m_sentence[next].isQuantity()) {
            return false;
        }
        const auto gap = m_sentence.text().view().substr(m_sentence[i].end, m_sentence[next].begin - m_sentence[i].end);
        const auto lead = m_sentence.text().view().substr(m_sentence[next].begin, 1);
        return gap.contains('~') || lead == "~" || gap.contains("～");
    }

    /// The words before the number must lead to it; the metric itself may.
    [[nodiscard]] bool isLedTo(std::size_t i, const std::optional<NamedMetric>& metric) const
    {
        const std::size_t at = m_sentence.behindHedges(i);
        if (at > 0
            && m_sentence.isWord(at - 1, {"by", "for", "every", "within", "last", "per", "in", "after", "until"})) {
            return false; // "increases by 2 W", "for 30 s"
        }
        if (i == 0) {
            return false;
        }
        const std::size_t lead = behindAverage(i);
        const auto& before = m_sentence[lead > 0 ? lead - 1 : i - 1];
        const auto dimension = dimensionOf(m_sentence[i].quantity.unit);
        if (before.isMark("=") || before.isMark(":")) {
            return true;
        }
        if (metric && metric->token + 1 == i) {
            const auto& quantity = m_sentence[i].quantity;
            return quantity.value >= 100 || quantity.resolution < 0.5 || dimension != Dimension::None;
        }
        if (before.isMark("(") || before.isMark(",")) {
            return isMeasure(dimension) && isRow();
        }
        return before.isWord() && before.has(LinkClass);
    }

    /// The token that "Avg. 68 seconds" begins with, for the number at token @p i; the number if no such word leads.
    [[nodiscard]] std::size_t behindAverage(std::size_t i) const
    {
        const std::size_t word = i > 1 && m_sentence.isMark(i - 1, ".") ? i - 2 : i - 1;
        return i > 0 && m_sentence.isWord(word, {"avg", "average"}) ? word : i;
    }

    /// The sentence is a row: "Before 0ff67f990bd4: wrote 2230700 kbytes (499.03 MB/s)".
    [[nodiscard]] bool isRow() const
    {
        const auto labels = m_sentence.labels();
        return !labels.empty() && labels.front().first == 0 && m_sentence.isMark(labels.front().last, ":");
    }

    /// "vanilla 1200 ops/s", "With the patch: 16 us": a measured number directly behind a label.
    [[nodiscard]] bool followsLabel(std::size_t i) const
    {
        const std::size_t at = m_sentence.behindHedges(i);
        return isMeasure(dimensionOf(m_sentence[i].quantity.unit))
            && std::ranges::any_of(m_sentence.labels(), [&](const Label& label) {
                   return label.last == at || (label.last + 1 == at && m_sentence[label.last].kind == TokenKind::Mark);
               });
    }

    /// A further value of the metric just told: "1200 without the patch and 1310 with it", "…, with it 1310". It needs
    /// a label right beside it and the same unit or none.
    [[nodiscard]] std::optional<Value> repeatedValueAt(std::size_t i) const
    {
        const bool isSameSentence = !m_out.values.empty();
        if (!isSameSentence && !m_previous) {
            return std::nullopt;
        }
        const auto& last = isSameSentence ? m_out.values.back() : *m_previous;
        const std::size_t floor = isSameSentence ? last.token + 1 : 0;
        const std::size_t hedged = m_sentence.behindHedges(i);
        const bool isBesideLabel = std::ranges::any_of(m_sentence.labels(), [&](const Label& label) {
            const bool isBehind = label.first == i + 1 || (label.first == i + 2 && m_sentence.isMark(i + 1, "("));
            const bool isBefore = hedged == label.last
                || (hedged == label.last + 1
                    && (m_sentence[label.last].kind == TokenKind::Mark
                        || m_sentence.isWord(label.last, {"is", "was", "it's", "gives", "gets", "has"})))
                || (hedged == label.last + 2 && m_sentence.isWord(label.last, {"it", "we"}));
            return label.strength != Strength::Parameter && (isBehind || (isBefore && label.first >= floor));
        });
        if (!isBesideLabel) {
            return std::nullopt;
        }
        for (std::size_t at = floor; at < i; ++at) {
            if (m_sentence.hasClass(at, MetricClass) && !m_sentence.isInLabel(at)) {
                return std::nullopt; // another metric is told in between
            }
        }
        auto quantity = m_sentence[i].quantity;
        if (quantity.unit.empty()) {
            quantity.unit = last.quantity.unit;
        } else if (dimensionOf(quantity.unit) != last.dimension) {
            return std::nullopt;
        }
        if (!isSameSentence && quantity.unit.empty() && !isPlausibleBeside(quantity, last.quantity)) {
            return std::nullopt;
        }
        auto value = last;
        value.token = i;
        value.quantity = std::move(quantity);
        return value;
    }

    /// A bare number of another sentence is of the same metric only when it looks like one.
    [[nodiscard]] static bool isPlausibleBeside(const Quantity& quantity, const Quantity& other)
    {
        constexpr double kLargestRatio = 50;
        if (quantity.value < 10 && quantity.resolution >= 0.5) {
            return false;
        }
        return other.value <= 0
            || (quantity.value > 0 && quantity.value / other.value < kLargestRatio
                && other.value / quantity.value < kLargestRatio);
    }

    /// The value told before, when this one has its dimension and the sentence names no other metric.
    [[nodiscard]] const Value* told(Dimension dimension) const
    {
        const auto fits = [&](const Value& value) { return value.dimension == dimension && value.hasMetricWord; };
        if (!m_out.values.empty()) {
            return fits(m_out.values.back()) ? &m_out.values.back() : nullptr;
        }
        return m_previous && fits(*m_previous) ? &*m_previous : nullptr;
    }

    [[nodiscard]] std::optional<Value> valueAt(std::size_t i) const
    {
        const auto& quantity = m_sentence[i].quantity;
        const auto dimension = dimensionOf(quantity.unit);
        if (m_sentence.countsSomething(i) || m_sentence.isBound(i)) {
            return std::nullopt;
        }
        auto metric = isMeasure(dimension) ? metricAfter(m_sentence, i) : std::nullopt;
        const bool isNamedAfter = metric && metric->fits(dimension);
        if (!isNamedAfter) {
            if (auto repeated = repeatedValueAt(i)) {
                return repeated;
            }
            metric = metricBefore(m_sentence, i, m_floor);
            const bool fits = metric && metric->fits(dimension) && !m_sentence.hasSettingWord(metric->token + 1, i);
            if (!fits || (metric->word->needsStraightLead && !leadsStraight(m_sentence, *metric, i))) {
                metric.reset();
            }
        }
        if (metric && metric->word->name == "index" && quantity.value < 10 && quantity.resolution >= 0.5) {
            return std::nullopt; // an index into something
        }
        if (!isLedTo(i, metric) && !followsLabel(i)) {
            return std::nullopt;
        }
        if (metric) {
            return makeValue(m_sentence, i, metric);
        }
        const std::size_t first = i > 8 ? i - 8 : 0;
        const bool isTold = isMeasure(dimension) && dimension != Dimension::Energy;
        if (!isTold || m_sentence.hasSettingWord(first, i) || m_sentence.isWord(i - 1, {"of", "the", "a", "an"})) {
            return std::nullopt;
        }
        auto value = makeValue(m_sentence, i, metric);
        if (const auto* const before = told(dimension)) {
            value.metric = before->metric;
            value.extent = before->extent;
            value.subject = before->subject;
        }
        return value;
    }

    const SentenceView& m_sentence;
    const std::optional<Value>& m_previous;
    std::vector<bool> m_used; ///< tokens that are part of a pair
    std::size_t m_floor = 0; ///< a metric word before this token belongs to an earlier value
    SentenceValues m_out;
};

}

bool mayHoldValue(std::span<const Token> tokens)
{
    bool hasNumber = false;
    bool hasMeasure = false;
    for (const auto& token : tokens) {
        if (token.isQuantity()) {
            const auto kind = token.quantity.kind;
            const bool isNumber =
                !token.quantity.isSigned && (kind == QuantityKind::Plain || kind == QuantityKind::Duration);
            hasNumber |= isNumber;
            hasMeasure |= isNumber && isMeasure(dimensionOf(token.quantity.unit));
        } else if (!hasMeasure && token.isWord()) {
            hasMeasure = token.has(MetricClass);
        }
    }
    return hasNumber && hasMeasure;
}

Value makeValue(const SentenceView& sentence, std::size_t i, const std::optional<NamedMetric>& metric)
{
    const auto& quantity = sentence[i].quantity;
    Value value;
    value.token = i;
    value.quantity = quantity;
    value.dimension = dimensionOf(quantity.unit);
    if (metric) {
        value.metric = metric->name;
        value.extent = metric->extent;
        value.subject = metric->subject;
        value.hasMetricWord = true;
        value.isScore = metric->word->name == "score" || metric->word->name == "index";
        value.needsPair = metric->word->needsPair;
    } else {
        value.metric = metricNameOf(quantity.unit, value.dimension);
        value.needsPair = true;
    }
    return value;
}

SentenceValues valuesIn(const SentenceView& sentence, const std::optional<Value>& previous)
{
    if (std::ranges::none_of(sentence.tokens(), &Token::isQuantity)) {
        return {};
    }
    return Reader(sentence, previous).run();
}

}
