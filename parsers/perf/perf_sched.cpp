// SPDX-License-Identifier: GPL-3.0-or-later
// `perf sched latency` and `perf kwork`: tables whose cells stand between bars and carry their own unit. Process ids
// and the moments of the longest delays differ from run to run, so a task is known by its name.
#include "parsers/context/vocabulary.h"
#include "parsers/format.h"
#include "parsers/perf/profile_rows.h"
#include "parsers/perf/symbol_row.h"
#include "parsers/perf/tool_cells.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <format>
#include <utility>

namespace patchscale {
namespace {

constexpr auto kMarks = std::to_array<std::string_view>({"Kwork Name", "Runtime", "runtime"});

struct BarColumn
{
    std::string name; ///< metric or parameter: "avg delay"
    std::string_view unit; ///< of the head: "Runtime ms"; cells that print their own have it before this one
};

/// Rows below a label that a person put into the table.
struct Section
{
    std::string_view label; ///< empty when none is written
    std::vector<std::size_t> rows;
};

struct BarTable
{
    bool isKwork = false;
    std::vector<BarColumn> columns {};
    std::vector<Section> sections {};
    std::string_view note {}; ///< "INFO: 21.324% context switch bugs (29 out of 136)"
    std::size_t begin = 0;
    std::size_t end = 0;
};

std::string lowerCase(std::string_view text)
{
    std::string out;
    std::ranges::transform(text, std::back_inserter(out),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

/// "Average delay ms" and "Avg delay ms" are one metric; so are "Switches" and "Count".
BarColumn columnOf(std::string_view head)
{
    BarColumn column;
    for (const std::string_view unit : {" ms", " s"}) {
        if (head.ends_with(unit)) {
            column.unit = unit.substr(1);
            head = perf::trimmed(head.substr(0, head.size() - unit.size()));
        }
    }
    column.name = lowerCase(head);
    for (const auto& [from, to] :
         {std::pair<std::string_view, std::string_view> {"average ", "avg "}, {"maximum ", "max "}}) {
        if (column.name.starts_with(from)) {
            column.name.replace(0, from.size(), to);
        }
    }
    if (column.name == "count") {
        column.name = "switches";
    }
    return column;
}

std::optional<BarTable> headIn(std::string_view view)
{
    auto text = perf::trimmed(view);
    if (text.starts_with('|')) {
        text = perf::trimmed(text.substr(1));
    }
    const bool isKwork = text.starts_with("Kwork Name");
    if (!isKwork && !text.starts_with("Task ")) {
        return std::nullopt;
    }
    std::vector<std::string_view> cells;
    perf::splitCells(text, '|', cells);
    BarTable table {.isKwork = isKwork};
    while (!cells.empty() && cells.back().empty()) {
        cells.pop_back();
    }
    if (std::ranges::contains(cells, std::string_view {})) {
        return std::nullopt;
    }
    for (const auto cell : cells) {
        table.columns.push_back(columnOf(cell));
    }
    if (table.columns.size() < 3 || (!isKwork && table.columns[1].name != "runtime")) {
        return std::nullopt;
    }
    if (isKwork) {
        for (auto& column : table.columns) {
            column.name = column.name == "switches" ? "count" : column.name;
        }
    }
    return table;
}

/// The cells of a row: a name and then numbers, which nothing but perf prints with "|" between them.
bool isRow(const BarTable& table, std::string_view view, std::vector<std::string_view>& cells)
{
    perf::splitCells(view, '|', cells);
    if (!cells.empty() && cells.front().empty()) {
        cells.erase(cells.begin());
    }
    while (!cells.empty() && cells.back().empty()) {
        cells.pop_back();
    }
    return cells.size() >= 3 && cells.size() <= table.columns.size() && !cells.front().empty()
        && cells[1].find_first_of("0123456789") != std::string_view::npos;
}

/// A line within the table that is none of it: what a person calls the rows below.
bool isLabel(std::string_view view)
{
    const auto text = perf::trimmed(view);
    constexpr std::size_t kLongest = 60;
    return text.size() <= kLongest && !text.contains('|') && !text.ends_with('.') && !text.ends_with(';');
}

std::vector<BarTable> findTables(const Text& text, const Job& job)
{
    std::vector<BarTable> tables;
    std::vector<std::string_view> cells;
    const auto lines = text.lines();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i % 65536 == 0 && job.isCancelled()) {
            break;
        }
        if (!perf::isWordsOnly(lines[i])) {
            continue;
        }
        auto table = headIn(text.line(i));
        if (!table) {
            continue;
        }
        table->begin = lines[i].begin;
        std::string_view label;
        auto last = i;
        for (auto next = i + 1; next < lines.size(); ++next) {
            const auto view = text.line(next);
            if (lines[next].kind == LineKind::Blank || lines[next].kind == LineKind::Ruler) {
                continue;
            }
            if (lines[next].kind != LineKind::Body || lines[next].quoteDepth != lines[i].quoteDepth) {
                break;
            }
            if (isRow(*table, view, cells)) {
                if (table->sections.empty() || !label.empty()) {
                    table->sections.push_back({.label = std::exchange(label, {}), .rows = {}});
                }
                table->sections.back().rows.push_back(next);
            } else if (perf::trimmed(view).starts_with("INFO:")) {
                table->note = perf::trimmed(view);
            } else if (label.empty() && isLabel(view)) {
                label = perf::trimmed(view);
                continue;
            } else {
                break;
            }
            last = next;
        }
        if (last == i) {
            continue;
        }
        table->end = lines[last].end;
        i = last;
        if (!table->sections.empty()) {
            tables.push_back(std::move(*table));
        }
    }
    return tables;
}

/// A cell "avg:   68.031 ms", "2932", "max at: 140.134496 s" taken apart.
struct Cell
{
    std::string_view digits;
    std::string_view unit;
};

std::optional<Cell> cellIn(std::string_view text)
{
    if (const auto colon = text.find(':'); colon != std::string_view::npos) {
        text = text.substr(colon + 1);
    }
    Cell cell;
    cell.digits = perf::takeWord(text);
    cell.unit = text;
    return perf::plainNumber(cell.digits) ? std::optional(cell) : std::nullopt;
}

/// "netperf:4337" and "bash:(12)" are tasks of that name; "TOTAL:" is their sum.
std::string_view taskName(std::string_view cell)
{
    const auto colon = cell.rfind(':');
    if (colon == std::string_view::npos) {
        return cell;
    }
    const auto tail = cell.substr(colon + 1);
    const bool isId = colon > 0 && tail.find_first_not_of("()0123456789") == std::string_view::npos;
    return isId ? cell.substr(0, colon) : cell;
}

class Reader
{
public:
    Reader(const Text& text, const BarTable& table)
        : m_text(text)
        , m_table(table)
        , m_benchmark(table.isKwork ? "perf kwork" : "perf sched")
    {
    }

