// SPDX-License-Identifier: GPL-3.0-or-later
// cyclictest: a line a thread, and the totals of its histogram. The lines are written over again while it runs.
#include "parsers/tools/line_format.h"

#include <array>
#include <format>
#include <map>

namespace patchscale {
namespace {

using namespace patchscale::tools;

class Cyclictest final : public LineReader
{
public:
    static constexpr std::string_view kId = "cyclictest";
    static constexpr std::string_view kDescription = "cyclictest: least, average and greatest latency of each thread";
    static constexpr std::string_view kExample =
        "T: 0 ( 1234) P:80 I:1000 C:  10000 Min:      1 Act:    2 Avg:    3 Max:      45";
    static constexpr std::uint16_t kFewestNumbers = 0;
    static constexpr auto kMarks = std::to_array<std::string_view>({"Act:", "Latencies:", "policy:"});

    static bool mayOpen(std::string_view line)
    {
        return line.starts_with("T:") || line.starts_with("# Min Latencies:") || line.starts_with("policy:");
    }

    explicit Cyclictest(const Start& start)
        : m_values(start.text, "cyclictest")
    {
    }

    Step take(std::string_view line) override
    {
        Holes at;
        if (matches(line, "T: {n} ( {n}) P: {n} I: {n} C: {n} Min: {n} Act: {n} Avg: {n} Max: {n}", at)
            || matches(line, "T: {n} ( {n}) P: {n} I: {n} C: {n} Min: {n} Act: {n} Avg: {n} Max: {n} {t}", at)) {
            return takeThread(at);
        }
        if (matches(line, "policy: {t}: loadavg: {t}")) {
            return Step::Passed;
        }
        if (matches(line, "# {w} Latencies: {t}", at) && (at[0] == "Min" || at[0] == "Avg" || at[0] == "Max")) {
            return takeHistogram(at[0], at[1]);
        }
        if (matches(line, "# Total: {t}") || matches(line, "# Histogram Overflow{t}") || matches(line, "# Thread {t}")
            || matches(line, "# /dev/cpu_dma_latency {t}") || matches(line, "# Histogram Overflows: {t}")) {
            return Step::Passed;
        }
        return Step::Ended;
    }

    ParsedBlock finish() override
    {
        return m_values.finish(kId);
    }

private:
    Step takeThread(const Holes& at)
    {
        auto& selection = m_values.selection();
        selection = {
            {"thread", std::string(at[0])}, {"priority", std::string(at[2])}, {"interval", std::string(at[3])}};
        const auto cycles = wholeNumber(at[4]).value_or(0);
        auto& before = m_cycles[std::string(at[0])];
        const auto again = cycles > before.first && at[1] == before.second ? Again::Update : Again::Sample;
        before = {cycles, std::string(at[1])};
        add("min", at[5], again);
        add("avg", at[7], again);
        add("max", at[8], again);
        return Step::Taken;
    }

    Step takeHistogram(std::string_view which, std::string_view numbers)
    {
        const std::string metric = which == "Min" ? "min" : which == "Avg" ? "avg" : "max";
        for (int thread = 0; !numbers.empty(); ++thread) {
            const auto number = numbers.substr(0, numbers.find_first_of(" \t"));
            if (!wholeNumber(number)) {
                return Step::Ended;
            }
            m_values.selection() = {{"thread", std::to_string(thread)}};
            add(metric, number, Again::Sample);
            numbers = trim(numbers.substr(number.size()));
        }
        return Step::Taken;
    }

    void add(std::string_view metric, std::string_view number, Again again)
    {
        m_values.add({.test = "cyclictest", .metric = metric, .number = number, .unit = "us", .better = Better::Lower},
                     again);
    }

    Collector m_values;
    std::map<std::string, std::pair<double, std::string>> m_cycles; ///< by thread: loops so far, its process
};

}

const Format& cyclictest()
{
    static const LineFormat<Cyclictest> instance;
    return instance;
}

}
