// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/call_stacks.h"

#include "parsers/text/decode.h"

#include <format>

#include <gtest/gtest.h>

namespace patchscale::perf {
namespace {

Text decoded(std::string_view document)
{
    std::vector<Diagnostic> diagnostics;
    return decodeText(document, diagnostics, {}).value();
}

/// A line for each frame, indented below its caller, with its own weight.
std::string printed(const CallStacks& stacks)
{
    std::string out;
    std::vector<std::size_t> depths {0};
    for (std::size_t i = 1; i < stacks.nodes.size(); ++i) {
        const auto& node = stacks.nodes[i];
        depths.push_back(depths[node.parent] + 1);
        out += std::format("{}{} {}\n", std::string(depths[i] - 1, ' '), stacks.names[node.name], node.self);
    }
    return out;
}

TEST(CallStacks, FoldedLinesShareTheFramesThatTheyHaveInCommon)
{
    const auto text = decoded("job-12/34;main;read_[k] 30\n"
                              "job-12/35;main;write 60\n"
                              "job-12/34;main 10\n");
    const auto stacks = callStacksIn(text, {});
    ASSERT_EQ(stacks.size(), 1U);
    EXPECT_EQ(printed(stacks[0].stacks), "job 0\n main 10\n  read 30\n  write 60\n");
    EXPECT_EQ(stacks[0].stacks.total, 100);
    EXPECT_EQ(stacks[0].span.offset, 0U);
}

TEST(CallStacks, TwoCountsAreTwoProfiles)
{
    const auto text = decoded("job;main;read 30 10\njob;main;write 0 90\njob;main 70 0\n");
    const auto stacks = callStacksIn(text, {});
    ASSERT_EQ(stacks.size(), 2U);
    EXPECT_EQ(stacks[0].stacks.total, 100);
    EXPECT_EQ(stacks[1].column, 1U);
    EXPECT_EQ(printed(stacks[1].stacks), "job 0\n main 0\n  read 10\n  write 90\n");
}

TEST(CallStacks, AScriptHasStacksForEachEventByTheirPeriods)
{
    const auto text = decoded("my job 1/2  10.1:    3000 cycles: \n"
                              "\tffffffff81775b9a inner+0x28a ([kernel.kallsyms])\n"
                              "\tffffffff81776725 outer+0xb55 ([kernel.kallsyms])\n"
                              "\n"
                              "my job 1/2  10.2:    1000 cycles: \n"
                              "\tffffffff81776725 outer+0xb55 ([kernel.kallsyms])\n"
                              "\n"
                              "my job 1/2  10.3:    page-faults: \n"
                              "\tffffffff81776725 outer+0xb55 ([kernel.kallsyms])\n");
    const auto stacks = callStacksIn(text, {});
    ASSERT_EQ(stacks.size(), 2U);
    EXPECT_EQ(stacks[0].event, "cycles");
    EXPECT_EQ(printed(stacks[0].stacks), "my job 0\n outer 1000\n  inner 3000\n");
    EXPECT_EQ(stacks[1].event, "page-faults");
    EXPECT_EQ(stacks[1].stacks.total, 1); // no period is printed: samples count
}

TEST(CallStacks, ATextWithoutStacksHasNone)
{
    EXPECT_TRUE(callStacksIn(decoded("# Overhead  Command\n  12.00%  fio  [k] f\n"), {}).empty());
}

}
}
