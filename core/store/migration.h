// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <span>

namespace patchscale {

class Database;

/// "PSCA" in the file's header, so that file(1) and we recognise a workspace.
inline constexpr int kApplicationId = 0x50534341;

/// One step of the schema. The first one makes version 1.
struct Migration
{
    int version = 0;
    const char* sql = nullptr;
};

/// All steps in order, embedded from core/store/migrations.
std::span<const Migration> allMigrations();

/// Brings an open workspace from its version to that of the last migration, in one transaction. Before that a copy of
/// @p path is made beside it. Does nothing when the version is reached already.
Result<void> migrate(Database& database, const std::filesystem::path& path, std::span<const Migration> migrations);

}
