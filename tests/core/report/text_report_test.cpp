// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_writer.h"
#include "tests/core/compare/builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace patchscale {
namespace {

using testing::HasSubstr;
using testing::Not;

Comparison compared(const Runs& runs, const std::vector<Claim>& claims = {})
{
    return compare(runs, claims, {}, {}).value();
}

std::string text(const Comparison& comparison, std::size_t width = 72)
{
    ReportOptions options;
    options.width = width;
    return findReportWriter("text")->render(comparison, options);
}

std::vector<std::string> lines(const std::string& text)
{
    std::istringstream stream(text);
    std::vector<std::string> out;
    for (std::string line; std::getline(stream, line);) {
        out.push_back(line);
    }
    return out;
}

TEST(TextReport, TellsTheUsersNotesWithTheirTestsBelowTheTable)
{
    auto comparison = compared({RunBuilder("fio").baseline("old").result("random read", "bandwidth", 100, "MB/s"),
                                RunBuilder("fio").candidate("new").result("random read", "bandwidth", 90, "MB/s")});
    ASSERT_EQ(comparison.groups.size(), 1U);
    comparison.groups[0].rows[0].annotations.push_back(
        {.code = "user", .text = "the disk was nearly full", .isUsers = true});
    EXPECT_THAT(text(comparison), HasSubstr("  Note on random read: the disk was nearly full.\n"));
    EXPECT_THAT(findReportWriter("markdown")->render(comparison, {}),
                HasSubstr("Note on random read: the disk was nearly full."));
}

TEST(TextReport, ShowsAsManyDigitsAsAChangeNeedsToBeSeen)
{
    // 102025.3 / 102026.2 - 1 = -8.8e-6, 477300.8 / 477300.9 - 1 = -2.1e-7
    const auto out = text(compared({RunBuilder("fio")
                                        .baseline("before")
                                        .result("a", "bandwidth", 102026.2, "MB/s")
                                        .result("b", "bandwidth", 477300.9, "MB/s")
                                        .result("c", "bandwidth", 5, "MB/s"),
                                    RunBuilder("fio")
                                        .candidate("after")
                                        .result("a", "bandwidth", 102025.3, "MB/s")
                                        .result("b", "bandwidth", 477300.8, "MB/s")
                                        .result("c", "bandwidth", 5, "MB/s")}));
    EXPECT_THAT(out, HasSubstr("  102025.3   -0.0009%\n"));
    EXPECT_THAT(out, HasSubstr("  477300.8  -0.00002%\n"));
    EXPECT_THAT(out, HasSubstr("    +0.00%\n"));
}

TEST(TextReport, WritesATableAsAMailHoldsIt)
{
    const auto comparison = compared({RunBuilder("fio")
                                          .on("KVM guest")
                                          .with("copies", "16")
                                          .baseline("w/o patch")
                                          .result("random read", "bandwidth", 8141.2, "MB/s")
                                          .result("seq read", "bandwidth", 8229.4, "MB/s")
                                          .result("seq write", "bandwidth", 1681.3, "MB/s"),
                                      RunBuilder("fio")
                                          .on("KVM guest")
                                          .with("copies", "16")
                                          .candidate("with patch")
                                          .result("random read", "bandwidth", 8497.1, "MB/s")
                                          .result("seq read", "bandwidth", 8204, "MB/s")
                                          .result("seq write", "bandwidth", 1600, "MB/s")});
    // 8497.1 / 8141.2 = 1.04372, 8204 / 8229.4 = 0.99691, 1600 / 1681.3 = 0.95164
    EXPECT_EQ(text(comparison),
              "  fio bandwidth, MB/s, higher is better, single values\n"
              "  KVM guest, copies=16\n"
              "\n"
              "               w/o patch  with patch  change\n"
              "  random read     8141.2      8497.1  +4.37%\n"
              "  seq read        8229.4      8204.0  -0.31%\n"
              "  seq write       1681.3      1600.0  -4.84%\n"
              "\n"
              "  1 of 3 tests worse (seq write most, -4.84 %), 1 better, 1 unchanged.\n"
              "  Bare values, no spread known: confirm with more runs.\n");
}

TEST(TextReport, NamesStatedChangesThatAreWrong)
{
    const auto out = text(compared(paddingTables(), paddingClaims()));
    EXPECT_THAT(out,
                HasSubstr("  Stated changes that the values do not bear out:\n"
                          "  - Double-Precision Whetstone: stated -0.08%; the numbers say -0.0009 %\n"
                          "    (102026.2 -> 102025.3)\n"));
    EXPECT_THAT(out, HasSubstr("  System Benchmarks Index Score        10879.3     11755.8    +8.06%\n"));
    EXPECT_THAT(out, HasSubstr("UnixBench index, higher is better, mean of 10 runs"));
}

TEST(TextReport, PutsCandidatesOfOneBaselineBesideEachOther)
{
    const auto comparison =
        compared({RunBuilder("hackbench").baseline("base").result("1-groups", "time", 4.61, "s", Better::Lower),
                  RunBuilder("hackbench").candidate("v1").result("1-groups", "time", 4.5, "s", Better::Lower),
                  RunBuilder("hackbench").candidate("v2").result("1-groups", "time", 4.4, "s", Better::Lower)});
    EXPECT_THAT(text(comparison),
                HasSubstr("  hackbench time, s, lower is better, single values\n"
                          "\n"
                          "            base    v1  change    v2  change\n"
                          "  1-groups  4.61  4.50  -2.39%  4.40  -4.56%\n"));
}

TEST(TextReport, KeepsDirectionsInTablesOfTheirOwn)
{
    const auto out = text(compared({RunBuilder("dbench")
                                        .baseline()
                                        .result("Throughput", "throughput", 100, "MB/s")
                                        .result("max latency", "latency", 10, "ms", Better::Lower),
                                    RunBuilder("dbench")
                                        .candidate()
                                        .result("Throughput", "throughput", 110, "MB/s")
                                        .result("max latency", "latency", 9, "ms", Better::Lower)}));
    EXPECT_THAT(out, HasSubstr("dbench throughput, MB/s, higher is better"));
    EXPECT_THAT(out, HasSubstr("dbench latency, ms, lower is better"));
}

TEST(TextReport, WritesUnitsIntoCellsThatDoNotShareOne)
{
    const auto out = text(compared({RunBuilder("perf stat")
                                        .baseline()
                                        .result("L1-dcache-loads", "rate", 257.714, "M/s")
                                        .result("instructions", "ipc", 1.25, ""),
                                    RunBuilder("perf stat")
                                        .candidate()
                                        .result("L1-dcache-loads", "rate", 594.973, "M/s")
                                        .result("instructions", "ipc", 1.5, "")}));
    EXPECT_THAT(out, HasSubstr("  L1-dcache-loads  257.714 M/s  594.973 M/s  +130.87%\n"));
    EXPECT_THAT(out, HasSubstr("  instructions            1.25         1.50   +20.00%\n"));
}

TEST(TextReport, ShowsSpread)
{
    const auto out =
        text(compared({RunBuilder("x").baseline().result("a", "m", 100).spread(SpreadKind::Stddev, 1.5).repeats(10),
                       RunBuilder("x").candidate().result("a", "m", 105).spread(SpreadKind::Stddev, 2).repeats(10)}));
    EXPECT_THAT(out, HasSubstr("x m, higher is better, mean of 10 runs, +- is the standard deviation"));
    EXPECT_THAT(out, HasSubstr("  a  100 +- 1.5  105 +- 2  +5.00%\n"));
}

TEST(TextReport, ListsWhatHasNoPartner)
{
    const auto out = text(
        compared({RunBuilder("perf report").baseline().result("a", "self", 9.46, "%").result("b", "self", 3.93, "%"),
                  RunBuilder("perf report").candidate().result("b", "self", 10.14, "%")}));
    EXPECT_THAT(out, HasSubstr("  a    9.46      -         -\n"));
}

TEST(TextReport, WritesTheOneSideThatThereIs)
{
    const auto out = text(compared({RunBuilder("x").on("m1").baseline().result("a", "m", 100),
                                    RunBuilder("x").on("m1").candidate().result("a", "m", 100),
                                    RunBuilder("x").on("m2").candidate("after a long rest").result("a", "m", 7)}));
    EXPECT_THAT(out,
                HasSubstr("  x m, higher is better, single values, only in the candidate\n"
                          "  m2\n"
                          "\n"
                          "     after a long rest\n"
                          "  a                  7\n"));
}

TEST(TextReport, SaysSharedParametersOnce)
{
    const auto out = text(compared({RunBuilder("x")
                                        .baseline()
                                        .result("a", "m", 1)
                                        .parameter("bs", "4k")
                                        .parameter("rw", "read")
                                        .result("a", "m", 1)
                                        .parameter("bs", "4k")
                                        .parameter("rw", "write"),
                                    RunBuilder("x")
                                        .candidate()
                                        .result("a", "m", 1)
                                        .parameter("bs", "4k")
                                        .parameter("rw", "read")
                                        .result("a", "m", 1)
                                        .parameter("bs", "4k")
                                        .parameter("rw", "write")}));
    EXPECT_THAT(out, HasSubstr("\n  bs=4k\n"));
    EXPECT_THAT(out, HasSubstr("  a rw=read        1      1  +0.00%\n"));
}

TEST(TextReport, ExplainsLabelsThatAreTooLongForAColumn)
{
    const auto out = text(compared(
        {RunBuilder("unixbench").baseline("without SMT disturbance").result("dhry2reg", "score", 3172),
         RunBuilder("unixbench").candidate("with a tight loop on the sibling").result("dhry2reg", "score", 1583)}));
    EXPECT_THAT(
        out,
        HasSubstr("  Columns are before (without SMT disturbance) and after (with a tight\n  loop on the sibling).\n"));
    EXPECT_THAT(out, HasSubstr("before  after   change\n"));
}

TEST(TextReport, FitsItsWidthInAscii)
{
    RunBuilder before("perf report");
    RunBuilder after("perf report");
    before.baseline("\u6253\u8865\u4e01\u524d").on("Xeon \u00b5Server \u2013 " + std::string(90, 'x'));
    after.candidate("\u6253\u8865\u4e01\u540e").on("Xeon \u00b5Server \u2013 " + std::string(90, 'x'));
    for (int i = 0; i < 5; ++i) {
        const auto name =
            "a_very_long_symbol_name_that_no_table_has_room_for_" + std::string(40, 'y') + std::to_string(i);
        before.result(name, "self", 10.25 + i, "%");
        after.result(name, "self", 123456789.25 + i, "%");
    }
    const auto comparison = compared({before, after}, paddingClaims());
    for (const std::size_t width : {60U, 72U, 75U, 80U}) {
        for (const auto& line : lines(text(comparison, width))) {
            EXPECT_LE(line.size(), width) << line;
            EXPECT_TRUE(line.empty() || line.starts_with("  ")) << line;
            EXPECT_FALSE(line.ends_with(' ')) << line;
            EXPECT_TRUE(std::ranges::all_of(line, [](char c) { return c >= ' ' && c <= '~'; })) << line;
        }
    }
}

TEST(TextReport, SplitsATableThatIsTooWide)
{
    Runs runs {RunBuilder("stream").baseline("base").result("copy bandwidth of the node", "bw", 100000.5)};
    for (const char* label : {"first", "second", "third", "fourth", "fifth"}) {
        runs.push_back(RunBuilder("stream").candidate(label).result("copy bandwidth of the node", "bw", 110000.5));
    }
    const auto out = lines(text(compared(runs)));
    EXPECT_GE(std::ranges::count_if(
                  out, [](const auto& line) { return line.contains("copy bandwidth of the node  100000.5"); }),
              2);
    for (const auto& line : out) {
        EXPECT_LE(line.size(), 72U) << line;
    }
}

TEST(TextReport, KeepsThePercentSignWithItsNumber)
{
    for (const auto& line : lines(text(compared(paddingTables(), paddingClaims())))) {
        EXPECT_FALSE(line.starts_with("  %")) << line;
    }
}

TEST(Reports, AreFoundByTheirId)
{
    ASSERT_NE(findReportWriter("json"), nullptr);
    EXPECT_EQ(findReportWriter("json")->extension(), "json");
    EXPECT_EQ(findReportWriter("xls"), nullptr);
}

}
}
