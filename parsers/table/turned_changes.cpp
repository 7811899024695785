// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/turned_changes.h"

#include "parsers/context/phrase_words.h"

#include <algorithm>
#include <cmath>

namespace patchscale::table {
namespace {

using Kind = VariantPhrase::Kind;

bool speaksOfChange(const Head& head)
{
    const auto lower = lowered(head.text);
    return head.kind == Kind::Delta || lower.contains("diff") || lower.contains("delta") || lower.contains("change")
        || lower.starts_with("vs ") || lower.starts_with("vs. ") || lower.starts_with("versus ");
}

}

std::vector<Group> groupsOf(const std::vector<VariantRow>& rows)
{
    std::vector<Group> groups;
    for (const auto& row : rows) {
        const auto fits = [&](const Group& group) {
            const auto& first = *group.rows.front();
            const bool isSame = first.test == row.test && first.parameters == row.parameters;
            return isSame && std::ranges::none_of(group.rows, [&](const VariantRow* other) {
                       return other->label.label == row.label.label;
                   });
        };
        // Only the last group may grow, or one that is named: the same variants below one another open a new one.
        const auto hit = row.test.empty() && row.parameters.empty() && !groups.empty()
            ? (fits(groups.back()) ? groups.end() - 1 : groups.end())
            : std::ranges::find_if(groups, fits);
        if (hit == groups.end()) {
            groups.push_back({.rows = {&row}});
        } else {
            hit->rows.push_back(&row);
        }
    }
    return groups;
}

void attachTrailingChanges(Group& group, std::vector<VariantRow>& store)
{
    std::size_t least = static_cast<std::size_t>(-1);
    for (const auto* row : group.rows) {
        const auto values = std::ranges::count(row->values, CellKind::Value, &Cell::kind);
        least = std::min(least, static_cast<std::size_t>(values));
    }
    for (auto& row : group.rows) {
        const auto values = static_cast<std::size_t>(std::ranges::count(row->values, CellKind::Value, &Cell::kind));
        if (values != least + 1 || values < 2) {
            continue;
        }
        const auto last = std::ranges::find_last(row->values, CellKind::Value, &Cell::kind).begin();
        if (!last->value.isPercent() || (last - 1)->kind != CellKind::Value || (last - 1)->value.isPercent()) {
            continue;
        }
        auto copy = *row;
        const auto index = static_cast<std::size_t>(last - row->values.begin());
        copy.values[index - 1].parts.push_back(
            {.kind = CellPart::Kind::Bracket, .number = copy.values[index].value, .word = {}});
        copy.values[index] = {.kind = CellKind::Missing};
        store.push_back(std::move(copy));
        row = &store.back();
    }
}

void attachChangeColumns(Group& group, const std::vector<Head>& columns, std::vector<VariantRow>& store)
{
    for (std::size_t column = 1; column < columns.size(); ++column) {
        const auto isChange = [column](const VariantRow* row) {
            return column < row->values.size() && row->values[column].kind == CellKind::Value
                && row->values[column].value.isPercent() && row->values[column - 1].kind == CellKind::Value
                && !row->values[column - 1].value.isPercent();
        };
        const auto isEmpty = [column](const VariantRow* row) {
            return column >= row->values.size() || row->values[column].kind != CellKind::Value;
        };
        const auto changes = static_cast<std::size_t>(std::ranges::count_if(group.rows, isChange));
        const auto empty = static_cast<std::size_t>(std::ranges::count_if(group.rows, isEmpty));
        if (!speaksOfChange(columns[column]) || changes == 0 || empty == 0 || changes + empty != group.rows.size()) {
            continue;
        }
        for (auto& row : group.rows) {
            if (isChange(row)) {
                auto copy = *row;
                copy.values[column - 1].parts.push_back(
                    {.kind = CellPart::Kind::Bracket, .number = copy.values[column].value, .word = {}});
                copy.values[column] = {.kind = CellKind::Missing};
                store.push_back(std::move(copy));
                row = &store.back();
            }
        }
    }
}

bool isChangeBetweenColumns(const Group& group, const Head& head, std::size_t column)
{
    return head.kind == Kind::Delta && group.rows.size() > 1
        && std::ranges::all_of(group.rows, [&](const VariantRow* row) {
               return column < row->values.size() && row->values[column].kind == CellKind::Value;
           });
}

std::string_view referenceOf(const std::vector<VariantRow>& rows, const std::vector<Head>& columns)
{
    constexpr double kNear = 0.006; // the values are rounded, too
    for (std::size_t delta = 1; delta < columns.size(); ++delta) {
        if (!speaksOfChange(columns[delta])) {
            continue;
        }
        const auto statedAt = [&](const VariantRow& row) -> const Number* {
            const bool isStated = delta < row.values.size() && row.values[delta].kind == CellKind::Value
                && row.values[delta - 1].kind == CellKind::Value && row.values[delta].value.isPercent();
            return isStated ? &row.values[delta].value : nullptr;
        };
        std::string_view label;
        std::size_t proven = 0;
        bool isHeld = true;
        for (const auto& group : groupsOf(rows)) {
            const auto reference = std::ranges::find_if(group.rows, [&](const VariantRow* row) {
                const auto* stated = statedAt(*row);
                return stated != nullptr && stated->value == 0;
            });
            if (reference == group.rows.end() || (!label.empty() && (*reference)->label.label != label)) {
                isHeld = false;
                break;
            }
            label = (*reference)->label.label;
            const double base = (*reference)->values[delta - 1].value.value;
            for (const auto* row : group.rows) {
                const auto* stated = statedAt(*row);
                if (stated == nullptr || base == 0) {
                    continue;
                }
                const double change = row->values[delta - 1].value.value / base - 1;
                const double slack = kNear + std::abs((*reference)->values[delta - 1].value.resolution / base)
                    + std::abs(row->values[delta - 1].value.resolution / base);
                const bool isNear = std::abs(std::abs(change) - std::abs(stated->value / 100)) <= slack;
                isHeld = isHeld && isNear;
                proven += isNear && row != *reference && stated->value != 0 ? 1U : 0U;
            }
        }
        if (isHeld && proven >= 2 && !label.empty()) {
            return label;
        }
    }
    return {};
}

}
