// SPDX-License-Identifier: GPL-3.0-or-later
// sysbench 0.4 to 1.1: its report is sections of "name: value"; which test it was stands above them.
#include "parsers/tools/line_format.h"

#include <algorithm>
#include <array>
#include <format>

namespace patchscale {
namespace {

using namespace patchscale::tools;

/// A line of a report: what it looks like, and what its first number is.
struct Row
{
    std::string_view pattern; ///< {n} first: the value
    std::string_view test; ///< of it; empty: the test that runs
    std::string_view metric;
    std::string_view unit;
    Better better;
};

// Longer patterns before what they begin with is not needed: a pattern is a whole line.
constexpr std::array kRows {
    Row {"events per second: {n}", {}, "events per second", "events/s", Better::Higher},
    Row {"events/s (eps): {n}", {}, "events per second", "events/s", Better::Higher},
    Row {"total time: {n}s", {}, "total time", "s", Better::Lower},
    Row {"time elapsed: {n}s", {}, "total time", "s", Better::Lower},
    Row {"total number of events: {n}", {}, "events", "", Better::Higher},
    Row {"min: {n}", {}, "latency min", "ms", Better::Lower},
    Row {"avg: {n}", {}, "latency avg", "ms", Better::Lower},
    Row {"max: {n}", {}, "latency max", "ms", Better::Lower},
    Row {"min: {n}ms", {}, "latency min", "ms", Better::Lower},
    Row {"avg: {n}ms", {}, "latency avg", "ms", Better::Lower},
    Row {"max: {n}ms", {}, "latency max", "ms", Better::Lower},
    Row {"min: {n}s", {}, "latency min", "s", Better::Lower},
    Row {"avg: {n}s", {}, "latency avg", "s", Better::Lower},
    Row {"max: {n}s", {}, "latency max", "s", Better::Lower},
    Row {"reads/s: {n}", {}, "reads", "1/s", Better::Higher},
    Row {"writes/s: {n}", {}, "writes", "1/s", Better::Higher},
    Row {"fsyncs/s: {n}", {}, "fsyncs", "1/s", Better::Higher},
    Row {"read, MiB/s: {n}", {}, "read throughput", "MiB/s", Better::Higher},
    Row {"written, MiB/s: {n}", {}, "write throughput", "MiB/s", Better::Higher},
    Row {"{n} Requests/sec executed", {}, "requests", "Requests/sec", Better::Higher},
};

// The rate stands in brackets behind the count.
constexpr std::array kRates {
    Row {"transactions: {n} ({n} per sec.)", {}, "transactions", "per sec", Better::Higher},
    Row {"queries: {n} ({n} per sec.)", {}, "queries", "per sec", Better::Higher},
    Row {"deadlocks: {n} ({n} per sec.)", {}, "deadlocks", "per sec", Better::Lower},
    Row {"read/write requests: {n} ({n} per sec.)", {}, "read/write requests", "per sec", Better::Higher},
    Row {"other operations: {n} ({n} per sec.)", {}, "other operations", "per sec", Better::Higher},
    Row {"ignored errors: {n} ({n} per sec.)", {}, "ignored errors", "per sec", Better::Lower},
    Row {"reconnects: {n} ({n} per sec.)", {}, "reconnects", "per sec", Better::Lower},
    Row {"Total operations: {n} ({n} per second)", {}, "operations", "per second", Better::Higher},
    Row {"Operations performed: {n} ({n} ops/sec)", {}, "operations", "ops/sec", Better::Higher},
    Row {"{n} MiB transferred ({n} MiB/sec)", {}, "throughput", "MiB/sec", Better::Higher},
};

constexpr std::array kHeads {"CPU speed:",       "General statistics:",     "SQL statistics:", "OLTP test statistics:",
                             "File operations:", "Test execution summary:", "Latency (ms):",   "Throughput:"};

/// The test that words of a command or of a report's head name; empty for none.
std::string_view testIn(std::string_view line)
{
    struct Word
    {
        std::string_view written;
        std::string_view test;
    };
    constexpr std::array kWords {
        Word {"oltp_read_write", "oltp_read_write"},
        Word {"oltp_read_only", "oltp_read_only"},
        Word {"oltp_write_only", "oltp_write_only"},
        Word {"oltp_point_select", "oltp_point_select"},
        Word {"oltp_update_index", "oltp_update_index"},
        Word {"oltp_update_non_index", "oltp_update_non_index"},
        Word {"oltp_insert", "oltp_insert"},
        Word {"oltp_delete", "oltp_delete"},
        Word {"oltp", "oltp"},
        Word {"OLTP", "oltp"},
        Word {"Prime numbers limit", "cpu"},
        Word {"CPU performance", "cpu"},
        Word {"CPU speed", "cpu"},
        Word {"memory", "memory"},
        Word {"fileio", "fileio"},
        Word {"File operations:", "fileio"},
        Word {"mutex", "mutex"},
        Word {"threads ", "threads"},
        Word {"threads", "threads"},
        Word {"thread subsystem", "threads"},
        Word {"cpu", "cpu"},
    };
    for (const auto& word : kWords) {
        const auto pos = line.find(word.written);
        // "--threads=4" is an option of any test
        const bool isOption = pos != std::string_view::npos && word.test == "threads"
            && (line.substr(0, pos).ends_with('-') || line.substr(pos + word.written.size()).starts_with('='));
        if (pos != std::string_view::npos && !isOption) {
            return word.test;
        }
    }
    return {};
}

class Sysbench final : public LineReader
{
public:
    static constexpr std::string_view kId = "sysbench";
    static constexpr std::string_view kDescription = "sysbench: cpu, memory, threads, mutex, fileio and oltp tests";
    static constexpr std::string_view kExample =
        "General statistics:\n    total time:                          10.0009s";
    static constexpr std::uint16_t kFewestNumbers = 0;
    static constexpr auto kMarks = std::to_array<std::string_view>(
        {"sysbench ", "CPU speed:", "General statistics:", "SQL statistics:", "OLTP test statistics:",
         "File operations:", "Test execution summary:", "Running the test with following options:"});

