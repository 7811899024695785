// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/facts_difference.h"

#include "tests/core/compare/builder.h"

#include <algorithm>

#include <gtest/gtest.h>

using namespace patchscale;

namespace {

std::vector<std::string> lines(const Parameters& before, const Parameters& after)
{
    std::vector<std::string> out;
    for (const auto& difference : factsDifference(before, after)) {
        out.push_back(describe(difference));
    }
    return out;
}

using Lines = std::vector<std::string>;

}

TEST(FactsDifference, TellsWhatDecidesNumbersFirst)
{
    EXPECT_EQ(
        lines(
            {{"cpu.governor", "powersave"}, {"cpu.microcode", "0x1"}, {"kernel.release", "6.9"}, {"os.name", "A"}},
            {{"cpu.governor", "performance"}, {"cpu.microcode", "0x2"}, {"kernel.release", "6.10"}, {"os.name", "A"}}),
        (Lines {"the kernel (6.9 and 6.10)", "the frequency governor (powersave and performance)",
                "the microcode (0x1 and 0x2)"}));
}

TEST(FactsDifference, TellsFirstWhatAnExperimentSwitched)
{
    EXPECT_EQ(
        lines({{"cpu.governor", "a"}, {"run.switch", "sysctl kernel.x=0"}},
              {{"cpu.governor", "b"}, {"run.switch", "sysctl kernel.x=1"}}),
        (Lines {"what was switched (sysctl kernel.x=0 and sysctl kernel.x=1)", "the frequency governor (a and b)"}));
}

TEST(FactsDifference, PassesOverWhatAlwaysDiffers)
{
    EXPECT_EQ(lines({{"load.1", "0.1"},
                     {"uptime", "5 h"},
                     {"kernel.boot-id", "a"},
                     {"run.started", "x"},
                     {"throttle.core", "1"},
                     {"processes.busy", "none"},
                     {"temperature.cpu", "40 °C"}},
                    {{"load.1", "0.3"},
                     {"uptime", "6 h"},
                     {"kernel.boot-id", "b"},
                     {"run.started", "y"},
                     {"throttle.core", "2"},
                     {"processes.busy", "make"},
                     {"temperature.cpu", "54 °C"}}),
              Lines {});
}

TEST(FactsDifference, TellsATemperatureThatIsMuchHigher)
{
    EXPECT_EQ(lines({{"temperature.cpu", "40 °C"}}, {{"temperature.cpu", "55 °C"}}),
              Lines {"the temperature of cpu (40 °C and 55 °C)"});
}

TEST(FactsDifference, PassesOverTheImageInTheCommandLine)
{
    const Parameters before {{"kernel.command-line", "BOOT_IMAGE=/vmlinuz-6.9 root=/dev/sda1 quiet"}};
    EXPECT_EQ(lines(before, {{"kernel.command-line", "BOOT_IMAGE=/vmlinuz-6.10 root=/dev/sda1 quiet"}}), Lines {});
    EXPECT_EQ(lines(before, {{"kernel.command-line", "root=/dev/sda1 quiet mitigations=off"}}).size(), 1U);
}

TEST(FactsDifference, TellsAMitigationThatOnlyOneKernelKnows)
{
    const Parameters before {{"kernel.release", "6.9"}};
    EXPECT_EQ(lines(before, {{"kernel.release", "6.9"}, {"mitigation.its", "Mitigation: Aligned branches"}}),
              Lines {"the mitigation of its (not told and Mitigation: Aligned branches)"});
    EXPECT_EQ(lines({{"note", "x"}}, {{"mitigation.its", "off"}}), Lines {}); // a mail does not tell all it knows
}

TEST(FactsDifference, IsPartOfTheComparison)
{
    patchscale::Run before =
        RunBuilder("patchscale").baseline().result("Pipe Throughput", "rate", 100).samples({100, 101});
    before.machine.facts = {{"cpu.governor", "powersave"}, {"kernel.release", "6.9"}};
    patchscale::Run after =
        RunBuilder("patchscale").candidate().result("Pipe Throughput", "rate", 100).samples({100, 101});
    after.machine.facts = {{"cpu.governor", "performance"}, {"kernel.release", "6.10"}};
    const auto comparison = compare(Runs {before, after}, {}, {}, {});
    ASSERT_TRUE(comparison);
    EXPECT_TRUE(std::ranges::contains(comparison->groups.at(0).warnings,
                                      "The sides differ in the kernel (6.9 and 6.10); "
                                      "the frequency governor (powersave and performance)"));
}

TEST(FactsDifference, IsToldOnTheRowsThatGotWorse)
{
    patchscale::Run before =
        RunBuilder("patchscale").baseline().result("Pipe Throughput", "rate", 100).result("Fork", "rate", 100);
    before.machine.facts = {{"cpu.governor", "powersave"}, {"kernel.release", "6.9"}};
    patchscale::Run after =
        RunBuilder("patchscale").candidate().result("Pipe Throughput", "rate", 80).result("Fork", "rate", 120);
    after.machine.facts = {{"cpu.governor", "performance"}, {"kernel.release", "6.10"}};
    const auto comparison = compare(Runs {before, after}, {}, {}, {});
    ASSERT_TRUE(comparison);
    const auto& worse = comparison->groups.at(0).rows.at(0);
    EXPECT_EQ(worse.verdict, Verdict::Regressed);
    EXPECT_TRUE(std::ranges::contains(worse.annotations, "the sides differ in the frequency governor, too",
                                      &Annotation::text)); // not in the kernel, which is what is compared
    EXPECT_TRUE(comparison->groups.at(0).rows.at(1).annotations.empty());
}

