// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of every line with a digit before anything is read: fast, and rather yes than no.
#pragma once

#include <cstddef>
#include <string_view>

namespace patchscale::sentences {

/// Whether @p line has a number that could be a value: a unit follows it, or a word that leads to a value ("is", "to",
/// "patch") or a mark stands before it. @p firstDigit is the offset of its first digit.
bool hasValueCue(std::string_view line, std::size_t firstDigit);

enum Cue : unsigned {
    VariantCue = 1, ///< a word that could name a variant, "from", an arrow
    MeasureCue = 2, ///< a metric word or a number with a unit
};

/// The cues that @p text has.
unsigned cuesIn(std::string_view text);

/// Whether a passage may tell circumstances of the values behind it: a heading, a benchmark, a test or a command.
bool mayTellCircumstances(std::string_view text);

}
