// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/read.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

using namespace patchscale;

namespace {

ParsedDocument read(std::string_view text)
{
    return readDocument(text, Job {}).value_or(ParsedDocument {});
}

/// An index table with one row; 252 / 126 × 10 = 20.
constexpr std::string_view kTable = "System Benchmarks Partial Index              BASELINE       RESULT    INDEX\n"
                                    "Process Creation                                126.0        252.0     20.0\n"
                                    "                                                                   ========\n"
                                    "System Benchmarks Index Score (Partial Only)                           20.0\n";

std::string join(std::initializer_list<std::string_view> parts)
{
    std::string text;
    for (const auto part : parts) {
        text += part;
    }
    return text;
}

/// "label/role", with "?" behind it when assumed.
std::string sideOf(const Run& run)
{
    constexpr std::string_view kRoles[] = {"none", "baseline", "candidate"};
    return run.variant.label + "/" + std::string(kRoles[static_cast<std::size_t>(run.variant.role)])
        + (run.variant.isAssumed ? "?" : "");
}

std::vector<std::string> sidesOf(const ParsedDocument& document)
{
    std::vector<std::string> sides;
    for (const auto& run : document.runs) {
        sides.push_back(sideOf(run));
    }
    return sides;
}

std::size_t count(const ParsedDocument& document, std::string_view code)
{
    return static_cast<std::size_t>(std::ranges::count(document.diagnostics, code, &Diagnostic::code));
}

using testing::ElementsAre;

}

TEST(ResolveVariant, TakesTheHeadingAboveATable)
{
    const auto document = read(join({"Before using the change:\n", kTable, "\nAfter using the change:\n", kTable}));
    EXPECT_THAT(sidesOf(document), ElementsAre("Before using the change/baseline", "After using the change/candidate"));
    EXPECT_EQ(count(document, "assumed-role"), 0U);
}

TEST(ResolveVariant, ReadsNumberedShortAndReversedHeadings)
{
    EXPECT_THAT(sidesOf(read(join({"1) after this patch\n", kTable, "\n2) before this patch\n", kTable}))),
                ElementsAre("after this patch/candidate", "before this patch/baseline"));
    EXPECT_THAT(sidesOf(read(join({"w/o\n", kTable, "\nw/\n", kTable}))), ElementsAre("w/o/baseline", "w//candidate"));
    EXPECT_THAT(sidesOf(read(join({"> w/o patch\n> \n> ", "Process Creation  126.0  252.0  20.0\n", "> w/ patch\n> ",
                                   "Process Creation  126.0  126.0  10.0\n"}))),
                ElementsAre("w/o patch/baseline", "w/ patch/candidate"));
}

TEST(ResolveVariant, ReadsTheSentenceThatLeadsOver)
{
    const auto document =
        read(join({"The old kernel scores like that, which is not much for a\nmachine of this size:\n\n", kTable,
                   "\nOn the same box, the numbers with the patch applied are better\nby far:\n\n", kTable}));
    EXPECT_THAT(sidesOf(document), ElementsAre("old kernel/baseline", "with the patch applied/candidate"));
}

TEST(ResolveVariant, ReadsAHeadingBehindItsTable)
{
    const auto document = read(join({"Creating processes in a loop shows\n\n", kTable, "\nbefore this commit.\n\n",
                                     "After this commit, I get\n\n", kTable}));
    EXPECT_THAT(sidesOf(document), ElementsAre("before this commit/baseline", "After this commit/candidate"));
}

TEST(ResolveVariant, ReadsLinkingWordsAndSaysWhatItAssumes)
{
    const auto document =
        read(join({"A run on my laptop looked like this:\n\n", kTable, "\nThe numbers now became:\n\n", kTable}));
    EXPECT_THAT(sidesOf(document), ElementsAre("before/baseline?", "after/candidate?"));
    EXPECT_EQ(count(document, "assumed-variant"), 2U);
    EXPECT_THAT(sidesOf(read(join({"this changes the result from:\n\n", kTable, "\nto\n\n", kTable}))),
                ElementsAre("from/baseline", "to/candidate"));
}

