// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio/line_kind.h"

#include "core/base/characters.h"
#include "parsers/fio/quantity.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace patchscale::fio {
namespace {

constexpr auto kNpos = std::string_view::npos;

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool hasAll(std::string_view line, std::initializer_list<std::string_view> parts)
{
    return std::ranges::all_of(parts, [&](std::string_view part) { return line.contains(part); });
}

/// "fio-3.33", "fio 1.57", "fio-2.16-5-g915ca", "2.0.8": alone on its line.
bool isVersion(std::string_view body)
{
    const bool isNamed = body.starts_with("fio-") || body.starts_with("fio ");
    auto rest = isNamed ? body.substr(4) : body;
    if (rest.empty() || !isDigit(rest.front()) || rest.find_first_of(" \t:,;=%") != kNpos) {
        return false;
    }
    constexpr std::size_t kLongest = 32;
    const auto points = std::ranges::count(rest, '.');
    return rest.size() <= kLongest && points >= 1
        && (isNamed || (points == 2 && rest.starts_with("2.0.") && rest.find_first_not_of("0123456789.") == kNpos));
}

bool isNotice(std::string_view body)
{
    if (body == "..." || body == "[...]") {
        return true;
    }
    if (body.starts_with("Starting ") && body.size() > 9 && isDigit(body[9])) {
        return body.contains("process") || body.contains("thread");
    }
    return body.contains(": Laying out IO file") || (body.contains("Jobs: ") && body.contains("(f="))
        || body.contains("[eta ") || body.starts_with("note: both iodepth");
}

/// Whether a headline's word stands right before @p pos: "  read: ", "*", or nothing.
bool beginsHeadline(std::string_view line, std::size_t pos)
{
    auto before = stripped(line.substr(0, pos));
    while (before.ends_with('*')) {
        before.remove_suffix(1);
    }
    constexpr std::size_t kLongestLabel = 40; // "written file + fast_commit: IOPS=…"
    const bool isLabelled =
        before.ends_with(':') && before.size() <= kLongestLabel && before.find_first_of("=|") == std::string_view::npos;
    return before.empty() || isLabelled || directionBefore(line, pos) != Direction::None;
}

Kind headlineKind(std::string_view line)
{
    const auto iops = valueOf(line, "IOPS=");
    if (iops != kNpos && line.contains("BW=")) {
        const bool isOther = line.contains("IOS/call") || std::ranges::count(line, '|') > 1;
        return !isOther && beginsHeadline(line, iops - 5) ? Kind::NewHeadline : Kind::None;
    }
    const auto io = valueOf(line, "io=");
    const auto bw = valueOf(line, "bw=");
    if (io != kNpos && bw != kNpos && io < bw && directionBefore(line, io - 3) != Direction::None) {
        return Kind::OldHeadline;
    }
    return Kind::None;
}

bool isGroupLine(std::string_view line)
{
    for (const std::string_view word : {"READ:", "WRITE:", "TRIM:", "MIXED:"}) {
        const auto pos = line.find(word);
        if (pos == kNpos || (pos > 0 && isLetter(line[pos - 1]))) {
            continue;
        }
        const auto value = line.find_first_not_of(" \t", pos + word.size());
        if (value != kNpos && (line.substr(value).starts_with("bw=") || line.substr(value).starts_with("io="))) {
            return true;
        }
    }
    return false;
}

/// "clat (usec): min=1, max=…", also "clat prio 1/0 (usec): …" and "sync (usec): …".
bool isLatency(std::string_view line)
{
    if (!hasAll(line, {"sec)", "min=", "avg="})) {
        return false;
    }
    const auto open = line.find("sec)");
    const auto head = stripped(line.substr(0, open));
    return head.ends_with("lat (n") || head.ends_with("lat (u") || head.ends_with("lat (m") || head.ends_with("sync (n")
        || head.ends_with("sync (u") || head.ends_with("sync (m") || head.contains("lat prio ");
}

Kind statisticKind(std::string_view line)
{
    if (line.contains("th=[")) {
        return line.contains("percentiles (") ? Kind::PercentileHead : Kind::PercentileRow;
    }
    if (hasAll(line, {"percentiles (", "sec)"})) {
        return Kind::PercentileHead;
    }
    if (isLatency(line)) {
        return Kind::Latency;
    }
    if (hasAll(line, {"bw (", "min=", "max=", ")"})) {
        return Kind::BandwidthInterval;
    }
    if (hasAll(line, {"iops ", "min=", "max=", "avg=", ":"})) {
        return Kind::IopsInterval;
    }
    if (line.contains('%') && (hasAll(line, {"lat (", "sec)", "="}))) {
        return Kind::Histogram;
    }
    if (hasAll(line, {"cpu", ":", "usr=", "sys="})) {
        return Kind::Cpu;
    }
    if (hasAll(line, {"issued", "total="})) {
        return Kind::Issued;
    }
    if (line.contains("=") && line.contains("%")
        && (line.contains("IO depths ") || line.contains("submit ") || line.contains("complete "))) {
        return Kind::Depths;
    }
    return Kind::None;
}

Kind restKind(std::string_view line)
{
    if (hasAll(line, {": ios=", "merge="})) {
        return Kind::Disk;
    }
    if (hasAll(line, {"latency ", "target=", "window="})) {
        return Kind::Target;
    }
    if (hasAll(line, {"steadystate", "attained="})) {
        return Kind::Steady;
    }
    if (hasAll(line, {"errors ", "total=", "first_error="})) {
        return Kind::Errors;
    }
    if (hasAll(line, {"hostname=", "be="})) {
        return Kind::Host;
    }
    if (hasAll(line, {"Description ", ": ["})) {
        return Kind::Description;
    }
    if (line.starts_with("fsync/fdatasync")) {
        return Kind::SyncHead;
    }
    if (line.contains("Disk stats (read/write)")) {
        return Kind::DiskHead;
    }
    if (line.starts_with("fio: ")) {
        return Kind::Message;
    }
    if (isNotice(line)) {
        return Kind::Notice;
    }
    return isVersion(line) ? Kind::Version : Kind::None;
}

}

