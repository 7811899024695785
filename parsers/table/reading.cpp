// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/reading.h"

#include "parsers/context/passage.h"
#include "parsers/table/measures.h"
#include "parsers/table/naming.h"
#include "parsers/table/row_names.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <map>

namespace patchscale::table {
namespace {

/// A spread by this name is told in percent although no "%" stands behind it.
bool isRelativeSpread(std::string_view name)
{
    const auto lower = lowered(name);
    return lower.contains('%') || lower == "cv" || lower == "rsd" || lower.contains("coeff");
}

class Reader
{
public:
    Reader(std::string_view clean, const Table& table, const Heads& heads, const Layout& layout)
        : m_clean(clean)
        , m_table(table)
        , m_layout(layout)
        , m_names(nameRows(table, heads, layout))
        , m_measures(table, heads, layout)
    {
    }

    ParsedBlock read()
    {
        for (std::size_t row = 0; row < m_table.rows.size(); ++row) {
            if (m_names[row].isSpread && row > 0) {
                readSpreadRow(row);
            } else {
                readRow(row);
            }
        }
        for (std::size_t row = 0; row < m_table.rows.size(); ++row) {
            for (const auto& delta : m_layout.deltas) {
                readClaim(row, delta);
            }
            for (std::size_t i = 0; i < m_layout.columns.size(); ++i) {
                const bool isValue =
                    m_layout.columns[i].kind == ColumnKind::Value && m_table.rows[row].cells[i].kind == CellKind::Value;
                if (const auto reference = isValue ? isChangeOf(row, i) : std::nullopt;
                    reference.value_or(kNone) != kNone) {
                    readClaim(row, {.column = i, .baseline = *reference, .candidate = i, .isPercent = false});
                }
            }
        }
        addDiagnostics();
        const auto tests = static_cast<std::size_t>(
            std::ranges::count_if(m_names, [](const RowName& name) { return !name.isSpread; }));
        m_out.title = std::format("Before/after table, {} {}", tests, tests == 1 ? "row" : "rows");
        return std::move(m_out);
    }

private:
    struct Key
    {
        std::size_t row;
        std::size_t column;
        auto operator<=>(const Key&) const = default;
    };

    /// The run of @p variant for a row's benchmark.
    std::size_t runFor(std::size_t variant, const std::string& benchmark)
    {
        const auto group = std::ranges::find(m_benchmarks, benchmark) - m_benchmarks.begin();
        if (group == std::ssize(m_benchmarks)) {
            m_benchmarks.push_back(benchmark);
            for (const auto& told : m_layout.variants) {
                BlockRun run {.run = {}, .knowsVariant = true, .knowsMachine = false, .group = static_cast<int>(group)};
                run.run.benchmark = benchmark;
                run.run.variant = {.label = squeezed(told.label), .role = told.role, .isAssumed = told.isAssumed};
                run.run.span = m_table.span;
                m_out.runs.push_back(std::move(run));
            }
        }
        return static_cast<std::size_t>(group) * m_layout.variants.size() + variant;
    }

    /// "102056.9  -35.5%": a change in percent where the other side has its value, in which column; kNone where that is
    /// of the same variant, so that nobody knows what changed.
    [[nodiscard]] std::optional<std::size_t> isChangeOf(std::size_t row, std::size_t column) const
    {
        const auto& cells = m_table.rows[row].cells;
        if (!cells[column].value.isPercent() || !cells[column].value.isSigned) {
            return std::nullopt;
        }
        std::optional<std::size_t> other;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (i != column && m_layout.columns[i].kind == ColumnKind::Value && cells[i].kind == CellKind::Value
                && !cells[i].value.isPercent()) {
                const bool isOtherSide = m_layout.columns[i].variant != m_layout.columns[column].variant;
                other = isOtherSide ? i : other.value_or(kNone);
            }
        }
        return other;
    }

    void readRow(std::size_t row)
    {
        const auto& name = m_names[row];
        for (std::size_t i = 0; i < m_layout.columns.size(); ++i) {
            const auto& column = m_layout.columns[i];
            const auto& cell = m_table.rows[row].cells[i];
            if (column.kind != ColumnKind::Value || cell.kind != CellKind::Value || isChangeOf(row, i)) {
                continue;
            }
            TestResult result;
            result.test = name.test;
            result.parameters = name.parameters;
            result.value = cell.value.value;
            result.span = cell.value.span;
            m_measures.measure(cell.value, column, name, result);
            if (!std::isfinite(result.value) || !std::isfinite(result.baseValue)) {
                continue;
            }
            addSamples(cell, result);
            addSpreads(cell, column, result);
            addSpreadColumn(row, i, result);
            const auto run = runFor(column.variant, name.benchmark);
            m_results[{row, i}] = {.run = run, .result = m_out.runs[run].run.results.size()};
            m_out.runs[run].run.results.push_back(std::move(result));
        }
    }

