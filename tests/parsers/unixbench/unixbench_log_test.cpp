// SPDX-License-Identifier: GPL-3.0-or-later
// What UnixBench writes beside its report, and how log and report come together.
#include "parsers/read.h"

#include <algorithm>

#include <gtest/gtest.h>

using namespace patchscale;

namespace {

/// One pass as the log has it; @p more stands between the count and the status.
std::string pass(int number, const std::string& count, const std::string& elapsed, const std::string& status = "0")
{
    return "#### Pass " + std::to_string(number) + "\n\n\n# COUNT0: " + count
        + "\n# COUNT1: 1\n# COUNT2: lps\n# elapsed: " + elapsed + "\n# pid: 1\n# status: " + status + "\n\n";
}

std::string head(const std::string& test, const std::string& copies)
{
    return "\n########################################################\n" + test + " -- " + copies
        + "\n==> \"/opt/ub/pgms/pipe\" 10 2>&1 >> \"/opt/ub/results/box.log\"\n\n";
}

std::string tail(const std::string& score, const std::string& iterations)
{
    return ">>>> Results of 1 copy\n>>>> score: " + score + "\n>>>> time: 10\n>>>> iterations: " + iterations + "\n\n";
}

// Four passes, the lowest of which Run drops: 1 200 000 in 10 s; kept are 124 400, 1 244 000 / 9.9 = 125 656.57 and
// 123 156 a second, whose geometric mean is 124 400.
std::string pipeLog()
{
    return head("Pipe Throughput", "1 copy") + pass(1, "1200000", "10.000000") + pass(2, "1244000", "10.000000")
        + pass(3, "1244000", "9.900000") + pass(4, "1231560", "10.000000")
        + "*Dump score:    1200000.0\nCount score:    1231560.0\nCount score:    1244000.0\nCount score:    "
          "1244000.0\n\n"
        + tail("124400", "3");
}

constexpr std::string_view kReport =
    "Benchmark Run: Mon Jan 06 2025 08:57:34 - 08:58:12\n"
    "1 CPU in system; running 1 parallel copy of tests\n\n"
    "Pipe Throughput                              124400.0 lps   (10.0 s, 3 samples)\n\n"
    "System Benchmarks Partial Index              BASELINE       RESULT    INDEX\n"
    "Pipe Throughput                               12440.0     124400.0    100.0\n"
    "                                                                   ========\n"
    "System Benchmarks Index Score (Partial Only)                          100.0\n\n";

ParsedDocument readText(const std::string& text)
{
    auto read = readDocument(text, Job {});
    EXPECT_TRUE(read.has_value());
    return read ? std::move(*read) : ParsedDocument {};
}

const TestResult* resultOf(const Run& run, std::string_view test, std::string_view metric)
{
    const auto found = std::ranges::find_if(
        run.results, [&](const TestResult& result) { return result.test == test && result.metric == metric; });
    return found == run.results.end() ? nullptr : &*found;
}

bool hasDiagnostic(const ParsedDocument& document, std::string_view code, std::string_view words)
{
    return std::ranges::any_of(document.diagnostics, [&](const Diagnostic& diagnostic) {
        return diagnostic.code == code && diagnostic.message.contains(words);
    });
}

}

TEST(UnixBenchLog, GivesEachPassAsASampleAndMarksTheDroppedOne)
{
    const auto document = readText(pipeLog());
    ASSERT_EQ(document.runs.size(), 1U);
    EXPECT_EQ(document.runs[0].parameters.at("copies"), "1");
    const auto* result = resultOf(document.runs[0], "Pipe Throughput", "result");
    ASSERT_NE(result, nullptr);
    EXPECT_DOUBLE_EQ(result->value, 124400);
    EXPECT_EQ(result->unit, "lps");
    EXPECT_EQ(result->repeats, 3);
    ASSERT_EQ(result->samples.size(), 4U);
    EXPECT_DOUBLE_EQ(result->samples[0].value, 120000);
    EXPECT_TRUE(result->samples[0].isExcluded);
    EXPECT_DOUBLE_EQ(result->samples[1].value, 124400);
    EXPECT_FALSE(result->samples[1].isExcluded);
    EXPECT_NEAR(result->samples[2].value, 125656.5657, 1e-4);
    EXPECT_EQ(result->samples[2].order, 2);
    EXPECT_EQ(pipeLog().substr(result->samples[3].span.offset, result->samples[3].span.length), "1231560");
    EXPECT_TRUE(document.diagnostics.empty());
}

