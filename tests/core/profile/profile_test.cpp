// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/profile.h"

#include "core/model/profile_names.h"
#include "core/profile/profile_words.h"

#include <cmath>

#include <gtest/gtest.h>

namespace patchscale {
namespace {

/// A profile of one side, told row by row.
class Profile
{
public:
    explicit Profile(Role role, std::string benchmark = "perf report")
    {
        m_run.benchmark = std::move(benchmark);
        m_run.variant = {.label = role == Role::Baseline ? "before" : "after", .role = role, .isAssumed = false};
    }

    Profile& row(std::string symbol, double self, std::string dso = "[kernel]", std::string command = "fio")
    {
        return value(std::move(symbol), "self", self, std::move(dso), std::move(command));
    }
    Profile& value(std::string symbol, std::string metric, double percent, std::string dso = "[kernel]",
                   std::string command = "fio")
    {
        auto& result = add(std::move(symbol), std::move(metric));
        result.parameters = {{"command", std::move(command)}, {"dso", std::move(dso)}};
        result.value = percent;
        result.unit = "%";
        result.baseValue = percent / 100;
        result.baseUnit = "ratio";
        return *this;
    }
    Profile& samples(double count, const std::string& unit = "samples", double factor = 1)
    {
        auto& result = add(std::string(kWholeProfile), "samples");
        result.value = count;
        result.unit = unit;
        result.baseValue = count * factor;
        return *this;
    }
    Profile& events(double count)
    {
        auto& result = add(std::string(kWholeProfile), "event count");
        result.value = count;
        result.baseValue = count;
        return *this;
    }
    [[nodiscard]] const Run& run() const
    {
        return m_run;
    }

private:
    TestResult& add(std::string test, std::string metric)
    {
        auto& result = m_run.results.emplace_back();
        result.test = std::move(test);
        result.metric = std::move(metric);
        return result;
    }

