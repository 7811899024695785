// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/catalogue.h"
#include "core/store/sqlite.h"

#include <vector>

namespace patchscale {

/// Reads everything of a document but its runs, its title and its bytes.
ParsedDocument readParsed(Database& database, DocumentId id);

/// The claims of a document as they were parsed.
std::vector<Claim> readClaims(Database& database, DocumentId id);

}
