// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/prose/sentence_view.h"
#include "parsers/prose/values.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace patchscale::sentences {

/// Which label each value of a sentence belongs to.
struct Binding
{
    std::vector<std::optional<std::size_t>> labels; ///< per value: index of its label, or nothing
    std::vector<bool> isTight; ///< per value: nothing stands between it and its label that could come in between
    std::string scenario; ///< told by a label that is none of a variant: "with 8 threads"
    bool hasLabels = false; ///< the sentence names a variant at all
};

/// Binds by order: "label value label value" and "value label value label" over the whole sentence, else within its
/// clauses. What stays ambiguous is bound to nothing.
Binding bindValues(const SentenceView& sentence, std::span<const Value> values);

/// What a clause is about, taken as the label of its value: "the mutex gives 100 ops/s". @p behind is the token behind
/// the value before it. Nothing if it names no thing.
std::optional<Label> subjectLabel(const SentenceView& sentence, std::size_t behind, std::size_t value);

/// The two sides of a from/to pair.
struct PairLabels
{
    Label baseline;
    Label candidate;
    std::string scenario;
};

/// Labels of a pair; "from" and "to" where none is told. Nothing if the sentence's labels contradict it.
std::optional<PairLabels> labelsOfPair(const SentenceView& sentence, const ValuePair& pair);

}
