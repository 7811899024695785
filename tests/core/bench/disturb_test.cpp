// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/disturb.h"

#include "core/bench/process.h"
#include "tests/core/bench/bench_fixture.h"

#include <csignal>
#include <format>

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

namespace patchscale {
namespace {

using testing::HasSubstr;

constexpr DisturbedPlace kSame {.measured = 3, .disturbed = 3};

RunPlan pinned(int cpu)
{
    RunPlan plan;
    plan.placement = Placement::List;
    plan.cpus = {cpu};
    return plan;
}

const std::vector<LogicalCpu> kWithSmt {
    {.id = 0, .core = 0}, {.id = 1, .core = 1}, {.id = 4, .core = 0}, {.id = 5, .core = 1}};
const std::vector<LogicalCpu> kWithoutSmt {{.id = 2, .core = 2}, {.id = 3, .core = 3}};

TEST(DisturbedPlace, IsTheSiblingWhereThereIsOne)
{
    EXPECT_EQ(placeDisturber(pinned(5), kWithSmt), (DisturbedPlace {.measured = 5, .disturbed = 1}));
    EXPECT_EQ(placeDisturber({}, kWithSmt), (DisturbedPlace {.measured = 0, .disturbed = 4}));
    EXPECT_EQ(placeDisturber(pinned(2), kWithoutSmt), (DisturbedPlace {.measured = 2, .disturbed = 2}));
    EXPECT_EQ(placeDisturber({}, kWithoutSmt), kSame);
}

TEST(DisturbedPlace, IsOneCpuAndOneCopy)
{
    auto copies = pinned(0);
    copies.copies = {1, 2};
    EXPECT_FALSE(placeDisturber(copies, kWithSmt));
    RunPlan spread;
    spread.placement = Placement::PerCpu;
    EXPECT_FALSE(placeDisturber(spread, kWithSmt));
}

TEST(DisturberParameters, SayWhatRanAndWhere)
{
    const auto busy = disturberParameters(disturberOf("busy", 0.9), kSame);
    EXPECT_EQ(busy.at("disturber"), "busy loop, 90 %");
    EXPECT_EQ(busy.at("disturbed CPU"), "same CPU (no SMT)");
    const auto command = disturberParameters(disturberOf("load --hard", 0.33), {.measured = 0, .disturbed = 4});
    EXPECT_EQ(command.at("disturber"), "load --hard, 33 %");
    EXPECT_EQ(command.at("disturbed CPU"), "SMT sibling");
}

class DisturberTest : public BenchFixture
{
protected:
    static int cpu()
    {
        return affinityOf(0).back();
    }
    /// The duty cycle that @p word had in about half a second.
    static Result<double> duty(const std::string& word, double wished)
    {
        auto running = RunningDisturber::start(disturberOf(word, wished), cpu(), kMark);
        if (!running) {
            return std::unexpected(running.error());
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        return running->stop();
    }
    static bool isGone()
    {
        return processesWith(kMark) == 0;
    }
};

// Other programs take their share of the CPU, so these are upper bounds, and lower ones that a loaded machine meets.

TEST_F(DisturberTest, LoopsForItsShareOfTheTime)
{
    for (const auto* const word : {"busy", "pause"}) {
        const auto third = duty(word, 0.33);
        ASSERT_TRUE(third) << third.error().message;
        EXPECT_GT(*third, 0.03) << word;
        EXPECT_LT(*third, 0.45) << word;
    }
}

TEST_F(DisturberTest, StopsAndContinuesACommand)
{
    const auto third = duty("while :; do :; done", 0.33);
    ASSERT_TRUE(third) << third.error().message;
    EXPECT_GT(*third, 0.03);
    EXPECT_LT(*third, 0.55);
    EXPECT_TRUE(isGone());
}

TEST_F(DisturberTest, StartsACommandAgainWhenItEnds)
{
    ASSERT_TRUE(duty(std::format("echo x >> {}", file("starts").string()), 1));
    EXPECT_GT(read(file("starts")).size(), 4U);
}

TEST_F(DisturberTest, StopsAlsoWhereItsMakerBlocksSignals)
{
    sigset_t all;
    sigset_t old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    EXPECT_TRUE(duty("busy", 0.5));
    EXPECT_TRUE(duty("exec sleep 60", 0.5));
    pthread_sigmask(SIG_SETMASK, &old, nullptr);
    EXPECT_TRUE(isGone());
}

TEST_F(DisturberTest, TellsThatItsCommandCannotRun)
{
    const auto nothing = duty("/nothing/of/this/name", 1);
    ASSERT_FALSE(nothing);
    EXPECT_THAT(nothing.error().message, HasSubstr("ended with an error"));
}

TEST_F(DisturberTest, TellsThatItMayNotRunThere)
{
    const auto running = RunningDisturber::start(disturberOf("busy", 1), 1000, kMark);
    ASSERT_FALSE(running);
    EXPECT_THAT(running.error().message, HasSubstr("cannot disturb CPU 1000"));
}

TEST_F(DisturberTest, DiesWithItsParent)
{
    const auto parent = fork();
    if (parent == 0) {
        auto running = RunningDisturber::start(disturberOf("exec sleep 60", 1), cpu(), kMark);
        write(file("started"), running ? "yes" : "no");
        pause();
        _exit(0);
    }
    ASSERT_TRUE(eventually([this] { return read(file("started")) == "yes"; }));
    ASSERT_TRUE(eventually([] { return processesWith(kMark) > 0; }));
    kill(parent, SIGKILL);
    waitpid(parent, nullptr, 0);
    EXPECT_TRUE(eventually([] { return isGone(); }));
}

TEST_F(DisturberTest, WorksBesideAKernelAndItsShareIsKept)
{
    const auto guard = startGuard();
    Launcher launcher(*guard);
    auto disturbed = plan();
    disturbed.disturber = disturberOf("busy", 0.5);
    disturbed.rounds = 2;
    RecordingSink sink;
    const auto record = runPlan(*guard, launcher, disturbed, sink, {});
    ASSERT_TRUE(record) << record.error().message;
    const auto& result = record->results.front();
    EXPECT_EQ(result.parameters.at("disturber"), "busy loop, 50 %");
    ASSERT_EQ(result.samples.size(), 2U) << result.failed.value_or("");
    EXPECT_GT(result.samples[0].metrics.at("disturber_duty"), 0.02);
    EXPECT_LT(result.samples[0].metrics.at("disturber_duty"), 0.9);
    EXPECT_EQ(result.samples[0].cpus.size(), 1U);

    disturbed.copies = {2};
    EXPECT_FALSE(runPlan(*guard, launcher, disturbed, sink, {}));
}

}
}
