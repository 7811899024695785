// SPDX-License-Identifier: GPL-3.0-or-later
// `perf stat -x SEP`: value, unit, event, noise, run time, share of the time, metric.
#include "parsers/format.h"
#include "parsers/perf/stat_csv_block.h"
#include "parsers/perf/stat_csv_metrics.h"
#include "parsers/perf/stat_csv_row.h"
#include "parsers/perf/stat_mend.h"
#include "parsers/perf/stat_reader.h"

#include <format>

namespace patchscale {
namespace {

using perf::StatCsvBlock;

SourceSpan spanOfLines(const Text& text, std::size_t first, std::size_t last)
{
    const auto begin = text.lines()[first].begin;
    return {.offset = begin, .length = text.lines()[last].end - begin};
}

/// What became of the metrics whose fraction perf cut off.
struct Cut
{
    std::size_t mended = 0;
    std::size_t lost = 0;
    SourceSpan firstMended;
    SourceSpan firstLost;
};

void report(const Cut& cut, ParsedBlock& parsed)
{
    if (cut.mended > 0) {
        parsed.diagnostics.push_back(
            {.severity = Severity::Info,
             .code = "recomputed-metric",
             .message = std::format("perf cut the fraction off {} metrics because of the decimal comma; they were "
                                    "computed again from the counts beside them",
                                    cut.mended),
             .span = cut.firstMended});
    }
    if (cut.lost > 0) {
        parsed.diagnostics.push_back(
            {.severity = Severity::Warning,
             .code = "lost-fraction",
             .message = std::format("perf cut the fraction off {} metrics because of the decimal comma; they are left "
                                    "out. Measure with LC_ALL=C to keep them",
                                    cut.lost),
             .span = cut.firstLost});
    }
}

/// Hands @p row on, with the metric that perf cut if the counts tell it.
void takeCut(const perf::StatRow& row, const perf::StatMetric& metric, const Text& text, const perf::StatMender& mender,
             Cut& cut, perf::StatReader& reader)
{
    const auto value = mender.valueOf(row, metric);
    const auto span = text.spanOf(metric.number.text);
    if (!value) {
        cut.firstLost = cut.lost++ == 0 ? span : cut.firstLost;
        reader.take(row);
        return;
    }
    cut.firstMended = cut.mended++ == 0 ? span : cut.firstMended;
    auto whole = row;
    whole.tail.metrics.push_back(metric);
    whole.tail.metrics.back().number.value = *value;
    reader.take(whole);
}

ParsedBlock readRows(const Text& text, const StatCsvBlock& block, SourceSpan span, const Job& job)
{
    perf::StatReader reader(text, span, {});
    perf::StatCsvReader csv;
    perf::StatMender mender;
    Cut cut;
    bool isOpen = false;
    for (auto line = block.firstLine; line <= block.lastLine; ++line) {
        if (line % 65536 == 0 && job.isCancelled()) {
            break;
        }
        const auto view = text.line(line);
        const bool isRow = perf::mayBeCsvRow(view) && csv.read(view);
        if (!isRow && !(isOpen && csv.readMetric(view))) {
            continue;
        }
        isOpen = true;
        if (csv.hasDecimalComma()) {
            mender.see(csv.row());
        }
        if (const auto* metric = csv.cutMetric()) {
            takeCut(csv.row(), *metric, text, mender, cut, reader);
        } else {
            reader.take(csv.row());
        }
    }
    auto parsed = reader.finish();
    report(cut, parsed);
    return parsed;
}

ParsedBlock readMetrics(const Text& text, const StatCsvBlock& block, SourceSpan span)
{
    perf::StatReader reader(text, span, {});
    for (const auto& row : perf::csvMetricTableAt(text, block.firstLine).rows) {
        reader.take(row);
    }
    return reader.finish();
}

ParsedBlock readNothing(SourceSpan span)
{
    ParsedBlock parsed;
    parsed.title = "perf stat, no value";
    parsed.diagnostics.push_back({.severity = Severity::Warning,
                                  .code = "not-counted",
                                  .message = "perf has no value for any metric here; were its events taken by another "
                                             "measurement?",
                                  .span = span});
    return parsed;
}

class PerfStatCsv final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "perf-stat-csv";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "perf stat -x: event counts with separators";
    }
    [[nodiscard]] int version() const override
    {
        return 2;
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "275.09,msec,task-clock,1.70%,269249961,100.00,0.357,CPUs utilized";
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        for (const auto& block : perf::findStatCsvBlocks(text, job)) {
            out.push_back({.span = spanOfLines(text, block.firstLine, block.lastLine),
                           .confidence = Confidence::Certain,
                           .state = std::make_shared<const StatCsvBlock>(block)});
        }
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& job) const override
    {
        const auto& found = *static_cast<const StatCsvBlock*>(block.state.get());
        switch (found.kind) {
        case StatCsvBlock::Kind::Metrics:
            return readMetrics(text, found, block.span);
        case StatCsvBlock::Kind::Empty:
            return readNothing(block.span);
        case StatCsvBlock::Kind::Rows:
            break;
        }
        return readRows(text, found, block.span, job);
    }
};

}

const Format& perf_stat_csv()
{
    static const PerfStatCsv instance;
    return instance;
}

}
