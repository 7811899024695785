// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/doctor.h"

#include "tests/core/bench/made_up_machine.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace patchscale;
using tests::MadeUpMachine;

namespace {

using State = NoiseCheck::State;

NoiseCheck find(const DoctorReport& report, std::string_view code)
{
    return *std::ranges::find(report.checks, code, &NoiseCheck::code);
}

DoctorReport reportOf(const MadeUpMachine& machine, bool isRoot = false)
{
    DoctorInput input;
    input.root = machine.root();
    input.searchPath = "/opt/none::relative:/usr/bin";
    input.isRoot = isRoot;
    return examine(input);
}

}

TEST(Doctor, SaysWhichToolsAreMissing)
{
    MadeUpMachine machine;
    machine.file("usr/bin/fio", "");
    const auto report = reportOf(machine);
    EXPECT_EQ(find(report, "tool-fio").state, State::Passed);
    EXPECT_EQ(find(report, "tool-perf").state, State::Doubtful);
    EXPECT_FALSE(find(report, "tool-perf").mend.empty());
}

TEST(Doctor, KnowsWhetherHardwareEventsCanBeCounted)
{
    MadeUpMachine machine;
    EXPECT_EQ(find(reportOf(machine), "hardware-counters").state, State::Unknown);
    machine.file("sys/bus/event_source/devices/software/type", "1");
    EXPECT_EQ(find(reportOf(machine), "hardware-counters").state, State::Doubtful);
    machine.file("sys/bus/event_source/devices/cpu/type", "4");
    EXPECT_EQ(find(reportOf(machine), "hardware-counters").state, State::Passed);
}

TEST(Doctor, KnowsWhetherThisUserMayCountEvents)
{
    MadeUpMachine machine;
    EXPECT_EQ(find(reportOf(machine), "perf-event-paranoid").state, State::Unknown);
    machine.file("proc/sys/kernel/perf_event_paranoid", "3");
    EXPECT_EQ(find(reportOf(machine), "perf-event-paranoid").state, State::Doubtful);
    EXPECT_EQ(find(reportOf(machine, true), "perf-event-paranoid").state, State::Passed);
    machine.file("proc/sys/kernel/perf_event_paranoid", "-1");
    EXPECT_EQ(find(reportOf(machine), "perf-event-paranoid").state, State::Passed);
}

TEST(Doctor, WaitsBetweenItsTwoLooks)
{
    const MadeUpMachine machine;
    int waits = 0;
    DoctorInput input;
    input.root = machine.root();
    input.wait = [&] { ++waits; };
    (void)examine(input);
    EXPECT_EQ(waits, 1);
}

TEST(Doctor, PrintsEveryCheckWithItsMend)
{
    const DoctorReport report {
        .machine = {},
        .checks = {{.code = "a", .title = "First", .state = State::Passed, .message = "is fine", .mend = {}},
                   {.code = "b", .title = "Second", .state = State::Doubtful, .message = "is not", .mend = "mend it"},
                   {.code = "c", .title = "Third", .state = State::Unknown, .message = "is hidden", .mend = {}}}};
    EXPECT_EQ(doctorText(report),
              "passed   First: is fine\n"
              "warning  Second: is not\n"
              "         mend: mend it\n"
              "unknown  Third: is hidden\n"
              "\n"
              "1 passed, 1 warning, 1 unknown.\n");
}

TEST(Doctor, WritesJson)
{
    MadeUpMachine machine;
    machine.file("proc/sys/kernel/osrelease", "6.9.0");
    const auto report = reportOf(machine);
    const auto json = nlohmann::json::parse(doctorJson(report));
    EXPECT_EQ(json.at("patchscale-doctor"), 1);
    EXPECT_EQ(json.at("machine").at("kernel.release"), "6.9.0");
    ASSERT_EQ(json.at("checks").size(), report.checks.size());
    EXPECT_EQ(json.at("checks").at(0).at("code"), "load");
    EXPECT_EQ(json.at("checks").at(0).at("state"), "unknown");
}
