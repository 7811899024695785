// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/multiple.h"

#include <gtest/gtest.h>

#include <array>

namespace patchscale {
namespace {

// The worked example of Benjamini and Hochberg (1995); adjusted values by R 4.2.2 p.adjust().
constexpr std::array kP {0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
                         0.0459, 0.324,  0.4262, 0.5719, 0.6528, 0.759,  1.0};

TEST(ManyTests, AdjustsByHolmLikeR)
{
    constexpr std::array kExpected {0.0015, 0.0056, 0.0247, 0.114, 0.2211, 0.278, 0.278, 0.278,
                                    0.3213, 1.0,    1.0,    1.0,   1.0,    1.0,   1.0};
    const auto adjusted = holm(kP);
    ASSERT_EQ(adjusted.size(), kExpected.size());
    for (std::size_t i = 0; i < kExpected.size(); ++i) {
        EXPECT_NEAR(adjusted[i], kExpected[i], 1e-12) << i;
    }
}

TEST(ManyTests, AdjustsByBenjaminiHochbergLikeR)
{
    constexpr std::array kExpected {0.0015, 0.003,  0.0095, 0.035625, 0.0603, 0.06385714285714286, 0.06385714285714286,
                                    0.0645, 0.0765, 0.486};
    const auto adjusted = benjaminiHochberg(kP);
    for (std::size_t i = 0; i < kExpected.size(); ++i) {
        EXPECT_NEAR(adjusted[i], kExpected[i], 1e-12) << i;
    }
}

TEST(ManyTests, KeepsTheOrderOfTheInput)
{
    // Sorted: 0.01 × 3, 0.02 × 2, 0.04 × 1, never falling.
    const auto adjusted = holm(std::array {0.04, 0.01, 0.02});
    EXPECT_NEAR(adjusted[0], 0.04, 1e-15);
    EXPECT_NEAR(adjusted[1], 0.03, 1e-15);
    EXPECT_NEAR(adjusted[2], 0.04, 1e-15);
    EXPECT_TRUE(holm({}).empty());
}

}
}
