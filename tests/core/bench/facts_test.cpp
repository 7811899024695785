// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/facts.h"

#include "tests/core/bench/made_up_machine.h"

#include <gtest/gtest.h>

using namespace patchscale;
using tests::MadeUpMachine;

namespace {

/// One socket, two cores of two threads: CPUs 0 and 2 are one core, 1 and 3 the other.
void addCpus(MadeUpMachine& machine)
{
    machine.file("sys/devices/system/cpu/online", "0-3");
    machine.file("sys/devices/system/node/node0/cpulist", "0-3");
    for (int cpu = 0; cpu < 4; ++cpu) {
        machine.cpuFile(cpu, "topology/physical_package_id", "0");
        machine.cpuFile(cpu, "topology/core_id", std::to_string(cpu % 2));
        for (const auto* name : {"topology/thread_siblings_list", "topology/core_cpus_list"}) {
            machine.cpuFile(cpu, name, cpu % 2 == 0 ? "0,2" : "1,3");
        }
        machine.cpuFile(cpu, "cpufreq/scaling_governor", cpu < 3 ? "powersave" : "performance");
        machine.cpuFile(cpu, "cpufreq/scaling_driver", "intel_pstate");
        machine.cpuFile(cpu, "thermal_throttle/core_throttle_count", std::to_string(cpu));
    }
}

std::string fact(const MadeUpMachine& machine, const std::string& name)
{
    return factOf(readMachineFacts(machine.root(), {}), name);
}

}

TEST(MachineFacts, AreAbsentWhereNothingCanBeRead)
{
    const MadeUpMachine machine;
    EXPECT_TRUE(readMachineFacts(machine.root(), {}).values.empty());
    EXPECT_TRUE(readMachineFacts("/nowhere/at/all", {}).values.empty());
}

TEST(MachineFacts, TellTheProcessor)
{
    MadeUpMachine machine;
    addCpus(machine);
    machine.file("proc/cpuinfo",
                 "processor\t: 0\nmodel name\t: Example 9000 @ 2.40GHz\nmicrocode\t: 0x1f\nflags\t\t: fpu vme\n\n"
                 "processor\t: 1\nmodel name\t: Example 9000 @ 2.40GHz\n");
    machine.file("sys/devices/system/cpu/smt/control", "on");
    machine.file("sys/devices/system/cpu/intel_pstate/no_turbo", "1");
    machine.file("sys/devices/system/cpu/vulnerabilities/spectre_v2", "Mitigation: Retpolines");
    machine.file("sys/class/thermal/thermal_zone0/type", "x86_pkg_temp");
    machine.file("sys/class/thermal/thermal_zone0/temp", "48500");
    machine.file("sys/class/thermal/thermal_zone1/type", "acpitz");
    machine.file("sys/class/thermal/thermal_zone1/temp", "90000");
    const auto facts = readMachineFacts(machine.root(), {}).values;
    EXPECT_EQ(facts.at("cpu.model"), "Example 9000 @ 2.40GHz");
    EXPECT_EQ(facts.at("cpu.count"), "4");
    EXPECT_EQ(facts.at("cpu.sockets"), "1");
    EXPECT_EQ(facts.at("cpu.cores"), "2");
    EXPECT_EQ(facts.at("cpu.threads-per-core"), "2");
    EXPECT_EQ(facts.at("cpu.numa-nodes"), "1");
    EXPECT_EQ(facts.at("cpu.smt"), "on");
    EXPECT_EQ(facts.at("cpu.turbo"), "off");
    EXPECT_EQ(facts.at("cpu.driver"), "intel_pstate");
    EXPECT_EQ(facts.at("cpu.governor"), "performance on 3, powersave on 0-2");
    EXPECT_EQ(facts.at("cpu.microcode"), "0x1f");
    EXPECT_EQ(facts.at("mitigation.spectre_v2"), "Mitigation: Retpolines");
    EXPECT_EQ(facts.at("virtualisation"), "none");
    EXPECT_EQ(facts.at("temperature.cpu"), "49 °C"); // 48.5 rounded; the case is not the processor
    EXPECT_EQ(facts.at("throttle.core"), "6"); // 0 + 1 + 2 + 3
    EXPECT_FALSE(facts.contains("throttle.package"));
}

TEST(MachineFacts, TellAVirtualMachineByTheFlagOfItsProcessor)
{
    MadeUpMachine machine;
    machine.file("proc/cpuinfo", "flags : fpu hypervisor sse");
    EXPECT_EQ(fact(machine, "virtualisation"), "virtual machine");
    machine.file("sys/class/dmi/id/sys_vendor", "QEMU").file("sys/class/dmi/id/product_name", "Standard PC");
    EXPECT_EQ(fact(machine, "virtualisation"), "virtual machine (QEMU Standard PC)");
}