    /// Several observations of one value: their mean is the value.
    static void addSamples(const Cell& cell, TestResult& result)
    {
        for (const auto& part : cell.parts) {
            if (part.kind == CellPart::Kind::Observed) {
                const int order = static_cast<int>(result.samples.size());
                result.samples.push_back(
                    {.value = part.number.value, .span = part.number.span, .round = order, .order = order});
            }
        }
        if (!cell.hasPart(CellPart::Kind::Sample)) {
            return;
        }
        const double factor = result.value != 0 ? result.baseValue / result.value : 1;
        result.samples.push_back({.value = cell.value.value, .span = cell.value.span});
        for (const auto& part : cell.parts) {
            if (part.kind == CellPart::Kind::Sample) {
                const int order = static_cast<int>(result.samples.size());
                result.samples.push_back(
                    {.value = part.number.value, .span = part.number.span, .round = order, .order = order});
            }
        }
        double sum = 0;
        for (const auto& sample : result.samples) {
            sum += sample.value;
        }
        result.value = sum / static_cast<double>(result.samples.size());
        result.baseValue = result.value * factor;
    }

    static void addSpreads(const Cell& cell, const Column& column, TestResult& result)
    {
        std::size_t brackets = 0;
        const auto names = bracketsOf(column.head.text);
        for (const auto& part : cell.parts) {
            const auto index = part.kind == CellPart::Kind::Bracket ? brackets++ : kNone;
            const bool isBracket = part.kind == CellPart::Kind::Bracket && column.bracket == BracketKind::Spread
                && (column.spreadPart == kNone || column.spreadPart == index);
            if (result.spread || (part.kind != CellPart::Kind::Spread && !isBracket)) {
                continue;
            }
            auto number = part.number;
            const auto name = index < names.size() ? names[index] : column.head.suffix;
            if (isBracket && !number.isPercent() && isRelativeSpread(name)) {
                number.unit = "%";
            }
            result.spread = spreadOf(number, result.unit);
        }
    }

    /// A column of its own: "Stddev" to the right of its values.
    void addSpreadColumn(std::size_t row, std::size_t column, TestResult& result) const
    {
        const auto next = column + 1;
        if (next >= m_layout.columns.size() || m_layout.columns[next].kind != ColumnKind::Spread || result.spread) {
            return;
        }
        const auto& cell = m_table.rows[row].cells[next];
        if (cell.kind == CellKind::Value) {
            auto number = cell.value;
            const auto head = lowered(m_layout.columns[next].head.text);
            if (isRelativeSpread(head)) {
                number.unit = "%";
            }
            result.spread = spreadOf(number, result.unit);
            if (result.spread && result.spread->kind == SpreadKind::Stddev
                && (head == "ci" || head.starts_with("ci(") || head.starts_with("ci (") || head.starts_with("ci95"))) {
                result.spread->kind = SpreadKind::Ci95;
            }
        }
    }

    /// The row whose spread row @p row holds: the one of the same case, else the one right above.
    [[nodiscard]] std::size_t meanRowOf(std::size_t row) const
    {
        auto wanted = m_names[row].parameters;
        if (wanted.erase("statistic") == 0) {
            return row - 1;
        }
        for (std::size_t i = row; i-- > 0;) {
            auto other = m_names[i].parameters;
            const auto statistic = other.find("statistic");
            if (statistic == other.end() || !statistic->second.contains("mean")) {
                continue;
            }
            other.erase(statistic);
            if (m_names[i].test == m_names[row].test && other == wanted) {
                return i;
            }
        }
        return row;
    }

    /// "std (%)" under "mean" belongs to the results of another row.
    void readSpreadRow(std::size_t row)
    {
        const auto mean = meanRowOf(row);
        for (std::size_t i = 0; i < m_layout.columns.size(); ++i) {
            const auto& cell = m_table.rows[row].cells[i];
            const auto above = m_results.find({mean, i});
            if (above == m_results.end() || cell.kind != CellKind::Value) {
                continue;
            }
            auto number = cell.value;
            const auto label = lowered(m_table.rows[row].cells.front().text);
            if (label.find('%') != std::string::npos || label.starts_with("coeff") || label.starts_with("cv")) {
                number.unit = "%";
            }
            auto& result = m_out.runs[above->second.run].run.results[above->second.result];
            if (!result.spread) {
                result.spread = spreadOf(number, result.unit);
            }
        }
    }

