// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/compound.h"

#include "core/base/characters.h"
#include "core/base/units.h"
#include "parsers/table/blanks.h"
#include "parsers/table/naming.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace patchscale::table {
namespace {

constexpr std::size_t kMostParts = 6;
constexpr double kKibi = 1.024; ///< what "KB" is where it counts 1024

std::vector<std::string_view> splitAtCommas(std::string_view text)
{
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(',', begin), text.size());
        parts.push_back(trimmed(text.substr(begin, end - begin)));
        begin = end + 1;
    }
    return parts;
}

/// "1,234,567": the parts may be the digits of one number.
bool mayBeThousands(const std::vector<std::string_view>& parts)
{
    const auto digitsOf = [](std::string_view part) {
        return std::min(part.find_first_not_of("0123456789"), part.size());
    };
    return digitsOf(parts.front()) <= 3
        && std::ranges::all_of(parts.begin() + 1, parts.end(),
                               [&](std::string_view part) { return digitsOf(part) == 3; });
}

std::size_t partsOf(const Cell& cell)
{
    return 1 + static_cast<std::size_t>(std::ranges::count(cell.parts, CellPart::Kind::Joined, &CellPart::kind));
}

/// The measures of @p cell, in order.
std::vector<Number> measuresOf(const Cell& cell)
{
    std::vector<Number> measures {cell.value};
    for (const auto& part : cell.parts) {
        if (part.kind == CellPart::Kind::Joined) {
            measures.push_back(part.number);
        }
    }
    return measures;
}

/// "usr=1.13%, sys=14.75%": what a part is called, and where its number begins.
struct NamedPart
{
    std::string_view name;
    std::string_view number;
};

NamedPart namedPart(std::string_view part)
{
    const auto sign = part.find('=');
    const auto name = part.substr(0, sign == std::string_view::npos ? 0 : sign);
    const bool isName = !name.empty() && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || isDigit(c);
    }) && !isDigit(name.front());
    return isName ? NamedPart {.name = name, .number = trimmed(part.substr(sign + 1))}
                  : NamedPart {.name = {}, .number = part};
}

/// What the measure at @p index is called in the cells of @p column; empty if they do not say the same.
std::string_view nameIn(const Table& table, std::size_t column, std::size_t index)
{
    std::string_view name;
    for (const auto& row : table.rows) {
        const auto& cell = row.cells[column];
        if (cell.kind != CellKind::Value) {
            continue;
        }
        std::size_t joined = 0;
        auto own = index == 0 ? cell.name : std::string_view {};
        for (const auto& part : cell.parts) {
            joined += part.kind == CellPart::Kind::Joined ? 1 : 0;
            own = part.kind == CellPart::Kind::Joined && joined == index ? part.word : own;
        }
        if (own.empty() || (!name.empty() && own != name)) {
            return {};
        }
        name = own;
    }
    return name == "r" ? "read" : name == "w" ? "write" : name;
}

/// How many measures the cells of @p column hold; 1 if they are plain or differ.
std::size_t measuresIn(const Table& table, std::size_t column)
{
    std::size_t count = 0;
    for (const auto& row : table.rows) {
        if (row.cells[column].kind != CellKind::Value) {
            continue;
        }
        const auto own = partsOf(row.cells[column]);
        if (count != 0 && own != count) {
            return 1;
        }
        count = own;
    }
    return std::max<std::size_t>(count, 1);
}

/// What is known of the measures of one column.
struct Measure
{
    std::string_view name {}; ///< as the legend writes it
    std::string_view unit {};
    double factor = 1; ///< of the unit as this table uses it, to what the unit means elsewhere
};

