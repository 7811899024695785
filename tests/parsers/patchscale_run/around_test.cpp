// SPDX-License-Identifier: GPL-3.0-or-later
// What other programs measured beside the kernels of a run document.
#include "core/bench/run_document.h"
#include "parsers/read.h"

#include <algorithm>

#include <gtest/gtest.h>

#include <format>

namespace patchscale {
namespace {

ParsedDocument read(const RunRecord& record, std::string& bytes)
{
    bytes = runDocument(record);
    auto parsed = readDocument(bytes, {});
    EXPECT_TRUE(parsed);
    return parsed ? *parsed : ParsedDocument {};
}

const Run* runOf(const ParsedDocument& document, std::string_view benchmark, bool isFailed = false)
{
    const auto hit = std::ranges::find_if(
        document.runs, [&](const Run& run) { return run.benchmark == benchmark && run.isFailed == isFailed; });
    return hit == document.runs.end() ? nullptr : &*hit;
}

const TestResult* find(const Run& run, std::string_view test, std::string_view metric)
{
    const auto hit = std::ranges::find_if(
        run.results, [&](const TestResult& result) { return result.test == test && result.metric == metric; });
    return hit == run.results.end() ? nullptr : &*hit;
}

RunRecord counted()
{
    KernelResult pipe;
    pipe.kernel = "pipe";
    pipe.name = "Pipe Throughput";
    pipe.mode = "default";
    pipe.unit = "lps";
    for (int round = 1; round <= 2; ++round) {
        RoundSample sample;
        sample.boot = "aaaa";
        sample.round = round;
        sample.order = round;
        sample.rate = 1000;
        sample.wallRate = 1000;
        sample.perfStat = {
            round == 1
                ? R"({"counter-value" : "10.500000", "unit" : "msec", "event" : "task-clock", "event-runtime" : 9, "pcnt-running" : 100.00, "metric-value" : "0.900000", "metric-unit" : "CPUs utilized"})"
                : R"({"counter-value" : "11.500000", "unit" : "msec", "event" : "task-clock", "event-runtime" : 9, "pcnt-running" : 75.00, "metric-value" : "0.700000", "metric-unit" : "CPUs utilized"})",
            R"({"counter-value" : "<not supported>", "unit" : "", "event" : "cycles", "event-runtime" : 0, "pcnt-running" : 100.00, "metric-value" : "0.000000", "metric-unit" : "GHz"})"};
        pipe.samples.push_back(sample);
    }
    RunRecord record;
    record.variants = {{.label = "before", .role = Role::Baseline, .results = {pipe}}};
    return record;
}

TEST(PatchscaleRunAround, ReadsCountsOfPerfStatAsPerfStatOfTheSameVariant)
{
    std::string bytes;
    const auto document = read(counted(), bytes);
    const auto* run = runOf(document, "perf stat");
    ASSERT_NE(run, nullptr);
    EXPECT_EQ(run->variant.label, "before");
    EXPECT_EQ(run->variant.role, Role::Baseline);
    EXPECT_EQ(run->parameters, (Parameters {{"command", "Pipe Throughput"}, {"copies", "1"}, {"mode", "default"}}));
    const auto* clock = find(*run, "task-clock", "value");
    ASSERT_NE(clock, nullptr);
    ASSERT_EQ(clock->samples.size(), 2U);
    EXPECT_EQ(clock->value, 11); // (10.5 + 11.5) / 2
    EXPECT_EQ(clock->unit, "msec");
    EXPECT_DOUBLE_EQ(clock->baseValue, 0.011);
    EXPECT_EQ(clock->baseUnit, "s");
    EXPECT_EQ(clock->better, Better::Lower);
    EXPECT_EQ(bytes.substr(clock->samples[1].span.offset, clock->samples[1].span.length), "11.500000");
    const auto* utilised = find(*run, "task-clock", "CPUs utilized");
    ASSERT_NE(utilised, nullptr);
    EXPECT_EQ(utilised->samples.size(), 2U);
    const auto* running = find(*run, "task-clock", "running");
    ASSERT_NE(running, nullptr);
    EXPECT_EQ(running->samples.size(), 1U);
}

TEST(PatchscaleRunAround, LeavesOutWhatPerfDidNotCount)
{
    std::string bytes;
    const auto document = read(counted(), bytes);
    const auto* run = runOf(document, "perf stat");
    ASSERT_NE(run, nullptr);
    EXPECT_FALSE(std::ranges::contains(run->results, "cycles", &TestResult::test));
    const auto told = std::ranges::find(document.diagnostics, "not-counted", &Diagnostic::code);
    ASSERT_NE(told, document.diagnostics.end());
    EXPECT_EQ(told->message, "Pipe Throughput: perf has no value for cycles (not supported); this is missing, not 0");
}

std::string fioReport(int error, const char* bandwidth)
{
    return std::string(R"({"fio version" : "fio-3.39", "global options" : {"bs" : "4k"}, "jobs" : [{"jobname" : "r", )")
        + R"("groupid" : 0, "error" : )" + std::to_string(error)
        + R"(, "job options" : {"rw" : "randread"}, "read" : {"total_ios" : 100, "bw_bytes" : )" + bandwidth
        + R"(, "iops" : 250.5, "clat_ns" : {"mean" : 1500.25, "percentile" : {"50.000000" : 1000, "99.000000" : 9000}}}, )"
        + R"("write" : {"total_ios" : 0, "bw_bytes" : 0, "iops" : 0, "clat_ns" : {"mean" : 0}}}]})";
}

RunRecord withFio()
{
    FioRecord fio {.name = "rand-read", .rounds = {}, .failed = "fio rand-read: fio ended with status 1"};
    fio.rounds = {{.boot = "aaaa", .round = 1, .order = 1, .report = fioReport(0, "1000000")},
                  {.boot = "aaaa", .round = 2, .order = 2, .report = fioReport(0, "3000000")},
                  {.boot = "aaaa", .round = 3, .order = 3, .report = fioReport(28, "7")}};
    RunRecord record;
    record.variants = {{.label = "after", .role = Role::Candidate, .results = {}, .fio = {fio}}};
    return record;
}

TEST(PatchscaleRunAround, ReadsFioByDirectionWithBothRounds)
{
    std::string bytes;
    const auto document = read(withFio(), bytes);
    const auto* run = runOf(document, "fio");
    ASSERT_NE(run, nullptr);
    EXPECT_EQ(run->variant.label, "after");
    EXPECT_EQ(run->results.size(), 4U); // the job wrote nothing
    const auto* bandwidth = find(*run, "r", "bandwidth");
    ASSERT_NE(bandwidth, nullptr);
    EXPECT_EQ(bandwidth->value, 2e6);
    EXPECT_EQ(bandwidth->baseUnit, "B/s");
    EXPECT_EQ(bandwidth->better, Better::Higher);
    EXPECT_EQ(bandwidth->parameters, (Parameters {{"bs", "4k"}, {"direction", "read"}, {"rw", "randread"}}));
    EXPECT_EQ(bytes.substr(bandwidth->samples[1].span.offset, bandwidth->samples[1].span.length), "3000000");
    const auto* p99 = find(*run, "r", "clat p99");
    ASSERT_NE(p99, nullptr);
    EXPECT_DOUBLE_EQ(p99->baseValue, 9e-6);
    EXPECT_EQ(p99->better, Better::Lower);
    ASSERT_NE(find(*run, "r", "iops"), nullptr);
    EXPECT_EQ(find(*run, "r", "iops")->baseUnit, "1/s");
    EXPECT_EQ(find(*run, "r", "clat mean")->value, 1500.25);
}

TEST(PatchscaleRunAround, KeepsWhatFioMeasuredBeforeAnErrorApart)
{
    std::string bytes;
    const auto document = read(withFio(), bytes);
    const auto* failed = runOf(document, "fio", true);
    ASSERT_NE(failed, nullptr);
    EXPECT_EQ(find(*failed, "r", "bandwidth")->value, 7);
    EXPECT_EQ(std::ranges::count(document.diagnostics, "fio-failed", &Diagnostic::code), 2);
}

TEST(PatchscaleRunAround, ReadsTimesAndMemoryOfACommand)
{
    KernelResult command;
    command.kernel = "command";
    command.name = "make -j4";
    command.unit = "s";
    command.better = Better::Lower;
    RoundSample sample;
    sample.rate = 2.5;
    sample.wallRate = 2.5;
    sample.user = 1.25;
    sample.system = 0.5;
    sample.metrics = {{"max_rss_bytes", 4096}};
    command.samples = {sample};
    RunRecord record;
    record.variants = {{.label = "v1", .role = {}, .results = {command}}};
    std::string bytes;
    const auto document = read(record, bytes);
    ASSERT_EQ(document.runs.size(), 1U);
    const auto& run = document.runs.front();
    ASSERT_EQ(run.results.size(), 4U);
    EXPECT_EQ(find(run, "make -j4", "wall time")->value, 2.5);
    EXPECT_EQ(find(run, "make -j4", "user time")->value, 1.25);
    EXPECT_EQ(find(run, "make -j4", "system time")->value, 0.5);
    EXPECT_EQ(find(run, "make -j4", "max RSS")->baseUnit, "B");
    EXPECT_TRUE(std::ranges::all_of(run.results, [](const auto& row) { return row.better == Better::Lower; }));
}

RunRecord withReport(ReportText report)
{
    RunRecord record;
    record.machine.values = {{"machine.name", "box"}};
    record.variants = {{.label = "6.12-rc1", .role = Role::Baseline, .results = {}, .fio = {}, .reports = {}}};
    record.variants.front().reports.push_back(std::move(report));
    return record;
}

ReportText profile()
{
    return {.name = "perf report of Pipe Throughput",
            .parameters = {{"command", "Pipe Throughput"}, {"copies", "2"}},
            .text = "# Samples: 1K of event 'cpu-clock'\n"
                    "#\n"
                    "# Overhead  Command  Shared Object      Symbol\n"
                    "# ........  .......  .................  ......................\n"
                    "#\n"
                    "\t41.20%  \"pîpe\"   [kernel.kallsyms]  [k] copy_page_to_iter\n"
                    "    08.05%  ps-pipe  [kernel.kallsyms]  [k] pipe_write\n"};
}

TEST(PatchscaleRunAround, ReadsAReportOfPerfAsOneOfTheSameVariantAndMachine)
{
    std::string bytes;
    const auto document = read(withReport(profile()), bytes);
    ASSERT_EQ(document.runs.size(), 1U);
    const auto& run = document.runs.front();
    EXPECT_EQ(run.benchmark, "perf report");
    EXPECT_EQ(run.variant, (Variant {.label = "6.12-rc1", .role = Role::Baseline, .isAssumed = false}));
    EXPECT_EQ(run.machine.label, "box");
    EXPECT_EQ(run.parameters.at("command"), "Pipe Throughput");
    EXPECT_EQ(run.parameters.at("copies"), "2");
    EXPECT_EQ(run.format, "patchscale-run");
    const auto overhead = [&run](std::string_view symbol) {
        const auto hit = std::ranges::find(run.results, symbol, &TestResult::test);
        return hit == run.results.end() ? nullptr : &*hit;
    };
    ASSERT_NE(overhead("copy_page_to_iter"), nullptr);
    EXPECT_EQ(overhead("copy_page_to_iter")->value, 41.2);
    ASSERT_NE(overhead("pipe_write"), nullptr);
    EXPECT_EQ(overhead("pipe_write")->value, 8.05);
    // Behind an escape, and behind a line with three of them.
    const auto written = [&](const TestResult* result) {
        return bytes.substr(result->span.offset, result->span.length);
    };
    EXPECT_EQ(written(overhead("copy_page_to_iter")), "41.20");
    EXPECT_EQ(written(overhead("pipe_write")), "08.05");
}

TEST(PatchscaleRunAround, ReadsUnixBenchWithItsCopiesAndDirection)
{
    std::string bytes;
    const auto document =
        read(withReport({.name = "report of UnixBench",
                         .parameters = {},
                         .text = "4 CPUs in system; running 4 parallel copies of tests\n\n"
                                 "Pipe Throughput                            1253000.0 lps   (10.0 s, 7 samples)\n\n"
                                 "System Benchmarks Partial Index              BASELINE       RESULT    INDEX\n"
                                 "Pipe Throughput                               12440.0    1253000.0   1007.2\n"
                                 "                                                                   ========\n"
                                 "System Benchmarks Index Score (Partial Only)                         1007.2\n",
                         .log = "# COUNT\nCOUNT|12|1|lps\n"}),
             bytes);
    const auto* run = runOf(document, "unixbench");
    ASSERT_NE(run, nullptr);
    EXPECT_EQ(run->variant.label, "6.12-rc1");
    EXPECT_EQ(run->parameters.at("copies"), "4");
    const auto* index = find(*run, "Pipe Throughput", "index");
    ASSERT_NE(index, nullptr);
    EXPECT_EQ(index->value, 1007.2);
    EXPECT_EQ(index->better, Better::Higher);
    EXPECT_EQ(bytes.substr(index->span.offset, index->span.length), "1007.2");
    EXPECT_TRUE(bytes.contains("COUNT|12|1|lps"));
}

TEST(PatchscaleRunAround, TakesUnixBenchsPassesFromItsLog)
{
    const auto pass = [](int number, int count, std::string_view elapsed) {
        return std::format("#### Pass {}\n\n\n# COUNT0: {}\n# COUNT1: 1\n# COUNT2: lps\n# elapsed: {}\n"
                           "# pid: 10{}\n# status: 0\n\n",
                           number, count, elapsed, number);
    };
    std::string bytes;
    const auto document =
        read(withReport({.name = "report of UnixBench",
                         .parameters = {},
                         .text = "1 CPU in system; running 1 parallel copy of tests\n\n"
                                 "Pipe Throughput                              124400.0 lps   (10.0 s, 3 samples)\n\n"
                                 "System Benchmarks Partial Index              BASELINE       RESULT    INDEX\n"
                                 "Pipe Throughput                               12440.0     124400.0    100.0\n"
                                 "                                                                   ========\n"
                                 "System Benchmarks Index Score (Partial Only)                          100.0\n",
                         .log = "########################################################\n"
                                "Pipe Throughput -- 1 copy\n"
                                "==> \"pgms/pipe\" 10 2>&1 >> \"results/box.log\"\n\n"
                             + pass(1, 1244000, "10.000000") + pass(2, 1200000, "10.000000")
                             + pass(3, 1244000, "9.900000") + pass(4, 1231560, "10.000000")
                             + "*Dump score:    1200000.0\nCount score:    1231560.0\n\n>>>> Results of 1 copy\n"
                               ">>>> score: 124400\n>>>> time: 9.96666666666667\n>>>> iterations: 3\n"}),
             bytes);
    const auto* run = runOf(document, "unixbench");
    ASSERT_NE(run, nullptr);
    const auto* result = find(*run, "Pipe Throughput", "result");
    ASSERT_NE(result, nullptr);
    EXPECT_EQ(result->value, 124400);
    ASSERT_EQ(result->samples.size(), 4U);
    EXPECT_EQ(result->samples[1].value, 120000); // 1200000 in 10 s
    EXPECT_TRUE(result->samples[1].isExcluded); // the slowest third
    EXPECT_EQ(bytes.substr(result->samples[1].span.offset, result->samples[1].span.length), "1200000");
}

TEST(PatchscaleRunAround, TellsOfAReportThatHoldsNothing)
{
    std::string bytes;
    const auto document =
        read(withReport({.name = "report of UnixBench", .parameters = {}, .text = "Killed\n"}), bytes);
    EXPECT_TRUE(document.runs.empty());
    const auto told = std::ranges::find(document.diagnostics, "unread-report", &Diagnostic::code);
    ASSERT_NE(told, document.diagnostics.end());
    EXPECT_TRUE(told->message.starts_with("report of UnixBench holds no number that is known")) << told->message;
}

TEST(PatchscaleRunAround, AReportThatIsCutIsLeftOut)
{
    const auto whole = runDocument(withReport(profile()));
    const auto cut = whole.substr(0, whole.find("pipe_write"));
    const auto document = readDocument(cut, {});
    ASSERT_TRUE(document);
    EXPECT_TRUE(document->runs.empty());
    EXPECT_TRUE(std::ranges::contains(document->diagnostics, "truncated-result", &Diagnostic::code));
}

TEST(PatchscaleRunAround, ARunDocumentWithinARunDocumentIsNotRead)
{
    std::string bytes;
    const auto document =
        read(withReport({.name = "x", .parameters = {}, .text = runDocument(withReport(profile()))}), bytes);
    EXPECT_TRUE(document.runs.empty());
    EXPECT_TRUE(std::ranges::contains(document.diagnostics, "unread-report", &Diagnostic::code));
}

}
}
