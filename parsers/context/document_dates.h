// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/document.h"
#include "parsers/text/text.h"

namespace patchscale {

/// Gives each run of @p document that stands behind a "Date:" of a mail or a commit that date as the fact
/// "document.date": when it was written, not when it was measured. A run that tells its own start needs none.
void dateRuns(ParsedDocument& document, const Text& text);

}
