// SPDX-License-Identifier: GPL-3.0-or-later
// LMbench as its programs print it: "Pipe latency: 5.4 microseconds". The tables of sizes and of context switches
// belong to the line above them.
#include "parsers/tools/line_format.h"

#include <algorithm>
#include <array>

namespace patchscale {
namespace {

using namespace patchscale::tools;

/// What a line that is "NAME: NUMBER UNIT" begins with.
constexpr std::array<std::string_view, 27> kNames {
    "Simple syscall",
    "Simple read",
    "Simple write",
    "Simple stat",
    "Simple fstat",
    "Simple open/close",
    "Select on ",
    "Signal handler installation",
    "Signal handler overhead",
    "Protection fault",
    "Pipe latency",
    "AF_UNIX sock stream",
    "Process fork+",
    "UDP latency using ",
    "TCP latency using ",
    "RPC/tcp latency",
    "RPC/udp latency",
    "TCP/IP connection cost",
    "File ",
    "Pagefaults on ",
    "Pipe bandwidth",
    "Process creat",
    "Fcntl lock latency",
    "Semaphore latency",
    "Fifo latency",
    "Static Process fork",
    "Mmap ",
};

class Lmbench final : public LineReader
{
public:
    static constexpr std::string_view kId = "lmbench";
    static constexpr std::string_view kDescription = "LMbench: latencies and bandwidths as its programs print them";
    static constexpr std::string_view kExample = "Simple syscall: 0.0405 microseconds\nPipe bandwidth: 4631.28 MB/sec";
    static constexpr std::uint16_t kFewestNumbers = 0;
    static constexpr auto kMarks =
        std::to_array<std::string_view>({"\"size=", "Socket bandwidth", "microseconds", "/sec"});

    static bool mayOpen(std::string_view line)
    {
        if (line.empty()) {
            return false;
        }
        if (line.front() == '"') {
            return line.starts_with("\"size=");
        }
        return line == "Socket bandwidth using localhost"
            || ((line.ends_with(" microseconds") || line.ends_with("/sec")) && isNamed(line));
    }

    explicit Lmbench(const Start& start)
        : m_values(start.text, "lmbench")
    {
    }

    Step take(std::string_view line) override
    {
        Holes at;
        if (matches(line, "{t}: {n} {w}", at) && isNamed(line)) {
            m_table = {};
            m_values.selection().clear();
            return addNamed(at[0], at[1], at[2]);
        }
        if (line == "Socket bandwidth using localhost") {
            m_table = line;
            return Step::Taken;
        }
        if (matches(line, "\"size={w} ovr={n}", at)) {
            m_table = "context switch";
            m_size = at[0];
            return Step::Taken;
        }
        if (matches(line, "{n} {n} MB/sec", at) && m_table.starts_with("Socket")) {
            m_values.selection() = {{"size", std::string(at[0])}};
            add("Socket bandwidth using localhost", "bandwidth", at[1], "MB/sec");
            return Step::Taken;
        }
        if (m_table == "context switch" && matches(line, "{n} {n}", at)) {
            m_values.selection() = {{"processes", std::string(at[0])}, {"size", std::string(m_size)}};
            add("context switch", "latency", at[1], "us");
            return Step::Taken;
        }
        return matches(line, "Avg xfer: {t}") ? Step::Passed : Step::Ended;
    }

    ParsedBlock finish() override
    {
        return m_values.finish(kId);
    }

private:
    static bool isNamed(std::string_view line)
    {
        return std::ranges::any_of(kNames, [&](std::string_view name) { return line.starts_with(name); });
    }

    Step addNamed(std::string_view name, std::string_view number, std::string_view unit)
    {
        if (unit == "microseconds") {
            add(name, "latency", number, unit);
            return Step::Taken;
        }
        if (unit == "MB/sec" || unit == "KB/sec") {
            add(name, "bandwidth", number, unit);
            return Step::Taken;
        }
        return Step::Ended;
    }

    void add(std::string_view test, std::string_view metric, std::string_view number, std::string_view unit)
    {
        m_values.add({.test = test,
                      .metric = metric,
                      .number = number,
                      .unit = unit,
                      .better = metric == "latency" ? Better::Lower : Better::Higher});
    }

    Collector m_values;
    std::string_view m_table;
    std::string_view m_size;
};

}

const Format& lmbench()
{
    static const LineFormat<Lmbench> instance;
    return instance;
}

}
