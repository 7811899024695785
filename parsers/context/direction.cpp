// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/phrase_words.h"
#include "parsers/context/vocabulary.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace patchscale {
namespace {

using Names = std::initializer_list<std::string_view>;

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

/// @p text holds one of @p names, not inside a longer word. A name that ends in "*" may go on.
bool names(std::string_view text, Names names)
{
    return std::ranges::any_of(names, [&](std::string_view name) {
        const bool isStem = name.ends_with('*');
        if (isStem) {
            name.remove_suffix(1);
        }
        for (auto pos = text.find(name); pos != std::string_view::npos; pos = text.find(name, pos + 1)) {
            const auto end = pos + name.size();
            const bool begins = pos == 0 || !isLetter(text[pos - 1]) || !isLetter(name.front());
            const bool ends = isStem || end >= text.size() || !isLetter(text[end]);
            if (begins && ends) {
                return true;
            }
        }
        return false;
    });
}

bool isOneOf(std::string_view text, Names names)
{
    return std::ranges::find(names, text) != names.end();
}

bool isTimeUnit(std::string_view unit)
{
    return isOneOf(unit,
                   {"s",           "sec",         "secs",  "second", "seconds",      "min",          "minutes",
                    "ms",          "msec",        "msecs", "us",     "usec",         "usecs",        "\u00b5s",
                    "\u03bcs",     "ns",          "nsec",  "nsecs",  "microseconds", "milliseconds", "nanoseconds",
                    "microsecond", "usecs/op",    "us/op", "ns/op",  "ms/op",        "nsec/op",      "cycles",
                    "cycles/op",   "cycles/byte", "cpb",   "j",      "joules",       "mj",           "w",
                    "mw",          "watt",        "watts"});
}

bool isRateUnit(std::string_view unit)
{
    const bool isPer =
        (unit.ends_with("/s") || unit.ends_with("/sec") || unit.ends_with("/second")) && !isTimeUnit(unit);
    return isPer || isOneOf(unit, {"iops",   "kiops",  "miops", "tps",       "qps",    "rps",     "krps",  "pps",
                                   "kpps",   "mpps",   "fps",   "lps",       "lpm",    "mwips",   "kbps",  "mbps",
                                   "gbps",   "bps",    "ops",   "kops",      "mops",   "ops/min", "index", "score",
                                   "mflops", "gflops", "req/s", "trans/sec", "kb/sec", "bogo ops"});
}

/// Events and metrics of perf stat. Plain counts (instructions, branches, context switches) may be good either way.
Better perfStatDirection(std::string_view test, std::string_view metric, std::string_view unit)
{
    const auto either = [&](Names words) { return names(test, words) || names(metric, words); };
    if (either({"insn per cycle", "insns per cycle", "instructions per cycle", "ipc", "retiring", "ops/sec"})
        && !either({"stalled*"})) {
        return Better::Higher;
    }
    if (either({"miss", "misses", "miss_rate", "missed", "stalled*", "stall", "stalls", "backend", "backend_bound",
                "be_bound", "frontend", "frontend_bound", "fe_bound", "bad_speculation", "bad speculation", "hitm",
                "cpi", "faults", "fault"})) {
        return Better::Lower;
    }
    if (names(metric, {"cpus utilized", "frequency", "ghz", "running", "share", "utilization"})
        || isOneOf(unit, {"ghz", "mhz"}) || unit.starts_with("cpus")) {
        return Better::Unknown;
    }
    if (either({"elapsed", "time elapsed", "user", "sys", "task-clock", "cpu-clock", "duration_time", "wall*"})) {
        return Better::Lower;
    }
    const bool isRate = isRateUnit(unit);
    if (either({"loads"})) {
        return isRate ? Better::Higher : Better::Unknown;
    }
    if (either({"cycles", "cpu-cycles", "ref-cycles"}) && !isRate && unit != "%") {
        return Better::Lower;
    }
    return Better::Unknown;
}

/// What the name of a metric or test says, whatever the benchmark.
Better namedDirection(std::string_view text)
{
    if (names(text, {"latency",     "latencies",   "lat",           "clat*",          "slat*",
                     "delay",       "delays",      "elapsed",       "elapsed_time",   "misses",
                     "miss",        "stalls",      "backend_bound", "frontend_bound", "hitm",
                     "jitter",      "wakeup",      "faults",        "errors",         "overruns",
                     "retransmits", "retrans",     "drops",         "percentile",     "percentiles",
                     "runtime",     "boot time",   "response time", "turnaround",     "wait time",
                     "sys time",    "system time", "user time",     "real time",      "completion time",
                     "wall time",   "time",        "useless*",      "wasted",         "failed",
                     "failures",    "aborted",     "rejected",      "dropped",        "lost"})) {
        return Better::Lower;
    }
    if (names(text,
              {"bandwidth",
               "bw",
               "iops",
               "throughput",
               "ops",
               "ops/s",
               "ops/sec",
               "tps",
               "qps",
               "rps",
               "score",
               "index",
               "transactions",
               "requests/sec",
               "requests per second",
               "req/s",
               "mflops",
               "gflops",
               "fps",
               "retiring",
               "ipc",
               "bogo*",
               "per_process_ops",
               "per_thread_ops",
               "events per second",
               "max_jops",
               "critical_jops",
               "jops",
               "files_per_sec",
               "files/sec",
               "jobs/min",
               "loops",
               "ops_per_sec",
               "speed"})) {
        return Better::Higher;
    }
    return Better::Unknown;
}

/// What fio prints beside its results: how long it ran, what single jobs and intervals of half a second reached.
bool isAsideOfFio(std::string_view metric)
{
    return isOneOf(metric,
                   {"runtime", "issued", "io", "slowest job bandwidth", "fastest job bandwidth", "in queue",
                    "read ticks", "write ticks", "minor faults", "major faults"})
        || metric.starts_with("interval ");
}

/// A percentile of a latency: "99.9th", "p99", "*99.0000th".
bool isPercentile(std::string_view text)
{
    if (text.starts_with('*')) {
        text.remove_prefix(1);
    }
    const auto digits = text.starts_with('p') ? text.substr(1) : text;
    const auto end = digits.find_first_not_of("0123456789.");
    const auto tail = end == std::string_view::npos ? std::string_view {} : digits.substr(end);
    return !digits.empty() && digits.front() >= '0' && digits.front() <= '9'
        && ((tail.starts_with("th") && (tail.size() == 2 || !isLetter(tail[2]))) // not "104.threads"
            || (text.starts_with('p') && tail.empty()));
}

Better benchmarkDirection(std::string_view benchmark)
{
    if (isOneOf(benchmark,
                {"hackbench", "schbench", "cyclictest", "kernbench", "kernel build", "perf sched", "perf lock",
                 "bloat-o-meter"})) {
        return Better::Lower;
    }
    if (isOneOf(benchmark,
                {"unixbench", "tbench", "netperf", "iperf", "will-it-scale", "specjbb", "speccpu", "stream",
                 "geekbench", "stress-ng", "pgbench", "ycsb", "redis-benchmark", "memtier", "fsmark", "t/io_uring",
                 "wrk", "ebizzy", "aim7"})) {
        return Better::Higher;
    }
    return Better::Unknown;
}

}

