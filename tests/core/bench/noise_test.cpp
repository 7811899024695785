// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/noise.h"

#include "tests/core/bench/made_up_machine.h"

#include <algorithm>
#include <format>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace patchscale;
using tests::MadeUpMachine;

namespace {

using State = NoiseCheck::State;

/// A machine of two CPUs; times in ticks, of which there are sysconf(_SC_CLK_TCK) a second (100 on Linux).
void setTimes(MadeUpMachine& machine, int user, int idle, int steal)
{
    machine.file("proc/stat",
                 std::format("cpu  {} 0 0 {} 0 0 0 {} 0 0\ncpu0 1 0 0 1 0 0 0 0 0 0\ncpu1 1 0 0 1 0 0 0 0 0 0\nctxt 5",
                             user, idle, steal));
}

void setProcess(MadeUpMachine& machine, int id, std::string_view name, int user, int system)
{
    machine.file(
        std::format("proc/{}/stat", id),
        std::format("{} ({}) S 1 1 1 0 -1 4194560 100 0 0 0 {} {} 0 0 20 0 1 0 100 1000 10", id, name, user, system));
}

const NoiseCheck& check(const std::vector<NoiseCheck>& checks, std::string_view title)
{
    return *std::ranges::find(checks, title, &NoiseCheck::title);
}

NoiseCheck checkOf(const Parameters& facts, std::string_view title)
{
    return check(checksBefore({.values = facts}, {}, {}, 1), title);
}

KernelResult resultOf(const std::vector<double>& rates)
{
    KernelResult result;
    result.name = "Pipe Throughput";
    result.unit = "lps";
    for (const double rate : rates) {
        result.samples.emplace_back();
        result.samples.back().rate = rate;
        result.samples.back().round = static_cast<int>(result.samples.size());
    }
    return result;
}

std::vector<std::string> codes(const std::vector<BenchWarning>& warnings)
{
    std::vector<std::string> out;
    for (const auto& warning : warnings) {
        EXPECT_FALSE(warning.message.empty());
        EXPECT_FALSE(warning.mend.empty());
        out.push_back(warning.code);
    }
    return out;
}

using Codes = std::vector<std::string>;

}

TEST(NoiseSnapshot, TellsWhichProcessesTookTime)
{
    if (::sysconf(_SC_CLK_TCK) != 100) {
        GTEST_SKIP() << "the times are written for 100 ticks a second";
    }
    MadeUpMachine machine;
    setTimes(machine, 1000, 9000, 0);
    setProcess(machine, 10, "cc1plus (x) y", 100, 0);
    setProcess(machine, 11, "idle one", 500, 500);
    const auto before = takeNoiseSnapshot(machine.root());
    setTimes(machine, 1150, 9050, 0); // 200 ticks of two CPUs: one second
    setProcess(machine, 10, "cc1plus (x) y", 150, 30);
    setProcess(machine, 12, "self", 60, 0);
    setProcess(machine, 13, "new", 7, 0);
    const auto after = takeNoiseSnapshot(machine.root());
    EXPECT_EQ(after.cpus, 2);
    EXPECT_EQ(*after.busySeconds - *before.busySeconds, 1.5);
    const auto busy = busyProcesses(before, after, 12);
    ASSERT_EQ(busy.size(), 2U);
    EXPECT_EQ(busy[0].name, "cc1plus (x) y");
    EXPECT_NEAR(busy[0].share, 0.8, 1e-9);
    EXPECT_EQ(busy[1].name, "new");
    const auto load = check(checksBefore({}, before, after, 12), "Other load");
    EXPECT_EQ(load.state, State::Doubtful);
    EXPECT_EQ(load.message, "1.5 of 2 CPUs are busy: cc1plus (x) y (10, 80 %), new (13, 7 %)");
    MachineFacts facts;
    addBusyProcesses(facts, busy);
    EXPECT_EQ(facts.values.at("processes.busy"), "cc1plus (x) y (10) 80 %, new (13) 7 %");
}

TEST(NoiseSnapshot, IsEmptyWhereNothingCanBeRead)
{
    const MadeUpMachine machine;
    const auto snapshot = takeNoiseSnapshot(machine.root());
    EXPECT_FALSE(snapshot.cpuSeconds);
    EXPECT_FALSE(snapshot.throttleCount);
    EXPECT_TRUE(snapshot.processes.empty());
    EXPECT_TRUE(busyProcesses(snapshot, snapshot, 1).empty());
    for (const auto& each : checksBefore({}, snapshot, snapshot, 1)) {
        EXPECT_NE(each.state, State::Doubtful) << each.title;
    }
}

