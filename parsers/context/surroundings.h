// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/run.h"
#include "parsers/context/passage.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// How many runs a mean covers: "10 times and take the average", "average of 5 runs", "mean of 3".
std::optional<int> averagedRunsIn(std::string_view text);

/// The direction that the last paragraphs of @p above or the first of @p below state in words.
Better directionAround(const Passage& above, const Passage& below, std::uint8_t quoteDepth);

/// The benchmark that @p passage names last, "" if it names none.
std::string_view benchmarkAbove(const Passage& passage, std::uint8_t quoteDepth);

/// The last sentence in front of a block, on one line and cut to a length that serves as a name.
std::string leadAbove(const Passage& passage, std::uint8_t quoteDepth);

/// A setting that @p sentence tells by a noun and its number: "queue size 256", "16 threads"; empty if none.
std::string settingIn(std::string_view sentence);

/// A setting that the last sentences in front of a block tell; empty if none.
std::string settingAbove(const Passage& passage, std::uint8_t quoteDepth);

/// The percentages with a sign that the last paragraphs in front of a block state, as fractions.
std::vector<double> changesAbove(const Passage& passage, std::uint8_t quoteDepth);

/// The headings of a passage: the last that tells a setting, and the last of any kind; a name of a variant, of a
/// machine or of a result is none.
struct Headings
{
    std::string scenario;
    std::string section;
};

/// Takes over what @p passage has of headings.
void updateHeadings(const Passage& passage, std::uint8_t quoteDepth, Headings& headings);

}