std::string_view stripped(std::string_view line)
{
    constexpr std::string_view kBlanks = " \t\r\n";
    const auto begin = line.find_first_not_of(kBlanks);
    return begin == kNpos ? std::string_view {} : line.substr(begin, line.find_last_not_of(kBlanks) + 1 - begin);
}

Direction directionBefore(std::string_view line, std::size_t key)
{
    auto before = stripped(line.substr(0, key));
    while (before.ends_with('*')) {
        before = stripped(before.substr(0, before.size() - 1));
    }
    if (!before.ends_with(':')) {
        return Direction::None;
    }
    before = stripped(before.substr(0, before.size() - 1));
    constexpr auto kGroups = std::to_array<std::string_view>({"", "READ", "WRITE", "TRIM", "MIXED"});
    for (std::size_t i = 1; i < kDirections.size(); ++i) {
        for (const auto word : {kDirections[i], kGroups[i]}) {
            const bool isThere = before.ends_with(word);
            if (isThere && (before.size() == word.size() || !isLetter(before[before.size() - word.size() - 1]))) {
                return static_cast<Direction>(i);
            }
        }
    }
    return Direction::None;
}

Direction directionOf(std::string_view line)
{
    for (const std::string_view key : {"IOPS=", "io=", "bw=", "BW="}) {
        const auto value = valueOf(line, key);
        const auto direction = value == kNpos ? Direction::None : directionBefore(line, value - key.size());
        if (direction != Direction::None) {
            return direction;
        }
    }
    return Direction::None;
}

Kind kindOf(std::string_view line)
{
    auto body = stripped(line);
    if (body.empty()) {
        return Kind::Blank;
    }
    if (body.front() == '<' && body.contains("> ")) { // "<host> " in front of what a server says
        body = stripped(body.substr(body.find("> ") + 2));
    }
    if (body.contains("(groupid=")) {
        return Kind::JobHead;
    }
    if (hasAll(body, {"(g=", "): rw="})) {
        return Kind::Banner;
    }
    if (body.contains("Run status group ")) {
        return Kind::GroupHead;
    }
    if (body.contains('=')) {
        if (const auto headline = headlineKind(body); headline != Kind::None) {
            return headline;
        }
        if (isGroupLine(body)) {
            return Kind::GroupLine;
        }
    }
    const auto statistic = statisticKind(body);
    return statistic != Kind::None ? statistic : restKind(body);
}

}
