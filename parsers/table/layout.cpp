// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/layout.h"

#include "core/base/units.h"
#include "parsers/table/adopted_columns.h"
#include "parsers/table/column_facts.h"
#include "parsers/table/delta_sources.h"
#include "parsers/table/naming.h"

#include <algorithm>
#include <array>
#include <format>

namespace patchscale::table {
namespace {

using Kind = VariantPhrase::Kind;

bool isVariantKind(const std::optional<Kind>& kind)
{
    return kind == Kind::Baseline || kind == Kind::Candidate || kind == Kind::Neutral;
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
