// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json_writer.h"
#include "core/model/run.h"

#include <string_view>

namespace patchscale {

/// An entry whose value is null where the document tells nothing.
void writeTold(JsonWriter& json, std::string_view name, std::string_view text);

/// The entry "parameters", in one line.
void writeParameters(JsonWriter& json, const Parameters& parameters);

}