    static bool mayOpen(std::string_view line)
    {
        if (line.empty() || (line.back() != ':' && !line.starts_with("sysbench "))) {
            return false;
        }
        return (line.starts_with("sysbench ") && line.size() > 9 && line[9] >= '0' && line[9] <= '9')
            || line == "CPU speed:" || line == "General statistics:" || line == "SQL statistics:"
            || line == "OLTP test statistics:" || line == "File operations:" || line == "Test execution summary:"
            || line == "Running the test with following options:";
    }

    explicit Sysbench(const Start& start)
        : m_values(start.text, "sysbench")
    {
        for (auto i = start.line; i-- > (start.line > 20 ? start.line - 20 : 0);) {
            const auto line = start.text.line(i);
            if (const auto at = line.find("sysbench"); at != std::string_view::npos) {
                m_test = testIn(line.substr(at));
                break;
            }
        }
        m_test = m_test.empty() ? "sysbench" : m_test;
    }

    Step take(std::string_view line) override
    {
        Holes at;
        if (matches(line, "sysbench {n}{t}", at) && line.contains('(') == line.contains("(using")) {
            m_isReport = true;
            m_values.selection().clear();
            return Step::Taken;
        }
        if (takeSetting(line)) {
            return Step::Taken;
        }
        if (line.starts_with("execution time (avg/stddev):") || line.starts_with("events (avg/stddev):")) {
            return Step::Taken; // how evenly the threads ran
        }
        for (const auto& row : kRows) {
            if (matches(line, row.pattern, at)) {
                add(row.metric, at[0], row.unit, row.better);
                return Step::Taken;
            }
        }
        for (const auto& row : kRates) {
            if (matches(line, row.pattern, at)) {
                add(row.metric, at[1], row.unit, row.better);
                return Step::Taken;
            }
        }
        return takeSpecial(line);
    }

    ParsedBlock finish() override
    {
        return m_values.finish(kId);
    }

private:
    /// What the head of a report tells of the test.
    bool takeSetting(std::string_view line)
    {
        Holes at;
        auto& selection = m_values.selection();
        if (matches(line, "Number of threads: {n}", at)) {
            selection["threads"] = at[0];
            return true;
        }
        if (matches(line, "Prime numbers limit: {n}", at)
            || matches(line, "Maximum prime number checked in CPU test: {n}", at)) {
            m_test = "cpu";
            selection["primes"] = at[0];
            return true;
        }
        if (matches(line, "block size: {w}", at) || matches(line, "Block size {w}", at)
            || matches(line, "Memory block size: {w}", at)) {
            selection["block size"] = at[0];
            return true;
        }
        if (matches(line, "operation: {w}", at) || matches(line, "Memory operations type: {w}", at)) {
            selection["operation"] = at[0];
            return true;
        }
        if (matches(line, "Doing {t} test", at)) {
            // "Doing random r/w test" of fileio, "Doing CPU performance benchmark" elsewhere
            m_test = at[0] == "OLTP" ? "oltp" : testIn(at[0]).empty() ? "fileio" : testIn(at[0]);
            if (m_test == "fileio") {
                selection["mode"] = at[0];
            }
            return true;
        }
        if (matches(line, "Doing {t} benchmark", at)
            || matches(line, "Running {t} test with the following options:", at)
            || matches(line, "Doing {t} performance test", at)) {
            m_test = testIn(at[0]).empty() ? m_test : testIn(at[0]);
            return true;
        }
        for (const std::string_view head : kHeads) {
            if (line == head) {
                if (const auto test = testIn(head); !test.empty() && m_test == "sysbench") {
                    m_test = test;
                }
                m_isReport = true;
                return true;
            }
        }
        return false;
    }

