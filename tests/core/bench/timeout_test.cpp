// SPDX-License-Identifier: GPL-3.0-or-later
// Below the launcher, whose time limits are ten seconds at least.
#include "core/bench/round.h"
#include "tests/core/bench/bench_fixture.h"

#include <gmock/gmock.h>

namespace patchscale {
namespace {

class TimeoutTest : public BenchFixture
{
protected:
    static RoundRequest request(const std::string& mode, int copies)
    {
        return {.name = "test",
                .argv = {PATCHSCALE_TEST_KERNEL, "--mode", mode, "--seconds", "0.05"},
                .environment = {kMark},
                .cpus = std::vector<std::vector<int>>(static_cast<std::size_t>(copies)),
                .timeout = 3};
    }
};

TEST_F(TimeoutTest, KillsCopiesThatHangWhileMeasuring)
{
    const auto outcomes = runCopies(request("hangs", 3), {});
    ASSERT_FALSE(outcomes);
    EXPECT_EQ(outcomes.error().message,
              "cannot measure 'test': copy 1 of 3 did not end within 3 s and was killed: waiting for ever");
    EXPECT_EQ(processesWith(kMark), 0);
}

TEST_F(TimeoutTest, KillsCopiesThatNeverGetReady)
{
    const auto outcomes = runCopies(request("hangs-early", 1), {});
    ASSERT_FALSE(outcomes);
    EXPECT_EQ(outcomes.error().message, "cannot measure 'test': it did not get ready within 3 s and was killed");
    EXPECT_EQ(processesWith(kMark), 0);
}

}
}