/// @p text where "/" parts it; the one in "MB/s" does not.
std::vector<std::string_view> splitAtSlashes(std::string_view text)
{
    const auto endsRate = [&](std::size_t slash) {
        const auto word =
            text.substr(slash + 1, text.find_first_not_of("abcdefghijklmnopqrstuvwxyz", slash + 1) - slash - 1);
        return word == "s" || word == "sec" || word == "second" || word == "op" || word == "min";
    };
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    for (auto slash = text.find('/'); slash != std::string_view::npos; slash = text.find('/', slash + 1)) {
        if (!endsRate(slash)) {
            parts.push_back(trimmed(text.substr(begin, slash - begin)));
            begin = slash + 1;
        }
    }
    parts.push_back(trimmed(text.substr(begin)));
    return parts;
}

/// "IOPS", "lat us", "p99 (us)", "read": what a legend may call a measure.
std::optional<Measure> measureIn(std::string_view text)
{
    constexpr auto kNames = std::to_array<std::string_view>(
        {"read", "write", "reads", "writes", "avg",   "mean", "min",  "max",     "median",
         "p50",  "p90",   "p95",   "p99",    "p99.9", "p999", "lat",  "bw",      "tput",
         "rd",   "wr",    "r",     "w",      "user",  "sys",  "real", "encrypt", "decrypt"});
    if (text.empty()) {
        return std::nullopt;
    }
    if (findUnit(text)) {
        return Measure {.name = text, .unit = text};
    }
    Measure measure {.name = text, .unit = unitIn(text)};
    const auto blank = text.rfind(' ');
    if (measure.unit.empty() && blank != std::string_view::npos && findUnit(text.substr(blank + 1))) { // "lat us"
        measure.unit = text.substr(blank + 1);
        measure.name = trimmed(text.substr(0, blank));
    }
    const auto bracket = measure.name.find_first_of("([");
    if (!measure.unit.empty() && bracket != std::string_view::npos && bracket > 0) {
        measure.name = trimmed(measure.name.substr(0, bracket));
    }
    const auto lower = lowered(measure.name);
    const bool isKnown = !measure.unit.empty() || !metricIn(measure.name).empty()
        || std::ranges::contains(kNames, std::string_view(lower));
    return isKnown ? std::optional(measure) : std::nullopt;
}

/// The @p count measures that @p parts name; empty if they do not.
std::vector<Measure> measuresNamed(const std::vector<std::string_view>& parts, std::size_t count)
{
    std::vector<Measure> measures;
    if (parts.size() != count) {
        return measures;
    }
    for (const auto part : parts) {
        const auto measure = measureIn(part);
        if (!measure) {
            return {};
        }
        measures.push_back(*measure);
    }
    return measures;
}

/// What "(KB/s,IOPS,us)" and "before: IOPS / p99 (us)" say of @p count measures; empty if @p text says nothing of them.
std::vector<Measure> legendIn(std::string_view text, std::size_t count)
{
    std::vector<std::string_view> stretches;
    for (auto open = text.find_first_of("(["); open != std::string_view::npos;
         open = text.find_first_of("([", open + 1)) {
        const auto close = text.find_first_of(")]", open);
        if (close == std::string_view::npos) {
            break;
        }
        stretches.push_back(text.substr(open + 1, close - open - 1));
    }
    auto whole = text;
    while (!whole.empty() && whole.back() == ':') {
        whole.remove_suffix(1);
    }
    stretches.push_back(whole.substr(whole.find(':') + 1)); // npos + 1 is 0
    stretches.push_back(whole);
    for (const auto stretch : stretches) {
        for (const auto& parts : {splitAtCommas(stretch), splitAtSlashes(stretch)}) {
            if (auto measures = measuresNamed(parts, count); !measures.empty()) {
                return measures;
            }
        }
    }
    return {};
}

std::vector<Measure> legendOf(const Table& table, const Heads& heads, const Head& head, std::size_t count)
{
    std::vector<std::string_view> texts {head.text, head.group, heads.corner};
    texts.insert(texts.end(), heads.captions.begin(), heads.captions.end());
    texts.insert(texts.end(), heads.others.begin(), heads.others.end());
    texts.insert(texts.end(), table.titles.begin(), table.titles.end());
    for (const auto text : texts) {
        if (auto measures = legendIn(text, count); !measures.empty()) {
            return measures;
        }
    }
    return {};
}

