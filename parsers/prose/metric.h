// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/prose/sentence_view.h"
#include "parsers/prose/words.h"

#include <optional>
#include <string>

namespace patchscale::sentences {

/// A metric as a sentence names it: the word, what qualifies it and whose it is.
struct NamedMetric
{
    const MetricWord* word = nullptr;
    std::size_t first = 0; ///< token where the qualifiers begin
    std::size_t token = 0; ///< of the metric word
    std::string name; ///< "tail latency"
    std::string extent; ///< "Multi-CPU": selects the case rather than the metric
    std::string subject; ///< "qperf" of "the qperf latency"; empty if not told

    /// Whether a number of this dimension and unit can be a value of it.
    [[nodiscard]] bool fits(Dimension dimension) const
    {
        return word->allows(dimension) && (dimension != Dimension::None || !word->needsUnit);
    }
};

/// The metric named nearest before token @p i and not before token @p floor.
std::optional<NamedMetric> metricBefore(const SentenceView& sentence, std::size_t i, std::size_t floor);

/// The metric named behind the number @p i: "58.8 MB/s throughput", "a 16 us tail latency".
std::optional<NamedMetric> metricAfter(const SentenceView& sentence, std::size_t i);

/// Whether only words that lead on stand between the metric and the number @p i.
bool leadsStraight(const SentenceView& sentence, const NamedMetric& metric, std::size_t i);

/// What to call a value whose unit alone tells what it is.
std::string metricNameOf(const std::string& unit, Dimension dimension);

/// A unit of this dimension is enough to know that something was measured.
bool isMeasure(Dimension dimension);

/// "for writes" right in front of token @p end and behind token @p floor: whose value follows; empty if none is named.
std::string subjectFor(const SentenceView& sentence, std::size_t floor, std::size_t end);

}