TEST(MachineFacts, TellKernelAndMemory)
{
    MadeUpMachine machine;
    machine.file("proc/sys/kernel/osrelease", "6.9.0-test").file("proc/cmdline", "root=/dev/sda1 mitigations=off");
    machine.file("proc/sys/kernel/random/boot_id", "1-2-3").file("proc/sys/kernel/randomize_va_space", "2");
    machine.file("etc/os-release", "ID=some\nPRETTY_NAME=\"Some Linux 13\"");
    machine.file("proc/loadavg", "0.52 0.40 0.31 2/345 6789").file("proc/uptime", "3600.25 1.0");
    machine.file("proc/meminfo",
                 "MemTotal: 33554432 kB\nMemAvailable: 1048576 kB\nSwapTotal: 1024 kB\nSwapFree: 512 kB");
    machine.file("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never");
    machine.file("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc");
    const auto facts = readMachineFacts(machine.root(), {}).values;
    EXPECT_EQ(facts.at("kernel.release"), "6.9.0-test");
    EXPECT_EQ(facts.at("kernel.command-line"), "root=/dev/sda1 mitigations=off");
    EXPECT_EQ(facts.at("kernel.boot-id"), "1-2-3");
    EXPECT_EQ(facts.at("kernel.aslr"), "2");
    EXPECT_EQ(facts.at("kernel.clocksource"), "tsc");
    EXPECT_EQ(facts.at("os.name"), "Some Linux 13");
    EXPECT_EQ(facts.at("load.1"), "0.52");
    EXPECT_EQ(facts.at("load.15"), "0.31");
    EXPECT_EQ(facts.at("uptime"), "3600 s");
    EXPECT_EQ(facts.at("memory.total"), "32.0 GiB");
    EXPECT_EQ(facts.at("memory.available"), "1.0 GiB");
    EXPECT_EQ(facts.at("memory.swap"), "1.0 MiB");
    EXPECT_EQ(facts.at("memory.swap-used"), "512.0 KiB");
    EXPECT_EQ(facts.at("memory.thp"), "madvise");
}

TEST(MachineFacts, TellTheNarrowestLimitOfTheControlGroups)
{
    MadeUpMachine machine;
    machine.file("proc/self/cgroup", "0::/a/b");
    machine.file("sys/fs/cgroup/a/b/cpu.max", "max 100000").file("sys/fs/cgroup/a/cpu.max", "150000 100000");
    machine.file("sys/fs/cgroup/a/b/memory.max", "2147483648").file("sys/fs/cgroup/a/memory.max", "max");
    machine.file("sys/fs/cgroup/a/b/cpuset.cpus.effective", "0-1");
    const auto facts = readMachineFacts(machine.root(), {}).values;
    EXPECT_EQ(facts.at("cgroup.cpu-limit"), "1.5 CPUs");
    EXPECT_EQ(facts.at("cgroup.memory-limit"), "2.0 GiB");
    EXPECT_EQ(facts.at("cgroup.cpuset"), "0-1");
}

TEST(MachineFacts, TellTheFileSystemOfTheTestFolder)
{
    MadeUpMachine machine;
    const auto folder = machine.root() / "work it";
    std::filesystem::create_directories(folder);
    std::string escaped = std::filesystem::canonical(folder).string();
    escaped.replace(escaped.find(' '), 1, "\\040");
    machine.file("proc/self/mounts", "/dev/sda1 / ext4 rw 0 0\ntmpfs " + escaped + " tmpfs rw 0 0");
    EXPECT_EQ(factOf(readMachineFacts(machine.root(), folder), "directory.file-system"), "tmpfs");
    EXPECT_EQ(factOf(readMachineFacts(machine.root(), "/"), "directory.file-system"), "ext4");
}

TEST(ToolFacts, FollowTheShellWithinTheTree)
{
    MadeUpMachine machine;
    machine.file("usr/bin/dash", "")
        .link("bin/sh", "/etc/alternatives/sh")
        .link("etc/alternatives/sh", "/usr/bin/dash");
    machine.file("lib/some-linux-gnu/libc.so.6",
                 "\x7f"
                 "ELF GNU C Library (Some GLIBC 2.41-1) stable release version");
    const auto tool = readToolFacts(machine.root());
    EXPECT_EQ(tool.shell, "dash");
    EXPECT_EQ(tool.libc, "Some GLIBC 2.41-1");
    EXPECT_EQ(tool.coreutils, "");
    EXPECT_TRUE(tool.flags.starts_with("-O2 ")) << tool.flags;
    EXPECT_FALSE(tool.version.empty());
}

TEST(ToolFacts, OfThisMachineNameItsLibcAndCoreutils)
{
    const auto tool = readToolFacts("/");
    EXPECT_FALSE(tool.shell.empty());
    EXPECT_FALSE(tool.compiler.empty());
    EXPECT_FALSE(tool.locale.empty());
}
