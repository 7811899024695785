// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/bench_line.h"

#include "parsers/perf/symbol_row.h"
#include "parsers/perf/tool_cells.h"
#include "parsers/text/number.h"

#include <algorithm>
#include <array>

namespace patchscale::perf {
namespace {

using Kind = BenchLine::Kind;

constexpr double kKi = 1024;

struct RateUnit
{
    std::string_view written;
    std::string_view metric;
    double factor = 0;
    std::string_view base {};
};

// print_bps() of perf divides by powers of 1024 and calls them KB, MB and GB.
constexpr auto kRates = std::to_array<RateUnit>({
    {.written = "usecs/op", .metric = "latency"},
    {.written = "usecs/op/cpu", .metric = "latency per cpu", .factor = 1e-6, .base = "s"},
    {.written = "nsecs/op", .metric = "latency"},
    {.written = "msecs/op", .metric = "latency", .factor = 1e-3, .base = "s"},
    {.written = "ops/sec", .metric = "throughput"},
    {.written = "bytes/sec", .metric = "throughput", .factor = 1, .base = "B/s"},
    {.written = "KB/sec", .metric = "throughput", .factor = kKi, .base = "B/s"},
    {.written = "MB/sec", .metric = "throughput", .factor = kKi * kKi, .base = "B/s"},
    {.written = "GB/sec", .metric = "throughput", .factor = kKi * kKi * kKi, .base = "B/s"},
    {.written = "B/Sec", .metric = "throughput", .factor = 1, .base = "B/s"},
    {.written = "KB/Sec", .metric = "throughput", .factor = kKi, .base = "B/s"},
    {.written = "MB/Sec", .metric = "throughput", .factor = kKi * kKi, .base = "B/s"},
    {.written = "GB/Sec", .metric = "throughput", .factor = kKi * kKi * kKi, .base = "B/s"},
    {.written = "cycles/byte", .metric = "cycles per byte"},
    {.written = "Cycle/Byte", .metric = "cycles per byte", .factor = 1, .base = "cycles/byte"},
    {.written = "cycles/Byte", .metric = "cycles per byte", .factor = 1, .base = "cycles/byte"},
});

/// The number at the front of @p text, which may have grouped thousands; it is cut off together with its blanks.
std::optional<BenchValue> takeNumber(std::string_view& text)
{
    text = trimmed(text);
    if (text.empty() || text.front() < '0' || text.front() > '9') {
        return std::nullopt;
    }
    auto word = text.substr(0, text.find_first_not_of("0123456789.,"));
    const auto behind = text.substr(word.size());
    while (word.ends_with(',') || word.ends_with('.')) {
        word.remove_suffix(1);
    }
    constexpr std::size_t kLongest = 32; // longer ones are no measurements, and overflow in other units
    const auto number = word.size() <= kLongest ? numberAt(word, 0) : std::nullopt;
    if (!number || number->span.length != word.size()) {
        return std::nullopt;
    }
    BenchValue value;
    value.digits = word;
    value.value = number->value;
    text = trimmed(behind.data() == word.data() + word.size() ? behind : text.substr(word.size()));
    return value;
}

/// "(+- 30.64%)", "(+-45.42%)", "(+- 58.000 usec)" at the front of @p text: the error of @p value.
void takeError(std::string_view& text, BenchValue& value)
{
    text = trimmed(text);
    if (!text.starts_with("(+-")) {
        return;
    }
    const auto close = text.find(')');
    auto inner = text.substr(3, close == std::string_view::npos ? close : close - 3);
    const auto number = takeNumber(inner);
    if (!number || close == std::string_view::npos) {
        return;
    }
    value.error = inner.starts_with('%') ? value.value * number->value / 100 : number->value;
    value.errorDigits = number->digits;
    text = trimmed(text.substr(close + 1));
}

/// "60.204700 usecs/op", "1.385306 GB/sec", "4.2 GB/Sec (with prefault)", "1,094.3 usecs/op 24.1 usecs/op to baseline".
std::optional<BenchLine> rateLine(std::string_view text)
{
    BenchLine line {.kind = Kind::Value, .values = {}, .settings = {}};
    while (!text.empty()) {
        auto value = takeNumber(text);
        if (value && text.starts_with("d ")) {
            text = trimmed(text.substr(2)); // a slip in the format string of older perf: "12.5d KB/sec"
        }
        const auto unit = takeWord(text);
        const auto rate = std::ranges::find(kRates, unit, &RateUnit::written);
        if (!value || rate == kRates.end()) {
            return std::nullopt;
        }
        value->unit = unit;
        value->metric = rate->metric;
        value->factor = rate->factor;
        value->base = rate->base;
        if (text.starts_with('(') && text.contains(')')) {
            line.settings.emplace_back("option", text.substr(1, text.find(')') - 1));
            text = trimmed(text.substr(text.find(')') + 1));
        }
        for (const std::string_view reference : {"to baseline", "to previous"}) {
            if (text.starts_with(reference)) {
                value->metric += ' ';
                value->metric += reference;
                text = trimmed(text.substr(reference.size()));
            }
        }
        line.values.push_back(*std::move(value));
    }
    return line.values.empty() ? std::nullopt : std::optional(std::move(line));
}

std::optional<BenchLine> totalLine(std::string_view text)
{
    auto value = takeNumber(text);
    if (!value) {
        return std::nullopt;
    }
    const bool isSeconds = text.starts_with("[sec]");
    if (!isSeconds && text != "usecs" && text != "nsecs") {
        return std::nullopt;
    }
    value->metric = "Total time";
    value->unit = isSeconds ? std::string_view("sec") : text;
    return BenchLine {.kind = Kind::Total, .values = {*std::move(value)}, .settings = {}};
}

/// "Averaged 76032 operations/sec (+- 30.64%), total secs = 2", "Averaged 14080 ADD operations (+- 49.09%)".
std::optional<BenchLine> averagedLine(std::string_view text)
{
    auto value = takeNumber(text);
    const auto open = text.find("(+-");
    if (!value || !text.contains("operations")) {
        return std::nullopt;
    }
    const auto what = trimmed(text.substr(0, std::min(open, text.find(','))));
    if (what.empty()) {
        return std::nullopt;
    }
    const bool isRate = what == "operations/sec";
    value->metric = isRate ? "throughput" : std::string(what);
    value->unit = isRate ? "ops/sec" : "ops";
    text = open == std::string_view::npos ? std::string_view {} : text.substr(open);
    takeError(text, *value);
    return BenchLine {.kind = Kind::Value, .values = {*std::move(value)}, .settings = {}};
}

/// "[thread  0] futexes: 0x… ... 0x… [ 52736 ops/sec ]", "[thread  0] fdmap: … [ add: 7168 ops; mod: 7168 ops ]".
std::optional<BenchLine> threadLine(std::string_view text)
{
    const auto close = text.find(']');
    const auto open = text.rfind('[');
    auto id = trimmed(text.substr(0, close));
    id = trimmed(id.substr(id.rfind(' ') + 1));
    if (close == std::string_view::npos || open < close || !isCount(id)) {
        return std::nullopt;
    }
    BenchLine line {.kind = Kind::Value, .values = {}, .settings = {{"thread", std::string(id)}}};
    auto rest = trimmed(text.substr(open + 1));
    while (!rest.empty() && !rest.starts_with(']')) {
        const auto colon = rest.find(':');
        const auto digit = rest.find_first_of("0123456789");
        std::string_view name;
        if (colon < digit) {
            name = trimmed(rest.substr(0, colon));
            rest = rest.substr(colon + 1);
        }
        auto value = takeNumber(rest);
        if (!value) {
            return std::nullopt;
        }
        value->unit = rest.substr(0, rest.find_first_of(" ;]"));
        value->metric = name.empty() ? "throughput" : std::string(name) + " operations";
        rest = trimmed(rest.substr(value->unit.size()));
        rest = rest.starts_with(';') ? trimmed(rest.substr(1)) : rest;
        line.values.push_back(*std::move(value));
    }
    return line.values.empty() ? std::nullopt : std::optional(std::move(line));
}

/// "Wokeup 4 of 4 threads in 0.9448 ms (+-45.42%)", which "[Run 3]: " may stand before.
std::optional<BenchLine> roundLine(std::string_view text, bool isRound)
{
    const auto in = text.rfind(" in ");
    if (in == std::string_view::npos) {
        return std::nullopt;
    }
    BenchLine line {.kind = isRound ? Kind::Round : Kind::RoundMean, .values = {}, .settings = {}};
    auto rest = text.substr(in + 4);
    auto value = takeNumber(rest);
    const auto unit = takeWord(rest);
    if (!value || (unit != "ms" && unit != "us" && unit != "usec" && unit != "msec")) {
        return std::nullopt;
    }
    const auto what = text.substr(0, in);
    value->unit = unit;
    value->metric = what.starts_with("Wokeup") ? "time to wake"
        : what.starts_with("Requeued")         ? "time to requeue"
                                               : "latency per thread";
    takeError(rest, *value);
    line.values.push_back(*std::move(value));
    return line;
}

/// "Average for_each_set_bit took: 621.000 usec (+- 58.000 usec)", "Average num. events: 65.000 (+- 0.000)",
/// "Average time per event 20.465 usec".
std::optional<BenchLine> averageLine(std::string_view text)
{
    const auto digit = text.find_first_of("0123456789");
    if (digit == std::string_view::npos || digit == 0 || text[digit - 1] != ' ') {
        return std::nullopt;
    }
    auto name = trimmed(text.substr(0, digit));
    bool isSubject = false;
    for (const std::string_view tail : {":", " took"}) {
        if (name.ends_with(tail)) {
            name = trimmed(name.substr(0, name.size() - tail.size()));
            isSubject = tail == " took";
        }
    }
    auto rest = text.substr(digit);
    auto value = takeNumber(rest);
    if (!value || name.empty()) {
        return std::nullopt;
    }
    value->unit = rest.starts_with('(') ? std::string_view {} : takeWord(rest);
    value->metric = name;
    takeError(rest, *value);
    if (!rest.empty()) {
        return std::nullopt;
    }
    return BenchLine {.kind = Kind::Value,
                      .subject = isSubject ? name : std::string_view {},
                      .isDetail = !isSubject,
                      .values = {*std::move(value)},
                      .settings = {}};
}

/// "main,  1.284, secs,  NUMA-convergence-latency".
std::optional<BenchLine> numaLine(std::string_view text)
{
    std::vector<std::string_view> cells;
    splitCells(text, ',', cells);
    constexpr std::size_t kCells = 4;
    if (cells.size() != kCells || cells[3].empty() || !plainNumber(cells[1])) {
        return std::nullopt;
    }
    BenchValue value;
    value.metric = cells[3];
    value.digits = cells[1];
    value.value = *plainNumber(cells[1]);
    value.unit = cells[2];
    BenchLine line {.kind = Kind::Value, .values = {std::move(value)}, .settings = {}};
    if (cells[0] != "main") {
        line.settings.emplace_back("process", cells[0]);
    }
    return line;
}

/// "# Executed 10000 pipe operations between two processes", "# 4 groups == 160 processes run",
/// "# function 'default' (Default memcpy() provided by glibc)", "# Copying 16MB bytes ...".
BenchLine commentLine(std::string_view text)
{
    BenchLine line {.kind = Kind::Setting, .values = {}, .settings = {}};
    const auto words = wordsOf(text);
    const auto word = [&words](std::size_t i) { return i < words.size() ? words[i] : std::string_view {}; };
    if (word(0) == "Executed" && numberAt(word(1), 0)) {
        line.settings.emplace_back("operations", word(1));
        if (text.contains("between two ")) {
            line.settings.emplace_back("between", words.back());
        }
    } else if (word(1) == "groups" && isCount(word(0))) {
        line.settings.emplace_back("groups", word(0));
        if (word(4).starts_with("processes") || word(4).starts_with("threads")) {
            line.settings.emplace_back(word(4), word(3));
        }
    } else if (text.starts_with("function '") || text.starts_with("Routine ")) {
        auto name = word(1);
        while (name.starts_with('\'')) {
            name.remove_prefix(1);
        }
        line.settings.emplace_back("function", name.substr(0, name.find('\'')));
    } else if ((word(0) == "Copying" || word(0) == "Memset") && word(2).starts_with("B")) {
        line.settings.emplace_back("size", word(1));
    } else if ((word(0) == "Copying" || word(0) == "Memset") && word(2).starts_with("bytes")) {
        line.settings.emplace_back("size", word(1));
    } else {
        line.kind = Kind::Remark;
    }
    return line;
}

bool isRemark(std::string_view text)
{
    constexpr auto kRemarks = std::to_array<std::string_view>(
        {"Run summary", "synthesizing events", "Number of ", "Computing performance of ", "###"});
    return std::ranges::any_of(kRemarks, [text](auto remark) { return text.starts_with(remark); });
}

}

std::optional<BenchLine> benchLine(std::string_view view)
{
    auto text = trimmed(view);
    if (text.empty()) {
        return std::nullopt;
    }
    if (text.front() >= '0' && text.front() <= '9') {
        // "100000 operations 1 bits set of 2 bits" heads the two lines below it.
        const auto words = wordsOf(text);
        if (words.size() > 7 && words[1] == "operations" && words[3] == "bits") {
            return BenchLine {.kind = Kind::Setting,
                              .values = {},
                              .settings = {{"operations", std::string(words[0])},
                                           {"bits", std::string(words[2]) + " of " + std::string(words[6])}}};
        }
        return rateLine(text);
    }
    const bool isComment = text.starts_with('#');
    while (text.starts_with('#')) {
        text = trimmed(text.substr(1));
    }
    const auto behind = [text](std::string_view lead) { return text.substr(lead.size()); };
    if (text.starts_with("Total time:")) {
        return totalLine(trimmed(behind("Total time:")));
    }
    if (isComment) {
        return commentLine(text);
    }
    if (text.starts_with("Routine ")) {
        return commentLine(text);
    }
    if (text.starts_with("Averaged ")) {
        return averagedLine(behind("Averaged "));
    }
    if (text.starts_with("[thread ")) {
        return threadLine(text);
    }
    if (text.starts_with("[Run ") && text.contains("]: ")) {
        return roundLine(text.substr(text.find("]: ") + 3), true);
    }
    if (text.starts_with("Wokeup ") || text.starts_with("Requeued ") || text.starts_with("Avg per-thread latency ")) {
        return roundLine(text, false);
    }
    if (text.starts_with("Average ")) {
        return averageLine(behind("Average "));
    }
    if (text.starts_with("Computing performance of ") && text.contains("threaded")) {
        const bool isMulti = text.contains("multi");
        return BenchLine {.kind = Kind::Setting,
                          .values = {},
                          .settings = {{"synthesis", isMulti ? "multi threaded" : "single threaded"}}};
    }
    if (isRemark(text)) {
        return BenchLine {.kind = Kind::Remark, .values = {}, .settings = {}};
    }
    return text.contains(',') ? numaLine(text) : std::nullopt;
}

}
