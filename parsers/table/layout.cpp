// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/layout.h"

#include "core/base/units.h"
#include "parsers/table/delta_sources.h"
#include "parsers/table/naming.h"

#include <algorithm>
#include <array>
#include <format>

namespace patchscale::table {
namespace {

using Kind = VariantPhrase::Kind;

struct ColumnFacts
{
    std::size_t values = 0;
    std::size_t words = 0;
    std::size_t percent = 0;
};

ColumnFacts factsOf(const Table& table, std::size_t column)
{
    ColumnFacts facts;
    for (const auto& row : table.rows) {
        const auto& cell = row.cells[column];
        facts.values += cell.kind == CellKind::Value ? 1U : 0U;
        facts.words += cell.kind == CellKind::Text ? 1U : 0U;
        facts.percent += cell.kind == CellKind::Value && cell.value.isPercent() ? 1U : 0U;
    }
    return facts;
}

bool isPercentColumn(const ColumnFacts& facts)
{
    return facts.percent > 0 && facts.percent == facts.values;
}

bool isVariantKind(const std::optional<Kind>& kind)
{
    return kind == Kind::Baseline || kind == Kind::Candidate || kind == Kind::Neutral;
}

bool isSideKind(const std::optional<Kind>& kind)
{
    return kind == Kind::Baseline || kind == Kind::Candidate;
}

bool hasBrackets(const Table& table, std::size_t column)
{
    return std::ranges::any_of(table.rows,
                               [&](const Row& row) { return row.cells[column].hasPart(CellPart::Kind::Bracket); });
}

/// "1:", "16:": numbers that select the case although the colon makes them words.
bool holdsCases(const Table& table, std::size_t column)
{
    return std::ranges::all_of(table.rows, [&](const Row& row) {
        const auto text = row.cells[column].text;
        return text.size() > 1 && text.back() == ':'
            && std::ranges::all_of(text.substr(0, text.size() - 1), [](char c) { return c >= '0' && c <= '9'; });
    });
}

/// "v3/base" in percent beside columns of values that are in none: a change or ratio, whatever names it holds.
void dropDerivedColumns(std::vector<Column>& columns, const Table& table)
{
    const auto isPercent = [&](const Column& column) {
        return isPercentColumn(factsOf(table, static_cast<std::size_t>(&column - columns.data())));
    };
    const auto plain = std::ranges::count_if(columns, [&](const Column& column) {
        return column.kind == ColumnKind::Value && isSideKind(column.head.kind) && !isPercent(column);
    });
    for (auto& column : columns) {
        if (plain >= 2 && column.kind == ColumnKind::Value && isPercent(column)) {
            column.kind = ColumnKind::Delta;
        }
    }
}

/// First guess from the header words and from what is in the cells; columns that stay open are Ignored for now.
std::vector<Column> columnsByWords(const Table& table, const Heads& heads)
{
    std::vector<Column> columns;
    for (std::size_t i = 0; i < table.columns(); ++i) {
        const auto facts = factsOf(table, i);
        Column column {.kind = ColumnKind::Ignored, .head = heads.columns[i]};
        if (i < heads.labels && column.head.kind == Kind::Delta && isPercentColumn(facts)) {
            column.kind = ColumnKind::Delta; // changes may stand first
        } else if (i < heads.labels) {
            column.kind =
                facts.values > facts.words || holdsCases(table, i) ? ColumnKind::Parameter : ColumnKind::Label;
        } else if (facts.words * 2 > table.rows.size()) {
            const bool isLabelLast = heads.labels == 0 && i > 1 && i + 1 == table.columns();
            column.kind = isLabelLast ? ColumnKind::Label : ColumnKind::Ignored;
        } else if (column.head.kind == Kind::Delta) {
            column.kind = ColumnKind::Delta;
        } else if (column.head.kind == Kind::Spread) {
            column.kind = ColumnKind::Spread;
        } else if (isVariantKind(column.head.kind)) {
            column.kind = ColumnKind::Value;
        }
        columns.push_back(std::move(column));
    }
    dropDerivedColumns(columns, table);
    return columns;
}

bool isOpen(const std::vector<Column>& columns, const Table& table, std::size_t i, std::size_t labels)
{
    return i >= labels && columns[i].kind == ColumnKind::Ignored && factsOf(table, i).words * 2 <= table.rows.size();
}

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

/// An unknown name beside known ones is a variant's if changes are stated for it or if it is the only partner of the
/// one side that is known: "stock  no-pause", "Baseline  Util_guest  %delta".
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

/// "w/o patch  patched  ilock": beside both sides an unknown name over values like theirs is a further variant.
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

/// Columns without a head behind the values are changes if they are in percent and the values are not.
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

std::string_view nameOf(const Column& column)
{
    return column.head.label.empty() ? column.head.text : column.head.label;
}

/// Gives the value columns their variants; a label that comes again opens the next series.
void assignVariants(Layout& layout)
{
    std::vector<std::size_t> seen;
    std::size_t series = 0;
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        auto& column = layout.columns[i];
        if (column.kind == ColumnKind::Value) {
            const auto label = std::string(nameOf(column));
            auto hit = std::ranges::find(layout.variants, label, &ColumnVariant::label);
            if (hit == layout.variants.end() || label.empty()) {
                layout.variants.push_back({.label = label});
                hit = layout.variants.end() - 1;
            }
            column.variant = static_cast<std::size_t>(hit - layout.variants.begin());
            if (column.head.part > 0) { // the header tells which columns belong together
                column.series = column.head.part - 1;
                continue;
            }
            if (std::ranges::find(seen, column.variant) != seen.end()) {
                ++series;
                seen.clear();
            }
            seen.push_back(column.variant);
        }
        column.series = series;
    }
}

/// Variants that nothing names are told by where they stand.
void nameByOrder(std::vector<ColumnVariant>& variants)
{
    constexpr auto kOrdinals =
        std::to_array<std::string_view>({"first", "second", "third", "fourth", "fifth", "sixth"});
    for (std::size_t i = 0; i < variants.size(); ++i) {
        if (variants[i].label.empty()) {
            variants[i].label =
                i < kOrdinals.size() ? std::string(kOrdinals[i]) + " number" : std::format("number {}", i + 1);
            variants[i].isAssumed = true;
        }
    }
}

/// Roles by words and order first; then what the changes are taken against: that is the baseline of the comparison that
/// the document makes, whatever its name says.
void assignSides(Layout& layout, bool hasSide)
{
    auto& variants = layout.variants;
    std::vector<std::string_view> labels;
    for (const auto& variant : variants) {
        labels.push_back(variant.label);
    }
    const auto sides = assignRoles(labels);
    for (std::size_t i = 0; i < variants.size(); ++i) {
        variants[i].role = sides[i].role;
        variants[i].isAssumed = sides[i].isAssumed;
    }
    const auto setBaseline = [&](std::size_t index) {
        for (auto& variant : variants) {
            variant.role = Role::Candidate;
            variant.isAssumed = false;
        }
        variants[index].role = Role::Baseline;
    };
    for (const auto& column : layout.columns) { // "5.9.0-ondemand (BASELINE)", "5.6" beside "5.6 patched"
        if (column.kind == ColumnKind::Value && column.head.kind == Kind::Baseline
            && !variantPhrase(variants[column.variant].label)) {
            setBaseline(column.variant);
        }
    }
    for (const auto& delta : layout.deltas) {
        const auto reference = layout.columns[delta.baseline].variant;
        const bool isSettledByWords = hasSide && delta.part == kNone;
        if (!delta.isProven || reference == kNone) {
            continue;
        }
        const bool isMutual = delta.convention == Convention::Ratio && hasSide; // each is told as a part of the best
        if (!isSettledByWords && !isMutual && variants[reference].role != Role::Baseline) {
            setBaseline(reference);
        }
        if (variants[reference].role == Role::Baseline) {
            variants[reference].isAssumed = false;
            variants[layout.columns[delta.candidate].variant].isAssumed = false;
        }
    }
    nameByOrder(variants);
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

/// "1 thread | 8 threads" over "pagecache folio pagecache folio": two names that come again under each of several
/// heads, over values that are alike, are the sides of a comparison although no word says so.
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

/// "5.10 | cond_yield | preempted" over tests of UnixBench: numbers of one test are sides, whatever they are called.
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

/// No header word helps: "1 parallel: 1167.0 1288.6 10.4%" and numbered columns with changes in brackets.
bool layOutByArithmetic(Layout& layout, const Table& table, std::size_t labels)
{
    std::vector<std::size_t> open;
    for (std::size_t i = labels; i < layout.columns.size(); ++i) {
        if (isOpen(layout.columns, table, i, labels)) {
            open.push_back(i);
        }
    }
    if (open.size() < 2) {
        return false;
    }
    const bool endsInPercent = open.size() >= 3 && isPercentColumn(factsOf(table, open.back()))
        && !isPercentColumn(factsOf(table, open.front()));
    const auto valueEnd = endsInPercent ? open.size() - 1 : open.size();
    if (!endsInPercent && !hasBrackets(table, open.back())) {
        return false;
    }
    for (std::size_t k = 0; k < open.size(); ++k) {
        layout.columns[open[k]].kind = k < valueEnd ? ColumnKind::Value : ColumnKind::Delta;
    }
    return true;
}

/// Without header words only columns that a change speaks of are variants; numbers before them select the case.
void keepProvenColumns(Layout& layout)
{
    std::vector<std::size_t> proven;
    for (const auto& delta : layout.deltas) {
        if (delta.isProven) {
            proven.push_back(delta.baseline);
            proven.push_back(delta.candidate);
        }
    }
    if (proven.empty()) {
        return;
    }
    std::erase_if(layout.deltas, [](const DeltaSource& delta) { return !delta.isProven; });
    const auto first = std::ranges::min(proven);
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        auto& column = layout.columns[i];
        if (column.kind == ColumnKind::Value && std::ranges::find(proven, i) == proven.end()) {
            column.kind = i < first ? ColumnKind::Parameter : ColumnKind::Ignored;
            column.variant = kNone;
        }
    }
    layout.variants.clear();
    assignVariants(layout);
}

bool hasWordsForBothSides(const Layout& layout)
{
    std::size_t baselines = 0;
    std::size_t candidates = 0;
    std::size_t values = 0;
    for (const auto& column : layout.columns) {
        if (column.kind == ColumnKind::Value) {
            ++values;
            baselines += column.head.kind == Kind::Baseline ? 1U : 0U;
            candidates += column.head.kind == Kind::Candidate ? 1U : 0U;
        }
    }
    return values >= 2 && baselines > 0 && candidates > 0;
}

bool hasOneSide(const Layout& layout)
{
    return std::ranges::any_of(layout.columns, [](const Column& column) {
        return column.kind == ColumnKind::Value && isSideKind(column.head.kind);
    });
}

}

