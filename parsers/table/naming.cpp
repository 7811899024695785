// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/naming.h"
#include "core/base/characters.h"
#include "parsers/table/blanks.h"

#include "core/base/units.h"

#include <algorithm>
#include <array>

namespace patchscale::table {
namespace {

struct Word
{
    std::string_view written; ///< lower case
    std::string_view metric;
};

/// The more telling first.
constexpr auto kMetrics = std::to_array<Word>({
    {.written = "iops", .metric = "iops"},
    {.written = "bandwidth", .metric = "bandwidth"},
    {.written = "throughput", .metric = "throughput"},
    {.written = "latenc", .metric = "latency"},
    {.written = "context switch", .metric = "context switches"},
    {.written = "context-switch", .metric = "context switches"},
    {.written = "run time", .metric = "runtime"},
    {.written = "runtime", .metric = "runtime"},
    {.written = "duration", .metric = "duration"},
    {.written = "elapsed", .metric = "elapsed"},
    {.written = "energy", .metric = "energy"},
    {.written = "power", .metric = "power"},
    {.written = "score", .metric = "score"},
    {.written = "fps", .metric = "fps"},
    {.written = "tps", .metric = "tps"},
    {.written = "time", .metric = "time"},
});

/// Whether @p word stands in @p text with no letter before it ("fps" is not in "offps") and is no part of a name
/// ("time_based").
bool holdsWord(std::string_view text, std::string_view word)
{
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
    for (auto pos = text.find(word); pos != std::string_view::npos; pos = text.find(word, pos + 1)) {
        const auto end = pos + word.size();
        const bool isStem = word == "latenc" || (end < text.size() && text[end] == 's');
        if ((pos == 0 || !isLetter(text[pos - 1])) && (isStem || end >= text.size() || !isLetter(text[end]))) {
            return true;
        }
    }
    return false;
}

/// "fio -filename=… -time_based": options are no description.
bool isCommand(std::string_view text)
{
    for (auto pos = text.find(" -"); pos != std::string_view::npos; pos = text.find(" -", pos + 1)) {
        if (pos + 2 < text.size() && text[pos + 2] != ' ' && (text[pos + 2] < '0' || text[pos + 2] > '9')) {
            return true;
        }
    }
    return text.starts_with('-') && text.size() > 1 && text[1] != ' ';
}

bool isUnit(std::string_view text)
{
    return !trimmed(text).empty() && findUnit(text).has_value() && !isDigit(text.front());
}

/// The unit at the end of "avg MB/s" or of "MB/s".
std::string_view unitAtEnd(std::string_view text)
{
    text = trimmed(text);
    if (isUnit(text)) {
        return text;
    }
    const auto blank = text.rfind(' ');
    if (blank != std::string_view::npos && isUnit(text.substr(blank + 1))) {
        return text.substr(blank + 1);
    }
    return {};
}

std::string_view withoutColon(std::string_view text)
{
    text = trimmed(text);
    while (!text.empty() && (text.back() == ':' || text.back() == '=')) {
        text = trimmed(text.substr(0, text.size() - 1));
    }
    return text;
}

}

std::string lowered(std::string_view text)
{
    std::string out(text);
    for (auto& c : out) {
        if (c >= 'A' && c <= 'Z') {
            c = static_cast<char>(c - 'A' + 'a');
        }
    }
    return out;
}

std::string_view unitIn(std::string_view heading)
{
    std::string_view last;
    for (const char open : {'(', '['}) {
        for (auto pos = heading.find(open); pos != std::string_view::npos; pos = heading.find(open, pos + 1)) {
            const auto close = heading.find(open == '(' ? ')' : ']', pos);
            if (close == std::string_view::npos) {
                break;
            }
            if (pos == 0 && close == 2 && close + 1 < heading.size()) {
                continue; // "(B) patched" counts the variants
            }
            if (const auto unit = unitAtEnd(heading.substr(pos + 1, close - pos - 1)); !unit.empty()) {
                last = unit; // "MTU(Bytes)/Bandwidth (Gbit/s)": the last one is the values'
            }
        }
    }
    if (!last.empty()) {
        return last;
    }
    if (heading.size() > 2 && heading.ends_with(" %")) {
        return heading.substr(heading.size() - 1);
    }
    for (std::string_view rest = heading; !rest.empty();) { // "IOPS (bs=1MB)", "Throughput MB/s"
        const auto end = std::min(rest.find_first_of(" ,;:()[]"), rest.size());
        const auto word = rest.substr(0, end);
        const bool isRate = word.find('/') != std::string_view::npos || word.ends_with("PS");
        if (word.size() >= 3 && isRate && isUnit(word)) {
            return word;
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    for (const std::string_view lead : {" in ", ": "}) {
        for (auto pos = heading.find(lead); pos != std::string_view::npos; pos = heading.find(lead, pos + 1)) {
            auto word = heading.substr(pos + lead.size());
            word = word.substr(0, word.find_first_of(" .,;:)"));
            if (word.size() >= 2 && isUnit(word)) {
                return word;
            }
        }
    }
    return {};
}

std::string_view metricIn(std::string_view text)
{
    if (isCommand(text)) {
        return {};
    }
    const auto lower = lowered(text);
    for (const auto& word : kMetrics) {
        if (holdsWord(lower, word.written)) {
            return word.metric;
        }
    }
    return {};
}

std::string_view onlyMetricIn(std::string_view text)
{
    const auto kindOf = [](std::string_view metric) -> std::string_view {
        if (metric == "latency" || metric == "runtime" || metric == "duration" || metric == "elapsed") {
            return "time";
        }
        return metric == "throughput" || metric == "tps" || metric == "fps" ? "bandwidth" : metric;
    };
    const auto first = metricIn(text);
    if (first.empty()) {
        return first;
    }
    const auto lower = lowered(text);
    const bool isOnly = std::ranges::all_of(kMetrics, [&](const Word& word) {
        return !holdsWord(lower, word.written) || kindOf(word.metric) == kindOf(first);
    });
    return isOnly ? first : std::string_view {};
}

std::string_view metricFor(std::string_view unit)
{
    if (const auto named = metricIn(unit); !named.empty()) {
        return named;
    }
    const auto known = findUnit(unit);
    if (!known) {
        return "value";
    }
    if (known->base == "B/s") {
        return "bandwidth";
    }
    if (known->base == "s") {
        return "time";
    }
    if (known->base == "1/s") {
        return "rate";
    }
    if (known->base == "index") {
        return "index";
    }
    return "value";
}

void addParameters(std::string_view heading, Parameters& parameters)
{
    const auto text = withoutColon(heading);
    std::string_view rest = text;
    bool hasPair = false;
    while (!rest.empty()) {
        const auto blank = std::min(rest.find_first_of(" ,\t"), rest.size());
        const auto word = rest.substr(0, blank);
        rest = trimmed(rest.substr(std::min(blank + 1, rest.size())));
        const auto sign = word.find('=');
        if (sign != std::string_view::npos && sign > 0 && sign + 1 < word.size()) {
            parameters[lowered(parameterName(word.substr(0, sign)))] = std::string(word.substr(sign + 1));
            hasPair = true;
        }
    }
    if (hasPair || text.empty()) {
        return;
    }
    // "2 Threads", "hackbench 16 groups": a number before the last word counts it.
    const auto blank = text.rfind(' ');
    if (blank != std::string_view::npos) {
        const auto before = trimmed(text.substr(0, blank));
        const auto start = before.find_last_of(" \t");
        const auto number = start == std::string_view::npos ? before : before.substr(start + 1);
        const auto unit = text.substr(blank + 1);
        const bool isCount = !number.empty() && std::ranges::all_of(number, isDigit);
        if (isCount && !isDigit(unit.front())) {
            parameters[lowered(unit)] = std::string(number);
            if (start != std::string_view::npos) {
                parameters["case"] = std::string(trimmed(before.substr(0, start)));
            }
            return;
        }
    }
    parameters["case"] = std::string(text);
}

std::string parameterName(std::string_view head)
{
    auto name = withoutColon(head);
    while (!name.empty() && (name.front() == '#' || name.front() == '-' || name.front() == ' ')) {
        name.remove_prefix(1);
    }
    if (name.starts_with("of ")) { // "# of threads"
        name.remove_prefix(3);
    }
    if (const auto bracket = name.find('('); bracket != std::string_view::npos && bracket > 0) {
        name = trimmed(name.substr(0, bracket));
    }
    return lowered(name);
}

bool isPerfEvent(std::string_view label)
{
    constexpr auto kStarts =
        std::to_array<std::string_view>({"l1-dcache",       "l1-icache",        "llc-",           "dtlb-",
                                         "itlb-",           "branch-",          "cache-",         "node-",
                                         "stalled-cycles",  "context-switches", "cpu-migrations", "page-faults",
                                         "task-clock",      "cpu-clock",        "topdownl",       "tma_",
                                         "topdown",         "retiring",         "backend_bound",  "frontend_bound",
                                         "bad_speculation", "branches",         "instructions",   "cycles",
                                         "minor-faults",    "major-faults"});
    const auto lower = lowered(label);
    return std::ranges::any_of(kStarts, [&](std::string_view start) { return lower.starts_with(start); });
}

bool isFioJob(std::string_view label)
{
    constexpr auto kFirst = std::to_array<std::string_view>({"seq", "rand", "sequential", "random", "rand.", "seq."});
    constexpr auto kSecond =
        std::to_array<std::string_view>({"read", "write", "rw", "readwrite", "mix", "mixed", "reads", "writes", "r/w"});
    constexpr auto kWhole = std::to_array<std::string_view>(
        {"randread", "randwrite", "seqread", "seqwrite", "randrw", "seqrw", "rand-read", "rand-write", "seq-read",
         "seq-write", "rand_read", "rand_write", "seq_read", "seq_write"});
    const auto lower = lowered(withoutColon(label));
    const auto first = lower.substr(0, lower.find(' '));
    if (std::ranges::find(kWhole, first) != kWhole.end()) {
        return true;
    }
    if (first.size() == lower.size() || std::ranges::find(kFirst, first) == kFirst.end()) {
        return false;
    }
    const auto second = lower.substr(first.size() + 1);
    return std::ranges::find(kSecond, second.substr(0, second.find(' '))) != kSecond.end();
}

bool isMeanLabel(std::string_view label)
{
    constexpr auto kMeans =
        std::to_array<std::string_view>({"mean", "avg", "average", "amean", "gmean", "hmean", "avg."});
    return std::ranges::find(kMeans, lowered(withoutColon(label))) != kMeans.end();
}

bool isSpreadLabel(std::string_view label)
{
    constexpr auto kStarts =
        std::to_array<std::string_view>({"std", "coeffvar", "coefvar", "stderr", "rsd", "cv", "sd"});
    auto lower = lowered(withoutColon(label));
    if (lower.starts_with("amean ") || lower.starts_with("hmean ")) { // "AMean Stddev", "AMean CoefVar"
        lower.erase(0, lower.find(' ') + 1);
    }
    return std::ranges::any_of(kStarts, [&](std::string_view start) {
        const auto rest = lower.starts_with(start) ? lower.substr(start.size()) : "x";
        return rest.empty() || rest.front() == ' ' || rest.front() == '(' || rest.front() == '%' || rest == "dev"
            || rest == "ev" || rest.starts_with("dev (") || rest.starts_with("ev (");
    });
}

}
