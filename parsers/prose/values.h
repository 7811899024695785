// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/prose/metric.h"
#include "parsers/prose/sentence_view.h"

#include <optional>
#include <string>
#include <vector>

namespace patchscale::sentences {

/// A number that a metric word or a unit makes a value.
struct Value
{
    std::size_t token = 0; ///< of the quantity, within the sentence
    Quantity quantity;
    std::string metric; ///< "score", "tail latency"; from the unit where no word names it
    std::string extent; ///< "Multi-CPU": a qualifier that selects the case rather than the metric
    std::string subject; ///< whose metric it is, when the sentence tells
    Dimension dimension = Dimension::None;
    bool hasMetricWord = false;
    bool isScore = false; ///< a score or an index: the word alone is enough
    bool needsPair = false; ///< only with a counterpart
};

/// "from A to B", "A -> B", "to B from A", "B (was A)".
struct ValuePair
{
    Value baseline;
    Value candidate;
    std::size_t first = 0; ///< tokens [first, last)
    std::size_t last = 0;
    std::string baselineWord; ///< what to call the sides when the sentence has no label for them
    std::string candidateWord;
    bool needsLabel = false; ///< only when the candidate has a label of its own
};

/// What a sentence states, before it is bound to variants.
struct SentenceValues
{
    std::vector<Value> values;
    std::vector<ValuePair> pairs;
};

/// Whether the tokens of a sentence have a number that may be a value, and something that says what it measures.
bool mayHoldValue(std::span<const Token> tokens);

/// The values and pairs of one sentence. @p previous is the last value of the sentence before it, if any: "With the
/// patch it takes 7 s" repeats its metric.
SentenceValues valuesIn(const SentenceView& sentence, const std::optional<Value>& previous);

/// The pairs alone; @p used is set for the tokens that they take.
std::vector<ValuePair> pairsIn(const SentenceView& sentence, std::vector<bool>& used);

/// The value that the quantity at token @p i is, named by @p metric or by its unit.
Value makeValue(const SentenceView& sentence, std::size_t i, const std::optional<NamedMetric>& metric);

}
