// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/probe.h"

#include <gtest/gtest.h>

namespace patchscale {

const Format& iperf();
const Format& netperf();
const Format& redis_benchmark();

namespace {

TEST(Netperf, ReadsStreamsWithAndWithoutLoad)
{
    const auto probe = tests::probe(
        netperf(),
        "MIGRATED TCP STREAM TEST from 0.0.0.0 (0.0.0.0) port 0 AF_INET to localhost () port 0 AF_INET\n"
        "Recv   Send    Send                          \nSocket Socket  Message  Elapsed              \n"
        "Size   Size    Size     Time     Throughput  \nbytes  bytes   bytes    secs.    10^6bits/sec  \n\n"
        "131072  16384  16384    10.00    45000.50   \n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 1U);
    const auto* throughput = probe.result("TCP STREAM", "throughput");
    ASSERT_NE(throughput, nullptr);
    EXPECT_DOUBLE_EQ(throughput->value, 45000.5);
    EXPECT_DOUBLE_EQ(throughput->baseValue, 45000.5e6 / 8);
    EXPECT_EQ(probe.parsed[0].runs[0].run.parameters, (Parameters {{"message size", "16384"}}));

    const auto loaded = tests::probe(netperf(),
                                     "TCP STREAM TEST from ::0 (::) port 0 AF_INET6 to host () port 0 AF_INET6\n"
                                     "Recv   Send    Send                          Utilization       Service Demand\n"
                                     "Size   Size    Size     Time     Throughput  local    remote   local   remote\n\n"
                                     " 87380  16384  16384    10.00      9416.10   0.85     -1.00    0.177   -1.000\n");
    EXPECT_EQ(loaded.resultCount(), 3U);
    EXPECT_DOUBLE_EQ(loaded.result("TCP STREAM", "local service demand")->value, 0.177);
}

TEST(Netperf, ReadsTransactionsDatagramsAndOmni)
{
    const auto transactions = tests::probe(netperf(),
                                           "MIGRATED TCP REQUEST/RESPONSE TEST from 0.0.0.0 () port 0 AF_INET to "
                                           "localhost () port 0 AF_INET : first burst 0\n"
                                           "Local /Remote\nSocket Size   Request  Resp.   Elapsed  Trans.\nSend   Recv "
                                           "  Size     Size    Time     Rate         \n"
                                           "bytes  Bytes  bytes    bytes   secs.    per sec   \n\n16384  131072 1      "
                                           "  1       10.00    45678.90   \n16384  131072\n");
    ASSERT_EQ(transactions.parsed.size(), 1U);
    const auto* rate = transactions.result("TCP REQUEST/RESPONSE", "transaction rate");
    ASSERT_NE(rate, nullptr);
    EXPECT_DOUBLE_EQ(rate->value, 45678.9);
    EXPECT_EQ(rate->baseUnit, "1/s");

    const auto datagrams = tests::probe(
        netperf(),
        "MIGRATED UDP STREAM TEST from 0.0.0.0 () port 0 AF_INET to localhost () port 0 AF_INET\n"
        "Socket  Message  Elapsed      Messages                \nSize    Size     Time         Okay Errors   "
        "Throughput\n"
        "bytes   bytes    secs            #      #   10^6bits/sec\n\n"
        "212992   65507   10.00      123456      0    6470.12\n212992           10.00      123000           6446.00\n");
    EXPECT_DOUBLE_EQ(datagrams.result("UDP STREAM", "send throughput")->value, 6470.12);
    EXPECT_DOUBLE_EQ(datagrams.result("UDP STREAM", "receive throughput")->value, 6446);

    const auto omni =
        tests::probe(netperf(),
                     "OMNI Send TEST from 0.0.0.0 () port 0 AF_INET to localhost () port 0 AF_INET\n"
                     "THROUGHPUT=12000.50\nTHROUGHPUT_UNITS=10^6bits/s\nMEAN_LATENCY=8.25\nP99_LATENCY=20\n"
                     "ELAPSED_TIME=10.00\n");
    ASSERT_EQ(omni.parsed.size(), 1U);
    EXPECT_DOUBLE_EQ(omni.result("OMNI Send", "throughput")->value, 12000.5);
    EXPECT_DOUBLE_EQ(omni.result("OMNI Send", "p99 latency")->value, 20);
    EXPECT_EQ(omni.resultCount(), 3U);
}

constexpr std::string_view kIperf3 =
    "Connecting to host 127.0.0.1, port 5201\n"
    "[  5] local 127.0.0.1 port 40000 connected to 127.0.0.1 port 5201\n"
    "[ ID] Interval           Transfer     Bitrate         Retr  Cwnd\n"
    "[  5]   0.00-1.00   sec  5.50 GBytes  47.2 Gbits/sec    0   1.25 MBytes       \n"
    "[  5]   1.00-2.00   sec  5.40 GBytes  46.4 Gbits/sec    5   1.25 MBytes       \n"
    "- - - - - - - - - - - - - - - - - - - - - - - - -\n"
    "[ ID] Interval           Transfer     Bitrate         Retr\n"
    "[  5]   0.00-2.00   sec  10.9 GBytes  46.8 Gbits/sec    5             sender\n"
    "[  5]   0.00-2.00   sec  10.9 GBytes  46.7 Gbits/sec                  receiver\n\niperf Done.\n";

TEST(Iperf, TakesTheTotalsOfSenderAndReceiver)
{
    const auto probe = tests::probe(iperf(), kIperf3);
    ASSERT_EQ(probe.parsed.size(), 1U);
    const auto& results = probe.parsed[0].runs[0].run.results;
    ASSERT_EQ(results.size(), 3U);
    EXPECT_EQ(results[0].test, "TCP");
    EXPECT_EQ(results[0].metric, "bandwidth");
    EXPECT_DOUBLE_EQ(results[0].value, 46.8);
    EXPECT_EQ(results[0].unit, "Gbits/sec");
    EXPECT_EQ(results[0].parameters, (Parameters {{"side", "sender"}}));
    EXPECT_EQ(results[1].metric, "retransmits");
    EXPECT_DOUBLE_EQ(results[1].value, 5);
    EXPECT_DOUBLE_EQ(results[2].value, 46.7);
}

TEST(Iperf, TakesTheSumOfSeveralStreamsAndTheLongestIntervalOfVersionTwo)
{
    const auto sum = tests::probe(iperf(),
                                  "[ ID] Interval           Transfer     Bitrate         Retr\n"
                                  "[  5]   0.00-2.00   sec  1.0 GBytes  4.0 Gbits/sec    1             sender\n"
                                  "[  7]   0.00-2.00   sec  1.0 GBytes  4.1 Gbits/sec    2             sender\n"
                                  "[SUM]   0.00-2.00   sec  2.0 GBytes  8.1 Gbits/sec    3             sender\n");
    EXPECT_EQ(sum.resultCount(), 2U);
    EXPECT_DOUBLE_EQ(sum.parsed[0].runs[0].run.results[0].value, 8.1);
    EXPECT_EQ(sum.parsed[0].runs[0].run.parameters, (Parameters {{"side", "sender"}, {"streams", "2"}}));

    const auto two =
        tests::probe(iperf(),
                     "------------------------------------------------------------\n"
                     "Client connecting to 127.0.0.1, TCP port 5001\nTCP window size: 2.50 MByte (default)\n"
                     "------------------------------------------------------------\n"
                     "[  3] local 127.0.0.1 port 41234 connected with 127.0.0.1 port 5001\n"
                     "[ ID] Interval       Transfer     Bandwidth\n"
                     "[  3]  0.0- 1.0 sec  3.8 GBytes  32.1 Gbits/sec\n"
                     "[  3]  1.0- 2.0 sec  3.9 GBytes  33.5 Gbits/sec\n"
                     "[  3]  0.0- 2.0 sec  7.7 GBytes  32.8 Gbits/sec\n");
    ASSERT_EQ(two.resultCount(), 1U);
    EXPECT_DOUBLE_EQ(two.parsed[0].runs[0].run.results[0].value, 32.8);
}

TEST(Iperf, ReadsJitterAndLossOfDatagrams)
{
    const auto probe =
        tests::probe(iperf(),
                     "[ ID] Interval           Transfer     Bitrate         Jitter    Lost/Total Datagrams\n"
                     "[  5]   0.00-10.00  sec  1.25 MBytes  1.05 Mbits/sec  0.000 ms  0/906 (0%)  sender\n"
                     "[  5]   0.00-10.00  sec  1.25 MBytes  1.04 Mbits/sec  0.012 ms  9/906 (0.99%)  receiver\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 6U);
    const auto& last = probe.parsed[0].runs[0].run.results.back();
    EXPECT_EQ(last.test, "UDP");
    EXPECT_EQ(last.metric, "lost");
    EXPECT_DOUBLE_EQ(last.value, 0.99);
}

TEST(RedisBenchmark, ReadsReportsOfOldAndNewVersions)
{
    const auto fresh = tests::probe(
        redis_benchmark(),
        "====== SET ======\n  100000 requests completed in 1.23 seconds\n  50 parallel clients\n  3 bytes payload\n"
        "  keep alive: 1\n  host configuration \"save\": 3600 1\n  multi-thread: no\n\n"
        "Latency by percentile distribution:\n0.000% <= 0.103 milliseconds (cumulative count 1)\n"
        "100.000% <= 2.407 milliseconds (cumulative count 100000)\n\nCumulative distribution of latencies:\n"
        "99.000% <= 0.807 milliseconds (cumulative count 99000)\n\nSummary:\n"
        "  throughput summary: 81300.81 requests per second\n  latency summary (msec):\n"
        "          avg       min       p50       p95       p99       max\n"
        "        0.319     0.096     0.303     0.455     0.711     2.407\n");
    ASSERT_EQ(fresh.parsed.size(), 1U);
    EXPECT_EQ(fresh.resultCount(), 7U);
    EXPECT_DOUBLE_EQ(fresh.result("SET", "throughput")->value, 81300.81);
    EXPECT_EQ(fresh.result("SET", "throughput")->baseUnit, "1/s");
    EXPECT_DOUBLE_EQ(fresh.result("SET", "latency p99")->value, 0.711);
    EXPECT_EQ(fresh.parsed[0].runs[0].run.parameters,
              (Parameters {{"clients", "50"}, {"payload", "3"}, {"requests", "100000"}}));

    const auto old =
        tests::probe(redis_benchmark(),
                     "====== GET ======\n  100000 requests completed in 1.41 seconds\n"
                     "  50 parallel clients\n  3 bytes payload\n  keep alive: 1\n\n"
                     "99.17% <= 1 milliseconds\n100.00% <= 1 milliseconds\n71123.76 requests per second\n");
    EXPECT_EQ(old.resultCount(), 2U);
    EXPECT_DOUBLE_EQ(old.result("GET", "throughput")->value, 71123.76);
    EXPECT_DOUBLE_EQ(old.result("GET", "within 1 ms")->value, 99.17); // the second one tells of the slowest only
}

TEST(RedisBenchmark, ReadsQuietAndCsv)
{
    const auto quiet = tests::probe(redis_benchmark(),
                                    "SET: 81300.81 requests per second, p50=0.303 msec\n"
                                    "LPUSH (needed to benchmark LRANGE): 70000.00 requests per second\n");
    EXPECT_EQ(quiet.resultCount(), 3U);
    EXPECT_DOUBLE_EQ(quiet.result("SET", "latency p50")->value, 0.303);
    EXPECT_DOUBLE_EQ(quiet.result("LPUSH (needed to benchmark LRANGE)", "throughput")->value, 70000);

    const auto csv = tests::probe(
        redis_benchmark(),
        "\"test\",\"rps\",\"avg_latency_ms\",\"p99_latency_ms\"\n\"SET\",\"81300.81\",\"0.319\",\"0.711\"\n");
    EXPECT_EQ(csv.resultCount(), 3U);
    EXPECT_DOUBLE_EQ(csv.result("SET", "latency p99")->value, 0.711);
    EXPECT_EQ(tests::probe(redis_benchmark(), "\"SET\",\"71123.76\"\n\"GET\",\"72000.00\"\n").resultCount(), 2U);
    EXPECT_TRUE(tests::probe(redis_benchmark(), "\"apples\",\"12\"\n").blocks.empty());
}

}
}
