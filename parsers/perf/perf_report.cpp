// SPDX-License-Identifier: GPL-3.0-or-later
// `perf report --stdio`, `perf top` and pastes of their interactive views, whole or cut down to a few rows in a mail.
#include "parsers/format.h"
#include "parsers/perf/cell_columns.h"
#include "parsers/perf/profile_results.h"
#include "parsers/perf/profile_rows.h"
#include "parsers/perf/symbol_row.h"
#include "parsers/perf/symbol_table.h"

#include <algorithm>
#include <charconv>
#include <format>
#include <utility>

namespace patchscale {
namespace {

using perf::Column;
using perf::ColumnKind;
using perf::RowPlace;
using perf::SymbolTable;

constexpr std::size_t kTotals = 2; ///< samples and event count, behind the rows

/// Fills in what a cell says; test and parameters come from its row.
void readCell(const Text& text, const Column& column, std::string_view digits, TestResult& result)
{
    result.metric = column.name;
    result.span = text.spanOf(digits);
    std::from_chars(digits.data(), digits.data() + digits.size(), result.value);
    const bool isPercent = column.kind == ColumnKind::Percent;
    result.unit = isPercent ? "%" : column.name == "samples" ? "samples" : "";
    result.baseValue = isPercent ? result.value / 100 : result.value;
    result.baseUnit = isPercent ? "ratio" : "count";
}

Diagnostic unreadRow(const RowPlace& place, std::string_view why)
{
    return {.severity = Severity::Warning,
            .code = "unread-row",
            .message = std::format("row of a perf report left out: {}", why),
            .span = place.span()};
}

/// A table whose columns stand in an unusual order.
ParsedBlock parseCells(const Text& text, const Block& block, const SymbolTable& table, const Job& job)
{
    ParsedBlock parsed;
    Run run;
    run.benchmark = "perf report";
    run.span = block.span;
    if (!table.head.event.empty()) {
        run.parameters.emplace("event", table.head.event);
    }
    perf::CellColumns columns(text.view(), table.head);
    perf::Occurrences occurrences(table.rows.size());
    std::vector<perf::CellValue> values;
    perf::Identity identity;
    for (const auto& place : table.rows) {
        if (job.isCancelled()) {
            break;
        }
        if (!columns.read(text.slice(place.span()), values, identity)) {
            parsed.diagnostics.push_back(unreadRow(place, "its cells do not stand below their heads"));
            continue;
        }
        occurrences.number(identity);
        for (const auto& value : values) {
            auto& result = run.results.emplace_back();
            readCell(
                text,
                {.kind = value.isShare ? ColumnKind::Percent : ColumnKind::Number, .name = std::string(value.metric)},
                value.digits, result);
            result.test = identity.test;
            result.parameters = identity.parameters;
        }
    }
    parsed.title = std::format("perf report, {} {}", table.rows.size(), table.rows.size() == 1 ? "row" : "rows");
    perf::addProfileTotals(text, table.head.samples, table.head.eventCount, run);
    parsed.runs.push_back({.run = std::move(run)});
    return parsed;
}

ParsedBlock parseTable(const Text& text, const Block& block, const SymbolTable& table, const Job& job)
{
    ParsedBlock parsed;
    perf::RowReader reader(text, table);
    const auto& layout = reader.layout();
    const auto names = perf::eventNames(table.head.event);
    for (std::size_t event = 0; event < layout.events; ++event) {
        Run run;
        run.benchmark = "perf report";
        run.span = block.span;
        if (layout.events == 1 && !table.head.event.empty()) {
            run.parameters.emplace("event", table.head.event);
        } else if (layout.events > 1) {
            run.parameters.emplace("event",
                                   names.size() == layout.events ? std::string(names[event])
                                                                 : std::format("event {}", event + 1));
        }
        run.results.reserve(table.rows.size() * (layout.percents.size() + layout.numbers.size()) + kTotals);
        parsed.runs.push_back({.run = std::move(run), .group = static_cast<int>(event)});
    }

    std::optional<perf::Hierarchy> hierarchy;
    if (table.head.isHierarchy) {
        hierarchy.emplace(table.head.columns.back());
    }
    perf::Occurrences occurrences(table.rows.size());
    std::vector<std::string_view> numbers;
    std::size_t symbols = 0;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        if (i % 4096 == 0 && job.isCancelled()) {
            break;
        }
        auto row = reader.row(table.rows[i]);
        if (!row) {
            continue;
        }
        if (row->percentCount != layout.percents.size() * layout.events) {
            parsed.diagnostics.push_back(
                unreadRow(table.rows[i], "it has another number of percentages than its table"));
            continue;
        }
        if (!reader.takeNumbers(*row, numbers)) {
            parsed.diagnostics.push_back(unreadRow(table.rows[i], "a count is missing"));
            continue;
        }
        auto identity = hierarchy ? hierarchy->step(*row) : reader.identify(*row);
        if (!identity) {
            continue; // the sum of the rows that are inside it
        }
        if (identity->test.empty()) {
            parsed.diagnostics.push_back(unreadRow(table.rows[i], "it names no symbol"));
            continue;
        }
        occurrences.number(*identity);
        ++symbols;
        auto left = layout.events * (layout.percents.size() + layout.numbers.size());
        const auto add = [&](std::size_t event, const Column& column, std::string_view digits) {
            auto& result = parsed.runs[event].run.results.emplace_back();
            readCell(text, column, digits, result);
            result.test = identity->test;
            if (--left > 0) {
                result.parameters = identity->parameters;
            } else {
                result.parameters = std::move(identity->parameters); // copies of a million maps would be felt
            }
        };
        for (std::size_t event = 0; event < layout.events; ++event) {
            for (std::size_t column = 0; column < layout.percents.size(); ++column) {
                add(event, layout.percents[column], row->percents[column * layout.events + event]);
            }
            for (std::size_t column = 0; column < layout.numbers.size(); ++column) {
                add(event, layout.numbers[column], numbers[column * layout.events + event]);
            }
        }
    }
    parsed.title = std::format("perf report, {} {}", symbols, symbols == 1 ? "row" : "rows");
    if (layout.events == 1) { // of a group, perf prints the sums over its events
        perf::addProfileTotals(text, table.head.samples, table.head.eventCount, parsed.runs.front().run);
    }
    if (const auto lost = table.head.lostSamples; !lost.empty() && lost != "0") {
        parsed.diagnostics.push_back(
            {.severity = Severity::Warning,
             .code = "lost-samples",
             .message = std::format("perf lost {} samples of this profile; record with a larger -m or "
                                    "a lower -F before trusting small rows",
                                    lost),
             .span = text.spanOf(lost)});
    }
    return parsed;
}

class PerfReport final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "perf-report";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "perf report and perf top: percentages per symbol";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return " 63.48% 52.77%  fio  [k] osq_lock";
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        for (auto& table : perf::findSymbolTables(text, job)) {
            if (table.isDiff) {
                continue;
            }
            out.push_back({.span = {.offset = table.begin, .length = table.end - table.begin},
                           .confidence = table.head.columns.empty() ? Confidence::Likely : Confidence::Certain,
                           .state = std::make_shared<const SymbolTable>(std::move(table))});
        }
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& job) const override
    {
        const auto& table = *static_cast<const SymbolTable*>(block.state.get());
        return table.head.isCells ? parseCells(text, block, table, job) : parseTable(text, block, table, job);
    }
};

}

const Format& perf_report()
{
    static const PerfReport instance;
    return instance;
}

}
