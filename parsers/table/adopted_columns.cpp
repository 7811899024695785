// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/adopted_columns.h"

#include "core/base/units.h"
#include "parsers/context/phrase_words.h"
#include "parsers/table/column_facts.h"
#include "parsers/table/naming.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace patchscale::table {
namespace {

using Kind = VariantPhrase::Kind;

/// Heads that can be no variant's name although no vocabulary knows them.
bool isOtherHead(std::string_view text)
{
    constexpr auto kOthers =
        std::to_array<std::string_view>({"better", "count", "runs", "samples", "threads", "unit", "units", "iterations",
                                         "files", "total", "sum", "better if"});
    return std::ranges::any_of(kOthers, [&](std::string_view other) {
        return std::ranges::equal(text, other, [](char a, char b) { return (a | 0x20) == (b | 0x20); });
    });
}

/// Heads of statistics and measures, which name no variant.
bool isMeasureHead(std::string_view text)
{
    constexpr auto kStatistics = std::to_array<std::string_view>(
        {"min",      "max",         "median", "p50",    "p90",     "p95",    "p99",   "p999",  "50th",
         "90th",     "95th",        "99th",   "99.9th", "n",       "nr",     "value", "ratio", "ideal",
         "expected", "theoretical", "limit",  "target", "p-value", "pvalue", "p"});
    const auto lower = lowered(text);
    return std::ranges::contains(kStatistics, std::string_view(lower)) || isMeanLabel(text) || isSpreadLabel(text)
        || !metricIn(text).empty() || !unitIn(text).empty() || findUnit(text).has_value();
}

/// Whether what stands in column @p i measures the same as the columns of both sides: in the same unit, and nowhere
/// far from both.
bool isAlike(const std::vector<Column>& columns, const Table& table, std::size_t i)
{
    constexpr double kFar = 4;
    constexpr std::size_t kFewest = 2;
    std::size_t seen = 0;
    for (const auto& row : table.rows) {
        const auto& cell = row.cells[i];
        if (cell.kind != CellKind::Value) {
            continue;
        }
        bool isNear = false;
        for (std::size_t k = 0; k < columns.size(); ++k) {
            const auto& known = row.cells[k];
            if (columns[k].kind != ColumnKind::Value || known.kind != CellKind::Value) {
                continue;
            }
            if (known.value.unit != cell.value.unit) {
                return false;
            }
            const double low = std::min(known.value.value, cell.value.value);
            const double high = std::max(known.value.value, cell.value.value);
            isNear = isNear || (low > 0 && high <= low * kFar) || low == high;
        }
        if (!isNear) {
            return false;
        }
        ++seen;
    }
    return seen >= kFewest;
}

/// What may be told apart without being the sides of a comparison.
bool isKindOfAccess(std::string_view text)
{
    constexpr auto kWords = std::to_array<std::string_view>(
        {"read", "write",  "reads",      "writes", "rd",     "wr",      "r",      "w",       "seq",
         "rand", "random", "sequential", "user",   "sys",    "real",    "usr",    "rx",      "tx",
         "send", "recv",   "in",         "out",    "hit",    "miss",    "hits",   "local",   "remote",
         "ops",  "sec",    "start",      "end",    "first",  "second",  "used",   "free",    "cold",
         "warm", "host",   "guest",      "client", "server", "process", "thread", "threads", "processes"});
    const auto lower = lowered(text);
    return std::ranges::contains(kWords, std::string_view(lower))
        || lower.find_first_not_of("0123456789kmg.") == std::string::npos;
}

/// Whether the rows are tests of UnixBench by their full names, as in a table of its index.
bool isOfUnixBench(const Table& table)
{
    constexpr std::size_t kFewest = 3;
    const auto known = static_cast<std::size_t>(std::ranges::count_if(table.rows, [](const Row& row) {
        const auto name = row.cells.front().text;
        const auto test = knownTestAt(name);
        return test && !test->isShort && test->length == name.size();
    }));
    return known >= kFewest && known * 4 >= table.rows.size() * 3;
}

}

void adoptOpenColumns(std::vector<Column>& columns, const Table& table, std::size_t labels)
{
    const auto sides =
        std::ranges::count_if(columns, [](const Column& column) { return isSideKind(column.head.kind); });
    if (sides == 0) {
        return;
    }
    std::vector<std::size_t> open;
    for (std::size_t i = labels; i < columns.size(); ++i) {
        if (isOpen(columns, table, i, labels) && !columns[i].head.text.empty() && !isOtherHead(columns[i].head.text)) {
            const bool isFollowed = i + 1 < columns.size()
                && (columns[i + 1].kind == ColumnKind::Delta
                    || (columns[i + 1].head.text.empty() && isPercentColumn(factsOf(table, i + 1))));
            if (isFollowed || hasBrackets(table, i)) {
                columns[i].kind = ColumnKind::Value;
            } else {
                open.push_back(i);
            }
        }
    }
    const auto values = std::ranges::count(columns, ColumnKind::Value, &Column::kind);
    const bool isRepeated = open.size() > 1 && std::ssize(open) == values
        && std::ranges::all_of(open,
                               [&](std::size_t i) { return columns[i].head.text == columns[open.front()].head.text; });
    if (isRepeated) { // "base scale  base scale": as often as the side that is known
        for (const auto i : open) {
            columns[i].kind = ColumnKind::Value;
        }
        return;
    }
    if (values == 1 && open.size() == 1) {
        const auto known =
            static_cast<std::size_t>(std::ranges::find(columns, ColumnKind::Value, &Column::kind) - columns.begin());
        const bool isBeside = open.front() + 1 == known || known + 1 == open.front();
        if (isBeside && isPercentColumn(factsOf(table, known)) == isPercentColumn(factsOf(table, open.front()))) {
            columns[open.front()].kind = ColumnKind::Value;
        }
    }
}

