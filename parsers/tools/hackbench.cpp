// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/tools/line_format.h"

namespace patchscale {
namespace {

using namespace patchscale::tools;

class Hackbench final : public LineReader
{
public:
    static constexpr std::string_view kId = "hackbench";
    static constexpr std::string_view kDescription = "hackbench: the time that groups of senders and receivers take";
    static constexpr std::string_view kExample =
        "Running in process mode with 10 groups using 40 file descriptors each (== 400 tasks)\nTime: 0.213";
    static constexpr std::uint16_t kFewestNumbers = 1;
    static constexpr auto kMarks = std::to_array<std::string_view>({"Running in ", "Running with ", "Time:"});

    static bool mayOpen(std::string_view line)
    {
        return line.starts_with("Running in ") || line.starts_with("Running with ") || line.starts_with("Time:");
    }

    explicit Hackbench(const Start& start)
        : m_values(start.text, "hackbench")
        , m_isNamed(isNamedAbove(start, "hackbench", 6))
    {
    }

    Step take(std::string_view line) override
    {
        Holes at;
        auto& selection = m_values.selection();
        if (matches(line, "Running in {w} mode with {n} groups using {n} file descriptors each (== {n} tasks)", at)) {
            selection["mode"] = at[0];
            selection["groups"] = at[1];
            selection["fds"] = at[2];
            m_isNamed = true;
            return Step::Taken;
        }
        if (matches(line, "Running with {n}*{n} (== {n}) tasks.", at)) {
            selection["groups"] = at[0];
            selection["fds"] = at[1];
            m_isNamed = true;
            return Step::Taken;
        }
        if (matches(line, "Each sender will pass {n} messages of {n} bytes", at)) {
            selection["messages"] = at[0];
            selection["bytes"] = at[1];
            return Step::Taken;
        }
        // other programs print such a line as well
        if (m_isNamed && matches(line, "Time: {n}", at)) {
            m_values.add(
                {.test = "hackbench", .metric = "time", .number = at[0], .unit = "s", .better = Better::Lower});
            return Step::Taken;
        }
        return Step::Ended;
    }

    ParsedBlock finish() override
    {
        return m_values.finish(kId);
    }

private:
    Collector m_values;
    bool m_isNamed;
};

}

const Format& hackbench()
{
    static const LineFormat<Hackbench> instance;
    return instance;
}

}
