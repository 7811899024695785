// SPDX-License-Identifier: GPL-3.0-or-later
// A run as a JSON document, one sample a line. The format "patchscale-run" of parsers/ reads it back: a field that is
// renamed here must be renamed there.
#pragma once

#include "core/base/result.h"
#include "core/bench/record.h"

#include <filesystem>
#include <string>

namespace patchscale {

/// The run document of @p record. Numbers are the shortest text that reads back to the same value.
std::string runDocument(const RunRecord& record);

/// Writes the run document of @p record to @p path: whole or not at all, whatever stops the program or the machine.
/// What stood there before is replaced; a pipe or a device is written to as it is.
Result<void> saveRunDocument(const std::filesystem::path& path, const RunRecord& record);

}
