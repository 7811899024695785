// SPDX-License-Identifier: GPL-3.0-or-later
// Makes runs of the rows of perf stat, however they were printed.
#pragma once

#include "parsers/format.h"
#include "parsers/perf/stat_row.h"
#include "parsers/perf/stat_series.h"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace patchscale::perf {

/// What was measured, as far as the output tells.
struct StatSetup
{
    std::string command {};
    std::string target {}; ///< "system wide", when no command was measured
    std::optional<int> runs {};
    std::string_view failure {}; ///< the signal that ended the command, within the text; empty when none
};

/// Takes the rows of one output in their order, then finish() once.
class StatReader
{
public:
    /// @p span is the block; the text must outlive the reader.
    StatReader(const Text& text, SourceSpan span, StatSetup setup);

    void take(const StatRow& row);
    /// The block with its runs and diagnostics.
    ParsedBlock finish();

private:
    /// Events without a value, by what perf printed instead.
    struct Missing
    {
        std::string_view event;
        std::string_view why;

        friend auto operator<=>(const Missing&, const Missing&) = default;
    };

    /// The run of rows that start with @p sign or of a line that starts with @p label.
    BlockRun& runOf(char sign, std::string_view label);
    /// The standard error of the mean, in the row's unit.
    [[nodiscard]] std::optional<Spread> spreadOf(const StatRow& row) const;
    void takeValue(BlockRun& run, const StatRow& row, const Parameters& parameters);
    /// Tells once for each place how many CPUs it has.
    void takeCpus(const StatRow& row);
    void add(BlockRun& run, const std::string& test, const Parameters& parameters, std::string metric,
             const StatNumber& number, std::string_view unit, std::string_view baseWithoutUnit);
    /// Tells events apart that are printed several times, for several metric groups.
    void number(const StatRow& row, Parameters& parameters);
    void reportMissing();
    /// Keeps with a run what was asked for and has no value: the fact "perf.not counted", an event a line.
    void tellMissing(Run& run) const;

    const Text& m_text;
    SourceSpan m_span;
    StatSetup m_setup;
    ParsedBlock m_parsed;
    StatSeries m_series;
    std::map<std::string, std::size_t> m_runs; ///< variant label to index in m_parsed.runs
    std::map<std::tuple<std::string, Parameters, std::string>, int> m_seen;
    std::set<std::string_view> m_places; ///< whose CPUs were told
    std::map<Missing, SourceSpan> m_missing; ///< where each was seen first
    std::vector<Sample> m_table; ///< of --table, until the elapsed time they belong to
};

}
