// SPDX-License-Identifier: GPL-3.0-or-later
// `perf diff`: each symbol's share in the first file, and how many percentage points it has more or less in the second.
#include "parsers/format.h"
#include "parsers/perf/cell_columns.h"
#include "parsers/perf/profile_rows.h"
#include "parsers/perf/symbol_row.h"
#include "parsers/perf/symbol_table.h"

#include <algorithm>
#include <charconv>
#include <format>
#include <utility>

namespace patchscale {
namespace {

using perf::SymbolRow;
using perf::SymbolTable;

/// What stands in the columns of numbers.
enum class Form : std::uint8_t {
    Delta, ///< baseline and delta, each of which may be blank
    Ratio, ///< baseline, then candidate / baseline
    Cells, ///< known by where they stand: weighted differences, periods, several files, separated
    Cycles, ///< a basic block and how many cycles it takes more or less
    Other,
};

Form formOf(const Text& text, const SymbolTable& table)
{
    const auto& columns = table.head.columns;
    if (columns.empty()) {
        return Form::Delta;
    }
    if (table.head.separator != 0) {
        return perf::CellColumns(text.view(), table.head).areKnown() ? Form::Cells : Form::Other;
    }
    const auto head = text.line(text.lineAt(text.spanOf(columns.front()).offset));
    if (head.contains("Cycles Diff") || head.contains("cycles diff")) {
        return Form::Cycles;
    }
    const auto isText = [](std::string_view name) {
        return name == "Command" || name == "Shared Object" || name == "Symbol";
    };
    const bool isPlain =
        columns.size() > 2 && columns[0] == "Baseline" && std::all_of(columns.begin() + 2, columns.end(), isText);
    if (!isPlain || !(columns[1].starts_with("Delta") || columns[1] == "Ratio") || columns[1].contains('/')) {
        return perf::CellColumns(text.view(), table.head).areKnown() ? Form::Cells : Form::Other;
    }
    return columns[1].starts_with("Delta") ? Form::Delta : columns[1] == "Ratio" ? Form::Ratio : Form::Other;
}

std::optional<double> numberOf(std::string_view digits)
{
    double value = 0;
    const auto* begin = digits.data() + (digits.starts_with('+') ? 1 : 0);
    const auto [end, error] = std::from_chars(begin, digits.data() + digits.size(), value);
    return error == std::errc {} && end == digits.data() + digits.size() ? std::optional(value) : std::nullopt;
}

class Reader
{
public:
    Reader(const Text& text, const SymbolTable& table)
        : m_text(text)
        , m_table(table)
        , m_form(formOf(text, table))
        , m_rows(text, table)
        , m_columns(text.view(), table.head)
        , m_occurrences(table.rows.size())
    {
    }

    ParsedBlock read(SourceSpan span, const Job& job)
    {
        m_run.benchmark = "perf diff";
        m_run.span = span;
        if (!m_table.head.event.empty()) {
            m_run.parameters.emplace("event", m_table.head.event);
        }
        if (m_form == Form::Other) {
            m_parsed.diagnostics.push_back(
                {.severity = Severity::Warning,
                 .code = "unread-table",
                 .message = "the columns of this perf diff are not known; run perf diff without -c to compare it",
                 .span = span});
        }
        for (const auto& place : m_table.rows) {
            if (m_form == Form::Other || job.isCancelled()) {
                break;
            }
            if (!read(place)) {
                m_parsed.diagnostics.push_back(
                    {.severity = Severity::Warning,
                     .code = "unread-row",
                     .message = "a row of a perf diff does not have a share, a delta and a symbol; it was left out",
                     .span = place.span()});
            }
        }
        m_parsed.title =
            std::format("perf diff, {} {}", m_table.rows.size(), m_table.rows.size() == 1 ? "row" : "rows");
        if (!m_run.results.empty()) {
            m_parsed.runs.push_back({.run = std::move(m_run)});
        }
        return std::move(m_parsed);
    }

private:
    bool read(const perf::RowPlace& place)
    {
        if (m_form == Form::Cells && !place.isWrapped()) {
            return takeCells(m_text.slice(place.span()));
        }
        auto row = m_form == Form::Cells ? std::nullopt : m_rows.row(place);
        if (!row) {
            return false;
        }
        return m_form == Form::Cycles ? takeCycles(*row) : take(*row);
    }

    bool takeCells(std::string_view line)
    {
        perf::Identity identity;
        if (!m_columns.read(line, m_values, identity)) {
            return false;
        }
        m_occurrences.number(identity);
        const auto parameters = identity.parameters;
        for (const auto& value : m_values) {
            identity.parameters = parameters;
            if (!value.file.empty()) {
                identity.parameters.emplace("data file", value.file);
            }
            const bool isShare = value.metric == "baseline" || value.metric == "delta";
            add(identity, value.metric, value.digits,
                value.metric == "delta" ? "pp"
                    : isShare           ? "%"
                                        : "",
                isShare ? 0.01 : 1);
        }
        return true;
    }

