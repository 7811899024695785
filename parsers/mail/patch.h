// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/span.h"
#include "parsers/text/text.h"

#include <string>
#include <vector>

namespace patchscale {

/// A file that a patch touches.
struct PatchedFile
{
    std::string path; ///< the new one if it was renamed
    std::size_t added = 0; ///< lines
    std::size_t removed = 0;
    bool isBinary = false;
};

/// One patch of a document: a diffstat, a diff, or both.
struct Patch
{
    std::vector<PatchedFile> files; ///< in order of appearance
    std::vector<std::string> functions; ///< from hunk headers, each once
    std::size_t added = 0; ///< of all files; from the diffstat's last line if there is one
    std::size_t removed = 0;
    SourceSpan span; ///< in the clean text
};

/// What the patches in @p text touch. A diff that was cut short when it was quoted counts as far as it goes; the counts
/// of a diffstat go before those of the diff. A diff that a web archive ran into one line gives what its hunk headers
/// tell.
std::vector<Patch> patchesIn(const Text& text);

/// "Patch: sched.h, +5", "Patch: 3 files, +61 -8".
std::string patchTitle(const Patch& patch);

/// The function that git names behind a hunk's "@@": "osq_lock" of "bool osq_lock(struct optimistic_spin_queue *lock)".
/// Empty if it names a struct or a label.
std::string hunkFunction(std::string_view context);

/// Functions that the prose of @p text names as "osq_lock()", each once, in order.
std::vector<std::string> namedFunctions(const Text& text);

}
