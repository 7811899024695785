// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/item_list.h"

#include "core/base/characters.h"
#include "parsers/table/blanks.h"
#include "parsers/table/cell.h"

#include <algorithm>
#include <array>

namespace patchscale::table {
namespace {

constexpr std::size_t kLongestLine = 160;
constexpr std::size_t kLongestName = 48;

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80U;
}

/// The value that is all of @p text.
std::optional<Number> wholeValue(std::string_view whole, std::string_view text)
{
    const auto cell = readCell(whole, text, NumberStyle::Plain);
    if (cell.kind != CellKind::Value || !cell.parts.empty()) {
        return std::nullopt;
    }
    return cell.value;
}

/// "3.276 ± 0.005M/s", the unit of which may stand behind the spread alone; false if @p text is something else.
bool readMeasured(std::string_view whole, std::string_view text, Item& item)
{
    auto cell = readCell(whole, text, NumberStyle::Plain);
    const auto isRemark = [](const CellPart& part) { // "(3.276M/s/cpu)": the same in another unit
        return part.kind == CellPart::Kind::Bracket && !part.number.unit.empty() && !part.number.isPercent();
    };
    if (cell.parts.size() > 1 && isRemark(cell.parts.back())) {
        cell.parts.pop_back();
    }
    if (cell.kind != CellKind::Value || cell.parts.size() > 1
        || (!cell.parts.empty() && cell.parts.front().kind != CellPart::Kind::Spread)) {
        return false;
    }
    item.number = cell.value;
    if (!cell.parts.empty()) {
        item.spread = cell.parts.front().number;
        if (item.number.unit.empty() && !item.spread->isPercent()) {
            item.number.unit = item.spread->unit;
        }
    }
    return true;
}

/// A name of its own: "clat (usec): min" of fio's report is a statistic of something else.
bool isName(std::string_view name)
{
    constexpr auto kStatistics =
        std::to_array<std::string_view>({"min", "max", "avg", "stdev", "per", "mean", "stddev"});
    return !name.empty() && name.size() <= kLongestName && isLetter(name.front()) && !name.contains(": ")
        && std::ranges::count(name, '(') == std::ranges::count(name, ')')
        && std::ranges::find(kStatistics, name) == kStatistics.end();
}

enum class ItemKind : unsigned char { None, Value, Selection, Numeric, Skipped };

/// "name=value", "name: value unit", "name value unit", "8 clients", "0.000064 163.02 MB/sec".
ItemKind readItem(std::string_view whole, std::string_view text, Item& item)
{
    text = trimmed(text);
    for (const std::string_view mark : {"=", ": "}) {
        const auto at = text.rfind(mark);
        if (at == std::string_view::npos) {
            continue;
        }
        const auto value = text.substr(at + mark.size());
        const bool isMeasured = readMeasured(whole, value, item);
        item.name = trimmed(text.substr(0, at));
        const bool isShare = value.find_first_not_of("0123456789/. ") == std::string_view::npos;
        if (!isMeasured && isName(item.name) && isShare) {
            return ItemKind::Skipped; // "IOS/call=31/32" is two values, and nobody says of what
        }
        if (isMeasured && isName(item.name)) {
            return ItemKind::Value;
        }
    }
    const auto digit = text.find_first_of("0123456789");
    if (digit == std::string_view::npos) {
        return ItemKind::None;
    }
    if (digit == 0) {
        const auto blank = std::min(text.find(' '), text.size());
        const auto rest = trimmed(text.substr(blank));
        const auto first = wholeValue(whole, text.substr(0, blank));
        if (first && first->unit.empty() && !rest.empty()) {
            item.name = text.substr(0, blank);
            if (const auto number = wholeValue(whole, rest)) {
                item.number = *number;
                return number->unit.empty() ? ItemKind::None : ItemKind::Numeric;
            }
            if (std::ranges::all_of(rest, isLetter)) {
                item.name = rest;
                item.number = *first;
                return ItemKind::Selection;
            }
        }
        return ItemKind::None;
    }
    for (auto blank = text.find(' '); blank != std::string_view::npos; blank = text.find(' ', blank + 1)) {
        if (blank + 1 >= text.size() || !isDigit(text[blank + 1])) {
            continue;
        }
        const auto number = wholeValue(whole, text.substr(blank + 1));
        if (number && !number->unit.empty() && isName(text.substr(0, blank))) {
            item.name = trimmed(text.substr(0, blank));
            item.number = *number;
            return ItemKind::Value;
        }
    }
    return ItemKind::None;
}

/// Pieces between commas and between two or more blanks; "name:   value" stays together.
std::vector<std::string_view> itemPieces(std::string_view line)
{
    std::vector<std::string_view> gaps;
    splitPieces(line, gaps);
    std::vector<std::string_view> merged;
    for (const auto gap : gaps) {
        const bool isValueOfName = !merged.empty() && (merged.back().ends_with(':') || merged.back().ends_with('='));
        const bool isInBrackets = !merged.empty() && gap.starts_with('('); // "nop   ( 1 cpus):   3.276 ± 0.005M/s"
        if (isValueOfName || isInBrackets) {
            const auto* begin = merged.back().data();
            merged.back() = std::string_view(begin, static_cast<std::size_t>(gap.data() + gap.size() - begin));
        } else {
            merged.push_back(gap);
        }
    }
    std::vector<std::string_view> out;
    for (auto piece : merged) {
        for (auto comma = piece.find(", "); comma != std::string_view::npos;) {
            const auto part = piece.substr(0, comma);
            if (part.find_first_of("0123456789") == std::string_view::npos) {
                comma = piece.find(", ", comma + 2); // "read, MiB/s: 110.00": a part of the name
                continue;
            }
            out.push_back(trimmed(part));
            piece = piece.substr(comma + 2);
            comma = piece.find(", ");
        }
        if (piece = trimmed(piece); !piece.empty()) {
            out.push_back(piece);
        }
    }
    return out;
}

/// "  63.48%  fio  [k] osq_lock": a number with a gap behind it is no item, and nothing before it names it.
bool startsWithCell(std::string_view line)
{
    const auto begin = std::min(line.size(), line.find_first_not_of(" \t"));
    const auto end = std::min(line.size(), line.find_first_not_of("0123456789.%", begin));
    return end > begin && isDigit(line[begin]) && line.substr(end).starts_with("  ");
}

/// Takes "numjobs=1" from "numjobs=1 : IOPS = 297K, …": a setting, and behind the colon what it gave.
std::string_view takeSelection(std::string_view& line)
{
    const auto colon = line.find(':');
    const auto words = trimmed(line.substr(0, std::min(colon, line.size())));
    const auto equals = words.find('=');
    const bool isSetting = colon != std::string_view::npos && colon + 1 < line.size() && line[colon + 1] == ' '
        && equals != std::string_view::npos && equals > 0 && equals + 1 < words.size() && isLetter(words.front())
        && words.find_first_of(" \t,") == std::string_view::npos;
    if (!isSetting) {
        return {};
    }
    line = trimmed(line.substr(colon + 1));
    return words;
}

/// Reads line @p index to the end of @p list; false if it holds anything else.
bool readLine(const Text& text, std::size_t index, ItemList& list)
{
    if (!mayBeItem(text, index) || startsWithCell(text.line(index))) {
        return false;
    }
    const auto items = list.items.size();
    const auto selections = list.selections.size();
    bool isNumeric = false;
    auto line = withoutLeading(trimmed(text.line(index)), {"-- ", "- ", "* ", "+ ", "o ", "\u2022 "});
    const auto selection = takeSelection(line);
    for (const auto piece : itemPieces(line)) {
        Item item {.name = {}, .number = {}, .selection = selection};
        const auto kind = readItem(text.view(), piece, item);
        if (kind == ItemKind::Skipped) {
            continue;
        }
        if (kind == ItemKind::Selection) {
            list.selections.push_back(item);
            continue;
        }
        if (kind == ItemKind::None) {
            list.items.resize(items);
            list.selections.resize(selections);
            return false;
        }
        isNumeric = kind == ItemKind::Numeric;
        list.items.push_back(item);
    }
    const bool isFirst = items == 0;
    if (list.items.size() == items || (!isFirst && isNumeric != list.hasNumericNames)) {
        list.items.resize(items);
        list.selections.resize(selections);
        return false;
    }
    list.hasNumericNames = isNumeric;
    return true;
}

/// What lscpu and the like print has the shape of a result but is the machine; fio's report is no list.
bool isNoResult(const ItemList& list)
{
    constexpr auto kNames = std::to_array<std::string_view>({"CPU(s)",
                                                             "Socket(s)",
                                                             "Thread(s) per core",
                                                             "Core(s) per socket",
                                                             "NUMA node(s)",
                                                             "CPU family",
                                                             "Model",
                                                             "Stepping",
                                                             "BogoMIPS",
                                                             "CPU MHz",
                                                             "CPU max MHz",
                                                             "CPU min MHz",
                                                             "L1d",
                                                             "L1i",
                                                             "L2",
                                                             "L3",
                                                             "L1d cache",
                                                             "L1i cache",
                                                             "L2 cache",
                                                             "L3 cache",
                                                             "MemTotal",
                                                             "Hugepagesize"});
    // Parts of fio's own report, which repeats them for each job.
    constexpr auto kReport =
        std::to_array<std::string_view>({"in_queue", "util", "aggrutil", "aggrin_queue", "aggrios", "ios",  "merge",
                                         "err",      "pid",  "groupid",  "iodepth",      "numjobs", "runt", "usr",
                                         "ctx",      "majf", "aggrb",    "minb",         "maxb",    "mint", "maxt"});
    const auto hits = std::ranges::count_if(
        list.items, [&](const Item& item) { return std::ranges::find(kNames, item.name) != kNames.end(); });
    const bool isReport = std::ranges::any_of(
        list.items, [&](const Item& item) { return std::ranges::find(kReport, item.name) != kReport.end(); });
    return isReport || hits >= 2 || hits == std::ssize(list.items);
}

}

