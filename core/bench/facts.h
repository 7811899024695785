// SPDX-License-Identifier: GPL-3.0-or-later
// The machine under test as facts, read from /proc and /sys. What cannot be read is absent, never guessed. How the
// facts of two runs differ: core/compare/facts_difference.h.
#pragma once

#include "core/bench/record.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace patchscale {

/// The facts of the machine whose file system is at @p root ("/" outside tests). @p directory is where kernels put
/// their files; empty where none is meant.
MachineFacts readMachineFacts(const std::filesystem::path& root, const std::filesystem::path& directory);

/// What made our kernels, and the tools of the system at @p root that they use. Starts `cp --version` when @p root is
/// "/".
ToolFacts readToolFacts(const std::filesystem::path& root);

/// The fact @p name, or empty.
std::string factOf(const MachineFacts& facts, const std::string& name);

/// @p bytes for people: "31.2 GiB".
std::string sizeText(double bytes);

}
