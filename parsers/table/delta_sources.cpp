// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/delta_sources.h"
#include "parsers/table/blanks.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace patchscale::table {
namespace {

using Kind = VariantPhrase::Kind;

std::string lowered(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(),
                           [](char c) { return static_cast<char>(c | (c >= 'A' && c <= 'Z' ? 0x20 : 0)); });
    return out;
}

bool holdsAny(std::string_view text, std::span<const std::string_view> words)
{
    const auto lower = lowered(text);
    return std::ranges::any_of(words, [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

bool speaksOfSpread(std::string_view text)
{
    constexpr auto kWords =
        std::to_array<std::string_view>({"std", "stddev", "var", "cv", "rsd", "+-", "±", "dev", "error"});
    return holdsAny(text, kWords);
}

bool speaksOfChange(std::string_view text)
{
    constexpr auto kWords = std::to_array<std::string_view>(
        {"gain", "diff", "delta", "imp", "chang", "speedup", "benefit", "cmp", "compare"});
    return !speaksOfSpread(text) && (holdsAny(text, kWords) || trimmed(text) == "%");
}

std::vector<std::size_t> valueColumns(const Layout& layout, std::size_t series)
{
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        if (layout.columns[i].kind == ColumnKind::Value && layout.columns[i].series == series) {
            out.push_back(i);
        }
    }
    return out;
}

/// Number @p part of the brackets of @p cell.
const Number* bracketNumber(const Cell& cell, std::size_t part)
{
    for (const auto& candidate : cell.parts) {
        if (candidate.kind == CellPart::Kind::Bracket && part-- == 0) {
            return &candidate.number;
        }
    }
    return nullptr;
}

std::size_t bracketNumbers(const Table& table, std::size_t column)
{
    std::size_t most = 0;
    for (const auto& row : table.rows) {
        most = std::max(most,
                        static_cast<std::size_t>(
                            std::ranges::count(row.cells[column].parts, CellPart::Kind::Bracket, &CellPart::kind)));
    }
    return most;
}

/// Brackets that are all zero mark the column that changes are taken against: "(0.00 pct)". @p wanted is the part
/// to look at, kNone for all.
bool isReference(const Table& table, std::size_t column, std::size_t wanted = kNone)
{
    std::size_t zeros = 0;
    for (const auto& row : table.rows) {
        std::size_t index = 0;
        for (const auto& part : row.cells[column].parts) {
            if (part.kind != CellPart::Kind::Bracket || (wanted != kNone && index++ != wanted)) {
                continue;
            }
            if (part.number.value != 0) {
                return false;
            }
            ++zeros;
        }
    }
    return zeros > 0;
}

/// The bracket part of @p column that its head calls a change; kNone if the head does not name its parts.
std::size_t namedChange(const Column& column)
{
    const auto names = bracketsOf(column.head.text);
    const auto hit = std::ranges::find_if(names, speaksOfChange);
    return names.size() < 2 || hit == names.end() ? kNone : static_cast<std::size_t>(hit - names.begin());
}

struct Trial
{
    DeltaSource source {};
    std::size_t fitting = 0;
};

/// Tries @p source with its pair of columns, as percent and, where no unit says so, as a plain number.
Trial tryPair(const Table& table, DeltaSource source)
{
    Trial best {.source = source};
    for (const bool isPercent : {true, false}) {
        std::vector<Triple> triples;
        for (const auto& row : table.rows) {
            const auto& base = row.cells[source.baseline];
            const auto& candidate = row.cells[source.candidate];
            source.isPercent = isPercent;
            const auto stated = statedNumber(row, source);
            if (base.kind != CellKind::Value || candidate.kind != CellKind::Value || !stated
                || (!isPercent && stated->isPercent())) {
                continue;
            }
            triples.push_back({.baseline = base.value.value,
                               .baselineResolution = base.value.resolution,
                               .candidate = candidate.value.value,
                               .candidateResolution = candidate.value.resolution,
                               .stated = stated->value,
                               .statedResolution = stated->resolution});
        }
        const auto detected = detectConvention(triples);
        if (detected && detected->fitting > best.fitting) {
            best.source.isPercent = isPercent;
            best.source.convention = detected->convention;
            // One row that fits by chance proves nothing unless its change is told to three digits.
            const bool isExact = std::ranges::any_of(
                triples, [](const Triple& triple) { return std::abs(triple.stated) > 200 * triple.statedResolution; });
            best.source.isProven = detected->fitting >= 2 || isExact;
            best.fitting = detected->fitting;
        }
    }
    return best;
}

/// The baseline column for a change of @p candidate: the one whose arithmetic fits best, words first where equal.
std::optional<DeltaSource> bestPair(const Table& table, const Layout& layout, DeltaSource source, std::size_t reference)
{
    auto columns = valueColumns(layout, layout.columns[source.column].series);
    std::ranges::stable_sort(columns, {}, [&](std::size_t column) {
        if (column == reference) {
            return 0;
        }
        return layout.columns[column].head.kind == Kind::Baseline ? 1 : 2;
    });
    std::optional<Trial> best;
    for (const auto column : columns) {
        if (column == source.candidate) {
            continue;
        }
        source.baseline = column;
        auto trial = tryPair(table, source);
        if (!best || trial.fitting > best->fitting) {
            best = trial;
        }
    }
    if (!best) {
        return std::nullopt;
    }
    return best->source;
}

/// The value column a column of changes speaks of: the nearest to its left that is no baseline, else to its right.
std::size_t candidateFor(const Layout& layout, std::size_t delta)
{
    const auto columns = valueColumns(layout, layout.columns[delta].series);
    std::size_t left = kNone;
    for (const auto column : columns) {
        const bool isBaseline = layout.columns[column].head.kind == Kind::Baseline;
        if (column < delta && !isBaseline) {
            left = column;
        }
    }
    if (left != kNone) {
        return left;
    }
    for (const auto column : columns) {
        if (layout.columns[column].head.kind != Kind::Baseline) {
            return column;
        }
    }
    return columns.size() < 2 ? kNone : columns.back();
}

void addDeltaColumn(const Table& table, Layout& layout, std::size_t column, std::size_t reference)
{
    const auto candidate = candidateFor(layout, column);
    if (candidate == kNone) {
        return;
    }
    auto source =
        bestPair(table, layout, {.column = column, .part = kNone, .baseline = 0, .candidate = candidate}, reference);
    if (!source) {
        return;
    }
    const auto& head = layout.columns[column].head.text;
    const bool isTold = head.find('%') != std::string_view::npos || head.find("pct") != std::string_view::npos
        || std::ranges::any_of(table.rows, [&](const Row& row) {
                            return row.cells[column].kind == CellKind::Value && row.cells[column].value.isPercent();
                        });
    if (!source->isProven && source->isPercent && !isTold) {
        return; // neither unit nor arithmetic say what its numbers are
    }
    const bool isSwapped = !source->isProven && layout.columns[source->candidate].head.kind == Kind::Baseline
        && layout.columns[source->baseline].head.kind == Kind::Candidate;
    if (isSwapped) {
        std::swap(source->candidate, source->baseline);
    }
    layout.deltas.push_back(*source);
    if (bracketNumbers(table, column) > 0) {
        layout.columns[column].bracket =
            speaksOfSpread(layout.columns[column].head.suffix) ? BracketKind::Spread : BracketKind::Unknown;
    }
}

bool hasSignedBracket(const Table& table, std::size_t column)
{
    return std::ranges::any_of(table.rows, [&](const Row& row) {
        return std::ranges::any_of(row.cells[column].parts, [](const CellPart& part) {
            return part.kind == CellPart::Kind::Bracket && part.number.isSigned;
        });
    });
}

bool hasSpreadWord(const Table& table, std::size_t column)
{
    return std::ranges::any_of(table.rows, [&](const Row& row) {
        return std::ranges::any_of(row.cells[column].parts, [](const CellPart& part) {
            return part.kind == CellPart::Kind::Bracket && speaksOfSpread(part.word);
        });
    });
}

/// The names of several bracket parts: of the head "tip[pct imp](CV)", or in the cells "(var: 1.41%) (+2.13%)".
std::vector<std::string_view> partNames(const Table& table, const Layout& layout, std::size_t column)
{
    auto names = bracketsOf(layout.columns[column].head.text);
    const auto count = bracketNumbers(table, column);
    if (names.size() == count || !hasSpreadWord(table, column)) {
        return names;
    }
    names.assign(count, "%");
    for (const auto& row : table.rows) {
        std::size_t index = 0;
        for (const auto& part : row.cells[column].parts) {
            if (part.kind == CellPart::Kind::Bracket) {
                names[index] = part.word.empty() ? names[index] : part.word;
                ++index;
            }
        }
    }
    return names;
}

/// What each of several bracket parts is where they are named. False if they are not.
bool addNamedBrackets(const Table& table, Layout& layout, std::size_t column, std::size_t reference)
{
    auto& facts = layout.columns[column];
    const auto names = partNames(table, layout, column);
    if (names.size() < 2 || names.size() != bracketNumbers(table, column)) {
        return false;
    }
    for (std::size_t part = 0; part < names.size(); ++part) {
        if (speaksOfSpread(names[part])) {
            facts.bracket = BracketKind::Spread;
            facts.spreadPart = part;
        } else if (speaksOfChange(names[part]) && column != reference && !isReference(table, column, part)) {
            const auto source = bestPair(
                table, layout, {.column = column, .part = part, .baseline = 0, .candidate = column}, reference);
            if (source) {
                layout.deltas.push_back(*source);
            }
        }
    }
    return true;
}

void addBrackets(const Table& table, Layout& layout, std::size_t column, std::size_t reference)
{
    auto& facts = layout.columns[column];
    if (addNamedBrackets(table, layout, column, reference)) {
        return;
    }
    const auto count = bracketNumbers(table, column);
    if (speaksOfSpread(facts.head.suffix) || hasSpreadWord(table, column)) {
        facts.bracket = BracketKind::Spread;
        return;
    }
    if (column == reference || isReference(table, column)) {
        facts.bracket = BracketKind::Delta; // its own zeros are no claims
        return;
    }
    const auto columns = valueColumns(layout, facts.series);
    // "(-15% / +125%)" behind the last of three values: one change for each candidate.
    std::vector<std::size_t> candidates(columns.begin() + 1, columns.end());
    if (count < 2 || count != candidates.size() || column != columns.back()) {
        candidates = {column};
    }
    for (std::size_t part = 0; part < candidates.size(); ++part) {
        const auto source = bestPair(
            table, layout, {.column = column, .part = part, .baseline = 0, .candidate = candidates[part]}, reference);
        const bool isWorded = speaksOfChange(facts.head.suffix) || hasSignedBracket(table, column);
        if (source && (source->isProven || isWorded)) {
            facts.bracket = BracketKind::Delta;
            layout.deltas.push_back(*source);
        }
    }
}

}

std::optional<Number> statedNumber(const Row& row, const DeltaSource& source)
{
    const auto& cell = row.cells[source.column];
    if (cell.kind != CellKind::Value) {
        return std::nullopt;
    }
    const auto* number = source.part == kNone ? &cell.value : bracketNumber(cell, source.part);
    if (number == nullptr) {
        return std::nullopt;
    }
    auto out = *number;
    if (source.isPercent || out.isPercent()) {
        out.value /= 100;
        out.resolution /= 100;
    }
    return out;
}

void findDeltas(const Table& table, Layout& layout)
{
    std::vector<std::size_t> references; // one per series
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        if (layout.columns[i].kind == ColumnKind::Value && isReference(table, i, namedChange(layout.columns[i]))) {
            references.push_back(i);
        }
    }
    const auto referenceOf = [&](std::size_t column) {
        const auto hit = std::ranges::find_if(references, [&](std::size_t reference) {
            return layout.columns[reference].series == layout.columns[column].series;
        });
        return hit == references.end() ? kNone : *hit;
    };
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        if (layout.columns[i].kind == ColumnKind::Delta) {
            addDeltaColumn(table, layout, i, referenceOf(i));
        } else if (layout.columns[i].kind == ColumnKind::Value && bracketNumbers(table, i) > 0) {
            addBrackets(table, layout, i, referenceOf(i));
        }
    }
}

}
