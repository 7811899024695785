// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/run.h"
#include "parsers/context/passage.h"

#include <optional>
#include <string>
#include <string_view>

namespace patchscale {

/// How many runs a mean covers: "10 times and take the average", "average of 5 runs", "mean of 3".
std::optional<int> averagedRunsIn(std::string_view text);

/// The direction that the last paragraphs of @p above or the first of @p below state in words.
Better directionAround(const Passage& above, const Passage& below, std::uint8_t quoteDepth);

/// The benchmark that @p passage names last, "" if it names none.
std::string_view benchmarkAbove(const Passage& passage, std::uint8_t quoteDepth);

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
