// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/around/perf_record.h"

#include "core/bench/command.h"

#include <format>

namespace patchscale {

PerfRequest perfRecordRequest(const std::string& events, const std::filesystem::path& output, const std::string& mark)
{
    PerfRequest request {.arguments = {"record"}, .output = output, .mark = mark};
    if (!events.empty()) {
        request.arguments.insert(request.arguments.end(), {"-e", events});
    }
    return request;
}

Result<std::string> perfReport(const std::filesystem::path& data, const std::string& mark, const Job& job)
{
    constexpr double kLongest = 600;
    auto outcome = runCommand({.argv = {"perf", "report", "--stdio", "--percent-limit", "0.01", "-i", data.string()},
                               .environment = {mark, "LC_ALL=C"},
                               .cpus = {},
                               .timeout = kLongest},
                              job);
    if (!outcome) {
        return std::unexpected(outcome.error());
    }
    if (outcome->status != 0) {
        return std::unexpected(
            Error {.code = Errc::Io,
                   .message = std::format("perf report {}{}", describeStatus(outcome->status), saidLine(*outcome)),
                   .where = {},
                   .hints = {}});
    }
    return std::move(outcome->output);
}

}
