// SPDX-License-Identifier: GPL-3.0-or-later
// `perf stat -x SEP`: value, unit, event, noise, run time, share of the time, metric.
#include "parsers/format.h"
#include "parsers/perf/stat_csv_row.h"
#include "parsers/perf/stat_reader.h"

#include <algorithm>
#include <utility>

namespace patchscale {
namespace {

using Rows = std::vector<SourceSpan>;

/// A quick look: a row has four separators, and no blank stands before the first but those that pad a time.
bool mayBeRow(std::string_view line)
{
    std::size_t pos = 0;
    while (pos < line.size() && line[pos] == ' ') {
        ++pos;
    }
    constexpr std::size_t kLongestField = 40;
    for (const auto limit = std::min(line.size(), pos + kLongestField); pos < limit; ++pos) {
        const char c = line[pos];
        if (c == ',' || c == ';' || c == '|' || c == '\t') {
            return std::ranges::count(line, c) >= 4;
        }
        if (c == ' ' && !line.substr(0, pos).ends_with("<not")) {
            return false;
        }
    }
    return false;
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
    [[nodiscard]] std::string_view example() const override
    {
        return "275.09,msec,task-clock,1.70%,269249961,100.00,0.357,CPUs utilized";
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        const auto lines = text.lines();
        Rows rows;
        bool isTimed = false;
        const auto close = [&] {
            if (!rows.empty()) {
                const auto begin = rows.front().offset;
                out.push_back({.span = {.offset = begin, .length = rows.back().end() - begin},
                               .confidence = Confidence::Certain,
                               .state = std::make_shared<const Rows>(std::exchange(rows, {}))});
            }
        };
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (i % 65536 == 0 && job.isCancelled()) {
                return;
            }
            const auto view = text.line(i);
            if (lines[i].kind != LineKind::Body || lines[i].firstDigit == lines[i].end || !mayBeRow(view)) {
                close();
                continue;
            }
            const auto row = perf::statCsvRow(view);
            if (!row || (!rows.empty() && row->row.time.has_value() != isTimed)) {
                close(); // totals behind intervals are an output of their own
            }
            if (row) {
                isTimed = row->row.time.has_value();
                rows.push_back({.offset = lines[i].begin, .length = lines[i].size()});
            }
        }
        close();
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& job) const override
    {
        perf::StatReader reader(text, block.span, {});
        std::optional<SourceSpan> lost;
        for (const auto& span : *static_cast<const Rows*>(block.state.get())) {
            if (job.isCancelled()) {
                break;
            }
            const auto row = perf::statCsvRow(text.slice(span));
            if (row) {
                reader.take(row->row);
                if (row->hasLostFraction && !lost) {
                    lost = span;
                }
            }
        }
        auto parsed = reader.finish();
        if (lost) {
            parsed.diagnostics.push_back(
                {.severity = Severity::Warning,
                 .code = "lost-fraction",
                 .message = "perf cut the fraction off the metrics because of the decimal comma; they are left out. "
                            "Measure with LC_ALL=C to keep them",
                 .span = lost});
        }
        return parsed;
    }
};

}

const Format& perf_stat_csv()
{
    static const PerfStatCsv instance;
    return instance;
}

}
