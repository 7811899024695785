// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/noise.h"

#include "core/bench/facts.h"
#include "core/bench/noise_growth.h"

#include <algorithm>
#include <charconv>
#include <format>

namespace patchscale {
namespace {

using State = NoiseCheck::State;

constexpr double kSmallDisk = 1.0 * (1U << 30U); ///< file copy and the shell tests need far less, others may not

NoiseCheck passed(std::string code, std::string title, std::string message)
{
    return {.code = std::move(code),
            .title = std::move(title),
            .state = State::Passed,
            .message = std::move(message),
            .mend = {}};
}

NoiseCheck doubtful(std::string code, std::string title, std::string message, std::string mend)
{
    return {.code = std::move(code),
            .title = std::move(title),
            .state = State::Doubtful,
            .message = std::move(message),
            .mend = std::move(mend)};
}

NoiseCheck unknown(std::string code, std::string title)
{
    return {.code = std::move(code),
            .title = std::move(title),
            .state = State::Unknown,
            .message = "this system does not tell",
            .mend = {}};
}

std::optional<double> numberOf(const std::string& text)
{
    double value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    return result.ec == std::errc {} ? std::optional(value) : std::nullopt;
}

/// "31.2 GiB" in bytes.
std::optional<double> bytesOf(const std::string& text)
{
    const auto value = numberOf(text);
    double factor = 1;
    for (const auto* unit : {" B", " KiB", " MiB", " GiB", " TiB"}) {
        if (text.ends_with(unit)) {
            return value ? std::optional(*value * factor) : std::nullopt;
        }
        factor *= 1024;
    }
    return std::nullopt;
}

std::string names(const std::vector<BusyProcess>& busy)
{
    constexpr std::size_t kMost = 4;
    std::string text;
    for (std::size_t i = 0; i < busy.size() && i < kMost; ++i) {
        text += std::format("{}{} ({}, {:.0f} %)", i == 0 ? "" : ", ", busy[i].name, busy[i].id, 100 * busy[i].share);
    }
    return busy.size() > kMost ? text + std::format(" and {} more", busy.size() - kMost) : text;
}

/// Kernel threads and short-lived processes have no name here, but count.
NoiseCheck checkLoad(const NoiseSnapshot& before, const NoiseSnapshot& after, int own)
{
    constexpr double kMost = 0.10; // of one CPU
    const auto busy = growth(before.busySeconds, after.busySeconds);
    const auto all = growth(before.cpuSeconds, after.cpuSeconds);
    if (!busy || !all || !(*all > 0)) {
        return unknown("load", "Other load");
    }
    const double share = *busy / *all * after.cpus;
    const auto processes = busyProcesses(before, after, own);
    if (share < kMost && processes.empty()) {
        return passed("load", "Other load", std::format("{:.0f} % of one CPU is in use", 100 * share));
    }
    return doubtful("load", "Other load",
                    processes.empty()
                        ? std::format("{:.1f} of {} CPUs are busy", share, after.cpus)
                        : std::format("{:.1f} of {} CPUs are busy: {}", share, after.cpus, names(processes)),
                    "stop these programs, or measure when they are done");
}

NoiseCheck checkFrequency(const MachineFacts& facts)
{
    const auto governor = factOf(facts, "cpu.governor");
    if (governor.empty()) {
        return unknown("frequency-scaling", "Frequency scaling");
    }
    if (governor == "performance") {
        return passed("frequency-scaling", "Frequency scaling", "the governor is performance");
    }
    return doubtful("frequency-scaling", "Frequency scaling",
                    std::format("the governor is {}: the frequency follows the load", governor),
                    "run with --governor performance, which is restored afterwards");
}

NoiseCheck checkTurbo(const MachineFacts& facts)
{
    const auto turbo = factOf(facts, "cpu.turbo");
    if (turbo.empty()) {
        return unknown("turbo", "Turbo");
    }
    if (turbo == "off") {
        return passed("turbo", "Turbo", "turbo is off");
    }
    const bool isIntel = factOf(facts, "cpu.driver").starts_with("intel_");
    return doubtful("turbo", "Turbo",
                    "turbo is on: the frequency depends on temperature and on how many cores are busy",
                    isIntel ? "echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo"
                            : "echo 0 > /sys/devices/system/cpu/cpufreq/boost");
}

NoiseCheck checkSmt(const MachineFacts& facts)
{
    const auto threads = factOf(facts, "cpu.threads-per-core");
    if (threads.empty()) {
        return unknown("smt", "SMT siblings");
    }
    if (threads == "1") {
        return passed("smt", "SMT siblings", "each core runs one thread");
    }
    return doubtful("smt", "SMT siblings",
                    std::format("{} threads share a core: what runs on the other one slows a kernel down", threads),
                    "pin copies with --placement per-physical-core and keep the siblings idle");
}

NoiseCheck checkSteal(const MachineFacts& facts, const NoiseSnapshot& before, const NoiseSnapshot& after)
{
    constexpr double kMost = 0.01;
    const auto machine = factOf(facts, "virtualisation");
    const auto steal = growth(before.stealSeconds, after.stealSeconds);
    const auto all = growth(before.cpuSeconds, after.cpuSeconds);
    if (!steal || !all || !(*all > 0)) {
        return unknown("steal", "Steal time");
    }
    if (*steal / *all >= kMost) {
        return doubtful("steal", "Steal time",
                        std::format("the hypervisor takes {:.1f} % of the CPU time away", 100 * *steal / *all),
                        "measure on a host that is not shared, or count per CPU second");
    }
    if (machine.starts_with("virtual machine") && !(*after.stealSeconds > 0)) {
        return doubtful(
            "no-steal-accounting", "Steal time",
            std::format("this is a {} whose hypervisor tells no steal time: other guests may slow it unseen", machine),
            "compare in interleaved rounds (ab), or measure on bare metal");
    }
    return passed("steal", "Steal time",
                  machine.starts_with("virtual machine") ? std::format("{:.1f} % of the CPU time", 100 * *steal / *all)
                                                         : "none");
}

NoiseCheck checkGroup(const MachineFacts& facts)
{
    const auto limit = factOf(facts, "cgroup.cpu-limit");
    if (limit.empty()) {
        return passed("cgroup-limit", "Control group", "no limit on CPU time");
    }
    return doubtful("cgroup-limit", "Control group",
                    std::format("the control group allows {}: copies beyond that are stopped again and again", limit),
                    "run fewer copies, or raise cpu.max");
}

NoiseCheck checkSwap(const MachineFacts& facts, const NoiseSnapshot& before, const NoiseSnapshot& after)
{
    const auto swap = factOf(facts, "memory.swap");
    if (swap.empty()) {
        return unknown("swap", "Swap");
    }
    const auto moved = growth(before.swappedPages, after.swappedPages);
    const auto used = bytesOf(factOf(facts, "memory.swap-used"));
    if (moved.value_or(0) > 0) {
        return doubtful("swap", "Swap", "the machine is swapping now",
                        "free memory, or switch swap off with swapoff -a");
    }
    constexpr double kMuch = 64.0 * (1U << 20U);
    if (used && *used >= kMuch) {
        return doubtful("swap", "Swap", std::format("{} of swap are in use", factOf(facts, "memory.swap-used")),
                        "free memory and bring it back with swapoff -a && swapon -a");
    }
    return passed("swap", "Swap", swap == "none" ? "there is none" : "hardly used");
}

NoiseCheck checkDisk(const MachineFacts& facts)
{
    const auto free = factOf(facts, "directory.free");
    const auto bytes = bytesOf(free);
    if (!bytes) {
        return unknown("disk", "Room in the test folder");
    }
    if (*bytes >= kSmallDisk) {
        return passed("disk", "Room in the test folder", free + " are free");
    }
    return doubtful("disk", "Room in the test folder", std::format("only {} are free", free),
                    "choose another folder with --dir, or make room");
}

NoiseCheck checkThrottling(const MachineFacts& facts, const NoiseSnapshot& before, const NoiseSnapshot& after)
{
    const auto count = growth(before.throttleCount, after.throttleCount);
    if (!count) {
        return unknown("throttled", "Thermal throttling");
    }
    if (*count > 0) {
        return doubtful("throttled", "Thermal throttling", "the processor is being slowed down because it is hot",
                        "let it cool down, or look at its fans");
    }
    const auto temperature = factOf(facts, "temperature.cpu");
    return passed("throttled", "Thermal throttling",
                  temperature.empty() ? "not now" : std::format("not now, at {}", temperature));
}

}

std::vector<NoiseCheck> checksBefore(const MachineFacts& facts, const NoiseSnapshot& before, const NoiseSnapshot& after,
                                     int own)
{
    return {checkLoad(before, after, own),
            checkFrequency(facts),
            checkTurbo(facts),
            checkSmt(facts),
            checkThrottling(facts, before, after),
            checkSteal(facts, before, after),
            checkGroup(facts),
            checkSwap(facts, before, after),
            checkDisk(facts)};
}

std::vector<BenchWarning> warningsOf(const std::vector<NoiseCheck>& checks)
{
    std::vector<BenchWarning> warnings;
    for (const auto& check : checks) {
        if (check.state == State::Doubtful) {
            warnings.push_back({.code = check.code, .message = check.message, .mend = check.mend});
        }
    }
    return warnings;
}

}
