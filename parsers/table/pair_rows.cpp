// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/pair_rows.h"
#include "parsers/table/blanks.h"

#include "parsers/context/vocabulary.h"
#include "parsers/table/grid.h"
#include "parsers/table/naming.h"

#include <algorithm>

namespace patchscale::table {
namespace {

constexpr std::size_t kLongestLine = 200;
constexpr std::size_t kLongestLabel = 40;
constexpr std::size_t kLongestHeading = 60;

struct ReadRow
{
    VariantLabel label;
    std::vector<Cell> values;
};

/// Where the blank of "5.3-rc4+lru_lock 36128.3" stands: two words, the second a number; npos for other lines.
std::size_t blankOfTwoWords(std::string_view line)
{
    const auto blank = line.find(' ');
    const bool isNumber = blank != std::string_view::npos && blank + 1 < line.size() && line[blank + 1] >= '0'
        && line[blank + 1] <= '9' && line.find(' ', blank + 1) == std::string_view::npos;
    return isNumber ? blank : std::string_view::npos;
}

/// "5.3-rc4", "6.1+patch": a kernel's version with something behind it, which no number has.
bool isVersion(std::string_view label)
{
    const auto dot = label.find('.');
    auto isDigitAt = [&](std::size_t at) { return at < label.size() && label[at] >= '0' && label[at] <= '9'; };
    return dot != std::string_view::npos && dot > 0 && isDigitAt(dot - 1) && isDigitAt(dot + 1)
        && label.find_first_of("-+") != std::string_view::npos
        && label.find_first_of("abcdefghijklmnopqrstuvwxyz") != std::string_view::npos && !label.contains(' ');
}

/// Where the label of a line ends: at a colon, a tab or two blanks.
std::size_t labelEnd(std::string_view line)
{
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool isGap = line[i] == ' ' && i + 1 < line.size() && line[i + 1] == ' ';
        if (isGap && linesUpName(line.substr(0, i), line.substr(skipBlanks(line, i)))) {
            i = skipBlanks(line, i);
            continue;
        }
        if (line[i] == '\t' || line[i] == '|' || isGap) {
            return i;
        }
        if (line[i] == ':' && i + 1 < line.size() && (line[i + 1] == ' ' || line[i + 1] == '\t')) {
            return i + 1;
        }
    }
    return blankOfTwoWords(line);
}

/// "no load", "without contention": the old side of a list of circumstances.
bool tellsAbsence(std::string_view label)
{
    const auto lower = lowered(label.substr(0, std::min<std::size_t>(label.size(), 8)));
    return (lower.starts_with("no ") || lower.starts_with("without ")) && std::ranges::count(label, ' ') <= 3;
}

/// The line above the rows around line @p index announces scores of a benchmark: "UnixBench scores of the guest:".
bool isUnderScores(const Text& text, std::size_t index)
{
    constexpr std::size_t kMostRows = 8;
    auto at = index;
    while (at > 0 && index - at < kMostRows && mayBePairRow(text, at - 1)) {
        --at;
    }
    if (at == 0 || text.lines()[at - 1].kind != LineKind::Body) {
        return false;
    }
    const auto heading = trimmed(text.line(at - 1));
    const auto announced = heading.substr(0, heading.find('(')); // a command may stand in brackets
    return heading.ends_with(':') && !metricIn(announced).empty() && !benchmarkIn(announced).empty();
}

std::optional<ReadRow> pairRowAt(const Text& text, std::size_t index)
{
    if (!mayBePairRow(text, index)) {
        return std::nullopt;
    }
    std::vector<Cell> cells;
    splitCells(text.view(), text.line(index), NumberStyle::Plain, cells);
    if (const auto blank = blankOfTwoWords(trimmed(text.line(index)));
        cells.size() == 1 && blank != std::string_view::npos) {
        const auto line = trimmed(text.line(index));
        cells.front() = {.text = line.substr(0, blank)};
        cells.push_back(readCell(text.view(), line.substr(blank + 1), NumberStyle::Plain));
    }
    if (cells.size() < 2 || cells.front().kind != CellKind::Text) {
        return std::nullopt;
    }
    ReadRow row {.label = variantLabel(cells.front().text), .values = {cells.begin() + 1, cells.end()}};
    const bool areValues =
        std::ranges::all_of(row.values, [](const Cell& cell) { return cell.kind != CellKind::Text; });
    if (!areValues || std::ranges::none_of(row.values, [](const Cell& cell) { return cell.kind == CellKind::Value; })) {
        return std::nullopt;
    }
    if (!row.label.kind && tellsAbsence(row.label.label) && isUnderScores(text, index)) {
        row.label.kind = VariantPhrase::Kind::Baseline;
    }
    return row;
}

bool isHeading(const Text& text, std::size_t index)
{
    const auto& line = text.lines()[index];
    const auto heading = trimmed(text.line(index));
    return line.kind == LineKind::Body && !heading.empty() && heading.size() <= kLongestHeading
        && !heading.ends_with('.') && !heading.ends_with(',') && line.numbers <= 2;
}

/// The sub-headings that a row stands under: what holds for several pairs, and what holds for the next pair.
struct Headings
{
    std::string_view major;
    std::string_view minor;

