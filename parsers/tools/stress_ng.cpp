// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics that stress-ng prints with --metrics and --metrics-brief, with or without the "stress-ng: metrc: [1234]"
// in front of each line, and the counters that it prints with --perf.
#include "core/base/characters.h"
#include "parsers/text/number.h"
#include "parsers/tools/line_format.h"

#include <array>
#include <cmath>

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
    static constexpr auto kMarks = std::to_array<std::string_view>({"stress-ng: ", "bogo ops"});

    static bool mayOpen(std::string_view line)
    {
        return ((line.starts_with("stress-ng: ") || line.starts_with("stressor ")) && line.contains("stressor ")
                && line.contains("bogo ops"))
            || (line.starts_with("stress-ng: ") && line.contains("/sec") && isDigit(firstOfBody(line)));
    }

    explicit StressNg(const Start& start)
        : m_values(start.text, "stress-ng")
    {
        Holes at;
        if (matches(lineAbove(start, "stress-ng: ", 1), "stress-ng: {w}: [{n}] {w}:", at)) {
            m_stressor = at[2];
        }
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
            return takeBody(at[2], at[0] != "metrc" && at[0] != "info" && at[0] != "perf");
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
        if (!isRemark && ((m_isTable && takeRow(line)) || takeCounter(line))) {
            return Step::Taken;
        }
        if (!m_process.empty() && matches(line, "{w}:", at)) {
            m_stressor = at[0]; // the counters of one stressor follow
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

    static char firstOfBody(std::string_view line)
    {
        const auto bracket = line.find(']');
        const auto body = bracket == std::string_view::npos ? std::string_view {} : trim(line.substr(bracket + 1));
        return body.empty() ? '\0' : body.front();
    }

    /// "4,399,219,085,152 CPU Cycles     67.327 B/sec (0.367 instr. per cycle)": K, M, B and T are powers of thousand.
    bool takeCounter(std::string_view line)
    {
        const auto count = numberAt(line, 0);
        if (m_process.empty() || !count || count->span.offset != 0) {
            return false;
        }
        Holes at;
        const auto rest = trim(line.substr(count->end));
        const auto slash = rest.find("/sec");
        const auto rateEnd = slash == std::string_view::npos ? slash : rest.find_last_of(' ', slash);
        const auto rateBegin = rateEnd == std::string_view::npos ? rateEnd : rest.find_last_of(' ', rateEnd - 1);
        if (rateBegin == std::string_view::npos || rateBegin == 0
            || !matches(rest.substr(rateBegin), "{n} {w} {t}", at)) {
            return false;
        }
        m_test = trim(rest.substr(0, rateBegin));
        if (m_stressor.empty()) {
            m_values.selection().erase("stressor");
        } else {
            m_values.selection()["stressor"] = m_stressor;
        }
        const auto number = line.substr(0, count->end);
        m_values.add({.test = m_test, .metric = "count", .number = number, .unit = "", .better = Better::Unknown},
                     count->value);
        addRate(at[0], at[1]);
        if (const auto ratio = at[2]; matches(ratio, "({n} instr. per cycle)", at)) {
            add("instructions per cycle", at[0], "", Better::Higher);
        }
        return true;
    }

    void addRate(std::string_view number, std::string_view unit)
    {
        constexpr std::string_view kScales = "KMBT"; // its B is a billion, not bytes
        const auto scale = unit.ends_with("/sec") ? kScales.find(unit.front()) : std::string_view::npos;
        const double factor = scale == std::string_view::npos ? 1 : std::pow(1e3, static_cast<double>(scale) + 1);
        m_values.add({.test = m_test,
                      .metric = "rate",
                      .number = number,
                      .unit = unit,
                      .better = Better::Unknown,
                      .perSecond = factor});
    }

    void add(std::string_view metric, std::string_view number, std::string_view unit, Better better)
    {
        m_values.add({.test = m_test, .metric = metric, .number = number, .unit = unit, .better = better});
    }

    Collector m_values;
    std::string_view m_process;
    std::string_view m_test;
    std::string_view m_stressor; ///< whose counters follow, where a line tells
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