    Run m_run;
};

std::vector<ProfileComparison> laidSideBySide(const std::vector<Run>& runs, const ProfileSpec& spec = {})
{
    const auto comparison = compare(runs, {}, {}, {});
    return compareProfiles(comparison.value_or(Comparison {}), runs, spec, {});
}

const ProfileRow* find(const ProfileComparison& profile, std::string_view name)
{
    for (const auto& row : profile.rows) {
        if (row.name == name) {
            return &row;
        }
    }
    return nullptr;
}

TEST(Profiles, ShowBothTheShareAndWhatWasCounted)
{
    // 30 % of 1000 events are 300; 33 % of 800 are 264: three points more, yet 12 % less.
    const auto before = Profile(Role::Baseline).row("memcpy", 30).row("rest", 70).events(1000).samples(10000);
    const auto after = Profile(Role::Candidate).row("memcpy", 33).row("rest", 67).events(800).samples(8000);
    const auto profiles = laidSideBySide({before.run(), after.run()});
    ASSERT_EQ(profiles.size(), 1U);
    EXPECT_EQ(profiles[0].basis, ProfileBasis::Events);
    const auto* row = find(profiles[0], "memcpy");
    ASSERT_NE(row, nullptr);
    EXPECT_NEAR(*row->self.difference(), 0.03, 1e-12);
    EXPECT_NEAR(*row->amount.before, 300, 1e-9);
    EXPECT_NEAR(*row->amount.after, 264, 1e-9);
    EXPECT_NEAR(*row->amount.change(), -0.12, 1e-12);
    EXPECT_EQ(row->change, ProfileChange::More);
    EXPECT_NE(profiles[0].sentence.find("20.0 % fewer"), std::string::npos) << profiles[0].sentence;
}

TEST(Profiles, TestSharesOfSamplesAsTwoProportions)
{
    // 300 of 1000 against 345 of 1000: pooled 0.3225, z = 0.045 / sqrt(0.3225 * 0.6775 * 2 / 1000) = 2.153, p = 0.0313;
    // three rows under Holm: the smallest is multiplied by 3.
    const auto before = Profile(Role::Baseline).row("a", 30).row("b", 40).row("c", 30).samples(1000);
    const auto after = Profile(Role::Candidate).row("a", 34.5).row("b", 37).row("c", 28.5).samples(1000);
    const auto profiles = laidSideBySide({before.run(), after.run()});
    ASSERT_EQ(profiles.size(), 1U);
    const auto* row = find(profiles[0], "a");
    ASSERT_TRUE(row != nullptr && row->p);
    EXPECT_NEAR(*row->p, 0.0313, 0.0002);
    EXPECT_NEAR(*row->pAdjusted, 3 * *row->p, 1e-12);
    EXPECT_EQ(row->change, ProfileChange::Same);
    ASSERT_TRUE(row->interval);
    EXPECT_LT(row->interval->low, 0.045);
    EXPECT_GT(row->interval->high, 0.045);
}

TEST(Profiles, CallRowsOfFewSamplesUndecidedAndLeaveThemOutOfTheFamily)
{
    const auto before = Profile(Role::Baseline).row("a", 60).row("b", 39.6).row("rare", 0.4).samples(1000);
    const auto after = Profile(Role::Candidate).row("a", 50).row("b", 49.7).row("rare", 0.3).samples(1000);
    const auto profiles = laidSideBySide({before.run(), after.run()});
    const auto* rare = find(profiles[0], "rare");
    ASSERT_NE(rare, nullptr);
    EXPECT_FALSE(rare->p); // 4 and 3 samples
    EXPECT_EQ(rare->change, ProfileChange::TooFew);
    EXPECT_EQ(find(profiles[0], "a")->change, ProfileChange::Less);
    const auto* b = find(profiles[0], "b"); // has the smallest p
    EXPECT_NEAR(*b->pAdjusted, 2 * *b->p, 1e-12); // of two rows, not three
}

TEST(Profiles, CallASymbolNewOnlyWhereTheOtherListIsWhole)
{
    const auto before = Profile(Role::Baseline).row("a", 60).row("old_path", 40).samples(5000);
    const auto after = Profile(Role::Candidate).row("a", 60).row("zap", 40).samples(5000);
    const auto whole = laidSideBySide({before.run(), after.run()});
    EXPECT_EQ(find(whole[0], "zap")->change, ProfileChange::New);
    EXPECT_EQ(find(whole[0], "old_path")->change, ProfileChange::Gone);
    EXPECT_EQ(find(whole[0], "zap")->self.before, 0.0);

    const auto cut = Profile(Role::Baseline).row("a", 60).samples(5000);
    const auto profiles = laidSideBySide({cut.run(), after.run()});
    EXPECT_EQ(find(profiles[0], "zap")->change, ProfileChange::NotListedBefore);
    EXPECT_FALSE(find(profiles[0], "zap")->self.before);
    EXPECT_FALSE(find(profiles[0], "zap")->p);
}

TEST(Profiles, AddCommandsUpAndMatchARebuiltProgram)
{
    const auto before = Profile(Role::Baseline)
                            .row("vfs_read", 20, "[kernel]", "fio")
                            .row("vfs_read", 5, "[kernel]", "sh")
                            .row("work", 75, "work_before", "fio")
                            .samples(1000);
    const auto after = Profile(Role::Candidate).row("vfs_read", 10).row("work", 90, "work_after", "fio").samples(1000);
    const auto profiles = laidSideBySide({before.run(), after.run()});
    ASSERT_EQ(profiles.size(), 1U);
    EXPECT_EQ(profiles[0].rows.size(), 2U);
    EXPECT_NEAR(*find(profiles[0], "vfs_read")->self.before, 0.25, 1e-12);
    EXPECT_NEAR(*find(profiles[0], "work")->self.before, 0.75, 1e-12);
}

TEST(Profiles, PairWhatACompilerRenamedAndWhatIsAlike)
{
    const auto before = Profile(Role::Baseline)
                            .row("shrink_list.isra.0", 30)
                            .row("native_queued_spin_lock_slowpath", 40)
                            .row("read_tsc", 30)
                            .samples(9000);
    const auto after = Profile(Role::Candidate)
                           .row("shrink_list", 30)
                           .row("queued_spin_lock_slowpath", 38)
                           .row("xas_load", 32)
                           .samples(9000);
    const auto profiles = laidSideBySide({before.run(), after.run()});
    EXPECT_EQ(find(profiles[0], "shrink_list")->pairedBy, PairedBy::Suffix);
    const auto* renamed = find(profiles[0], "queued_spin_lock_slowpath");
    ASSERT_NE(renamed, nullptr);
    EXPECT_EQ(renamed->pairedBy, PairedBy::Likeness);
    EXPECT_EQ(renamed->baselineName, "native_queued_spin_lock_slowpath");
    EXPECT_EQ(find(profiles[0], "xas_load")->change, ProfileChange::New); // nothing like read_tsc
}

TEST(Profiles, PairByHandBeforeAnythingElse)
{
    const auto before = Profile(Role::Baseline).row("read_tsc", 30).row("a", 70).samples(9000);
    const auto after = Profile(Role::Candidate).row("xas_load", 32).row("a", 68).samples(9000);
    ProfileSpec spec;
    spec.pairs = {{"read_tsc", "xas_load"}};
    const auto paired = laidSideBySide({before.run(), after.run()}, spec);
    EXPECT_EQ(find(paired[0], "xas_load")->baselineName, "read_tsc");
    EXPECT_EQ(find(paired[0], "xas_load")->pairedBy, PairedBy::Hand);
    spec.pairs = {{"a", ""}};
    const auto apart = laidSideBySide({before.run(), after.run()}, spec);
    EXPECT_EQ(apart[0].rows.size(), 4U);
    EXPECT_EQ(unknownPairs(std::vector {before.run(), after.run()}, {{"no_such", "a"}}),
              std::vector<std::string> {"no_such=a"});
}

TEST(Profiles, KeepAPairWithTheDocumentOfTheOldName)
{
    const auto old = Profile(Role::Baseline).row("read_tsc", 30).row("a", 70).samples(9000).run();
    const auto patched = Profile(Role::Candidate).row("xas_load", 32).row("a", 68).samples(9000).run();
    ProfileSpec spec;
    spec.kept = {{.from = "read_tsc", .to = "xas_load", .runs = {0}}};
    EXPECT_EQ(find(laidSideBySide({old, patched}, spec).at(0), "xas_load")->baselineName, "read_tsc");
    // With the sides the other way round, the document of the old name is the candidate.
    auto first = patched;
    auto second = old;
    std::swap(first.variant, second.variant);
    spec.kept.front().runs = {1};
    const auto swapped = laidSideBySide({first, second}, spec);
    EXPECT_EQ(find(swapped.at(0), "read_tsc")->baselineName, "xas_load");
    EXPECT_EQ(find(swapped.at(0), "read_tsc")->pairedBy, PairedBy::Hand);
    // A pair of another document says nothing here.
    spec.kept.front().runs = {7};
    EXPECT_EQ(find(laidSideBySide({old, patched}, spec).at(0), "xas_load")->baselineName, "");
    // What was taken apart stays so on either side.
    spec.kept = {{.from = "a", .to = "", .runs = {1}}};
    EXPECT_EQ(laidSideBySide({old, patched}, spec).at(0).rows.size(), 4U);
}

TEST(Profiles, MarkWhatThePatchChanges)
{
    const auto before = Profile(Role::Baseline).row("osq_lock.part.0", 50).row("__x64_sys_read", 50);
    const auto after = Profile(Role::Candidate).row("osq_lock", 30).row("__x64_sys_read", 70);
    ProfileSpec spec;
    spec.patched = {"osq_lock"};
    const auto profiles = laidSideBySide({before.run(), after.run()}, spec);
    EXPECT_TRUE(find(profiles[0], "osq_lock")->isPatched);
    EXPECT_FALSE(find(profiles[0], "__x64_sys_read")->isPatched);
}

TEST(Profiles, WithoutCountsSayThatTheyAreSharesOnly)
{
    const auto before = Profile(Role::Baseline).row("a", 50).row("b", 50);
    const auto after = Profile(Role::Candidate).row("a", 50.2).row("b", 49.8);
    const auto profiles = laidSideBySide({before.run(), after.run()});
    EXPECT_EQ(profiles[0].basis, ProfileBasis::None);
    EXPECT_FALSE(profiles[0].isTested);
    EXPECT_EQ(find(profiles[0], "a")->change, ProfileChange::Same);
    ASSERT_FALSE(profiles[0].notes.empty());
    EXPECT_NE(profiles[0].notes.front().find("shares only"), std::string::npos);
}

TEST(Profiles, TakeThousandsThatPerfCutAtTheirLeast)
{
    const auto before = Profile(Role::Baseline).row("a", 50).row("b", 50).samples(4, "K samples", 1000);
    const auto after = Profile(Role::Candidate).row("a", 50).row("b", 50).samples(4, "K samples", 1000);
    const auto profiles = laidSideBySide({before.run(), after.run()});
    EXPECT_EQ(profiles[0].baseline.samples, 4000.0);
    EXPECT_TRUE(profiles[0].baseline.areSamplesCut);
}

TEST(Profiles, NeverMatchAddressesThatHaveNoName)
{
    const auto before = Profile(Role::Baseline).row("0x1234", 10).row("0x5678", 20).row("a", 70);
    const auto after = Profile(Role::Candidate).row("0x9abc", 30).row("a", 70);
    const auto profiles = laidSideBySide({before.run(), after.run()});
    const auto* unnamed = find(profiles[0], "(no symbol)");
    ASSERT_NE(unnamed, nullptr);
    EXPECT_NEAR(*unnamed->self.before, 0.3, 1e-12);
    EXPECT_NEAR(*unnamed->self.after, 0.3, 1e-12);
}

TEST(Profiles, CompareFourProfilesASideByRank)
{
    std::vector<patchscale::Run> runs;
    for (const double share : {50.0, 51.0, 52.0, 53.0}) {
        runs.push_back(Profile(Role::Baseline).row("a", share).row("b", 100 - share).run());
        runs.push_back(Profile(Role::Candidate).row("a", share + 10).row("b", 90 - share).run());
    }
    const auto profiles = laidSideBySide(runs);
    ASSERT_EQ(profiles.size(), 1U);
    ASSERT_EQ(profiles[0].baseline.runs.size(), 4U);
    // All of one side below all of the other: 2 of C(8, 4) = 70 orders.
    EXPECT_NEAR(find(profiles[0], "a")->p.value_or(1), 2.0 / 70, 1e-12);
}

TEST(Profiles, ReadAPerfDiffAsTheTwoItWasMadeFrom)
{
    patchscale::Run diff;
    diff.benchmark = "perf diff";
    const auto add = [&](const char* test, const char* metric, double value) {
        auto& result = diff.results.emplace_back();
        result.test = test;
        result.metric = metric;
        result.baseValue = value / 100;
    };
    add("a", "baseline", 40);
    add("a", "delta", -15);
    add("fresh", "delta", 12); // a blank baseline
    add("dead", "baseline", 3); // a blank delta
    const auto profiles = compareProfiles({}, std::vector {diff}, {}, {});
    ASSERT_EQ(profiles.size(), 1U);
    EXPECT_NEAR(*find(profiles[0], "a")->self.after, 0.25, 1e-12);
    EXPECT_EQ(find(profiles[0], "a")->change, ProfileChange::Less);
    EXPECT_EQ(find(profiles[0], "fresh")->change, ProfileChange::New);
    EXPECT_EQ(find(profiles[0], "dead")->change, ProfileChange::Gone);
}

TEST(Profiles, APerfDiffOfARebuiltProgramIsJoined)
{
    patchscale::Run diff;
    diff.benchmark = "perf diff";
    const auto add = [&](const char* dso, const char* metric, double value) {
        auto& result = diff.results.emplace_back();
        result.test = "work";
        result.metric = metric;
        result.parameters = {{"dso", dso}};
        result.baseValue = value / 100;
    };
    add("prog_before", "baseline", 48);
    add("prog_after", "delta", 45);
    const auto profiles = compareProfiles({}, std::vector {diff}, {}, {});
    ASSERT_EQ(profiles.at(0).rows.size(), 1U);
    EXPECT_NEAR(*profiles[0].rows[0].self.difference(), -0.03, 1e-12);
    EXPECT_EQ(profiles[0].rows[0].change, ProfileChange::Less);
}

TEST(ProfileWords, TableShowsTheLargestAndWhatThePatchChanges)
{
    const auto before = Profile(Role::Baseline).row("a", 50).row("b", 30).row("c", 20).samples(1000).events(1e6);
    const auto after = Profile(Role::Candidate).row("a", 18).row("b", 60).row("c", 22).samples(1000).events(1e6);
    ProfileSpec spec;
    spec.patched = {"c"};
    const auto profiles = laidSideBySide({before.run(), after.run()}, spec);
    const auto table = profileTable(profiles[0], 1);
    ASSERT_EQ(table.rows.size(), 2U); // the first, and the patched one
    EXPECT_EQ(table.left, 1U);
    EXPECT_EQ(table.cells[0][0], "a");
    EXPECT_EQ(table.cells[0][2], "50.00 %");
    EXPECT_EQ(table.cells[0][3], "18.00 %");
    EXPECT_EQ(table.cells[0][4], "-32.00");
    EXPECT_EQ(table.cells[0][5], "-64.0 %"); // of the events
    EXPECT_EQ(table.cells[1][0], "c");
    EXPECT_NE(table.remainder.find("1 more symbol not shown"), std::string::npos) << table.remainder;
}

}
}