    Step takeSpecial(std::string_view line)
    {
        Holes at;
        if (matches(line, "{n}th percentile: {n}", at) || matches(line, "approx. {n} percentile: {n}ms", at)
            || matches(line, "approx. {n}th percentile: {n}ms", at)) {
            add(std::format("latency p{}", at[0]), at[1], "ms", Better::Lower);
            return Step::Taken;
        }
        // version 0.4 writes MB for 2^20 bytes, and of files Mb
        if (matches(line, "{n} MB transferred ({n} MB/sec)", at)) {
            add("throughput", at[1], "MiB/s", Better::Higher);
            return Step::Taken;
        }
        if (matches(line, "Read {w} Written {w} Total transferred {w} ({w}/sec)", at)) {
            return takeTransferred(at[3]);
        }
        // version 1.1
        if (matches(line, "read: IOPS={n} {n} MiB/s ({n} MB/s)", at)) {
            add("reads", at[0], "1/s", Better::Higher);
            add("read throughput", at[1], "MiB/s", Better::Higher);
            return Step::Taken;
        }
        if (matches(line, "write: IOPS={n} {n} MiB/s ({n} MB/s)", at)) {
            add("writes", at[0], "1/s", Better::Higher);
            add("write throughput", at[1], "MiB/s", Better::Higher);
            return Step::Taken;
        }
        if (matches(line, "fsync: IOPS={n}", at)) {
            add("fsyncs", at[0], "1/s", Better::Higher);
            return Step::Taken;
        }
        if (line.starts_with("[ ") || line.starts_with('[')) {
            return Step::Passed; // "[ 10s ] thds: 4 tps: …": how far it has come
        }
        constexpr std::array kStands {"Running the test with following options:",
                                      "per-request statistics:",
                                      "queries performed:",
                                      "Threads fairness:",
                                      "Threads started!",
                                      "Done.",
                                      "sum: {n}",
                                      "read: {n}",
                                      "write: {n}",
                                      "other: {n}",
                                      "total: {n}",
                                      "total time taken by event execution: {t}",
                                      "Initializing {t}",
                                      "Extra file {t}",
                                      "Using {t}",
                                      "Calling {t}",
                                      "Periodic {t}",
                                      "Number of {t}",
                                      "{n} files, {w} each",
                                      "{w} total file size",
                                      "WARNING{t}",
                                      "Random number {t}",
                                      "Additional request {t}",
                                      "total size: {w}",
                                      "scope: {w}",
                                      "Memory transfer size: {w}",
                                      "Memory scope type: {w}",
                                      "Operations performed: {t}",
                                      "OLTP test statistics:",
                                      "Maximum {t}",
                                      "Thread yields {t}",
                                      "Combined Read/Write ratio {t}"};
        const bool isKnownToStand =
            std::ranges::any_of(kStands, [&](std::string_view pattern) { return matches(line, pattern); });
        return m_isReport && isKnownToStand ? Step::Passed : Step::Ended;
    }

    /// "2.9Mb": megabytes, whatever it says.
    Step takeTransferred(std::string_view written)
    {
        Holes at;
        if (!matches(written, "{n}{w}", at)) {
            return Step::Ended;
        }
        const auto unit = at[1] == "Gb" ? "GiB/s" : at[1] == "Mb" ? "MiB/s" : at[1] == "Kb" ? "KiB/s" : "B/s";
        add("throughput", at[0], unit, Better::Higher);
        return Step::Taken;
    }

    void add(std::string_view metric, std::string_view number, std::string_view unit, Better better)
    {
        m_values.add({.test = m_test, .metric = metric, .number = number, .unit = unit, .better = better});
    }

    Collector m_values;
    std::string_view m_test;
    bool m_isReport = false;
};

}

const Format& sysbench()
{
    static const LineFormat<Sysbench> instance;
    return instance;
}

}
