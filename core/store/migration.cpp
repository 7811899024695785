// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/migration.h"

#include "core/store/sqlite.h"

#include <format>

namespace patchscale {
namespace {

int versionOf(Database& database)
{
    Statement version(database, "PRAGMA user_version");
    return version.next() ? static_cast<int>(version.integer(0)) : 0;
}

/// A name beside @p path that no file has yet.
std::filesystem::path copyName(const std::filesystem::path& path, int version)
{
    auto name = path;
    name += std::format(".before-{}", version + 1);
    const auto first = name;
    for (int i = 2; std::filesystem::exists(name); ++i) {
        name = first;
        name += std::format("-{}", i);
    }
    return name;
}

}

Result<void> migrate(Database& database, const std::filesystem::path& path, std::span<const Migration> migrations)
{
    const int target = migrations.back().version;
    const int before = versionOf(database);
    if (database.hasFailed() || before >= target) {
        return database.check();
    }
    if (before > 0) {
        Statement copy(database, "VACUUM INTO ?");
        copy.bind(copyName(path, before).string()).run();
        if (auto made = database.check(); !made) {
            made.error().message =
                std::format("cannot bring workspace '{}' up to date: no copy of it could be made ({})", path.string(),
                            made.error().message);
            return made;
        }
    }
    Transaction transaction(database, Access::Write);
    // Another process may have been faster while we waited for the lock.
    const int now = versionOf(database);
    for (const auto& migration : migrations) {
        if (migration.version > now) {
            database.execute(migration.sql);
        }
    }
    database.execute(std::format("PRAGMA application_id = {}", kApplicationId).c_str());
    database.execute(std::format("PRAGMA user_version = {}", target).c_str());
    transaction.commit();
    return database.check();
}

}
