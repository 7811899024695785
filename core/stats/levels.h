// SPDX-License-Identifier: GPL-3.0-or-later
// Repeats at several levels: a build is booted several times, a boot runs several rounds, a round several iterations.
// What repeats inside a group share, a comparison of such repeats does not see, so the outermost level that was
// repeated is the unit of comparison (Kalibera and Jones, Rigorous Benchmarking in Reasonable Time, ISMM 2013).
#pragma once

#include "core/stats/summary.h"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace patchscale {

/// Levels of repetition, outermost first.
enum class Level : std::uint8_t { Build, Boot, Round, Iteration };

/// One observation and the numbers of the groups that it was made in. Numbers count within the group above: round 1 of
/// boot 1 is not round 1 of boot 2.
struct LevelledValue
{
    double value = 0;
    int build = 0;
    int boot = 0;
    int round = 0;
};

/// What one level of repetition adds to the spread.
struct LevelSpread
{
    Level level = Level::Iteration;
    std::size_t groups = 0; ///< members at this level over all groups above
    double repeats = 0; ///< members in one group above: harmonic mean, so that unequal groups are weighed rightly
    double variance = 0; ///< S²: of the members' means within the groups above, pooled
    double component = 0; ///< T² = S² - S²(level below) / its repeats, at least 0: what this level alone adds
};

/// A mean over nested repeats.
struct LevelledMean
{
    MeanSummary summary; ///< over the units: mean of their means, standard deviation between them, how many
    Level unit = Level::Iteration; ///< the outermost level that has two members or more
    std::vector<LevelSpread> levels; ///< from the unit inwards, levels without repeats left out
};

/// Mean of @p values by levels: means of rounds, of these means of boots, of these means of builds. A level with one
/// member tells nothing of its spread and is passed over; with one observation the summary has count 1.
LevelledMean meanByLevels(std::span<const LevelledValue> values);

/// The median of the observations in each unit of @p level, in the order in which units first appear: what a rank test
/// over boots compares.
std::vector<double> unitMedians(std::span<const LevelledValue> values, Level level);

/// How many times the mean of the baseline that of a candidate is, less 1, with the units it was taken from.
struct LevelledRatio
{
    double change = 0;
    std::optional<std::pair<double, double>> interval; ///< as changes; missing where a spread leaves it unbounded
    std::optional<double> p; ///< Welch's t test over the units' means, two-sided; missing where no unit varies
    Level baselineUnit = Level::Iteration;
    Level candidateUnit = Level::Iteration;
    int baselineUnits = 0;
    int candidateUnits = 0;
};

/// Ratio of means with its interval of @p confidence by Kalibera and Jones (Fieller form, Student's t with units - 1
/// degrees). Each side is taken at its own unit: a side with one boot hides the spread between boots, which the caller
/// has to say. Nothing when a side has fewer than two units or a mean that is not positive.
std::optional<LevelledRatio> ratioByLevels(std::span<const LevelledValue> baseline,
                                           std::span<const LevelledValue> candidate, double confidence);

/// Repeats inside one member of the level above that make best use of time: ceil(sqrt(outer cost / inner cost × inner
/// component / outer component)), at least 1 (ibid., section 6). Costs are the times that one more member takes,
/// without its inside. @p most where the outer level adds no spread.
int advisedRepeats(double innerComponent, double outerComponent, double innerCost, double outerCost, int most);

}