    /// "46.72%   [div.c:40 -> div.c:40]    -9  ± 37.8% ▁█▁▁   div   [.] main": blanks may stand in the brackets.
    bool takeCycles(SymbolRow& row)
    {
        if (row.level == 0 || row.percentCount != 1 || row.symbol.empty()) {
            return false;
        }
        perf::Identity identity {.test = row.symbol, .parameters = {}};
        auto text = row.middle;
        std::string_view cycles;
        const auto open = text.find('[');
        const auto close = text.find(']', open);
        const auto isBlock = close != std::string_view::npos && text.substr(open, close - open).contains(':');
        const auto isRange = close != std::string_view::npos && text.substr(open, close - open).contains("->");
        if (isBlock || isRange) {
            identity.parameters.emplace("block", text.substr(open + 1, close - open - 1));
            // Older perf has the number before the block.
            cycles = perf::trimmed(text.substr(0, open));
            text = perf::trimmed(text.substr(close + 1));
            if (cycles.empty()) {
                cycles = text.substr(0, text.find_first_of(" \t"));
                text = perf::trimmed(text.substr(cycles.size()));
            }
            if (!numberOf(cycles)) {
                return false;
            }
        }
        identity.parameters.emplace("dso", perf::canonicalDso(text.substr(text.find_last_of(" \t") + 1)));
        m_occurrences.number(identity);
        add(identity, "baseline", row.percents[0], "%", 0.01);
        add(identity, "cycles diff", cycles, "cycles", 1);
        return true;
    }

    bool take(SymbolRow& row)
    {
        // A blank baseline is a symbol that is new, a blank delta one that is gone: missing, not 0.
        std::string_view baseline;
        std::string_view delta;
        for (std::size_t i = 0; i < row.percentCount; ++i) {
            const auto digits = row.percents[i];
            const bool isSigned = digits.starts_with('+') || digits.starts_with('-');
            auto& cell = isSigned ? delta : baseline;
            if (!cell.empty() || (m_form == Form::Ratio && isSigned)) {
                return false;
            }
            cell = digits;
        }
        std::string_view ratio;
        if (m_form == Form::Ratio) {
            auto& text = row.level != 0 ? row.middle : row.rest;
            ratio = text.substr(0, text.find_first_not_of("0123456789.+-e"));
            text = perf::trimmed(text.substr(ratio.size()));
        }
        auto identity = m_rows.identify(row);
        if (identity.test.empty()) {
            return false;
        }
        m_occurrences.number(identity);
        add(identity, "baseline", baseline, "%", 0.01);
        add(identity, "delta", delta, "pp", 0.01);
        add(identity, "ratio", ratio, "", 1);
        return true;
    }

    void add(const perf::Identity& identity, std::string_view metric, std::string_view digits, std::string_view unit,
             double factor)
    {
        const auto value = numberOf(digits);
        if (digits.empty() || !value) {
            return;
        }
        TestResult result;
        result.test = identity.test;
        result.parameters = identity.parameters;
        result.metric = metric;
        result.value = *value;
        result.unit = unit;
        result.baseValue = *value * factor;
        result.baseUnit = unit == "cycles"                            ? unit
            : metric == "weighted diff" || metric.ends_with("period") ? "count"
                                                                      : "ratio";
        result.span = m_text.spanOf(digits);
        m_run.results.push_back(std::move(result));
    }

    const Text& m_text;
    const SymbolTable& m_table;
    Form m_form;
    perf::RowReader m_rows;
    perf::CellColumns m_columns;
    std::vector<perf::CellValue> m_values;
    perf::Occurrences m_occurrences;
    Run m_run;
    ParsedBlock m_parsed;
};

/// A diff has its head or, where that was cut off, a percentage with a sign. Finding tables takes longer than this.
bool mayHoldDiff(const Text& text)
{
    const auto view = text.view();
    for (auto at = view.find('%'); at != std::string_view::npos; at = view.find('%', at + 1)) {
        auto begin = at;
        while (begin > 0 && (view[begin - 1] == '.' || (view[begin - 1] >= '0' && view[begin - 1] <= '9'))) {
            --begin;
        }
        if (begin > 0 && (view[begin - 1] == '+' || view[begin - 1] == '-')) {
            return true;
        }
    }
    const auto lines = text.lines();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool mayBeHead = lines[i].kind == LineKind::Body && lines[i].numbers == 0;
        if (mayBeHead && text.line(i).contains("Baseline")) {
            return true;
        }
    }
    return false;
}

class PerfDiff final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "perf-diff";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "perf diff: shares per symbol and their differences";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "10.56%     -2.56%  [kernel.kallsyms]  [k] delay_halt";
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        if (!mayHoldDiff(text)) {
            return;
        }
        for (auto& table : perf::findSymbolTables(text, job)) {
            if (!table.isDiff) {
                continue;
            }
            out.push_back({.span = {.offset = table.begin, .length = table.end - table.begin},
                           .confidence = table.head.columns.empty() ? Confidence::Likely : Confidence::Certain,
                           .state = std::make_shared<const SymbolTable>(std::move(table))});
        }
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& job) const override
    {
        return Reader(text, *static_cast<const SymbolTable*>(block.state.get())).read(block.span, job);
    }
};

}

const Format& perf_diff()
{
    static const PerfDiff instance;
    return instance;
}

}
