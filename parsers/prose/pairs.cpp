// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prose/values.h"

#include <algorithm>

namespace patchscale::sentences {
namespace {

constexpr std::size_t kPairReach = 14; ///< tokens between the two numbers of a pair
constexpr double kLargestRatio = 50; ///< of a pair's values, when one of them has lent its unit to the other
constexpr double kSmallestBareValue = 20; ///< of a pair that only "performance" or "results" ties

/// Gives a number without unit the unit of its partner, where that makes sense. False if the two do not fit.
bool shareUnit(Quantity& a, Quantity& b)
{
    const auto dimensionA = dimensionOf(a.unit);
    const auto dimensionB = dimensionOf(b.unit);
    // "from 1.2M to 1.5M ops/s": what is counted stands only once.
    if (dimensionA == Dimension::Multiplier && b.unit.starts_with(a.unit)) {
        a.unit = b.unit;
        return true;
    }
    if (a.unit.empty() == b.unit.empty()) {
        return dimensionA == dimensionB;
    }
    if (a.value <= 0 || b.value <= 0) {
        return false;
    }
    const double ratio = std::max(a.value / b.value, b.value / a.value);
    if (ratio > kLargestRatio) {
        // "from 2736 to 22k": the k is the second number's own.
        return dimensionA == Dimension::Multiplier || dimensionB == Dimension::Multiplier;
    }
    (a.unit.empty() ? a.unit : b.unit) = a.unit.empty() ? b.unit : a.unit;
    return true;
}

class PairReader
{
public:
    PairReader(const SentenceView& sentence, std::vector<bool>& used)
        : m_sentence(sentence)
        , m_used(used)
    {
    }

    std::vector<ValuePair> run()
    {
        for (std::size_t i = 0; i < m_sentence.size(); ++i) {
            if (m_sentence.isNumber(i) && !m_used[i] && !m_sentence.isInLabel(i)) {
                readPair(i);
            }
        }
        return std::move(m_out);
    }

private:
    /// The numbers of a pair and where it stands.
    struct Candidate
    {
        std::size_t baseline = 0;
        std::size_t candidate = 0;
        std::size_t first = 0;
        std::size_t last = 0;
        std::string baselineWord = "from";
        std::string candidateWord = "to";
        bool isArrow = false;
        bool needsLabel = false;
        bool isVersus = false;
    };

    [[nodiscard]] std::optional<std::size_t> nextNumber(std::size_t i) const
    {
        for (std::size_t next = i + 1; next < m_sentence.size() && next <= i + kPairReach; ++next) {
            if (m_sentence.isMark(next, ".") || m_sentence.isMark(next, ";")) {
                return std::nullopt;
            }
            if (m_sentence.isNumber(next) && !m_sentence.isInLabel(next)) {
                return next;
            }
        }
        return std::nullopt;
    }

    /// The token "from" (or what else opens a pair) before the number @p i.
    [[nodiscard]] std::optional<std::size_t> fromBefore(std::size_t i) const
    {
        const std::size_t at = m_sentence.behindHedges(i);
        return at > 0 && m_sentence.word(at - 1) == "from" ? std::optional(at - 1) : std::nullopt;
    }

    void readPair(std::size_t i)
    {
        const auto next = nextNumber(i);
        if (!next) {
            return;
        }
        const auto from = fromBefore(i);
        const std::size_t beforeNext = m_sentence.behindHedges(*next);
        const bool leadsTo =
            beforeNext > 0 && (m_sentence.word(beforeNext - 1) == "to" || m_sentence.isMark(beforeNext - 1, "->"));
        if (from && leadsTo) {
            add({.baseline = i, .candidate = *next, .first = *from, .last = *next + 1});
        } else if (m_sentence.isMark(*next - 1, "->") && *next == i + 2) {
            add({.baseline = i, .candidate = *next, .first = i, .last = *next + 1, .isArrow = true});
        } else if (beforeNext > i && m_sentence.isWord(beforeNext - 1, {"vs", "vs.", "versus"})) {
            readVersus(i, *next);
        } else {
            readReversed(i, *next);
        }
    }

    /// The side that a label right behind the number @p i puts it on.
    [[nodiscard]] Polarity sideBehind(std::size_t i) const
    {
        for (const auto& label : m_sentence.labels()) {
            const bool isBehind = label.first == i + 1 || (label.first == i + 2 && m_sentence.isMark(i + 1, "("));
            if (isBehind && label.strength == Strength::Strong) {
                return label.polarity;
            }
        }
        return Polarity::Neutral;
    }

    /// "5.21s vs 5.02s (patched)": one label tells both sides; "with X vs without X" is read by its labels alone.
    void readVersus(std::size_t i, std::size_t next)
    {
        const auto first = sideBehind(i);
        const auto second = sideBehind(next);
        if ((first == Polarity::Neutral) == (second == Polarity::Neutral)) {
            return;
        }
        const bool isReversed = first == Polarity::With || second == Polarity::Without;
        const bool namesCandidate = first == Polarity::With || second == Polarity::With;
        add({.baseline = isReversed ? next : i,
             .candidate = isReversed ? i : next,
             .first = i,
             .last = next + 1,
             .baselineWord = "vs",
             .candidateWord = "vs",
             .needsLabel = namesCandidate,
             .isVersus = true});
    }

