// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/run.h"
#include "parsers/context/passage.h"

#include <optional>
#include <string>
#include <vector>

namespace patchscale {

/// A variant that the text around a block names.
struct VariantMention
{
    std::string label; ///< as written, without numbering and colon
    Role role = Role::None;
    bool isLabelAssumed = false; ///< linking words ("now became") tell the side but give no name
    std::string_view where; ///< the words, within the clean text
};

/// The variant that the passage in front of a block gives it; nothing if it names none, or both sides.
/// @p quoteDepth is that of the block: what another author wrote does not count.
std::optional<VariantMention> variantAbove(const Passage& passage, std::uint8_t quoteDepth);

/// The variant that a heading behind a block gives it ("before this commit.").
std::optional<VariantMention> variantBelow(const Passage& passage, std::uint8_t quoteDepth);

/// Two or more variants that one sentence in front of a block names in order: "on the left without patch, on the right
/// with the patch:".
std::vector<VariantMention> variantsAbove(const Passage& passage, std::uint8_t quoteDepth);

/// The heading right in front of a block that names no variant by a known word: "A. With generic spinlock:",
/// "queued_spinlock:", "1 parallel:". Empty if there is none.
std::string_view plainHeading(const Passage& passage, std::uint8_t quoteDepth);

/// @p heading tells a setting (a count, a size, a mode), not a side: "1 parallel", "Groups: 16", "NPS1", "bs=4k".
bool isScenarioHeading(std::string_view heading);

/// The number of copies that a heading tells in words: "8 parallel", "16 copies"; empty if it does not.
std::string copiesIn(std::string_view heading);

}
