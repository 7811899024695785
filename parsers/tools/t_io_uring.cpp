// SPDX-License-Identifier: GPL-3.0-or-later
// fio's t/io_uring, which prints a line each second: "IOPS=5.06M, BW=2.47GiB/s, IOS/call=32/31", older ones with
// "inflight=128 (128)" and without the bandwidth. Each line is a sample.
#include "parsers/text/number.h"
#include "parsers/tools/line_format.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace patchscale {
namespace {

using namespace patchscale::tools;

class TIoUring final : public LineReader
{
public:
    static constexpr std::string_view kId = "t-io-uring";
    static constexpr std::string_view kDescription = "fio's t/io_uring: requests and bandwidth, a line each second";
    static constexpr std::string_view kExample = "IOPS=5.06M, BW=2.47GiB/s, IOS/call=32/31";
    static constexpr std::uint16_t kFewestNumbers = 0;
    static constexpr auto kMarks = std::to_array<std::string_view>({"IOS/call="});

    static bool mayOpen(std::string_view line)
    {
        return isSecond(line) || (line.starts_with("submitter=") && line.contains("tid="));
    }

    explicit TIoUring(const Start& start)
        : m_values(start.text, kBenchmark)
    {
    }

    Step take(std::string_view line) override
    {
        if (line.starts_with("Maximum IOPS=")) {
            add(line, "Maximum IOPS=", "maximum iops");
            return Step::Taken;
        }
        if (isSecond(line)) {
            add(line, "IOPS=", "iops");
            add(line, "BW=", "bandwidth");
            return Step::Taken;
        }
        const bool isOfTool = line == "Exiting on timeout" || line.starts_with("Exiting on signal")
            || line.starts_with("submitter=") || line.starts_with("polled=") || line.starts_with("Engine=");
        return isOfTool ? Step::Passed : Step::Ended;
    }

    ParsedBlock finish() override
    {
        return m_values.finish(kBenchmark);
    }

private:
    static bool isSecond(std::string_view line)
    {
        return line.starts_with("IOPS=") && line.contains("IOS/call=");
    }

    static constexpr std::string_view kBenchmark = "t/io_uring";

    /// Adds the number behind @p key. Its letters count thousands; alone they say nothing of what is counted.
    void add(std::string_view line, std::string_view key, std::string_view metric)
    {
        const auto at = line.find(key);
        const auto number = at == std::string_view::npos ? std::nullopt : numberAt(line, at + key.size());
        if (!number) {
            return;
        }
        const auto written = line.substr(number->span.offset, number->span.length);
        constexpr auto kUnits = std::to_array<std::pair<std::string_view, std::string_view>>(
            {{"", "IOPS"}, {"k", "kIOPS"}, {"K", "KIOPS"}, {"M", "MIOPS"}, {"G", "GIOPS"}});
        auto unit = number->unit;
        if (key != "BW=") {
            const auto* known = std::ranges::find(kUnits, unit, &std::pair<std::string_view, std::string_view>::first);
            if (known == kUnits.end()) {
                return;
            }
            unit = known->second;
        }
        m_values.add({.test = kBenchmark, .metric = metric, .number = written, .unit = unit, .better = Better::Higher});
    }

    Collector m_values;
};

}

const Format& t_io_uring()
{
    static const LineFormat<TIoUring> instance;
    return instance;
}

}