TEST(ResolveVariant, AssumesTheSideThatHasNoWords)
{
    const auto document = read(join({"Here is a run:\n\n", kTable, "\nWith the fix:\n\n", kTable}));
    EXPECT_THAT(sidesOf(document), ElementsAre("Here is a run/baseline?", "With the fix/candidate"));
    EXPECT_EQ(count(document, "assumed-variant"), 1U);
}

TEST(ResolveVariant, AssumesTheOrderOfTwoOtherNames)
{
    EXPECT_THAT(sidesOf(read(join({"A. With generic locks:\n\n", kTable, "\nB. With queued locks:\n\n", kTable}))),
                ElementsAre("With generic locks/baseline?", "With queued locks/candidate?"));
}

TEST(ResolveVariant, NeverInventsForASingleTable)
{
    EXPECT_THAT(sidesOf(read(join({"My numbers:\n\n", kTable}))), ElementsAre("/none"));
    EXPECT_THAT(sidesOf(read(kTable)), ElementsAre("/none"));
}

TEST(ResolveVariant, KeepsSettingsApartFromVariants)
{
    const auto document = read(join({"1 parallel:\nbefore:\n", kTable, "after:\n", kTable, "\n8 parallel:\nbefore:\n",
                                     kTable, "after:\n", kTable}));
    ASSERT_EQ(document.runs.size(), 4U);
    EXPECT_THAT(sidesOf(document),
                ElementsAre("before/baseline", "after/candidate", "before/baseline", "after/candidate"));
    EXPECT_EQ(document.runs[1].parameters.at("copies"), "1");
    EXPECT_EQ(document.runs[3].parameters.at("copies"), "8");
    EXPECT_EQ(document.runs[2].parameters, document.runs[3].parameters);
}

TEST(ResolveVariant, IgnoresWhatAnotherAuthorWrote)
{
    const auto document = read(join({"> without the patch:\n", "My own run shows this:\n\n", kTable}));
    EXPECT_THAT(sidesOf(document), ElementsAre("/none"));
}

TEST(ResolveVariant, DoesNotTakeAChangeLogForAHeading)
{
    EXPECT_THAT(sidesOf(read(join({"Changes in v2:\n", kTable}))), ElementsAre("/none"));
    EXPECT_THAT(sidesOf(read(join({"With and without the patch the numbers are equal:\n\n", kTable}))),
                ElementsAre("/none"));
}

TEST(ResolveVariant, NamesTwoReportsSideBySide)
{
    const auto document =
        read("on the right with the patch, on the left without patch:\n\n"
             "Process Creation  252.0 lps   (30.0 s, 2 samples) Process Creation  378.0 lps   (30.0 s, 2 samples)\n"
             "Execl Throughput  86.0 lps   (30.0 s, 2 samples) Execl Throughput  43.0 lps   (30.0 s, 2 samples)\n");
    EXPECT_THAT(sidesOf(document), ElementsAre("without patch/baseline", "with the patch/candidate"));
}

TEST(ResolveMachine, ReadsADescriptionAndKeepsItUntilTheNext)
{
    const auto document =
        read(join({"1. Machine configuration:\nIntel(R) Xeon(R) Gold 5999 CPU @ 2.20GHz\nCPU core: 40\nMemory: 256G\n"
                   "OS Kernel: 5.19-rc3\n\nBefore:\n",
                   kTable, "\nAfter:\n", kTable,
                   "\n2. Machine configuration:\nHygon C86 7999 32-core Processor\nCPU core: 128\n\nBefore:\n", kTable,
                   "\nAfter:\n", kTable}));
    ASSERT_EQ(document.runs.size(), 4U);
    const auto& first = document.runs[1].machine;
    EXPECT_EQ(first.label, "Intel(R) Xeon(R) Gold 5999 CPU @ 2.20GHz");
    EXPECT_EQ(first.cpus, 40);
    EXPECT_EQ(first.memory, "256G");
    EXPECT_EQ(first.kernel, "5.19-rc3");
    const auto& second = document.runs[3].machine;
    EXPECT_EQ(second.label, "Hygon C86 7999 32-core Processor");
    EXPECT_EQ(second.cpus, 128);
    EXPECT_EQ(second.memory, "");
}

