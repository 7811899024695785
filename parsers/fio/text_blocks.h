// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "parsers/fio/line_kind.h"
#include "parsers/text/text.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace patchscale::fio {

/// A line of fio's, with the lines that a mailer wrapped it into.
struct Entry
{
    Kind kind = Kind::None;
    std::size_t firstLine = 0;
    std::size_t lastLine = 0;
};

/// What fio printed, or what was picked from it, with no other text in between.
struct TextBlock
{
    std::vector<Entry> entries;
    std::vector<std::size_t> starts; ///< the first entry of each execution
    bool hasResult = false; ///< a headline, a statistic or a group's line
    bool isWhole = false; ///< has a job's head or a group's head
};

/// The text of @p entry, over line ends.
std::string_view textOf(const Text& text, const Entry& entry);

/// Where @p entries, at least one, stand in the clean text.
SourceSpan spanOf(const Text& text, std::span<const Entry> entries);

/// The entries of execution @p index of @p block.
std::span<const Entry> executionOf(const TextBlock& block, std::size_t index);

/// What fio prints in every report and in every part of one that people cut out: without it other tools' lines look
/// like fio's.
std::span<const std::string_view> textMarks();

/// The normal output in @p text. Words in between tell whose numbers they are, so that each block has its own. Nothing
/// is looked at twice in a text that holds none.
std::vector<TextBlock> textBlocks(const Text& text, const patchscale::Job& job);

}
