// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/reading.h"

#include "core/base/units.h"
#include "parsers/context/vocabulary.h"
#include "parsers/table/naming.h"
#include "parsers/table/row_names.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <map>

namespace patchscale::table {
namespace {

std::string joined(const std::vector<std::string_view>& parts)
{
    std::string out;
    for (const auto part : parts) {
        out += std::string(part) + "\n";
    }
    return out;
}

/// What all values of the table share.
struct TableWords
{
    std::string_view unit;
    std::string_view metric;
    Better better = Better::Unknown;
};

TableWords wordsOf(const Table& table, const Heads& heads)
{
    TableWords words;
    std::vector<std::string_view> near {heads.corner};
    near.insert(near.end(), heads.others.begin(), heads.others.end());
    near.insert(near.end(), table.titles.begin(), table.titles.end());
    for (const auto text : near) {
        if (const auto unit = unitIn(text); words.unit.empty() && (unit != "%" || text == heads.corner)) {
            words.unit = unit; // a "%" in a sentence above is seldom what the values are in
        }
        if (words.metric.empty()) {
            words.metric = metricIn(text);
        }
        if (words.better == Better::Unknown) {
            words.better = statedDirection(text);
        }
    }
    return words;
}

/// A table whose baseline is 1 throughout holds ratios, whatever units its labels name.
bool isNormalised(const Table& table, const Layout& layout)
{
    std::size_t ones = 0;
    for (const auto& row : table.rows) {
        for (std::size_t i = 0; i < layout.columns.size(); ++i) {
            const auto& column = layout.columns[i];
            if (column.kind != ColumnKind::Value || layout.variants[column.variant].role != Role::Baseline
                || row.cells[i].kind != CellKind::Value) {
                continue;
            }
            const auto& value = row.cells[i].value;
            if (value.value != 1 && !(value.value == 100 && value.isPercent())) {
                return false;
            }
            ++ones;
        }
    }
    return ones >= 2;
}

std::optional<Spread> spreadOf(const Number& number, SpreadKind relative, SpreadKind absolute)
{
    Spread spread {.kind = absolute, .value = std::abs(number.value), .low = {}, .high = {}, .span = number.span};
    if (number.isPercent()) {
        spread.kind = relative;
        spread.value /= 100;
    }
    if (!std::isfinite(spread.value)) {
        return std::nullopt;
    }
    return spread;
}

class Reader
{
public:
    Reader(std::string_view clean, const Table& table, const Heads& heads, const Layout& layout)
        : m_clean(clean)
        , m_table(table)
        , m_layout(layout)
        , m_names(nameRows(table, heads, layout))
        , m_words(wordsOf(table, heads))
        , m_isNormalised(isNormalised(table, layout))
    {
        scaleUnixBench(table, layout, joined(heads.others) + joined(table.titles) + std::string(heads.corner), m_names);
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
                run.run.variant = {.label = told.label, .role = told.role, .isAssumed = told.isAssumed};
                run.run.span = m_table.span;
                m_out.runs.push_back(std::move(run));
            }
        }
        return static_cast<std::size_t>(group) * m_layout.variants.size() + variant;
    }

    void setUnit(const Number& number, const Column& column, const RowName& name, TestResult& result) const
    {
        std::string_view context = m_words.unit;
        if (const auto unit = unitIn(column.head.text); !unit.empty()) {
            context = unit;
        }
        if (!name.unit.empty()) {
            context = name.unit;
        }
        if (m_isNormalised) {
            context = "ratio";
        }
        const std::string_view written = number.unit.empty() ? context : number.unit;
        auto unit = unitOf(written);
        const auto known = findUnit(context);
        if (!number.unit.empty() && unit.base == "count" && known && known->base != "count") { // "193k" under "IOPS"
            unit = {.factor = unit.factor * known->factor, .base = known->base};
        }
        if (written == "KBps" && name.benchmark == "unixbench") { // its K is 1024
            unit.factor = 1024;
        }
        result.unit = std::string(written);
        result.baseValue = result.value * unit.factor;
        result.baseUnit = std::string(unit.base);
    }

