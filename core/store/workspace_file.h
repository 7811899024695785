// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace patchscale {

class Database;

/// Makes an empty workspace at @p path, whole or not at all. A file that is there already, perhaps since a moment ago,
/// is left as it is.
Result<void> createWorkspaceFile(const std::filesystem::path& path);

/// Opens the workspace at @p path with @p database and brings it up to date. What is no workspace, or is from a newer
/// version, is refused by its header before SQLite sees it, and so stays byte for byte as it is.
Result<void> openWorkspaceFile(Database& database, const std::filesystem::path& path);

}
