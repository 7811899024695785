// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_json_row.h"

#include "parsers/perf/stat_metric_table.h"
#include "parsers/perf/stat_time_row.h"
#include "parsers/perf/symbol_row.h"

#include <algorithm>
#include <array>

namespace patchscale::perf {
namespace {

constexpr std::size_t kLongestObject = 8192;
constexpr std::string_view kBlanks = " \t\n";

/// A member as written; a string is without its quotes.
struct Member
{
    std::string_view name;
    std::string_view value;
    bool isString = false;
};

/// Reads the members of one flat object.
class Reader
{
public:
    Reader(std::string_view text, std::size_t begin)
        : m_text(text.substr(0, std::min(text.size(), begin + kLongestObject)))
        , m_pos(begin)
    {
    }

    bool read()
    {
        if (!skip('{')) {
            return false;
        }
        while (!skip('}')) {
            Member member;
            if (!readString(member.name) || !skip(':') || !readValue(member)) {
                return false;
            }
            members.push_back(member);
            skip(',');
        }
        return true;
    }

    [[nodiscard]] std::size_t end() const
    {
        return m_pos;
    }

    std::vector<Member> members;

private:
    void skipBlanks()
    {
        m_pos = std::min(m_text.size(), m_text.find_first_not_of(kBlanks, m_pos));
    }

    bool skip(char c)
    {
        skipBlanks();
        const bool isThere = m_pos < m_text.size() && m_text[m_pos] == c;
        m_pos += isThere ? 1 : 0;
        return isThere;
    }

    bool readString(std::string_view& out)
    {
        if (!skip('"')) {
            return false;
        }
        const auto end = m_text.find('"', m_pos);
        if (end == std::string_view::npos) {
            return false;
        }
        out = m_text.substr(m_pos, end - m_pos);
        m_pos = end + 1;
        return true;
    }

    bool readValue(Member& member)
    {
        skipBlanks();
        if (m_pos < m_text.size() && m_text[m_pos] == '"') {
            member.isString = true;
            return readString(member.value);
        }
        // A number, whose comma may be the decimal one: it ends at the bracket or before the next name.
        const auto begin = m_pos;
        while (m_pos < m_text.size() && m_text[m_pos] != '}' && m_text[m_pos] != '"' && m_text[m_pos] != '{'
               && m_text[m_pos] != '\n') {
            ++m_pos;
        }
        auto value = trimmed(m_text.substr(begin, m_pos - begin));
        while (value.ends_with(',')) {
            value.remove_suffix(1);
        }
        member.value = trimmed(value);
        return !member.value.empty();
    }

