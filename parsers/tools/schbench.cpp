// SPDX-License-Identifier: GPL-3.0-or-later
// schbench prints its percentiles so far again and again, and at its end once more: the last ones hold.
#include "parsers/tools/line_format.h"

#include <array>
#include <format>

namespace patchscale {
namespace {

using namespace patchscale::tools;

class Schbench final : public LineReader
{
public:
    static constexpr std::string_view kId = "schbench";
    static constexpr std::string_view kDescription = "schbench: percentiles of wakeup and request latencies, rates";
    static constexpr std::string_view kExample =
        "Wakeup Latencies percentiles (usec) runtime 30 (s) (4520 total samples)\n* 99.0th: 13         (401 samples)";
    static constexpr std::uint16_t kFewestNumbers = 0;
    static constexpr auto kMarks = std::to_array<std::string_view>({"percentiles (", "average rps:"});

    static bool mayOpen(std::string_view line)
    {
        return line.starts_with("Latency percentiles (") || line.starts_with("Wakeup Latencies percentiles (")
            || line.starts_with("Request Latencies percentiles (") || line.starts_with("RPS percentiles (")
            || line.starts_with("average rps:");
    }

    explicit Schbench(const Start& start)
        : m_values(start.text, "schbench")
    {
    }

    Step take(std::string_view line) override
    {
        Holes at;
        if (mayOpen(line) && line.contains("percentiles (")) {
            return openSection(line);
        }
        if (matches(line, "average rps: {n}", at)) {
            m_values.add(
                {.test = "average rps", .metric = "rate", .number = at[0], .unit = "rps", .better = Better::Higher},
                m_again);
            m_isOver = true;
            return Step::Taken;
        }
        if (matches(line, "current rps: {n}") || matches(line, "sched delay: {t}")) {
            return Step::Passed;
        }
        if (m_kind.empty() && !m_isOpen) {
            return Step::Ended;
        }
        if (matches(line, "min={n}, max={n}", at)) {
            add(std::string(m_kind) + "min", at[0]);
            add(std::string(m_kind) + "max", at[1]);
            return Step::Taken;
        }
        if (line.starts_with('*')) {
            line = trim(line.substr(1));
        }
        if (matches(line, "{n}th: {n}", at) || matches(line, "{n}th: {n} ({n} samples)", at)) {
            add(std::format("{}{}th", m_kind, at[0]), at[1]);
            return Step::Taken;
        }
        return Step::Ended;
    }

    ParsedBlock finish() override
    {
        return m_values.finish(kId);
    }

private:
    Step openSection(std::string_view line)
    {
        Holes at;
        const bool isTimed = matches(line, "{t} percentiles ({w}) runtime {n} (s) ({n} total samples)", at);
        if (!isTimed && !matches(line, "{t} percentiles ({w})", at) && !matches(line, "{t} percentiles ({w}):", at)) {
            return Step::Ended; // a table: heads follow on the line
        }
        const auto runtime = isTimed ? wholeNumber(at[2]).value_or(0) : 0;
        const auto kind = at[0] == "Latency" ? std::string() : std::string(at[0]) + " ";
        // once more without a longer run time, or after the total: schbench was started again
        const bool isAgain = m_isOver || (kind == m_first && runtime <= m_runtime);
        if (m_isOpen && kind == m_first && isAgain) {
            m_again = Again::Sample;
            m_isOver = false;
        } else if (m_isOpen && kind == m_first) {
            m_again = Again::Update;
        }
        if (!m_isOpen) {
            m_first = kind;
        }
        m_runtime = runtime;
        m_kind = kind;
        m_isOpen = true;
        m_isRate = at[0] == "RPS";
        m_unit = m_isRate ? "rps" : at[1];
        return Step::Taken;
    }

    void add(const std::string& test, std::string_view number)
    {
        m_values.add({.test = test,
                      .metric = m_isRate ? "rate" : "latency",
                      .number = number,
                      .unit = m_unit,
                      .better = m_isRate ? Better::Higher : Better::Lower},
                     m_again);
    }

    Collector m_values;
    std::string m_kind; ///< "Wakeup Latencies ", empty where there is one kind only
    std::string m_first; ///< the kind that a report begins with
    std::string_view m_unit;
    double m_runtime = 0;
    Again m_again = Again::Sample;
    bool m_isOpen = false;
    bool m_isRate = false;
    bool m_isOver = false; ///< the totals at the end were printed
};

}

const Format& schbench()
{
    static const LineFormat<Schbench> instance;
    return instance;
}

}