TEST(FactsDifference, WhatAnExperimentSwitchedIsNoCircumstanceOfItsRows)
{
    patchscale::Run before = RunBuilder("patchscale").baseline().result("Pipe Throughput", "rate", 100);
    before.machine.facts = {{"run.switch", "sysctl kernel.x=0"}, {"run.delay", "0 ns"}};
    patchscale::Run after = RunBuilder("patchscale").candidate().result("Pipe Throughput", "rate", 80);
    after.machine.facts = {{"run.switch", "sysctl kernel.x=1"}, {"run.delay", "5 ns"}};
    const auto comparison = compare(Runs {before, after}, {}, {}, {});
    ASSERT_TRUE(comparison);
    const auto& worse = comparison->groups.at(0).rows.at(0);
    EXPECT_EQ(worse.verdict, Verdict::Regressed);
    EXPECT_FALSE(std::ranges::contains(worse.annotations, "environment", &Annotation::code));
}

TEST(FactsDifference, WithinASideIsToldAsSuch)
{
    const auto run = [](Role role, const std::string& governor, const std::string& started) {
        RunBuilder builder("patchscale");
        role == Role::Baseline ? builder.baseline() : builder.candidate();
        patchscale::Run built = builder.result("Pipe Throughput", "rate", 100).samples({100, 101});
        built.machine.facts = {{"cpu.governor", governor}, {"run.started", started}};
        return built;
    };
    const auto comparison =
        compare(Runs {run(Role::Baseline, "powersave", "2026-01-01"), run(Role::Baseline, "performance", "2026-01-02"),
                      run(Role::Candidate, "powersave", "2026-01-03"), run(Role::Candidate, "powersave", "2026-01-04")},
                {}, {}, {});
    ASSERT_TRUE(comparison);
    const auto& warnings = comparison->groups.at(0).warnings;
    EXPECT_TRUE(std::ranges::contains(warnings,
                                      "The runs of 'before' are pooled, but differ in the frequency governor "
                                      "(powersave and performance)"));
    EXPECT_TRUE(std::ranges::none_of(warnings, [](const std::string& text) { return text.starts_with("The sides"); }));
}

TEST(OwnRunner, IsComparedByItsRateAndWhatAKernelMeasuredBesideIt)
{
    const auto side = [](RunBuilder builder) {
        return builder.result("Pipe Throughput", "rate", 100)
            .samples({100, 101, 102})
            .result("Pipe Throughput", "result", 99)
            .result("Pipe Throughput", "index", 10)
            .result("Pipe Throughput", "p99", 7, "ns", Better::Lower);
    };
    const auto comparison = compare(
        Runs {side(RunBuilder("patchscale").baseline()), side(RunBuilder("patchscale").candidate())}, {}, {}, {});
    ASSERT_TRUE(comparison);
    std::vector<std::string> metrics;
    for (const auto& row : comparison->groups.at(0).rows) {
        metrics.push_back(row.metric);
    }
    std::ranges::sort(metrics);
    EXPECT_EQ(metrics, (std::vector<std::string> {"p99", "rate"}));
}

TEST(OwnRunner, IsLaidBesideUnixBenchByWhatBothTell)
{
    // the report has an index of one test only: the other is compared by its result
    const Runs runs {RunBuilder("unixbench")
                         .baseline()
                         .on("8 CPUs")
                         .with("copies", "1")
                         .result("Pipe Throughput", "result", 1000, "lps")
                         .result("Pipe Throughput", "index", 10)
                         .result("Process Creation", "result", 500, "lps"),
                     RunBuilder("patchscale")
                         .candidate()
                         .on("lab-4")
                         .with("copies", "1")
                         .result("Pipe Throughput", "rate", 1101, "lps")
                         .result("Pipe Throughput", "result", 1100, "lps")
                         .result("Pipe Throughput", "index", 11)
                         .result("Process Creation", "rate", 501, "lps")
                         .result("Process Creation", "result", 495, "lps")
                         .result("Process Creation", "index", 7)};
    const auto comparison = compare(runs, {}, {}, {});
    ASSERT_TRUE(comparison);
    ASSERT_EQ(comparison->groups.size(), 1U);
    const auto& group = comparison->groups[0];
    ASSERT_EQ(group.rows.size(), 2U);
    for (const auto& row : group.rows) {
        ASSERT_TRUE(row.change) << row.test;
        EXPECT_EQ(row.metric, row.test == "Pipe Throughput" ? "index" : "result");
        EXPECT_NEAR(*row.change, row.test == "Pipe Throughput" ? 0.1 : -0.01, 1e-12);
    }
    EXPECT_TRUE(std::ranges::any_of(group.warnings, [](const std::string& text) {
        return text.starts_with("One side was measured by UnixBench");
    }));
}

TEST(OwnRunner, IsNotLaidBesideUnixBenchOfAnotherProcessor)
{
    patchscale::Run report = RunBuilder("unixbench").baseline().on("8 CPUs").result("Pipe Throughput", "index", 10);
    report.machine.cpu = "Example 1000";
    patchscale::Run own = RunBuilder("patchscale").candidate().on("lab-4").result("Pipe Throughput", "index", 11);
    own.machine.cpu = "Example 9000";
    EXPECT_FALSE(compare(Runs {report, own}, {}, {}, {}));
}