    ParsedBlock read(SourceSpan span)
    {
        std::vector<std::string_view> labels;
        for (const auto& section : m_table.sections) {
            labels.push_back(section.label);
        }
        const bool areLabelled = std::ranges::none_of(labels, &std::string_view::empty);
        const auto variants = areLabelled ? assignRoles(labels) : std::vector<Variant>(labels.size());
        std::size_t rows = 0;
        for (std::size_t i = 0; i < m_table.sections.size(); ++i) {
            BlockRun run;
            run.run.benchmark = m_benchmark;
            run.run.span = span;
            run.knowsVariant = areLabelled;
            run.run.variant = variants[i];
            perf::Occurrences occurrences(m_table.sections[i].rows.size());
            for (const auto index : m_table.sections[i].rows) {
                take(index, occurrences, run.run);
            }
            rows += m_table.sections[i].rows.size();
            m_parsed.runs.push_back(std::move(run));
        }
        if (!m_table.note.empty() && !m_table.note.starts_with("INFO: 0.000%")) {
            m_parsed.diagnostics.push_back(
                {.severity = Severity::Warning,
                 .code = "lost-samples",
                 .message = std::format("{} says that events are missing (\"{}\"); record with a larger -m before "
                                        "trusting small differences",
                                        m_benchmark, m_table.note.substr(6)),
                 .span = m_text.spanOf(m_table.note)});
        }
        m_parsed.title = std::format("{}, {} {}", m_benchmark, rows, rows == 1 ? "row" : "rows");
        return std::move(m_parsed);
    }

private:
    void take(std::size_t index, perf::Occurrences& occurrences, Run& run)
    {
        isRow(m_table, m_text.line(index), m_cells);
        const auto name = m_table.isKwork ? m_cells.front() : taskName(m_cells.front());
        perf::Identity identity {.test = name == "TOTAL" ? "total" : name, .parameters = {}};
        std::size_t first = 1;
        if (m_table.isKwork && m_table.columns[1].name == "cpu") {
            identity.parameters.emplace("cpu", m_cells[1]);
            first = 2;
        }
        occurrences.number(identity);
        for (std::size_t i = first; i < m_cells.size(); ++i) {
            const auto& column = m_table.columns[i];
            const auto cell = cellIn(m_cells[i]);
            if (!cell) {
                m_parsed.diagnostics.push_back(
                    {.severity = Severity::Warning,
                     .code = "unread-value",
                     .message = std::format("a cell of {} is no number; it was left out", m_benchmark),
                     .span = m_text.spanOf(m_cells[i])});
                continue;
            }
            auto& result = run.results.emplace_back(
                perf::toolResult(m_text, m_benchmark, identity.test, column.name, cell->digits, cell->unit));
            result.parameters = identity.parameters;
            const bool isDelay = column.name.ends_with(" delay") || column.name.ends_with("runtime");
            result.better = isDelay ? Better::Lower : Better::Unknown; // counts and moments are neither good nor bad
        }
    }

    const Text& m_text;
    const BarTable& m_table;
    std::string_view m_benchmark;
    std::vector<std::string_view> m_cells;
    ParsedBlock m_parsed;
};

class PerfSched final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "perf-sched";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "perf sched latency and perf kwork: run times and delays per task";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "netperf:4337  |  21709.193 ms |     2932 | avg:    0.002 ms | max:    0.041 ms |";
    }

    [[nodiscard]] std::span<const std::string_view> marks() const override
    {
        return kMarks;
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        for (auto& table : findTables(text, job)) {
            out.push_back({.span = {.offset = table.begin, .length = table.end - table.begin},
                           .confidence = Confidence::Certain,
                           .state = std::make_shared<const BarTable>(std::move(table))});
        }
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& /*job*/) const override
    {
        return Reader(text, *static_cast<const BarTable*>(block.state.get())).read(block.span);
    }
};

}

const Format& perf_sched()
{
    static const PerfSched instance;
    return instance;
}

}
