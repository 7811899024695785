// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio/statistics.h"

#include "parsers/fio/line_kind.h"
#include "parsers/fio/quantity.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace patchscale::fio {
namespace {

constexpr auto kNpos = std::string_view::npos;
constexpr std::array<std::string_view, 4> kTimes {"nsec", "usec", "msec", "sec"};

/// The unit in the first brackets of @p line that hold a time: "nsec", "usec" or "msec".
std::string_view timeUnitOf(std::string_view line)
{
    for (auto close = line.find("sec)"); close != kNpos; close = line.find("sec)", close + 1)) {
        if (close > 0 && std::string_view("num").contains(line[close - 1])) {
            return line.substr(close - 1, 4);
        }
    }
    return {};
}

/// What a latency line or the head of percentiles is about: "clat", "lat", "sync", "clat prio 1/0".
std::string latencyName(std::string_view line)
{
    auto head = line.substr(0, line.find('('));
    if (const auto word = head.find("percentiles"); word != kNpos) {
        head = head.substr(0, word);
    }
    constexpr auto kNames = std::to_array<std::string_view>({"slat", "clat", "lat", "sync"});
    std::size_t best = kNpos;
    for (const auto name : kNames) {
        for (auto pos = head.find(name); pos != kNpos; pos = head.find(name, pos + 1)) {
            const bool isWord = pos == 0 || head[pos - 1] == ' ' || head[pos - 1] == '\t';
            best = isWord && (best == kNpos || pos < best) ? pos : best;
        }
    }
    if (best == kNpos) {
        return {};
    }
    return std::string(stripped(head.substr(best)));
}

}

double secondsIn(std::string_view unit)
{
    const auto at = std::ranges::find(kTimes, unit);
    return at == kTimes.end() ? 0 : std::pow(1000.0, static_cast<double>(at - kTimes.begin()) - 3);
}

std::string percentileName(std::string_view written)
{
    if (written.contains('.')) {
        written = written.substr(0, written.find_last_not_of('0') + 1);
        written.remove_suffix(written.ends_with('.') ? 1 : 0);
    }
    return 'p' + std::string(written);
}

bool Statistics::add(std::string_view line, std::string_view key, std::string metric, std::string_view unit,
                     double factor, std::string_view baseUnit, std::vector<Measure>& out) const
{
    const auto number = quantityOf(line, key);
    if (!number || factor <= 0) {
        return false;
    }
    out.push_back({.metric = std::move(metric),
                   .baseUnit = baseUnit,
                   .figure = {.value = number->value,
                              .unit = unit,
                              .base = number->value * factor,
                              .step = number->step * factor,
                              .span = m_text.spanOf(number->digits)}});
    return true;
}

void Statistics::takeLatency(std::string_view line, std::vector<Measure>& out) const
{
    const auto name = latencyName(line);
    const auto unit = std::ranges::find(kTimes, timeUnitOf(line));
    if (name.empty() || unit == kTimes.end()) {
        return;
    }
    for (const auto& [key, statistic] :
         {std::pair {"min=", " min"}, {"max=", " max"}, {"avg=", " mean"}, {"stdev=", " stddev"}}) {
        const auto number = quantityOf(line, key);
        const double suffix = number ? thousands(number->unit) : 0;
        if (!number || suffix <= 0) {
            continue; // "stdev=inf", "nan"
        }
        // "20139k" nanoseconds are 20139 microseconds
        const auto steps = static_cast<std::ptrdiff_t>(std::lround(std::log10(suffix) / 3));
        const bool hasUnit = kTimes.end() - unit > steps;
        const auto written = hasUnit ? *(unit + steps) : *unit;
        const double factor = hasUnit ? secondsIn(written) : secondsIn(*unit) * suffix;
        const double value = hasUnit ? number->value : number->value * suffix;
        out.push_back({.metric = name + statistic,
                       .baseUnit = "s",
                       .figure = {.value = value,
                                  .unit = written,
                                  .base = value * factor,
                                  .step = number->step * factor,
                                  .span = m_text.spanOf(number->digits)}});
    }
}

void Statistics::takePercentileHead(std::string_view line, std::vector<Measure>& out)
{
    auto name = latencyName(line);
    m_percentilesOf = name.empty() ? "clat" : std::move(name);
    m_percentileUnit = timeUnitOf(line);
    takePercentiles(line, out);
}

void Statistics::takePercentiles(std::string_view line, std::vector<Measure>& out) const
{
    const double factor = secondsIn(m_percentileUnit);
    for (auto mark = line.find("th="); mark != kNpos; mark = line.find("th=", mark + 1)) {
        auto begin = mark;
        while (begin > 0 && std::string_view("0123456789.").contains(line[begin - 1])) {
            --begin;
        }
        const auto open = line.find_first_not_of(" \t\n[", mark + 3);
        const auto number = open == kNpos || begin == mark ? std::nullopt : quantityAt(line, open);
        if (!number || factor <= 0) {
            continue;
        }
        out.push_back({.metric = m_percentilesOf + ' ' + percentileName(line.substr(begin, mark - begin)),
                       .baseUnit = "s",
                       .figure = {.value = number->value,
                                  .unit = m_percentileUnit,
                                  .base = number->value * factor,
                                  .step = number->step * factor,
                                  .span = m_text.spanOf(number->digits)}});
    }
}