TEST(NoiseSnapshot, CountsThrottlingOfProcessorAndGroup)
{
    MadeUpMachine machine;
    machine.file("sys/devices/system/cpu/online", "0-1");
    machine.cpuFile(0, "thermal_throttle/core_throttle_count", "3");
    machine.cpuFile(1, "thermal_throttle/package_throttle_count", "4");
    machine.file("proc/self/cgroup", "0::/").file("sys/fs/cgroup/cpu.stat", "usage_usec 5\nthrottled_usec 2500000");
    machine.file("proc/vmstat", "pgfault 1\npswpin 5\npswpout 6");
    const auto snapshot = takeNoiseSnapshot(machine.root());
    EXPECT_EQ(snapshot.throttleCount, 7);
    EXPECT_EQ(snapshot.groupThrottledSeconds, 2.5);
    EXPECT_EQ(snapshot.swappedPages, 11);
}

TEST(NoiseChecks, KnowAQuietMachine)
{
    const auto quiet = [](double busy, double all) {
        NoiseSnapshot snapshot;
        snapshot.cpus = 4;
        snapshot.cpuSeconds = all;
        snapshot.busySeconds = busy;
        snapshot.stealSeconds = 0;
        snapshot.throttleCount = 2;
        return snapshot;
    };
    const MachineFacts facts {.values = {{"cpu.governor", "performance"},
                                         {"cpu.turbo", "off"},
                                         {"cpu.threads-per-core", "1"},
                                         {"virtualisation", "none"},
                                         {"memory.swap", "none"},
                                         {"directory.free", "20.0 GiB"}}};
    for (const auto& each : checksBefore(facts, quiet(10, 100), quiet(10.01, 102), 1)) {
        EXPECT_EQ(each.state, State::Passed) << each.title << ": " << each.message;
        EXPECT_TRUE(each.mend.empty()) << each.title;
    }
}

TEST(NoiseChecks, SayWhatToDoAboutEachDoubt)
{
    EXPECT_EQ(checkOf({{"cpu.governor", "powersave"}}, "Frequency scaling").code, "frequency-scaling");
    EXPECT_EQ(checkOf({{"cpu.governor", "powersave"}}, "Frequency scaling").state, State::Doubtful);
    EXPECT_EQ(checkOf({{"cpu.turbo", "on"}, {"cpu.driver", "intel_pstate"}}, "Turbo").mend,
              "echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo");
    EXPECT_EQ(checkOf({{"cpu.turbo", "on"}, {"cpu.driver", "acpi-cpufreq"}}, "Turbo").mend,
              "echo 0 > /sys/devices/system/cpu/cpufreq/boost");
    EXPECT_EQ(checkOf({{"cpu.threads-per-core", "2"}}, "SMT siblings").state, State::Doubtful);
    EXPECT_EQ(checkOf({{"cgroup.cpu-limit", "1.5 CPUs"}}, "Control group").state, State::Doubtful);
    EXPECT_EQ(checkOf({{"memory.swap", "8.0 GiB"}, {"memory.swap-used", "1.0 GiB"}}, "Swap").state, State::Doubtful);
    EXPECT_EQ(checkOf({{"memory.swap", "8.0 GiB"}, {"memory.swap-used", "1.0 MiB"}}, "Swap").state, State::Passed);
    EXPECT_EQ(checkOf({{"directory.free", "900.0 MiB"}}, "Room in the test folder").state, State::Doubtful);
    EXPECT_EQ(checkOf({}, "Room in the test folder").state, State::Unknown);
}

TEST(NoiseChecks, DistrustAVirtualMachineThatTellsNoSteal)
{
    NoiseSnapshot before;
    before.cpuSeconds = 100;
    before.stealSeconds = 0;
    auto after = before;
    after.cpuSeconds = 101;
    const MachineFacts guest {.values = {{"virtualisation", "virtual machine"}}};
    EXPECT_EQ(check(checksBefore(guest, before, after, 1), "Steal time").code, "no-steal-accounting");
    EXPECT_EQ(check(checksBefore({.values = {{"virtualisation", "none"}}}, before, after, 1), "Steal time").state,
              State::Passed);
    after.stealSeconds = 0.1; // of one second: 10 %
    EXPECT_EQ(check(checksBefore(guest, before, after, 1), "Steal time").code, "steal");
}

