// SPDX-License-Identifier: GPL-3.0-or-later
// What one run leaves in several files. UnixBench writes <host>-<date>-<number> with the report, and beside it the same
// name with .log (each pass and copy), .html and .csv (the report again).
#pragma once

#include "app/workbench/document_service.h"

#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// A file of a folder or archive, in memory.
struct LoadedFile
{
    std::string name;
    std::string bytes;
};

/// The name that the files of one run share, with its folder.
std::string_view resultSetName(std::string_view name);

/// The documents that @p files, which share resultSetName(), come to: one where they are of one run, else one each, in
/// their order.
std::vector<std::pair<std::string, Result<DocumentPtr>>> readResultSet(std::vector<LoadedFile> files, const Job& job);

}
