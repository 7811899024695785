// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/release_pairing.h"

#include <array>
#include <utility>

#include <gmock/gmock.h>

using namespace patchscale;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

using Runs = std::vector<Run>; // within a test Run is a member of it

Run runOn(std::string machine, std::string release, std::string label = "run")
{
    Run run;
    run.benchmark = "patchscale";
    run.machine.label = std::move(machine);
    run.machine.kernel = std::move(release);
    run.variant.label = std::move(label);
    return run;
}

}

TEST(ReleaseOrder, IsThatOfKernelVersions)
{
    constexpr std::array<std::pair<const char*, const char*>, 7> kInOrder {{{"6.9.12", "6.10.0"},
                                                                            {"6.12.0-rc1", "6.12.0-rc10"},
                                                                            {"6.12.0-rc7", "6.12.0"},
                                                                            {"6.12-rc1", "6.12.3"},
                                                                            {"6.12.0", "6.12.0+"},
                                                                            {"6.12.0-rc3", "6.12.0-mine"},
                                                                            {"6.1.0-18-amd64", "6.1.0-21-amd64"}}};
    for (const auto& [older, newer] : kInOrder) {
        EXPECT_TRUE(isOlderRelease(older, newer)) << older << " before " << newer;
        EXPECT_FALSE(isOlderRelease(newer, older)) << newer << " before " << older;
    }
    EXPECT_FALSE(isOlderRelease("6.12.0", "6.12.0"));
    EXPECT_FALSE(isOlderRelease("6.01", "6.1"));
    EXPECT_FALSE(isOlderRelease("6.1", "6.01"));
}

TEST(ReleasePairing, TheOldestReleaseOfAMachineBecomesTheBaselineAndItSaysSo)
{
    Runs runs {runOn("lab1", "6.12.0-rc2"), runOn("lab1", "6.11.0"), runOn("lab1", "6.12.0-rc2"),
               runOn("lab1", "6.11.0"), runOn("lab2", "6.1.0")};
    EXPECT_THAT(pairByRelease(runs), ElementsAre(HasSubstr("lab1: the runs have no label: kernel 6.11.0 is taken")));
    EXPECT_EQ(runs[0].variant, (Variant {.label = "6.12.0-rc2", .role = Role::Candidate, .isAssumed = true}));
    EXPECT_EQ(runs[1].variant, (Variant {.label = "6.11.0", .role = Role::Baseline, .isAssumed = true}));
    EXPECT_EQ(runs[2].variant, runs[0].variant);
    EXPECT_EQ(runs[3].variant, runs[1].variant);
    EXPECT_EQ(runs[4].variant, (Variant {.label = "run", .role = Role::None, .isAssumed = false}));
}

TEST(ReleasePairing, LabelsRolesAndOtherBenchmarksAreLeftAlone)
{
    auto told = runOn("lab1", "6.11.0", "mine");
    auto baseline = runOn("lab1", "6.12.0");
    baseline.variant.role = Role::Baseline;
    auto other = runOn("lab1", "6.13.0");
    other.benchmark = "unixbench";
    Runs runs {told, baseline, other, runOn("lab1", "6.14.0"), runOn("lab1", "6.14.0")};
    const auto before = runs;
    EXPECT_THAT(pairByRelease(runs), IsEmpty());
    for (std::size_t i = 0; i < runs.size(); ++i) {
        EXPECT_EQ(runs[i].variant, before[i].variant);
    }
}
