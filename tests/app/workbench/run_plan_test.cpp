// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/run_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace patchscale;
using namespace Qt::StringLiterals;
using testing::HasSubstr;

namespace {

RunRequest everything()
{
    return {.kernels = {u"pipe"_s, u"context-switch:same-cpu"_s},
            .fio = {u"rand-read"_s},
            .command = {},
            .copies = {1, 8},
            .rounds = 20,
            .untilPercent = 0.5,
            .seconds = 0.25,
            .pin = u"core"_s,
            .disturber = u"redis-benchmark -q"_s,
            .dutyPercent = 33,
            .counters = u"task-clock,page-faults"_s,
            .isProfiled = true,
            .label = {},
            .role = {},
            .isExperiment = true,
            .before = u"sysctl kernel.x=0"_s,
            .after = u"sysctl kernel.x=1"_s,
            .check = u"sysctl -n kernel.x"_s};
}

std::string refusal(const QByteArray& plan)
{
    const auto read = readPlan(plan);
    return read ? "(read)" : read.error().message + "|" + read.error().hints.front();
}

}

TEST(RunPlan, ComesBackAsItWasSaved)
{
    EXPECT_EQ(readPlan(planText(everything())), everything());
    const RunRequest plain {.kernels = {u"pipe"_s}, .label = u"before"_s, .role = u"baseline"_s};
    EXPECT_EQ(readPlan(planText(plain)), plain);
    const RunRequest timed {.command = {u"make"_s, u"-s"_s}, .label = u"v2"_s};
    EXPECT_EQ(readPlan(planText(timed)), timed);
}

TEST(RunPlan, IsTextThatAPersonCanWrite)
{
    const auto read = readPlan(R"({"patchscale-plan": 1, "kernels": ["pipe"], "copies": [2], "until": 1})");
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, (RunRequest {.kernels = {u"pipe"_s}, .copies = {2}, .untilPercent = 1}));
}

TEST(RunPlan, OfWhichSomethingCannotBeReadIsRefusedByName)
{
    EXPECT_THAT(refusal("not JSON"), HasSubstr("it is no plan of a run"));
    EXPECT_THAT(refusal(R"({"patchscale-run": 1})"), HasSubstr("Save Plan"));
    EXPECT_THAT(refusal(R"({"patchscale-plan": 2})"), HasSubstr("a version that this program does not know"));
    EXPECT_THAT(refusal(R"({"patchscale-plan": 1, "kernel": ["pipe"]})"), HasSubstr("'kernel', which is not known"));
    EXPECT_THAT(refusal(R"({"patchscale-plan": 1, "rounds": 2.5})"), HasSubstr("'rounds'"));
    EXPECT_THAT(refusal(R"({"patchscale-plan": 1, "rounds": 0})"), HasSubstr("a number from 1 to 1000"));
    EXPECT_THAT(refusal(R"({"patchscale-plan": 1, "copies": []})"), HasSubstr("'copies'"));
    EXPECT_THAT(refusal(R"({"patchscale-plan": 1, "kernels": "pipe"})"), HasSubstr("a list of words"));
    EXPECT_THAT(refusal(R"({"patchscale-plan": 1, "pin": "moon"})"), HasSubstr("none, cpu, core or node"));
    EXPECT_THAT(refusal(R"({"patchscale-plan": 1, "duty": 101})"), HasSubstr("'duty'"));
}

TEST(RunPlan, TellsTheRunnerEverything)
{
    EXPECT_EQ(runnerArguments(everything(), u"o"_s),
              (QStringList {u"ab"_s,
                            u"--json-lines"_s,
                            u"--output"_s,
                            u"o"_s,
                            u"--copies"_s,
                            u"1,8"_s,
                            u"--until"_s,
                            u"0.5"_s,
                            u"--max-rounds"_s,
                            u"20"_s,
                            u"--rounds"_s,
                            u"20"_s,
                            u"--pin"_s,
                            u"core"_s,
                            u"--before"_s,
                            u"sysctl kernel.x=0"_s,
                            u"--after"_s,
                            u"sysctl kernel.x=1"_s,
                            u"--check"_s,
                            u"sysctl -n kernel.x"_s,
                            u"--perf-stat=task-clock,page-faults"_s,
                            u"--perf-record"_s,
                            u"--disturb"_s,
                            u"redis-benchmark -q"_s,
                            u"--duty"_s,
                            u"33"_s,
                            u"--fio=rand-read"_s,
                            u"--seconds"_s,
                            u"0.25"_s,
                            u"pipe"_s,
                            u"context-switch:same-cpu"_s}));
}
