// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace patchscale::sentences {

/// What a unit measures, as far as sentences need it.
enum class Dimension : std::uint8_t { None, Rate, Bandwidth, Time, Cycles, Energy, Score, Multiplier, Bytes, Other };

/// The dimension of a unit as written ("ops/s", "requests per second", "usec", "k"); None for "".
Dimension dimensionOf(std::string_view unit);

/// @p word alone is a unit that may stand one blank behind its number.
bool isUnitWord(std::string_view word);

/// A measured thing that a sentence can name.
struct MetricWord
{
    std::string_view word;
    std::string_view name; ///< the metric it stands for
    bool needsUnit = true; ///< "latency is 5" says too little, "the score is 5" does not
    std::uint16_t dimensions = 0; ///< bits of the Dimension values that it can have
    bool needsPair = false; ///< "performance": only when a from/to or two variants tie it
    bool needsStraightLead = false; ///< only with nothing but "is", "increased from" between it and the number

    [[nodiscard]] bool allows(Dimension dimension) const
    {
        return ((dimensions >> static_cast<unsigned>(dimension)) & 1U) != 0;
    }
};

/// The metric that @p lower names, or null.
const MetricWord* metricWord(std::string_view lower);

/// "average", "tail", "p99": belongs to the metric word behind it.
bool isMetricQualifier(std::string_view lower);
/// "is", "reached", "takes": leads from a metric or a label to its number.
bool isLinkWord(std::string_view lower);
/// "about", "roughly", "nearly": may stand before a number and makes it approximate.
bool isHedge(std::string_view lower);
/// "threads", "CPUs", "iterations": what a parameter counts.
bool isCountNoun(std::string_view lower);
/// "timeout", "interval": numbers beside it are settings, not results.
bool isSettingWord(std::string_view lower);
/// "patch", "series", "kernel": a label that has it names a variant.
bool isVariantNoun(std::string_view lower);
/// "the", "a", "my".
bool isDeterminer(std::string_view lower);
/// A verb or pronoun at which a label ends.
bool endsLabel(std::string_view lower);
/// "cpu", "load", "utilization", "idle": a percentage of it is a state, not a change.
bool isLoadWord(std::string_view lower);
/// "disturbance", "background", "interference".
bool isDisturbanceWord(std::string_view lower);

/// What the lists below say of a word, as bits: a token is looked up once and asked many times.
enum WordClass : std::uint16_t {
    MetricClass = 1U << 0U, ///< metricWord()
    QualifierClass = 1U << 1U, ///< isMetricQualifier()
    LinkClass = 1U << 2U, ///< isLinkWord()
    CountNounClass = 1U << 3U,
    SettingClass = 1U << 4U,
    VariantNounClass = 1U << 5U,
    DeterminerClass = 1U << 6U,
    LabelEndClass = 1U << 7U, ///< endsLabel()
    LoadClass = 1U << 8U,
    LabelOpenerClass = 1U << 9U, ///< one of kLabelOpeners
};

/// The WordClass bits of a word in lower case.
std::uint16_t wordClasses(std::string_view lower);

/// What a label can begin with: prepositions, and words that name a variant by themselves.
inline constexpr auto kLabelOpeners = std::to_array<std::string_view>(
    {"without",  "w/o",     "w/out",   "before",     "with",      "w/",         "after",     "using",    "applying",
     "baseline", "base",    "vanilla", "stock",      "unpatched", "mainline",   "upstream",  "original", "old",
     "current",  "patched", "new",     "previously", "previous",  "afterwards", "optimized", "modified", "now"});

/// Which way a word of change goes.
enum class ChangeSense : std::uint8_t { None, Up, Down, Better, Worse };
ChangeSense changeSense(std::string_view lower);

}
