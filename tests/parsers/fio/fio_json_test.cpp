// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/fio/direction.h"

#include <gtest/gtest.h>

#include <format>
#include <string>

namespace patchscale {

const Format& fio_json();

namespace tests {
namespace {

/// A report of one job that has read for @p milliseconds.
std::string report(int milliseconds, int timestamp, std::string_view version = "fio-3.33", int error = 0)
{
    return std::format(R"({{
  "fio version" : "{}",
  "timestamp" : {},
  "global options" : {{"ioengine" : "libaio", "bs" : "4K", "filename" : "a", "filename" : "b"}},
  "jobs" : [
    {{
      "jobname" : "r \"x\"", "groupid" : 0, "error" : {},
      "job options" : {{"rw" : "randread", "iodepth" : "4"}},
      "read" : {{
        "io_bytes" : {}, "io_kbytes" : 1, "bw_bytes" : 4096000, "bw" : 4000, "iops" : 1000.25, "runtime" : {},
        "total_ios" : {},
        "slat_ns" : {{"min" : 0, "max" : 0, "mean" : 0.0, "stddev" : 0.0, "N" : 0}},
        "clat_ns" : {{"min" : 100, "max" : 9000, "mean" : 1500.25, "stddev" : nan, "N" : 5,
          "percentile" : {{"50.000000" : 1000, "99.990000" : 8000, "0.00" : 0, "0.00" : 0}}}},
        "bw_min" : 3000, "bw_max" : 5000, "bw_mean" : 4001.5, "bw_dev" : 2.5, "bw_samples" : 3,
        "iops_min" : 900, "iops_max" : 1100, "iops_mean" : 1000.5, "iops_stddev" : 1.5, "iops_samples" : 3
      }},
      "write" : {{"io_bytes" : 0, "bw" : 0, "iops" : 0.0, "runtime" : 0, "total_ios" : 0}},
      "usr_cpu" : 1.5, "sys_cpu" : 7.5, "ctx" : 42, "majf" : 0, "minf" : 3
    }},
  ],
  "disk_util" : [{{"name" : "vda", "read_ios" : 10, "write_ios" : 2, "in_queue" : 7, "util" : 38.5}}]
}}
)",
                       version, timestamp, error, milliseconds * 4096, milliseconds, milliseconds);
}

TEST(FioJson, ReadsJobsDirectionsAndDisks)
{
    const auto read = probe(fio_json(), report(2000, 100));
    ASSERT_EQ(read.blocks.size(), 1U);
    ASSERT_EQ(read.parsed[0].runs.size(), 1U);
    EXPECT_EQ(read.parsed[0].runs[0].run.machine.facts.at("tool.fio"), "3.33");
    const auto* iops = result(read, "r \"x\"", "read", "iops");
    ASSERT_NE(iops, nullptr);
    EXPECT_EQ(iops->value, 1000.25);
    EXPECT_EQ(iops->baseUnit, "1/s");
    EXPECT_EQ(iops->better, Better::Higher);
    EXPECT_EQ(iops->parameters,
              (Parameters {
                  {"bs", "4k"}, {"direction", "read"}, {"ioengine", "libaio"}, {"iodepth", "4"}, {"rw", "randread"}}));
    EXPECT_EQ(read.written(*iops), "1000.25");
    EXPECT_DOUBLE_EQ(result(read, "r \"x\"", "read", "bandwidth")->baseValue, 4096000);
    EXPECT_DOUBLE_EQ(result(read, "r \"x\"", "read", "clat mean")->baseValue, 1500.25e-9);
    EXPECT_DOUBLE_EQ(result(read, "r \"x\"", "read", "clat p99.99")->baseValue, 8e-6);
    EXPECT_EQ(result(read, "r \"x\"", "read", "clat stddev"), nullptr); // nan is missing
    EXPECT_EQ(result(read, "r \"x\"", "read", "slat mean"), nullptr); // N is 0: not measured
    EXPECT_DOUBLE_EQ(result(read, "r \"x\"", "read", "interval bandwidth mean")->baseValue, 4001.5 * 1024);
    EXPECT_DOUBLE_EQ(result(read, "r \"x\"", "", "cpu sys")->baseValue, 0.075);
    EXPECT_EQ(result(read, "disk vda", "", "read ios")->value, 10);
    EXPECT_EQ(result(read, "r \"x\"", "write", "bandwidth"), nullptr); // the job wrote nothing
}