TEST(NoiseDuring, IsWhatTheCountersGrewBy)
{
    NoiseSnapshot before;
    before.cpuSeconds = 1000;
    before.busySeconds = 100;
    before.stealSeconds = 1;
    before.throttleCount = 5;
    before.groupThrottledSeconds = 0;
    before.swappedPages = 10;
    EXPECT_TRUE(warningsBetween(before, before).empty());
    EXPECT_TRUE(warningsBetween({}, {}).empty());
    auto after = before;
    after.cpuSeconds = 1040;
    after.busySeconds = 118;
    after.stealSeconds = 3; // 2 of 20 wanted
    after.throttleCount = 6;
    after.groupThrottledSeconds = 0.5;
    after.swappedPages = 11;
    const auto warnings = warningsBetween(before, after);
    EXPECT_EQ(codes(warnings), (Codes {"steal", "throttled", "cgroup-throttled", "swap"}));
    EXPECT_EQ(warnings[0].message, "the hypervisor took 10.0 % of the CPU time that was wanted");
}

/// Samples of 2 s in which @p cpu seconds were had, and so many involuntary switches a second.
KernelResult pushed(double cpu, double switches)
{
    auto result = resultOf({100, 101});
    for (auto& sample : result.samples) {
        sample.seconds = 2;
        sample.user = cpu / 4;
        sample.system = cpu * 3 / 4;
        sample.involuntarySwitches = switches;
    }
    return result;
}

TEST(NoiseOfSamples, TwoProcessesThatShareTheirCpuByIntentAreNotPushedOffIt)
{
    EXPECT_EQ(codes(warningsOfSamples(pushed(1.98, 50000))), Codes {}); // context-switch:same-cpu
    EXPECT_EQ(codes(warningsOfSamples(pushed(1.0, 20))), Codes {}); // it sleeps by itself
}

TEST(NoiseOfSamples, WhoIsPushedOffTheCpuHasItForLessThanTheTime)
{
    const auto warnings = warningsOfSamples(pushed(1.5, 200));
    ASSERT_EQ(codes(warnings), (Codes {"preempted"}));
    EXPECT_THAT(warnings[0].message,
                testing::EndsWith(": pushed off the CPU again and again; it had one for 75 % of the time"));
    auto four = pushed(2, 200);
    four.copies = 4; // on two CPUs
    EXPECT_EQ(codes(warningsOfSamples(four)), (Codes {"preempted"}));
    auto disturbed = pushed(1.5, 200);
    disturbed.parameters["disturber"] = "busy loop, 25 %, same CPU";
    EXPECT_EQ(codes(warningsOfSamples(disturbed)), Codes {});
}

TEST(NoiseOfSamples, IsNoneInASteadySeries)
{
    EXPECT_EQ(codes(warningsOfSamples(resultOf({100, 101, 99, 100.5, 99.5, 100, 101, 99, 100, 100.2, 99.8}))),
              Codes {});
    EXPECT_EQ(codes(warningsOfSamples(resultOf({}))), Codes {});
    EXPECT_EQ(codes(warningsOfSamples(resultOf({1, 50}))), Codes {});
}

TEST(NoiseOfSamples, TellsADriftOverTheRounds)
{
    const auto warnings = warningsOfSamples(resultOf({100, 99, 98, 97, 96, 95, 94, 93}));
    ASSERT_EQ(codes(warnings), Codes {"drift"});
    // slope -1 over 7 steps, median 96.5
    EXPECT_EQ(warnings[0].message, "Pipe Throughput: the rate drifted by -7.3 % over 8 rounds");
    EXPECT_EQ(codes(warningsOfSamples(resultOf({100, 99.99, 99.98, 99.97, 99.96, 99.95, 99.94, 99.93}))), Codes {});
}

TEST(NoiseOfSamples, NamesTheRoundsThatLieFarOff)
{
    const auto warnings = warningsOfSamples(resultOf({100, 101, 80, 99, 100, 101, 99}));
    ASSERT_EQ(codes(warnings), Codes {"outliers"});
    EXPECT_EQ(warnings[0].message, "Pipe Throughput: far from the other rounds: round 3 (-20.0 %)");
}

TEST(NoiseOfSamples, TellsTwoModes)
{
    auto result = resultOf({100, 110, 100.5, 110.5, 100, 110, 110.5, 100.5, 100.25, 110.25});
    result.copies = 4;
    result.mode = "free";
    const auto warnings = warningsOfSamples(result);
    ASSERT_EQ(codes(warnings), Codes {"two-modes"});
    EXPECT_EQ(warnings[0].message,
              "Pipe Throughput, 4 copies, mode free: 5 rounds lie about 100.25 and 5 about 110.25 lps");
}
