// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/turned.h"

#include "core/base/units.h"
#include "parsers/context/opposites.h"
#include "parsers/table/naming.h"
#include "parsers/table/turned_changes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

namespace patchscale::table {
namespace {

using Kind = VariantPhrase::Kind;

struct Variant
{
    std::string_view label;
    std::optional<Kind> kind;
};

std::vector<Variant> variantsOf(const std::vector<VariantRow>& rows)
{
    std::vector<Variant> variants;
    for (const auto& row : rows) {
        if (std::ranges::find(variants, row.label.label, &Variant::label) == variants.end()) {
            variants.push_back({.label = row.label.label, .kind = row.label.kind});
        }
    }
    return variants;
}

/// "5.18" under "5.18-patched" is its other side although no word says so.
/// It tells nothing where a word names the old side: "base" before "eevdf" and "eevdf-curb".
void nameSidesByStem(std::vector<Variant>& variants)
{
    if (std::ranges::contains(variants, std::optional(Kind::Baseline), &Variant::kind)) {
        return;
    }
    for (auto& stem : variants) {
        for (auto& other : variants) {
            if (!stem.kind && other.kind != Kind::Baseline && isStemOf(stem.label, other.label)) {
                stem.kind = Kind::Baseline;
                other.kind = Kind::Candidate;
            }
        }
    }
}

/// "without LMh" and "with LMh" are the two sides of whatever LMh is.
void nameSidesByOpposites(std::vector<Variant>& variants)
{
    for (auto& first : variants) {
        for (auto& second : variants) {
            const bool areOpen = !first.kind && !second.kind && &first < &second;
            if (const auto isOld = areOpen ? isOldSideOf(first.label, second.label) : std::nullopt) {
                first.kind = *isOld ? Kind::Baseline : Kind::Candidate;
                second.kind = *isOld ? Kind::Candidate : Kind::Baseline;
            }
        }
    }
}

/// "hosttags" and "non hosttags" are all that the rows are called.
bool areOpposites(const std::vector<VariantRow>& rows)
{
    const auto variants = variantsOf(rows);
    return variants.size() == 2 && isOldSideOf(variants[0].label, variants[1].label).has_value();
}

bool hasBothSides(std::span<const Variant> variants)
{
    const auto has = [&](Kind kind) {
        return std::ranges::any_of(variants, [&](const Variant& variant) { return variant.kind == kind; });
    };
    return has(Kind::Baseline) && has(Kind::Candidate);
}

bool isRunHead(std::string_view head)
{
    const auto lower = lowered(head);
    const auto digits = lower.find_first_of("0123456789");
    const auto word = std::string_view(lower).substr(0, digits);
    return digits != std::string::npos
        && (word.starts_with("iter") || word.starts_with("run") || word.starts_with("round") || word == "#");
}

/// The values of one row as one value with its samples: "iter-1  iter-2  iter-3".
Cell asSamples(const std::vector<Cell>& values)
{
    Cell out {.kind = CellKind::Missing};
    for (const auto& value : values) {
        if (value.kind != CellKind::Value) {
            continue;
        }
        if (out.kind == CellKind::Missing) {
            out = value;
        } else {
            out.parts.push_back({.kind = CellPart::Kind::Sample, .number = value.value});
        }
    }
    return out;
}

/// A value in the unit that its prefix stands for: 520300 for "520.3k".
double scaled(const Number& number)
{
    return number.value * (number.unit.empty() ? 1 : unitOf(number.unit).factor);
}

/// Whether @p mean is that of the other values of a row, within its digits.
bool isMeanOf(const std::vector<Cell>& values, std::size_t mean)
{
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i].kind != CellKind::Value) {
            return false;
        }
        sum += i == mean ? 0 : scaled(values[i].value);
    }
    const auto& stated = values[mean].value;
    const double factor = stated.value != 0 ? scaled(stated) / stated.value : 1;
    const double average = sum / static_cast<double>(values.size() - 1);
    return std::abs(average - scaled(stated)) <= 1.01 * stated.resolution * factor;
}

/// "test1  test2  test3  mean": the column of the mean, which proves that the others are samples.
std::optional<std::size_t> meanColumnOf(const std::vector<VariantRow>& rows, const std::vector<Head>& columns)
{
    constexpr std::size_t kFewest = 3; // two samples and their mean
    const auto mean = std::ranges::find_if(columns, [](const Head& head) { return isMeanLabel(head.text); });
    if (columns.size() < kFewest || mean == columns.end()) {
        return std::nullopt;
    }
    const auto index = static_cast<std::size_t>(mean - columns.begin());
    const bool fits = std::ranges::all_of(rows, [&](const VariantRow& row) {
        return row.values.size() == columns.size() && isMeanOf(row.values, index);
    });
    return fits ? std::optional(index) : std::nullopt;
}