    std::string_view m_text;
    std::size_t m_pos = 0;
};

std::optional<StatNumber> wholeNumber(std::string_view text)
{
    text = trimmed(text);
    if (const auto plain = plainDecimal(text)) {
        return plain;
    }
    if (text.empty() || text.front() < '0' || text.front() > '9') {
        return std::nullopt;
    }
    const auto number = decimalAt(text);
    return number && number->text.size() == text.size() ? number : std::nullopt;
}

bool isPlaceName(std::string_view name)
{
    constexpr auto kPlaces =
        std::to_array<std::string_view>({"cpu", "core", "socket", "die", "node", "cache", "cluster", "thread"});
    return std::ranges::contains(kPlaces, name);
}

/// What perf tells of every row: time, place, how many CPUs. False if @p member is none of these.
bool takeFrame(const Member& member, StatRow& row)
{
    if (member.name == "interval") {
        row.time = wholeNumber(member.value);
        return row.time.has_value();
    }
    if (isPlaceName(member.name)) {
        row.scope.kind = member.name;
        row.scope.name = trimmed(member.value);
        return true;
    }
    if (member.name == "cgroup") {
        row.scope.cgroup = trimmed(member.value);
        return true;
    }
    if (member.name == "aggregate-number" || member.name == "counters") {
        row.scope.cpus = wholeNumber(member.value);
        return true;
    }
    return false;
}

/// The parts of an event's row that are told one after another.
struct Parts
{
    bool hasCount = false;
    bool isOther = false; ///< a member that only other programs write
    std::optional<StatNumber> metricValue;
    std::string_view metricUnit;
};

bool takeCount(const Member& member, StatRow& row, Parts& parts)
{
    if (member.name != "counter-value") {
        return false;
    }
    parts.hasCount = true;
    if (member.value.starts_with("<not ")) {
        row.kind = StatRow::Kind::Missing;
        row.missing = member.value.substr(1, member.value.find('>') - 1);
        parts.isOther = row.missing != "not counted" && row.missing != "not supported";
        return true;
    }
    const auto number = wholeNumber(member.value);
    parts.isOther = parts.isOther || !number;
    row.countText = member.value;
    row.count = number.value_or(StatNumber {});
    return true;
}

void takeMember(const Member& member, StatRow& row, Parts& parts)
{
    if (takeFrame(member, row) || takeCount(member, row, parts)) {
        return;
    }
    if (member.name == "unit") {
        row.unit = trimmed(member.value);
    } else if (member.name == "event") {
        row.event = trimmed(member.value.substr(0, member.value.find(" [")));
    } else if (member.name == "variance") {
        row.tail.noise = wholeNumber(member.value);
    } else if (member.name == "event-runtime") {
        row.runTime = wholeNumber(member.value);
    } else if (member.name == "pcnt-running") {
        row.tail.running = wholeNumber(member.value);
    } else if (member.name == "metric-value") {
        parts.metricValue = wholeNumber(member.value);
    } else if (member.name == "metric-unit") {
        parts.metricUnit = trimmed(member.value);
    } else {
        parts.isOther = parts.isOther
            || (member.name != "metric-threshold" && member.name != "metricgroup" && member.name != "mean");
    }
}

bool isMetricName(std::string_view name)
{
    const bool isPercent = name.starts_with('%');
    const StatMetric metric {.number = {}, .isPercent = isPercent, .words = isPercent ? trimmed(name.substr(1)) : name};
    return (!metric.words.empty() && isKnownMetric(metric)) || name.contains(" of all ");
}

/// The metrics of --metric-only, which are members by their own names.
std::vector<StatRow> metricRows(const std::vector<Member>& members)
{
    StatRow frame;
    std::vector<StatRow> rows;
    bool isKnown = false;
    for (const auto& member : members) {
        if (takeFrame(member, frame)) {
            continue;
        }
        const auto value = trimmed(member.value);
        const auto number = decimalAt(value);
        const auto behind = number ? trimmed(value.substr(number->text.size())) : std::string_view();
        if (!number || (!behind.empty() && behind != "%") || member.name.empty()) {
            return {};
        }
        isKnown = isKnown || isMetricName(member.name);
        auto row = metricRow(member.name, value, *number);
        row.time = frame.time;
        row.scope = frame.scope;
        rows.push_back(std::move(row));
    }
    return isKnown ? rows : std::vector<StatRow>();
}

}

std::optional<StatJsonRow> statJsonRow(std::string_view text, std::size_t begin)
{
    Reader reader(text, begin);
    if (!reader.read() || reader.members.empty()) {
        return std::nullopt;
    }
    StatJsonRow out;
    out.end = reader.end();
    StatRow row;
    Parts parts;
    for (const auto& member : reader.members) {
        takeMember(member, row, parts);
    }
    const bool hasMetric = parts.metricValue && !parts.metricUnit.empty() && parts.metricUnit != "(null)";
    if (hasMetric) {
        const bool isPercent = parts.metricUnit.starts_with('%');
        row.tail.metrics.push_back({.number = *parts.metricValue,
                                    .isPercent = isPercent,
                                    .words = isPercent ? trimmed(parts.metricUnit.substr(1)) : parts.metricUnit});
    }
    if (parts.isOther) {
        out.rows = metricRows(reader.members);
        return out.rows.empty() ? std::nullopt : std::optional(out);
    }
    const bool isNone = std::ranges::any_of(reader.members, [](const Member& member) {
        return member.name == "metric-value" || member.name == "metricgroup";
    });
    if (!parts.hasCount || row.event.empty()) {
        // A further metric, a group's name, or "none" where nothing could be computed.
        if (!isNone || parts.hasCount) {
            return std::nullopt;
        }
        out.isMore = true;
        row.kind = StatRow::Kind::Group;
        if (hasMetric) {
            out.rows.push_back(std::move(row));
        }
        return out;
    }
    // perf writes a metric of 0 without a unit where it has none; a noise of 0 is one of a single run.
    out.rows.push_back(std::move(row));
    return out;
}

}