/// The size of a request that @p bytes a second in @p count requests a second make, if it is one that people choose:
/// 512 bytes to 64 MiB in powers of two.
bool isBlockSize(double bytes, double count)
{
    if (!(bytes > 0) || !(count > 0)) {
        return false;
    }
    const double size = std::log2(bytes / count);
    constexpr double kNear = 0.01; // 0.7 %
    return std::abs(size - std::round(size)) < kNear && size > 8.5 && size < 26.5;
}

/// Finds bandwidth and a number without a unit whose quotient is a block size throughout.
void proveRequests(const Table& table, std::size_t column, std::vector<Measure>& measures)
{
    for (std::size_t rate = 0; rate < measures.size(); ++rate) {
        const auto unit = unitOf(measures[rate].unit);
        if (unit.base != "B/s") {
            continue;
        }
        for (std::size_t i = 0; i < measures.size(); ++i) {
            const bool isOpen = measures[i].unit.empty();
            if (!isOpen && unitOf(measures[i].unit).base != "1/s") {
                continue;
            }
            const double requests = isOpen ? 1 : unitOf(measures[i].unit).factor;
            const auto fits = [&](double factor) {
                return std::ranges::all_of(table.rows, [&](const Row& row) {
                    const auto own = measuresOf(row.cells[column]);
                    return row.cells[column].kind != CellKind::Value
                        || isBlockSize(own[rate].value * unit.factor * factor, own[i].value * requests);
                });
            };
            const bool isDecimal = fits(1);
            const bool isKibi = !isDecimal && unit.factor == 1e3 && fits(kKibi);
            if (isDecimal || isKibi) {
                measures[i].unit = isOpen ? "IOPS" : measures[i].unit;
                measures[rate].factor = isKibi ? kKibi : 1;
                return;
            }
        }
    }
}

std::vector<Measure> measuresFor(const Table& table, const Heads& heads, std::size_t column, std::size_t count)
{
    auto measures = legendOf(table, heads, heads.columns[column], count);
    measures.resize(count);
    for (const auto& row : table.rows) {
        if (row.cells[column].kind != CellKind::Value) {
            continue;
        }
        const auto own = measuresOf(row.cells[column]);
        for (std::size_t i = 0; i < count; ++i) {
            measures[i].unit = measures[i].unit.empty() ? own[i].unit : measures[i].unit;
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (const auto name = nameIn(table, column, i); measures[i].name.empty() && !name.empty()) {
            measures[i].name = name;
            if (measures[i].unit.empty() && lowered(name) == "iops") {
                measures[i].unit = "IOPS";
            }
        }
    }
    proveRequests(table, column, measures);
    return measures;
}

/// "120k / 33.1" under a variant's name where a legend names both measures; without one it may be anything.
void joinSlashes(Table& table, const Heads& heads)
{
    for (std::size_t column = heads.labels; column < table.columns(); ++column) {
        std::size_t count = 0;
        bool isEven = true;
        for (const auto& row : table.rows) {
            const auto& cell = row.cells[column];
            if (cell.kind != CellKind::Value) {
                continue;
            }
            const auto own =
                1 + static_cast<std::size_t>(std::ranges::count(cell.parts, CellPart::Kind::Second, &CellPart::kind));
            isEven = isEven && (count == 0 || own == count) && !cell.text.contains('>');
            count = own;
        }
        if (!isEven || count < 2 || legendOf(table, heads, heads.columns[column], count).empty()) {
            continue;
        }
        for (auto& row : table.rows) {
            for (auto& part : row.cells[column].parts) {
                part.kind = part.kind == CellPart::Kind::Second ? CellPart::Kind::Joined : part.kind;
            }
        }
    }
}

bool isVariantHead(const Head& head)
{
    using Kind = VariantPhrase::Kind;
    return head.kind == Kind::Baseline || head.kind == Kind::Candidate || head.kind == Kind::Neutral;
}

/// The head of one measure under @p whole, which is one of the variants if @p isVariant.
Head headOf(const Head& whole, const Measure& measure, std::size_t part, bool isVariant)
{
    const auto name = measure.name.empty() ? measure.unit : measure.name;
    Head head = whole;
    head.part = part + 1;
    head.group = name;
    head.unit = measure.unit;
    head.factor = measure.factor;
    head.label = trimmed(head.label.substr(0, head.label.find(':'))); // "before" of "before: IOPS / p99 (us)"
    if (!isVariant) {
        head.text = name;
        head.group = whole.text;
    }
    return head;
}

Cell cellOf(const Cell& whole, std::size_t part)
{
    if (whole.kind != CellKind::Value) {
        return whole;
    }
    return {.kind = CellKind::Value, .text = whole.text, .value = measuresOf(whole)[part], .parts = {}};
}

}

