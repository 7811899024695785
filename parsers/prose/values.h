// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/prose/label.h"
#include "parsers/prose/tokens.h"
#include "parsers/prose/words.h"

#include <span>
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
    Dimension dimension = Dimension::None;
    bool hasMetricWord = false;
    bool isScore = false; ///< a score or an index: the word alone is enough
    bool needsPair = false; ///< only with a counterpart
};

/// "from A to B", "A -> B", "to B from A".
struct ValuePair
{
    Value baseline;
    Value candidate;
    std::size_t first = 0; ///< tokens [first, last)
    std::size_t last = 0;
};

/// What a sentence states, before it is bound to variants.
struct SentenceValues
{
    std::vector<Value> values;
    std::vector<ValuePair> pairs;
};

/// The values and pairs of one sentence. @p labels are the label phrases in it, in order.
SentenceValues valuesIn(const Text& text, std::span<const Token> tokens, std::span<const Label> labels);

}