std::optional<Layout> layoutOf(const Table& table, const Heads& heads)
{
    Layout layout;
    layout.columns = columnsByWords(table, heads);
    adoptOpenColumns(layout.columns, table, heads.labels);
    adoptAlikeColumns(layout.columns, table, heads.labels);
    adoptUnnamedDeltas(layout.columns, table, heads.labels);
    const bool hasSide = hasOneSide(layout);
    bool isRepeated = false;
    if (hasSide) {
        adoptSuiteColumns(layout.columns, table, heads.labels);
    } else {
        for (auto& column : layout.columns) { // words for a spread or a change alone make no comparison
            const auto index = static_cast<std::size_t>(&column - layout.columns.data());
            if (index >= heads.labels && (column.kind == ColumnKind::Value || column.kind == ColumnKind::Delta)) {
                column.kind = ColumnKind::Ignored;
            }
        }
        isRepeated = adoptRepeatedNames(layout.columns, table, heads.labels)
            || adoptSuiteColumns(layout.columns, table, heads.labels);
        if (!isRepeated && !layOutByArithmetic(layout, table, heads.labels)) {
            return std::nullopt;
        }
    }
    if (std::ranges::count(layout.columns, ColumnKind::Value, &Column::kind) < 2) {
        return std::nullopt;
    }
    assignVariants(layout);
    if (layout.variants.size() < 2) {
        return std::nullopt;
    }
    findDeltas(table, layout);
    if (!hasSide && !isRepeated) {
        keepProvenColumns(layout);
    }
    std::size_t proven = 0;
    for (const auto& delta : layout.deltas) {
        proven += delta.isProven ? 1U : 0U;
    }
    layout.hasWords = hasSide;
    layout.isProven = hasWordsForBothSides(layout) || proven > 0;
    if (!hasSide && !isRepeated && proven == 0) {
        return std::nullopt;
    }
    assignSides(layout, hasSide);
    return layout;
}

}
