// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/run_events.h"

#include "app/workbench/run_request.h"
#include "app/workbench/run_service.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace patchscale {
namespace {

template<class Event>
Event readAs(const QByteArray& line)
{
    const std::optional<RunEvent> event = readRunEvent(line);
    const Event* read = event ? std::get_if<Event>(&*event) : nullptr;
    EXPECT_NE(read, nullptr) << line.constData();
    return read != nullptr ? *read : Event {};
}

TEST(RunEvents, PlanTellsItsTestsAndVariants)
{
    const auto plan = readAs<RunPlanned>(
        R"({"event":"plan","version":1,"variants":["before","after"],"samples":12,"secondsLeft":30.5,"seed":1,)"
        R"("results":[{"kernel":"ctx","name":"Switching","mode":"same-cpu","copies":2,"unit":"lps",)"
        R"("better":"lower","rounds":6}]})");
    EXPECT_EQ(plan.variants, (QStringList {u"before"_s, u"after"_s}));
    EXPECT_EQ(plan.samples, 12);
    EXPECT_EQ(plan.secondsLeft, 30.5);
    ASSERT_EQ(plan.tests.size(), 1);
    EXPECT_EQ(plan.tests[0].test.mode, u"same-cpu"_s);
    EXPECT_EQ(plan.tests[0].test.copies, 2);
    EXPECT_TRUE(plan.tests[0].isLowerBetter);
    EXPECT_EQ(plan.tests[0].rounds, 6);
}

TEST(RunEvents, SampleTellsRatePlaceAndCpus)
{
    const auto sample = readAs<SampleTaken>(
        R"({"event":"sample","variant":"after","kernel":"pipe","name":"Pipe","mode":"","copies":1,"round":3,"rounds":5,)"
        R"("secondsLeft":4.5,"order":7,"rate":1234.5,"wallRate":1200,"count":99,"seconds":0.05,"cpus":[0,3]})");
    EXPECT_EQ(sample.rate, 1234.5);
    EXPECT_EQ(sample.place.round, 3);
    EXPECT_EQ(sample.place.variant, u"after"_s);
    EXPECT_EQ(sample.cpus, (QList<int> {0, 3}));
}

TEST(RunEvents, FindingMayKnowNoIntervalAndNoRounds)
{
    const auto known =
        readAs<RunFinding>(R"({"event":"finding","kernel":"pipe","name":"Pipe","mode":"","copies":1,"change":-0.029,)"
                           R"("interval":[-0.035,-0.023],"verdict":"Regressed","moreRounds":4,"reason":"r"})");
    ASSERT_TRUE(known.interval.has_value());
    EXPECT_EQ(known.interval->first, -0.035);
    EXPECT_EQ(known.change, -0.029);
    EXPECT_EQ(known.moreRounds, 4);
    const auto unknown = readAs<RunFinding>(
        R"({"event":"finding","kernel":"pipe","name":"Pipe","change":null,"interval":null,"moreRounds":null})");
    EXPECT_FALSE(unknown.change || unknown.interval || unknown.moreRounds);
}

TEST(RunEvents, DocumentIsEmptyWhenNothingWasWritten)
{
    const auto finished =
        readAs<RunFinished>(R"({"event":"finished","status":"failed","reason":"no","document":null,"samples":0})");
    EXPECT_EQ(finished.status, u"failed"_s);
    EXPECT_TRUE(finished.document.isEmpty());
}

TEST(RunEvents, UnknownAndBrokenLinesArePassedOver)
{
    EXPECT_FALSE(readRunEvent(R"({"event":"something-new","x":1})").has_value());
    EXPECT_FALSE(readRunEvent("not json at all").has_value());
    EXPECT_FALSE(readRunEvent("").has_value());
    EXPECT_FALSE(readRunEvent("[1,2]").has_value());
}

TEST(RunEvents, KernelsKeepTheirModesAndWhetherTheyAreInTheIndex)
{
    const auto kernels = readKernelList(
        R"({"kernels":[{"id":"pipe","name":"Pipe","group":"G","unit":"lps","modes":["default"],"baseline":12440},)"
        R"({"id":"ctx","name":"Ctx","group":"H","unit":"lps","modes":["free","same-cpu"],"baseline":null}]})");
    ASSERT_EQ(kernels.size(), 2);
    EXPECT_TRUE(kernels[0].isIndex);
    EXPECT_FALSE(kernels[1].isIndex);
    EXPECT_EQ(kernels[1].modes, (QStringList {u"free"_s, u"same-cpu"_s}));
    EXPECT_TRUE(readKernelList("{").isEmpty());
}

TEST(RunEvents, PresetsOfFioAreKernelsOfAGroupOfTheirOwn)
{
    const auto presets = readFioPresets(R"({"kernels": [{"id": "pipe"}],
        "fio": [{"id": "rand-read", "name": "Random read", "description": "16 jobs"}]})");
    ASSERT_EQ(presets.size(), 1);
    EXPECT_EQ(presets[0].id, u"fio:rand-read"_s);
    EXPECT_EQ(presets[0].name, u"Random read"_s);
    EXPECT_EQ(presets[0].group, u"fio"_s);
    EXPECT_EQ(presets[0].unit, u"B/s"_s);
    EXPECT_TRUE(readFioPresets(R"({"kernels": []})").isEmpty()); // of an older runner
}