    void readClaim(std::size_t row, const DeltaSource& source)
    {
        const auto stated = statedNumber(m_table.rows[row], source);
        const auto baseline = m_results.find({row, source.baseline});
        const auto candidate = m_results.find({row, source.candidate});
        if (!stated || m_names[row].isSpread || (baseline == m_results.end() && candidate == m_results.end())) {
            return;
        }
        const bool marksBest = source.convention == Convention::Ratio && stated->value == 1 && source.part != kNone;
        if (marksBest) { // "(100%)" behind the best of a row says nothing about the other
            return;
        }
        const auto& name = m_names[row];
        Claim claim;
        claim.test = name.test;
        claim.parameters = name.parameters;
        const auto& told = baseline != m_results.end() ? baseline->second : candidate->second;
        claim.metric = m_out.runs[told.run].run.results[told.result].metric;
        claim.baseline = m_layout.variants[m_layout.columns[source.baseline].variant].label;
        claim.candidate = m_layout.variants[m_layout.columns[source.candidate].variant].label;
        claim.kind = source.convention == Convention::Ratio ? ClaimKind::Ratio
            : source.convention == Convention::Difference   ? ClaimKind::Difference
                                                            : ClaimKind::Change;
        claim.low = claim.high = stated->value;
        claim.resolution = stated->resolution;
        claim.isApproximate = stated->isApproximate;
        claim.span = stated->span;
        claim.stated = std::string(
            m_clean.substr(stated->span.offset, std::max(stated->end, stated->span.end()) - stated->span.offset));
        if (baseline != m_results.end()) {
            claim.baselineResult = baseline->second;
        }
        if (candidate != m_results.end()) {
            claim.candidateResult = candidate->second;
        }
        if (std::isfinite(claim.low)) {
            m_out.claims.push_back(std::move(claim));
        }
    }

    void addUnreadColumns()
    {
        std::vector<std::string_view> told;
        for (std::size_t i = 0; i < m_layout.columns.size(); ++i) {
            const auto& column = m_layout.columns[i];
            const auto holds = [i](const Row& row) { return row.cells[i].kind == CellKind::Value; };
            const auto first = std::ranges::find_if(m_table.rows, holds);
            const auto name = lowered(column.head.text);
            const bool isDerived = column.head.kind || name.contains("std") || name.contains("deviation");
            if (column.kind != ColumnKind::Ignored || name.empty() || isDerived || first == m_table.rows.end()
                || std::ranges::contains(told, column.head.text)) {
                continue;
            }
            told.push_back(column.head.text);
            m_out.diagnostics.push_back(
                {.severity = Severity::Info,
                 .code = "unread-column",
                 .message = std::format("what stands under '{}' is of no variant that is known and was left out",
                                        squeezed(column.head.text)),
                 .span = first->cells[i].value.span});
        }
    }

    void addDiagnostics()
    {
        for (const auto& span : m_table.unread) {
            m_out.diagnostics.push_back({.severity = Severity::Warning,
                                         .code = "unread-row",
                                         .message =
                                             "a row of a table has another number of cells than the rows around it "
                                             "and was left out; check it in the source",
                                         .span = span});
        }
        addUnreadColumns();
        std::vector<Convention> told;
        for (const auto& delta : m_layout.deltas) {
            const bool isPlain = delta.convention == Convention::Change || delta.convention == Convention::Ratio
                || delta.convention == Convention::Difference;
            if (!delta.isProven || isPlain || std::ranges::find(told, delta.convention) != told.end()) {
                continue;
            }
            told.push_back(delta.convention);
            m_out.diagnostics.push_back(
                {.severity = Severity::Info,
                 .code = "delta-convention",
                 .message = std::format("the table states its changes as {}; they are compared with (new - old) / old",
                                        formula(delta.convention)),
                 .span = m_table.span});
        }
    }

    std::string_view m_clean;
    const Table& m_table;
    const Layout& m_layout;
    std::vector<RowName> m_names;
    Measures m_measures;
    std::vector<std::string> m_benchmarks;
    std::map<Key, ResultRef> m_results;
    ParsedBlock m_out;
};

}

ParsedBlock readColumns(std::string_view clean, const Table& table, const Heads& heads, const Layout& layout)
{
    return Reader(clean, table, heads, layout).read();
}

}
