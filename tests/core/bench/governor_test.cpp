// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/governor.h"
#include "tests/core/bench/bench_fixture.h"

#include <gmock/gmock.h>

namespace patchscale {
namespace {

using testing::HasSubstr;

class GovernorTest : public BenchFixture
{
protected:
    /// A machine with two frequency domains.
    GovernorTest()
    {
        for (const auto* const policy : {"policy0", "policy4"}) {
            std::filesystem::create_directories(cpufreq() / policy);
            write(cpufreq() / policy / "scaling_available_governors", "performance powersave \n");
            write(cpufreq() / policy / "scaling_governor", "powersave\n");
        }
    }
    [[nodiscard]] std::filesystem::path cpufreq() const
    {
        return file("sys/devices/system/cpu/cpufreq");
    }
    [[nodiscard]] std::string governor(const char* policy) const
    {
        return std::string(trimmedText(read(cpufreq() / policy / "scaling_governor")));
    }
};

TEST_F(GovernorTest, SetsAllAndPutsThemBack)
{
    write(cpufreq() / "policy4/scaling_governor", "performance\n");
    auto guard = startGuard();
    const auto set = setGovernor(*guard, "performance", file("sys"));
    ASSERT_TRUE(set) << set.error().message;
    EXPECT_EQ(governor("policy0"), "performance");
    EXPECT_EQ(governor("policy4"), "performance");
    EXPECT_TRUE(guard->finish());
    EXPECT_EQ(governor("policy0"), "powersave");
    EXPECT_EQ(governor("policy4"), "performance") << "it was so before";
}

TEST_F(GovernorTest, NamesTheGovernorsThatThereAre)
{
    auto guard = startGuard();
    const auto set = setGovernor(*guard, "perf", file("sys"));
    ASSERT_FALSE(set);
    EXPECT_EQ(set.error().message, "cannot set the governor to 'perf': policy0 does not have it");
    EXPECT_EQ(set.error().hints.front(), "it has performance powersave");
    EXPECT_EQ(governor("policy0"), "powersave");
}

TEST_F(GovernorTest, SaysThatAMachineHasNone)
{
    auto guard = startGuard();
    const auto set = setGovernor(*guard, "performance", file("other"));
    ASSERT_FALSE(set);
    EXPECT_THAT(set.error().message, HasSubstr("does not let frequencies be chosen"));
}

}
}
