// SPDX-License-Identifier: GPL-3.0-or-later
// The last line of dd: what was copied, in what time, how fast.
#include "parsers/tools/line_format.h"

namespace patchscale {
namespace {

using namespace patchscale::tools;

class Dd final : public LineReader
{
public:
    static constexpr std::string_view kId = "dd";
    static constexpr std::string_view kDescription = "dd: bytes copied, time and bandwidth";
    static constexpr std::string_view kExample =
        "1000+0 records in\n1000+0 records out\n1048576000 bytes (1.0 GB, 1000 MiB) copied, 1.05632 s, 993 MB/s";
    static constexpr std::uint16_t kFewestNumbers = 0;
    static constexpr auto kMarks = std::to_array<std::string_view>({"copied, "});

    static bool mayOpen(std::string_view line)
    {
        return line.contains(" bytes ") && line.contains(" copied, ");
    }

    explicit Dd(const Start& start)
        : m_values(start.text, kId)
    {
        const auto command = lineAbove(start, "dd ", 6);
        const auto begin = command.find("dd ");
        if (begin != std::string_view::npos && command.contains("of=")) {
            auto words = command.substr(begin);
            words = words.substr(0, words.find_first_of("|;&"));
            m_values.run().parameters["command"] = trim(words);
        }
    }

    Step take(std::string_view line) override
    {
        Holes at;
        if (matches(line, "{n}+{n} records in", at) || matches(line, "{n}+{n} records out", at)) {
            return Step::Passed;
        }
        // coreutils "0.06 s, 843 MB/s", older ones and busybox "0.06 seconds, 843.0MB/s"
        if (!matches(line, "{n} bytes ({t}) copied, {n} {w}, {n} {w}", at) || (at[3] != "s" && at[3] != "seconds")) {
            return Step::Ended;
        }
        m_values.add({.test = "dd", .metric = "bandwidth", .number = at[4], .unit = at[5], .better = Better::Higher});
        m_values.add({.test = "dd", .metric = "time", .number = at[2], .unit = "s", .better = Better::Lower});
        return Step::Taken;
    }

    ParsedBlock finish() override
    {
        return m_values.finish(kId);
    }

private:
    Collector m_values;
};

}

const Format& dd()
{
    static const LineFormat<Dd> instance;
    return instance;
}

}