    void take(const std::vector<std::string_view>& pending)
    {
        if (pending.size() >= 2) {
            major = pending[pending.size() - 2];
            minor = pending.back();
        } else if (pending.size() == 1) {
            minor = pending.front();
        }
    }
};

/// Sub-headings right above the first row, top to bottom.
std::vector<std::string_view> headingsAbove(const Text& text, std::size_t index, std::size_t& first)
{
    std::vector<std::string_view> above;
    while (index > 0 && above.size() < 2 && isHeading(text, index - 1) && !pairRowAt(text, index - 1)) {
        above.insert(above.begin(), trimmed(text.line(--index)));
        first = index;
    }
    return above;
}

/// A line of column names above the rows: "kernel   max-jOPS   critical-jOPS".
std::vector<Head> headsAbove(const std::vector<std::string_view>& above, std::size_t columns)
{
    std::vector<Head> heads(columns);
    if (above.empty()) {
        return heads;
    }
    std::vector<std::string_view> pieces;
    splitPieces(above.back(), pieces);
    if (columns > 1 && (pieces.size() == columns || pieces.size() == columns + 1)) {
        for (std::size_t i = 0; i < columns; ++i) {
            heads[i] = readHead(pieces[pieces.size() - columns + i]);
        }
    }
    return heads;
}

/// Neighbours of which at least one names a side, and two different ones: anything else is a list of values.
bool opensPairs(const Text& text, std::size_t index, const ReadRow& row)
{
    constexpr std::size_t kReach = 8;
    bool hasSide = row.label.kind.has_value();
    const auto end = std::min(text.lines().size(), index + kReach);
    for (auto at = index + 1; at < end; ++at) {
        const auto other = pairRowAt(text, at);
        if (!other) {
            return false;
        }
        const bool isStem = isVersion(row.label.label) && isStemOf(row.label.label, other->label.label);
        hasSide = hasSide || other->label.kind.has_value() || isStem;
        if (!row.label.kind && !other->label.kind && !isStem) {
            return false;
        }
        if (other->label.label != row.label.label && hasSide) {
            return true;
        }
    }
    return false;
}

/// "Before:" behind the finished rows of "base:" and "patch:": other words for the sides tell of another comparison.
bool opensOtherPairs(const Text& text, std::size_t index, const ReadRow& row, const std::vector<VariantRow>& rows)
{
    const auto has = [&](VariantPhrase::Kind kind) {
        return std::ranges::any_of(rows, [&](const VariantRow& other) { return other.label.kind == kind; });
    };
    const bool isKnown =
        std::ranges::any_of(rows, [&](const VariantRow& other) { return other.label.label == row.label.label; });
    return !isKnown && row.label.kind && has(VariantPhrase::Kind::Baseline) && has(VariantPhrase::Kind::Candidate)
        && opensPairs(text, index, row);
}

void nameRow(const Headings& headings, VariantRow& row)
{
    auto trimColon = [](std::string_view text) {
        if (text.starts_with("==") && text.ends_with("==")) { // "==== Max page_test ===="
            const auto first = std::min(text.find_first_not_of('='), text.size());
            text = trimmed(text.substr(first, text.find_last_not_of('=') + 1 - first));
        }
        while (!text.empty() && (text.back() == ':' || text.back() == ' ')) {
            text.remove_suffix(1);
        }
        const auto bracket = text.ends_with(')') ? text.rfind(" (") : std::string_view::npos;
        const bool isCommand = bracket != std::string_view::npos && bracket > 0
            && (text.substr(bracket).contains("./") || text.substr(bracket).contains(" -"));
        return isCommand ? trimmed(text.substr(0, bracket)) : text; // the command is a parameter of the run
    };
    if (!headings.major.empty()) {
        row.test = std::string(trimColon(headings.major));
        addParameters(headings.minor, row.parameters);
    } else {
        row.test = std::string(trimColon(headings.minor));
    }
    if (!row.label.rest.empty()) {
        row.test += (row.test.empty() ? "" : " ") + std::string(row.label.rest);
    }
}

}

