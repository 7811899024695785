// SPDX-License-Identifier: GPL-3.0-or-later
// What hyperfine prints on a terminal.
#include "parsers/tools/line_format.h"

#include <array>

namespace patchscale {
namespace {

using namespace patchscale::tools;

class HyperfineText final : public LineReader
{
public:
    static constexpr std::string_view kId = "hyperfine";
    static constexpr std::string_view kDescription = "hyperfine: mean, deviation and range of the times of commands";
    static constexpr std::string_view kExample =
        "Benchmark 1: ./old\n  Time (mean ± σ):     213.1 ms ±   4.2 ms    [User: 190.0 ms, System: 20.1 ms]";
    static constexpr std::uint16_t kFewestNumbers = 1;
    static constexpr auto kMarks = std::to_array<std::string_view>({"Benchmark "});

    static bool mayOpen(std::string_view line)
    {
        return line.starts_with("Benchmark ") && line.contains(": ");
    }

    explicit HyperfineText(const Start& start)
        : m_text(start.text)
        , m_values(start.text, "hyperfine")
    {
    }

    Step take(std::string_view line) override
    {
        Holes at;
        if (matches(line, "Benchmark {n}: {t}", at) || matches(line, "Benchmark #{n}: {t}", at)) {
            m_command = at[1];
            return Step::Taken;
        }
        if (m_command.empty()) {
            return Step::Ended;
        }
        if (matches(line, "Time (mean ± σ): {n} {w} ± {n} {w} [User: {n} {w}, System: {n} {w}]", at)) {
            return takeTimes(at);
        }
        if (matches(line, "Time (abs ≡): {n} {w} [User: {n} {w}, System: {n} {w}]", at)) {
            add("time", at[0], at[1]);
            add("user time", at[2], at[3]);
            add("system time", at[4], at[5]);
            return Step::Taken;
        }
        if (matches(line, "Range (min … max): {n} {w} … {n} {w} {n} runs", at)) {
            return takeRange(at);
        }
        constexpr std::array kStands {"Warning: {t}", "Summary", "{t} ran", "{n} ± {n} times faster than {t}"};
        for (const std::string_view pattern : kStands) {
            if (matches(line, pattern)) {
                return Step::Passed;
            }
        }
        return Step::Ended;
    }

    ParsedBlock finish() override
    {
        return m_values.finish(kId);
    }

private:
    Step takeTimes(const Holes& at)
    {
        auto* const time = add("time", at[0], at[1]);
        if (time != nullptr && at[1] == at[3]) {
            time->spread = spreadOf(m_text, SpreadKind::Stddev, at[2]);
        }
        add("user time", at[4], at[5]);
        add("system time", at[6], at[7]);
        return Step::Taken;
    }

    Step takeRange(const Holes& at)
    {
        add("time min", at[0], at[1]);
        add("time max", at[2], at[3]);
        const auto runs = wholeNumber(at[4]);
        for (auto& result : m_values.run().results) {
            if (result.test == m_command && result.metric == "time" && runs && *runs < 1e6) {
                result.repeats = static_cast<int>(*runs);
            }
        }
        return Step::Taken;
    }

    TestResult* add(std::string_view metric, std::string_view number, std::string_view unit)
    {
        return m_values.add(
            {.test = m_command, .metric = metric, .number = number, .unit = unit, .better = Better::Lower});
    }

    const Text& m_text;
    Collector m_values;
    std::string_view m_command;
};

}

const Format& hyperfine_text()
{
    static const LineFormat<HyperfineText> instance;
    return instance;
}

}