TEST(UnixBenchLog, AddsUpCopiesAndTakesTheMeanOfTheirTimes)
{
    // (1000 + 1400) / mean(10, 12) = 2400 / 11 = 218.1818
    const auto document =
        readText(head("Pipe Throughput", "2 copies") + pass(1, "1000", "10.0")
                 + "# COUNT0: 1400\n# COUNT1: 1\n# COUNT2: lps\n# elapsed: 12.0\n# pid: 2\n# status: 0\n\n"
                 + tail("218.181818181818", "1"));
    ASSERT_EQ(document.runs.size(), 1U);
    EXPECT_EQ(document.runs[0].parameters.at("copies"), "2");
    ASSERT_EQ(document.runs[0].results[0].samples.size(), 1U);
    EXPECT_NEAR(document.runs[0].results[0].samples[0].value, 218.181818, 1e-5);
}

TEST(UnixBenchLog, LeavesOutAPassThatFailedAndSaysWhy)
{
    const auto document = readText(head("Pipe Throughput", "1 copy") + pass(1, "1000", "10.0")
                                   + "#### Pass 2\n\n# ERROR: write: No space left on device\n# elapsed: 3\n# pid: 4\n"
                                     "# status: 256\n");
    EXPECT_TRUE(hasDiagnostic(document, "failed-pass", "returned 1: write: No space left on device"));
    EXPECT_TRUE(hasDiagnostic(document, "unfinished-test", "Pipe Throughput"));
    ASSERT_EQ(document.runs.size(), 1U);
    EXPECT_TRUE(document.runs[0].isFailed);
    EXPECT_DOUBLE_EQ(document.runs[0].results[0].value, 100);
}

TEST(UnixBenchLog, ASignalIsTold)
{
    const auto document = readText(head("Pipe Throughput", "1 copy") + pass(1, "1000", "10.0", "4"));
    EXPECT_TRUE(hasDiagnostic(document, "failed-pass", "ended by signal 4"));
    EXPECT_TRUE(document.runs.empty());
}

TEST(UnixBenchLog, AScoreThatItsPassesDoNotGiveIsTold)
{
    const auto document = readText(head("Pipe Throughput", "1 copy") + pass(1, "1000", "10.0") + tail("110", "1"));
    EXPECT_TRUE(hasDiagnostic(document, "score-mismatch", "the log says 110.0, its passes give 100.0"));
}

TEST(UnixBenchLog, OtherCopiesAndARepeatedTestBeginANewRun)
{
    const auto one = head("Pipe Throughput", "1 copy") + pass(1, "1000", "10.0") + tail("100", "1");
    const auto two = head("Pipe Throughput", "1 copy") + pass(1, "2000", "10.0") + tail("200", "1");
    EXPECT_EQ(readText(one + two).runs.size(), 2U);
}

TEST(UnixBenchLog, ReportAndLogOfOneRunAreOneRunWithSamples)
{
    const auto document = readText(std::string(kReport) + "==> box.log <==\n" + pipeLog());
    ASSERT_EQ(document.runs.size(), 1U);
    const auto* result = resultOf(document.runs[0], "Pipe Throughput", "result");
    ASSERT_NE(result, nullptr);
    EXPECT_EQ(result->samples.size(), 4U);
    // The kept passes spread by 1250.29 lps around 124 404; the index is a 1244th of the result.
    const auto* index = resultOf(document.runs[0], "Pipe Throughput", "index");
    ASSERT_TRUE(index != nullptr && index->spread.has_value());
    EXPECT_NEAR(index->spread->value, 1.00505, 1e-4);
    EXPECT_EQ(index->repeats, 3);
}

TEST(UnixBenchLog, ALogOfAnotherRunStaysByItself)
{
    auto other = pipeLog();
    other.replace(other.find("score: 124400"), 13, "score: 999999");
    EXPECT_EQ(readText(std::string(kReport) + other).runs.size(), 2U);
}

TEST(UnixBenchLog, CountsOfProgramsStartedByHandAreSamplesOfOneRun)
{
    const auto document = readText("$ ./pgms/spawn 30\nCOUNT|457035|1|lps\n$ ./pgms/spawn 30\nCOUNT|446645|1|lps\n"
                                   "$ ./pgms/fstime -c -t 30 -b 256 -m 500\nCOUNT|29483.5|0|KBps\n");
    ASSERT_EQ(document.runs.size(), 2U);
    const auto& counted = document.runs[0].results[0];
    EXPECT_EQ(counted.test, "Process Creation");
    EXPECT_EQ(counted.metric, "count"); // how long it ran is not told, so it is no rate
    EXPECT_DOUBLE_EQ(counted.value, 451840); // (457 035 + 446 645) / 2
    EXPECT_EQ(counted.samples.size(), 2U);
    const auto& copied = document.runs[1].results[0];
    EXPECT_EQ(copied.test, "File Copy 256 bufsize 500 maxblocks");
    EXPECT_EQ(copied.metric, "result");
    EXPECT_DOUBLE_EQ(copied.baseValue, 29483.5 * 1024);
}

