// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_csv_row.h"

#include "parsers/perf/symbol_row.h"

#include <algorithm>
#include <array>
#include <vector>

namespace patchscale::perf {
namespace {

constexpr std::size_t kFewestFields = 5; ///< value, unit, event, run time, share
constexpr std::size_t kMostFields = 24;

bool isDigits(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool isDecimal(std::string_view text)
{
    const auto number = text.empty() || text.front() < '0' || text.front() > '9' ? std::nullopt : decimalAt(text);
    return number && number->text.size() == text.size();
}

bool isUnit(std::string_view text)
{
    constexpr auto kUnits = std::to_array<std::string_view>({"", "msec", "ns", "Joules", "MiB", "KiB", "C"});
    return std::ranges::contains(kUnits, text);
}

/// The event in a field; perf 6.12 writes "cs [software]" when counts are not added up.
std::string_view eventIn(std::string_view field)
{
    const auto event = field.substr(0, field.find(" ["));
    const auto colon = event.find(':');
    const bool isTracepoint =
        colon != std::string_view::npos && colon > 1 && event.find_first_of(" %") == std::string_view::npos;
    const bool isPmuEvent = event.size() > 3 && event.ends_with('/') && event.find('/') + 1 < event.size();
    return isKnownEvent(event) || isTracepoint || isPmuEvent ? event : std::string_view();
}

/// The fields of a row, read one after another.
class Fields
{
public:
    Fields(std::string_view line, char separator)
        : m_separator(separator)
    {
        splitCells(line, separator, m_fields);
    }

    [[nodiscard]] std::size_t size() const
    {
        return m_fields.size();
    }
    [[nodiscard]] std::string_view at(std::size_t index) const
    {
        return index < m_fields.size() ? m_fields[index] : std::string_view();
    }
    /// The decimal at @p index. With a comma as separator and as decimal mark, it takes two fields.
    [[nodiscard]] std::string_view decimal(std::size_t& index, std::string_view suffix) const
    {
        auto first = at(index);
        const auto second = at(index + 1);
        if (m_separator == ',' && isDigits(first) && second.ends_with(suffix)
            && isDigits(second.substr(0, second.size() - suffix.size())) && second.size() == 2 + suffix.size()) {
            index += 2;
            return {first.data(), static_cast<std::size_t>(second.data() + 2 - first.data())};
        }
        if (!first.ends_with(suffix) || !isDecimal(first.substr(0, first.size() - suffix.size()))) {
            return {};
        }
        ++index;
        return first.substr(0, first.size() - suffix.size());
    }

private:
    char m_separator;
    std::vector<std::string_view> m_fields;
};

/// Reads time, scope and value, which stand before the unit at field @p unit.
bool readValue(const Fields& fields, std::size_t unit, StatCsvRow& out)
{
    auto& row = out.row;
    std::size_t next = 0;
    if (isTimeStamp(fields.at(0))) {
        row.time = decimalAt(fields.at(0));
        ++next;
    } else if (fields.at(0) == "summary") {
        out.isSummary = true;
        ++next;
    }
    const auto word = fields.at(next);
    const bool isName =
        !word.empty() && ((word.front() >= 'A' && word.front() <= 'Z') || (word.front() >= 'a' && word.front() <= 'z'));
    if (isName && next + 1 < unit) {
        const auto kind = placeKind(word);
        row.scope.emplace(kind.empty() ? "thread" : kind, kind == "cpu" ? word.substr(3) : word);
        ++next;
        const bool hasCpuCount = !kind.empty() && kind != "cpu" && isDigits(fields.at(next)) && next + 1 < unit;
        next += hasCpuCount ? 1 : 0;
    }
    if (fields.at(next).starts_with("<not ") && next + 1 == unit) {
        row.kind = StatRow::Kind::Missing;
        row.missing = fields.at(next).substr(1, fields.at(next).find('>') - 1);
        return row.missing == "not counted" || row.missing == "not supported";
    }
    std::string_view text = fields.at(next);
    if (next + 2 == unit && isDigits(text) && isDigits(fields.at(next + 1))) { // "390,97": a decimal comma
        const auto fraction = fields.at(next + 1);
        text = {text.data(), static_cast<std::size_t>(fraction.data() + fraction.size() - text.data())};
    } else if (next + 1 != unit || !isDecimal(text)) {
        return false;
    }
    row.count = *decimalAt(text);
    row.countText = text;
    return true;
}

/// Reads noise, run time, share of the time and metric, which stand behind the event at field @p event.
bool readTail(const Fields& fields, std::size_t event, StatCsvRow& out)
{
    auto& tail = out.row.tail;
    auto next = event + 1;
    const bool hasComma = out.row.count.text.contains(',');
    if (const auto noise = fields.decimal(next, "%"); !noise.empty()) {
        tail.noise = decimalAt(noise);
    }
    if (!isDigits(fields.at(next))) {
        return false; // the run time in ns: without it this is no row of perf's
    }
    ++next;
    const auto share = fields.decimal(next, "");
    if (share.empty()) {
        return false;
    }
    tail.running = decimalAt(share);
    const bool isLocale = hasComma || share.contains(',') || (tail.noise && tail.noise->text.contains(','));
    const auto value = fields.at(next);
    const auto words = fields.at(next + 1);
    if (isDecimal(value) && !words.empty()) {
        out.hasLostFraction = isLocale && isDigits(value);
        if (!out.hasLostFraction) {
            const bool isPercent = words.starts_with('%');
            tail.metrics.push_back({.number = *decimalAt(value),
                                    .isPercent = isPercent,
                                    .words = trimmed(isPercent ? words.substr(1) : words)});
        }
    }
    return true;
}

std::optional<StatCsvRow> rowWith(std::string_view line, char separator)
{
    const Fields fields(line, separator);
    if (fields.size() < kFewestFields || fields.size() > kMostFields) {
        return std::nullopt;
    }
    for (std::size_t event = 2; event < fields.size(); ++event) {
        const auto name = eventIn(fields.at(event));
        if (name.empty() || !isUnit(fields.at(event - 1))) {
            continue;
        }
        StatCsvRow out;
        out.row.event = name;
        out.row.unit = fields.at(event - 1);
        if (readValue(fields, event - 1, out) && readTail(fields, event, out)) {
            return out;
        }
        return std::nullopt;
    }
    return std::nullopt;
}

}

std::optional<StatCsvRow> statCsvRow(std::string_view line)
{
    for (const char separator : {',', ';', '|', '\t'}) {
        if (line.contains(separator)) {
            if (auto row = rowWith(line, separator)) {
                return row;
            }
        }
    }
    return std::nullopt;
}

}
