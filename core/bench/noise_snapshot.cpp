// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/posix.h"
#include "core/bench/facts_reader.h"
#include "core/bench/noise.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <format>
#include <unistd.h>

namespace patchscale {
namespace {

constexpr double kLeastShare = 0.05;

std::vector<double> numbersOf(std::string_view text)
{
    std::vector<double> out;
    while (true) {
        const auto begin = text.find_first_not_of(" \t");
        if (begin == std::string_view::npos) {
            return out;
        }
        text.remove_prefix(begin);
        double value = 0;
        const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
        if (result.ec != std::errc {}) {
            return out;
        }
        out.push_back(value);
        text.remove_prefix(static_cast<std::size_t>(result.ptr - text.data()));
    }
}

double ticksPerSecond()
{
    static const double ticks = static_cast<double>(::sysconf(_SC_CLK_TCK));
    return ticks;
}

/// "cpu  user nice system idle iowait irq softirq steal guest guest_nice"; guest time is part of user time.
void readTimes(const std::string& stat, NoiseSnapshot& out)
{
    constexpr std::size_t kIdle = 3;
    constexpr std::size_t kWait = 4;
    constexpr std::size_t kSteal = 7;
    if (!stat.starts_with("cpu ")) {
        return;
    }
    auto times = numbersOf(std::string_view(stat).substr(4, stat.find('\n') - 4));
    if (times.size() <= kSteal) {
        return;
    }
    times.resize(kSteal + 1);
    double all = 0;
    for (double& time : times) {
        time /= ticksPerSecond();
        all += time;
    }
    out.cpuSeconds = all;
    out.stealSeconds = times[kSteal];
    out.busySeconds = all - times[kIdle] - times[kWait] - times[kSteal];
    int cpus = 0;
    for (auto line = stat.find("\ncpu"); line != std::string::npos; line = stat.find("\ncpu", line + 1)) {
        ++cpus;
    }
    out.cpus = std::max(cpus, 1);
}

/// "1234 (name with ) and blanks) S …": user and system time are the 14th and 15th field.
std::optional<ProcessTime> processTime(const std::string& stat)
{
    const auto open = stat.find('(');
    const auto close = stat.rfind(')');
    if (open == std::string::npos || close == std::string::npos || close < open || close + 4 >= stat.size()) {
        return std::nullopt;
    }
    constexpr std::size_t kUser = 10; // counted from the field behind the state
    const auto fields = numbersOf(std::string_view(stat).substr(close + 4));
    if (fields.size() <= kUser + 1) {
        return std::nullopt;
    }
    return ProcessTime {.name = stat.substr(open + 1, close - open - 1),
                        .seconds = (fields[kUser] + fields[kUser + 1]) / ticksPerSecond()};
}

void readProcesses(const facts::Files& files, NoiseSnapshot& out)
{
    for (const auto& name : files.entries("proc")) {
        int id = 0;
        const auto result = std::from_chars(name.data(), name.data() + name.size(), id);
        if (result.ec == std::errc {} && result.ptr == name.data() + name.size()) {
            if (auto time = processTime(files.text("proc/" + name + "/stat"))) {
                out.processes.emplace(id, std::move(*time));
            }
        }
    }
}

std::optional<double> numberIn(const std::map<std::string, std::string>& pairs, const std::string& name)
{
    const auto hit = pairs.find(name);
    const auto numbers = hit == pairs.end() ? std::vector<double> {} : numbersOf(hit->second);
    return numbers.empty() ? std::nullopt : std::optional(numbers.front());
}

void readThrottling(const facts::Files& files, NoiseSnapshot& out)
{
    MachineFacts facts;
    facts::addProcessor(files, facts);
    for (const auto* name : {"throttle.core", "throttle.package"}) {
        const auto numbers = numbersOf(factOf(facts, name));
        if (!numbers.empty()) {
            out.throttleCount = out.throttleCount.value_or(0) + numbers.front();
        }
    }
    const auto groups = files.text("proc/self/cgroup");
    if (const auto own = groups.find("0::"); own != std::string::npos) {
        const auto group = groups.substr(own + 3, groups.find('\n', own) - own - 3);
        constexpr double kMicro = 1e-6;
        const auto file = std::format("sys/fs/cgroup{}/cpu.stat", group == "/" ? "" : group);
        if (const auto throttled = numberIn(facts::pairsOf(files.text(file), ' '), "throttled_usec")) {
            out.groupThrottledSeconds = *throttled * kMicro;
        }
    }
}

}

NoiseSnapshot takeNoiseSnapshot(const std::filesystem::path& root)
{
    const facts::Files files(root);
    NoiseSnapshot out;
    readTimes(files.text("proc/stat"), out);
    readProcesses(files, out);
    readThrottling(files, out);
    const auto pages = facts::pairsOf(files.text("proc/vmstat"), ' ');
    const auto in = numberIn(pages, "pswpin");
    const auto written = numberIn(pages, "pswpout");
    if (in && written) {
        out.swappedPages = *in + *written;
    }
    return out;
}

std::vector<BusyProcess> busyProcesses(const NoiseSnapshot& before, const NoiseSnapshot& after, int own)
{
    std::vector<BusyProcess> busy;
    if (!before.cpuSeconds || !after.cpuSeconds || !(*after.cpuSeconds > *before.cpuSeconds)) {
        return busy;
    }
    const double wall = (*after.cpuSeconds - *before.cpuSeconds) / after.cpus;
    for (const auto& [id, process] : after.processes) {
        const auto earlier = before.processes.find(id);
        const double used = process.seconds - (earlier == before.processes.end() ? 0 : earlier->second.seconds);
        if (id != own && used / wall >= kLeastShare) {
            busy.push_back({.id = id, .name = process.name, .share = used / wall});
        }
    }
    std::ranges::stable_sort(busy, std::greater {}, &BusyProcess::share);
    return busy;
}

void addBusyProcesses(MachineFacts& facts, const std::vector<BusyProcess>& busy)
{
    std::string text;
    for (const auto& process : busy) {
        text +=
            std::format("{}{} ({}) {:.0f} %", text.empty() ? "" : ", ", process.name, process.id, 100 * process.share);
    }
    facts.values["processes.busy"] = text.empty() ? "none" : text;
}

}
