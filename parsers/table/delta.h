// SPDX-License-Identifier: GPL-3.0-or-later
// How authors compute the change they print beside two values. Kernel mails know seven ways (and plain slips); which
// one a table uses is told by its own arithmetic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace patchscale::table {

enum class Convention : std::uint8_t {
    Change, ///< (new - old) / old
    Improvement, ///< (old - new) / old: a fall counts as positive
    OverNew, ///< (new - old) / new
    ImprovementOverNew, ///< (old - new) / new
    OverMean, ///< (new - old) / mean of both
    ImprovementOverMean, ///< (old - new) / mean of both
    Ratio, ///< new / old
    Difference, ///< new - old, in the metric's own unit
};

/// A stated change with the two values it may speak of. Resolutions are half a unit of the last printed digit.
struct Triple
{
    double baseline = 0;
    double baselineResolution = 0;
    double candidate = 0;
    double candidateResolution = 0;
    double stated = 0; ///< as a fraction, except where the convention is Difference
    double statedResolution = 0;
};

/// Whether @p triple can be what @p convention makes of its values, given the digits that were printed. An author
/// may have cut digits off instead of rounding.
bool fits(Convention convention, const Triple& triple);

/// What a set of triples says about the way their changes were computed.
struct Detected
{
    Convention convention = Convention::Change;
    std::size_t fitting = 0; ///< informative triples that fit
    std::size_t informative = 0; ///< triples whose change is clearly not zero
};

/// The convention that fits most of @p triples; nothing if none is informative or the best fits less than 60 %.
std::optional<Detected> detectConvention(std::span<const Triple> triples);

/// In words, for a diagnostic: "(old - new) / old".
std::string_view formula(Convention convention);

}
