// SPDX-License-Identifier: GPL-3.0-or-later
// The journal of a guard: what is to be undone, as lines of words. A line is written in one piece before the change
// that it stands for is made; "done 3" takes change 3 off.
#pragma once

#include "core/base/result.h"
#include "core/bench/guard.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace patchscale {

/// What a journal says is still to be undone.
struct Journal
{
    std::string boot; ///< settings and processes live no longer than this boot
    std::string mark;
    std::filesystem::path workingFolder; ///< where commands are run
    std::filesystem::path controlGroup; ///< empty for none
    std::vector<std::filesystem::path> folders;
    std::vector<std::pair<int, RestoreAction>> changes; ///< in the order in which they were made
};

/// One line of a journal from its words; blanks and control characters in a word are escaped.
std::string journalLine(std::span<const std::string> words);

/// The line for a change.
std::string changeLine(int id, const RestoreAction& action);

/// What @p text says. A last line without its end is left out: its change was not made.
Journal parseJournal(std::string_view text);

/// Puts one setting back.
Result<void> undo(const RestoreAction& action, const std::filesystem::path& workingFolder);

/// Kills, puts back and removes all that @p journal says. What could not be undone is named in the error.
Result<void> undoAll(const Journal& journal);

/// The id of this boot of the machine.
std::string bootId();

}
