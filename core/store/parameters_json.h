// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/run.h"

#include <optional>
#include <string>
#include <string_view>

namespace patchscale {

/// Parameters as the canonical JSON object of the workspace: sorted keys, no blanks. Equal parameters give equal text.
std::string toJson(const Parameters& parameters);

/// Reads what toJson() writes; nothing if it is something else.
std::optional<Parameters> parametersFromJson(std::string_view json);

/// Appends @p text as a JSON string.
void appendJsonString(std::string& out, std::string_view text);

}
