// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json_writer.h"
#include "core/compare/comparison.h"
#include "core/model/run.h"

#include <optional>
#include <string_view>

namespace patchscale {

/// An entry whose value is null where the document tells nothing.
void writeTold(JsonWriter& json, std::string_view name, std::string_view text);

/// The ends of @p interval as an array of two, or null.
void writeInterval(JsonWriter& json, std::string_view name, const std::optional<Interval>& interval);

/// The entry "parameters", in one line.
void writeParameters(JsonWriter& json, const Parameters& parameters);

}
