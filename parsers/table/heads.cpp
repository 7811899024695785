// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/heads.h"

#include "parsers/table/blanks.h"
#include "parsers/table/head_line.h"

#include "parsers/context/opposites.h"
#include "parsers/table/delta.h"
#include "parsers/table/naming.h"
#include "parsers/table/variant_label.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <tuple>

namespace patchscale::table {
namespace {

using Kind = VariantPhrase::Kind;

/// How many leading columns hold words.
std::size_t textColumns(const Table& table)
{
    std::size_t count = 0;
    while (count < table.columns()) {
        std::size_t words = 0;
        for (const auto& row : table.rows) {
            words += row.cells[count].kind == CellKind::Text ? 1U : 0U;
        }
        if (words * 2 < table.rows.size()) {
            break;
        }
        ++count;
    }
    return std::min(count, table.columns() - 1);
}

/// How many columns at the end hold words: "105.9  102.1  -3.6%  JZ4775".
std::size_t textColumnsBehind(const Table& table)
{
    const auto isText = [&](std::size_t column) {
        const auto words =
            std::ranges::count_if(table.rows, [&](const Row& row) { return row.cells[column].kind == CellKind::Text; });
        return static_cast<std::size_t>(words) * 2 > table.rows.size();
    };
    std::size_t count = 0;
    while (count + 2 < table.columns() && isText(table.columns() - count - 1)) {
        ++count;
    }
    return count;
}

/// A head for a change that one blank parts from the name of the labels behind it: "Performance Change SoC Model".
Head changeBefore(std::string_view text)
{
    for (auto blank = text.rfind(' '); blank != std::string_view::npos; blank = text.rfind(' ', blank - 1)) {
        if (auto head = readHead(text.substr(0, blank)); head.kind == Kind::Delta) {
            return head;
        }
        if (blank == 0) {
            break;
        }
    }
    return readHead(text);
}

/// Binds a header whose first head is a variant's while the labels stand behind the values; false if that is not so.
bool bindLabelsLast(const Table& table, const std::vector<Head>& heads, std::size_t words, Heads& out)
{
    const auto behind = textColumnsBehind(table);
    const auto values = table.columns() - behind;
    if (words > 0 || behind == 0 || heads.size() < values || heads.size() > table.columns()
        || !namesVariant(heads.front())) {
        return false;
    }
    out.labels = 0;
    std::ranges::copy(heads, out.columns.begin());
    if (auto& last = out.columns[values - 1]; !last.kind) {
        last = changeBefore(last.text);
    }
    return true;
}

/// The header line that names the columns: most variants, then most words, then nearest to the rows.
std::size_t chooseLine(const std::vector<HeaderLine>& lines, const Table& table)
{
    const auto rank = [&](const HeaderLine& line) {
        const bool fits = line.heads.size() <= table.columns();
        const bool isFull = line.heads.size() == table.columns() || line.heads.size() + 1 == table.columns();
        return std::tuple(fits, line.variants, line.named, isFull && line.heads.size() > 1);
    };
    std::size_t best = lines.size() - 1;
    for (std::size_t i = lines.size(); i-- > 0;) {
        if (rank(lines[i]) > rank(lines[best])) {
            best = i;
        }
    }
    return best;
}

bool hasBrackets(const Table& table, std::size_t column)
{
    return std::ranges::any_of(table.rows,
                               [&](const Row& row) { return row.cells[column].hasPart(CellPart::Kind::Bracket); });
}

/// Figures with two decimals or more select no case: what stands there are values under a name that nobody knows.
bool holdsMeasures(const Table& table, std::size_t column)
{
    return std::ranges::any_of(table.rows, [&](const Row& row) {
        const auto& cell = row.cells[column];
        return cell.kind == CellKind::Value && cell.value.resolution < 0.04;
    });
}

bool isPercentColumn(const Table& table, std::size_t column)
{
    bool hasValue = false;
    for (const auto& row : table.rows) {
        const auto& cell = row.cells[column];
        if (cell.kind == CellKind::Value && !cell.value.isPercent()) {
            return false;
        }
        hasValue = hasValue || cell.kind == CellKind::Value;
    }
    return hasValue;
}

/// Whether the last column holds changes of the @p named columns before it although no head says so.
bool endsInUnnamedChange(const Table& table, std::size_t named)
{
    const auto columns = table.columns();
    if (named < 2 || columns < named + 1) {
        return false;
    }
    const auto last = columns - 1;
    if (isPercentColumn(table, last)) {
        return !isPercentColumn(table, last - 1);
    }
    std::vector<Triple> triples;
    for (const auto& row : table.rows) {
        const auto& old = row.cells[last - named];
        const auto& fresh = row.cells[last - 1];
        const auto& stated = row.cells[last];
        if (old.kind == CellKind::Value && fresh.kind == CellKind::Value && stated.kind == CellKind::Value) {
            triples.push_back({.baseline = old.value.value,
                               .baselineResolution = old.value.resolution,
                               .candidate = fresh.value.value,
                               .candidateResolution = fresh.value.resolution,
                               .stated = stated.value.value / 100,
                               .statedResolution = stated.value.resolution / 100});
        }
    }
    const auto detected = detectConvention(triples);
    return detected && detected->fitting >= 2;
}

std::size_t firstVariant(const std::vector<Head>& heads)
{
    const auto hit =
        std::ranges::find_if(heads, [](const Head& head) { return namesVariant(head) || head.kind == Kind::Neutral; });
    return static_cast<std::size_t>(hit - heads.begin());
}

/// A line above with one piece for each run of equal variants: "Create  Walk  chmod  Unlink" over "base scale base …".
void bindGroups(const std::vector<std::string_view>& pieces, Heads& out)
{
    std::vector<std::size_t> starts; // columns at which the first variant's label comes again
    std::string_view first;
    for (std::size_t i = out.labels; i < out.columns.size(); ++i) {
        const auto& head = out.columns[i];
        if (namesVariant(head) && first.empty()) {
            first = head.label;
        }
        if (!first.empty() && head.label == first) {
            starts.push_back(i);
        }
    }
    if (first.empty() && out.labels < out.columns.size() && pieces.size() > 1) { // "pagecache folio" as well
        const auto text = out.columns[out.labels].text;
        for (std::size_t i = out.labels; i < out.columns.size() && !text.empty(); ++i) {
            if (out.columns[i].text == text) {
                starts.push_back(i);
            }
        }
        if (pieces.size() > starts.size() + out.labels) {
            return;
        }
    }
    if (starts.size() < 2 || pieces.size() < starts.size()) {
        return;
    }
    const auto skipped = pieces.size() - starts.size();
    for (std::size_t g = 0; g < starts.size(); ++g) {
        const auto end = g + 1 < starts.size() ? starts[g + 1] : out.columns.size();
        for (std::size_t i = starts[g]; i < end; ++i) {
            out.columns[i].group = pieces[skipped + g];
        }
    }
    for (std::size_t i = 0; i < std::min(skipped, out.labels); ++i) {
        if (out.columns[i].text.empty()) {
            out.columns[i] = readHead(pieces[i]);
        }
    }
}

/// Whether the last @p values of @p parts say the same every @p width columns.
bool isPeriodic(std::span<const Head> parts, std::size_t values, std::size_t width)
{
    const auto last = parts.last(values);
    for (std::size_t i = 0; i < values; ++i) {
        if (last[i].text.empty() || (i >= width && last[i].text != last[i - width].text)) {
            return false;
        }
    }
    return true;
}

/// Columns under variants that each span several: "Mean  RSD  Mean  RSD" below "Without patches | With patches". False
/// if the header has no such lines.
bool bindSpanned(const Table& table, const std::vector<HeaderLine>& lines, std::size_t chosen, std::size_t words,
                 Heads& out)
{
    std::vector<Head> variants;
    std::ranges::copy_if(lines[chosen].heads, std::back_inserter(variants), namesVariant);
    if (variants.size() < 2 || chosen + 1 >= lines.size()) {
        return false;
    }
    const std::span<const Head> parts = lines[chosen + 1].heads;
    auto labels = words; // numbers that select the case stand before the values as well
    const auto isShaped = [&] {
        const auto values = table.columns() - labels;
        return values > variants.size() && values % variants.size() == 0 && parts.size() >= values
            && parts.size() <= table.columns() && isPeriodic(parts, values, values / variants.size());
    };
    while (labels + variants.size() < table.columns() && !isShaped()) {
        ++labels;
    }
    if (!isShaped()) {
        return false;
    }
    const auto values = table.columns() - labels;
    const auto width = values / variants.size();
    const auto last = parts.last(values);
    const auto isMeasure = [](const Head& part) { return part.kind != Kind::Spread && part.kind != Kind::Delta; };
    const auto measures = std::ranges::count_if(last.first(width), isMeasure);
    out.labels = labels;
    std::ranges::copy(parts.first(parts.size() - values), out.columns.begin());
    for (std::size_t i = 0; i < values; ++i) {
        auto& column = out.columns[labels + i];
        column = isMeasure(last[i]) ? variants[i / width] : last[i];
        if (isMeasure(last[i])) {
            column.part = i % width + 1;
            column.group = measures > 1 ? last[i].text : std::string_view {};
        }
    }
    return true;
}

/// Variants on a line of their own beside one with a head for each column, of which as many say the same: "Unpatched
/// Kernel  Patched Kernel" under "threads  Elapsed/Sys Time  Elapsed/Sys Time  Speedup". False if the header has no
/// such lines.
bool bindRepeated(const Table& table, const std::vector<HeaderLine>& lines, std::size_t chosen, std::size_t words,
                  Heads& out)
{
    const auto& variants = lines[chosen].heads;
    if (variants.size() < 2 || variants.size() >= table.columns() || !std::ranges::all_of(variants, namesVariant)) {
        return false;
    }
    for (const auto& line : lines) {
        if (line.heads.size() != table.columns()) {
            continue;
        }
        for (std::size_t first = std::max<std::size_t>(words, 1); first < line.heads.size(); ++first) {
            std::vector<std::size_t> places;
            for (auto i = first; i < line.heads.size(); ++i) {
                if (line.heads[i].text == line.heads[first].text) {
                    places.push_back(i);
                }
            }
            if (places.size() != variants.size() || line.heads[first].text.empty()) {
                continue;
            }
            out.labels = first;
            out.columns = line.heads;
            for (std::size_t i = 0; i < places.size(); ++i) {
                out.columns[places[i]] = variants[i];
            }
            return true;
        }
    }
    return false;
}

/// What is left of "lat_new" or "old_tput" without the word for its side; that word is @p side.
std::string_view stemOf(std::string_view head, std::string_view& side)
{
    constexpr auto kSides =
        std::to_array<std::string_view>({"old", "new", "before", "after", "base", "patched", "orig"});
    for (const auto word : kSides) {
        const auto lower = lowered(head);
        const auto isMark = [](char c) { return c == '_' || c == '-'; };
        if (lower.size() > word.size() + 1 && lower.ends_with(word) && isMark(head[head.size() - word.size() - 1])) {
            side = head.substr(head.size() - word.size());
            return head.substr(0, head.size() - word.size() - 1);
        }
        if (lower.size() > word.size() + 1 && lower.starts_with(word) && isMark(head[word.size()])) {
            side = head.substr(0, word.size());
            return head.substr(word.size() + 1);
        }
    }
    return {};
}

/// "lat_new lat_old tput_new tput_old": two measures of two sides, and not four sides.
void splitMeasures(Heads& out)
{
    std::vector<std::string_view> stems;
    std::vector<std::string_view> sides;
    std::size_t named = 0;
    for (std::size_t i = out.labels; i < out.columns.size(); ++i) {
        std::string_view side;
        const auto stem = stemOf(out.columns[i].text, side);
        if (stem.empty() || !out.columns[i].group.empty()) {
            continue;
        }
        ++named;
        if (!std::ranges::contains(stems, stem)) {
            stems.push_back(stem);
        }
        if (!std::ranges::contains(sides, side)) {
            sides.push_back(side);
        }
    }
    if (stems.size() < 2 || sides.size() != 2 || named != stems.size() * 2) {
        return;
    }
    for (std::size_t i = out.labels; i < out.columns.size(); ++i) {
        std::string_view side;
        const auto stem = stemOf(out.columns[i].text, side);
        if (!stem.empty()) {
            auto head = readHead(side);
            head.group = stem;
            out.columns[i] = head;
        }
    }
}

/// "6.5 | baseline | N/A" above rows of changes: what they are taken against, and no header.
bool isReferenceLine(const std::vector<std::string_view>& pieces)
{
    std::size_t marks = 0;
    std::size_t last = pieces.size();
    while (last > 1) {
        const auto lower = lowered(pieces[last - 1]);
        const bool isMark = lower == "baseline" || lower == "base" || lower == "reference" || lower == "ref";
        if (!isMark && lower != "n/a" && lower != "-" && lower != "na") {
            break;
        }
        marks += isMark ? 1 : 0;
        --last;
    }
    return marks > 0 && last <= 2 && last < pieces.size();
}

bool isReferenceRow(const Row& row)
{
    std::vector<std::string_view> pieces;
    std::ranges::transform(row.cells, std::back_inserter(pieces), &Cell::text);
    return isReferenceLine(pieces);
}

/// All values are changes: "-13.2%".
bool holdsChanges(const Table& table)
{
    std::size_t changes = 0;
    for (const auto& row : table.rows) {
        for (const auto& cell : row.cells) {
            const bool isChange = cell.kind == CellKind::Value && cell.value.isPercent() && cell.value.isSigned;
            changes += isChange ? 1 : 0;
        }
    }
    return changes >= table.rows.size();
}

}

Heads bindHeads(const Table& table)
{
    if (table.header.size() > 1 && isReferenceLine(table.header.back()) && holdsChanges(table)) {
        auto others = table;
        others.header.pop_back();
        auto heads = bindHeads(others);
        heads.reference = table.header.back().front();
        return heads;
    }
    const auto row = std::ranges::find_if(table.rows, isReferenceRow);
    if (row != table.rows.end() && holdsChanges(table)) {
        auto others = table;
        std::erase_if(others.rows, isReferenceRow);
        if (!others.rows.empty()) {
            auto heads = bindHeads(others);
            heads.reference = row->cells.front().text;
            return heads;
        }
    }
    Heads out;
    const auto columns = table.columns();
    out.columns.resize(columns);
    const auto words = textColumns(table);
    out.labels = std::max<std::size_t>(words, table.isFlattened ? 1 : 0);
    if (table.header.empty()) {
        return out;
    }
    std::vector<HeaderLine> lines;
    for (const auto& pieces : table.header) {
        lines.push_back(readLine(pieces, columns));
    }
    const auto chosen = chooseLine(lines, table);
    const auto& heads = lines[chosen].heads;
    const bool isCaption = heads.size() == 1 && lines[chosen].variants == 0;
    const bool isBindable = heads.size() <= columns && !isCaption;
    for (std::size_t i = lines.size(); i-- > 0;) {
        if (i == chosen && isBindable) {
            continue;
        }
        out.others.insert(out.others.end(), table.header[i].begin(), table.header[i].end());
        if (table.header[i].size() == 1) {
            out.captions.push_back(table.header[i].front());
        }
    }
    if (!isBindable) {
        return out;
    }
    const auto named = firstVariant(heads);
    if (bindLabelsLast(table, heads, words, out)) {
        return out;
    }
    if (bindSpanned(table, lines, chosen, words, out) || bindRepeated(table, lines, chosen, words, out)) {
        out.corner = out.labels > 0 ? out.columns.front().text : std::string_view {};
        return out;
    }
    if (table.isPiped && heads.size() == columns) {
        out.labels = named < columns ? std::max(words, named) : words;
        out.columns = heads;
    } else {
        // Whatever stands before the first named head is over the labels, however many columns those take.
        const auto lead = named < heads.size() ? named : heads.size() - std::min(heads.size(), columns - words);
        const auto rest = heads.size() - lead;
        // Columns that nothing stands over are parameters before the values, or one of changes behind them.
        const bool hasTail = columns > std::max(words, lead) + rest && endsInUnnamedChange(table, rest);
        out.labels = table.isFlattened ? 1 : columns - rest - (hasTail ? 1 : 0);
        for (std::size_t i = 0; i < std::min(lead, out.labels); ++i) {
            out.columns[i] = heads[i];
        }
        for (std::size_t i = lead; i < heads.size(); ++i) {
            out.columns[out.labels + i - lead] = heads[i];
        }
    }
    for (std::size_t i = 0; i < chosen; ++i) {
        bindGroups(table.header[i], out);
    }
    splitMeasures(out);
    while (out.labels > std::max<std::size_t>(words, 1)
           && (hasBrackets(table, out.labels - 1) || holdsMeasures(table, out.labels - 1))) {
        --out.labels; // an unknown variant's column: parameters carry no changes
    }
    for (std::size_t i = 0; i < out.labels; ++i) {
        if (!out.columns[i].text.empty()) {
            out.corner = out.columns[i].text;
            break;
        }
    }
    return out;
}

}
