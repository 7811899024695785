// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/around/perf_stat.h"

#include "core/base/json_tree.h"
#include "core/bench/command.h"
#include "core/bench/run_document.h"
#include "core/bench/timed_command.h"
#include "tests/core/bench/around/stand_in.h"
#include "tests/core/bench/bench_fixture.h"

namespace patchscale {
namespace {

class PerfStat : public BenchFixture
{
protected:
    void SetUp() override
    {
        if (!findProgram("perf")) {
            GTEST_SKIP() << "perf is not installed";
        }
    }

    /// The count of @p event, or nothing.
    static std::optional<std::string> countOf(const RoundSample& sample, std::string_view event)
    {
        for (const auto& object : sample.perfStat) {
            const auto json = readJson(object);
            if (json && json->textOf("event").starts_with(event)) {
                return std::string(json->textOf("counter-value"));
            }
        }
        return std::nullopt;
    }
};

TEST(PerfStatObjects, AreKeptByteForByte)
{
    const auto objects =
        perfStatObjects("# started on Monday\n\n{\"event\" : \"cs\", \"counter-value\" : \"1.000000\"}\n");
    ASSERT_TRUE(objects);
    EXPECT_EQ(*objects, std::vector<std::string> {"{\"event\" : \"cs\", \"counter-value\" : \"1.000000\"}"});
}

TEST(PerfStatObjects, RefusesWhatIsNoJsonAndWhatIsEmpty)
{
    EXPECT_FALSE(perfStatObjects("{\"event\" : \"cs\", \"counter-value\" : "));
    EXPECT_FALSE(perfStatObjects("\n"));
}

TEST_F(PerfStat, CountsWhatTheCopiesOfAKernelDo)
{
    const auto guard = startGuard();
    auto counted = plan();
    counted.perfStat = "task-clock,page-faults";
    const auto sample = Launcher(*guard).runRound(kernel(), 2, counted, {});
    ASSERT_TRUE(sample) << sample.error().message;
    ASSERT_TRUE(countOf(*sample, "task-clock"));
    EXPECT_TRUE(countOf(*sample, "page-faults"));
    EXPECT_EQ(sample->perfStat.size(), 2U);
    EXPECT_TRUE(std::filesystem::is_empty(work())
                || std::filesystem::is_empty(std::filesystem::directory_iterator(work())->path()));
}

TEST_F(PerfStat, CountsTheChildrenOfACommandAndLeavesItsTimesAlone)
{
    const auto guard = startGuard();
    auto counted = plan();
    counted.perfStat = "page-faults,task-clock";
    const auto sample = timeCommand({"sh", "-c", "(true); (true); exec sleep 0.05"}, "run", counted, *guard, {});
    ASSERT_TRUE(sample) << sample.error().message;
    EXPECT_TRUE(countOf(*sample, "page-faults"));
    EXPECT_GE(sample->rate, 0.05);
    EXPECT_LT(sample->metrics.at("max_rss_bytes"), 6e6) << "this is perf's own memory";
    EXPECT_LT(sample->perfStat.size(), 3U);
}

TEST_F(PerfStat, IsInTheDocumentAsPerfWroteIt)
{
    RoundSample sample;
    sample.perfStat = {"{\"event\" : \"cs\"}", "{\"event\" : \"cycles\"}"};
    KernelResult result;
    result.samples = {sample};
    RunRecord record;
    record.variants = {{.label = "run", .role = {}, .results = {result}}};
    EXPECT_NE(runDocument(record).find(R"("perfStat": [{"event" : "cs"}, {"event" : "cycles"}])"), std::string::npos);
}

TEST_F(BenchFixture, TellsWhatPerfSaidWhenItDies)
{
    const StandIn perf(file("bin"), "perf", "echo 'event syntax error: no such event' >&2; exit 129");
    const auto guard = startGuard();
    auto counted = plan();
    counted.perfStat = "no-such-event";
    const auto sample = Launcher(*guard).runRound(kernel(), 1, counted, {});
    ASSERT_FALSE(sample);
    EXPECT_EQ(sample.error().message, "perf stat ended: event syntax error: no such event");
}

TEST_F(BenchFixture, TellsThatPerfWroteNoCounts)
{
    const StandIn perf(file("bin"), "perf",
                       "while [ $# -gt 0 ]; do case $1 in --control) c=${2#fd:};; -o) : > \"$2\";; esac; shift; done\n"
                       "exec 3</proc/self/fd/${c%,*} 4>/proc/self/fd/${c#*,}\n"
                       "while read -r word <&3; do echo ack >&4; done");
    const auto guard = startGuard();
    auto counted = plan();
    counted.perfStat = "";
    const auto sample = Launcher(*guard).runRound(kernel(), 1, counted, {});
    ASSERT_FALSE(sample);
    EXPECT_EQ(sample.error().message, "perf stat wrote no counts");
}

TEST_F(BenchFixture, LogsWhatATimedCommandPrintsAndTellsTheLastLinesOfAFailure)
{
    const auto guard = startGuard();
    auto logged = plan();
    logged.commandLog = file("command.log");
    const std::vector<std::string> command {"sh", "-c", "echo out; echo first >&2; echo last >&2; exit 3"};
    const auto sample = timeCommand(command, "run", logged, *guard, {});
    ASSERT_FALSE(sample);
    EXPECT_TRUE(sample.error().message.ends_with("it ended with status 3: first")) << sample.error().message;
    EXPECT_EQ(sample.error().hints, (std::vector<std::string> {"first", "last"}));
    const auto log = readSmallFile(file("command.log")).value_or("");
    EXPECT_NE(log.find("## output\nout\n## errors\nfirst\nlast\n"), std::string::npos) << log;
}

}
}
