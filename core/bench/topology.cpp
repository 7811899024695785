// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/topology.h"

#include "core/base/posix.h"

#include <algorithm>
#include <charconv>
#include <format>
#include <map>
#include <ranges>

namespace patchscale {
namespace {

namespace fs = std::filesystem;

constexpr int kHighestCpu = 8191;

std::vector<int> listIn(const fs::path& file)
{
    return parseCpuList(trimmedText(readSmallFile(file).value_or(""))).value_or(std::vector<int> {});
}

std::map<int, int> nodesOfCpus(const fs::path& system)
{
    std::map<int, int> nodes;
    for (const auto node : listIn(system / "devices/system/node/online")) {
        for (const auto cpu : listIn(system / std::format("devices/system/node/node{}/cpulist", node))) {
            nodes[cpu] = node;
        }
    }
    return nodes;
}

/// The first thread of each core, then the second of each, and so on.
std::vector<int> coresFirst(const std::vector<LogicalCpu>& cpus)
{
    std::map<int, int> threads;
    std::vector<std::pair<int, int>> order;
    for (const auto& cpu : cpus) {
        order.emplace_back(threads[cpu.core]++, cpu.id);
    }
    std::ranges::sort(order);
    std::vector<int> ids;
    for (const auto& [thread, id] : order) {
        ids.push_back(id);
    }
    return ids;
}

std::vector<std::vector<int>> oneEach(const std::vector<int>& cpus)
{
    std::vector<std::vector<int>> places;
    for (const auto cpu : cpus) {
        places.push_back({cpu});
    }
    return places;
}

std::vector<std::vector<int>> physicalCores(const std::vector<LogicalCpu>& cpus)
{
    std::map<int, int> first;
    for (const auto& cpu : cpus) {
        first.try_emplace(cpu.core, cpu.id);
    }
    std::vector<std::vector<int>> places;
    for (const auto& [core, id] : first) {
        places.push_back({id});
    }
    return places;
}

std::vector<std::vector<int>> numaNodes(const std::vector<LogicalCpu>& cpus)
{
    std::map<int, std::vector<int>> nodes;
    for (const auto& cpu : cpus) {
        nodes[cpu.node].push_back(cpu.id);
    }
    std::vector<std::vector<int>> places;
    for (auto& [node, ids] : nodes) {
        places.push_back(std::move(ids));
    }
    return places;
}

/// @p list in @p copies parts of neighbours; one CPU each where there are more copies than CPUs.
std::vector<std::vector<int>> dealt(const std::vector<int>& list, int copies)
{
    const auto parts = std::min(list.size(), static_cast<std::size_t>(copies));
    std::vector<std::vector<int>> places(parts);
    for (std::size_t i = 0; i < list.size(); ++i) {
        places[i * parts / list.size()].push_back(list[i]);
    }
    return places;
}

}

std::vector<LogicalCpu> readTopology(const std::vector<int>& allowed, const fs::path& system)
{
    const auto nodes = nodesOfCpus(system);
    std::vector<LogicalCpu> cpus;
    for (const auto id : allowed) {
        const auto folder = system / std::format("devices/system/cpu/cpu{}/topology", id);
        // Since Linux 5.3 under a new name; the old one is to go some day.
        auto threads = listIn(folder / "core_cpus_list");
        if (threads.empty()) {
            threads = listIn(folder / "thread_siblings_list");
        }
        const auto node = nodes.find(id);
        cpus.push_back({.id = id,
                        .core = threads.empty() ? id : std::ranges::min(threads),
                        .node = node == nodes.end() ? 0 : node->second});
    }
    return cpus;
}

std::optional<std::vector<int>> parseCpuList(std::string_view text)
{
    std::vector<int> cpus;
    const auto take = [&text](int& number) {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        return error == std::errc() && number >= 0 && number <= kHighestCpu;
    };
    while (true) {
        int first = 0;
        if (!take(first)) {
            return std::nullopt;
        }
        int last = first;
        if (text.starts_with('-')) {
            text.remove_prefix(1);
            if (!take(last) || last < first) {
                return std::nullopt;
            }
        }
        for (int cpu = first; cpu <= last; ++cpu) {
            cpus.push_back(cpu);
        }
        if (text.empty()) {
            break;
        }
        if (!text.starts_with(',')) {
            return std::nullopt;
        }
        text.remove_prefix(1);
    }
    std::ranges::sort(cpus);
    cpus.erase(std::ranges::unique(cpus).begin(), cpus.end());
    return cpus;
}

std::string cpuListText(const std::vector<int>& cpus)
{
    std::string text;
    for (std::size_t i = 0; i < cpus.size();) {
        auto last = i;
        while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1) {
            ++last;
        }
        text += text.empty() ? "" : ",";
        text += last == i ? std::to_string(cpus[i]) : std::format("{}-{}", cpus[i], cpus[last]);
        i = last + 1;
    }
    return text;
}

Result<std::vector<std::vector<int>>> placeCopies(const std::vector<LogicalCpu>& cpus, Placement placement,
                                                  const std::vector<int>& list, int copies)
{
    const auto count = static_cast<std::size_t>(copies);
    if (placement == Placement::Free || cpus.empty()) {
        return std::vector<std::vector<int>>(count);
    }
    std::vector<std::vector<int>> places;
    switch (placement) {
    case Placement::Free:
    case Placement::List:
        for (const auto cpu : list) {
            if (std::ranges::find(cpus, cpu, &LogicalCpu::id) == cpus.end()) {
                std::vector<int> ids;
                std::ranges::transform(cpus, std::back_inserter(ids), &LogicalCpu::id);
                return std::unexpected(
                    Error {.code = Errc::Usage,
                           .message = std::format("cannot pin to CPU {}: this process may run on CPUs {}", cpu,
                                                  cpuListText(ids)),
                           .where = {},
                           .hints = {"choose among these CPUs, or widen the CPU set that this shell is confined to"}});
            }
        }
        places = dealt(list, copies);
        break;
    case Placement::PerCpu:
        places = oneEach(coresFirst(cpus));
        break;
    case Placement::PerPhysicalCore:
        places = physicalCores(cpus);
        break;
    case Placement::PerNumaNode:
        places = numaNodes(cpus);
        break;
    }
    if (places.empty()) {
        return std::unexpected(
            Error {.code = Errc::Usage, .message = "cannot pin to an empty list of CPUs", .where = {}, .hints = {}});
    }
    std::vector<std::vector<int>> result;
    for (std::size_t copy = 0; copy < count; ++copy) {
        result.push_back(places[copy % places.size()]);
    }
    return result;
}

}