    std::string metricOf(const Number& number, const Column& column, const RowName& name,
                         const TestResult& result) const
    {
        if (name.benchmark == "perf stat") {
            const bool isRate = result.baseUnit == "1/s";
            return isRate                                            ? "rate"
                : number.isPercent()                                 ? "share"
                : number.unit.empty() && std::abs(number.value) <= 1 ? "fraction"
                                                                     : "value";
        }
        if (!name.metric.empty()) {
            return name.metric;
        }
        if (!column.head.group.empty()) {
            return lowered(column.head.group);
        }
        if (m_isNormalised) {
            return "ratio";
        }
        if (name.benchmark == "fio" && result.baseUnit == "B/s") {
            return "bandwidth";
        }
        if (!m_words.metric.empty()) {
            return std::string(m_words.metric);
        }
        return std::string(metricFor(result.unit));
    }

    void readRow(std::size_t row)
    {
        const auto& name = m_names[row];
        for (std::size_t i = 0; i < m_layout.columns.size(); ++i) {
            const auto& column = m_layout.columns[i];
            const auto& cell = m_table.rows[row].cells[i];
            if (column.kind != ColumnKind::Value || cell.kind != CellKind::Value) {
                continue;
            }
            TestResult result;
            result.test = name.test;
            result.parameters = name.parameters;
            result.value = cell.value.value;
            result.span = cell.value.span;
            setUnit(cell.value, column, name, result);
            if (name.benchmark == "perf stat" && result.unit.empty()) {
                result.baseUnit = "ratio";
            }
            result.metric = metricOf(cell.value, column, name, result);
            result.better = m_words.better;
            if (!std::isfinite(result.value) || !std::isfinite(result.baseValue)) {
                continue;
            }
            addSpreads(cell, column, result);
            addSpreadColumn(row, i, result);
            const auto run = runFor(column.variant, name.benchmark);
            m_results[{row, i}] = {.run = run, .result = m_out.runs[run].run.results.size()};
            m_out.runs[run].run.results.push_back(std::move(result));
        }
    }

    static void addSpreads(const Cell& cell, const Column& column, TestResult& result)
    {
        for (const auto& part : cell.parts) {
            const bool isBracket = part.kind == CellPart::Kind::Bracket && column.bracket == BracketKind::Spread;
            if (result.spread || (part.kind != CellPart::Kind::Spread && !isBracket)) {
                continue;
            }
            auto number = part.number;
            if (isBracket && !number.isPercent() && column.head.suffix.find('%') != std::string_view::npos) {
                number.unit = "%";
            }
            result.spread = spreadOf(number, SpreadKind::Cv, SpreadKind::Stddev);
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
            if (m_layout.columns[next].head.text.find('%') != std::string_view::npos) {
                number.unit = "%";
            }
            result.spread = spreadOf(number, SpreadKind::Cv, SpreadKind::Stddev);
        }
    }

    /// "std (%)" under "mean": belongs to the results of the row above.
    void readSpreadRow(std::size_t row)
    {
        for (std::size_t i = 0; i < m_layout.columns.size(); ++i) {
            const auto& cell = m_table.rows[row].cells[i];
            const auto above = m_results.find({row - 1, i});
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
                result.spread = spreadOf(number, SpreadKind::Cv, SpreadKind::Stddev);
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
        std::vector<std::size_t> told;
        for (const auto& delta : m_layout.deltas) {
            if (!delta.isProven || delta.convention == Convention::Change || delta.convention == Convention::Ratio
                || std::ranges::find(told, delta.column) != told.end()) {
                continue;
            }
            told.push_back(delta.column);
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
    TableWords m_words;
    bool m_isNormalised = false;
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
