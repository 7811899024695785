// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/mail/patch.h"

#include "../text/decoded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

namespace patchscale {
namespace {

/// "path +added -removed" of each file of each patch, patches apart by "; ".
std::string told(const Decoded& doc)
{
    std::string out;
    for (const auto& patch : patchesIn(doc.text)) {
        out += out.empty() ? "" : "; ";
        for (std::size_t i = 0; i < patch.files.size(); ++i) {
            const auto& file = patch.files[i];
            out += std::format("{}{} +{} -{}", i == 0 ? "" : ", ", file.path, file.added, file.removed);
        }
    }
    return out;
}

std::string functions(const Decoded& doc)
{
    std::string out;
    for (const auto& patch : patchesIn(doc.text)) {
        for (const auto& name : patch.functions) {
            out += (out.empty() ? "" : " ") + name;
        }
    }
    return out;
}

TEST(Patch, CountsTheLinesOfADiff)
{
    const Decoded doc(
        "sched: pad it\n\ndiff --git a/kernel/x.c b/kernel/x.c\nindex 1..2 100644\n--- a/kernel/x.c\n+++ b/kernel/x.c\n"
        "@@ -1,3 +1,4 @@ static int pick_next(struct rq *rq)\n a\n-b\n+c\n+--- d\n e\n"
        "@@ -9,2 +10,2 @@ struct task_group {\n-++ f\n+g\n h\n"
        "diff --git a/Makefile b/Makefile\n--- a/Makefile\n+++ b/Makefile\n@@ -1 +1,2 @@\n a\n+b\n-- \n2.39\n");
    EXPECT_EQ(told(doc), "kernel/x.c +3 -2, Makefile +1 -0");
    EXPECT_EQ(functions(doc), "pick_next");
    EXPECT_EQ(patchTitle(patchesIn(doc.text).at(0)), "Patch: 2 files, +4 -2");
    const auto span = doc.text.source(patchesIn(doc.text).at(0).span);
    EXPECT_TRUE(doc.source.substr(span.offset, span.length).starts_with("diff --git"));
    EXPECT_TRUE(doc.source.substr(span.offset, span.length).ends_with("+b"));
}

TEST(Patch, KnowsNewDeletedRenamedAndBinaryFiles)
{
    const Decoded doc("diff --git a/new.c b/new.c\nnew file mode 100644\nindex 0..1\n--- /dev/null\n+++ b/new.c\n@@ "
                      "-0,0 +1,2 @@\n+a\n+b\n"
                      "diff --git a/old.c b/old.c\ndeleted file mode 100644\nindex 1..0\n--- a/old.c\n+++ "
                      "/dev/null\n@@ -1 +0,0 @@\n-a\n"
                      "diff --git a/from.c b/to.c\nsimilarity index 100%\nrename from from.c\nrename to to.c\n"
                      "diff --git a/p.png b/p.png\nindex 1..2 100644\nBinary files a/p.png and b/p.png differ\n");
    EXPECT_EQ(told(doc), "new.c +2 -0, old.c +0 -1, to.c +0 -0, p.png +0 -0");
    EXPECT_TRUE(patchesIn(doc.text).at(0).files.at(3).isBinary);
}

TEST(Patch, ReadsDiffsThatGitDidNotWrite)
{
    EXPECT_EQ(told(Decoded("--- a/include/x.h~pad-it\n+++ a/include/x.h\n@@ -1,1 +1,2 @@\n a\n+b\n")),
              "include/x.h +1 -0");
    EXPECT_EQ(told(Decoded("Index: linux/x.c\n==========\n--- linux.orig/x.c\t2020-01-01\n+++ "
                           "linux/x.c\t2020-01-02\n@@ -1 +1 @@\n-a\n+b\n")),
              "linux/x.c +1 -1");
}

TEST(Patch, BelievesTheDiffstatWhereTheDiffIsCut)
{
    const Decoded doc(
        " kernel/locking/osq_lock.c | 64 +++++++++++++++++++++++++++++++++++-----\n .../linux/very/long/name.h     |  "
        "5 +++++\n"
        " {old => new}/z.c | 0\n 3 files changed, 66 insertions(+), 3 deletions(-)\n create mode 100644 a\n\n"
        "diff --git a/include/linux/very/long/name.h b/include/linux/very/long/name.h\n--- "
        "a/include/linux/very/long/name.h\n"
        "+++ b/include/linux/very/long/name.h\n@@ -1,3 +1,8 @@ int f(void)\n a\n+b\n[...]\n");
    EXPECT_EQ(told(doc), "include/linux/very/long/name.h +5 -0, kernel/locking/osq_lock.c +0 -0, new/z.c +0 -0");
    EXPECT_EQ(patchTitle(patchesIn(doc.text).at(0)), "Patch: 3 files, +66 -3");
}

TEST(Patch, ReadsWhatAWebArchiveFlattened)
{
    const Decoded doc(
        "Signed-off-by: A a@example.org --- kernel/sched/x.h | 5 +++++ 1 file changed, 5 insertions(+)\n"
        "diff --git a/kernel/sched/x.h b/kernel/sched/x.h index 9d..1d 100644 --- a/kernel/sched/x.h +++ "
        "b/kernel/sched/x.h "
        "@@ -419,6 +419,11 @@ static void pad_it(struct g *g) { int i;\n#ifdef A +#ifdef B + int pad; /*\n");
    EXPECT_EQ(told(doc), "kernel/sched/x.h +5 -0");
    EXPECT_EQ(functions(doc), "pad_it");
    EXPECT_EQ(patchTitle(patchesIn(doc.text).at(0)), "Patch: x.h, +5");
}

TEST(Patch, TellsThePatchesOfASeriesApart)
{
    const Decoded doc(
        "From t Mon Sep 17 00:00:00 2001\nFrom: a@example.org\nSubject: [PATCH 1/2] one\n\n---\n a.c | 1 +\n"
        " 1 file changed, 1 insertion(+)\n\ndiff --git a/a.c b/a.c\n--- a/a.c\n+++ b/a.c\n@@ -1 +1,2 @@\n a\n+b\n-- "
        "\n2.39\n\n"
        "From t Mon Sep 17 00:00:00 2001\nFrom: a@example.org\nSubject: [PATCH 2/2] two\n\n---\n b.c | 1 -\n"
        " 1 file changed, 1 deletion(-)\n\ndiff --git a/b.c b/b.c\n--- a/b.c\n+++ b/b.c\n@@ -1,2 +1 @@\n a\n-b\n-- "
        "\n2.39\n");
    EXPECT_EQ(told(doc), "a.c +1 -0; b.c +0 -1");
    EXPECT_EQ(patchTitle(patchesIn(doc.text).at(1)), "Patch: b.c, -1");
}

TEST(Patch, IsNotInATextWithoutOne)
{
    EXPECT_EQ(told(Decoded("Before: 12\nAfter: 13\n--- x ---\na | 5\n")), "");
}

TEST(HunkFunction, IsTheNameBeforeTheParenthesis)
{
    EXPECT_EQ(hunkFunction("void kvm_vcpu_block(struct kvm_vcpu *vcpu)"), "kvm_vcpu_block");
    EXPECT_EQ(hunkFunction("static __always_inline bool *f (int a)"), "f");
    EXPECT_EQ(hunkFunction("SYSCALL_DEFINE3(read, unsigned int, fd,"), "sys_read");
    EXPECT_EQ(hunkFunction("SYM_FUNC_START(copy_user_generic)"), "copy_user_generic");
    EXPECT_EQ(hunkFunction("struct task_group {"), "");
    EXPECT_EQ(hunkFunction("out_unlock:"), "");
    EXPECT_EQ(hunkFunction("DEFINE_PER_CPU(int, x)"), "");
    EXPECT_EQ(hunkFunction(""), "");
}

TEST(NamedFunctions, ComeFromProseOnly)
{
    const Decoded doc(
        "The cost is in osq_lock() and in f(); osq_lock() again.\n\ndiff --git a/a.c b/a.c\n--- a/a.c\n+++ b/a.c\n"
        "@@ -1 +1 @@\n-not_this()\n+nor_that()\n");
    EXPECT_EQ(namedFunctions(doc.text), std::vector<std::string> {"osq_lock"});
}

/// What `git apply --numstat` says of the patch, by path.
std::map<std::string, std::string> numstat(const std::string& patch)
{
    const auto path = std::filesystem::temp_directory_path()
        / std::format("patchscale-numstat-{}", std::rand()); // NOLINT: a name only
    std::ofstream(path) << patch;
    std::map<std::string, std::string> out;
    // Outside any work tree: inside one, git passes over paths that are not below the current folder.
    auto* const pipe =
        popen(("git -C / apply --numstat " + path.string() + " 2>/dev/null").c_str(), "r"); // NOLINT: the oracle
    std::array<char, 512> line {};
    while (pipe != nullptr && std::fgets(line.data(), line.size(), pipe) != nullptr) {
        std::string text(line.data());
        const auto first = text.find('\t');
        const auto second = text.find('\t', first + 1);
        out[text.substr(second + 1, text.size() - second - 2)] =
            "+" + text.substr(0, first) + " -" + text.substr(first + 1, second - first - 1);
    }
    if (pipe != nullptr) {
        pclose(pipe);
    }
    std::filesystem::remove(path);
    return out;
}

/// A made-up patch; every choice comes from @p state.
std::string madeUpPatch(unsigned& state)
{
    const auto pick = [&](unsigned below) {
        state = state * 1664525U + 1013904223U;
        return (state >> 16U) % below;
    };
    std::string out;
    const unsigned files = 1 + pick(3);
    for (unsigned file = 0; file < files; ++file) {
        const auto name = std::format("dir{}/file{}.c", pick(3), file);
        out += std::format("diff --git a/{0} b/{0}\nindex 1111111..2222222 100644\n--- a/{0}\n+++ b/{0}\n", name);
        unsigned at = 1;
        for (unsigned hunk = 0; hunk < 1 + pick(3); ++hunk) {
            std::string body;
            unsigned before = 0;
            unsigned after = 0;
            for (unsigned line = 0; line < 3 + pick(9); ++line) {
                static constexpr std::array kLines {"int a;",        "", "-- x", "++ y", "\tgoto out;", "@@ -1 +1 @@",
                                                    "diff --git a b"};
                const auto* const text = kLines[pick(kLines.size())];
                switch (pick(3)) {
                case 0:
                    body += std::format("-{}\n", text);
                    ++before;
                    break;
                case 1:
                    body += std::format("+{}\n", text);
                    ++after;
                    break;
                default:
                    body += std::format(" {}\n", text);
                    ++before;
                    ++after;
                }
            }
            out += std::format("@@ -{},{} +{},{} @@ int f{}(void)\n{}", at, before, at, after, hunk, body);
            at += 100;
        }
    }
    return out;
}

TEST(Patch, CountsAsGitDoes)
{
    if (numstat("diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n").empty()) {
        GTEST_SKIP() << "git is not here";
    }
    unsigned state = 7;
    for (int round = 0; round < 15; ++round) {
        const auto patch = madeUpPatch(state);
        std::map<std::string, std::string> ours;
        const Decoded doc("subject\n\n" + patch);
        for (const auto& found : patchesIn(doc.text)) {
            for (const auto& file : found.files) {
                ours[file.path] = std::format("+{} -{}", file.added, file.removed);
            }
        }
        const auto theirs = numstat(patch);
        EXPECT_FALSE(theirs.empty()) << patch;
        EXPECT_EQ(ours, theirs) << patch;
    }
}

}
}
