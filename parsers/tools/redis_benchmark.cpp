// SPDX-License-Identifier: GPL-3.0-or-later
// redis-benchmark (and valkey-benchmark): the full report of all versions, -q and --csv.
#include "parsers/tools/line_format.h"

#include <array>
#include <format>
#include <vector>

namespace patchscale {
namespace {

using namespace patchscale::tools;

bool isRate(std::string_view line)
{
    return (line.ends_with("requests per second") || line.ends_with(" msec")) && line.contains("requests per second");
}

/// "99.66% <= 1 milliseconds", "91491.31 requests per second": what is left of a report whose head was cut away.
bool isRest(std::string_view line)
{
    return (line.contains("% <= ") && line.contains(" milliseconds"))
        || (line.ends_with(" requests per second") && matches(line, "{n} requests per second"));
}

bool isCsvHead(std::string_view line)
{
    return line.starts_with("\"test\",\"rps\"");
}

/// `"GET","71123.76"` without the quotes.
std::vector<std::string_view> csvCells(std::string_view line)
{
    std::vector<std::string_view> cells;
    while (line.starts_with('"')) {
        const auto end = line.find('"', 1);
        if (end == std::string_view::npos) {
            return {};
        }
        cells.push_back(line.substr(1, end - 1));
        line = line.substr(end + 1);
        if (line.empty()) {
            return cells;
        }
        if (line.front() != ',') {
            return {};
        }
        line.remove_prefix(1);
    }
    return {};
}

bool isKnownTest(std::string_view test)
{
    constexpr std::array kTests {"PING_INLINE", "PING_BULK", "PING_MBULK", "SET",     "GET",    "INCR",     "LPUSH",
                                 "RPUSH",       "LPOP",      "RPOP",       "SADD",    "HSET",   "SPOP",     "ZADD",
                                 "ZPOPMIN",     "MSET",      "XADD",       "LRANGE_", "LRANGE", "FUNCTION", "FCALL"};
    const auto word = test.substr(0, test.find_first_of(" ("));
    for (const std::string_view known : kTests) {
        if (word == known || (known.ends_with('_') && word.starts_with(known))) {
            return true;
        }
    }
    return false;
}

class RedisBenchmark final : public LineReader
{
public:
    static constexpr std::string_view kId = "redis-benchmark";
    static constexpr std::string_view kDescription =
        "redis-benchmark: requests per second and latencies, also -q and --csv";
    static constexpr std::string_view kExample =
        "SET: 81300.81 requests per second, p50=0.303 msec\n\"SET\",\"81300.81\",\"0.319\",\"0.096\",\"0.303\"";
    static constexpr std::uint16_t kFewestNumbers = 0;
    static constexpr std::array<std::string_view, 0> kMarks {};

    static bool mayOpen(std::string_view line)
    {
        return !line.empty() && line.size() < 200
            && ((line.front() == '=' && line.starts_with("====== ")) || isRate(line) || isRest(line) || isCsvHead(line)
                || (line.front() == '"' && line.ends_with('"') && line.size() > 8));
    }

    explicit RedisBenchmark(const Start& start)
        : m_values(start.text, "redis-benchmark")
    {
        // other servers are measured in requests per second as well
        constexpr std::size_t kReach = 12;
        if (isRest(trim(start.text.line(start.line)))
            && (isNamedAbove(start, "redis", kReach) || isNamedAbove(start, "Redis", kReach)
                || isNamedAbove(start, "% <= ", kReach) || start.text.line(start.line).contains("% <= "))) {
            m_test = "redis-benchmark";
        }
    }

    Step take(std::string_view line) override
    {
        if (line.starts_with('"')) {
            return takeCsv(line);
        }
        Holes at;
        if (matches(line, "====== {t} ======", at)) {
            m_test = at[0];
            m_isSummary = false;
            m_within = {};
            return Step::Taken;
        }
        if (!m_test.empty()) {
            return takeReport(line);
        }
        return takeQuiet(line);
    }

