// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/table_head.h"

#include "parsers/perf/symbol_row.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace patchscale::perf {
namespace {

/// Columns by their printed names, longest first where one starts another.
constexpr auto kColumnNames = std::to_array<std::string_view>({"Source Shared Object",
                                                               "Target Shared Object",
                                                               "Shared Object",
                                                               "Shared Obj",
                                                               "Source Symbol",
                                                               "Target Symbol",
                                                               "Parent symbol",
                                                               "Data Symbol",
                                                               "Symbol Offset",
                                                               "Symbol size",
                                                               "Symbol",
                                                               "Overhead",
                                                               "Children",
                                                               "Self",
                                                               "Baseline",
                                                               "Delta Abs",
                                                               "Delta",
                                                               "Weighted diff",
                                                               "Base period",
                                                               "Formula",
                                                               "Ratio",
                                                               "Samples",
                                                               "Period",
                                                               "Command",
                                                               "Pid:Command",
                                                               "Source:Line",
                                                               "Source File",
                                                               "Code Page Size",
                                                               "CPU"});

/// Length of the column name that @p text starts with, as a whole word; 0 if it starts with none. The number of a file,
/// which perf diff puts behind its names ("Delta Abs/1"), is part of it.
std::size_t knownColumnLength(std::string_view text)
{
    for (const auto name : kColumnNames) {
        if (text.starts_with(name)
            && (text.size() == name.size() || !std::isalpha(static_cast<unsigned char>(text[name.size()])))) {
            const auto rest = text.substr(name.size());
            const auto digits =
                rest.starts_with('/') ? std::min(rest.size(), rest.find_first_not_of("0123456789", 1)) : 0;
            return name.size() + (digits > 1 ? digits : 0);
        }
    }
    return 0;
}

}

std::string_view withoutHash(std::string_view line)
{
    line = trimmed(withoutLineNumber(line));
    while (line.starts_with('#')) {
        line = trimmed(line.substr(1));
    }
    return line;
}

bool readColumns(std::string_view line, TableHead& head)
{
    const bool hasHash = trimmed(withoutLineNumber(line)).starts_with('#');
    auto text = withoutHash(line);
    const auto first = knownColumnLength(text);
    const auto firstName = text.substr(0, first);
    const bool isBaseline = firstName.starts_with("Baseline");
    if (firstName != "Overhead" && firstName != "Children" && !isBaseline) {
        return false;
    }
    const auto behind = trimmed(text.substr(first));
    const char next = behind.empty() ? '\0' : behind.front();
    head.separator = next == ',' || next == ';' || next == '|' || next == ':' ? next : '\0';
    head.isHierarchy = text.contains(" / ");
    head.columns.clear();
    if (head.separator != 0) {
        splitCells(text, head.separator, head.columns);
    } else {
        std::vector<std::string_view> cells;
        splitCells(text, 0, cells);
        for (auto cell : cells) {
            // A mailer that squeezes blanks leaves one between the names.
            while (!cell.empty()) {
                const auto known = cell.contains(" / ") ? cell.size() : knownColumnLength(cell);
                const auto length = known == 0 ? cell.size() : known;
                head.columns.push_back(cell.substr(0, length));
                cell = trimmed(cell.substr(length));
            }
        }
    }
    const bool isKnown = head.isHierarchy
        || std::ranges::any_of(head.columns.begin() + 1, head.columns.end(),
                               [](auto name) { return knownColumnLength(name) == name.size() && !name.empty(); });
    head.isDiff = isBaseline;
    return head.columns.size() > 1 && (isKnown || (hasHash && !head.isDiff)); // "Baseline" heads tables of everybody
}

bool readUnusualColumns(std::string_view line, TableHead& head)
{
    if (!trimmed(line).starts_with('#')) {
        return false;
    }
    std::vector<std::string_view> cells;
    splitCells(withoutHash(line), 0, cells);
    constexpr auto kShares = std::to_array<std::string_view>({"Overhead", "Children", "Self", "sys", "usr"});
    const auto isKnown = [&](std::string_view name) {
        return knownColumnLength(name) == name.size() || std::ranges::contains(kShares, name);
    };
    if (cells.size() < 2 || !std::ranges::all_of(cells, isKnown)
        || !std::ranges::any_of(cells, [&](auto name) { return std::ranges::contains(kShares, name); })) {
        return false;
    }
    head.columns = std::move(cells);
    head.isCells = true;
    return true;
}

void readTotals(std::string_view text, TableHead& head)
{
    const auto numberBehind = [text](std::string_view label, std::string_view allowed) -> std::string_view {
        const auto at = text.find(label);
        if (at == std::string_view::npos) {
            return {};
        }
        const auto rest = trimmed(text.substr(at + label.size()));
        const auto number = rest.substr(0, std::min(rest.size(), rest.find_first_not_of(allowed)));
        const bool isWhole = number.size() == rest.size() || rest[number.size()] == ' ' || rest[number.size()] == '#';
        return isWhole ? number : std::string_view {};
    };
    if (const auto samples = numberBehind("Samples:", "0123456789KM"); !samples.empty()) {
        head.samples = samples;
    }
    if (const auto events = numberBehind("Event count (approx.):", "0123456789"); !events.empty()) {
        head.eventCount = events;
    }
}

std::string_view eventOf(std::string_view text)
{
    const auto of = text.find("of event");
    if (of == std::string_view::npos) {
        return {};
    }
    constexpr std::string_view kQuotes = "'`\xe2\x80\x98\x99"; // with the bytes of both curly quotes
    auto name = text.substr(of + 8);
    name = name.substr(std::min(name.size(), name.find_first_of(kQuotes)));
    name = name.substr(std::min(name.size(), name.find_first_not_of(kQuotes)));
    if (const auto count = name.find(", Event count"); count != std::string_view::npos) {
        name = name.substr(0, count);
    }
    if (const auto end = name.find_last_of(kQuotes); end != std::string_view::npos) {
        name = name.substr(0, name.find_last_not_of(kQuotes, end) + 1);
    }
    return trimmed(name);
}

TableHead flatHead(std::string_view text, std::size_t begin)
{
    TableHead head;
    std::size_t at = text.size();
    for (const std::string_view first : {"Overhead", "Children", "Baseline"}) {
        at = std::min(at, text.rfind(first));
    }
    if (const auto samples = text.rfind("Samples:"); samples != std::string_view::npos) {
        head.event = eventOf(text.substr(samples, text.find('#', samples) - samples));
    }
    if (at < text.size()) {
        auto names = text.substr(at);
        names = trimmed(names.substr(0, names.find("..")));
        while (names.ends_with('#')) {
            names = trimmed(names.substr(0, names.size() - 1));
        }
        if (!readColumns(names, head)) {
            head.columns.clear();
            head.isDiff = false;
        }
        head.begin = begin + at;
    }
    return head;
}

}