void adoptAlikeColumns(std::vector<Column>& columns, const Table& table, std::size_t labels)
{
    const auto has = [&](Kind kind) {
        return std::ranges::any_of(columns, [&](const Column& column) {
            return column.kind == ColumnKind::Value && column.head.kind == kind;
        });
    };
    if (!has(Kind::Baseline) || !has(Kind::Candidate)) {
        return;
    }
    std::vector<std::size_t> alike;
    for (std::size_t i = labels; i < columns.size(); ++i) {
        const auto text = columns[i].head.text;
        if (isOpen(columns, table, i, labels) && !text.empty() && !columns[i].head.kind && !isOtherHead(text)
            && !isMeasureHead(text) && isAlike(columns, table, i)) {
            alike.push_back(i);
        }
    }
    for (const auto i : alike) {
        columns[i].kind = ColumnKind::Value;
    }
}

void adoptUnnamedDeltas(std::vector<Column>& columns, const Table& table, std::size_t labels)
{
    const bool areValuesPercent = std::ranges::all_of(columns, [&](const Column& column) {
        const auto index = static_cast<std::size_t>(&column - columns.data());
        return column.kind != ColumnKind::Value || isPercentColumn(factsOf(table, index));
    });
    for (std::size_t i = labels; i < columns.size(); ++i) {
        if (isOpen(columns, table, i, labels) && columns[i].head.text.empty() && isPercentColumn(factsOf(table, i))
            && !areValuesPercent) {
            columns[i].kind = ColumnKind::Delta;
        }
    }
}

bool adoptRepeatedNames(std::vector<Column>& columns, const Table& table, std::size_t labels)
{
    const auto count = columns.size() - std::min(labels, columns.size());
    if (count < 4 || count % 2 != 0 || labels == 0 || table.rows.size() < 2) {
        return false;
    }
    const auto first = columns[labels].head.text;
    const auto second = columns[labels + 1].head.text;
    const auto isName = [](std::string_view text) {
        return !text.empty() && !isOtherHead(text) && !isMeasureHead(text) && !isKindOfAccess(text);
    };
    if (first == second || !isName(first) || !isName(second)) {
        return false;
    }
    for (auto i = labels; i < columns.size(); ++i) {
        const auto& head = columns[i].head;
        if (head.kind || head.group.empty() || head.text != ((i - labels) % 2 == 0 ? first : second)
            || factsOf(table, i).values != table.rows.size()) {
            return false;
        }
    }
    constexpr double kFar = 2;
    for (const auto& row : table.rows) {
        for (auto i = labels; i + 1 < columns.size(); i += 2) {
            const auto& a = row.cells[i].value;
            const auto& b = row.cells[i + 1].value;
            if (a.unit != b.unit || std::min(a.value, b.value) <= 0
                || std::max(a.value, b.value) > kFar * std::min(a.value, b.value)) {
                return false;
            }
        }
    }
    for (auto i = labels; i < columns.size(); ++i) {
        columns[i].kind = ColumnKind::Value;
    }
    return true;
}

bool adoptSuiteColumns(std::vector<Column>& columns, const Table& table, std::size_t labels)
{
    if (labels == 0 || !isOfUnixBench(table)) {
        return false;
    }
    std::vector<std::size_t> open;
    for (auto i = labels; i < columns.size(); ++i) {
        const auto text = columns[i].head.text;
        const bool isUntold = !columns[i].head.kind || columns[i].head.kind == Kind::Neutral;
        const bool isFull = factsOf(table, i).values == table.rows.size() && !isPercentColumn(factsOf(table, i));
        if (isFull && isOpen(columns, table, i, labels) && !text.empty() && isUntold && !isOtherHead(text)
            && !isMeasureHead(text)) {
            open.push_back(i);
        }
    }
    const bool hasValue = std::ranges::contains(columns, ColumnKind::Value, &Column::kind);
    if (open.empty() || (!hasValue && open.size() < 2)) {
        return false;
    }
    for (const auto i : open) {
        columns[i].kind = ColumnKind::Value;
    }
    return true;
}

}
