// SPDX-License-Identifier: GPL-3.0-or-later
// What stands right above an index table: numbered machines, the side in the table's own head, commands in brackets.
#include "parsers/read.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace patchscale;

namespace {

ParsedDocument read(const std::string& text)
{
    return readDocument(text, Job {}).value_or(ParsedDocument {});
}

/// An index table under @p head; 252 / 126 × 10 = 20.
std::string table(std::string head)
{
    head.resize(45, ' ');
    return head
        + "BASELINE       RESULT    INDEX\n"
          "Process Creation                                126.0        252.0     20.0\n"
          "                                                                   ========\n"
          "System Benchmarks Index Score (Partial Only)                           20.0\n\n";
}

const std::string kPlain = "System Benchmarks Partial Index";

}

TEST(IndexHeads, NamesMachinesThatAreLettered)
{
    const auto document =
        read("Machine A: Intel(R) Xeon(R) Gold 5218 CPU @ 2.30GHz\n\nwithout patch:\n\n" + table(kPlain)
             + "with patch:\n\n" + table(kPlain) + "Machine B: Loongson-3C5000L, 64 cores\n\nwithout patch:\n\n"
             + table(kPlain) + "with patch:\n\n" + table(kPlain));
    ASSERT_EQ(document.runs.size(), 4U);
    EXPECT_EQ(document.runs[1].machine.cpu, "Intel(R) Xeon(R) Gold 5218 CPU @ 2.30GHz");
    EXPECT_EQ(document.runs[1].machine.cpus, std::nullopt); // 5218 is the model
    EXPECT_EQ(document.runs[2].machine.label, "Loongson-3C5000L");
    EXPECT_EQ(document.runs[3].machine.label, "Loongson-3C5000L");
    EXPECT_EQ(document.runs[3].machine.cpus, 64);
}

TEST(IndexHeads, TakesTheSideFromTheHeadOfTheTable)
{
    const auto document = read("UnixBench (./Run -c 4):\n\n" + table("nopatch") + table("w/ patch"));
    ASSERT_EQ(document.runs.size(), 2U);
    EXPECT_EQ(document.runs[0].variant.label, "nopatch");
    EXPECT_EQ(document.runs[0].variant.role, Role::Baseline);
    EXPECT_FALSE(document.runs[0].variant.isAssumed);
    EXPECT_EQ(document.runs[1].variant.label, "w/ patch");
    EXPECT_EQ(document.runs[1].variant.role, Role::Candidate);
    EXPECT_EQ(document.runs[1].parameters.at("command"), "./Run -c 4");
}