bool mayBeItem(const Text& text, std::size_t index)
{
    const auto& line = text.lines()[index];
    if (line.kind != LineKind::Body || line.numbers == 0 || line.size() > kLongestLine) {
        return line.kind == LineKind::Body && line.size() <= kLongestLine && line.firstDigit < line.end
            && text.line(index).contains('=') && text.line(index).contains(", ");
    }
    const auto view = text.line(index);
    return !view.contains('|') && !view.contains(';')
        && (line.numbers == 2 || line.numbers == 3 || view.contains(':') || view.contains('=') || view.contains("  "));
}

std::optional<ItemList> itemListAt(const Text& text, std::size_t index, std::size_t& next, const Job& job)
{
    next = index + 1;
    const auto lines = text.lines();
    ItemList list;
    list.firstLine = index;
    auto at = index;
    for (; at < lines.size() && !job.isCancelled() && lines[at].quoteDepth == lines[index].quoteDepth; ++at) {
        if (readLine(text, at, list)) {
            continue;
        }
        // "Avg xfer: 3.2KB, 41.8KB in 1.2230 millisecs": one of the list, but nobody says what its numbers are.
        const bool isNamed = mayBeItem(text, at) && text.line(at).contains(": ");
        if (!isNamed || at + 1 >= lines.size() || !readLine(text, at + 1, list)) {
            break;
        }
        list.unread.push_back({.offset = lines[at].begin, .length = lines[at].size()});
        ++at;
    }
    if (list.items.empty()) {
        return std::nullopt;
    }
    next = at;
    list.lastLine = at - 1;
    if (list.items.size() < 2 || isNoResult(list)) {
        return std::nullopt;
    }
    if (index > 0 && lines[index - 1].kind == LineKind::Body && lines[index - 1].size() <= kLongestName * 2) {
        list.caption = trimmed(text.line(index - 1));
    }
    if (list.hasNumericNames && list.caption.empty()) {
        return std::nullopt;
    }
    return list;
}

}
