// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/read.h"

#include <gtest/gtest.h>

#include <string>

namespace patchscale {
namespace {

std::string factOf(const Run& run, const std::string& name)
{
    const auto fact = run.machine.facts.find(name);
    return fact == run.machine.facts.end() ? std::string() : fact->second;
}

TEST(DocumentDates, AreThoseOfTheMailThatHoldsTheRun)
{
    const auto document = readDocument("From: A B <a@example.org>\n"
                                       "Subject: numbers\n"
                                       "Date: Mon, 2 Mar 2026 10:20:30 +0100\n"
                                       "\n"
                                       "              before   after\n"
                                       "pipe          1000     1100\n"
                                       "syscall       2000     1900\n",
                                       Job {});
    ASSERT_TRUE(document);
    ASSERT_EQ(document->runs.size(), 2U);
    for (const auto& run : document->runs) {
        EXPECT_EQ(factOf(run, "document.date"), "2026-03-02T10:20:30+0100");
        EXPECT_EQ(factOf(run, "run.started"), "");
    }
}

TEST(DocumentDates, GiveWayToTheStartOfARun)
{
    const auto document = readDocument("Date: Mon, 2 Mar 2026 10:20:30 +0100\n"
                                       "From: A B <a@example.org>\n"
                                       "\n"
                                       "Benchmark Run: Sun Mar 01 2026 08:07:06 - 08:35:00\n"
                                       "4 CPUs in system; running 4 parallel copies of tests\n"
                                       "\n"
                                       "System Benchmarks Index Values               BASELINE       RESULT    INDEX\n"
                                       "Pipe Throughput                               12440.0    2488000.0   2000.0\n"
                                       "                                                                   ========\n"
                                       "System Benchmarks Index Score                                        2000.0\n",
                                       Job {});
    ASSERT_TRUE(document);
    ASSERT_EQ(document->runs.size(), 1U);
    EXPECT_EQ(factOf(document->runs[0], "run.started"), "2026-03-01T08:07:06");
    EXPECT_EQ(factOf(document->runs[0], "document.date"), "");
}

}
}
