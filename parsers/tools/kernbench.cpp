// SPDX-License-Identifier: GPL-3.0-or-later
// kernbench: kernel builds with few, as many and more jobs than CPUs, each mean with its standard deviation.
#include "parsers/tools/line_format.h"

#include <array>

namespace patchscale {
namespace {

using namespace patchscale::tools;

struct Row
{
    std::string_view name;
    std::string_view unit;
    Better better;
};

constexpr std::array kRows {
    Row {"Elapsed Time", "s", Better::Lower},      Row {"User Time", "s", Better::Lower},
    Row {"System Time", "s", Better::Lower},       Row {"Percent CPU", "%", Better::Unknown},
    Row {"Context Switches", "", Better::Unknown}, Row {"Sleeps", "", Better::Unknown},
};

class Kernbench final : public LineReader
{
public:
    static constexpr std::string_view kId = "kernbench";
    static constexpr std::string_view kDescription = "kernbench: times of kernel builds with their deviation";
    static constexpr std::string_view kExample =
        "Average Optimal load -j 8 Run (std deviation):\nElapsed Time 123.4 (1.2)";
    static constexpr std::uint16_t kFewestNumbers = 0;
    static constexpr auto kMarks = std::to_array<std::string_view>({"Run (std deviation)"});

    static bool mayOpen(std::string_view line)
    {
        return line.starts_with("Average ") && line.contains("Run (std deviation)");
    }

    explicit Kernbench(const Start& start)
        : m_text(start.text)
        , m_values(start.text, "kernbench")
    {
    }

    Step take(std::string_view line) override
    {
        Holes at;
        if (matches(line, "Average {w} load -j {n} Run (std deviation):", at)) {
            m_values.selection() = {{"load", std::string(at[0])}, {"jobs", std::string(at[1])}};
            return Step::Taken;
        }
        if (matches(line, "Average {w} load -j Run (std deviation):", at)) {
            m_values.selection() = {{"load", std::string(at[0])}};
            return Step::Taken;
        }
        return readName(line);
    }

    ParsedBlock finish() override
    {
        return m_values.finish(kId);
    }

private:
    Step readName(std::string_view line)
    {
        for (const auto& row : kRows) {
            Holes at;
            if (!line.starts_with(row.name) || !matches(line.substr(row.name.size()), "{n} ({n})", at)) {
                continue;
            }
            auto* const result = m_values.add({.test = row.name,
                                               .metric = row.unit == "s" ? "time"
                                                   : row.unit == "%"     ? "share"
                                                                         : "count",
                                               .number = at[0],
                                               .unit = row.unit,
                                               .better = row.better});
            if (result != nullptr) {
                result->spread = spreadOf(m_text, SpreadKind::Stddev, at[1]);
            }
            return Step::Taken;
        }
        return Step::Ended;
    }

    const Text& m_text;
    Collector m_values;
};

}

const Format& kernbench()
{
    static const LineFormat<Kernbench> instance;
    return instance;
}

}
