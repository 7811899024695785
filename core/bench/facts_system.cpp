// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/posix.h"
#include "core/bench/facts_reader.h"

#include <algorithm>
#include <charconv>
#include <format>

namespace patchscale::facts {
namespace {

/// "NAME=\"Some Linux 13\"" without the quotation marks.
std::string unquoted(std::string text)
{
    if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front()) {
        return text.substr(1, text.size() - 2);
    }
    return text;
}

std::optional<double> kilobytes(const std::map<std::string, std::string>& pairs, const std::string& name)
{
    const auto hit = pairs.find(name);
    if (hit == pairs.end()) {
        return std::nullopt;
    }
    double value = 0;
    const auto& text = hit->second;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    return result.ec == std::errc {} ? std::optional(value) : std::nullopt;
}

/// "200000 100000" as "2 CPUs".
std::string quotaText(const std::string& written)
{
    double quota = 0;
    double period = 0;
    const auto* const end = written.data() + written.size();
    const auto first = std::from_chars(written.data(), end, quota);
    if (first.ec != std::errc {} || first.ptr == end) {
        return {}; // "max"
    }
    const auto second = std::from_chars(first.ptr + 1, end, period);
    if (second.ec != std::errc {} || !(period > 0) || !(quota > 0)) {
        return {};
    }
    return std::format("{:.4g} {}", quota / period, quota > period || quota < period ? "CPUs" : "CPU");
}

double bytesOf(const std::string& written)
{
    double value = 0;
    const auto result = std::from_chars(written.data(), written.data() + written.size(), value);
    return result.ec == std::errc {} ? value : 0;
}

}

void addKernel(const Files& files, MachineFacts& facts)
{
    constexpr std::pair<const char*, const char*> kTexts[] = {
        {"machine.name", "proc/sys/kernel/hostname"},
        {"kernel.release", "proc/sys/kernel/osrelease"},
        {"kernel.version", "proc/sys/kernel/version"},
        {"kernel.command-line", "proc/cmdline"},
        {"kernel.boot-id", "proc/sys/kernel/random/boot_id"},
        {"kernel.aslr", "proc/sys/kernel/randomize_va_space"},
        {"kernel.perf-event-paranoid", "proc/sys/kernel/perf_event_paranoid"},
        {"kernel.clocksource", "sys/devices/system/clocksource/clocksource0/current_clocksource"},
        {"kernel.isolated", "sys/devices/system/cpu/isolated"},
        {"kernel.nohz-full", "sys/devices/system/cpu/nohz_full"},
    };
    for (const auto& [name, file] : kTexts) {
        set(facts, name, files.text(file));
    }
    if (factOf(facts, "kernel.nohz-full") == "(null)") {
        facts.values.erase("kernel.nohz-full");
    }
    set(facts, "kernel.preemption", files.choice("sys/kernel/debug/sched/preempt"));
    const auto release = pairsOf(files.text("etc/os-release"), '=');
    if (const auto name = release.find("PRETTY_NAME"); name != release.end()) {
        set(facts, "os.name", unquoted(name->second));
    }
    const auto load = files.text("proc/loadavg");
    std::string_view rest = load;
    for (const auto* name : {"load.1", "load.5", "load.15"}) {
        const auto word = rest.substr(0, rest.find(' '));
        set(facts, name, std::string(word));
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    }
    const auto uptime = files.text("proc/uptime");
    if (!uptime.empty()) {
        set(facts, "uptime", uptime.substr(0, uptime.find('.')) + " s");
    }
}

void addMemory(const Files& files, MachineFacts& facts)
{
    constexpr double kKilo = 1024;
    const auto pairs = pairsOf(files.text("proc/meminfo"), ':');
    if (const auto total = kilobytes(pairs, "MemTotal")) {
        set(facts, "memory.total", sizeText(*total * kKilo));
    }
    if (const auto available = kilobytes(pairs, "MemAvailable")) {
        set(facts, "memory.available", sizeText(*available * kKilo));
    }
    const auto swap = kilobytes(pairs, "SwapTotal");
    if (swap) {
        set(facts, "memory.swap", *swap > 0 ? sizeText(*swap * kKilo) : "none");
    }
    if (const auto left = kilobytes(pairs, "SwapFree"); left && swap && *swap > 0) {
        set(facts, "memory.swap-used", sizeText((*swap - *left) * kKilo));
    }
    set(facts, "memory.thp", files.choice("sys/kernel/mm/transparent_hugepage/enabled"));
    set(facts, "memory.numa-balancing", files.text("proc/sys/kernel/numa_balancing"));
}

void addControlGroup(const Files& files, MachineFacts& facts)
{
    // "0::/user.slice/user-1000.slice/session.scope"; limits of all groups on the way up hold
    const auto lines = files.text("proc/self/cgroup");
    const auto own = lines.find("0::");
    if (own == std::string::npos) {
        return;
    }
    std::filesystem::path group = lines.substr(own + 3, lines.find('\n', own) - own - 3);
    const auto fileOf = [&](const char* name) { return "sys/fs/cgroup" + (group / name).string(); };
    set(facts, "cgroup.cpuset", files.text(fileOf("cpuset.cpus.effective")));
    std::string quota;
    double least = 0;
    while (true) {
        const auto limit = quotaText(files.text(fileOf("cpu.max")));
        if (!limit.empty() && (quota.empty() || bytesOf(limit) < bytesOf(quota))) {
            quota = limit;
        }
        const double memory = bytesOf(files.text(fileOf("memory.max")));
        least = memory > 0 && (least <= 0 || memory < least) ? memory : least;
        if (!group.has_relative_path()) {
            break;
        }
        group = group.parent_path();
    }
    set(facts, "cgroup.cpu-limit", quota);
    set(facts, "cgroup.memory-limit", least > 0 ? sizeText(least) : std::string {});
}

}