TEST(RunEvents, MachineReportLeavesToolsAside)
{
    const auto report =
        readMachineReport(R"({"machine":{"cpu.model":"Chip","cpu.count":"4","kernel.release":"6.1"},"checks":[)"
                          R"({"code":"load","title":"Other load","state":"warning","message":"busy","mend":"stop it"},)"
                          R"({"code":"tool-fio","title":"fio","state":"warning","message":"missing","mend":""},)"
                          R"({"code":"steal","title":"Steal","state":"passed","message":"0 %","mend":""}]})");
    EXPECT_EQ(report.processor, u"Chip"_s);
    EXPECT_EQ(report.cpus, 4);
    ASSERT_EQ(report.warnings.size(), 1);
    EXPECT_EQ(report.warnings[0].message, u"Other load: busy"_s);
    EXPECT_EQ(report.warnings[0].mend, u"stop it"_s);
}

TEST(RunnerArguments, ThisBootHasLabelAndRole)
{
    const RunRequest request {.kernels = {u"pipe"_s, u"ctx:same-cpu"_s},
                              .command = {},
                              .copies = {1, 4},
                              .rounds = 3,
                              .seconds = 0.25,
                              .pin = u"cpu"_s,
                              .label = u"v2"_s,
                              .role = u"candidate"_s,
                              .before = {},
                              .after = {}};
    EXPECT_EQ(runnerArguments(request, u"/tmp/x.json"_s).join(u' '),
              u"run --json-lines --output /tmp/x.json --copies 1,4 --rounds 3 --pin cpu --label v2 --role candidate "
              "--seconds 0.25 pipe ctx:same-cpu"_s);
}

TEST(RunnerArguments, ExperimentSwitchesAndCommandStandsLast)
{
    const RunRequest request {.kernels = {},
                              .command = {u"make"_s, u"-s"_s},
                              .pin = {},
                              .label = {},
                              .role = {},
                              .isExperiment = true,
                              .before = u"sysctl a=0"_s,
                              .after = u"sysctl a=1"_s};
    EXPECT_EQ(
        runnerArguments(request, u"o"_s),
        (QStringList {u"ab"_s, u"--json-lines"_s, u"--output"_s, u"o"_s, u"--copies"_s, u"1"_s, u"--rounds"_s, u"5"_s,
                      u"--before"_s, u"sysctl a=0"_s, u"--after"_s, u"sysctl a=1"_s, u"--"_s, u"make"_s, u"-s"_s}));
}

}
}
