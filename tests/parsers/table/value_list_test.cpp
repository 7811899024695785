// SPDX-License-Identifier: GPL-3.0-or-later
// Layouts and figures are those of real mails, the words around them are not.
#include "tests/parsers/probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace patchscale {

const Format& value_list();

namespace {

using testing::DoubleNear;

tests::Probe read(std::string_view text)
{
    return tests::probe(value_list(), text);
}

TEST(ValueList, ReadsTwoListsWithTheSameNames)
{
    const auto probe = read("The micro benchmark went from:\n"
                            "\n"
                            "\tSome fork+exit: 270.0952 microseconds\n"
                            "\tFile /tmp/X write bandwidth: 1780350 KB/sec\n"
                            "\n"
                            "to:\n"
                            "\n"
                            "\tSome fork+exit: 298.6842 microseconds\n"
                            "\tFile /tmp/X write bandwidth: 1950077 KB/sec\n");
    ASSERT_EQ(probe.parsed.size(), 2U);
    const auto* time = probe.result("Some fork+exit", "time", 1, 0);
    ASSERT_NE(time, nullptr);
    EXPECT_DOUBLE_EQ(time->value, 298.6842);
    EXPECT_EQ(time->unit, "microseconds");
    EXPECT_EQ(probe.written(*time), "298.6842");
    const auto* bandwidth = probe.result("File /tmp/X write bandwidth", "bandwidth", 0, 0);
    ASSERT_NE(bandwidth, nullptr);
    EXPECT_DOUBLE_EQ(bandwidth->value, 1780350);
    EXPECT_FALSE(probe.parsed[0].runs[0].knowsVariant);
}

TEST(ValueList, ReadsSpreadsWhoseUnitStandsBehindThemAlone)
{
    const auto probe = read("Before:\n"
                            "probe-nop      ( 1 cpus):    3.276 \u00B1 0.005M/s  (  3.276M/s/cpu)\n"
                            "probe-nop      ( 2 cpus):    4.125 \u00B1 0.002M/s  (  2.063M/s/cpu)\n"
                            "After:\n"
                            "probe-nop      ( 1 cpus):    3.396 \u00B1 0.003M/s  (  3.396M/s/cpu)\n"
                            "probe-nop      ( 2 cpus):    4.271 \u00B1 0.006M/s  (  2.135M/s/cpu)\n");
    ASSERT_EQ(probe.parsed.size(), 2U);
    const auto* first = probe.result("probe-nop ( 1 cpus)", "rate", 0, 0);
    ASSERT_NE(first, nullptr);
    EXPECT_DOUBLE_EQ(first->value, 3.276);
    EXPECT_EQ(first->unit, "M/s");
    ASSERT_TRUE(first->spread);
    EXPECT_EQ(first->spread->kind, SpreadKind::Stddev);
    EXPECT_DOUBLE_EQ(first->spread->value, 0.005);
    const auto* last = probe.result("probe-nop ( 2 cpus)", "rate", 1, 0);
    ASSERT_NE(last, nullptr);
    EXPECT_DOUBLE_EQ(last->value, 4.271);
    EXPECT_EQ(probe.resultCount(), 4U);
}

TEST(ValueList, BringsASpreadToTheUnitOfItsValue)
{
    const auto probe = read("before\nbuild: 1.20 s \u00B1 30 ms\nboot: 2.5 s \u00B1 0.1 s\n"
                            "after\nbuild: 1.10 s \u00B1 20 ms\nboot: 2.4 s \u00B1 0.2 s\n");
    const auto* build = probe.result("build", "time", 0, 0);
    ASSERT_NE(build, nullptr);
    EXPECT_EQ(build->unit, "s");
    ASSERT_TRUE(build->spread);
    EXPECT_DOUBLE_EQ(build->spread->value, 0.03);
}

TEST(ValueList, TakesRepeatedNamesForSamples)
{
    const auto probe = read("this changes it from:\n"
                            "\n"
                            "IOPS=108.41M, BW=52.93GiB/s, IOS/call=31/31\n"
                            "IOPS=108.43M, BW=52.94GiB/s, IOS/call=32/31\n"
                            "\n"
                            "to\n"
                            "\n"
                            "IOPS=118.79M, BW=58.00GiB/s, IOS/call=31/32\n"
                            "IOPS=118.62M, BW=57.92GiB/s, IOS/call=31/31\n");
    ASSERT_EQ(probe.parsed.size(), 2U);
    const auto* iops = probe.result("IOPS", "iops", 1, 0);
    ASSERT_NE(iops, nullptr);
    EXPECT_THAT(iops->value, DoubleNear((118.79 + 118.62) / 2, 1e-9));
    ASSERT_EQ(iops->samples.size(), 2U);
    EXPECT_DOUBLE_EQ(iops->samples[1].value, 118.62);
    EXPECT_EQ(iops->baseUnit, "1/s");
    EXPECT_THAT(iops->baseValue, DoubleNear((118.79e6 + 118.62e6) / 2, 1e-3));
    EXPECT_EQ(probe.resultCount(), 4U); // IOS/call names two numbers at once
}

TEST(ValueList, ReadsTablesOfOneVariantAndTheLineBelow)
{
    const auto one = [](std::string_view heading, std::string_view latency, std::string_view throughput) {
        return std::string(heading)
            + "\n\n Operation      Count    AvgLat    MaxLat\n"
              " ----------------------------------------\n NTCreateX    4113896     0.009   "
            + std::string(latency) + "\n Close        3021699     0.001     0.590\n\nThroughput "
            + std::string(throughput) + " MB/sec  8 clients  8 procs  max_latency=245.520 ms\n\n";
    };
    const auto probe = read(one("8 jobs, before patchset:", "238.665", "1075.73")
                            + one("8 jobs, after patchset:", "156.675", "1105.45"));
    ASSERT_EQ(probe.parsed.size(), 4U);
    const auto* latency = probe.result("NTCreateX", "maxlat", 2, 0);
    ASSERT_NE(latency, nullptr);
    EXPECT_DOUBLE_EQ(latency->value, 156.675);
    const auto* throughput = probe.result("Throughput", "throughput", 3, 0);
    ASSERT_NE(throughput, nullptr);
    EXPECT_DOUBLE_EQ(throughput->value, 1105.45);
    EXPECT_EQ(throughput->parameters.at("clients"), "8");
}

TEST(ValueList, NamesNumericCasesByTheLineAbove)
{
    const auto probe = read("with the old kernel:\n"
                            "Socket bandwidth here\n"
                            "0.000064 163.02 MB/sec\n"
                            "0.000128 321.70 MB/sec\n"
                            "\n"
                            "with the patch:\n"
                            "Socket bandwidth here\n"
                            "0.000064 187.08 MB/sec\n"
                            "0.000128 324.12 MB/sec\n");
    ASSERT_EQ(probe.parsed.size(), 2U);
    const auto& result = probe.parsed[1].runs[0].run.results.at(0);
    EXPECT_EQ(result.test, "Socket bandwidth here");
    EXPECT_EQ(result.parameters.at("case"), "0.000064");
    EXPECT_DOUBLE_EQ(result.value, 187.08);
}

TEST(ValueList, NeedsAPartnerAndWordsForAVariant)
{
    const std::string list = "Pipe bandwidth: 4631.28 MB/sec\nSocket bandwidth: 9850.01 MB/sec\n\n";
    EXPECT_TRUE(read("before:\n" + list).parsed.empty());
    EXPECT_TRUE(read("machine A\n" + list + "machine B\n" + list).parsed.empty());
    EXPECT_EQ(read("before:\n" + list + "after:\n" + list).parsed.size(), 2U);
}

TEST(ValueList, LeavesTheMachineAndRawReportsAlone)
{
    const std::string machine = "CPU(s): 96\nSocket(s): 2\nModel: 143\n\n";
    EXPECT_TRUE(read("before:\n" + machine + "after:\n" + machine).parsed.empty());
    const std::string report = "    clat (usec): min=1, max=21783, avg=35.40, stdev=137.63\n"
                               "  WRITE: io=32768MB, aggrb=272129KB/s, minb=272129KB/s, mint=123303msec\n\n";
    EXPECT_TRUE(read("before:\n" + report + "after:\n" + report).parsed.empty());
}

TEST(ValueList, ReadsRowsThatANumberSelectsAndLeavesTheirDatesOut)
{
    const std::string head = "Tasks    jobs/min  jti      real       cpu\n";
    const auto probe = read("w/o patch\n" + head
                            + "    1      485.36  100     11.99      1.91   Sat Apr 30 14:01:51 2005\n"
                              "  100    26582.63   88     21.89    144.96   Sat Apr 30 14:02:14 2005\n\n"
                              "w/patch and local lists\n"
                            + head
                            + "    1      485.36  100     11.99      1.95   Mon May  2 14:01:51 2005\n"
                              "  100    28286.46   88     20.57    118.19   Mon May  2 14:02:14 2005\n");
    ASSERT_EQ(probe.parsed.size(), 2U);
    const auto& results = probe.parsed[1].runs[0].run.results;
    ASSERT_EQ(results.size(), 8U);
    EXPECT_EQ(results[4].test, "jobs/min");
    EXPECT_EQ(results[4].parameters, (Parameters {{"tasks", "100"}}));
    EXPECT_DOUBLE_EQ(results[4].value, 28286.46);
    EXPECT_EQ(results[7].test, "cpu");
    EXPECT_DOUBLE_EQ(results[7].value, 118.19);
}

TEST(ValueList, ReadsASingleRowUnderItsHeads)
{
    const auto probe = read("Before:\n  read IOPS    write IOPS\n  152000       98000\n\n"
                            "After:\n  read IOPS    write IOPS\n  161000       97500\n");
    ASSERT_EQ(probe.parsed.size(), 2U);
    const auto& after = probe.parsed[1].runs[0].run.results;
    ASSERT_EQ(after.size(), 2U);
    EXPECT_EQ(after[0].test, "read IOPS");
    EXPECT_DOUBLE_EQ(after[0].value, 161000);
    EXPECT_DOUBLE_EQ(after[1].value, 97500);
}

TEST(ValueList, TakesNumbersOverTheColumnsForCases)
{
    const auto probe = read("original code\n"
                            "-----------------------------------------\n"
                            "iodepth       |        4 |        8 |       16\n"
                            "bw            | 1133MB/s | 1519MB/s | 2090MB/s\n"
                            "cpu usage     |     100% |     100% |     100%\n"
                            "-----------------------------------------\n\n"
                            "with patch\n"
                            "-----------------------------------------\n"
                            "iodepth       |        4 |        8 |       16\n"
                            "bw            | 1196MB/s | 1721MB/s | 2351MB/s\n"
                            "cpu usage     |    63.8% |    74.4% |    81.1%\n"
                            "bw improve    |     5.5% |    13.2% |    12.3%\n");
    ASSERT_EQ(probe.parsed.size(), 2U);
    const auto& results = probe.parsed[1].runs[0].run.results;
    ASSERT_EQ(results.size(), 6U);
    EXPECT_EQ(results[1].test, "bw");
    EXPECT_EQ(results[1].parameters, (Parameters {{"iodepth", "8"}}));
    EXPECT_DOUBLE_EQ(results[1].value, 1721);
    EXPECT_DOUBLE_EQ(results[1].baseValue, 1721e6);
}

}
}