    /// "from 5.21 s to 5.02 s with the patch"
    [[nodiscard]] bool isTakenToPatch(const Candidate& pair) const
    {
        return std::ranges::any_of(m_sentence.labels(), [&](const Label& label) {
            return label.first == pair.last && label.strength == Strength::Strong && label.polarity == Polarity::With;
        });
    }

    /// "to B from A", "is B, up from A", "is B (was A)", "is B instead of A".
    void readReversed(std::size_t i, std::size_t next)
    {
        const std::size_t at = m_sentence.behindHedges(i);
        const bool isReached = at > 0
            && (m_sentence.hasClass(at - 1, LinkClass) || m_sentence.isMark(at - 1, ":")
                || m_sentence.isMark(at - 1, "="));
        if (!isReached || next - i > 7) {
            return;
        }
        if (const auto from = fromBefore(next)) {
            const auto before = *from > 0 ? m_sentence.word(*from - 1) : std::string_view {};
            const bool tellsChange = before == "up" || before == "down" || changeSense(before) != ChangeSense::None
                || m_sentence.word(at - 1) == "to";
            if (tellsChange) {
                add({.baseline = next, .candidate = i, .first = at - 1, .last = next + 1});
            }
            return;
        }
        const std::size_t connector = m_sentence.behindHedges(next);
        if (connector == 0 || connector <= i) {
            return;
        }
        const bool isWas =
            m_sentence.word(connector - 1) == "was" && connector >= 2 && m_sentence.isMark(connector - 2, "(");
        const bool isInstead = m_sentence.isWord(connector - 1, {"instead"})
            || (m_sentence.isWord(connector - 1, {"than"}) && connector >= 2
                && m_sentence.isWord(connector - 2, {"rather"}));
        if (isWas || isInstead) {
            add({.baseline = next,
                 .candidate = i,
                 .first = at - 1,
                 .last = next + 1,
                 .baselineWord =
                     isWas ? "was" : std::string(m_sentence.word(connector - 1) == "than" ? "rather than" : "instead"),
                 .candidateWord = {},
                 .needsLabel = true});
        }
    }

    /// "This patch changes the off time from 5 hours to 30 minutes" sets something, it measures nothing.
    [[nodiscard]] bool setsSomething(std::size_t first) const
    {
        for (std::size_t at = 0; at < first; ++at) {
            const bool isPlain =
                m_sentence.isWord(at, {"change", "set", "raise", "bump", "adjust", "extend", "switch"});
            const bool isPatch = m_sentence.isWord(at,
                                                   {"changes", "sets", "raises", "bumps", "adjusts", "extends",
                                                    "switches", "changing", "raising", "bumping"});
            if ((isPlain && (at == 0 || m_sentence.isWord(at - 1, {"to", "and", "will", "we"}))) || isPatch) {
                return true;
            }
        }
        return false;
    }

    /// A range rather than a change: "varies from 10 ms to 20 ms".
    [[nodiscard]] bool tellsRange(std::size_t first) const
    {
        for (std::size_t at = first; at-- > 0 && first - at <= 5;) {
            if (m_sentence.isWord(at, {"range",    "ranges",  "ranged",  "ranging",  "vary",       "varies",
                                       "varied",   "varying", "between", "anywhere", "fluctuates", "fluctuated",
                                       "values",   "scale",   "scales",  "scaling",  "spans",      "spread",
                                       "anything", "numbers", "sizes",   "sweep"})) {
                return true;
            }
        }
        return false;
    }

