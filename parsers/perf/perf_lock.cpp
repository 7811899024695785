// SPDX-License-Identifier: GPL-3.0-or-later
// `perf lock contention` and `perf lock report`: how often and how long tasks waited for each lock. Every cell has its
// own unit; with -x the times are nanoseconds.
#include "parsers/format.h"
#include "parsers/perf/profile_rows.h"
#include "parsers/perf/symbol_row.h"
#include "parsers/perf/tool_cells.h"

#include <algorithm>
#include <array>
#include <format>
#include <utility>

namespace patchscale {
namespace {

constexpr auto kMarks = std::to_array<std::string_view>({"total wait", "max wait", "min wait", "avg wait"});

constexpr std::string_view kBenchmark = "perf lock";

enum class CellKind : std::uint8_t { Count, Time, Word, Rest };

struct LockColumn
{
    CellKind kind = CellKind::Word;
    std::string_view name;
    bool isNanoseconds = false; ///< the head says "(ns)", or -x was given
};

struct KnownColumn
{
    std::string_view head;
    CellKind kind;
};

constexpr auto kColumns = std::to_array<KnownColumn>({
    {.head = "contended", .kind = CellKind::Count},
    {.head = "acquired", .kind = CellKind::Count},
    {.head = "total wait", .kind = CellKind::Time},
    {.head = "max wait", .kind = CellKind::Time},
    {.head = "min wait", .kind = CellKind::Time},
    {.head = "avg wait", .kind = CellKind::Time},
    {.head = "type", .kind = CellKind::Word},
    {.head = "pid", .kind = CellKind::Word},
    {.head = "address", .kind = CellKind::Word},
    {.head = "caller", .kind = CellKind::Rest},
    {.head = "comm", .kind = CellKind::Rest},
    {.head = "symbol", .kind = CellKind::Rest},
    {.head = "cgroup", .kind = CellKind::Rest},
    {.head = "Name", .kind = CellKind::Rest},
});

struct LockTable
{
    std::vector<LockColumn> columns;
    std::string_view separator; ///< of -x; empty when the table is padded
    std::vector<std::size_t> rows;
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// The columns that @p text names, all of them known, or nothing.
std::vector<LockColumn> columnsIn(std::string_view text, std::string_view separator)
{
    std::vector<LockColumn> columns;
    text = perf::trimmed(text);
    while (!text.empty()) {
        const auto known =
            std::ranges::find_if(kColumns, [text](const KnownColumn& column) { return text.starts_with(column.head); });
        if (known == kColumns.end()) {
            return separator.empty() ? std::vector<LockColumn> {} : columns; // what follows is no value we know
        }
        LockColumn column {
            .kind = known->kind, .name = text.substr(0, known->head.size()), .isNanoseconds = !separator.empty()};
        text = perf::trimmed(text.substr(known->head.size()));
        if (text.starts_with("(ns)")) {
            column.isNanoseconds = true;
            text = perf::trimmed(text.substr(4));
        }
        if (!separator.empty() && text.starts_with(separator)) {
            text = perf::trimmed(text.substr(separator.size()));
        }
        columns.push_back(column);
    }
    return columns;
}

/// The table that the line @p view heads, or nothing.
std::optional<LockTable> headIn(std::string_view view)
{
    auto text = perf::trimmed(view);
    LockTable table;
    constexpr std::string_view kOutput = "# output: ";
    if (text.starts_with(kOutput)) {
        text = text.substr(kOutput.size());
        const auto first =
            std::ranges::find_if(kColumns, [text](const KnownColumn& column) { return text.starts_with(column.head); });
        if (first == kColumns.end()) {
            return std::nullopt;
        }
        const auto behind = text.substr(first->head.size());
        table.separator = behind.substr(0, behind.find(' '));
        if (table.separator.empty()) {
            return std::nullopt;
        }
    } else if (!text.starts_with("Name") && !text.starts_with("contended") && !text.starts_with("total wait")) {
        return std::nullopt;
    }
    table.columns = columnsIn(text, table.separator);
    const auto times = std::ranges::count(table.columns, CellKind::Time, &LockColumn::kind);
    return times > 0 && table.columns.size() > 2 ? std::optional(std::move(table)) : std::nullopt;
}

/// A value of a row with its unit.
struct Measured
{
    const LockColumn* column = nullptr;
    std::string_view digits;
    std::string_view unit;
};

struct LockRow
{
    std::vector<Measured> values;
    std::string_view type;
    std::string_view address;
    std::string_view name; ///< caller, command, symbol, cgroup or lock
};

bool isTimeUnit(std::string_view word)
{
    constexpr auto kUnits = std::to_array<std::string_view>({"ns", "us", "ms", "s"});
    return std::ranges::find(kUnits, word) != kUnits.end();
}

/// A count or a time from the front of @p text; false if none stands there.
bool takeMeasured(const LockColumn& column, std::string_view& text, LockRow& row)
{
    Measured cell {.column = &column, .digits = perf::takeWord(text), .unit = {}};
    if (column.kind == CellKind::Time) {
        cell.unit = column.isNanoseconds ? std::string_view("ns") : perf::takeWord(text);
        if (!isTimeUnit(cell.unit)) {
            return false;
        }
    }
    const bool isNumber =
        column.kind == CellKind::Count ? perf::isCount(cell.digits) : perf::plainNumber(cell.digits).has_value();
    row.values.push_back(cell);
    return isNumber;
}

void setWord(const LockColumn& column, std::string_view word, LockRow& row)
{
    if (column.name == "type") {
        row.type = word;
    } else if (column.name == "address") {
        row.address = word;
    } else if (column.kind == CellKind::Rest) {
        row.name = word;
    }
}

/// A row of `perf lock report`, whose name comes first and may hold blanks: its values are read from the end.
std::optional<LockRow> nameFirst(const LockTable& table, std::string_view text)
{
    std::size_t words = 0;
    for (const auto& column : table.columns) {
        words += column.kind == CellKind::Count || column.isNanoseconds ? 1 : column.kind == CellKind::Time ? 2 : 0;
    }
    auto at = text.size();
    for (std::size_t i = 0; i < words; ++i) {
        const auto end = at == 0 ? std::string_view::npos : text.find_last_not_of(" \t", at - 1);
        if (end == std::string_view::npos) {
            return std::nullopt;
        }
        const auto blank = text.find_last_of(" \t", end);
        at = blank == std::string_view::npos ? 0 : blank;
    }
    LockRow row;
    row.name = perf::trimmed(text.substr(0, at));
    auto rest = text.substr(at);
    for (const auto& column : table.columns) {
        if (column.kind != CellKind::Rest && !takeMeasured(column, rest, row)) {
            return std::nullopt;
        }
    }
    return row;
}

std::optional<LockRow> lockRow(const LockTable& table, std::string_view view)
{
    auto text = perf::trimmed(view);
    if (table.columns.front().kind == CellKind::Rest) {
        return nameFirst(table, text); // a lock without a symbol has no name there
    }
    LockRow row;
    if (!table.separator.empty()) {
        std::size_t i = 0;
        for (; i < table.columns.size() && !text.empty(); ++i) {
            auto cell = perf::trimmed(text.substr(0, text.find(table.separator)));
            text = text.substr(std::min(text.size(), text.find(table.separator)));
            text = text.substr(std::min(text.size(), table.separator.size()));
            const auto& column = table.columns[i];
            if (column.kind == CellKind::Word || column.kind == CellKind::Rest) {
                setWord(column, cell, row);
            } else if (!takeMeasured(column, cell, row) || !cell.empty()) {
                return std::nullopt;
            }
        }
        return i == table.columns.size() ? std::optional(std::move(row)) : std::nullopt;
    }
    for (const auto& column : table.columns) {
        if (column.kind == CellKind::Rest) {
            setWord(column, text, row);
            text = {};
        } else if (column.kind == CellKind::Word) {
            setWord(column, perf::takeWord(text), row);
        } else if (!takeMeasured(column, text, row)) {
            return std::nullopt;
        }
    }
    return row;
}

/// "0xffffffff9a23f4b5  _raw_read_lock_irqsave+0x45", which -v prints below a row.
bool isStack(std::string_view view)
{
    auto text = perf::trimmed(view);
    return perf::isAddress(perf::takeWord(text));
}

std::vector<LockTable> findTables(const Text& text, const Job& job)
{
    std::vector<LockTable> tables;
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
        for (std::size_t next = i + 1; next < lines.size(); ++next) {
            const auto view = text.line(next);
            if (lines[next].kind == LineKind::Blank || lines[next].kind == LineKind::Ruler) {
                continue;
            }
            if (lines[next].kind != LineKind::Body || lines[next].quoteDepth != lines[i].quoteDepth) {
                break;
            }
            if (lockRow(*table, view)) {
                table->rows.push_back(next);
            } else if (table->rows.empty() || !isStack(view)) {
                break;
            }
            table->end = lines[next].end;
        }
        if (!table->rows.empty()) {
            i = table->rows.back();
            tables.push_back(std::move(*table));
        }
    }
    return tables;
}

/// "pack_mutex (mutex)" tells name and type; a lock without a symbol is known by its address.
perf::Identity identityOf(const LockTable& table, LockRow row)
{
    if (table.columns.back().name == "symbol") {
        const auto open = row.name.rfind('(');
        if (row.name.ends_with(')') && open != std::string_view::npos) {
            row.type = row.name.substr(open + 1, row.name.size() - open - 2);
            row.name = perf::trimmed(row.name.substr(0, open));
        }
        if (row.name.empty()) {
            row.name = row.address;
        }
    }
    perf::Identity identity {.test = row.name.empty() ? "[unknown]" : row.name, .parameters = {}};
    if (!row.type.empty()) {
        identity.parameters.emplace("type", row.type);
    }
    return identity;
}

class PerfLock final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "perf-lock";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "perf lock contention and perf lock report: waits per lock";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return " contended   total wait     max wait     avg wait         type   caller";
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
                           .state = std::make_shared<const LockTable>(std::move(table))});
        }
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& job) const override
    {
        const auto& table = *static_cast<const LockTable*>(block.state.get());
        ParsedBlock parsed;
        Run run;
        run.benchmark = kBenchmark;
        run.span = block.span;
        perf::Occurrences occurrences(table.rows.size());
        for (const auto index : table.rows) {
            if (job.isCancelled()) {
                break;
            }
            const auto row = *lockRow(table, text.line(index));
            auto identity = identityOf(table, row);
            occurrences.number(identity);
            for (const auto& cell : row.values) {
                auto& result = run.results.emplace_back(
                    perf::toolResult(text, kBenchmark, identity.test, cell.column->name, cell.digits, cell.unit));
                result.parameters = identity.parameters;
                result.better = cell.column->name == "acquired" ? Better::Unknown : Better::Lower;
            }
        }
        parsed.title = std::format("perf lock, {} {}", table.rows.size(), table.rows.size() == 1 ? "lock" : "locks");
        parsed.runs.push_back({.run = std::move(run)});
        return parsed;
    }
};

}

const Format& perf_lock()
{
    static const PerfLock instance;
    return instance;
}

}
