// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/experiment.h"

#include "core/bench/timed_command.h"
#include "tests/core/bench/bench_fixture.h"

#include <csignal>
#include <format>
#include <map>

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

namespace patchscale {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// A file stands for a sysctl; samples are made up where the kernel itself does not matter.
class ExperimentTest : public BenchFixture
{
protected:
    ExperimentTest()
    {
        write(setting(), "first");
    }
    [[nodiscard]] std::filesystem::path setting() const
    {
        return file("setting");
    }
    [[nodiscard]] std::string echo(const std::string& value) const
    {
        return std::format("echo {} > {}", value, setting().string());
    }
    [[nodiscard]] ExperimentPlan experiment(const std::string& before, const std::string& after) const
    {
        ExperimentPlan made;
        made.run = plan();
        made.run.rounds = 3;
        made.variants = {{.label = "before", .role = Role::Baseline, .command = before},
                         {.label = "after", .role = Role::Candidate, .command = after}};
        return made;
    }
    /// A sample of 100, and what the setting was when it was taken.
    TakeRound made()
    {
        return [this](const KernelChoice& choice, int, const RunPlan&, const std::string& variant,
                      const Job&) -> Result<RoundSample> {
            seen.push_back(std::format("{} {} {}", choice.kernel.id, variant, trimmedText(read(setting()))));
            RoundSample sample;
            sample.rate = rateOf(variant);
            return sample;
        };
    }
    Result<ExperimentOutcome> run(const ExperimentPlan& wanted)
    {
        return runExperiment(wanted, *guard, made(), sink, {.stop = stop.get_token()});
    }
    [[nodiscard]] std::string failure(const ExperimentPlan& wanted)
    {
        const auto outcome = run(wanted);
        return outcome ? "(no failure)" : outcome.error().message;
    }