    void add(Candidate pair)
    {
        Quantity from = m_sentence[pair.baseline].quantity;
        Quantity to = m_sentence[pair.candidate].quantity;
        if (m_sentence.countsSomething(pair.baseline) || m_sentence.countsSomething(pair.candidate)
            || isVariantNoun(m_sentence.word(pair.baseline + 1)) || isVariantNoun(m_sentence.word(pair.candidate + 1))
            || !shareUnit(from, to) || setsSomething(pair.first) || tellsRange(pair.first)) {
            return;
        }
        const auto dimension = dimensionOf(to.unit) == Dimension::None ? dimensionOf(from.unit) : dimensionOf(to.unit);
        const auto metric = metricOf(pair, dimension, std::min(from.value, to.value));
        const auto* const repeated = metric ? nullptr : pairBefore(pair, dimension);
        const std::size_t firstNumber = std::min(pair.baseline, pair.candidate);
        const bool isTimed = isMeasure(dimension) && pair.first > 0
            && m_sentence.isWord(pair.first - 1, {"takes", "took", "needs", "needed", "from"});
        if (pair.isArrow && !metric && isTimed) {
            pair.isArrow = m_sentence.hasLineStart(pair.first, pair.last);
        }
        if (pair.isArrow && (!metric || m_sentence.hasLineStart(metric->token + 1, pair.last))) {
            return; // a mapping or a list of columns
        }
        if (!metric && repeated == nullptr && !isTimed) {
            const std::size_t reach = pair.first > 8 ? pair.first - 8 : 0;
            const bool isTied = pair.needsLabel || pair.isVersus || tellsChange(pair) || isTakenToPatch(pair);
            if (!isMeasure(dimension) || !isTied || m_sentence.hasSettingWord(reach, firstNumber)) {
                return;
            }
        }
        if (m_sentence.isHypothetical(pair.first)) {
            return;
        }
        ValuePair out {.baseline = makeValue(m_sentence, pair.baseline, metric),
                       .candidate = makeValue(m_sentence, pair.candidate, metric),
                       .first = pair.first,
                       .last = pair.last,
                       .baselineWord = std::move(pair.baselineWord),
                       .candidateWord = std::move(pair.candidateWord),
                       .needsLabel = pair.needsLabel};
        out.baseline.quantity = from;
        out.candidate.quantity = to;
        for (auto* const value : {&out.baseline, &out.candidate}) {
            value->dimension = dimension;
            value->metric = metric ? value->metric : metricNameOf(to.unit, dimension);
            if (repeated != nullptr) { // "…, and for writes from 530 MB/s to 580 MB/s"
                auto own = subjectFor(m_sentence, repeated->last, pair.first);
                value->metric = repeated->candidate.metric;
                value->subject = own.empty() ? repeated->candidate.subject : std::move(own);
                value->hasMetricWord = repeated->candidate.hasMetricWord;
            }
        }
        m_used[pair.baseline] = true;
        m_used[pair.candidate] = true;
        m_floor = pair.last;
        m_out.push_back(std::move(out));
    }

    /// The pair that this one goes on from: "… from 1.70s to 1.44s with lzo, and from 2.04s to 1.80s with zlib".
    [[nodiscard]] const ValuePair* pairBefore(const Candidate& pair, Dimension dimension) const
    {
        const std::size_t from = m_out.empty() ? 0 : m_out.back().last;
        bool goesOn = pair.first > from && pair.first - from <= 14;
        bool isJoined = false;
        for (std::size_t at = from; at < pair.first && goesOn; ++at) {
            isJoined |=
                m_sentence.isWord(at, {"and", "or"}) || m_sentence.isMark(at, ",") || m_sentence.isMark(at, ";");
            const bool isPercent = m_sentence[at].isQuantity() && m_sentence[at].quantity.kind == QuantityKind::Percent;
            const bool isOfCase =
                m_sentence[at].isQuantity() && at > 0 && m_sentence.isWord(at - 1, {"for", "at", "on"});
            goesOn = m_sentence.isInLabel(at) || isPercent || isOfCase
                || (!m_sentence[at].isQuantity() && !m_sentence.isMark(at, ".")
                    && (!m_sentence.hasClass(at, MetricClass) || m_sentence.isInName(at)));
        }
        goesOn = goesOn && isJoined;
        return goesOn && !m_out.empty() && m_out.back().candidate.dimension == dimension ? &m_out.back() : nullptr;
    }

    /// A word of change stands near the pair: "a reduction from", "to 32635 ns, an improvement".
    [[nodiscard]] bool tellsChange(const Candidate& pair) const
    {
        const std::size_t begin = pair.first > 6 ? pair.first - 6 : 0;
        for (std::size_t at = begin; at < std::min(m_sentence.size(), pair.last + 8); ++at) {
            const bool isOutside = at < pair.first || at >= pair.last;
            if (isOutside && !m_sentence.isWord(at, {"less", "more", "lower", "higher"})
                && changeSense(m_sentence.word(at)) != ChangeSense::None) {
                return true;
            }
        }
        return false;
    }

    /// The metric word that ties the pair; nothing if none does.
    [[nodiscard]] std::optional<NamedMetric> metricOf(const Candidate& pair, Dimension dimension, double smaller) const
    {
        const std::size_t firstNumber = std::min(pair.baseline, pair.candidate);
        auto metric = metricBefore(m_sentence, firstNumber, m_floor);
        if (metric && (!metric->fits(dimension) || m_sentence.hasSettingWord(metric->token + 1, firstNumber))) {
            metric.reset();
        }
        if (!metric) {
            metric = metricAfter(m_sentence, std::max(pair.baseline, pair.candidate));
            return metric && metric->fits(dimension) && !metric->word->needsStraightLead ? metric : std::nullopt;
        }
        if (metric->word->needsStraightLead) {
            const bool isBig = dimension != Dimension::None || smaller >= kSmallestBareValue;
            const bool isTold = leadsStraight(m_sentence, *metric, firstNumber);
            return isBig && isTold ? metric : std::nullopt;
        }
        return metric;
    }

    const SentenceView& m_sentence;
    std::vector<bool>& m_used;
    std::size_t m_floor = 0;
    std::vector<ValuePair> m_out;
};

}

std::vector<ValuePair> pairsIn(const SentenceView& sentence, std::vector<bool>& used)
{
    return PairReader(sentence, used).run();
}

}
