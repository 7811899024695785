// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/posix.h"
#include "core/bench/facts_reader.h"
#include "core/bench/topology.h"

#include <algorithm>
#include <format>
#include <set>

namespace patchscale::facts {
namespace {

constexpr std::string_view kCpus = "sys/devices/system/cpu";

std::string below(std::string_view name)
{
    return std::format("{}/{}", kCpus, name);
}

/// What all CPUs have, or every value with its CPUs: "performance on 0-3, powersave on 4-7".
std::string ofAllCpus(const Files& files, const std::vector<int>& cpus, std::string_view file)
{
    std::map<std::string, std::vector<int>> byValue;
    for (const int cpu : cpus) {
        if (auto value = files.text(std::format("{}/cpu{}/{}", kCpus, cpu, file)); !value.empty()) {
            byValue[std::move(value)].push_back(cpu);
        }
    }
    if (byValue.size() == 1) {
        return byValue.begin()->first;
    }
    std::string out;
    for (const auto& [value, where] : byValue) {
        out += std::format("{}{} on {}", out.empty() ? "" : ", ", value, cpuListText(where));
    }
    return out;
}

std::string turboOf(const Files& files)
{
    if (const auto none = files.number(below("intel_pstate/no_turbo"))) {
        return *none == 0 ? "on" : "off";
    }
    if (const auto boost = files.number(below("cpufreq/boost"))) {
        return *boost == 0 ? "off" : "on";
    }
    return {};
}

std::string modelOf(const Files& files, const std::map<std::string, std::string>& info)
{
    for (const auto* name : {"model name", "cpu model", "cpu", "Processor"}) {
        if (const auto hit = info.find(name); hit != info.end() && !hit->second.empty()) {
            return hit->second;
        }
    }
    auto model = files.text("proc/device-tree/model");
    std::erase(model, '\0');
    return model;
}

void addTopology(const Files& files, const std::vector<int>& cpus, MachineFacts& facts)
{
    std::set<long long> sockets;
    for (const int cpu : cpus) {
        if (const auto socket = files.number(std::format("{}/cpu{}/topology/physical_package_id", kCpus, cpu))) {
            sockets.insert(*socket);
        }
    }
    if (cpus.empty()) {
        return;
    }
    set(facts, "cpu.count", std::to_string(cpus.size()));
    if (sockets.empty()) {
        return; // the system tells no topology
    }
    std::set<int> cores;
    std::set<int> nodes;
    for (const auto& cpu : readTopology(cpus, files.path("sys"))) {
        cores.insert(cpu.core);
        nodes.insert(cpu.node);
    }
    set(facts, "cpu.sockets", std::to_string(sockets.size()));
    set(facts, "cpu.cores", std::to_string(cores.size()));
    set(facts, "cpu.numa-nodes", std::to_string(nodes.size()));
    set(facts, "cpu.threads-per-core",
        cores.empty() ? std::string {} : std::to_string((cpus.size() + cores.size() - 1) / cores.size()));
}

void addThrottling(const Files& files, const std::vector<int>& cpus, MachineFacts& facts)
{
    for (const auto* kind : {"core", "package"}) {
        std::optional<long long> sum;
        for (const int cpu : cpus) {
            const auto count =
                files.number(std::format("{}/cpu{}/thermal_throttle/{}_throttle_count", kCpus, cpu, kind));
            if (count) {
                sum = sum.value_or(0) + *count;
            }
        }
        set(facts, std::format("throttle.{}", kind), sum ? std::to_string(*sum) : std::string {});
    }
}

/// The hottest sensor of the processor.
void addTemperature(const Files& files, MachineFacts& facts)
{
    std::optional<long long> hottest;
    const auto take = [&](std::optional<long long> thousandths) {
        if (thousandths && *thousandths > 0) {
            hottest = std::max(hottest.value_or(0), *thousandths);
        }
    };
    for (const auto& zone : files.entries("sys/class/thermal")) {
        const auto type = files.text(std::format("sys/class/thermal/{}/type", zone));
        if (type.contains("pkg") || type.contains("cpu") || type.contains("TCPU") || type.contains("soc")) {
            take(files.number(std::format("sys/class/thermal/{}/temp", zone)));
        }
    }
    for (const auto& sensor : files.entries("sys/class/hwmon")) {
        const auto folder = std::format("sys/class/hwmon/{}", sensor);
        const auto name = files.text(folder + "/name");
        if (name != "coretemp" && name != "k10temp" && name != "zenpower" && name != "cpu_thermal") {
            continue;
        }
        for (const auto& file : files.entries(folder)) {
            if (file.starts_with("temp") && file.ends_with("_input")) {
                take(files.number(folder + "/" + file));
            }
        }
    }
    if (hottest) {
        set(facts, "temperature.cpu", std::format("{} °C", (*hottest + 500) / 1000));
    }
}

void addVirtualisation(const Files& files, const std::map<std::string, std::string>& info, MachineFacts& facts)
{
    const auto flags = info.find("flags");
    const auto vendor = files.text("sys/class/dmi/id/sys_vendor");
    const auto product = files.text("sys/class/dmi/id/product_name");
    const auto isListed = std::ranges::any_of(
        std::initializer_list<std::string_view> {"QEMU", "VMware", "VirtualBox", "innotek", "Xen", "KVM", "Bochs",
                                                 "Virtual Machine", "Google Compute", "Amazon EC2", "OpenStack"},
        [&](std::string_view word) { return vendor.contains(word) || product.contains(word); });
    const auto xen = files.text("sys/hypervisor/type");
    const bool hasFlag = flags != info.end() && (" " + flags->second + " ").contains(" hypervisor ");
    if (hasFlag || !xen.empty() || (isListed && !product.contains(".metal"))) {
        auto name = vendor + (vendor.empty() || product.empty() ? "" : " ") + product;
        name = name.empty() ? xen : name;
        set(facts, "virtualisation", name.empty() ? "virtual machine" : std::format("virtual machine ({})", name));
    } else if (flags != info.end()) {
        set(facts, "virtualisation", "none");
    }
    std::error_code error;
    if (!files.text("run/systemd/container").empty()) {
        set(facts, "container", files.text("run/systemd/container"));
    } else if (std::filesystem::exists(files.path(".dockerenv"), error)) {
        set(facts, "container", "docker");
    }
}

}

void addProcessor(const Files& files, MachineFacts& facts)
{
    const auto info = pairsOf(files.text("proc/cpuinfo"), ':');
    auto cpus = parseCpuList(files.text(below("online"))).value_or(std::vector<int> {});
    if (cpus.empty()) {
        cpus = cpusIn(files.entries(kCpus));
    }
    set(facts, "cpu.model", modelOf(files, info));
    addTopology(files, cpus, facts);
    set(facts, "cpu.smt", files.text(below("smt/control")));
    set(facts, "cpu.driver", ofAllCpus(files, cpus, "cpufreq/scaling_driver"));
    set(facts, "cpu.governor", ofAllCpus(files, cpus, "cpufreq/scaling_governor"));
    set(facts, "cpu.energy-preference", ofAllCpus(files, cpus, "cpufreq/energy_performance_preference"));
    set(facts, "cpu.frequency-max", ofAllCpus(files, cpus, "cpufreq/scaling_max_freq"));
    set(facts, "cpu.turbo", turboOf(files));
    if (const auto microcode = info.find("microcode"); microcode != info.end()) {
        set(facts, "cpu.microcode", microcode->second);
    }
    for (const auto& name : files.entries(below("vulnerabilities"))) {
        set(facts, "mitigation." + name, files.text(below("vulnerabilities/" + name)));
    }
    addVirtualisation(files, info, facts);
    addTemperature(files, facts);
    addThrottling(files, cpus, facts);
}

}
