// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/process.h"
#include "core/bench/topology.h"
#include "tests/core/bench/bench_fixture.h"

#include <algorithm>
#include <csignal>
#include <set>
#include <sstream>
#include <thread>

#include <gmock/gmock.h>

namespace patchscale {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class LauncherTest : public BenchFixture
{
protected:
    std::unique_ptr<Guard> guard = startGuard();
    Launcher launcher {*guard};

    Result<RoundSample> round(const std::string& mode, int copies = 1)
    {
        return launcher.runRound(kernel(mode), copies, plan(), {});
    }
    std::string failure(const std::string& mode, int copies = 1)
    {
        const auto sample = round(mode, copies);
        return sample ? "(no failure)" : sample.error().message;
    }
    [[nodiscard]] bool isWorkEmpty() const
    {
        // The launcher keeps one folder of its own; what rounds put into it must be gone.
        return std::ranges::all_of(std::filesystem::directory_iterator(work()),
                                   [](const auto& entry) { return std::filesystem::is_empty(entry.path()); });
    }
};

TEST_F(LauncherTest, TellsRateCountTimesAndMetrics)
{
    auto counted = plan();
    counted.seconds = 0;
    counted.count = 60;
    const auto sample = launcher.runRound(kernel(), 2, counted, {});
    ASSERT_TRUE(sample) << sample.error().message;
    EXPECT_EQ(sample->count, 120);
    ASSERT_THAT(sample->copyRates, SizeIs(2));
    EXPECT_DOUBLE_EQ(sample->rate, sample->copyRates[0] + sample->copyRates[1]);
    // 60 counts in at least 60 ms, in each of two copies.
    EXPECT_GE(sample->seconds, 0.06);
    EXPECT_LE(sample->rate, 2000);
    // With the start and the end of the process it took longer.
    EXPECT_LT(sample->wallRate, sample->rate);
    EXPECT_GT(sample->wallRate, 0);
    EXPECT_EQ(sample->user, 0.5);
    EXPECT_EQ(sample->system, 1.0);
    EXPECT_EQ(sample->metrics.at("marked"), 1);
    EXPECT_EQ(sample->metrics.at("ignored_pipe"), 0) << "a kernel starts with default signal handlers";
    EXPECT_FALSE(sample->boot.empty());
}

TEST_F(LauncherTest, WarmUpAndWaitingAreNoWallTime)
{
    auto warm = plan();
    warm.warmUp = 0.3;
    const auto sample = launcher.runRound(kernel(), 1, warm, {});
    ASSERT_TRUE(sample);
    // 100 counts in 0.05 s are 2000/s; with 0.3 s more it would be 286/s.
    EXPECT_GT(sample->wallRate, 400);
}

TEST_F(LauncherTest, ReleasesAllCopiesTogether)
{
    const auto log = file("barrier");
    ASSERT_TRUE(round("barrier=" + log.string(), 4));
    std::istringstream lines(read(log));
    std::vector<std::pair<double, std::string>> events;
    for (std::string what; lines >> what;) {
        double when = 0;
        lines >> when;
        events.emplace_back(when, what);
    }
    ASSERT_THAT(events, SizeIs(8));
    std::ranges::sort(events);
    for (std::size_t i = 0; i < 8; ++i) {
        EXPECT_EQ(events[i].second, i < 4 ? "ready" : "go") << "no copy starts before all are ready";
    }
    const double spread = events[7].first - events[4].first;
    RecordProperty("microseconds_between_first_and_last_start", static_cast<int>(spread * 1e6));
}

TEST_F(LauncherTest, PinsEachCopy)
{
    const auto allowed = affinityOf(0);
    auto pinned = plan();
    pinned.placement = Placement::List;
    pinned.cpus = {allowed.back()};
    const auto sample = launcher.runRound(kernel(), 2, pinned, {});
    ASSERT_TRUE(sample) << sample.error().message;
    EXPECT_THAT(sample->cpus, ElementsAre(allowed.back(), allowed.back()));
    EXPECT_EQ(sample->metrics.at("cpus"), 1);
    EXPECT_EQ(sample->metrics.at("cpu"), allowed.back());

    const auto free = round("default");
    ASSERT_TRUE(free);
    EXPECT_THAT(free->cpus, IsEmpty());
    EXPECT_EQ(free->metrics.at("cpus"), static_cast<double>(allowed.size()));
    EXPECT_EQ(affinityOf(0), allowed) << "the launcher itself is never pinned";
}

TEST_F(LauncherTest, NamesKernelCopyStatusAndReason)
{
    EXPECT_EQ(failure("fails"),
              "cannot measure 'test': it ended with status 3 before it was ready: no space for the test");
    EXPECT_THAT(failure("fails", 3), testing::ContainsRegex("copy [123] of 3 ended with status 3"));
    EXPECT_EQ(failure("crashes"), "cannot measure 'test': it was killed by signal 11 (Segmentation fault)");
    EXPECT_EQ(failure("garbage"), "cannot measure 'test': it printed 'Segmentation of words: 12' instead of a result");
    EXPECT_EQ(failure("silent"), "cannot measure 'test': it printed no result");
    EXPECT_THAT(failure("idle"), HasSubstr("did not finish one iteration in 0.05"));
    EXPECT_TRUE(isWorkEmpty());
}

TEST_F(LauncherTest, TellsThatAKernelIsNotPossibleHere)
{
    const auto sample = round("impossible", 2);
    ASSERT_FALSE(sample);
    EXPECT_EQ(sample.error().code, Errc::Usage);
    EXPECT_EQ(sample.error().message, "'test' is not possible here: no permission for the test");
}

TEST_F(LauncherTest, TellsThatAProgramCannotBeStarted)
{
    auto missing = kernel();
    missing.kernel.program = file("nothing");
    const auto sample = launcher.runRound(missing, 1, plan(), {});
    ASSERT_FALSE(sample);
    EXPECT_EQ(sample.error().message,
              "cannot measure 'test': it ended with status 127 before it was ready: cannot be started: No such file or "
              "directory");
}

TEST_F(LauncherTest, LeavesNoFileOfARound)
{
    ASSERT_TRUE(round("files", 1));
    EXPECT_TRUE(isWorkEmpty());
    EXPECT_FALSE(std::filesystem::is_empty(work())) << "one folder stays for the next round";
    guard.reset();
    EXPECT_TRUE(std::filesystem::is_empty(work()));
}

TEST_F(LauncherTest, LeavesNoProcessOfARound)
{
    ASSERT_TRUE(round("stray", 2));
    EXPECT_EQ(processesWith(guard->mark()), 0);
    // A stray that holds the output does not hold the result.
    const auto sample = round("stray-output");
    ASSERT_TRUE(sample) << sample.error().message;
    EXPECT_EQ(processesWith(guard->mark()), 0);
}

TEST_F(LauncherTest, StopsAtOnceWhenTheJobIsCancelled)
{
    std::stop_source source;
    const std::jthread later([&source] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        source.request_stop();
    });
    const auto begin = monotonicSeconds();
    const auto sample = launcher.runRound(kernel("hangs"), 2, plan(), {.stop = source.get_token()});
    ASSERT_FALSE(sample);
    EXPECT_EQ(sample.error().code, Errc::Cancelled);
    EXPECT_LT(monotonicSeconds() - begin, 5) << "the time limit is 10 s";
    EXPECT_EQ(processesWith(guard->mark()), 0);
    EXPECT_TRUE(isWorkEmpty());
}

