// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/around/ready.h"

#include "core/base/join.h"
#include "core/base/json_tree.h"
#include "core/base/posix.h"
#include "core/bench/around/perf_process.h"
#include "core/bench/around/unixbench.h"
#include "core/bench/command.h"
#include "core/bench/doctor.h"
#include "core/bench/process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <format>
#include <string_view>
#include <system_error>

#include <unistd.h>

namespace patchscale {
namespace {

namespace fs = std::filesystem;

constexpr double kPatience = 30;

/// What doctor says of @p codes, as far as it finds them doubtful: the first mend.
std::vector<std::string> mendsOf(const DoctorReport& doctor, const std::vector<std::string_view>& codes)
{
    std::vector<std::string> mends;
    for (const auto code : codes) {
        const auto check = std::ranges::find(doctor.checks, code, &NoiseCheck::code);
        if (check != doctor.checks.end() && !check->mend.empty()) {
            mends.push_back(code.starts_with("tool-") ? check->mend
                                                      : std::format("{}: {}", check->message, check->mend));
        }
    }
    return mends;
}

std::unexpected<Error> refuse(std::string message, std::vector<std::string> hints)
{
    return std::unexpected(
        Error {.code = Errc::Usage, .message = std::move(message), .where = {}, .hints = std::move(hints)});
}

/// Events of @p printed, the JSON lines of perf stat, that have a count (or none, as asked).
std::vector<std::string> eventsIn(std::string_view printed, bool areCounted)
{
    std::vector<std::string> events;
    while (!printed.empty()) {
        const auto end = std::min(printed.find('\n'), printed.size());
        const auto json = readJson(trimmedText(printed.substr(0, end)));
        printed.remove_prefix(std::min(end + 1, printed.size()));
        if (!json || json->member("counter-value") == nullptr) {
            continue;
        }
        // A short trial may not have had its turn yet ("<not counted>"): that is no lack of the machine.
        if (json->textOf("counter-value").starts_with("<not supported") != areCounted) {
            events.emplace_back(json->textOf("event"));
        }
    }
    return events;
}

/// Why perf refused: ": no permission", or nothing.
std::string reasonIn(const CommandOutcome& outcome)
{
    const auto reason = perfReason(outcome.errors);
    return reason.empty() ? std::string() : ": " + reason;
}

Result<void> checkPerfStat(const std::string& events, const DoctorReport& doctor, std::vector<BenchWarning>& warnings,
                           const Job& job)
{
    CommandRequest request {
        .argv = {"perf", "stat", "-j"}, .environment = {"LC_ALL=C"}, .cpus = {}, .timeout = kPatience};
    if (!events.empty()) {
        request.argv.insert(request.argv.end(), {"-e", events});
    }
    request.argv.insert(request.argv.end(), {"--", "true"});
    const auto outcome = runCommand(request, job);
    if (!outcome) {
        return std::unexpected(outcome.error());
    }
    const auto what = events.empty() ? std::string("its default events") : std::format("'{}'", events);
    if (outcome->status != 0) {
        auto mends = mendsOf(doctor, {"perf-event-paranoid", "hardware-counters"});
        if (mends.empty() || outcome->errors.contains("syntax error")) {
            mends = {"'perf list' shows the events that there are"};
        }
        return refuse(std::format("perf stat cannot count {} here{}", what, reasonIn(*outcome)), std::move(mends));
    }
    const auto missing = eventsIn(outcome->errors, false);
    if (eventsIn(outcome->errors, true).empty()) {
        return refuse(std::format("perf stat can count nothing of {} here", what),
                      mendsOf(doctor, {"hardware-counters", "perf-event-paranoid"}));
    }
    if (!missing.empty()) {
        const auto mends = mendsOf(doctor, {"hardware-counters"});
        warnings.push_back(
            {.code = "not-counted",
             .message = std::format("perf stat cannot count {} here; these will be missing", join(missing, ", ")),
             .mend = mends.empty() ? std::string() : mends.front()});
    }
    return {};
}

Result<void> checkPerfRecord(const std::string& events, const DoctorReport& doctor, const Job& job)
{
    std::error_code error;
    const auto data = makeScratchFile(fs::temp_directory_path(error), "patchscale-perf");
    if (!data) {
        return std::unexpected(data.error());
    }
    const ScratchPath earlier(data->path().string() + ".old"); // perf keeps what it finds under that name
    CommandRequest request {.argv = {"perf", "record", "-o", data->path().string()},
                            .environment = {"LC_ALL=C"},
                            .cpus = {},
                            .timeout = kPatience};
    if (!events.empty()) {
        request.argv.insert(request.argv.end(), {"-e", events});
    }
    request.argv.insert(request.argv.end(), {"--", "true"});
    const auto outcome = runCommand(request, job);
    if (!outcome) {
        return std::unexpected(outcome.error());
    }
    if (outcome->status != 0) {
        auto mends = mendsOf(doctor, {"perf-event-paranoid", "hardware-counters"});
        mends.emplace_back("software events need no counters: --perf-record=cpu-clock");
        return refuse(std::format("perf record cannot sample here{}", reasonIn(*outcome)), std::move(mends));
    }
    return {};
}

}

Result<std::vector<BenchWarning>> checkAround(const AroundWishes& wishes, const Job& job)
{
    std::vector<BenchWarning> warnings;
    if (!wishes.unixBench.empty()) {
        if (const auto found = findUnixBench(wishes.unixBench); !found) {
            return std::unexpected(found.error());
        }
    }
    if (!wishes.haveFio && !wishes.perfStat && !wishes.perfRecord) {
        return warnings;
    }
    const auto doctor = examineHere({});
    if (wishes.haveFio && !findProgram("fio")) {
        return refuse("fio is not installed", mendsOf(doctor, {"tool-fio"}));
    }
    if ((wishes.perfStat || wishes.perfRecord) && !findProgram("perf")) {
        return refuse("perf is not installed", mendsOf(doctor, {"tool-perf"}));
    }
    if (wishes.perfStat) {
        if (auto checked = checkPerfStat(*wishes.perfStat, doctor, warnings, job); !checked) {
            return std::unexpected(checked.error());
        }
    }
    if (wishes.perfRecord) {
        if (auto checked = checkPerfRecord(*wishes.perfRecord, doctor, job); !checked) {
            return std::unexpected(checked.error());
        }
    }
    if (const auto paranoid = mendsOf(doctor, {"perf-event-paranoid"});
        (wishes.perfStat || wishes.perfRecord) && !paranoid.empty()) {
        warnings.push_back({.code = "perf-event-paranoid",
                            .message = "perf sees only what happens outside the kernel",
                            .mend = paranoid.front()});
    }
    return warnings;
}

}
