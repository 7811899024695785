// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/mail/patched_functions.h"

#include "../text/decoded.h"

#include "core/base/join.h"

#include <gtest/gtest.h>

namespace patchscale {
namespace {

std::string functionsOf(std::string_view hunks)
{
    std::string document = "Subject: [PATCH] lock: spin less\n\nospin() is called often.\n\n---\n"
                           "diff --git a/kernel/lock.c b/kernel/lock.c\n--- a/kernel/lock.c\n+++ b/kernel/lock.c\n";
    document += hunks;
    const Decoded doc(document);
    return join(patchedFunctions(doc.text), " ");
}

TEST(PatchedFunctions, AreThoseOfTheHeaderAndOfTheDefinitionsWithinAHunk)
{
    EXPECT_EQ(functionsOf("@@ -10,4 +10,5 @@ static void wait_turn(struct queue *q)\n"
                          " \tint i;\n"
                          " \n"
                          "-\tspin(q);\n"
                          "+\trelax(q);\n"
                          "+\tspin(q);\n"
                          " }\n"),
              "wait_turn");
    // The header names the function above; what is changed stands in the one that begins within the hunk.
    EXPECT_EQ(functionsOf("@@ -20,5 +20,5 @@ static void untouched(void)\n"
                          " }\n"
                          " \n"
                          " bool take_lock(struct queue *q)\n"
                          " {\n"
                          "-\treturn try(q);\n"
                          "+\treturn try_hard(q);\n"),
              "take_lock");
}

TEST(PatchedFunctions, ARenamedFunctionIsThereUnderBothNames)
{
    EXPECT_EQ(functionsOf("@@ -20,3 +20,3 @@ static void untouched(void)\n"
                          "-bool old_name(struct queue *q)\n"
                          "+bool new_name(struct queue *q)\n"
                          " {\n"
                          " }\n"),
              "old_name new_name");
}

TEST(PatchedFunctions, DeclarationsAndProseAreNone)
{
    EXPECT_EQ(functionsOf("@@ -1,2 +1,3 @@\n"
                          " #include <linux/lock.h>\n"
                          "+bool declared(struct queue *q);\n"
                          " \n"),
              "");
}

}
}
