// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/changes_only.h"

#include "parsers/table/layout.h"
#include "parsers/table/naming.h"
#include "parsers/table/row_names.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <format>

namespace patchscale::table {
namespace {

using Kind = VariantPhrase::Kind;

struct Facts
{
    std::size_t values = 0;
    std::size_t words = 0;
    std::size_t percent = 0;
    std::size_t isSigned = 0;
    std::size_t ones = 0;
};

Facts factsOf(const Table& table, std::size_t column)
{
    Facts facts;
    for (const auto& row : table.rows) {
        const auto& cell = row.cells[column];
        facts.words += cell.kind == CellKind::Text ? 1U : 0U;
        if (cell.kind != CellKind::Value) {
            continue;
        }
        ++facts.values;
        facts.percent += cell.value.isPercent() ? 1U : 0U;
        facts.isSigned += cell.value.isSigned ? 1U : 0U;
        facts.ones += cell.value.value == 1 || (cell.value.value == 100 && cell.value.isPercent()) ? 1U : 0U;
    }
    return facts;
}

bool speaksOfChange(const Table& table, const Heads& heads)
{
    constexpr auto kWords = std::to_array<std::string_view>(
        {"improvement", "change", "difference", "gain", "speedup", "regression", "degradation", "delta"});
    const auto speaks = [&](std::string_view text) {
        const auto lower = lowered(text);
        return std::ranges::any_of(kWords, [&](std::string_view word) { return lower.contains(word); });
    };
    const auto near = std::min(table.titles.size(), std::max<std::size_t>(table.nearTitles, 1));
    return std::ranges::any_of(heads.captions, speaks)
        || std::ranges::any_of(table.titles.begin(), table.titles.begin() + static_cast<std::ptrdiff_t>(near), speaks);
}

/// The columns that state changes; empty if the table is of another kind.
std::vector<std::size_t> changeColumns(const Table& table, const Heads& heads)
{
    std::vector<std::size_t> changes;
    std::vector<std::size_t> values;
    bool isNormalised = false;
    std::size_t signedPercent = 0;
    for (std::size_t i = std::max<std::size_t>(heads.labels, 1); i < table.columns(); ++i) {
        const auto facts = factsOf(table, i);
        if (facts.words > facts.values) {
            return {};
        }
        if (heads.columns[i].kind == Kind::Delta) {
            changes.push_back(i);
        } else if (heads.columns[i].kind == Kind::Baseline && facts.values > 0 && facts.ones == facts.values) {
            isNormalised = true;
        } else {
            values.push_back(i);
            signedPercent += facts.values > 0 && facts.percent == facts.values && facts.isSigned > 0 ? 1U : 0U;
        }
    }
    if (isNormalised && values.empty()) {
        return changes;
    }
    const bool areAllChanges = changes.empty() && !isNormalised && !values.empty() && signedPercent == values.size();
    return areAllChanges && (!heads.reference.empty() || speaksOfChange(table, heads)) ? values
                                                                                       : std::vector<std::size_t> {};
}

bool isPercent(const Number& number, const Head& head)
{
    return number.isPercent() || head.text.contains('%') || head.text.contains("pct");
}

/// The columns told apart as far as the naming of rows needs it.
Layout namingLayout(const Table& table, const Heads& heads)
{
    Layout layout;
    for (std::size_t i = 0; i < table.columns(); ++i) {
        const auto facts = factsOf(table, i);
        const bool isLabel = i < std::max<std::size_t>(heads.labels, 1);
        const auto kind = facts.values > facts.words ? ColumnKind::Parameter : ColumnKind::Label;
        layout.columns.push_back({.kind = isLabel ? kind : ColumnKind::Ignored, .head = heads.columns[i]});
    }
    return layout;
}

std::string baselineLabel(const Heads& heads)
{
    const auto hit = std::ranges::find(heads.columns, std::optional(Kind::Baseline), &Head::kind);
    return hit == heads.columns.end() ? std::string() : std::string(hit->label);
}

}

std::optional<ParsedBlock> readChangesOnly(std::string_view clean, const Table& table, const Heads& heads)
{
    const auto columns = table.rows.size() < 2 ? std::vector<std::size_t> {} : changeColumns(table, heads);
    if (columns.empty()) {
        return std::nullopt;
    }
    ParsedBlock out;
    const auto names = nameRows(table, heads, namingLayout(table, heads));
    const auto baseline = baselineLabel(heads);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        for (const auto column : columns) {
            const auto& cell = table.rows[row].cells[column];
            if (cell.kind != CellKind::Value || !std::isfinite(cell.value.value)) {
                continue;
            }
            const auto& head = heads.columns[column];
            const double scale = isPercent(cell.value, head) ? 0.01 : 1;
            Claim claim;
            claim.test = names[row].test;
            claim.parameters = names[row].parameters;
            claim.metric = head.kind == Kind::Delta ? std::string() : lowered(head.text);
            claim.baseline = baseline;
            if (!heads.reference.empty()) { // the rows are the other sides
                claim.test = head.text;
                claim.metric.clear();
                claim.baseline = heads.reference;
                claim.candidate = table.rows[row].cells.front().text;
            }
            claim.low = claim.high = cell.value.value * scale;
            claim.resolution = cell.value.resolution * scale;
            claim.isApproximate = cell.value.isApproximate;
            claim.span = cell.value.span;
            claim.stated = std::string(
                clean.substr(claim.span.offset, std::max(cell.value.end, claim.span.end()) - claim.span.offset));
            out.claims.push_back(std::move(claim));
        }
    }
    if (out.claims.empty()) {
        return std::nullopt;
    }
    out.title = std::format("Stated changes, {} rows", table.rows.size());
    out.diagnostics.push_back({.severity = Severity::Info,
                               .code = "changes-without-values",
                               .message = "the table states changes without the values they were taken from; they "
                                          "cannot be checked",
                               .span = table.span});
    return out;
}

}
