// SPDX-License-Identifier: GPL-3.0-or-later
// `perf report --stdio`, `perf top` and pastes of their interactive views, whole or cut down to a few rows in a mail.
#include "parsers/format.h"
#include "parsers/perf/symbol_row.h"
#include "parsers/perf/symbol_table.h"

#include <algorithm>
#include <charconv>
#include <format>
#include <unordered_map>
#include <utility>

namespace patchscale {
namespace {

using perf::RowPlace;
using perf::SymbolRow;
using perf::SymbolTable;

constexpr std::size_t kMostDigits = 20; // of a 64-bit count

enum class ColumnKind : std::uint8_t { Percent, Number, Command, Dso, Symbol, Text };

struct Column
{
    ColumnKind kind = ColumnKind::Text;
    std::string name; ///< metric or parameter
};

Column columnOf(std::string_view head)
{
    if (head == "Overhead" || head == "Self") {
        return {.kind = ColumnKind::Percent, .name = "self"};
    }
    if (head == "Children") {
        return {.kind = ColumnKind::Percent, .name = "children"};
    }
    if (head == "sys" || head == "usr" || head == "guest sys" || head == "guest usr") {
        return {.kind = ColumnKind::Percent, .name = std::string(head)};
    }
    if (head == "Samples" || head == "Period") {
        return {.kind = ColumnKind::Number, .name = head == "Samples" ? "samples" : "period"};
    }
    if (head == "Command") {
        return {.kind = ColumnKind::Command, .name = "command"};
    }
    if (head == "Shared Object" || head == "Shared Obj" || head == "Source Shared Object") {
        return {.kind = ColumnKind::Dso, .name = "dso"};
    }
    if (head == "Symbol" || head == "Source Symbol") {
        return {.kind = ColumnKind::Symbol, .name = "symbol"};
    }
    std::string name;
    std::ranges::transform(head, std::back_inserter(name),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return {.kind = ColumnKind::Text, .name = std::move(name)};
}

/// What identifies a row: the sides of a comparison must agree in it.
struct Identity
{
    std::string_view test;
    Parameters parameters;
};

/// What a head, or the shape of the rows where there is none, says of the columns.
struct Layout
{
    std::vector<Column> percents; ///< one per percentage of an event
    std::vector<Column> numbers;
    std::vector<Column> texts; ///< in print order, the symbol among them
    std::size_t events = 1; ///< members of an event group: each percentage column holds one value per event
    bool singleCellIsDso = false; ///< no command is printed
};

bool hasColumn(std::span<const Column> columns, ColumnKind kind)
{
    return std::ranges::any_of(columns, [kind](const Column& column) { return column.kind == kind; });
}

/// Reads the cells of one table's rows.
class RowReader
{
public:
    RowReader(const Text& text, const SymbolTable& table)
        : m_text(text)
        , m_table(table)
        , m_layout(layoutOf())
    {
    }

    [[nodiscard]] const Layout& layout() const
    {
        return m_layout;
    }

    [[nodiscard]] std::optional<SymbolRow> row(const RowPlace& place) const
    {
        auto row = perf::symbolRow(m_text.line(place.line));
        if (row && place.symbolLine != place.line) {
            const auto next = perf::trimmed(m_text.line(place.symbolLine));
            if (row->level != 0) {
                row->symbol = next;
            } else {
                SymbolRow rest {.rest = next};
                perf::splitAtLevel(rest);
                row->level = rest.level;
                row->symbol = rest.symbol;
            }
        }
        return row;
    }

    /// The counts between the percentages and the command; they are cut off @p row.
    bool takeNumbers(SymbolRow& row, std::vector<std::string_view>& out) const
    {
        out.clear();
        auto& text = row.level != 0 ? row.middle : row.rest;
        for (std::size_t i = 0; i < m_layout.numbers.size() * m_layout.events; ++i) {
            const auto end = std::min(text.size(), text.find_first_not_of("0123456789"));
            if (end == 0 || end > kMostDigits) {
                return false;
            }
            out.push_back(text.substr(0, end));
            text = perf::trimmed(text.substr(end));
            while (m_table.head.separator != 0 && text.starts_with(m_table.head.separator)) {
                text = perf::trimmed(text.substr(1));
            }
        }
        return true;
    }

    /// Test and parameters of @p row, behind whose percentages and counts nothing but text is left.
    Identity identify(const SymbolRow& row)
    {
        Identity identity;
        if (m_table.head.separator != 0) {
            perf::splitCells(row.level != 0
                                 ? row.rest.substr(static_cast<std::size_t>(row.middle.data() - row.rest.data()))
                                 : row.rest,
                             m_table.head.separator, m_cells);
            assign(m_layout.texts, m_cells, identity);
            return identity;
        }
        if (row.level == 0) {
            perf::splitCells(row.rest, 0, m_cells);
            assign(m_layout.texts, m_cells, identity);
            return identity;
        }
        perf::splitCells(row.symbol, 0, m_cells);
        if (!m_cells.empty()) {
            identity.test = m_cells.front();
        }
        const auto symbol = std::ranges::find(m_layout.texts, ColumnKind::Symbol, &Column::kind);
        if (symbol != m_layout.texts.end() && m_cells.size() > 1) {
            assign({symbol + 1, m_layout.texts.end()}, std::span(m_cells).subspan(1), identity);
        }
        perf::splitCells(row.middle, 0, m_cells);
        const std::span<const Column> before(m_layout.texts.begin(), symbol);
        if (before.size() == m_cells.size()) {
            assign(before, m_cells, identity);
        } else {
            guess(row.middle, identity);
        }
        return identity;
    }

private:
    Layout layoutOf() const
    {
        Layout layout;
        for (const auto head : m_table.head.columns) {
            auto column = columnOf(head);
            auto& list = column.kind == ColumnKind::Percent ? layout.percents
                : column.kind == ColumnKind::Number         ? layout.numbers
                                                            : layout.texts;
            list.push_back(std::move(column));
        }
        std::size_t printed = 0;
        for (const auto& place : m_table.rows) {
            if (const auto row = perf::symbolRow(m_text.line(place.line))) {
                printed = std::max(printed, row->percentCount);
                if (&place - m_table.rows.data() > 16) {
                    break;
                }
            }
        }
        if (layout.percents.empty()) {
            layout.percents =
                printed == 2 ? std::vector {columnOf("Children"), columnOf("Self")} : std::vector {columnOf("Self")};
            layout.singleCellIsDso = m_table.head.isTop || cellsLookLikeDsos();
        } else {
            layout.singleCellIsDso = !hasColumn(layout.texts, ColumnKind::Command);
            if (printed % layout.percents.size() == 0 && printed > 0) {
                layout.events = printed / layout.percents.size();
            }
        }
        return layout;
    }

    /// With one cell before the symbol in every row, a single shared object among them tells what the column holds.
    bool cellsLookLikeDsos() const
    {
        std::vector<std::string_view> cells;
        bool isDso = false;
        for (const auto& place : m_table.rows) {
            const auto found = row(place);
            if (!found) {
                continue;
            }
            perf::splitCells(found->middle, 0, cells);
            if (cells.size() != 1) {
                return false;
            }
            isDso = isDso
                || (perf::looksLikeDso(cells.front()) && cells.front().find_first_of(" ") == std::string_view::npos);
        }
        return isDso;
    }

    static void set(Identity& identity, const Column& column, std::string_view cell)
    {
        const bool isMeasured = column.name.starts_with("symbol ") || column.name.starts_with("ipc");
        if (cell.empty() || cell == "-" || cell == "N/A" || isMeasured) {
            return;
        }
        identity.parameters.emplace(column.name, column.kind == ColumnKind::Dso ? perf::canonicalDso(cell) : cell);
    }

    /// Cells in the order of the columns; without a symbol, the last column names the test.
    static void assign(std::span<const Column> columns, std::span<const std::string_view> cells, Identity& identity)
    {
        const bool hasSymbol = hasColumn(columns, ColumnKind::Symbol);
        for (std::size_t i = 0; i < columns.size() && i < cells.size(); ++i) {
            const bool isTest = columns[i].kind == ColumnKind::Symbol
                || (!hasSymbol && identity.test.empty() && i + 1 == columns.size());
            if (isTest) {
                auto name = cells[i];
                if (name.size() > 4 && name.front() == '[' && name[2] == ']' && name[3] == ' ') {
                    name = perf::trimmed(name.substr(4));
                }
                identity.test = columns[i].kind == ColumnKind::Dso ? perf::canonicalDso(name) : name;
            } else {
                set(identity, columns[i], cells[i]);
            }
        }
    }

    /// Command and shared object from their looks, where the head is cut off or the blanks are squeezed.
    void guess(std::string_view middle, Identity& identity) const
    {
        const Column command = columnOf("Command");
        const Column dso = columnOf("Shared Object");
        if (m_cells.empty()) {
            return;
        }
        if (m_cells.size() >= 2) {
            set(identity, command, m_cells[0]);
            set(identity, dso, m_cells[1]);
            return;
        }
        if (const auto blank = middle.rfind(' '); blank != std::string_view::npos && !m_layout.singleCellIsDso) {
            const auto last = middle.substr(blank + 1);
            if (perf::looksLikeDso(last) || hasColumn(m_layout.texts, ColumnKind::Dso)) {
                set(identity, command, perf::trimmed(middle.substr(0, blank)));
                set(identity, dso, last);
                return;
            }
        }
        set(identity, m_layout.singleCellIsDso || perf::looksLikeDso(middle) ? dso : command, middle);
    }

    const Text& m_text;
    const SymbolTable& m_table;
    Layout m_layout;
    std::vector<std::string_view> m_cells;
};

/// The rows of `perf report --hierarchy`: a name is inside the names above it that are indented less.
class Hierarchy
{
public:
    explicit Hierarchy(std::string_view columns)
    {
        for (std::size_t begin = 0; begin <= columns.size();) {
            const auto end = std::min(columns.size(), columns.find(" / ", begin));
            m_columns.push_back(columnOf(perf::trimmed(columns.substr(begin, end - begin))));
            begin = end + 3;
        }
    }

    /// The identity of @p row if it is on the innermost level.
    std::optional<Identity> step(const SymbolRow& row)
    {
        const auto name = row.level != 0 ? row.symbol : row.rest;
        while (!m_path.empty() && m_path.back().first >= row.percentEnd) {
            m_path.pop_back();
        }
        m_path.emplace_back(row.percentEnd, name);
        if (m_path.size() != m_columns.size()) {
            return std::nullopt;
        }
        Identity identity {.test = name, .parameters = {}};
        for (std::size_t i = 0; i + 1 < m_path.size(); ++i) {
            const bool isDso = m_columns[i].kind == ColumnKind::Dso;
            identity.parameters.emplace(m_columns[i].name,
                                        isDso ? perf::canonicalDso(m_path[i].second) : m_path[i].second);
        }
        return identity;
    }

private:
    std::vector<Column> m_columns;
    std::vector<std::pair<std::size_t, std::string_view>> m_path; ///< depth and name
};

TestResult resultOf(const Text& text, const Identity& identity, const Column& column, std::string_view digits)
{
    TestResult result;
    result.test = identity.test;
    result.parameters = identity.parameters;
    result.metric = column.name;
    result.span = text.spanOf(digits);
    std::from_chars(digits.data(), digits.data() + digits.size(), result.value);
    const bool isPercent = column.kind == ColumnKind::Percent;
    result.unit = isPercent ? "%" : column.name == "samples" ? "samples" : "";
    result.baseValue = isPercent ? result.value / 100 : result.value;
    result.baseUnit = isPercent ? "ratio" : "count";
    return result;
}

/// Marks rows that nothing printed tells apart, so that they never pass for repeats of one another.
class Occurrences
{
public:
    void number(Identity& identity)
    {
        auto key = std::hash<std::string_view> {}(identity.test);
        for (const auto& [name, value] : identity.parameters) {
            key = key * 31 + std::hash<std::string_view> {}(value);
        }
        if (const int count = ++m_seen[key]; count > 1) {
            identity.parameters.emplace("occurrence", std::to_string(count));
        }
    }

private:
    std::unordered_map<std::size_t, int> m_seen;
};

Diagnostic unreadRow(const Text& text, const RowPlace& place, std::string_view why)
{
    const auto& line = text.lines()[place.line];
    return {.severity = Severity::Warning,
            .code = "unread-row",
            .message = std::format("row of a perf report left out: {}", why),
            .span = SourceSpan {.offset = line.begin, .length = line.size()}};
}

ParsedBlock parseTable(const Text& text, const Block& block, const SymbolTable& table, const Job& job)
{
    ParsedBlock parsed;
    RowReader reader(text, table);
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
        run.results.reserve(table.rows.size() * (layout.percents.size() + layout.numbers.size()));
        parsed.runs.push_back({.run = std::move(run), .group = static_cast<int>(event)});
    }

    std::optional<Hierarchy> hierarchy;
    if (table.head.isHierarchy) {
        hierarchy.emplace(table.head.columns.back());
    }
    Occurrences occurrences;
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
                unreadRow(text, table.rows[i], "it has another number of percentages than its table"));
            continue;
        }
        if (!reader.takeNumbers(*row, numbers)) {
            parsed.diagnostics.push_back(unreadRow(text, table.rows[i], "a count is missing"));
            continue;
        }
        auto identity = hierarchy ? hierarchy->step(*row) : reader.identify(*row);
        if (!identity) {
            continue; // the sum of the rows that are inside it
        }
        if (identity->test.empty()) {
            parsed.diagnostics.push_back(unreadRow(text, table.rows[i], "it names no symbol"));
            continue;
        }
        occurrences.number(*identity);
        ++symbols;
        for (std::size_t event = 0; event < layout.events; ++event) {
            auto& results = parsed.runs[event].run.results;
            for (std::size_t column = 0; column < layout.percents.size(); ++column) {
                results.push_back(
                    resultOf(text, *identity, layout.percents[column], row->percents[column * layout.events + event]));
            }
            for (std::size_t column = 0; column < layout.numbers.size(); ++column) {
                results.push_back(
                    resultOf(text, *identity, layout.numbers[column], numbers[column * layout.events + event]));
            }
        }
    }
    parsed.title = std::format("perf report, {} {}", symbols, symbols == 1 ? "row" : "rows");
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
        return parseTable(text, block, *static_cast<const SymbolTable*>(block.state.get()), job);
    }
};

}

const Format& perf_report()
{
    static const PerfReport instance;
    return instance;
}

}
