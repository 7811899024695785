// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/until.h"

#include "core/bench/finding.h"
#include "core/stats/rank_test.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace patchscale {
namespace {

/// Numbers that are the same on every machine: SplitMix64 and the inverse of what is wanted, not <random>.
class Source
{
public:
    explicit Source(std::uint64_t seed)
        : m_state(seed * 0x9e3779b97f4a7c15U)
    {
    }
    double uniform()
    {
        m_state += 0x9e3779b97f4a7c15U;
        auto z = m_state;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        return (static_cast<double>((z ^ (z >> 31U)) >> 11U) + 0.5) * 0x1p-53;
    }
    double normal() // Box and Muller
    {
        const auto radius = std::sqrt(-2 * std::log(uniform()));
        return radius * std::cos(6.283185307179586 * uniform());
    }

private:
    std::uint64_t m_state;
};

struct Noise
{
    std::string name;
    std::function<double(Source&)> sample;
};

std::vector<Noise> noises()
{
    return {
        {"normal", [](Source& source) { return 1 + 0.01 * source.normal(); }},
        {"skewed", [](Source& source) { return 1 + 0.01 * std::log(source.uniform()); }},
        {"two modes",
         [](Source& source) { return (source.uniform() < 0.2 ? 1 : 0.96) * (1 + 0.003 * source.normal()); }},
        {"outliers", [](Source& source) { return (source.uniform() < 0.1 ? 0.85 : 1) * (1 + 0.01 * source.normal()); }},
    };
}

struct Tally
{
    int wrong = 0; ///< called changed, in whatever direction and however small
    int changed = 0; ///< called Regressed
    int rounds = 0;
};

/// One experiment by the rule that runExperiment() follows: intervals at the looks, an end when one is narrow enough.
void play(const Noise& noise, double change, std::uint64_t seed, const FindingPolicy& policy, RankTests& tests,
          Tally& tally)
{
    Source source(seed);
    KernelResult before;
    KernelResult after;
    before.better = after.better = Better::Higher;
    int round = 0;
    Finding finding;
    do {
        ++round;
        before.samples.emplace_back().rate = noise.sample(source);
        after.samples.emplace_back().rate = noise.sample(source) * (1 + change);
        if (isLook(round) || round == policy.until->maxRounds) {
            finding = judgeKernel(before, after, policy, tests);
        }
    } while (round < policy.until->maxRounds && !(finding.reach && *finding.reach <= policy.until->reach));
    tally.rounds += round;
    tally.changed += finding.verdict == FindingVerdict::Regressed ? 1 : 0;
    tally.wrong += finding.verdict != FindingVerdict::Unchanged && finding.verdict != FindingVerdict::Undecided ? 1 : 0;
}

TEST(Until, CallsAtMostFivePercentOfEqualPairsDifferentHoweverOftenItLooks)
{
    constexpr int kPairs = 300;
    RankTests tests;
    Tally all;
    int experiments = 0;
    for (const auto& noise : noises()) {
        for (const double reach : {0.01, 0.02}) {
            const FindingPolicy policy {.limit = 0.01, .until = Until {.reach = reach, .maxRounds = 40}};
            Tally tally;
            for (std::uint64_t pair = 1; pair <= kPairs; ++pair) {
                play(noise, 0, pair, policy, tests, tally);
            }
            // 5 % and three standard deviations of 300 draws.
            EXPECT_LE(tally.wrong, kPairs * 0.05 + 3 * std::sqrt(kPairs * 0.05 * 0.95)) << noise.name << " ±" << reach;
            all.wrong += tally.wrong;
            experiments += kPairs;
        }
    }
    EXPECT_LE(all.wrong, experiments * 0.05);
    EXPECT_GT(all.wrong, 0); // the simulation can see a wrong call
}

TEST(Until, CallsATrueLossOfTwoPercentAtOnePercentNoise)
{
    constexpr int kPairs = 200;
    RankTests tests;
    const FindingPolicy policy {.limit = 0.01, .until = Until {.reach = 0.01, .maxRounds = 40}};
    Tally tally;
    for (std::uint64_t pair = 1; pair <= kPairs; ++pair) {
        play(noises().front(), -0.02, pair, policy, tests, tally);
    }
    EXPECT_GE(tally.changed, kPairs * 0.95);
    EXPECT_LT(tally.rounds, kPairs * 20);
}

TEST(Until, LooksLessAndLessOften)
{
    std::vector<int> looks;
    for (int round = 0; round <= 30; ++round) {
        if (isLook(round)) {
            looks.push_back(round);
        }
    }
    EXPECT_EQ(looks, (std::vector {6, 7, 8, 9, 10, 12, 14, 16, 19, 22, 26}));
}

TEST(Until, ExpectsTheWidthToFallWithTheRootOfTheRounds)
{
    EXPECT_EQ(roundsNeeded(10, 0.02, 0.01, false), 40);
    EXPECT_EQ(roundsNeeded(6, 0.02, 0.01, true), 26); // 24, at the next look
    EXPECT_EQ(roundsNeeded(10, 0.005, 0.01, false), 11); // it is narrow enough; one more at least
}

}
}