/// The mean of a row with the other values as what it was made of.
Cell asMean(const std::vector<Cell>& values, std::size_t mean)
{
    Cell out = values[mean];
    const double factor = out.value.value != 0 ? scaled(out.value) / out.value.value : 1;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i != mean) {
            auto number = values[i].value;
            number.value = scaled(number) / factor;
            out.parts.push_back({.kind = CellPart::Kind::Observed, .number = number, .word = {}});
        }
    }
    return out;
}

/// What a sub-heading tells of the rows under it: "2 Threads" a parameter, "page_fault1_per_process_ops" their test.
void addSection(std::string_view heading, VariantRow& row)
{
    const auto end = heading.find_last_not_of(" |:");
    const auto name = heading.substr(0, end == std::string_view::npos ? 0 : end + 1);
    if (row.test.empty() && !name.empty() && !name.contains(' ') && !name.contains('=')) {
        row.test = std::string(name);
    } else {
        addParameters(heading, row.parameters);
    }
}

GivenName nameOf(const VariantRow& row, const Head& head, bool isOnlyColumn, std::string_view cases)
{
    std::string_view test = row.test;
    for (const std::string_view bullet : {"* ", "- ", "o "}) {
        if (test.starts_with(bullet)) {
            test.remove_prefix(bullet.size());
        }
    }
    GivenName name {
        .test = std::string(test), .metric = {}, .unit = std::string(unitIn(head.text)), .parameters = row.parameters};
    name.factor = head.factor;
    if (!head.group.empty()) { // "KB/s" of "READ"
        name.test += (name.test.empty() ? "" : " ") + std::string(head.group);
        name.metric = findUnit(head.text) ? std::string(metricFor(head.text)) : std::string(head.text);
        name.unit = std::string(head.unit);
    } else if (!cases.empty()) {
        name.parameters[std::string(cases)] = std::string(head.text);
    } else if (!head.text.empty() && !isRunHead(head.text)) {
        if (name.test.empty()) {
            name.test = std::string(head.text);
        } else if (!isOnlyColumn || !metricIn(head.text).empty()) {
            name.metric = std::string(head.text);
        }
    }
    return name;
}

/// A row below the values of a variant that says how they changed; its label may go on the one above.
bool isOfChanges(const Row& row)
{
    return std::ranges::all_of(row.cells.begin() + 1, row.cells.end(), [](const Cell& cell) {
        return cell.kind == CellKind::Missing || (cell.kind == CellKind::Value && cell.value.isPercent());
    });
}

/// "QD" over 1, 2, 4, … for "off" and the same again for "on": column @p column holds whole numbers that select the
/// case, each once for each variant of column @p variants.
bool selectsCase(const Table& table, const Heads& heads, std::size_t column, std::size_t variants)
{
    const auto head = heads.columns[column].text;
    if (head.empty() || !metricIn(head).empty() || heads.columns[column].kind) {
        return false;
    }
    std::map<std::string_view, std::vector<std::string_view>> cases;
    for (const auto& row : table.rows) {
        const auto& cell = row.cells[column];
        if (cell.kind != CellKind::Value || !cell.parts.empty() || !cell.value.unit.empty()
            || cell.text.find_first_not_of("0123456789") != std::string_view::npos) {
            return false;
        }
        auto& own = cases[row.cells[variants].text];
        if (std::ranges::contains(own, cell.text)) {
            return false;
        }
        own.push_back(cell.text);
    }
    return cases.size() > 1 && cases.size() < table.rows.size()
        && std::ranges::all_of(
               cases,
               [&](const auto& entry) { return std::ranges::is_permutation(entry.second, cases.begin()->second); });
}

}