Better knownDirection(std::string_view benchmark, std::string_view test, std::string_view metric, std::string_view unit)
{
    const auto lowBenchmark = lowered(benchmark);
    const auto lowTest = lowered(test);
    const auto lowMetric = lowered(metric);
    const auto lowUnit = lowered(unit);
    if (lowBenchmark.starts_with("perf stat")) {
        const bool isNeutral = isOneOf(lowMetric, {"running", "run time", "cpus"}) || lowTest == "interval";
        const auto better = isNeutral ? Better::Unknown : perfStatDirection(lowTest, lowMetric, lowUnit);
        // Faults per second tell how fast the work went at best.
        return lowMetric == "rate" && better == Better::Lower ? Better::Unknown : better;
    }
    const bool isProfile = lowBenchmark.starts_with("perf report") || lowBenchmark.starts_with("perf diff")
        || lowBenchmark.starts_with("perf annotate") || lowBenchmark.starts_with("perf script");
    if (isProfile) {
        return Better::Unknown; // a share of time that moves to another symbol is neither good nor bad
    }
    if (lowBenchmark.starts_with("perf c2c")) {
        return names(lowMetric, {"hitm", "lclhitm", "rmthitm"}) ? Better::Lower : Better::Unknown;
    }
    if (isOneOf(lowMetric, {"stddev", "stdev", "std", "cv", "count", "samples", "share", "running", "jobs", "depth"})) {
        return Better::Unknown;
    }
    if (lowBenchmark == "stress-ng" && isOneOf(lowMetric, {"real time", "user time", "system time", "rate"})) {
        return Better::Unknown; // it runs for as long as it was told
    }
    if (lowBenchmark == "unixbench") {
        return names(lowMetric, {"time", "elapsed", "latency"}) ? Better::Lower : Better::Higher;
    }
    if (lowBenchmark == "fio" && isAsideOfFio(lowMetric)) {
        return Better::Unknown;
    }
    if (isTimeUnit(lowUnit)) {
        return Better::Lower;
    }
    if (isRateUnit(lowUnit)
        && !names(lowTest, {"context switch*", "context-switch*", "faults", "misses", "interrupts", "cs"})
        && !names(lowMetric, {"context switch*", "context-switch*", "faults", "misses", "interrupts", "cs"})) {
        return Better::Higher;
    }
    if (isPercentile(lowTest) || isPercentile(lowMetric)) {
        return isRateUnit(lowUnit) ? Better::Higher : Better::Lower;
    }
    if (const auto named = namedDirection(lowMetric); named != Better::Unknown) {
        return named;
    }
    if (const auto named = namedDirection(lowTest); named != Better::Unknown) {
        return named;
    }
    if (lowUnit == "%" || lowUnit == "pct") {
        return Better::Unknown;
    }
    if (names(lowTest,
              {"usage", "used", "utilization", "utilisation", "migrations", "interrupts", "residency", "idle", "busy",
               "switches", "hits", "wakeups", "allocations"})) {
        return Better::Unknown; // counts of the machine beside a benchmark's results
    }
    // A row of a table over several benchmarks ("netperf UDP_RR" beside "hackbench") says itself which one it is of.
    const auto own = benchmarkIn(test);
    const auto better = benchmarkDirection(own.empty() ? std::string_view(lowBenchmark) : own);
    // what is measured beside a score is none
    const bool isAside = names(lowTest, {"power", "duration", "jank", "perc", "percent"})
        || names(lowMetric, {"power", "duration", "perc", "percent"});
    return better == Better::Higher && isAside ? Better::Unknown : better;
}