TEST(FioJson, KnowsThatOldBytesAreKiBAndOldTimesMicroseconds)
{
    const auto read = probe(fio_json(), R"({"fio version" : "fio-2.1.11", "jobs" : [{"jobname" : "m", "groupid" : 0,
  "error" : 0, "read" : {"io_bytes" : 596136, "bw" : 298068, "iops" : 74517, "runtime" : 2000,
  "clat" : {"min" : 1, "max" : 3201, "mean" : 1.91, "stddev" : 8.79, "percentile" : {"99.990000" : 102}}}}]}
)");
    EXPECT_DOUBLE_EQ(result(read, "m", "read", "io")->baseValue, 596136 * 1024.0);
    EXPECT_DOUBLE_EQ(result(read, "m", "read", "bandwidth")->baseValue, 298068 * 1024.0);
    EXPECT_DOUBLE_EQ(result(read, "m", "read", "clat mean")->baseValue, 1.91e-6);
    EXPECT_DOUBLE_EQ(result(read, "m", "read", "clat p99.99")->baseValue, 102e-6);
}

TEST(FioJson, KeepsTheLastOfReportsWhileItRan)
{
    const auto read = probe(fio_json(), report(1000, 100) + report(2001, 101) + report(2003, 101));
    ASSERT_EQ(read.blocks.size(), 1U);
    ASSERT_EQ(read.parsed[0].runs.size(), 1U);
    EXPECT_EQ(result(read, "r \"x\"", "read", "runtime")->value, 2003);
    EXPECT_EQ(read.diagnosticCount("fio-status-dump"), 1U);
}

TEST(FioJson, KeepsRunsApartThatWereAppended)
{
    const auto read = probe(fio_json(), report(2000, 100) + report(2001, 103) + report(1000, 105));
    ASSERT_EQ(read.parsed.size(), 1U);
    ASSERT_EQ(read.parsed[0].runs.size(), 3U); // three seconds passed for one millisecond more
    EXPECT_NE(read.parsed[0].runs[0].group, read.parsed[0].runs[1].group);
}

TEST(FioJson, ReadsBehindWarningsAndMarksWhatASignalStopped)
{
    const auto read = probe(fio_json(),
                            "note: both iodepth >= 1 and synchronous I/O engine are selected\n"
                            "\nfio: terminating on signal 2\n"
                                + report(2000, 100));
    ASSERT_EQ(read.parsed.size(), 1U);
    ASSERT_EQ(read.parsed[0].runs.size(), 1U);
    EXPECT_TRUE(read.parsed[0].runs[0].run.isFailed);
    EXPECT_EQ(read.diagnosticCount("fio-failed"), 1U);
    const auto failed = probe(fio_json(), report(2000, 100, "fio-3.33", 28));
    EXPECT_TRUE(failed.parsed[0].runs[0].run.isFailed);
    EXPECT_EQ(result(failed, "r \"x\"", "", "error", 0)->value, 28);
}

TEST(FioJson, LeavesOutAJobThatBreaksOff)
{
    const auto whole = report(2000, 100);
    for (std::size_t size = whole.find("timestamp"); size < whole.find("\"usr_cpu\""); size += 7) {
        const auto read = probe(fio_json(), whole.substr(0, size));
        EXPECT_EQ(read.resultCount(), 0U) << size;
        EXPECT_EQ(read.diagnosticCount("truncated-run"), 1U) << size;
    }
}

TEST(FioJson, NamesTheClientsOfAServer)
{
    const auto read = probe(fio_json(), R"({"fio version" : "fio-3.33", "client_stats" : [
  {"jobname" : "c", "groupid" : 0, "error" : 0, "read" : {"io_bytes" : 4096, "bw_bytes" : 4096, "bw" : 4, "iops" : 1.0,
   "runtime" : 1000, "total_ios" : 1}, "hostname" : "one", "port" : 8765},
  {"jobname" : "c", "groupid" : 0, "error" : 0, "read" : {"io_bytes" : 8192, "bw_bytes" : 8192, "bw" : 8, "iops" : 2.0,
   "runtime" : 1000, "total_ios" : 2}, "hostname" : "two", "port" : 8765}]}
)");
    ASSERT_EQ(read.parsed.size(), 1U);
    ASSERT_EQ(read.parsed[0].runs.size(), 1U);
    EXPECT_EQ(read.parsed[0].runs[0].run.results.front().parameters.at("client"), "one:8765");
}

TEST(FioJson, CountsARunOnceThatIsPrintedInTwoWays)
{
    const auto read = probe(fio_json(),
                            report(2000, 100)
                                + "\nr \"x\": (groupid=0, jobs=1): err= 0: pid=9: Mon Jan  5 10:00:00 2026\n"
                                  "  read: IOPS=1000, BW=4000KiB/s (4096kB/s)(8000KiB/2000msec)\n");
    ASSERT_EQ(read.blocks.size(), 1U);
    EXPECT_TRUE(read.text.slice(read.blocks[0].span).ends_with("(8000KiB/2000msec)"));
}

TEST(FioJson, LeavesOtherJsonAlone)
{
    EXPECT_TRUE(probe(fio_json(), R"({"jobs" : [{"jobname" : "build"}]})").blocks.empty());
    EXPECT_TRUE(probe(fio_json(), R"({"jobs" : 3})").blocks.empty());
    EXPECT_TRUE(probe(fio_json(), std::string(10000, '{') + "\"jobs\"").blocks.empty());
}

}
}
}
