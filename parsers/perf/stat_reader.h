// SPDX-License-Identifier: GPL-3.0-or-later
// Makes runs of the rows of perf stat, however they were printed.
#pragma once

#include "parsers/format.h"
#include "parsers/perf/stat_block.h"
#include "parsers/perf/stat_row.h"

#include <cstddef>
#include <map>
#include <optional>
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

/// Makes base value and base unit of @p result from its value, in the unit that perf wrote.
void setStatUnit(TestResult& result, std::string_view unit, std::string_view baseWithoutUnit);

/// Which way is good. A metric speaks for itself, whatever the event it is printed beside; only "of all branches" means
/// what its event says. How often an event happens per second tells how fast the work went at best.
Better statDirection(const TestResult& result);

/// Takes the rows of one output in their order, then finish() once.
class StatReader
{
public:
    /// @p span is the block; the text must outlive the reader.
    StatReader(const Text& text, SourceSpan span, StatSetup setup);

    void take(const StatRow& row);
    void take(const MetricTable& table);
    /// The block with its runs and diagnostics.
    ParsedBlock finish();

private:
    /// The run of rows that start with @p sign or of a line that starts with @p label.
    BlockRun& runOf(char sign, std::string_view label);
    /// The standard error of the mean, in the row's unit.
    [[nodiscard]] std::optional<Spread> spreadOf(const StatRow& row) const;
    [[nodiscard]] TestResult result(const std::string& test, const Parameters& parameters, std::string metric,
                                    const StatNumber& number) const;
    /// Tells events apart that are printed several times, for several metric groups.
    void number(const std::string& test, const StatRow& row, Parameters& parameters);
    void add(BlockRun& run, const StatRow& row, TestResult value);
    void passTime(double time);
    /// Takes the mean of the samples that count.
    void finishSamples();
    void reportMissing();

    const Text& m_text;
    SourceSpan m_span;
    StatSetup m_setup;
    ParsedBlock m_parsed;
    std::map<std::string, std::size_t> m_runs; ///< variant label to index in m_parsed.runs
    std::map<std::tuple<std::string, Parameters, std::string>, int> m_seen;
    /// Interval results by identity.
    std::map<std::tuple<char, std::string, std::string, Parameters>, std::size_t> m_ticks;
    std::vector<StatRow> m_missing;
    std::vector<Sample> m_table; ///< of --table, until the elapsed time they belong to
    double m_firstTime = 0;
    double m_lastTime = 0;
    double m_lastLength = 0;
};

}
