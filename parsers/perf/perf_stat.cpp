// SPDX-License-Identifier: GPL-3.0-or-later
// `perf stat` for people: whole outputs, rows pasted into a mail, repeats, intervals, aggregations, metric tables.
#include "parsers/format.h"
#include "parsers/perf/stat_block.h"
#include "parsers/perf/stat_reader.h"
#include "parsers/perf/stat_row.h"

#include <algorithm>
#include <format>
#include <utility>

namespace patchscale {
namespace {

using perf::StatBlock;

constexpr std::size_t kLongestExcerpt = 60;

void reportUnread(const Text& text, const StatBlock& block, ParsedBlock& parsed)
{
    if (!block.unread.empty()) {
        const auto& first = block.unread.front();
        const auto count = block.unread.size();
        parsed.diagnostics.push_back(
            {.severity = Severity::Warning,
             .code = "unread-rows",
             .message = std::format("{} that {} like {} of perf stat could not be read; the first is \"{}\"",
                                    count == 1 ? "a line" : std::format("{} lines", count),
                                    count == 1 ? "looks" : "look", count == 1 ? "a count" : "counts",
                                    perf::strippedStat(text.slice(first)).substr(0, kLongestExcerpt)),
             .span = first});
    }
    if (block.emptyIntervals) {
        parsed.diagnostics.push_back({.severity = Severity::Info,
                                      .code = "no-metrics",
                                      .message = "perf printed no metric for these intervals; the events that the "
                                                 "metrics need may not be supported on the machine",
                                      .span = block.emptyIntervals});
    }
}

ParsedBlock readBlock(const Text& text, const StatBlock& block, SourceSpan span, const Job& job)
{
    // One field of perf's that is never grouped settles the decimal mark for all.
    const bool hasComma = std::ranges::any_of(block.rows, [&](const SourceSpan& rowSpan) {
        const auto row = perf::statRow(text.slice(rowSpan));
        return row ? row->hasDecimalComma() : perf::statRow(text.slice(rowSpan), ',').has_value();
    });
    perf::StatReader reader(
        text, span, {.command = block.command, .target = block.target, .runs = block.runs, .failure = block.failure});
    for (const auto& rowSpan : block.rows) {
        if (job.isCancelled()) {
            break;
        }
        auto row = perf::statRow(text.slice(rowSpan), hasComma ? ',' : '.');
        if (!row) {
            row = perf::statRow(text.slice(rowSpan), hasComma ? '.' : ',');
        }
        if (row) {
            reader.take(*row);
        }
    }
    for (const auto& table : block.metricTables) {
        for (const auto& row : table.rows) {
            reader.take(row);
        }
    }
    auto parsed = reader.finish();
    reportUnread(text, block, parsed);
    return parsed;
}

class PerfStat final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "perf-stat";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "perf stat: event counts, metrics, elapsed time";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "20,350,055,343  instructions  #  0.52  insn per cycle  ( +-  0.03% )";
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        for (auto& block : perf::findStatBlocks(text, job)) {
            out.push_back({.span = {.offset = block.begin, .length = block.end - block.begin},
                           .confidence = block.hasHead ? Confidence::Certain : Confidence::Likely,
                           .state = std::make_shared<const StatBlock>(std::move(block))});
        }
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& job) const override
    {
        return readBlock(text, *static_cast<const StatBlock*>(block.state.get()), block.span, job);
    }
};

}

const Format& perf_stat()
{
    static const PerfStat instance;
    return instance;
}

}