std::optional<Turned> turnRows(const std::vector<VariantRow>& rows, const std::vector<Head>& columns,
                               std::string_view cases)
{
    auto variants = variantsOf(rows);
    nameSidesByStem(variants);
    nameSidesByOpposites(variants);
    const bool hasSide = std::ranges::any_of(variants, [](const Variant& variant) { return variant.kind.has_value(); });
    if (!hasSide || variants.size() > 8) {
        return std::nullopt;
    }
    Turned out;
    const bool isPlainPair = rows.size() == 2 && rows[0].label.rest.empty() && rows[1].label.rest.empty();
    out.needsProof = !hasBothSides(variants) && !isPlainPair;
    out.heads.labels = 1;
    out.heads.columns.push_back({});
    for (const auto& variant : variants) {
        out.heads.columns.push_back(
            {.text = variant.label, .suffix = {}, .kind = variant.kind, .label = variant.label});
    }
    out.table.isFlattened = true;
    std::vector<VariantRow> store;
    store.reserve(rows.size() * (columns.size() + 1)); // rows point into it
    std::size_t complete = 0;
    auto groups = groupsOf(rows);
    const bool areSamples =
        columns.size() > 1 && std::ranges::all_of(columns, [](const Head& head) { return isRunHead(head.text); });
    const auto mean = areSamples ? std::nullopt : meanColumnOf(rows, columns);
    const auto width = areSamples || mean ? 1 : columns.size();
    for (auto& group : groups) {
        attachTrailingChanges(group, store);
        attachChangeColumns(group, columns, store);
        complete += group.rows.size() > 1 ? 1U : 0U;
        for (std::size_t column = 0; column < width; ++column) {
            if (isChangeBetweenColumns(group, columns[column], column)) {
                continue;
            }
            Row turned {.cells = std::vector<Cell>(variants.size() + 1), .span = group.rows.front()->span};
            bool hasValue = false;
            for (auto& cell : turned.cells) {
                cell.kind = CellKind::Missing;
            }
            turned.cells.front().kind = CellKind::Text;
            for (const auto* row : group.rows) {
                const auto at = std::ranges::find(variants, row->label.label, &Variant::label) - variants.begin();
                if (column < row->values.size()) {
                    auto& cell = turned.cells[static_cast<std::size_t>(at) + 1];
                    cell = mean      ? asMean(row->values, *mean)
                        : areSamples ? asSamples(row->values)
                                     : row->values[column];
                    hasValue = hasValue || cell.kind == CellKind::Value;
                }
            }
            if (hasValue) {
                out.table.rows.push_back(std::move(turned));
                out.table.names.push_back(
                    nameOf(*group.rows.front(), mean ? Head {} : columns[column], width == 1, cases));
            }
        }
    }
    if (complete * 10 < groups.size() * 6) {
        return std::nullopt;
    }
    return out;
}

std::optional<Turned> turnGrid(const Table& table, const Heads& heads)
{
    for (std::size_t c = 0; c + 1 < table.columns(); ++c) {
        std::vector<VariantRow> rows;
        std::size_t known = 0;
        const auto words = std::max(heads.labels, c + 1);
        auto labels = words;
        while (labels + 1 < table.columns() && selectsCase(table, heads, labels, c)) {
            ++labels;
        }
        std::size_t changes = 0;
        for (const auto& row : table.rows) {
            if (table.hasCases && !rows.empty() && isOfChanges(row)) {
                ++changes; // "| | -3.0% | 74.20% |" below the row that it speaks of
                continue;
            }
            if (row.cells[c].kind != CellKind::Text) {
                continue;
            }
            VariantRow out {
                .label = variantLabel(row.cells[c].text), .test = {}, .parameters = {}, .values = {}, .span = row.span};
            known += out.label.kind ? 1U : 0U;
            for (auto i = words; i < labels; ++i) {
                out.parameters[parameterName(heads.columns[i].text)] = std::string(row.cells[i].text);
            }
            for (std::size_t i = 0; i < words; ++i) {
                if (i != c && !row.cells[i].text.empty()) {
                    out.test += (out.test.empty() ? "" : " ") + std::string(row.cells[i].text);
                }
            }
            if (!out.label.rest.empty()) {
                out.test += (out.test.empty() ? "" : " ") + std::string(out.label.rest);
            }
            if (row.section != Row::kNoSection) {
                addSection(table.sections[row.section], out);
            }
            out.values.assign(row.cells.begin() + static_cast<std::ptrdiff_t>(labels), row.cells.end());
            rows.push_back(std::move(out));
        }
        // All rows but one per comparison may have a name that the words do not know.
        const std::vector<Head> columns(heads.columns.begin() + static_cast<std::ptrdiff_t>(labels),
                                        heads.columns.end());
        if ((known == 0 && referenceOf(rows, columns).empty() && !areOpposites(rows)) || rows.size() < 2
            || rows.size() + changes != table.rows.size()) {
            continue;
        }
        const bool hasHeads = std::ranges::any_of(columns, [](const Head& head) { return !head.text.empty(); });
        if (columns.size() > 1 && !hasHeads) {
            continue;
        }
        const auto named = parameterName(heads.corner);
        const std::string cases = !table.hasCases ? std::string {} : named.empty() || named == "-" ? "case" : named;
        if (const auto reference = referenceOf(rows, columns); !reference.empty()) {
            for (auto& row : rows) {
                const bool isReference = row.label.label == reference;
                row.label.kind = isReference ? Kind::Baseline : Kind::Candidate;
            }
        }
        if (auto turned = turnRows(rows, columns, cases)) {
            turned->table.titles = table.titles;
            turned->table.nearTitles = table.nearTitles;
            turned->table.command = table.command;
            turned->table.unitSentence = table.unitSentence;
            turned->table.joined = table.joined;
            turned->table.span = table.span;
            turned->table.unread = table.unread;
            turned->heads.others = heads.others;
            turned->heads.captions = heads.captions;
            turned->heads.corner = heads.corner;
            return turned;
        }
    }
    return std::nullopt;
}

}
