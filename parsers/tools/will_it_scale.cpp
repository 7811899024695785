// SPDX-License-Identifier: GPL-3.0-or-later
// will-it-scale: one test program, and the table that runtest.py makes of many.
#include "parsers/tools/line_format.h"

#include <array>

namespace patchscale {
namespace {

using namespace patchscale::tools;

constexpr std::string_view kTableHead = "tasks,processes,processes_idle,threads,threads_idle,linear";

class WillItScale final : public LineReader
{
public:
    static constexpr std::string_view kId = "will-it-scale";
    static constexpr std::string_view kDescription = "will-it-scale: operations of a test case by number of tasks";
    static constexpr std::string_view kExample =
        "testcase:Context switch via pipe\nmeasurement\nmin:153170 max:153170 total:153170\naverage:153170";
    static constexpr std::uint16_t kFewestNumbers = 0;
    static constexpr auto kMarks = std::to_array<std::string_view>({"testcase:", "tasks,processes,", " total:"});

    static bool mayOpen(std::string_view line)
    {
        return line.starts_with("testcase:") || line.starts_with("tasks,processes,")
            || (line.starts_with("min:") && line.contains(" total:"));
    }

    explicit WillItScale(const Start& start)
        : m_values(start.text, "will-it-scale")
        , m_isMeasured(start.line == 0 || !mayOpen(start.text.line(start.line)))
    {
    }

    Step take(std::string_view line) override
    {
        Holes at;
        if (matches(line, "testcase:{t}", at)) {
            m_test = at[0].empty() ? "will-it-scale" : at[0];
            m_isMeasured = false;
            return Step::Taken;
        }
        if (line == "warmup") {
            m_isMeasured = false;
            return Step::Taken;
        }
        if (line == "measurement") {
            m_isMeasured = true;
            return Step::Taken;
        }
        if (matches(line, "min:{n} max:{n} total:{n}")) {
            return Step::Passed; // a second each; the average of those behind "measurement" follows
        }
        if (matches(line, "average:{n}", at)) {
            add(m_test, "operations", at[0]);
            return Step::Taken;
        }
        if (line == kTableHead) {
            m_isTable = true;
            return Step::Taken;
        }
        if (m_isTable && matches(line, "{n},{n},{n},{n},{n},{n}", at)) {
            return takeRow(at);
        }
        return Step::Ended;
    }

    ParsedBlock finish() override
    {
        return m_values.finish(kId);
    }

private:
    /// "linear" is no measurement: what one task does times the tasks.
    Step takeRow(const Holes& at)
    {
        if (at[0] == "0") {
            return Step::Taken;
        }
        m_values.selection()["tasks"] = at[0];
        add("processes", "operations", at[1]);
        addIdle("processes", at[2]);
        add("threads", "operations", at[3]);
        addIdle("threads", at[4]);
        return Step::Taken;
    }

    void add(std::string_view test, std::string_view metric, std::string_view number)
    {
        m_values.add({.test = test, .metric = metric, .number = number, .unit = "ops/s", .better = Better::Higher});
    }

    void addIdle(std::string_view test, std::string_view number)
    {
        m_values.add({.test = test, .metric = "idle", .number = number, .unit = "%", .better = Better::Unknown});
    }

    Collector m_values;
    std::string_view m_test = "will-it-scale";
    bool m_isMeasured;
    bool m_isTable = false;
};

}

const Format& will_it_scale()
{
    static const LineFormat<WillItScale> instance;
    return instance;
}

}
