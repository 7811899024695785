// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics that stress-ng prints with --metrics and --metrics-brief, with or without the "stress-ng: metrc: [1234]"
// in front of each line.
#include "parsers/tools/line_format.h"

#include <array>

namespace patchscale {
namespace {

using namespace patchscale::tools;

struct Column
{
    std::string_view metric;
    std::string_view unit;
    Better better;
};

class StressNg final : public LineReader
{
public:
    static constexpr std::string_view kId = "stress-ng";
    static constexpr std::string_view kDescription = "stress-ng --metrics: bogo operations of each stressor";
    static constexpr std::string_view kExample =
        "stress-ng: metrc: [1234] cpu               12345     10.00     39.87      0.01      1234.50         309.56";
    static constexpr std::uint16_t kFewestNumbers = 0;

    static bool mayOpen(std::string_view line)
    {
        return (line.starts_with("stress-ng: ") || line.starts_with("stressor ")) && line.contains("stressor ")
            && line.contains("bogo ops");
    }

    explicit StressNg(const Start& start)
        : m_values(start.text, "stress-ng")
    {
    }

    Step take(std::string_view line) override
    {
        Holes at;
        if (matches(line, "stress-ng: {w}: [{n}] {t}", at)) {
            if (m_process.empty()) {
                m_process = at[1];
            }
            if (at[1] != m_process) {
                return Step::Ended; // another stress-ng
            }
            return takeBody(at[2], at[0] != "metrc" && at[0] != "info");
        }
        if (!m_process.empty()) {
            return Step::Ended;
        }
        return takeBody(line, false);
    }

    ParsedBlock finish() override
    {
        return m_values.finish(kId);
    }

private:
    Step takeBody(std::string_view line, bool isRemark)
    {
        Holes at;
        if (line.starts_with("stressor ") && line.contains("bogo ops")) {
            m_hasShare = line.contains("CPU used per");
            m_hasMemory = line.contains("RSS Max");
            m_isTable = true;
            return Step::Taken;
        }
        if (line.starts_with("(secs)")) {
            m_memoryUnit = line.ends_with("(MB)") ? "MiB" : "KiB";
            return Step::Taken;
        }
        if (!isRemark && m_isTable && takeRow(line)) {
            return Step::Taken;
        }
        if (!isRemark && !m_test.empty() && matches(line, "{w} {n} {t} (geometric mean of {n} instances)", at)) {
            m_values.add({.test = at[0], .metric = at[2], .number = at[1], .unit = "", .better = Better::Unknown});
            return Step::Taken;
        }
        return m_process.empty() ? Step::Ended : Step::Passed;
    }

    bool takeRow(std::string_view line)
    {
        Holes at;
        constexpr std::array kPatterns {"{w} {n} {n} {n} {n} {n} {n} {n} {n}", "{w} {n} {n} {n} {n} {n} {n} {n}",
                                        "{w} {n} {n} {n} {n} {n} {n}"};
        const std::size_t columns = 6 + (m_hasShare ? 1 : 0) + (m_hasMemory ? 1 : 0);
        if (!matches(line, kPatterns[8 - columns], at)) {
            return false;
        }
        m_test = at[0];
        constexpr std::array kColumns {
            Column {.metric = "bogo ops", .unit = "ops", .better = Better::Higher},
            Column {.metric = "real time", .unit = "s", .better = Better::Unknown},
            Column {.metric = "user time", .unit = "s", .better = Better::Unknown},
            Column {.metric = "system time", .unit = "s", .better = Better::Unknown},
            Column {.metric = "bogo ops/s (real time)", .unit = "ops/s", .better = Better::Higher},
            Column {.metric = "bogo ops/s (usr+sys time)", .unit = "ops/s", .better = Better::Higher},
        };
        for (std::size_t i = 0; i < kColumns.size(); ++i) {
            add(kColumns[i].metric, at[i + 1], kColumns[i].unit, kColumns[i].better);
        }
        if (m_hasShare) {
            add("CPU used per instance", at[7], "%", Better::Unknown);
        }
        if (m_hasMemory) {
            add("RSS max", at[m_hasShare ? 8 : 7], m_memoryUnit, Better::Lower);
        }
        return true;
    }

    void add(std::string_view metric, std::string_view number, std::string_view unit, Better better)
    {
        m_values.add({.test = m_test, .metric = metric, .number = number, .unit = unit, .better = better});
    }

    Collector m_values;
    std::string_view m_process;
    std::string_view m_test;
    std::string_view m_memoryUnit = "KiB";
    bool m_isTable = false;
    bool m_hasShare = false;
    bool m_hasMemory = false;
};

}

const Format& stress_ng()
{
    static const LineFormat<StressNg> instance;
    return instance;
}

}
