// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/doctor.h"

#include "core/base/json_writer.h"
#include "core/bench/facts.h"
#include "core/bench/facts_reader.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <format>
#include <string_view>
#include <thread>
#include <unistd.h>

namespace patchscale {
namespace {

using State = NoiseCheck::State;

/// Whether @p program is in one of the folders of @p searchPath.
bool isInstalled(const DoctorInput& input, std::string_view program)
{
    std::string_view rest = input.searchPath;
    while (!rest.empty()) {
        const auto folder = std::filesystem::path(rest.substr(0, rest.find(':')));
        rest.remove_prefix(std::min(folder.native().size() + 1, rest.size()));
        std::error_code error;
        if (folder.is_absolute() && std::filesystem::exists(input.root / folder.relative_path() / program, error)) {
            return true;
        }
    }
    return false;
}

NoiseCheck checkProgram(const DoctorInput& input, std::string_view program, std::string_view option,
                        std::string_view package)
{
    NoiseCheck check {.code = std::format("tool-{}", program),
                      .title = std::format("{} for {}", program, option),
                      .state = State::Passed,
                      .message = "is installed",
                      .mend = {}};
    if (!isInstalled(input, program)) {
        check.state = State::Doubtful;
        check.message = "is not installed";
        check.mend = std::format("install the package {}", package);
    }
    return check;
}

NoiseCheck checkCounters(const facts::Files& files, const MachineFacts& machine)
{
    const auto devices = files.entries("sys/bus/event_source/devices");
    NoiseCheck check {
        .code = "hardware-counters", .title = "Hardware counters", .state = State::Unknown, .message = {}, .mend = {}};
    if (devices.empty()) {
        check.message = "this system does not tell";
        return check;
    }
    const auto isCpu = [](const std::string& name) {
        return name.starts_with("cpu") || name.starts_with("armv") || name.starts_with("arm_") || name == "apple_m1";
    };
    if (std::ranges::any_of(devices, isCpu)) {
        check.state = State::Passed;
        check.message = "cycles, instructions and cache misses can be counted";
        return check;
    }
    const bool isVirtual = factOf(machine, "virtualisation").starts_with("virtual machine");
    check.state = State::Doubtful;
    check.message = "cycles, instructions and cache misses cannot be counted here";
    check.mend = isVirtual ? "pass the PMU on to the guest (QEMU: -cpu host,pmu=on), or count software events only"
                           : "count software events only: --perf-stat=task-clock,context-switches,page-faults";
    return check;
}

NoiseCheck checkParanoia(const DoctorInput& input, const MachineFacts& machine)
{
    const auto level = factOf(machine, "kernel.perf-event-paranoid");
    NoiseCheck check {.code = "perf-event-paranoid",
                      .title = "Permission to count events",
                      .state = State::Passed,
                      .message = std::format("perf_event_paranoid is {}", level),
                      .mend = {}};
    if (level.empty()) {
        check.state = State::Unknown;
        check.message = "this system does not tell";
    } else if (!input.isRoot && !level.starts_with('-') && level != "0" && level != "1") {
        check.state = State::Doubtful;
        check.message += level == "2" ? ": events of the kernel are not counted for you" : ": you may not count events";
        check.mend = "sysctl kernel.perf_event_paranoid=1, or run as root";
    }
    return check;
}

std::string_view wordFor(State state)
{
    return state == State::Passed ? "passed" : state == State::Doubtful ? "warning" : "unknown";
}

}

DoctorReport examine(const DoctorInput& input)
{
    const facts::Files files(input.root);
    DoctorReport report;
    report.machine = readMachineFacts(input.root, input.directory);
    const auto before = takeNoiseSnapshot(input.root);
    if (input.wait) {
        input.wait();
    }
    const auto after = takeNoiseSnapshot(input.root);
    addBusyProcesses(report.machine, busyProcesses(before, after, input.own));
    report.checks = checksBefore(report.machine, before, after, input.own);
    report.checks.push_back(
        checkProgram(input, "perf", "--perf-stat and --perf-record", "linux-perf (Debian) or perf"));
    report.checks.push_back(checkProgram(input, "fio", "--fio", "fio"));
    report.checks.push_back(checkCounters(files, report.machine));
    report.checks.push_back(checkParanoia(input, report.machine));
    return report;
}

DoctorReport examineHere(const std::filesystem::path& directory)
{
    static constexpr std::chrono::milliseconds kLook {500};
    const auto* path = std::getenv("PATH"); // NOLINT(concurrency-mt-unsafe): nothing sets the environment
    return examine({.root = "/",
                    .directory = directory.empty() ? std::filesystem::temp_directory_path() : directory,
                    .searchPath = path == nullptr ? "/usr/bin:/bin" : path,
                    .own = static_cast<int>(::getpid()),
                    .isRoot = ::geteuid() == 0,
                    .wait = [] { std::this_thread::sleep_for(kLook); }});
}

std::string doctorText(const DoctorReport& report)
{
    std::string out;
    std::size_t counts[3] = {};
    for (const auto& check : report.checks) {
        out += std::format("{:<8} {}: {}\n", wordFor(check.state), check.title, check.message);
        if (!check.mend.empty()) {
            out += std::format("{:<8} mend: {}\n", "", check.mend);
        }
        ++counts[static_cast<std::size_t>(check.state)];
    }
    return out
        + std::format("\n{} passed, {} {}, {} unknown.\n", counts[0], counts[1],
                      counts[1] == 1 ? "warning" : "warnings", counts[2]);
}

std::string doctorJson(const DoctorReport& report)
{
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    json.entry("patchscale-doctor", 1);
    json.key("machine");
    json.beginObject();
    for (const auto& [name, value] : report.machine.values) {
        json.entry(name, value);
    }
    json.endObject();
    json.key("checks");
    json.beginArray();
    for (const auto& check : report.checks) {
        json.beginObject(JsonWriter::Layout::Inline);
        json.entry("code", check.code);
        json.entry("title", check.title);
        json.entry("state", wordFor(check.state));
        json.entry("message", check.message);
        json.entry("mend", check.mend);
        json.endObject();
    }
    json.endArray();
    json.endObject();
    return out + '\n';
}

}