TEST(ResolveMachine, ReadsHeadingsAndProse)
{
    const auto machineOf = [](std::string_view lead) {
        const auto document = read(join({lead, "\n\n", kTable}));
        return document.runs.empty() ? Machine {} : document.runs.front().machine;
    };
    EXPECT_EQ(machineOf("On x86 (Intel Xeon Platinum 8999CY):").label, "Intel Xeon Platinum 8999CY");
    const auto cloud = machineOf("(a) VM AWS instance (m9gd.16xlarge) with v6.13 and Ubuntu 22.04.5 LTS (aarch64).");
    EXPECT_EQ(cloud.label, "VM AWS instance (m9gd.16xlarge)");
    EXPECT_EQ(cloud.kernel, "v6.13");
    EXPECT_EQ(cloud.os, "Ubuntu 22.04.5 LTS");
    const auto guest =
        machineOf("It was measured on a KVM guest on a 2-socket 16-core 32-thread\nsystem with 64GB of RAM:");
    EXPECT_EQ(guest.label, "KVM guest");
    EXPECT_EQ(guest.cpus, 32);
    EXPECT_EQ(guest.memory, "64GB");
    EXPECT_EQ(machineOf("I ran it on my machine with an 'Intel Xeon\nGold 5999' CPU:").label, "Intel Xeon Gold 5999");
    EXPECT_EQ(machineOf("The test on a big arm64 server gives").label, "arm64 server");
    EXPECT_EQ(machineOf("A bot of Intel reported a failure of the test.").label, "");
    EXPECT_EQ(machineOf("These are tests on Intel Xeon 8999 and AMD EPYC 7999 systems").label, "");
}

TEST(ResolveMachine, NamesAnUnnamedMachineByItsSize)
{
    const auto document = read(join({"the machine has 8 nodes (4 cores\nper node, 32 cores in total):\n\n", kTable}));
    ASSERT_EQ(document.runs.size(), 1U);
    EXPECT_EQ(document.runs[0].machine.cpus, 32);
    EXPECT_EQ(document.runs[0].machine.label, "32 CPUs");
}

TEST(ResolveCommand, ReadsCopiesIterationsAndTheCommand)
{
    const auto document = read(join({"Test command:\n\n  ./Run -c 56 -i 3 spawn\n\nBefore this patch:\n\n", kTable,
                                     "\nAfter this patch:\n\n", kTable}));
    ASSERT_EQ(document.runs.size(), 2U);
    for (const auto& run : document.runs) {
        EXPECT_EQ(run.parameters.at("copies"), "56");
        EXPECT_EQ(run.parameters.at("iterations"), "3");
        EXPECT_EQ(run.parameters.at("command"), "./Run -c 56 -i 3 spawn");
    }
}

TEST(ResolveCommand, TakesTheNearestCommandOfTheBenchmark)
{
    const auto document = read(join(
        {"$ ./Run -c 1 spawn\nw/o\n", kTable, "w/\n", kTable, "\n$ ./Run -c 96 spawn\nw/o\n", kTable, "w/\n", kTable}));
    ASSERT_EQ(document.runs.size(), 4U);
    EXPECT_EQ(document.runs[1].parameters.at("copies"), "1");
    EXPECT_EQ(document.runs[3].parameters.at("copies"), "96");
}

TEST(ResolveCommand, CountsTheRunsThatAMeanCovers)
{
    const auto document = read(join({"Run \"./Run -c `nproc` -i 10\" 10 times and take the average.\n\n", kTable}));
    ASSERT_EQ(document.runs.size(), 1U);
    EXPECT_EQ(document.runs[0].results[0].repeats, 10);
    EXPECT_EQ(document.runs[0].parameters.at("copies"), "nproc");
    EXPECT_EQ(read(join({"The numbers are the mean of 5 runs:\n\n", kTable})).runs.at(0).results.at(0).repeats, 5);
    EXPECT_EQ(read(join({"The average frame has 12 bytes.\n\n", kTable})).runs.at(0).results.at(0).repeats,
              std::nullopt);
}