Better statedDirection(std::string_view text)
{
    const bool mayState = text.contains("etter") || text.contains("ETTER") || text.contains("good")
        || text.contains("faster") || text.contains("好");
    if (!mayState) {
        return Better::Unknown;
    }
    const auto lower = lowered(text);
    constexpr auto kDoubts = std::to_array<std::string_view>({"if higher", "if lower", "whether", "better or worse"});
    if (std::ranges::any_of(kDoubts, [&](std::string_view doubt) { return lower.contains(doubt); })) {
        return Better::Unknown; // "not sure if higher is better"
    }
    constexpr auto kLower = std::to_array<std::string_view>({"lower", "less", "smaller", "fewer", "shorter"});
    constexpr auto kHigher = std::to_array<std::string_view>({"higher", "more", "bigger", "larger", "greater"});
    constexpr auto kLinks = std::to_array<std::string_view>(
        {" is better", " are better", "-is-better", " the better", ", the better", " is the better", " better",
         "=better", " = better", ": better", " values are better", " numbers are better", " value is better",
         " means better", " is good", " is faster", "_is_better"});
    const auto states = [&](auto words) {
        return std::ranges::any_of(words, [&](std::string_view word) {
            return std::ranges::any_of(kLinks, [&](std::string_view link) {
                const auto pos = lower.find(std::string(word).append(link));
                return pos != std::string::npos && (pos == 0 || !isLetter(lower[pos - 1]));
            });
        });
    };
    const auto holds = [&](Names words) {
        return std::ranges::any_of(words, [&](std::string_view word) { return lower.contains(word); });
    };
    const bool isLower = states(kLower) || holds({"越低越好", "越小越好", "越少越好", "越短越好"});
    const bool isHigher = states(kHigher) || holds({"越高越好", "越大越好", "越多越好"});
    if (isLower == isHigher) {
        return Better::Unknown;
    }
    return isLower ? Better::Lower : Better::Higher;
}

}