bool mayBePairRow(const Text& text, std::size_t index)
{
    const auto& line = text.lines()[index];
    if (line.kind != LineKind::Body || line.numbers == 0 || line.size() > kLongestLine) {
        return false;
    }
    const auto view = trimmed(text.line(index));
    const auto end = labelEnd(view);
    if (end == std::string_view::npos || end == 0 || end > kLongestLabel || view.find('|') != std::string_view::npos) {
        return false;
    }
    const char first = view.front();
    return isVersion(view.substr(0, end)) || (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z')
        || first == '(' || first == '+' || static_cast<unsigned char>(first) >= 0x80U;
}

std::optional<Turned> pairRowsAt(const Text& text, std::size_t index, std::size_t& next, const Job& job)
{
    next = index + 1;
    const auto lines = text.lines();
    auto row = pairRowAt(text, index);
    if (!row || !opensPairs(text, index, *row)) {
        return std::nullopt;
    }
    std::size_t first = index;
    const auto above = headingsAbove(text, index, first);
    std::size_t columns = row->values.size();
    const auto heads = headsAbove(above, columns);
    const bool hasHeads = std::ranges::any_of(heads, [](const Head& head) { return !head.text.empty(); });
    Headings headings;
    auto pending = above;
    if (hasHeads) {
        pending.pop_back();
    }
    std::vector<VariantRow> rows;
    std::size_t end = index;
    const auto depth = lines[index].quoteDepth;
    for (auto at = index; at < lines.size() && !job.isCancelled() && lines[at].quoteDepth == depth; ++at) {
        if (lines[at].kind == LineKind::Ruler && !rows.empty()) {
            break; // what follows speaks of something else
        }
        if (lines[at].kind == LineKind::Blank || lines[at].kind == LineKind::Ruler) {
            continue;
        }
        auto read = pairRowAt(text, at);
        if (!read) {
            if (pending.size() >= 2 || !isHeading(text, at)) {
                break;
            }
            pending.push_back(trimmed(text.line(at)));
            continue;
        }
        const bool isBehindGap = !rows.empty() && at > end + 1;
        if (isBehindGap && opensOtherPairs(text, at, *read, rows)) {
            break;
        }
        headings.take(pending);
        pending.clear();
        columns = std::max(columns, read->values.size());
        VariantRow out {.label = read->label,
                        .test = {},
                        .parameters = {},
                        .values = std::move(read->values),
                        .span = {.offset = lines[at].begin, .length = lines[at].size()}};
        nameRow(headings, out);
        rows.push_back(std::move(out));
        end = at;
    }
    next = end + 1;
    if (rows.front().label.kind && tellsAbsence(rows.front().label.label)) { // the others tell what was added
        for (auto& other : rows) {
            other.label.kind = other.label.kind.value_or(VariantPhrase::Kind::Candidate);
        }
    }
    // Several values in a row mean nothing without heads over them, but for one: a change behind the value.
    const auto least = std::ranges::min(rows, {}, [](const VariantRow& r) { return r.values.size(); }).values.size();
    if (!hasHeads && least > 1) {
        return std::nullopt;
    }
    auto named = hasHeads ? heads : std::vector<Head>(1);
    auto turned = turnRows(rows, named);
    if (!turned) {
        return std::nullopt;
    }
    if (hasHeads) {
        std::vector<std::string_view> pieces;
        splitPieces(above.back(), pieces);
        turned->heads.corner = pieces.size() > heads.size() ? pieces.front() : std::string_view {};
    }
    turned->table.span = {.offset = lines[first].begin, .length = lines[end].end - lines[first].begin};
    addTitles(text, turned->table);
    return turned;
}

}
