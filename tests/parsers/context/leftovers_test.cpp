// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/leftovers.h"
#include "parsers/text/decode.h"

#include <gtest/gtest.h>

using namespace patchscale;

namespace {

/// The pieces of text that are listed as tables which nobody read.
std::vector<std::string> leftoversOf(const std::string& document, std::vector<SourceSpan> taken = {})
{
    std::vector<Diagnostic> diagnostics;
    const auto text = decodeText(document, diagnostics, Job {}).value_or(Text {});
    diagnostics.clear();
    listLeftovers(text, taken, diagnostics, Job {});
    std::vector<std::string> out;
    for (const auto& diagnostic : diagnostics) {
        EXPECT_EQ(diagnostic.code, "unused-table");
        out.emplace_back(text.slice(diagnostic.span.value_or(SourceSpan {})));
    }
    return out;
}

}

TEST(Leftovers, ListsATableOnce)
{
    const auto found =
        leftoversOf("Some numbers:\n\nalpha   12.5   13.1\nbeta     1.5    1.6\ngamma  120.0  119.0\n\nThat is all.\n");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_TRUE(found[0].starts_with("alpha"));
    EXPECT_TRUE(found[0].ends_with("119.0"));
}

TEST(Leftovers, ListsTablesWithBarsAndLongLists)
{
    EXPECT_EQ(leftoversOf("| a | 12 | 13 |\n| b | 14 | 15 |\n| c | 16 | 17 |\n").size(), 1U);
    EXPECT_EQ(leftoversOf("read 12.5 MB/s\nread 12.6 MB/s\nread 12.4 MB/s\nread 12.9 MB/s\nread 12.1 MB/s\n").size(),
              1U);
}

TEST(Leftovers, KnowsWhatWasTaken)
{
    const std::string table = "alpha   12.5   13.1\nbeta     1.5    1.6\ngamma  120.0  119.0\n";
    EXPECT_TRUE(leftoversOf(table, {{.offset = 0, .length = table.size() - 1}}).empty());
    EXPECT_EQ(
        leftoversOf(table + "\nprose between the two\n\n" + table, {{.offset = 0, .length = table.size() - 1}}).size(),
        1U);
}

TEST(Leftovers, LeavesDecoysAlone)
{
    for (const auto* text :
         {"node 0 cpus: 0 1 2 3 4 5\nnode 0 size: 1000 MB\nnode 1 cpus: 6 7 8 9\nnode 1 size: 1000 MB\n",
          "[   12.345678] a 1 2\n[   12.345679] b 3 4\n[   12.345680] c 5 6\n",
          "  x = 1 + 2;\n  y = 3 + 4;\n  z = 5 + 6;\n", "mov 0x14(%rax),%edi\nsub $0x1,%edi\nmov 0x18(%rax),%edi\n",
          "  bash-123  [001] 12.5: sched_wakeup: comm=a pid=1\n  bash-123  [001] 12.6: sched_wakeup: comm=b pid=2\n"
          "  bash-123  [002] 12.7: sched_wakeup: comm=c pid=3\n",
          "1. first thing\n2. second thing\n3. third thing\n4. fourth\n5. fifth\n6. sixth\n",
          "In 2021 we had 3 patches for this and in 2022\nthere were 5 more, of which 2 were merged into 6.1\nand 3 "
          "are still waiting since 2 years or 3\n",
          "1 x Pipe Throughput  1 2 3\n\n1 x Process Creation  1 2 3\n\n1 x Execl Throughput  1 2 3\n"}) {
        EXPECT_TRUE(leftoversOf(text).empty()) << text;
    }
}
