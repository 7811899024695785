// SPDX-License-Identifier: GPL-3.0-or-later
#include "decoded.h"

#include <gtest/gtest.h>

namespace patchscale {
namespace {

TEST(Quotes, AreCountedHoweverTheyAreWritten)
{
    const Decoded doc("> a\n>a\n>> b\n> > b\n> >b\n>  > b\n> > > > d\n>\n>  indented\n");
    EXPECT_EQ(doc.lines(),
              "Body 1|a\nBody 1|a\nBody 2|b\nBody 2|b\nBody 2|b\nBody 2|b\nBody 4|d\nBlank 1|\nBody 1| indented\n");
}

TEST(Quotes, AreNotComparisons)
{
    const Decoded doc(">=5% is a lot\na > b\n");
    EXPECT_EQ(doc.lines(), "Body 0|>=5% is a lot\nBody 0|a > b\n");
}

TEST(Quotes, AreNotShellPrompts)
{
    const Decoded doc("I ran\n> git reset --hard v4.19\n> make -j8\nTest: 738\n>> b\n>>> ./Run -c 4\n>> Test: 745\n");
    EXPECT_EQ(doc.lines(),
              "Body 0|I ran\nBody 0|> git reset --hard v4.19\nBody 0|> make -j8\nBody 0|Test: 738\n"
              "Body 2|b\nBody 2|> ./Run -c 4\nBody 2|Test: 745\n");
}

TEST(Quotes, AreQuotesWhereACommandStandsAmongThem)
{
    const Decoded doc("> the steps are\n> git bisect start\n> and so on\nthanks\n");
    EXPECT_EQ(doc.lines(), "Body 1|the steps are\nBody 1|git bisect start\nBody 1|and so on\nBody 0|thanks\n");
}

TEST(Quotes, AreNotEdStyleDiffs)
{
    const Decoded doc("12c12\n< old\n---\n> new\ntext\n> quoted\n");
    EXPECT_EQ(doc.lines(), "Diff 0|12c12\nDiff 0|< old\nDiff 0|---\nDiff 0|> new\nBody 0|text\nBody 1|quoted\n");
}

TEST(Quotes, MayBeBarsButTablesAreNot)
{
    const Decoded doc(
        "| one line\n| another line\n| a third\n\n| a | b |\n| 1 | 2 |\n| 3 | 4 |\n> | x 1\n> | y 2\n> | z 3\n");
    EXPECT_EQ(doc.lines(),
              "Body 1|one line\nBody 1|another line\nBody 1|a third\nBlank 0|\nBody 0|| a | b |\nBody 0|| 1 | 2 |\n"
              "Body 0|| 3 | 4 |\nBody 2|x 1\nBody 2|y 2\nBody 2|z 3\n");
}

TEST(Quotes, LeaveTabsToTheReader)
{
    const Decoded doc(">\tPipe\t12\n");
    EXPECT_EQ(doc.lines(), "Body 1|\tPipe\t12\n");
}

}
}