std::optional<Cell> readCompound(std::string_view whole, std::string_view piece)
{
    const bool isNamed = !namedPart(piece).name.empty();
    if (piece.empty() || (!isDigit(piece.front()) && !isNamed) || !piece.contains(',')) {
        return std::nullopt;
    }
    const auto parts = splitAtCommas(piece);
    if (parts.size() < 2 || parts.size() > kMostParts) {
        return std::nullopt;
    }
    Cell cell {.kind = CellKind::Value, .text = piece, .value = {}, .parts = {}};
    bool hasInnerUnit = isNamed;
    for (const auto& written : parts) {
        const auto [name, part] = namedPart(written);
        auto number = numberAt(part, 0);
        if (!number || number->end != part.size() || !isDigit(part.front()) || name.empty() == isNamed) {
            return std::nullopt;
        }
        const auto shift = static_cast<std::size_t>(part.data() - whole.data());
        number->span.offset += shift;
        number->end += shift;
        hasInnerUnit = hasInnerUnit || (&written != &parts.back() && !number->unit.empty());
        if (&written == &parts.front()) {
            cell.value = *number;
            cell.name = name;
        } else {
            cell.parts.push_back({.kind = CellPart::Kind::Joined, .number = *number, .word = name});
        }
    }
    // "26311,000" is one number of a language with decimal commas
    const bool mayBeOne = mayBeThousands(parts) || parts.size() == 2;
    return hasInnerUnit || !mayBeOne ? std::optional(std::move(cell)) : std::nullopt;
}

void splitCompounds(Table& table, Heads& heads)
{
    joinSlashes(table, heads);
    std::vector<std::size_t> counts;
    for (std::size_t i = 0; i < table.columns(); ++i) {
        counts.push_back(i < heads.labels ? 1 : measuresIn(table, i));
    }
    if (std::ranges::all_of(counts, [](std::size_t count) { return count == 1; })) {
        for (auto& row : table.rows) { // cells that differ in shape tell nothing
            for (auto& cell : row.cells) {
                cell.kind = partsOf(cell) > 1 ? CellKind::Text : cell.kind;
            }
        }
        return;
    }
    bool areVariants = false; // an unknown name beside a side that is known is one, too
    for (std::size_t i = heads.labels; i < counts.size(); ++i) {
        areVariants = areVariants || (counts[i] > 1 && isVariantHead(heads.columns[i]));
    }
    std::vector<Head> split;
    std::vector<std::vector<Cell>> cells(table.rows.size());
    for (std::size_t column = 0; column < counts.size(); ++column) {
        const auto count = counts[column];
        const auto measures = count > 1 ? measuresFor(table, heads, column, count) : std::vector<Measure> {};
        for (std::size_t part = 0; part < count; ++part) {
            split.push_back(count > 1 ? headOf(heads.columns[column], measures[part], part, areVariants)
                                      : heads.columns[column]);
            for (std::size_t row = 0; row < table.rows.size(); ++row) {
                const auto& whole = table.rows[row].cells[column];
                cells[row].push_back(count > 1 ? cellOf(whole, part) : whole);
            }
        }
    }
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        table.rows[row].cells = std::move(cells[row]);
    }
    heads.columns = std::move(split);
}

}
