// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/probe.h"

#include <gtest/gtest.h>

namespace patchscale {

const Format& dbench();
const Format& dd();
const Format& kernbench();
const Format& lmbench();
const Format& phoronix();
const Format& sysbench();
const Format& time_command();

namespace {

TEST(Time, ReadsShellsAndPosix)
{
    const auto bash =
        tests::probe(time_command(), "$ time make -j8\n\nreal\t1m2.500s\nuser\t0m40,120s\nsys\t0m3.456s\n");
    ASSERT_EQ(bash.parsed.size(), 1U);
    EXPECT_EQ(bash.parsed[0].runs[0].run.benchmark, "kernel build");
    const auto* real = bash.result("real", "time");
    ASSERT_NE(real, nullptr);
    EXPECT_DOUBLE_EQ(real->value, 62.5);
    EXPECT_EQ(bash.written(*real), "1m2.500");
    EXPECT_DOUBLE_EQ(bash.result("user", "time")->value, 40.12);

    const auto posix = tests::probe(time_command(), "real 12.34\nuser 40.00\nsys 3.50\n");
    ASSERT_EQ(posix.parsed.size(), 1U);
    EXPECT_DOUBLE_EQ(posix.result("sys", "time")->value, 3.5);

    const auto zsh = tests::probe(time_command(), "./prog --fast  1.50s user 0.25s system 99% cpu 1:01.75 total\n");
    ASSERT_EQ(zsh.parsed.size(), 1U);
    EXPECT_DOUBLE_EQ(zsh.result("real", "time")->value, 61.75);
    EXPECT_EQ(zsh.parsed[0].runs[0].run.parameters, (Parameters {{"command", "./prog --fast"}}));
}

TEST(Time, ReadsGnuTime)
{
    const auto brief = tests::probe(time_command(),
                                    "1.50user 0.25system 0:02.00elapsed 87%CPU (0avgtext+0avgdata 9000maxresident)k\n"
                                    "8inputs+0outputs (1major+700minor)pagefaults 0swaps\n");
    ASSERT_EQ(brief.parsed.size(), 1U);
    EXPECT_DOUBLE_EQ(brief.result("real", "time")->value, 2);
    EXPECT_DOUBLE_EQ(brief.result("maximum resident set size", "memory")->baseValue, 9000.0 * 1024);
    EXPECT_DOUBLE_EQ(brief.result("minor page faults", "count")->value, 700);

    const auto verbose = tests::probe(time_command(),
                                      "\tCommand being timed: \"./prog\"\n\tUser time (seconds): 1.50\n"
                                      "\tSystem time (seconds): 0.25\n\tPercent of CPU this job got: 87%\n"
                                      "\tElapsed (wall clock) time (h:mm:ss or m:ss): 1:00:02.00\n"
                                      "\tAverage shared text size (kbytes): 0\n"
                                      "\tMaximum resident set size (kbytes): 9000\n\tExit status: 1\n");
    ASSERT_EQ(verbose.parsed.size(), 1U);
    EXPECT_DOUBLE_EQ(verbose.result("real", "time")->value, 3602);
    EXPECT_DOUBLE_EQ(verbose.result("CPU", "share")->value, 87);
    EXPECT_TRUE(verbose.parsed[0].runs[0].run.isFailed);
    EXPECT_EQ(verbose.diagnosticCount("command-failed"), 1U);
}

TEST(Time, ReadsTheTimesAloneAndCsh)
{
    const auto cut = tests::probe(time_command(), "# time ./prog\n0.21user 14.34system 0:14.69elapsed\n");
    ASSERT_EQ(cut.parsed.size(), 1U);
    EXPECT_EQ(cut.resultCount(), 3U);
    EXPECT_DOUBLE_EQ(cut.result("user", "time")->value, 0.21);
    EXPECT_DOUBLE_EQ(cut.result("sys", "time")->value, 14.34);
    EXPECT_DOUBLE_EQ(cut.result("real", "time")->value, 14.69);

    const auto csh = tests::probe(time_command(), "12.5u 3.25s 1:20.5 19.6% 0+0k 16+8io 2pf+0w\n");
    ASSERT_EQ(csh.parsed.size(), 1U);
    EXPECT_DOUBLE_EQ(csh.result("real", "time")->value, 80.5);
    EXPECT_DOUBLE_EQ(csh.result("user", "time")->value, 12.5);
    EXPECT_TRUE(tests::probe(time_command(), "3 users 4 systems\n2user interfaces 1system\n").parsed.empty());
}

TEST(Time, LeavesTablesAndSentencesAlone)
{
    EXPECT_TRUE(tests::probe(time_command(), "real 12.3 11.9\nuser 4.0 3.9\n").blocks.empty());
    EXPECT_TRUE(tests::probe(time_command(), "real 12.3\nnothing else\n").blocks.empty());
    EXPECT_TRUE(tests::probe(time_command(), "really 12.3\nuser 1.0\n").blocks.empty());
}

TEST(Dd, ReadsBandwidthAndTimeOfEachVersion)
{
    const auto gnu = tests::probe(dd(),
                                  "$ dd if=/dev/zero of=file bs=1M count=50 oflag=direct\n50+0 records in\n"
                                  "50+0 records out\n52428800 bytes (52 MB, 50 MiB) copied, 0.062217 s, 843 MB/s\n");
    ASSERT_EQ(gnu.parsed.size(), 1U);
    EXPECT_EQ(gnu.parsed[0].runs[0].run.parameters,
              (Parameters {{"command", "dd if=/dev/zero of=file bs=1M count=50 oflag=direct"}}));
    const auto* bandwidth = gnu.result("dd", "bandwidth");
    ASSERT_NE(bandwidth, nullptr);
    EXPECT_DOUBLE_EQ(bandwidth->baseValue, 843e6);
    EXPECT_EQ(gnu.written(*bandwidth), "843");
    EXPECT_DOUBLE_EQ(gnu.result("dd", "time")->value, 0.062217);

    const auto old = tests::probe(dd(), "10485760 bytes (10.0MB) copied, 0.010 seconds, 1000.0MB/s\n");
    ASSERT_EQ(old.parsed.size(), 1U);
    EXPECT_DOUBLE_EQ(old.result("dd", "bandwidth")->baseValue, 1e9);
    EXPECT_TRUE(tests::probe(dd(), "the 12 bytes (or so) copied, 3 at a time, 4 in all\n").parsed.empty());
}

TEST(Dbench, ReadsOperationsAndThroughputForEachNumberOfClients)
{
    const auto probe =
        tests::probe(dbench(),
                     " Operation      Count    AvgLat    MaxLat\n"
                     " ----------------------------------------\n"
                     " NTCreateX    4000000     0.009   238.665\n Flush         280000     2.521   245.516\n\n"
                     "Throughput 1000.50 MB/sec  8 clients  8 procs  max_latency=245.520 ms\n\n"
                     "Throughput 1400.25 MB/sec (sync open) 16 procs\n");
    ASSERT_EQ(probe.parsed.size(), 2U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.parameters, (Parameters {{"clients", "8"}}));
    EXPECT_DOUBLE_EQ(probe.result("Throughput", "throughput", 0)->value, 1000.5);
    EXPECT_DOUBLE_EQ(probe.result("Throughput", "max latency", 0)->value, 245.52);
    EXPECT_DOUBLE_EQ(probe.result("Flush", "average latency", 0)->value, 2.521);
    EXPECT_EQ(probe.resultCount(), 9U);
    EXPECT_EQ(probe.parsed[1].runs[0].run.parameters, (Parameters {{"clients", "16"}, {"mode", "sync open"}}));
}

TEST(Sysbench, ReadsTheCpuTest)
{
    const auto probe = tests::probe(
        sysbench(),
        "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\nRunning the test with following options:\n"
        "Number of threads: 4\nInitializing random number generator from current time\n\n\n"
        "Prime numbers limit: 10000\n\nInitializing worker threads...\n\nThreads started!\n\nCPU speed:\n"
        "    events per second:  3300.50\n\nGeneral statistics:\n"
        "    total time:                          10.0009s\n    total number of events:              33008\n\n"
        "Latency (ms):\n         min:                                    1.16\n"
        "         avg:                                    1.21\n         max:                                    9.70\n"
        "         95th percentile:                        1.23\n         sum:                                "
        "39994.85\n\n"
        "Threads fairness:\n    events (avg/stddev):           8252.0000/12.00\n"
        "    execution time (avg/stddev):   9.9987/0.00\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 7U);
    EXPECT_DOUBLE_EQ(probe.result("cpu", "events per second")->value, 3300.5);
    EXPECT_DOUBLE_EQ(probe.result("cpu", "latency p95")->value, 1.23);
    EXPECT_EQ(probe.parsed[0].runs[0].run.parameters, (Parameters {{"threads", "4"}, {"primes", "10000"}}));
}

TEST(Sysbench, ReadsMemoryFilesAndDatabases)
{
    const auto memory = tests::probe(sysbench(),
                                     "sysbench 1.0.20 (using system LuaJIT 2.1.0)\n\n"
                                     "Running memory speed test with the following options:\n  block size: 1KiB\n"
                                     "  total size: 102400MiB\n  operation: write\n  scope: global\n\n"
                                     "Total operations: 50000000 (5000000.25 per second)\n\n"
                                     "48828.12 MiB transferred (4882.81 MiB/sec)\n\n\nGeneral statistics:\n"
                                     "    total time:                          10.0001s\n");
    ASSERT_EQ(memory.parsed.size(), 1U);
    EXPECT_DOUBLE_EQ(memory.result("memory", "throughput")->baseValue, 4882.81 * 1024 * 1024);
    EXPECT_DOUBLE_EQ(memory.result("memory", "operations")->value, 5000000.25);
    EXPECT_EQ(memory.parsed[0].runs[0].run.parameters, (Parameters {{"block size", "1KiB"}, {"operation", "write"}}));

    const auto files =
        tests::probe(sysbench(),
                     "File operations:\n    reads/s:                      1200.50\n"
                     "    writes/s:                     800.25\n    fsyncs/s:                     2560.00\n\n"
                     "Throughput:\n    read, MiB/s:                  18.75\n"
                     "    written, MiB/s:               12.50\n");
    ASSERT_EQ(files.parsed.size(), 1U);
    EXPECT_DOUBLE_EQ(files.result("fileio", "write throughput")->value, 12.5);
    EXPECT_DOUBLE_EQ(files.result("fileio", "fsyncs")->value, 2560);

    const auto database =
        tests::probe(sysbench(),
                     "$ sysbench oltp_read_only --threads=8 run\nSQL statistics:\n    queries performed:\n"
                     "        read:                            1400\n        write:                           0\n"
                     "        other:                           200\n        total:                           1600\n"
                     "    transactions:                        100    (10.50 per sec.)\n"
                     "    queries:                             1600   (168.00 per sec.)\n"
                     "    ignored errors:                      0      (0.00 per sec.)\n"
                     "    reconnects:                          0      (0.00 per sec.)\n");
    ASSERT_EQ(database.parsed.size(), 1U);
    EXPECT_DOUBLE_EQ(database.result("oltp_read_only", "transactions")->value, 10.5);
    EXPECT_EQ(database.result("oltp_read_only", "transactions")->baseUnit, "1/s");
}

TEST(Sysbench, ReadsTheFirstVersions)
{
    const auto probe = tests::probe(
        sysbench(),
        "sysbench 0.4.12:  multi-threaded system evaluation benchmark\n\n"
        "Running the test with following options:\nNumber of threads: 1\n\nDoing CPU performance benchmark\n\n"
        "Threads started!\nDone.\n\nMaximum prime number checked in CPU test: 20000\n\n\nTest execution summary:\n"
        "    total time:                          10.4323s\n    total number of events:              10000\n"
        "    total time taken by event execution: 10.4309\n    per-request statistics:\n"
        "         min:                                  1.04ms\n         avg:                                  1.05ms\n"
        "         max:                                  1.41ms\n         approx.  95 percentile:               "
        "1.06ms\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_DOUBLE_EQ(probe.result("cpu", "total time")->value, 10.4323);
    EXPECT_DOUBLE_EQ(probe.result("cpu", "latency p95")->value, 1.06);
    EXPECT_DOUBLE_EQ(probe.result("cpu", "latency min")->baseValue, 1.04e-3);
}

TEST(Sysbench, EndsABlockAtAHeading)
{
    const std::string report = "General statistics:\n    total time:                          10.0s\n";
    EXPECT_EQ(tests::probe(sysbench(), "Before:\n" + report + "\nAfter:\n" + report).parsed.size(), 2U);
}

TEST(Lmbench, ReadsLatenciesBandwidthsAndTables)
{
    const auto probe =
        tests::probe(lmbench(),
                     "Simple syscall: 0.0405 microseconds\nProcess fork+/bin/sh -c: 2127.6667 microseconds\n"
                     "File /tmp/XXX write bandwidth: 1780350 KB/sec\n"
                     "Socket bandwidth using localhost\n0.000001 2.52 MB/sec\n10.000000 5817.34 MB/sec\n\n"
                     "\"size=16k ovr=0.50\n2 1.23\n16 2.50\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 7U);
    EXPECT_DOUBLE_EQ(probe.result("Process fork+/bin/sh -c", "latency")->value, 2127.6667);
    EXPECT_EQ(probe.result("File /tmp/XXX write bandwidth", "bandwidth")->better, Better::Higher);
    const auto& results = probe.parsed[0].runs[0].run.results;
    EXPECT_EQ(results[4].parameters, (Parameters {{"size", "10.000000"}}));
    EXPECT_EQ(results[6].parameters, (Parameters {{"processes", "16"}, {"size", "16k"}}));
    EXPECT_DOUBLE_EQ(results[6].baseValue, 2.5e-6);
}

TEST(Kernbench, KeepsTheDeviationOfEachMean)
{
    const auto probe = tests::probe(kernbench(),
                                    "Average Optimal load -j 8 Run (std deviation):\nElapsed Time 123.4 (1.2)\n"
                                    "User Time 456.7 (0.9)\nSleeps 12345 (12)\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 3U);
    ASSERT_TRUE(probe.result("Elapsed Time", "time")->spread);
    EXPECT_DOUBLE_EQ(probe.result("Elapsed Time", "time")->spread->value, 1.2);
    EXPECT_EQ(probe.parsed[0].runs[0].run.parameters, (Parameters {{"jobs", "8"}, {"load", "Optimal"}}));
}

TEST(Phoronix, GivesEachSystemARun)
{
    const auto probe = tests::probe(
        phoronix(),
        "<?xml version=\"1.0\"?>\n<PhoronixTestSuite>\n<System><Identifier>6.1</Identifier>"
        "<Hardware>Processor: Test CPU 9 (8 Cores), Memory: 16GB</Hardware><Software>Kernel: "
        "6.1.0</Software></System>\n"
        "<Result><Title>Redis &amp; Co</Title><Description>Test: GET</Description><Scale>Requests Per Second</Scale>"
        "<Proportion>HIB</Proportion><Data>"
        "<Entry><Identifier>6.1</Identifier><Value>1000.5</Value><RawString>1000:1001</RawString></Entry>"
        "<Entry><Identifier>6.2</Identifier><Value>1100</Value><RawString>1100</RawString></Entry>"
        "</Data></Result>\n</PhoronixTestSuite>\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.label, "6.1");
    EXPECT_EQ(probe.parsed[0].runs[0].run.machine.cpu, "Test CPU 9 (8 Cores)");
    EXPECT_EQ(probe.parsed[0].runs[0].run.machine.kernel, "6.1.0");
    const auto* result = probe.result("Redis & Co: Test: GET", "result", 0, 0);
    ASSERT_NE(result, nullptr);
    EXPECT_DOUBLE_EQ(result->value, 1000.5);
    EXPECT_EQ(result->samples.size(), 2U);
    EXPECT_EQ(result->better, Better::Higher);
    EXPECT_DOUBLE_EQ(probe.result("Redis & Co: Test: GET", "result", 0, 1)->value, 1100);
}

}
}