    ParsedBlock finish() override
    {
        return m_values.finish(kId);
    }

private:
    Step takeQuiet(std::string_view line)
    {
        Holes at;
        if (matches(line, "{t}: rps={t}")) {
            return Step::Passed; // how far it has come
        }
        const bool hasMedian = matches(line, "{t}: {n} requests per second, p50={n} msec", at);
        if (!hasMedian && !matches(line, "{t}: {n} requests per second", at)) {
            return Step::Ended;
        }
        addRate(at[0], at[1], "requests per second");
        if (hasMedian) {
            addLatency(at[0], "p50", at[2], "msec");
        }
        return Step::Taken;
    }

    Step takeReport(std::string_view line)
    {
        Holes at;
        auto& selection = m_values.selection();
        if (matches(line, "{n} requests completed in {n} seconds", at)) {
            selection["requests"] = at[0];
            return Step::Taken;
        }
        if (matches(line, "{n} parallel clients", at)) {
            selection["clients"] = at[0];
            return Step::Taken;
        }
        if (matches(line, "{n} bytes payload", at)) {
            selection["payload"] = at[0];
            return Step::Taken;
        }
        if (matches(line, "keep alive: {n}") || matches(line, "host configuration {t}") || matches(line, "node [{t}")
            || matches(line, "cluster mode: {t}") || matches(line, "threads: {n}") || matches(line, "multi-thread: {t}")
            || line == "Latency by percentile distribution:" || line == "Cumulative distribution of latencies:"
            || matches(line, "{n}% <= {n} milliseconds ({t}") || matches(line, "{n}% <= {n} microseconds ({t}")
            || line == "Summary:" || matches(line, "avg min p50 p95 p99 max")) {
            return Step::Passed;
        }
        if (matches(line, "{n}% <= {n} milliseconds", at)) { // before version 6
            if (at[1] != m_within) { // where nothing was slower, all of them follow under the same number
                m_within = at[1];
                const auto metric = std::format("within {} ms", at[1]);
                m_values.add(
                    {.test = m_test, .metric = metric, .number = at[0], .unit = "%", .better = Better::Higher});
            }
            return Step::Taken;
        }
        if (matches(line, "throughput summary: {n} requests per second", at)
            || matches(line, "{n} requests per second", at)) {
            addRate(m_test, at[0], "requests per second");
            return Step::Taken;
        }
        if (line == "latency summary (msec):") {
            m_isSummary = true;
            return Step::Passed;
        }
        if (m_isSummary && matches(line, "{n} {n} {n} {n} {n} {n}", at)) {
            constexpr std::array kColumns {"avg", "min", "p50", "p95", "p99", "max"};
            for (std::size_t i = 0; i < kColumns.size(); ++i) {
                addLatency(m_test, kColumns[i], at[i], "msec");
            }
            m_isSummary = false;
            return Step::Taken;
        }
        return Step::Ended;
    }

    Step takeCsv(std::string_view line)
    {
        if (isCsvHead(line)) {
            m_columns = csvCells(line);
            return m_columns.empty() ? Step::Ended : Step::Taken;
        }
        const auto cells = csvCells(line);
        const bool isRow =
            m_columns.empty() ? cells.size() == 2 && isKnownTest(cells[0]) : cells.size() == m_columns.size();
        if (!isRow || cells.size() < 2 || !wholeNumber(cells[1])) {
            return Step::Ended;
        }
        addRate(cells[0], cells[1], "rps");
        for (std::size_t i = 2; i < cells.size(); ++i) {
            Holes at;
            if (matches(m_columns[i], "{w}_latency_ms", at)) {
                addLatency(cells[0], at[0], cells[i], "ms");
            }
        }
        return Step::Taken;
    }

    void addRate(std::string_view test, std::string_view number, std::string_view unit)
    {
        m_values.add({.test = test, .metric = "throughput", .number = number, .unit = unit, .better = Better::Higher});
    }

    void addLatency(std::string_view test, std::string_view which, std::string_view number, std::string_view unit)
    {
        const auto metric = std::format("latency {}", which);
        m_values.add({.test = test, .metric = metric, .number = number, .unit = unit, .better = Better::Lower});
    }

    Collector m_values;
    std::string_view m_test; ///< of the report; empty: -q or --csv
    std::vector<std::string_view> m_columns;
    std::string_view m_within; ///< the latency of the last share
    bool m_isSummary = false;
};

}

const Format& redis_benchmark()
{
    static const LineFormat<RedisBenchmark> instance;
    return instance;
}

}