TEST_F(LauncherTest, RunsEachKernelOncePerRoundInChangingOrder)
{
    auto many = plan();
    many.seconds = 0.001;
    many.kernels.clear();
    for (const auto* const id : {"a", "b", "c", "d"}) {
        many.kernels.push_back(kernel());
        many.kernels.back().kernel.id = id;
    }
    many.rounds = 4;
    RecordingSink sink;
    const auto record = runPlan(*guard, launcher, many, sink, {});
    ASSERT_TRUE(record) << record.error().message;
    EXPECT_EQ(record->label, "before");
    ASSERT_THAT(record->results, SizeIs(4));
    std::set<std::string> orders;
    for (int round = 1; round <= 4; ++round) {
        std::string order;
        for (int at = 0; at < 4; ++at) {
            const auto& start = sink.starts[static_cast<std::size_t>((round - 1) * 4 + at)];
            EXPECT_EQ(start.round, round);
            order += start.kernel;
        }
        orders.insert(order);
        std::ranges::sort(order);
        EXPECT_EQ(order, "abcd");
    }
    EXPECT_GT(orders.size(), 1U);
    for (const auto& result : record->results) {
        ASSERT_THAT(result.samples, SizeIs(4));
        EXPECT_EQ(result.samples[2].round, 3);
        EXPECT_TRUE(result.combined);
    }
    EXPECT_EQ(sink.samples.front().order, 1);
    EXPECT_EQ(sink.samples.back().order, 16);
    EXPECT_LT(sink.starts.back().secondsLeft, sink.starts.front().secondsLeft);
}

TEST_F(LauncherTest, GoesOnWithTheRestWhenAKernelFails)
{
    auto mixed = plan();
    mixed.kernels = {kernel("fails"), kernel()};
    mixed.rounds = 2;
    RecordingSink sink;
    const auto record = runPlan(*guard, launcher, mixed, sink, {});
    ASSERT_TRUE(record);
    EXPECT_THAT(record->results[0].samples, IsEmpty());
    EXPECT_THAT(record->results[0].failed.value_or(""), HasSubstr("no space for the test"));
    EXPECT_THAT(record->results[1].samples, SizeIs(2));
    EXPECT_FALSE(record->results[1].failed);
    EXPECT_THAT(sink.failures, SizeIs(1)) << "it is not tried again";
}

TEST_F(LauncherTest, KeepsSamplesWhenCancelled)
{
    auto longer = plan();
    longer.rounds = 1000;
    std::stop_source source;
    RecordingSink sink;
    sink.onSample = [&] {
        if (sink.samples.size() == 3) {
            source.request_stop();
        }
    };
    const auto record = runPlan(*guard, launcher, longer, sink, {.stop = source.get_token()});
    ASSERT_TRUE(record);
    EXPECT_THAT(record->results[0].samples, SizeIs(3));
    EXPECT_FALSE(record->results[0].failed);
    EXPECT_TRUE(record->results[0].combined);
}

TEST_F(LauncherTest, RefusesAPlanThatCannotBeRun)
{
    RecordingSink sink;
    auto impossible = plan();
    impossible.placement = Placement::List;
    impossible.cpus = {8000};
    const auto record = runPlan(*guard, launcher, impossible, sink, {});
    ASSERT_FALSE(record);
    EXPECT_THAT(record.error().message, HasSubstr("cannot pin to CPU 8000: this process may run on CPUs "));
    EXPECT_THAT(sink.starts, IsEmpty());
}

}
}