TEST(ResolveMachine, CountsTheWholeMachineAndNotAPartOfIt)
{
    const auto cpusOf = [](std::string_view lead) {
        const auto document = read(join({lead, "\n\n", kTable}));
        return document.runs.empty() ? std::nullopt : document.runs.front().machine.cpus;
    };
    EXPECT_EQ(cpusOf("On a Kunpeng920 server each cluster has 4 CPUs, the test shows:"), std::nullopt);
    EXPECT_EQ(cpusOf("It ran on an AMD EPYC 7999 (Zen9, 64 cores per socket, 128 cores in total) machine:"), 128);
}

TEST(ResolveVariant, PairsSettingsThatTheirHeadingsShare)
{
    const auto document =
        read(join({"tip of the day schedutil:\n", kTable, "\ntip of the day performance:\n", kTable,
                   "\npatch: tip of the day schedutil:\n", kTable, "\npatch: tip of the day performance:\n", kTable}));
    ASSERT_EQ(document.runs.size(), 4U);
    EXPECT_EQ(document.runs[0].variant.role, Role::Baseline);
    EXPECT_EQ(document.runs[1].variant.role, Role::Baseline);
    EXPECT_EQ(document.runs[2].variant.label, "patch");
    EXPECT_EQ(document.runs[0].parameters, document.runs[2].parameters);
    EXPECT_EQ(document.runs[1].parameters, document.runs[3].parameters);
    EXPECT_NE(document.runs[0].parameters, document.runs[1].parameters);
}

TEST(ResolveVariant, TakesTheHeadingThatSaysWhatWasLeftOutForTheOldSide)
{
    const auto document =
        read(join({"Subject: [PATCH] poll: load the fast module\n\nUnixBench, one copy.\n\n",
                   "Load the fast module:\n\n", kTable, "\n", "Don't load the fast module:\n\n", kTable}));
    EXPECT_THAT(sidesOf(document),
                ElementsAre("Load the fast module/candidate?", "Don't load the fast module/baseline?"));
}

TEST(ResolveVariant, OrdersTwoNamesByTheChangeThatTheTextStates)
{
    // 30 / 20 - 1 = +50 %: the first table is the new side
    const auto document =
        read(join({"System Benchmarks (+50.0%)\n  queued:\n", "Process Creation  126.0  378.0  30.0\n\n  plain:\n",
                   "Process Creation  126.0  252.0  20.0\n"}));
    ASSERT_EQ(document.runs.size(), 2U);
    EXPECT_THAT(sidesOf(document), ElementsAre("queued/candidate?", "plain/baseline?"));
}

TEST(ResolveVariant, OrdersTwoReportsByTheirScores)
{
    const auto document =
        read(join({"Index (+50.0%)\n\n  queued:\n\nSystem Benchmarks Index Score   30.0\n\n  plain:\n\n",
                   "System Benchmarks Index Score   20.0\n"}));
    EXPECT_THAT(sidesOf(document), ElementsAre("queued/candidate?", "plain/baseline?"));
}

TEST(ResolveVariant, KeepsTablesOfOtherSettingsApart)
{
    const auto document =
        read("Numbers for queue size 1024, before and after the change:\n\n"
             "              Before   After\n   mtu 1500        22.5     22.4\n   mtu 9000        12.8     25.9\n\n"
             "And for queue size 256:\n\n"
             "              Before   After\n   mtu 1500        2.25     2.24\n   mtu 9000        2.15     11.9\n");
    ASSERT_EQ(document.runs.size(), 4U);
    EXPECT_EQ(document.runs[0].parameters, document.runs[1].parameters);
    EXPECT_EQ(document.runs[2].parameters, document.runs[3].parameters);
    EXPECT_NE(document.runs[0].parameters, document.runs[2].parameters);
}

TEST(ResolveVariant, LooksForAHeadingAboveALineWithAValueOfItsOwn)
{
    const auto document = read(join({"Without the copy of PIR:\n\nfill bandwidth: 4.944 Gbps\n", kTable,
                                     "\nWith the copy of PIR:\nfill bandwidth: 5.029 Gbps\n", kTable}));
    EXPECT_THAT(sidesOf(document), ElementsAre("Without the copy of PIR/baseline?", "With the copy of PIR/candidate?"));
}
