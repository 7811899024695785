// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace patchscale {

/// "@@ -419,6 +419,11 @@ struct task_group {"
struct HunkHeader
{
    std::size_t oldCount = 1;
    std::size_t newCount = 1;
    std::size_t length = 0; ///< up to and with the second "@@"
    std::string_view context; ///< what git prints behind: the function, mostly
};

/// The hunk header at the start of @p line, or nothing.
std::optional<HunkHeader> hunkHeader(std::string_view line);

/// Whether @p line is a command that leads "<" and ">" lines in a diff without context: "12c12", "31a32,35".
bool isEdCommand(std::string_view line);

/// Whether @p line belongs to a diffstat: " kernel/sched/sched.h | 5 +++++", " 2 files changed, 3 insertions(+)".
bool isDiffstat(std::string_view line);

/// Follows a diff through the lines of a mail and tells where it ends: by the counts of its hunks, when the quote depth
/// changes for good, or where prose or a table evidently goes on (people cut diffs short when they quote them).
class DiffLines
{
public:
    /// Whether @p line is part of a diff. @p next is the line behind it, at whatever depth.
    bool take(std::string_view line, std::string_view next, std::size_t depth, std::size_t numbers);

private:
    enum class State : std::uint8_t { None, Header, Hunk, BetweenHunks, Flattened, Binary, Ed };

    bool startsAt(std::string_view line, std::string_view next);
    bool continuesHeader(std::string_view line);
    bool continuesHunk(std::string_view line, std::size_t numbers);
    void consume(bool isOld, bool isNew);
    bool startHunk(std::string_view line);

    State m_state = State::None;
    std::size_t m_depth = 0;
    std::size_t m_oldLeft = 0;
    std::size_t m_newLeft = 0;
    std::size_t m_strange = 0; ///< lines in a row that do not look like parts of a diff
};

}
