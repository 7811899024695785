// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/line_kinds.h"

#include "decoded.h"
#include "parsers/text/diff_lines.h"

#include <gtest/gtest.h>

namespace patchscale {
namespace {

TEST(LineKinds, KnowAttributionsOfManyLanguages)
{
    for (const std::string_view line :
         {"On 27.06.22 16:27, A. Tester wrote:", "On Tue 30-08-22 13:59:49, A. Tester wrote:",
          "A. Tester <a@example.org> writes:", "在 2022/10/08 10:50, 某人 写道:",
          "某人 <a@example.org> 于2022年8月30日周二 15:01写道：",
          "Il giorno 11 ott 2022, alle ore 10:11, A. Tester <a@example.org> ha scritto:",
          "Am 03.04.23 um 10:00 schrieb A. Tester:", "Le 3 avril 2023 à 10:00, A. Tester a écrit :",
          "-----邮件原件-----", "-----Original Message-----", "---------- Forwarded message ---------",
          "* A. Tester <a@example.org> [2021-01-01 12:00:00 +0100]:", "On 21.05.2019 12:45, X wrote:> On Tue, Y"}) {
        EXPECT_TRUE(isAttribution(line)) << line;
    }
    for (const std::string_view line :
         {"Before:", "the job which writes in 4 k blocks:x", "captured and wrote 2.2 MB perf.data", "-----------", "--",
          "", "With the patch:", "On this machine the result is:", "1 file changed:"}) {
        EXPECT_FALSE(isAttribution(line)) << line;
    }
}

TEST(LineKinds, JoinAnAttributionThatWasWrapped)
{
    const Decoded doc("On Thu, Feb 1, 2024 at 12:04 AM A. Tester\n<a@example.org> wrote:\n> x\n");
    EXPECT_EQ(doc.kinds(), "Attribution*2 Body*1");
}

TEST(LineKinds, KnowTrailers)
{
    for (const std::string_view line :
         {"Signed-off-by: A <a@example.org>", "Link: https://example.org/1", "Fixes: 1234abcd (\"x\")",
          "base-commit: 1234", "Commit-ID:     85e5", "Cc: a@example.org", "| Reported-by: a"}) {
        EXPECT_TRUE(isTrailer(line)) << line;
    }
    for (const std::string_view line :
         {"Before: 12", "Machine: x", "Cc: the others", "Link: none", "by: x", "Stand-by power: 3 W"}) {
        EXPECT_FALSE(isTrailer(line)) << line;
    }
}

TEST(LineKinds, KnowHeaderBlocksWithinTheText)
{
    const Decoded chinese("> -----邮件原件-----\n> 发件人: 某人 <a@example.org>\n> 发送时间: 2021年7月28日 14:12\n"
                          "> 抄送: b@example.org;\n> c@example.org\n> 主题: Re: [PATCH][v2] kvm: relax\n>\n> text 5\n");
    EXPECT_EQ(chinese.kinds(), "Attribution*1 Header*5 Blank*1 Body*1");
    EXPECT_EQ(chinese.text.title(), "Re: [PATCH][v2] kvm: relax");

    const Decoded outlook(
        "From: A. Tester <a@example.org>\nSent: Monday, 3 April 2023 10:00\nTo: B\nSubject: results\n\nBefore: 5\n");
    EXPECT_EQ(outlook.kinds(), "Header*4 Blank*1 Body*1");
}

TEST(LineKinds, KeepLabelsThatOnlyLookLikeHeaders)
{
    const Decoded doc("From: 12.5\nTo: 13.5\n\nBefore:\n1 2\n\nA: x\nTest: y\n");
    EXPECT_EQ(doc.kinds(), "Body*2 Blank*1 Body*2 Blank*1 Body*2");
}

TEST(LineKinds, KnowACommitObject)
{
    const Decoded doc("tree e0d0a02a781dcb39679601b21393583926e40067\nparent 6c62985d576c8a816f528c39204207b9f449d923\n"
                      "author A <a@example.org> 1487615764 -0500\ncommitter A <a@example.org> 1487615764 -0500\n\n"
                      "sched: speed it up\n\ntree 5\n");
    EXPECT_EQ(doc.kinds(), "Header*4 Blank*1 Body*1 Blank*1 Body*1");
    EXPECT_EQ(doc.text.title(), "sched: speed it up");
}

TEST(LineKinds, KnowGitLog)
{
    const Decoded doc(
        "commit 7b3188e7ed54102a5dcc73d07727f41fb528f7c8 (HEAD)\nAuthor: A <a@example.org>\nDate:   Mon Aug 30 2021\n\n"
        "    mm: do less\n\n    It was 5, it is 6.\n");
    EXPECT_EQ(doc.kinds(), "Header*3 Blank*1 Body*1 Blank*1 Body*1");
    EXPECT_EQ(doc.text.title(), "mm: do less");
}

TEST(LineKinds, FollowADiffToItsEnd)
{
    const Decoded doc(" a.c | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n\ndiff --git a/a.c b/a.c\nindex "
                      "12345..6789a 100644\n"
                      "--- a/a.c\n+++ b/a.c\n@@ -1,3 +1,3 @@ int f(void)\n int a;\n-int b = 5;\n+int b = 6;\n int c;\n"
                      "Score 12.5 13.5\n-- \n2.39\n");
    EXPECT_EQ(doc.kinds(), "Diffstat*2 Blank*1 Diff*9 Body*1 Ruler*1 Trailer*1");
}

TEST(LineKinds, LeaveARepliersTextBetweenHunks)
{
    const Decoded doc("> diff --git a/a.c b/a.c\n> --- a/a.c\n> +++ b/a.c\n> @@ -1,4 +1,5 @@\n>  int a;\n> +int "
                      "b;\n\nWhy 5 and not 6?\n\n"
                      ">  int c;\n>  int d;\n>  int e;\nThat gave 12.5 before and 13.5 after.\n");
    EXPECT_EQ(doc.kinds(), "Diff*6 Blank*1 Body*1 Blank*1 Diff*3 Body*1");
}

TEST(LineKinds, EndADiffThatWasCutShort)
{
    const Decoded cut("> @@ -1,40 +1,50 @@ void f(void)\n>  int a;\n> +int b;\n> [...]\n> The table:\n> x 5 6\n");
    EXPECT_EQ(cut.kinds(), "Diff*4 Body*2");
    const Decoded table("@@ -1,40 +1,50 @@ void f(void)\n int a;\n+int b;\nrandread 12.5 13.5\n");
    EXPECT_EQ(table.kinds(), "Diff*3 Body*1");
}

TEST(LineKinds, FollowADiffThatAWebArchiveFlattened)
{
    const Decoded doc("Signed-off-by: A a@example.org --- kernel/sched/x.h | 5 +++++ 1 file changed, 5 insertions(+)\n"
                      "diff --git a/kernel/sched/x.h b/kernel/sched/x.h index 1..2 100644 --- a/x.h +++ b/x.h @@ -4,6 "
                      "+4,8 @@ struct g { int i;\n"
                      "#ifdef X +#ifdef Y + int pad; +#endif /* 5\nThe new score is higher than the old one\n");
    EXPECT_EQ(doc.kinds(), "Trailer*1 Diff*2 Body*1");
}

TEST(LineKinds, FollowADiffWhoseBlanksWereStripped)
{
    const Decoded doc("diff --git a/v/k.c b/v/k.c index\n7d95126..1679728 100644\n--- a/v/k.c\n+++ b/v/k.c\n@@ -3,5 "
                      "+3,6 @@ void f(void)\n\n"
                      "goto out;\n}\n+ relax();\nend = cur;\n}\nmore text\n");
    EXPECT_EQ(doc.kinds(), "Diff*11 Body*1");
}

TEST(LineKinds, DoNotTakeTablesForDiffs)
{
    const Decoded doc("--- before ---\n12 13\n--- after ---\n14 15\n\n| name | 5 ++ |\nfile | 12 13\na | 5\n");
    EXPECT_EQ(doc.kinds(), "Body*4 Blank*1 Body*3");
}

TEST(LineKinds, KeepALineThatWasFlattenedWithItsTable)
{
    const Decoded doc("Link: https://example.org/1 Before 1 2 3 4 After 5 6 7 8 9\n");
    EXPECT_EQ(doc.kinds(), "Body*1");
}

TEST(HunkHeader, IsReadWithItsCounts)
{
    const auto header = hunkHeader("@@ -419,6 +420 @@ struct task_group {");
    ASSERT_TRUE(header);
    EXPECT_EQ(header->oldCount, 6U);
    EXPECT_EQ(header->newCount, 1U);
    EXPECT_EQ(header->context, "struct task_group {");
    EXPECT_FALSE(hunkHeader("@@ -1 1 @@"));
    EXPECT_FALSE(hunkHeader("@@ -,5 +1 @@"));
    EXPECT_FALSE(hunkHeader("@@ -1,99999999999999999999999 +1 @@"));
}

}
}
