// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/facts_difference.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace patchscale {
namespace {

struct KnownFact
{
    std::string_view name; ///< ending in '.' or '-' for all that begin with it
    std::string_view words;
};

/// In the order in which they are told.
constexpr auto kKnown = std::to_array<KnownFact>({
    {"run.switch", "what was switched"},
    {"run.delay", "the delay that was added"},
    {"machine.name", "the machine"},
    {"cpu.model", "the processor"},
    {"cpu.count", "the number of CPUs"},
    {"cpu.sockets", "the number of sockets"},
    {"cpu.cores", "the number of cores"},
    {"cpu.threads-per-core", "threads per core"},
    {"cpu.smt", "SMT"},
    {"cpu.numa-nodes", "the number of NUMA nodes"},
    {"virtualisation", "virtualisation"},
    {"kernel.release", "the kernel"},
    {"kernel.version", "the kernel's build"},
    {"kernel.command-line", "the kernel's command line"},
    {"cpu.governor", "the frequency governor"},
    {"cpu.driver", "the frequency driver"},
    {"cpu.turbo", "turbo"},
    {"cpu.energy-preference", "the energy preference"},
    {"cpu.frequency-max", "the highest frequency"},
    {"cpu.microcode", "the microcode"},
    {"mitigation.", "the mitigation of "},
    {"cgroup.", "the control group's "},
    {"memory.thp", "transparent huge pages"},
    {"memory.total", "memory"},
    {"memory.swap", "swap"},
    {"kernel.clocksource", "the clock source"},
    {"kernel.aslr", "address randomisation"},
    {"kernel.isolated", "isolated CPUs"},
    {"run.directory", "the test folder"},
    {"directory.file-system", "the test folder's file system"},
    {"os.name", "the system"},
    {"tool.version", "the version of Patchscale"},
    {"tool.compiler", "the compiler of the kernels"},
    {"tool.flags", "the flags of the kernels"},
    {"tool.libc", "libc"},
    {"tool.shell", "/bin/sh"},
    {"tool.coreutils", "coreutils"},
    {"tool.locale", "the locale"},
    {"temperature.", "the temperature of "},
});

/// What is never the same twice, or says nothing about a number.
constexpr auto kIgnored = std::to_array<std::string_view>({
    "load.", "uptime", "processes.", "throttle.", "kernel.boot-id", "kernel.perf-event-paranoid", "memory.available",
    "memory.swap-used", "run.started", "document.date", "directory.free",
    "perf.", // what perf did not count, which its rows say
});

constexpr auto kToldByRuns = std::to_array<std::string_view>({"mitigation.", "cgroup."});

bool isOne(std::string_view name, std::string_view known)
{
    const bool isGroup = known.ends_with('.');
    return isGroup ? name.starts_with(known) : name == known;
}

/// The fact without what is another at every start: the image's name, a path that the boot loader fills in.
std::string essence(std::string_view name, std::string_view value)
{
    if (name != "kernel.command-line") {
        return std::string(value);
    }
    std::string out;
    while (!value.empty()) {
        const auto word = value.substr(0, value.find(' '));
        value.remove_prefix(std::min(word.size() + 1, value.size()));
        if (!word.empty() && !word.starts_with("BOOT_IMAGE=") && !word.starts_with("initrd=")) {
            out += (out.empty() ? "" : " ") + std::string(word);
        }
    }
    return out;
}

std::optional<double> degrees(std::string_view text)
{
    double value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    return result.ec == std::errc {} ? std::optional(value) : std::nullopt;
}

bool isSame(std::string_view name, const std::string& before, const std::string& after)
{
    constexpr double kWarmer = 15;
    if (name.starts_with("temperature.")) {
        const auto left = degrees(before);
        const auto right = degrees(after);
        return !left || !right || std::abs(*left - *right) < kWarmer;
    }
    return before == after || essence(name, before) == essence(name, after);
}

std::size_t rankOf(std::string_view name)
{
    const auto* const hit =
        std::ranges::find_if(kKnown, [&](const KnownFact& known) { return isOne(name, known.name); });
    return static_cast<std::size_t>(hit - kKnown.begin());
}

std::string wordsFor(const std::string& name)
{
    const auto rank = rankOf(name);
    if (rank == kKnown.size()) {
        return name;
    }
    const auto& known = kKnown[rank];
    std::string words(known.words);
    return known.name.ends_with('.') ? words + name.substr(known.name.size()) : words;
}

}

std::vector<FactDifference> factsDifference(const Parameters& before, const Parameters& after)
{
    std::vector<FactDifference> out;
    const auto isNamed = [](const std::string& name, const auto& list) {
        return std::ranges::any_of(list, [&](std::string_view known) { return isOne(name, known); });
    };
    const auto add = [&](const std::string& name, const std::string& left, const std::string& right) {
        out.push_back({.name = name, .words = wordsFor(name), .before = left, .after = right});
    };
    for (const auto& [name, value] : before) {
        const auto other = after.find(name);
        if (isNamed(name, kIgnored)) {
            continue;
        }
        if (other == after.end() ? isNamed(name, kToldByRuns) && after.contains("kernel.release")
                                 : !isSame(name, value, other->second)) {
            add(name, value, other == after.end() ? std::string {} : other->second);
        }
    }
    for (const auto& [name, value] : after) {
        if (!before.contains(name) && isNamed(name, kToldByRuns) && before.contains("kernel.release")) {
            add(name, {}, value);
        }
    }
    std::ranges::stable_sort(out, {}, [](const FactDifference& difference) { return rankOf(difference.name); });
    return out;
}

std::string describe(const FactDifference& difference)
{
    const auto side = [](const std::string& value) { return value.empty() ? std::string("not told") : value; };
    return difference.words + " (" + side(difference.before) + " and " + side(difference.after) + ")";
}

}
