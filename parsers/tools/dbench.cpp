// SPDX-License-Identifier: GPL-3.0-or-later
// dbench and tbench print the same; the words around tell which of them it was.
#include "parsers/tools/line_format.h"

namespace patchscale {
namespace {

using namespace patchscale::tools;

class Dbench final : public LineReader
{
public:
    static constexpr std::string_view kId = "dbench";
    static constexpr std::string_view kDescription = "dbench and tbench: throughput and latency by operation";
    static constexpr std::string_view kExample =
        "Throughput 1075.73 MB/sec  8 clients  8 procs  max_latency=245.520 ms";
    static constexpr std::uint16_t kFewestNumbers = 0;
    static constexpr auto kMarks = std::to_array<std::string_view>({"Throughput ", "MaxLat"});

    static bool mayOpen(std::string_view line)
    {
        return line.starts_with("Throughput ") || (line.starts_with("Operation ") && line.ends_with("MaxLat"));
    }

    explicit Dbench(const Start& start)
        : m_values(start.text, isTbench(start) ? "tbench" : "dbench")
    {
    }

    Step take(std::string_view line) override
    {
        Holes at;
        if (m_isOver) {
            return Step::Ended; // the number of clients stands at the end: each report is a block of its own
        }
        if (matches(line, "Operation Count AvgLat MaxLat")) {
            m_hasTable = true;
            return Step::Taken;
        }
        if (matches(line, "Throughput {n} MB/sec{t}", at)) {
            return takeThroughput(at[0], at[1]);
        }
        if (m_hasTable && matches(line, "{w} {n} {n} {n}", at)) {
            add(at[0], "count", at[1], "", Better::Higher);
            add(at[0], "average latency", at[2], "ms", Better::Lower);
            add(at[0], "max latency", at[3], "ms", Better::Lower);
            return Step::Taken;
        }
        return m_hasTable && line.starts_with("---") ? Step::Passed : Step::Ended;
    }

    ParsedBlock finish() override
    {
        return m_values.finish(m_values.run().benchmark);
    }

private:
    static bool isTbench(const Start& start)
    {
        const auto named = lineAbove(start, "bench", 30);
        return named.contains("tbench");
    }

    /// "  8 clients  8 procs  max_latency=245.520 ms", of old versions " 8 procs" and "(sync open)" in front.
    Step takeThroughput(std::string_view number, std::string_view rest)
    {
        Holes at;
        while (rest.starts_with('(') && rest.contains(')')) {
            m_values.selection()["mode"] += std::string(rest.substr(1, rest.find(')') - 1)) + ' ';
            rest = trim(rest.substr(rest.find(')') + 1));
        }
        if (auto mode = m_values.selection().find("mode"); mode != m_values.selection().end()) {
            mode->second = trim(mode->second);
        }
        std::string_view latency;
        if (matches(rest, "{n} clients {n} procs max_latency={n} ms", at)) {
            latency = at[2];
        } else if (!matches(rest, "{n} clients {n} procs", at) && !matches(rest, "{n} procs", at)
                   && !matches(rest, "{n} clients", at)) {
            return Step::Ended;
        }
        add("Throughput", "throughput", number, "MB/sec", Better::Higher);
        if (!latency.empty()) {
            add("Throughput", "max latency", latency, "ms", Better::Lower);
        }
        m_values.run().parameters["clients"] = at[0];
        m_isOver = true;
        return Step::Taken;
    }

    void add(std::string_view test, std::string_view metric, std::string_view number, std::string_view unit,
             Better better)
    {
        m_values.add({.test = test, .metric = metric, .number = number, .unit = unit, .better = better});
    }

    Collector m_values;
    bool m_hasTable = false;
    bool m_isOver = false;
};

}

const Format& dbench()
{
    static const LineFormat<Dbench> instance;
    return instance;
}

}
