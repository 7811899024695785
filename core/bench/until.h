// SPDX-License-Identifier: GPL-3.0-or-later
// When a run ends whose rounds are not fixed: `--until PCT`.
//
// Who looks again and again and stops when he likes what he sees fools himself: with a test at 5 % after each of 20
// rounds, a quarter of all pairs without a difference is called different. Here two things keep the level:
//  - The run stops on the width of the interval, never on where it lies. For normal samples the width tells nothing of
//    the place, so stopping on it favours neither "changed" nor "unchanged" (Anscombe 1953, Chow and Robbins 1965).
//  - What is left is that an interval is narrow by luck when it stops the run, and then covers less than it says. With
//    95 % intervals up to 8 % of the pairs without a difference were called different where the wish is met after about
//    12 rounds. So every look takes an interval of 97.5 %, and the first look comes after 6 rounds (of 4 samples it is
//    only the range). Then the whole procedure calls at most 5 % different, for normal, skewed, two-moded and
//    outlier-ridden samples alike: tests/core/bench/until_test.cpp simulates it. The looks lie further and further
//    apart, which costs at most a fifth more rounds than were needed.
// The price is about a fifth more rounds than a single look at 95 % would take; spending the 5 % over the looks instead
// (Lan and DeMets 1983) would cost more, since it pays for stopping on the place, too.
//
// Valid for independent samples: a machine that gets slower during the run makes all intervals wider than they need to
// be, not wrong, since both variants are in every round. The level holds for each kernel on its own.
#pragma once

namespace patchscale {

/// The wish and the limits of `--until`.
struct Until
{
    double reach = 0.01; ///< go on until every interval is narrower than ± this fraction
    int maxRounds = 100;
    double maxSeconds = 1800; ///< of the whole run
};

/// Confidence of the interval that each look takes, so that all looks together keep 95 %.
constexpr double kLookConfidence = 0.975;

/// Confidence of a single interval, where the number of rounds was fixed before.
constexpr double kConfidence = 0.95;

/// Whether the interval is looked at after @p rounds rounds: 6, 7, 8, 9, 10, 12, 14, 16, 19, 22 …
bool isLook(int rounds);

/// How many rounds are needed until an interval that reaches ± @p reach after @p rounds reaches ± @p wish: widths fall
/// with the square root. At least @p rounds + 1, rounded up to the next look when @p isRepeated.
int roundsNeeded(int rounds, double reach, double wish, bool isRepeated);

}