    std::unique_ptr<Guard> guard = startGuard();
    RecordingSink sink;
    std::stop_source stop;
    std::vector<std::string> seen;
    std::function<double(const std::string&)> rateOf = [](const std::string&) { return 100.0; };
};

TEST_F(ExperimentTest, MeasuresBothVariantsInEachRoundAndRestores)
{
    const auto outcome = run(experiment(echo("0"), echo("1")));
    ASSERT_TRUE(outcome) << outcome.error().message;
    ASSERT_THAT(outcome->order, SizeIs(6));
    for (int round = 0; round < 3; ++round) {
        const std::vector pair(seen.begin() + 2L * round, seen.begin() + 2L * round + 2);
        EXPECT_THAT(pair, testing::UnorderedElementsAre("test before 0", "test after 1"));
    }
    EXPECT_EQ(outcome->variants[0].role, Role::Baseline);
    EXPECT_THAT(outcome->variants[1].results[0].samples, SizeIs(3));
    EXPECT_EQ(trimmedText(read(setting())), "first");
    EXPECT_THAT(sink.log, Contains(std::format("switched to after: {} = 1, read back 1", setting().string())));
    EXPECT_EQ(sink.log.front(), "first state: first");
    EXPECT_EQ(sink.log.back(), "restored the first state, read back first");
    EXPECT_FALSE(outcome->broken);
    EXPECT_FALSE(outcome->ended);
}

TEST_F(ExperimentTest, WhatIsMeasuredAfterTheRoundsMeetsItsVariantAndTheFirstStateIsBackThen)
{
    auto wanted = experiment(echo("0"), echo("1"));
    wanted.run.kernels.clear();
    std::vector<std::string> states;
    const auto outcome = runExperiment(wanted, *guard, made(), sink, {},
                                       [&](std::vector<VariantRecord>& variants, const SwitchTo& switchTo) {
                                           ASSERT_THAT(variants, SizeIs(2));
                                           for (const std::size_t variant : {1U, 0U, 1U}) {
                                               EXPECT_TRUE(switchTo(variant));
                                               states.emplace_back(trimmedText(read(setting())));
                                           }
                                       });
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_THAT(states, ElementsAre("1", "0", "1"));
    EXPECT_EQ(trimmedText(read(setting())), "first");
    EXPECT_THAT(seen, IsEmpty());
}

TEST_F(ExperimentTest, NothingIsMeasuredAfterASwitchThatDoesNotTakeAnyMore)
{
    auto wanted = experiment(echo("0"), echo("1"));
    bool hasTaken = true;
    const auto outcome =
        runExperiment(wanted, *guard, made(), sink, {}, [&](std::vector<VariantRecord>&, const SwitchTo& switchTo) {
            std::filesystem::remove(setting());
            std::filesystem::create_directory(setting());
            hasTaken = switchTo(0) && switchTo(1);
            std::filesystem::remove(setting());
            write(setting(), "0");
        });
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_FALSE(hasTaken);
    EXPECT_TRUE(outcome->broken);
}

TEST_F(ExperimentTest, DrawsItsOrderFromTheSeed)
{
    auto wanted = experiment(echo("0"), echo("1"));
    wanted.run.kernels = {kernel(), kernel(), kernel()};
    wanted.run.kernels[1].kernel.id = "second";
    wanted.run.kernels[2].kernel.id = "third";
    wanted.run.rounds = 12;
    const auto one = run(wanted);
    const auto same = run(wanted);
    wanted.run.seed = 2;
    const auto other = run(wanted);
    ASSERT_TRUE(one && same && other);
    EXPECT_EQ(one->order, same->order);
    EXPECT_NE(one->order, other->order);
    // Of 36 pairs that are drawn fairly, 9 to 27 begin with "before": outside that is 4 standard deviations away.
    int beforeFirst = 0;
    for (std::size_t i = 0; i < one->order.size(); i += 2) {
        beforeFirst += one->order[i].contains(" before ") ? 1 : 0;
        const auto kernelName = one->order[i].substr(one->order[i].rfind(' '));
        EXPECT_TRUE(one->order[i + 1].ends_with(kernelName)) << "both variants of a kernel follow each other";
    }
    EXPECT_GE(beforeFirst, 6);
    EXPECT_LE(beforeFirst, 30);
}

TEST_F(ExperimentTest, TellsThatASwitchDoesNotTake)
{
    EXPECT_EQ(failure(experiment(echo("1"), std::format("echo '1' > {}", setting().string()))),
              "the switch to after did not take: '1' is read after either command");
    EXPECT_THAT(seen, IsEmpty());
    EXPECT_EQ(trimmedText(read(setting())), "first");
}

TEST_F(ExperimentTest, TellsThatASwitchFails)
{
    auto wanted = experiment(echo("0"), "echo broken >&2; exit 3");
    wanted.check = "cat " + setting().string();
    wanted.restore = echo("first");
    EXPECT_EQ(failure(wanted), "cannot switch to after: 'echo broken >&2; exit 3' ended with status 3: broken");
    EXPECT_THAT(seen, IsEmpty());
    EXPECT_EQ(trimmedText(read(setting())), "first");
}

TEST_F(ExperimentTest, TellsThatAVariantDoesNotReadTheSameTheNextTime)
{
    auto wanted = experiment(std::format("date +%N%s > {}", setting().string()), echo("1"));
    wanted.check = "cat " + setting().string();
    wanted.restore = echo("first");
    EXPECT_THAT(failure(wanted), HasSubstr("the switch did not take for before"));
    EXPECT_THAT(seen, IsEmpty());
    EXPECT_EQ(trimmedText(read(setting())), "first");
}

TEST_F(ExperimentTest, AsksForACheckWhereNothingCanBeReadBack)
{
    EXPECT_EQ(failure(experiment("true", "true; true")), "cannot tell whether 'true' takes effect");
    EXPECT_THAT(failure(experiment(echo("0"), "")), HasSubstr("no command that switches to after"));
    EXPECT_THAT(failure(experiment("echo 0 > /nothing/here", "echo 1 > /nothing/here")), HasSubstr("/nothing/here"));
}

TEST_F(ExperimentTest, RestoresByTheCommandOfTheVariantThatItBeganAs)
{
    for (const auto* const first : {"0", "1"}) {
        write(setting(), first);
        // With a pipe they are no settings that can be read off the command.
        auto wanted = experiment(std::format("echo 0 | tee {}", setting().string()),
                                 std::format("echo 1 | tee {}", setting().string()));
        wanted.check = "cat " + setting().string();
        const auto outcome = run(wanted);
        ASSERT_TRUE(outcome) << outcome.error().message;
        EXPECT_EQ(trimmedText(read(setting())), first);
        EXPECT_FALSE(outcome->broken);
    }
    write(setting(), "else");
    auto wanted = experiment(std::format("echo 0 | tee {}", setting().string()),
                             std::format("echo 1 | tee {}", setting().string()));
    wanted.check = "cat " + setting().string();
    EXPECT_THAT(failure(wanted), HasSubstr("neither before ('0') nor after ('1')"));
    write(setting(), "else");
    wanted.restore = echo("else");
    EXPECT_TRUE(run(wanted));
    EXPECT_EQ(trimmedText(read(setting())), "else");
}

TEST_F(ExperimentTest, EndsWhenSomethingElseSwitches)
{
    sink.onSample = [this] { write(setting(), "7"); };
    const auto outcome = run(experiment(echo("0"), echo("1")));
    ASSERT_TRUE(outcome);
    // The next sample of the same variant finds it out; one of the other variant switches anyway.
    ASSERT_TRUE(outcome->broken || outcome->order.size() == 6);
    if (outcome->broken) {
        EXPECT_THAT(outcome->broken->message, HasSubstr("something else ended the variant"));
    }
    EXPECT_EQ(trimmedText(read(setting())), "first");
}

TEST_F(ExperimentTest, RestoresAfterACancel)
{
    sink.onSample = [this] { stop.request_stop(); };
    const auto outcome = run(experiment(echo("0"), echo("1")));
    ASSERT_TRUE(outcome);
    EXPECT_THAT(outcome->order, SizeIs(1));
    EXPECT_EQ(outcome->ended, "stopped");
    EXPECT_EQ(trimmedText(read(setting())), "first");
}

TEST_F(ExperimentTest, IsRestoredByTheGuardianAfterAKill)
{
    const auto process = fork();
    if (process == 0) {
        auto own = Guard::start(journals());
        sink.onSample = [this] {
            write(file("measured"), "yes");
            pause();
        };
        auto wanted = experiment(echo("0"), echo("1"));
        std::ignore = runExperiment(wanted, **own, made(), sink, {});
        _exit(1);
    }
    ASSERT_TRUE(eventually([this] { return read(file("measured")) == "yes"; }));
    EXPECT_NE(trimmedText(read(setting())), "first");
    kill(process, SIGKILL);
    waitpid(process, nullptr, 0);
    EXPECT_TRUE(eventually([this] { return trimmedText(read(setting())) == "first"; }));
}

TEST_F(ExperimentTest, GoesOnUntilTheIntervalIsNarrow)
{
    auto wanted = experiment(echo("0"), echo("1"));
    wanted.run.kernels = {kernel(), kernel()};
    wanted.run.kernels[1].kernel.id = "noisy";
    wanted.policy.until = Until {.reach = 0.01, .maxRounds = 9};
    std::map<std::string, int> taken;
    const auto outcome = runExperiment(wanted, *guard,
                                       [&taken](const KernelChoice& choice, int, const RunPlan&,
                                                const std::string& variant, const Job&) -> Result<RoundSample> {
                                           const auto number = ++taken[choice.kernel.id];
                                           const double noise = choice.kernel.id == "noisy" ? 0.2 : 0.0005;
                                           RoundSample sample;
                                           sample.rate = (variant == "after" ? 98 : 100) * (1 + noise * (number % 5));
                                           return sample;
                                       },
                                       sink, {});
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(taken["test"], 12) << "6 rounds of both variants, then it is known well enough";
    EXPECT_EQ(taken["noisy"], 18);
    const auto& quiet = outcome->variants[0].results[0];
    EXPECT_THAT(*quiet.ended, testing::MatchesRegex("interval of ±0.[0-9]+ % after 6 rounds"));
    EXPECT_EQ(outcome->variants[1].results[0].ended, quiet.ended);
    EXPECT_THAT(*outcome->variants[0].results[1].ended,
                HasSubstr("the limit of 9 rounds after 9 rounds: interval of ±"));
    EXPECT_EQ(outcome->ended, "the limit of 9 rounds; 1 of 2 intervals are narrower than ±1 %");
    ASSERT_THAT(outcome->findings, SizeIs(2));
    EXPECT_EQ(outcome->findings[0].verdict, FindingVerdict::Regressed);
    EXPECT_EQ(outcome->findings[1].verdict, FindingVerdict::Undecided);
    EXPECT_GT(outcome->findings[1].moreRounds, 9);
}

TEST_F(ExperimentTest, EndsAtTheTimeLimit)
{
    auto wanted = experiment(echo("0"), echo("1"));
    wanted.policy.until = Until {.reach = 1e-9, .maxRounds = 1000000, .maxSeconds = 0.3};
    int number = 0;
    rateOf = [&number](const std::string&) { return 100.0 + ++number % 7; };
    const auto outcome = run(wanted);
    ASSERT_TRUE(outcome);
    EXPECT_THAT(*outcome->ended, HasSubstr("the limit of 0.3 s; 0 of 1"));
}

TEST_F(ExperimentTest, OfOneVariantGoesOnUntilItsMedianIsKnown)
{
    ExperimentPlan wanted;
    wanted.run = plan();
    wanted.variants = {{.label = "only", .role = {}, .command = {}}};
    wanted.policy.until = Until {.reach = 0.01};
    int number = 0;
    rateOf = [&number](const std::string&) { return 100 + 0.1 * (++number % 5); };
    const auto outcome = run(wanted);
    ASSERT_TRUE(outcome);
    // Of six samples the interval covers 96.9 %, of seven 98.4 %: the seventh round is the first with 97.5 %.
    EXPECT_THAT(outcome->variants[0].results[0].samples, SizeIs(7));
    EXPECT_EQ(outcome->ended, "every interval is narrower than ±1 %");
    EXPECT_THAT(outcome->findings, IsEmpty());
}

TEST_F(ExperimentTest, LeavesOutAKernelThatFails)
{
    auto wanted = experiment("", "");
    wanted.run.kernels = {kernel("fails"), kernel()};
    wanted.run.kernels[0].kernel.id = "broken";
    Launcher launcher(*guard);
    const auto outcome =
        runExperiment(wanted, *guard,
                      [&launcher](const KernelChoice& choice, int copies, const RunPlan& runPlan, const std::string&,
                                  const Job& job) { return launcher.runRound(choice, copies, runPlan, job); },
                      sink, {});
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_THAT(sink.failures, SizeIs(1));
    EXPECT_THAT(outcome->findings[0].reason, HasSubstr("no space for the test"));
    EXPECT_THAT(outcome->variants[0].results[1].samples, SizeIs(3));
    EXPECT_THAT(outcome->variants[1].results[1].samples, SizeIs(3));
}

TEST_F(ExperimentTest, GivesTheDelayToItsVariantOnly)
{
    auto wanted = experiment("", "");
    wanted.variants[1].delayNs = 250;
    std::vector<std::string> delays;
    ASSERT_TRUE(runExperiment(wanted, *guard,
                              [&delays](const KernelChoice&, int, const RunPlan& runPlan, const std::string& variant,
                                        const Job&) -> Result<RoundSample> {
                                  delays.push_back(std::format("{} {}", variant, runPlan.delayNs));
                                  return RoundSample {};
                              },
                              sink, {}));
    EXPECT_THAT(delays, testing::Each(testing::AnyOf("before 0", "after 250")));
    EXPECT_THAT(delays, SizeIs(6));
}

TEST_F(ExperimentTest, TimesACommandPerVariant)
{
    const std::vector<std::string> argv {
        "sh", "-c", std::format("echo {{variant}} $PATCHSCALE_VARIANT >> {}", file("calls").string())};
    auto runPlan = plan();
    runPlan.warmUp = 1;
    const auto sample = timeCommand(argv, "after", runPlan, *guard, {});
    ASSERT_TRUE(sample) << sample.error().message;
    EXPECT_EQ(read(file("calls")), "after after\nafter after\n") << "once to warm up, once to measure";
    EXPECT_GT(sample->rate, 0);
    EXPECT_LT(sample->rate, 30);
    EXPECT_GT(sample->metrics.at("max_rss_bytes"), 100000);
    EXPECT_EQ(commandAsKernel({"make", "-j2"}).name, "make -j2");
    EXPECT_EQ(commandAsKernel({"make"}).better, Better::Lower);

    const auto failed = timeCommand({"sh", "-c", "echo no room >&2; exit 4"}, "", runPlan, *guard, {});
    ASSERT_FALSE(failed);
    EXPECT_THAT(failed.error().message, HasSubstr("ended with status 4: no room"));
    const auto missing = timeCommand({"no-such-program-here"}, "", runPlan, *guard, {});
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().message, "there is no program 'no-such-program-here'");
}

