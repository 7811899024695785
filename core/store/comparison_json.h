// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/catalogue.h"

#include <string>
#include <string_view>

namespace patchscale {

class Database;

/// Runs and spec of a saved comparison as JSON; a newer version may add fields, which older ones pass over.
std::string toJson(const SavedComparison& comparison);

/// Reads what toJson() wrote with SQLite's own JSON functions; id and name are not in it.
SavedComparison savedFromJson(Database& database, std::string_view json);

}
