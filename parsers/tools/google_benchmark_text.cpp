// SPDX-License-Identifier: GPL-3.0-or-later
// The table that Google Benchmark prints on a terminal.
#include "parsers/tools/line_format.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace patchscale {
namespace {

using namespace patchscale::tools;

class GoogleBenchmarkText final : public LineReader
{
public:
    static constexpr std::string_view kId = "google-benchmark";
    static constexpr std::string_view kDescription = "Google Benchmark: its table of times and iterations";
    static constexpr std::string_view kExample = "Benchmark            Time             CPU   Iterations\nBM_find/8    "
                                                 "     12.3 ns         12.1 ns     56789012";
    static constexpr std::uint16_t kFewestNumbers = 0;
    static constexpr auto kMarks = std::to_array<std::string_view>({"Iterations"});

    static bool mayOpen(std::string_view line)
    {
        return line.starts_with("Benchmark ") && line.contains(" CPU ") && line.contains(" Iterations");
    }

    explicit GoogleBenchmarkText(const Start& start)
        : m_text(start.text)
        , m_values(start.text, "google-benchmark")
    {
    }

    Step take(std::string_view line) override
    {
        if (mayOpen(line)) {
            return Step::Taken;
        }
        if (line.starts_with("---")) {
            return Step::Passed;
        }
        Holes at;
        if (matches(line, "{w} {n} {w} {n} {w} {n}", at) || matches(line, "{w} {n} {w} {n} {w} {n} {t}", at)) {
            return takeRow(at);
        }
        // a coefficient of variation, in percent
        return matches(line, "{w} {n} % {n} % {n}{t}") ? Step::Passed : Step::Ended;
    }

    ParsedBlock finish() override
    {
        return m_values.finish("Google Benchmark");
    }

private:
    Step takeRow(const Holes& at)
    {
        constexpr std::array<std::string_view, 4> kUnits {"ns", "us", "ms", "s"};
        if (std::ranges::find(kUnits, at[2]) == kUnits.end() || at[2] != at[4]) {
            return at[2] == "%" ? Step::Passed : Step::Ended;
        }
        for (const std::string_view suffix : {"_mean", "_median", "_stddev", "_cv"}) {
            if (at[0].ends_with(suffix)) {
                takeAggregate(at[0].substr(0, at[0].size() - suffix.size()), suffix, at);
                return Step::Taken;
            }
        }
        add(at[0], "real time", at[1], at[2]);
        add(at[0], "cpu time", at[3], at[4]);
        return Step::Taken;
    }

    /// Of the rows above, or in their place.
    void takeAggregate(std::string_view test, std::string_view suffix, const Holes& at)
    {
        if (suffix == "_mean" && find(test, "real time") == nullptr) {
            add(test, "real time", at[1], at[2]);
            add(test, "cpu time", at[3], at[4]);
        }
        if (suffix == "_stddev") {
            setSpread(find(test, "real time"), at[1]);
            setSpread(find(test, "cpu time"), at[3]);
        }
    }

    void setSpread(TestResult* result, std::string_view number)
    {
        if (result != nullptr && result->samples.empty()) {
            result->spread = spreadOf(m_text, SpreadKind::Stddev, number);
        }
    }

    TestResult* find(std::string_view test, std::string_view metric)
    {
        auto& results = m_values.run().results;
        const auto hit = std::ranges::find_if(
            results, [&](const TestResult& result) { return result.test == test && result.metric == metric; });
        return hit == results.end() ? nullptr : &*hit;
    }

    void add(std::string_view test, std::string_view metric, std::string_view number, std::string_view unit)
    {
        m_values.add({.test = test, .metric = metric, .number = number, .unit = unit, .better = Better::Lower});
    }

    const Text& m_text;
    Collector m_values;
};

}

const Format& google_benchmark_text()
{
    static const LineFormat<GoogleBenchmarkText> instance;
    return instance;
}

}