TEST_F(ExperimentTest, TheMemoryOfACommandIsItsOwn)
{
    const std::vector<char> own(64U << 20U, 'x'); // resident in this process, and in one that it forks
    const auto small = timeCommand({"sh", "-c", ":"}, "", plan(), *guard, {});
    ASSERT_TRUE(small) << small.error().message;
    EXPECT_GT(small->metrics.at("max_rss_bytes"), 300e3);
    EXPECT_LT(small->metrics.at("max_rss_bytes"), 6e6) << own.back();
    const auto large = timeCommand({"dd", "if=/dev/zero", "of=/dev/null", "bs=32M", "count=1"}, "", plan(), *guard, {});
    ASSERT_TRUE(large) << large.error().message;
    EXPECT_GT(large->metrics.at("max_rss_bytes"), 32 << 20);
    EXPECT_LT(large->metrics.at("max_rss_bytes"), 40 << 20);
}

TEST_F(ExperimentTest, WithoutAStarterTheMemoryOfACommandIsMissing)
{
    auto bare = plan();
    bare.starter.clear();
    const auto sample = timeCommand({"sh", "-c", ":"}, "", bare, *guard, {});
    ASSERT_TRUE(sample) << sample.error().message;
    EXPECT_THAT(sample->metrics, IsEmpty());
    EXPECT_GT(sample->rate, 0);
}