TEST(UnixBenchLog, APrefixGivesOnlyValuesThatTheWholeGives)
{
    const std::string page =
        "<p><b>BYTE UNIX Benchmarks (Version 6.0.0)</b></p>\n<h3>Benchmark Run: 1 CPU; 1 parallel process</h3>\n"
        "<h4>System Benchmarks</h4>\n<table><tr>\n<td><b>Pipe Throughput</b></td>\n"
        "<td><tt>124400.0</tt></td>\n<td><tt>lps</tt></td>\n<td><tt>10.0 s</tt></td>\n"
        "<td><tt>3</tt></td>\n<td><tt>12440.0</tt></td>\n<td><tt>100.0</tt></td>\n</tr>\n<tr>\n"
        "<td colspan=6><b>System Benchmarks Index Score:</b></td>\n<td><b><tt>100.0</tt></b></td>\n"
        "</tr></table>\n";
    const std::string csv = "Concurrency,Pipe Throughput,Execl Throughput\n1,131502.5,100.5\n2,95635.5,49.5\n";
    for (const auto& text : {std::string(kReport) + "==> box.log <==\n" + pipeLog(), page, csv}) {
        const auto whole = readText(text);
        ASSERT_FALSE(whole.runs.empty());
        for (std::size_t length = 1; length < text.size(); length += 3) {
            for (const auto& run : readText(text.substr(0, length)).runs) {
                for (const auto& result : run.results) {
                    const bool isKnown = std::ranges::any_of(whole.runs, [&](const auto& other) {
                        const auto* same = resultOf(other, result.test, result.metric);
                        return same != nullptr && same->value == result.value;
                    });
                    EXPECT_TRUE(isKnown || run.isFailed || !run.format.starts_with("unixbench"))
                        << result.test << ' ' << result.value << " at " << length;
                }
            }
        }
    }
}

TEST(UnixBench, OlderBuildsAreFlaggedWithSeveralCopiesOnly)
{
    const auto report = [](const std::string& version, const std::string& copies) {
        return "   BYTE UNIX Benchmarks (Version " + version
            + ")\n\nBenchmark Run: Mon Jan 06 2025 08:57:34 - 08:58:12\n4 CPUs in system; running " + copies
            + " of tests\n\nDouble-Precision Whetstone                     8000.0 MWIPS (10.0 s, 7 samples)\n"
              "File Copy 256 bufsize 500 maxblocks          29483.0 KBps  (30.0 s, 2 samples)\n";
    };
    const auto many = readText(report("5.1.3", "8 parallel copies"));
    EXPECT_TRUE(hasDiagnostic(many, "older-build", "File Copy with 8 copies"));
    EXPECT_TRUE(hasDiagnostic(many, "older-build", "Double-Precision Whetstone with 8 copies"));
    // As many copies as processors: the clock of the processor is the clock.
    const auto four = readText(report("5.1.3", "4 parallel copies"));
    EXPECT_FALSE(hasDiagnostic(four, "older-build", "Whetstone"));
    EXPECT_TRUE(hasDiagnostic(four, "older-build", "File Copy"));
    EXPECT_FALSE(hasDiagnostic(readText(report("5.1.3", "1 parallel copy")), "older-build", ""));
    EXPECT_FALSE(hasDiagnostic(readText(report("6.0.0", "8 parallel copies")), "older-build", ""));
}

TEST(UnixBench, ARunLineWithoutItsCpusEndsWithItself)
{
    // "CPUs" of another line once led the reader back there, for ever.
    const auto document =
        readText("on a box with 8 CPUs in system; running 1 parallel copy of tests\n\n"
                 "Benchmark Run: Mon Jan 06 2025 08:57:34 - in system; running 8 parallel copies of tests\n\n"
                 "Pipe Throughput                              124400.0 lps   (10.0 s, 3 samples)\n");
    ASSERT_EQ(document.runs.size(), 1U);
    EXPECT_NE(resultOf(document.runs[0], "Pipe Throughput", "result"), nullptr);
}

TEST(UnixBench, AChangeOfTheScoreIsNoScore)
{
    const auto document = readText("Execl Throughput                                             +1.9356\n"
                                   "System Benchmarks Index Score (Partial Only):                +3.4859\n");
    for (const auto& run : document.runs) {
        EXPECT_EQ(resultOf(run, "System Benchmarks Index Score (Partial Only)", "index"), nullptr);
    }
}
