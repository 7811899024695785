// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/correction.h"
#include "core/store/catalogue.h"
#include "core/store/sqlite.h"

#include <map>

namespace patchscale {

/// The corrections of all documents that have some.
std::map<DocumentId, Corrections> readCorrections(Database& database);

/// Sets the corrections of a document in place of those that it has. Within a transaction of the caller.
void writeCorrections(Database& database, DocumentId document, const Corrections& corrections);

}
