// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/span.h"
#include "core/model/run.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// A phrase that names a variant or a derived column: "Without Patch", "w/ patch", "v6.1", "Diff", "stddev".
struct VariantPhrase
{
    enum class Kind : unsigned char { Baseline, Candidate, Delta, Spread, Neutral };
    Kind kind = Kind::Neutral; ///< Neutral: looks like a label (5.6.15-patched, NPS1) but does not tell the side
    std::string_view text; ///< the phrase as written
    SourceSpan span; ///< relative to the scanned text
};

/// The variant phrase that is the whole of @p cell (blanks, ":" and brackets around it do not count), or nothing.
std::optional<VariantPhrase> variantPhrase(std::string_view cell);

/// All variant phrases within a sentence or a flattened header ("Without Patch With Patch Diff"), left to right,
/// longest first, without overlap. Only phrases whose kind is known, never Neutral. False friends ("Changes in v2:",
/// "BASELINE RESULT INDEX", "Output before:") are no hits.
std::vector<VariantPhrase> variantPhrasesIn(std::string_view text);

/// The roles of labels that stand beside each other in one comparison (column heads, row labels, two headings), in
/// their order. What the words of one side do not tell follows from the other side or, if no side tells, from the
/// order (older kernel version, lower patch version, else the first is the baseline); those have isAssumed set.
/// Labels that are options rather than variants (NPS1, NPS2) keep Role::None.
std::vector<Variant> assignRoles(std::span<const std::string_view> labels);

/// What is known of a test's name, whatever its spelling.
struct KnownTest
{
    std::string_view benchmark; ///< "unixbench", "fio", …
    std::string_view name; ///< the canonical name: "Pipe Throughput"
    std::string_view resultUnit; ///< UnixBench's: "lps"; empty if not fixed
    double baseline = 0; ///< UnixBench index baseline; 0 if it has none
    std::size_t length = 0; ///< how many bytes of the text the name takes
    bool isShort = false; ///< an id or a common word ("pipe", "spawn") that says UnixBench only where the context does
};

/// The known test (UnixBench's twelve, its other tests and its two totals) whose name starts @p text in any known
/// spelling: case, white space run together or wrapped, "Shell Scripts 1 concurrent", "pipe", "context1", "dhry2reg".
std::optional<KnownTest> knownTestAt(std::string_view text);

/// A benchmark that a text names, with the words that name it.
struct KnownBenchmark
{
    std::string_view id; ///< "unixbench", "fio", "perf stat", "perf report", "hackbench", …
    SourceSpan span; ///< relative to the scanned text
};

/// All benchmarks that a sentence, a heading or a command line names ("./Run -c 4", "schbench -m 2"), left to right.
std::vector<KnownBenchmark> benchmarksIn(std::string_view text);

/// The first of benchmarksIn(), or an empty id. "perf stat -- ./Run -c 4" is "perf stat".
std::string_view benchmarkIn(std::string_view text);

/// Direction of a metric from its name, unit and benchmark; Unknown when the table of known metrics has none.
Better knownDirection(std::string_view benchmark, std::string_view test, std::string_view metric,
                      std::string_view unit);

/// Direction stated in words in @p text: "lower is better", "higher the better", "less is better", "越低越好".
Better statedDirection(std::string_view text);

}
