// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/history/history.h"

#include "tests/core/compare/builder.h"

#include "core/compare/history/history_family.h"
#include "core/compare/noise_floor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace patchscale {
namespace {

/// A run of one kernel release with one value of one test.
Run measured(const std::string& kernel, double value, Better better = Better::Higher)
{
    Run run =
        RunBuilder("unixbench").on("lab1").variant("base").result("Pipe Throughput", "index", value, "index", better);
    run.machine.kernel = kernel;
    return run;
}

/// Two runs of each of six releases; from 6.10 on the value is a tenth smaller. Around 100 resp. 90 by ±0.5.
Runs fallAt610(Better better = Better::Higher)
{
    Runs runs;
    // The order of import is not that of the releases.
    for (const auto& [kernel, value] : std::initializer_list<std::pair<const char*, double>> {{"6.12", 90.2},
                                                                                              {"6.7", 100.1},
                                                                                              {"6.10", 89.6},
                                                                                              {"6.8", 99.7},
                                                                                              {"6.9", 100.3},
                                                                                              {"6.11", 90.4},
                                                                                              {"6.12", 89.9},
                                                                                              {"6.7", 99.5},
                                                                                              {"6.10", 90.1},
                                                                                              {"6.8", 100.5},
                                                                                              {"6.9", 99.9},
                                                                                              {"6.11", 89.8}}) {
        runs.push_back(measured(kernel, value, better));
    }
    return runs;
}

std::vector<std::string> labelsOf(const HistorySeries& series)
{
    std::vector<std::string> labels;
    for (const auto& place : series.places) {
        labels.push_back(place.label);
    }
    return labels;
}

bool isTold(const std::vector<std::string>& texts, std::string_view words)
{
    return std::ranges::any_of(texts, [&](const std::string& text) { return text.contains(words); });
}

TEST(History, StandsInTheOrderOfTheReleases)
{
    const Runs runs {measured("6.10", 3), measured("v6.9", 1), measured("6.10-rc1", 2), measured("6.10.0", 4)};
    const auto history = historyOf(runs, {}, {}, {});
    ASSERT_TRUE(history);
    ASSERT_EQ(history->series.size(), 1U);
    const auto& series = history->series[0];
    EXPECT_EQ(labelsOf(series), (std::vector<std::string> {"6.9", "6.10-rc1", "6.10"}));
    EXPECT_EQ(series.places[2].units, 2U); // 6.10 and 6.10.0 are one release
    EXPECT_DOUBLE_EQ(series.places[2].median, 3.5);
    EXPECT_DOUBLE_EQ(*series.places[1].change, 1.0); // 2 / 1 - 1
    EXPECT_DOUBLE_EQ(*series.change, 2.5); // 3.5 / 1 - 1
}

TEST(History, FindsTheReleaseWhereTheLevelFalls)
{
    const auto history = historyOf(fallAt610(), {}, {}, {});
    ASSERT_TRUE(history);
    const auto& series = history->series.at(0);
    ASSERT_EQ(series.steps.size(), 1U);
    const auto& step = series.steps[0];
    EXPECT_EQ(step.before, "6.9");
    EXPECT_EQ(step.after, "6.10");
    EXPECT_FALSE(step.isWithinPlace);
    // Medians of 99.5 99.7 99.9 100.1 100.3 100.5 and of 89.6 89.8 89.9 90.1 90.2 90.4.
    EXPECT_DOUBLE_EQ(step.levelBefore, 100.0);
    EXPECT_DOUBLE_EQ(step.levelAfter, 90.0);
    EXPECT_NEAR(step.change, -0.1, 1e-12);
    EXPECT_LE(step.p, 0.01);
    EXPECT_GT(step.p, 0);
    ASSERT_TRUE(step.interval);
    EXPECT_LT(step.interval->low, -0.1);
    EXPECT_GT(step.interval->high, -0.1);
    EXPECT_EQ(step.verdict, Verdict::Regressed);
    EXPECT_EQ(history->regressed, 1);
    EXPECT_TRUE(isTold(step.explanations, "6.7 to 6.9, 6 observations, median 100"));
    EXPECT_TRUE(isTold(step.explanations, "6.10 to 6.12, 6 observations, median 90"));
}

TEST(History, JudgesByTheDirectionOfTheMetric)
{
    const auto lower = historyOf(fallAt610(Better::Lower), {}, {}, {});
    ASSERT_TRUE(lower);
    EXPECT_EQ(lower->series[0].steps.at(0).verdict, Verdict::Improved);
    EXPECT_EQ(lower->improved, 1);
    const auto unknown = historyOf(fallAt610(Better::Unknown), {}, {}, {});
    ASSERT_TRUE(unknown);
    EXPECT_EQ(unknown->series[0].steps.at(0).verdict, Verdict::NotComparable);
    EXPECT_EQ(unknown->changed, 1);
    HistorySpec byHand;
    byHand.better["index"] = Better::Lower;
    const auto set = historyOf(fallAt610(Better::Unknown), {}, byHand, {});
    ASSERT_TRUE(set);
    EXPECT_EQ(set->series[0].steps.at(0).verdict, Verdict::Improved);
    byHand.better = {{"no such test", Better::Lower}};
    EXPECT_FALSE(historyOf(fallAt610(), {}, byHand, {}));
}

TEST(History, HasNoStepBelowTheLimit)
{
    HistorySpec spec;
    spec.limit = 0.11;
    const auto history = historyOf(fallAt610(), {}, spec, {});
    ASSERT_TRUE(history);
    EXPECT_TRUE(history->series[0].steps.empty());
    EXPECT_EQ(history->unchanged, 1);
    EXPECT_TRUE(history->series[0].sentence.starts_with("No change point in 12 observations of 6 releases"));
}

/// fallAt610() with @p others tests beside it that vary by a thousandth and never move.
Runs fallAmong(int others)
{
    auto runs = fallAt610();
    int place = 0;
    for (auto& run : runs) {
        for (int i = 0; i < others; ++i) {
            auto result = run.results.front();
            result.test = "Test " + std::to_string(i);
            result.value = 50 + 0.05 * ((place * 7 + i) % 3 - 1);
            result.baseValue = result.value;
            run.results.push_back(std::move(result));
        }
        ++place;
    }
    return runs;
}

TEST(History, AdjustsPForAllHistoriesOfTheAnswer)
{
    const auto history = historyOf(fallAmong(3), {}, {}, {});
    ASSERT_TRUE(history);
    ASSERT_EQ(history->series.size(), 4U);
    const auto& step = history->series[0].steps.at(0);
    EXPECT_NEAR(step.pAdjusted, 4 * step.p, 1e-12); // the smallest of four
    EXPECT_EQ(step.verdict, Verdict::Regressed);
    EXPECT_TRUE(isTold(history->warnings, "p is adjusted for 4 change points"));
    EXPECT_TRUE(step.sentence.contains("adjusted for the number of histories"));
}

TEST(History, TakesAStepForChanceWhereSoManyWereSearched)
{
    // Of 12 values in some order, 6 and 6 that lie apart are 2 of 924: 0.002, but 0.09 among 41.
    const auto history = historyOf(fallAmong(40), {}, {}, {});
    ASSERT_TRUE(history);
    const auto& step = history->series[0].steps.at(0);
    EXPECT_LT(step.p, 0.005); // with more permutations than a history alone needs
    EXPECT_GT(step.pAdjusted, 0.05);
    EXPECT_EQ(step.verdict, Verdict::Undecided);
    EXPECT_EQ(history->undecided, 1);
    EXPECT_EQ(history->regressed, 0);
    EXPECT_TRUE(step.sentence.contains("worse")) << step.sentence;
    EXPECT_TRUE(step.sentence.contains("may be chance")) << step.sentence;
}

TEST(History, AdjustsStepsByHolmOrForTheRateOfFalseOnes)
{
    std::vector<HistorySeries> series(3);
    series[0].steps.resize(2); // with two histories that have none, a family of four
    series[0].steps[0].p = 0.004;
    series[0].steps[1].p = 0.008;
    adjustSteps(series, Adjustment::BenjaminiHochberg);
    EXPECT_DOUBLE_EQ(series[0].steps[0].pAdjusted, 0.016); // 0.004 * 4 / 1, and no more than 0.008 * 4 / 2
    EXPECT_DOUBLE_EQ(series[0].steps[1].pAdjusted, 0.016);
    adjustSteps(series, Adjustment::Holm);
    EXPECT_DOUBLE_EQ(series[0].steps[0].pAdjusted, 0.016); // 0.004 * 4
    EXPECT_DOUBLE_EQ(series[0].steps[1].pAdjusted, 0.024); // 0.008 * 3
}

TEST(History, SaysWhenItIsTooShort)
{
    const auto history = historyOf(Runs {measured("6.8", 100), measured("6.9", 100), measured("6.10", 50)}, {}, {}, {});
    ASSERT_TRUE(history);
    const auto& series = history->series[0];
    EXPECT_TRUE(series.isTooShort);
    EXPECT_TRUE(series.steps.empty());
    EXPECT_EQ(history->tooShort, 1);
    EXPECT_TRUE(series.sentence.contains("Too short"));
    EXPECT_TRUE(series.sentence.contains("-50.00 % from the first to the last"));
    EXPECT_TRUE(
        isTold(series.notes, "at least 10 boots or runs, half of them on each side: 7 more")); // 2/C(10,5) < 1 %
}

TEST(History, TellsThatTheNewestReleaseNeedsMoreRuns)
{
    auto runs = fallAt610();
    runs.push_back(measured("6.13", 70));
    const auto history = historyOf(runs, {}, {}, {});
    ASSERT_TRUE(history);
    EXPECT_EQ(history->series[0].steps.size(), 1U);
    // 13 units: 2/C(13,2) = 2.6 %, 2/C(13,3) = 0.7 %.
    EXPECT_TRUE(isTold(history->series[0].notes, "a change at 6.13 itself would not show yet: 2 more runs"));
}

TEST(History, BeginsWhereItIsAskedTo)
{
    HistorySpec spec;
    spec.since = "v6.9-rc7";
    const auto later = historyOf(fallAt610(), {}, spec, {});
    ASSERT_TRUE(later);
    EXPECT_EQ(labelsOf(later->series[0]), (std::vector<std::string> {"6.9", "6.10", "6.11", "6.12"}));
    spec.since = "6.12";
    const auto single = historyOf(fallAt610(), {}, spec, {});
    ASSERT_FALSE(single);
    EXPECT_EQ(single.error().code, Errc::Usage);
    EXPECT_TRUE(single.error().message.contains("one place only since 6.12"));
    spec.since = "7.0";
    const auto none = historyOf(fallAt610(), {}, spec, {});
    ASSERT_FALSE(none);
    EXPECT_TRUE(none.error().message.contains("nothing has been measured since 7.0"));
    EXPECT_TRUE(none.error().hints.at(0).contains("6.7, 6.8, 6.9, 6.10, 6.11, 6.12"));
}

TEST(History, NamesWhatChangedWithTheLevel)
{
    auto runs = fallAt610();
    for (auto& run : runs) {
        const bool isAfter = run.results[0].value < 95;
        run.machine.facts = {{"cpu.governor", isAfter ? "powersave" : "performance"}, {"cpu.turbo", "on"}};
    }
    const auto history = historyOf(runs, {}, {}, {});
    ASSERT_TRUE(history);
    EXPECT_TRUE(
        isTold(history->series[0].steps.at(0).explanations,
               "on both sides all along, and may be the cause: the frequency governor (performance and powersave)"));
    // One run of the old level with the new governor: then it is not the cause all along.
    runs[1].machine.facts["cpu.governor"] = "powersave";
    const auto mixed = historyOf(runs, {}, {}, {});
    ASSERT_TRUE(mixed);
    EXPECT_TRUE(isTold(mixed->series[0].steps.at(0).explanations, "differs between the two runs at the step"));
    EXPECT_FALSE(isTold(mixed->series[0].steps.at(0).explanations, "may be the cause"));
}

TEST(History, TellsAStepWithinOneRelease)
{
    Runs runs;
    for (int i = 0; i < 12; ++i) {
        auto run = measured(i < 2 ? "6.8" : "6.9", i < 6 ? 100 + 0.1 * i : 80 + 0.1 * i);
        run.machine.facts["run.started"] = "2026-01-" + std::to_string(10 + i) + "T10:00:00Z";
        runs.push_back(run);
    }
    const auto history = historyOf(runs, {}, {}, {});
    ASSERT_TRUE(history);
    const auto& step = history->series[0].steps.at(0);
    EXPECT_TRUE(step.isWithinPlace);
    EXPECT_EQ(step.unit, 6U);
    EXPECT_TRUE(step.sentence.contains("within the runs of 6.9"));
    EXPECT_TRUE(isTold(step.explanations, "the kernel's release did not change there"));
}

TEST(History, TakesABootAsOneObservation)
{
    Runs runs;
    for (const auto* const kernel : {"6.8", "6.9"}) {
        for (int i = 0; i < 3; ++i) {
            auto run = measured(kernel, 100 + i);
            run.machine.facts["kernel.boot-id"] = std::string("boot-of-") + kernel;
            runs.push_back(run);
        }
    }
    const auto history = historyOf(runs, {}, {}, {});
    ASSERT_TRUE(history);
    const auto& series = history->series[0];
    ASSERT_EQ(series.units.size(), 2U);
    EXPECT_DOUBLE_EQ(series.units[0].value, 101); // median of 100, 101, 102
    EXPECT_EQ(series.units[0].results.size(), 3U);
}

TEST(History, PoolsSamplesAndLeavesOutTheExcluded)
{
    patchscale::Run older = RunBuilder("x").on("lab1").variant("6.8").result("t", "m", 2).samples({1, 2, 3, 100});
    older.results[0].samples[3].isExcluded = true;
    const patchscale::Run newer = RunBuilder("x").on("lab1").variant("6.9").result("t", "m", 4).samples({4, 4, 5});
    const auto history = historyOf(Runs {older, newer}, {}, {}, {});
    ASSERT_TRUE(history);
    const auto& series = history->series[0];
    EXPECT_DOUBLE_EQ(series.units[0].value, 2); // of 1, 2, 3
    EXPECT_EQ(series.places[0].samples, 3U);
    EXPECT_EQ(labelsOf(series), (std::vector<std::string> {"6.8", "6.9"})); // a variant may be named by its kernel
}

TEST(History, TakesValuesOfSeveralUnitsToTheBaseUnit)
{
    const patchscale::Run older =
        RunBuilder("x").on("lab1").variant("6.8").result("t", "bw", 2, "KiB/s").base(2048, "B/s");
    const patchscale::Run newer =
        RunBuilder("x").on("lab1").variant("6.9").result("t", "bw", 1, "MiB/s").base(1048576, "B/s");
    const auto history = historyOf(Runs {older, newer}, {}, {}, {});
    ASSERT_TRUE(history);
    const auto& series = history->series[0];
    EXPECT_EQ(series.unit, "B/s");
    EXPECT_DOUBLE_EQ(series.places[0].median, 2048);
    EXPECT_DOUBLE_EQ(series.places[1].median, 1048576);
}

TEST(History, LeavesOutPatchedRunsUnlessTheyAreAskedFor)
{
    Runs runs;
    for (const auto* const kernel : {"6.8", "6.9"}) {
        auto before = measured(kernel, 100);
        before.variant = {.label = "base", .role = Role::Baseline};
        auto after = measured(kernel, 50);
        after.variant = {.label = "patched", .role = Role::Candidate};
        runs.insert(runs.end(), {before, after});
    }
    const HistorySources sources {.documentOfRun = {1, 1, 2, 2}, .notes = {}, .floors = nullptr};
    const auto history = historyOf(runs, sources, {}, {});
    ASSERT_TRUE(history);
    EXPECT_DOUBLE_EQ(history->series[0].places[0].median, 100);
    EXPECT_EQ(history->series[0].places[0].units, 1U);
    EXPECT_TRUE(isTold(history->warnings, "2 runs left out: of a candidate"));
    HistorySpec spec;
    spec.variants = {"Patched"};
    const auto patched = historyOf(runs, sources, spec, {});
    ASSERT_TRUE(patched);
    EXPECT_DOUBLE_EQ(patched->series[0].places[0].median, 50);
}

TEST(History, CountsAQuotedReportOnce)
{
    const Runs runs {measured("6.8", 100), measured("6.8", 100), measured("6.9", 101), measured("6.9", 101)};
    const HistorySources sources {.documentOfRun = {1, 2, 3, 3}, .notes = {}, .floors = nullptr};
    const auto history = historyOf(runs, sources, {}, {});
    ASSERT_TRUE(history);
    EXPECT_EQ(history->series[0].places[0].units, 1U); // the same report in another document
    EXPECT_EQ(history->series[0].places[1].units, 2U); // one document has measured it twice
    EXPECT_TRUE(isTold(history->warnings, "1 run left out: just these numbers"));
}

TEST(History, IsByDateWhereOneReleaseIsMeasuredAgain)
{
    Runs runs;
    for (const auto* const day : {"2026-03-02", "2026-03-01", "2026-03-03"}) {
        auto run = measured("6.9", 100);
        run.machine.facts["run.started"] = std::string(day) + "T08:00:00Z";
        runs.push_back(run);
    }
    const auto history = historyOf(runs, {}, {}, {});
    ASSERT_TRUE(history);
    EXPECT_EQ(history->series[0].order, HistoryOrder::Date);
    EXPECT_EQ(labelsOf(history->series[0]), (std::vector<std::string> {"2026-03-01", "2026-03-02", "2026-03-03"}));
    HistorySpec spec;
    spec.since = "2026-03-02";
    const auto later = historyOf(runs, {}, spec, {});
    ASSERT_TRUE(later);
    EXPECT_EQ(labelsOf(later->series[0]), (std::vector<std::string> {"2026-03-02", "2026-03-03"}));
    runs[0].machine.facts["run.started"] = "2026-03-01T20:30:00Z"; // two runs of one day: the time tells them apart
    const auto twice = historyOf(runs, {}, {}, {});
    ASSERT_TRUE(twice);
    EXPECT_EQ(labelsOf(twice->series[0]).at(1), "2026-03-01 20:30");
}

TEST(History, IsByTheDatesOfMailsWhereNothingElseOrdersTheRuns)
{
    Runs runs;
    for (const auto& [date, value] :
         {std::pair {"2026-03-02T10:20:30+0100", 3.0}, std::pair {"2026-01-09T08:00:00Z", 1.0},
          std::pair {"2026-02-11T08:00:00Z", 2.0}}) {
        auto run = measured("", value);
        run.machine.facts["document.date"] = date;
        runs.push_back(run);
    }
    const auto history = historyOf(runs, {}, {}, {});
    ASSERT_TRUE(history);
    const auto& series = history->series.at(0);
    EXPECT_EQ(series.order, HistoryOrder::Date);
    EXPECT_EQ(labelsOf(series), (std::vector<std::string> {"2026-01-09", "2026-02-11", "2026-03-02"}));
    EXPECT_TRUE(isTold(series.notes, "dates are those of the mails"));
}

TEST(History, IsInTheOrderOfImportForCommits)
{
    Runs runs;
    for (const auto* const commit : {"f0e1d2c3b4a5", "0a1b2c3d4e5f"}) {
        runs.push_back(RunBuilder("lkp").on("lab1").variant(commit).result("t", "m", 1));
    }
    const auto history = historyOf(runs, {}, {}, {});
    ASSERT_TRUE(history);
    EXPECT_EQ(history->series[0].order, HistoryOrder::Import);
    EXPECT_EQ(labelsOf(history->series[0]), (std::vector<std::string> {"f0e1d2c3b4a5", "0a1b2c3d4e5f"}));
    HistorySpec spec;
    spec.order = HistoryOrder::Release;
    EXPECT_FALSE(historyOf(runs, {}, spec, {}));
}

TEST(History, KeepsMachinesAndParametersApart)
{
    Runs runs {measured("6.8", 1), measured("6.9", 2), measured("6.8", 3), measured("6.9", 4)};
    runs[2].machine.label = "lab2";
    runs[3].machine.label = "lab2";
    const auto machines = historyOf(runs, {}, {}, {});
    ASSERT_TRUE(machines);
    EXPECT_EQ(machines->series.size(), 2U);
    // Machines without a name are others in each document.
    for (auto& run : runs) {
        run.machine.label.clear();
    }
    const auto unnamed = historyOf(runs, {.documentOfRun = {1, 1, 2, 2}, .notes = {}, .floors = nullptr}, {}, {});
    ASSERT_TRUE(unnamed);
    EXPECT_EQ(unnamed->series.size(), 2U);
}

TEST(History, ChoosesTestsByTheirNameOrAPartOfIt)
{
    Runs runs;
    for (const auto* const kernel : {"6.8", "6.9"}) {
        patchscale::Run run = RunBuilder("unixbench")
                                  .on("lab1")
                                  .result("Pipe Throughput", "index", 1)
                                  .result("Pipe-based Context Switching", "index", 1)
                                  .result("Process Creation", "index", 1);
        run.machine.kernel = kernel;
        runs.push_back(run);
    }
    HistorySpec spec;
    spec.tests = {"pipe"}; // UnixBench's own id of one of them
    EXPECT_EQ(historyOf(runs, {}, spec, {})->series.size(), 1U);
    spec.tests = {"pip"};
    EXPECT_EQ(historyOf(runs, {}, spec, {})->series.size(), 2U);
    spec.tests = {"nothing like it"};
    EXPECT_FALSE(historyOf(runs, {}, spec, {}));
}

TEST(History, SaysWhatThereIsWhereNothingHasAPlace)
{
    const patchscale::Run run = RunBuilder("x").variant("before").result("t", "m", 1);
    const auto history = historyOf(Runs {run}, {}, {}, {});
    ASSERT_FALSE(history);
    EXPECT_TRUE(history.error().message.contains("no run tells its kernel release, commit, date or boot"));
    EXPECT_FALSE(historyOf({}, {}, {}, {}));
}

TEST(History, TellsNotesAndNoiseAroundAStep)
{
    const auto runs = fallAt610();
    const NoiseFloors floors(runs);
    const HistorySources sources {
        .documentOfRun = {}, .notes = {{{.run = 2, .result = 0}, "the fan was broken"}}, .floors = &floors};
    const auto history = historyOf(runs, sources, {}, {});
    ASSERT_TRUE(history);
    const auto& told = history->series[0].steps.at(0).explanations;
    EXPECT_TRUE(isTold(told, "note on 6.10: the fan was broken"));
    EXPECT_TRUE(isTold(told, "single runs of one variant differ by up to"));
}

TEST(History, StopsWhenItIsCancelled)
{
    std::stop_source stop;
    stop.request_stop();
    Job job;
    job.stop = stop.get_token();
    const auto history = historyOf(fallAt610(), {}, {}, job);
    ASSERT_FALSE(history);
    EXPECT_EQ(history.error().code, Errc::Cancelled);
}

}
}
