// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_tree.h"
#include "core/bench/around/fio.h"
#include "core/bench/around/perf_record.h"
#include "core/bench/around/ready.h"
#include "core/bench/around/unixbench.h"
#include "core/bench/command.h"
#include "core/bench/timed_command.h"
#include "tests/core/bench/around/stand_in.h"
#include "tests/core/bench/bench_fixture.h"

#include <algorithm>

namespace patchscale {
namespace {

using Around = BenchFixture;

TEST_F(Around, FindsAPresetBeforeAFileAndNamesThePresetsThatThereAre)
{
    write(file("small.fio"), "[small]\n");
    const auto job = findFioJob("small", file(""));
    ASSERT_TRUE(job);
    EXPECT_EQ(job->name, "small");
    EXPECT_EQ(findFioJob(file("small.fio").string(), file("none"))->name, "small");
    const auto none = findFioJob("smal", file(""));
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().hints, std::vector<std::string> {"presets are small"});
}

TEST_F(Around, FioLeavesItsReportAndNoFile)
{
    if (!findProgram("fio")) {
        GTEST_SKIP() << "fio is not installed";
    }
    write(file("small.fio"), "[small]\nrw=write\nbs=4k\nsize=64k\nioengine=psync\n");
    const auto guard = startGuard();
    FioRound round;
    const auto done = runFio({.name = "small", .file = file("small.fio")}, work(), *guard, {}, round);
    ASSERT_TRUE(done) << done.error().message;
    const auto report = readJson(round.report);
    ASSERT_TRUE(report);
    EXPECT_EQ(report->member("jobs")->children.at(0).member("write")->numberOf("total_ios"), 16);
    EXPECT_TRUE(std::filesystem::is_empty(work()));
}

TEST_F(Around, FioTellsWhyItFailed)
{
    if (!findProgram("fio")) {
        GTEST_SKIP() << "fio is not installed";
    }
    write(file("bad.fio"), "[bad]\nrw=write\nsize=64k\nioengine=psync\ndirectory=/proc/nowhere\n");
    const auto guard = startGuard();
    FioRound round;
    const auto done = runFio({.name = "bad", .file = file("bad.fio")}, work(), *guard, {}, round);
    ASSERT_FALSE(done);
    EXPECT_TRUE(done.error().message.starts_with("fio bad: fio ended with status 1: ")) << done.error().message;
}

TEST_F(Around, FioThatDiesLeavesNoReport)
{
    const StandIn fio(file("bin"), "fio", "echo 'out of memory' >&2; kill -9 $$");
    const auto guard = startGuard();
    FioRound round;
    const auto done = runFio({.name = "x", .file = file("x.fio")}, work(), *guard, {}, round);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().message, "fio x: fio was killed by signal 9 (Killed): out of memory");
    EXPECT_EQ(round.report, "");
    EXPECT_TRUE(std::filesystem::is_empty(work()));
}

TEST_F(Around, UnixBenchIsToldWhatToRunAndItsReportIsTaken)
{
    const StandIn run(file("ub"), "Run",
                      "echo \"args $*\"; echo \"report of $PWD\" > \"$UB_RESULTDIR/host-2026-01-02-01\"\n"
                      "echo 'COUNT|5|1|lps' > \"$UB_RESULTDIR/host-2026-01-02-01.log\"\n"
                      "echo \"$*\" > args\n");
    const auto guard = startGuard();
    const auto done =
        runUnixBench({.folder = file("ub"), .tests = {"syscall"}, .copies = {1, 8}, .iterations = 2}, *guard, {});
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(done->report, std::format("report of {}\n", file("ub").string()));
    EXPECT_EQ(done->log, "COUNT|5|1|lps\n");
    EXPECT_EQ(readSmallFile(file("ub") / "args"), "-c 1 -c 8 -i 2 syscall\n");
}

TEST_F(Around, UnixBenchThatKeepsNoFilesIsReadFromWhatItPrints)
{
    const std::string rule(72, '-');
    const StandIn run(file("ub"), "Run", "echo '1 x Pipe  1 2 3'; echo '" + rule + "'; echo 'Benchmark Run: today'");
    const auto guard = startGuard();
    const auto done = runUnixBench({.folder = file("ub"), .tests = {}, .copies = {}, .iterations = 0}, *guard, {});
    ASSERT_TRUE(done);
    EXPECT_EQ(done->report, rule + "\nBenchmark Run: today\n");
}

TEST_F(Around, UnixBenchWithoutRunIsRefused)
{
    const auto done = checkAround({.perfStat = {}, .perfRecord = {}, .haveFio = false, .unixBench = work()}, {});
    ASSERT_FALSE(done);
    EXPECT_TRUE(done.error().message.starts_with("there is no program 'Run' in ")) << done.error().message;
}

TEST_F(Around, MissingProgramsAreToldWithTheirPackages)
{
    const std::string path = std::getenv("PATH");
    setenv("PATH", file("none").c_str(), 1);
    const auto perf = checkAround({.perfStat = "", .perfRecord = {}, .haveFio = false, .unixBench = {}}, {});
    const auto fio = checkAround({.perfStat = {}, .perfRecord = {}, .haveFio = true, .unixBench = {}}, {});
    setenv("PATH", path.c_str(), 1);
    ASSERT_FALSE(perf);
    EXPECT_EQ(perf.error().message, "perf is not installed");
    ASSERT_FALSE(fio);
    EXPECT_EQ(fio.error().message, "fio is not installed");
    EXPECT_EQ(fio.error().hints, std::vector<std::string> {"install the package fio"});
}

TEST_F(Around, EventsThatCannotBeCountedAreToldBeforeTheRun)
{
    const StandIn perf(file("bin"), "perf",
                       R"(echo '{"counter-value" : "5.0", "event" : "cs"}' >&2
echo '{"counter-value" : "<not supported>", "event" : "cycles"}' >&2)");
    const auto warnings =
        checkAround({.perfStat = "cs,cycles", .perfRecord = {}, .haveFio = false, .unixBench = {}}, {});
    ASSERT_TRUE(warnings);
    ASSERT_FALSE(warnings->empty());
    EXPECT_EQ(warnings->front().message, "perf stat cannot count cycles here; these will be missing");
}

TEST_F(Around, EventsNoneOfWhichCanBeCountedAreRefused)
{
    const StandIn perf(file("bin"), "perf", R"(echo '{"counter-value" : "<not supported>", "event" : "cycles"}' >&2)");
    const auto warnings = checkAround({.perfStat = "cycles", .perfRecord = {}, .haveFio = false, .unixBench = {}}, {});
    ASSERT_FALSE(warnings);
    EXPECT_EQ(warnings.error().message, "perf stat can count nothing of 'cycles' here");
}

TEST_F(Around, PerfRecordIsReportedWithTheKernelThatItLookedAt)
{
    if (!findProgram("perf")) {
        GTEST_SKIP() << "perf is not installed";
    }
    const auto guard = startGuard();
    const auto data = file("perf.data");
    PerfProcess perf(perfRecordRequest("cpu-clock", data, guard->mark()));
    const auto sample = timeCommand({"sh", "-c", "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done"}, "run", plan(),
                                    *guard, {}, &perf);
    ASSERT_TRUE(sample) << sample.error().message;
    ASSERT_TRUE(perf.finish());
    const auto report = perfReport(data, guard->mark(), {});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_TRUE(report->contains("of event 'cpu-clock'")) << *report;
    EXPECT_TRUE(report->contains("%  sh ")) << *report;
}

}
}