TEST_F(ExperimentTest, ACommandThatAStarterStartsEndsAsItDoes)
{
    const auto ending = [this](const std::string& script) {
        return timeCommand({"sh", "-c", script}, "", plan(), *guard, {}).error().message;
    };
    EXPECT_THAT(ending("echo no >&2; exit 3"), HasSubstr("it ended with status 3: no"));
    EXPECT_THAT(ending("kill -SEGV $$"), HasSubstr("it was killed by signal 11"));
    write(file("text"), "no program");
    std::filesystem::permissions(file("text"), std::filesystem::perms::owner_all);
    const auto none = timeCommand({file("text").string()}, "", plan(), *guard, {});
    ASSERT_FALSE(none);
    EXPECT_THAT(none.error().message, HasSubstr("cannot be started: Exec format error"));
}

TEST_F(ExperimentTest, ACommandEndsWithWhatStartedIt)
{
    const auto child = fork();
    if (child == 0) {
        const auto sample =
            timeCommand({"sh", "-c", "echo $$ > " + file("id").string() + "; exec sleep 600"}, "", plan(), *guard, {});
        _exit(sample ? 0 : 1);
    }
    ASSERT_TRUE(eventually([this] { return read(file("id")).ends_with('\n'); }));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const auto command = std::stoi(read(file("id")));
    // Where this process is its subreaper, it has to be waited for.
    EXPECT_TRUE(eventually([command] { return waitpid(command, nullptr, WNOHANG) > 0 || kill(command, 0) != 0; }));
}

TEST_F(ExperimentTest, ACommandCanBeStopped)
{
    sink.onSample = [] { };
    stop.request_stop();
    const auto sample = timeCommand({"sleep", "60"}, "", plan(), *guard, {.stop = stop.get_token()});
    ASSERT_FALSE(sample);
    EXPECT_EQ(sample.error().code, Errc::Cancelled);
}

}
}
