// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run_document.h"
#include "parsers/read.h"
#include "tests/parsers/probe.h"

#include <algorithm>
#include <format>
#include <set>

#include <gtest/gtest.h>

namespace patchscale {
const Format& patchscale_run();

namespace {

RoundSample sampleOf(std::string boot, int round, int order, double rate)
{
    RoundSample sample;
    sample.boot = std::move(boot);
    sample.round = round;
    sample.order = order;
    sample.rate = rate;
    sample.wallRate = rate / 2;
    sample.metrics = {{"p99_ns", 100.0 + round}, {"wakeups", 3.0 * round}};
    return sample;
}

/// Two variants; pipe with one and with two copies, context switching that was stopped after a sample.
RunRecord record()
{
    KernelResult pipe;
    pipe.kernel = "pipe";
    pipe.name = "Pipe Throughput";
    pipe.unit = "lps";
    pipe.baseline = 12440;
    pipe.parameters = {{"placement", "list"}};
    pipe.samples = {sampleOf("aaaa", 1, 1, 1000.125), sampleOf("bbbb", 2, 5, 1e-7),
                    sampleOf("aaaa", 3, 9, 123456789.1)};
    pipe.combined = 500.0625;
    pipe.index = 0.25;
    auto two = pipe;
    two.copies = 2;
    two.baseline.reset();
    two.index.reset();
    KernelResult copy;
    copy.name = "File Copy 1024 bufsize 2000 maxblocks";
    copy.unit = "KBps";
    copy.samples = {sampleOf("aaaa", 1, 2, 100)};
    KernelResult stopped;
    stopped.name = "Pipe-based Context Switching";
    stopped.mode = "same-cpu";
    stopped.unit = "lps";
    stopped.failed = "stopped after 10 s";
    stopped.samples = {sampleOf("aaaa", 1, 3, 42)};
    KernelResult impossible;
    impossible.name = "Random Read";
    impossible.failed = "no permission";
    RunRecord out;
    out.tool.libc = "glibc 2.41";
    out.machine.values = {{"machine.name", "lab-4"},  {"cpu.model", "Made-up 64"}, {"cpu.count", "8"},
                          {"memory.total", "32 GiB"}, {"os.name", "Some Linux"},   {"kernel.release", "6.9.0"}};
    out.started = "2026-01-02T03:04:05Z";
    out.directory = "/tmp (tmpfs)";
    out.variants = {{.label = "knob \"0\"", .role = Role::Baseline, .results = {pipe, two, copy, stopped, impossible}},
                    {.label = "knob 1", .role = Role::Candidate, .results = {pipe}}};
    out.warnings = {{.code = "load", .message = "other load of 1.5", .mend = "stop it"}};
    out.ended = "20 rounds";
    return out;
}

const TestResult* find(const Run& run, std::string_view test, std::string_view metric)
{
    const auto hit = std::ranges::find_if(
        run.results, [&](const TestResult& result) { return result.test == test && result.metric == metric; });
    return hit == run.results.end() ? nullptr : &*hit;
}

std::size_t countOf(const ParsedDocument& document, std::string_view code)
{
    return static_cast<std::size_t>(std::ranges::count(document.diagnostics, code, &Diagnostic::code));
}

/// Every number that was read, with its place and what it stands for.
std::set<std::string> valuesOf(const ParsedDocument& document)
{
    std::set<std::string> out;
    for (const auto& run : document.runs) {
        for (const auto& result : run.results) {
            const auto key = std::format("{} {} {} {}", run.variant.label, run.isFailed, result.test, result.metric);
            out.insert(std::format("{} {} {}", key, result.span.offset, result.value));
            for (const auto& sample : result.samples) {
                out.insert(std::format("{} sample {} {}", key, sample.span.offset, sample.value));
            }
        }
    }
    return out;
}

TEST(PatchscaleRun, GivesBackTheNumbersOfTheRecord)
{
    const auto bytes = runDocument(record());
    const auto document = readDocument(bytes, {});
    ASSERT_TRUE(document);
    EXPECT_EQ(document->formats, std::vector<std::string> {"patchscale-run"});
    ASSERT_EQ(document->runs.size(), 4U); // baseline with 1 copy, with 2, what was stopped; candidate
    const auto& run = document->runs[0];
    EXPECT_EQ(run.benchmark, "patchscale");
    EXPECT_EQ(run.variant.label, "knob \"0\"");
    EXPECT_EQ(run.variant.role, Role::Baseline);
    EXPECT_FALSE(run.variant.isAssumed);
    EXPECT_EQ(run.parameters.at("copies"), "1");
    const auto* rate = find(run, "Pipe Throughput", "rate");
    ASSERT_NE(rate, nullptr);
    EXPECT_EQ(rate->value, 1000.125); // the middle one of three
    EXPECT_EQ(rate->unit, "lps");
    EXPECT_EQ(rate->baseUnit, "1/s");
    EXPECT_EQ(rate->better, Better::Higher);
    EXPECT_EQ(rate->parameters, (Parameters {{"placement", "list"}}));
    ASSERT_EQ(rate->samples.size(), 3U);
    EXPECT_EQ(rate->samples[1].value, 1e-7);
    EXPECT_EQ(rate->samples[2].value, 123456789.1);
    EXPECT_EQ(rate->samples[0].boot, 1);
    EXPECT_EQ(rate->samples[1].boot, 2);
    EXPECT_EQ(rate->samples[2].boot, 1);
    EXPECT_EQ(rate->samples[1].round, 2);
    EXPECT_EQ(rate->samples[1].order, 5);
    EXPECT_EQ(bytes.substr(rate->samples[2].span.offset, rate->samples[2].span.length), "123456789.1");
    const auto* result = find(run, "Pipe Throughput", "result");
    ASSERT_NE(result, nullptr);
    EXPECT_EQ(result->value, 500.0625);
    EXPECT_EQ(result->samples[0].value, 500.0625);
    const auto* index = find(run, "Pipe Throughput", "index");
    ASSERT_NE(index, nullptr);
    EXPECT_EQ(index->value, 0.25);
    EXPECT_EQ(bytes.substr(index->span.offset, index->span.length), "0.25");
    EXPECT_EQ(document->runs[1].parameters.at("copies"), "2");
    EXPECT_EQ(find(document->runs[1], "Pipe Throughput", "index"), nullptr);
    EXPECT_EQ(document->runs[3].variant.label, "knob 1");
    EXPECT_EQ(document->runs[3].variant.role, Role::Candidate);
}

TEST(PatchscaleRun, CountsFileCopiesInBlocksOf1024Bytes)
{
    const auto document = readDocument(runDocument(record()), {});
    ASSERT_TRUE(document);
    const auto* rate = find(document->runs[0], "File Copy 1024 bufsize 2000 maxblocks", "rate");
    ASSERT_NE(rate, nullptr);
    EXPECT_EQ(rate->baseValue, 102400);
    EXPECT_EQ(rate->baseUnit, "B/s");
}

TEST(PatchscaleRun, KeepsWhatAKernelMeasuredBesideItsRate)
{
    const auto document = readDocument(runDocument(record()), {});
    ASSERT_TRUE(document);
    const auto* tail = find(document->runs[0], "Pipe Throughput", "p99");
    ASSERT_NE(tail, nullptr);
    EXPECT_EQ(tail->unit, "ns");
    EXPECT_EQ(tail->better, Better::Lower);
    EXPECT_EQ(tail->value, 102);
    EXPECT_EQ(tail->samples.size(), 3U);
    ASSERT_NE(find(document->runs[0], "Pipe Throughput", "wakeups"), nullptr);
}

TEST(PatchscaleRun, TellsTheMachineAndItsFacts)
{
    const auto document = readDocument(runDocument(record()), {});
    ASSERT_TRUE(document);
    const auto& machine = document->runs[0].machine;
    EXPECT_EQ(machine.label, "lab-4");
    EXPECT_EQ(machine.cpu, "Made-up 64");
    EXPECT_EQ(machine.cpus, 8);
    EXPECT_EQ(machine.memory, "32 GiB");
    EXPECT_EQ(machine.os, "Some Linux");
    EXPECT_EQ(machine.kernel, "6.9.0");
    EXPECT_EQ(machine.facts.at("kernel.release"), "6.9.0");
    EXPECT_EQ(machine.facts.at("tool.libc"), "glibc 2.41");
    EXPECT_EQ(machine.facts.at("run.directory"), "/tmp (tmpfs)");
}

TEST(PatchscaleRun, TellsOfEachVariantHowItWasSwitchedTo)
{
    auto kept = record();
    kept.variants[0].switchedBy = "modprobe -r knob";
    kept.variants[0].check = "lsmod | grep -c knob";
    kept.variants[0].delayNs = 0;
    kept.variants[1].switchedBy = "modprobe knob";
    kept.variants[1].check = kept.variants[0].check;
    kept.variants[1].delayNs = 2.5;
    const auto document = readDocument(runDocument(kept), {});
    ASSERT_TRUE(document);
    const auto& before = document->runs.front().machine.facts;
    EXPECT_EQ(before.at("run.switch"), "modprobe -r knob");
    EXPECT_EQ(before.at("run.check"), "lsmod | grep -c knob");
    EXPECT_EQ(before.at("run.delay"), "0 ns");
    const auto& after = document->runs.back().machine.facts;
    EXPECT_EQ(after.at("run.switch"), "modprobe knob");
    EXPECT_EQ(after.at("run.check"), "lsmod | grep -c knob");
    EXPECT_EQ(after.at("run.delay"), "2.5 ns");
}

TEST(PatchscaleRun, KeepsWhatHadToBeStoppedOutOfTheOtherRuns)
{
    const auto document = readDocument(runDocument(record()), {});
    ASSERT_TRUE(document);
    const auto& stopped = document->runs[2];
    EXPECT_TRUE(stopped.isFailed);
    ASSERT_NE(find(stopped, "Pipe-based Context Switching", "rate"), nullptr);
    EXPECT_EQ(find(stopped, "Pipe-based Context Switching", "rate")->parameters.at("mode"), "same-cpu");
    EXPECT_FALSE(document->runs[0].isFailed);
    EXPECT_EQ(find(document->runs[0], "Pipe-based Context Switching", "rate"), nullptr);
    ASSERT_EQ(countOf(*document, "kernel-failed"), 2U); // with a sample and without any
    const auto failed = std::ranges::find(document->diagnostics, "kernel-failed", &Diagnostic::code);
    EXPECT_EQ(failed->message, "Pipe-based Context Switching, mode same-cpu: stopped after 10 s");
}

TEST(PatchscaleRun, PassesTheWarningsOfTheRunOn)
{
    const auto document = readDocument(runDocument(record()), {});
    ASSERT_TRUE(document);
    const auto load = std::ranges::find(document->diagnostics, "run-load", &Diagnostic::code);
    ASSERT_NE(load, document->diagnostics.end());
    EXPECT_EQ(load->severity, Severity::Warning);
    EXPECT_EQ(load->message, "other load of 1.5: stop it");
    EXPECT_EQ(countOf(*document, "run-ended"), 1U);
}

TEST(PatchscaleRun, TakesTheRoleFromTheLabelWhereNoneIsTold)
{
    auto plain = record();
    plain.variants[0].label = "before";
    plain.variants[0].role.reset();
    plain.variants[1].label = "6.9-rc3";
    plain.variants[1].role.reset();
    const auto probe = tests::probe(patchscale_run(), runDocument(plain));
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.parsed[0].runs.front().run.variant.role, Role::Baseline);
    EXPECT_EQ(probe.parsed[0].runs.back().run.variant.role, Role::None);
}

TEST(PatchscaleRun, GivesNothingFromAPrefixThatTheWholeDoesNotGive)
{
    const auto bytes = runDocument(record());
    const auto whole = readDocument(bytes, {});
    ASSERT_TRUE(whole);
    const auto all = valuesOf(*whole);
    std::size_t withSome = 0;
    for (std::size_t size = bytes.find("\"variants\""); size < bytes.size() - 2; size += 31) {
        const auto part = readDocument(std::string_view(bytes).substr(0, size), {});
        ASSERT_TRUE(part) << size;
        const auto values = valuesOf(*part);
        EXPECT_TRUE(std::ranges::includes(all, values)) << size;
        EXPECT_EQ(countOf(*part, "truncated-run"), 1U) << size;
        withSome += values.empty() ? 0 : 1;
    }
    EXPECT_GT(withSome, bytes.size() / 31 / 4);
}

TEST(PatchscaleRun, SaysWhichTestTheDocumentEndsIn)
{
    const auto bytes = runDocument(record());
    const auto document = readDocument(std::string_view(bytes).substr(0, bytes.find("1e-07")), {});
    ASSERT_TRUE(document);
    EXPECT_TRUE(document->runs.empty());
    const auto cut = std::ranges::find(document->diagnostics, "truncated-result", &Diagnostic::code);
    ASSERT_NE(cut, document->diagnostics.end());
    EXPECT_EQ(cut->message, "Pipe Throughput: the document ends among its samples; the test was left out");
    EXPECT_EQ(countOf(*document, "truncated-run"), 1U);
}

TEST(PatchscaleRun, RefusesAVersionThatItDoesNotKnow)
{
    auto bytes = runDocument(record());
    bytes.replace(bytes.find("\"patchscale-run\": 1"), 19, "\"patchscale-run\": 2");
    const auto document = readDocument(bytes, {});
    ASSERT_TRUE(document);
    EXPECT_TRUE(document->runs.empty());
    EXPECT_EQ(countOf(*document, "unknown-version"), 1U);
}

TEST(PatchscaleRun, SurvivesValuesOfTheWrongKind)
{
    const auto probe =
        tests::probe(patchscale_run(),
                     R"({"patchscale-run": 1, "machine": [1, 2], "tool": "x", "variants": [7, {"label": 3, "results": [
{"name": "A", "copies": "two", "samples": [{"rate": "fast"}, {"rate": null}, 5, {"rate": 1e999}, {"rate": 12.5}]},
{"name": 4, "samples": [{"rate": 1}]}, {"name": "B", "samples": {}}]}], "warnings": [0]})");
    EXPECT_EQ(probe.resultCount(), 1U);
    const auto* rate = probe.result("A", "rate");
    ASSERT_NE(rate, nullptr);
    EXPECT_EQ(rate->value, 12.5);
    EXPECT_EQ(rate->samples.size(), 1U);
    EXPECT_EQ(probe.diagnosticCount("missing-rate"), 4U);
    EXPECT_EQ(probe.diagnosticCount("unreadable-result"), 2U);
}

TEST(PatchscaleRun, SaysThatARunWithoutSamplesHoldsNoResult)
{
    RunRecord empty;
    const auto document = readDocument(runDocument(empty), {});
    ASSERT_TRUE(document);
    EXPECT_EQ(countOf(*document, "no-results"), 1U);
}

TEST(PatchscaleRun, ReadsEscapesAndStopsAtTooManyLevels)
{
    const auto probe =
        tests::probe(patchscale_run(), R"({"patchscale-run": 1, "variants": [{"label": "a\u00e9\ud83d\ude00\/b",
"results": [{"name": "A", "samples": [{"rate": 1}]}]}]})");
    ASSERT_EQ(probe.resultCount(), 1U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.label, "a\xc3\xa9\xf0\x9f\x98\x80/b");
    const auto deep =
        tests::probe(patchscale_run(), "{\"patchscale-run\": 1, \"variants\": " + std::string(100000, '['));
    EXPECT_EQ(deep.diagnosticCount("truncated-run"), 1U);
}

}
}