void Statistics::takeBandwidthInterval(std::string_view line, std::vector<Measure>& out) const
{
    const auto open = line.find("bw (");
    const auto close = line.find(')', open);
    if (open == kNpos || close == kNpos) {
        return;
    }
    auto unit = line.substr(open + 4, close - open - 4);
    auto letters = std::string(unit);
    std::erase(letters, ' ');
    const auto written = stripped(unit);
    // KB of old versions is 1024; with a base of 1000 newer ones write kB and mean KiB all the same
    constexpr int kOwnBits = 3007000; // from here on the line counts bytes, whatever it says
    double factor = bytesIn(letters, Prefixes::Binary);
    if (letters.contains("bit") && m_version >= kOwnBits) {
        factor *= 8;
    }
    const bool isThousand = letters == "KiB/s" && m_version > 0 && m_version <= 1025001;
    factor = isThousand ? 1000 : factor;
    for (const auto& [key, statistic] :
         {std::pair {"min=", "min"}, {"max=", "max"}, {"avg=", "mean"}, {"stdev=", "stddev"}}) {
        add(line.substr(close), key, std::string("interval bandwidth ") + statistic, written, factor, "B/s", out);
    }
    add(line.substr(close), "samples=", "interval bandwidth samples", "", 1, "count", out);
}

bool Statistics::takeIopsInterval(std::string_view line, std::vector<Measure>& out) const
{
    const auto least = quantityOf(line, "min=");
    const auto most = quantityOf(line, "max=");
    if (least && most && least->value == 1 && most->value == 1) {
        return false;
    }
    for (const auto& [key, statistic] :
         {std::pair {"min=", "min"}, {"max=", "max"}, {"avg=", "mean"}, {"stdev=", "stddev"}}) {
        add(line, key, std::string("interval iops ") + statistic, "IOPS", 1, "1/s", out);
    }
    add(line, "samples=", "interval iops samples", "", 1, "count", out);
    return true;
}

void Statistics::takeCpu(std::string_view line, std::vector<Measure>& out) const
{
    constexpr double kPercent = 0.01;
    add(line, "usr=", "cpu usr", "%", kPercent, "ratio", out);
    add(line, "sys=", "cpu sys", "%", kPercent, "ratio", out);
    add(line, "ctx=", "context switches", "", 1, "count", out);
    add(line, "majf=", "major faults", "", 1, "count", out);
    add(line, "minf=", "minor faults", "", 1, "count", out);
}

void Statistics::addPair(std::string_view line, std::size_t value, std::string_view first, std::string_view second,
                         std::string_view unit, double factor, std::string_view baseUnit,
                         std::vector<Measure>& out) const
{
    for (const auto metric : {first, second}) {
        const auto number = quantityAt(line, value);
        if (!number) {
            return;
        }
        out.push_back({.metric = std::string(metric),
                       .baseUnit = baseUnit,
                       .figure = {.value = number->value,
                                  .unit = unit,
                                  .base = number->value * factor,
                                  .step = factor,
                                  .span = m_text.spanOf(number->digits)}});
        if (number->end >= line.size() || line[number->end] != '/') {
            return;
        }
        value = number->end + 1;
    }
}

void Statistics::takeDisk(std::string_view line, std::vector<Measure>& out) const
{
    constexpr double kMilli = 1e-3;
    const auto pair = [&](std::string_view key, std::string_view first, std::string_view second, std::string_view unit,
                          double factor, std::string_view base) {
        if (const auto value = valueOf(line, key); value != kNpos) {
            addPair(line, value, first, second, unit, factor, base, out);
        }
    };
    pair("ios=", "read ios", "write ios", "", 1, "count");
    pair("sectors=", "read sectors", "write sectors", "", 1, "count");
    pair("merge=", "read merges", "write merges", "", 1, "count");
    pair("ticks=", "read ticks", "write ticks", "msec", kMilli, "s");
    add(line, "in_queue=", "in queue", "msec", kMilli, "s", out);
    add(line, "util=", "util", "%", 0.01, "ratio", out);
}

void Statistics::takeSteady(std::string_view line, std::vector<Measure>& out) const
{
    if (!line.contains("attained=yes")) {
        return;
    }
    if (const auto bandwidth = quantityOf(line, "bw=")) {
        add(line, "bw=", "steady bandwidth", bandwidth->unit, bytesIn(bandwidth->unit, Prefixes::Told), "B/s", out);
    }
    if (const auto iops = quantityOf(line, "iops=")) {
        const auto unit = iops->unit.empty() ? std::string_view("IOPS") : iops->unit;
        add(line, "iops=", "steady iops", unit, thousands(iops->unit), "1/s", out);
    }
}

}
