// SPDX-License-Identifier: GPL-3.0-or-later
// The room for what a user does: one service a thing (document, import, workspace, comparison), and settings and jobs
// beside them. Both front ends go through here; only this folder knows the parsers and the store.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/document.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// Documents cross threads and are shared by pages, so nobody changes one.
using DocumentPtr = std::shared_ptr<const Document>;

/// Reads and parses a file and audits its claims, without storing it. What is no document (a folder, missing, not
/// readable, empty, binary, too large) fails with one message that names the file and the cause.
Result<DocumentPtr> readFile(const std::filesystem::path& path, const Job& job);

/// The bytes of a file, refused as readFile() does where there are none to read.
Result<std::string> readFileBytes(const std::filesystem::path& path, const Job& job);

/// Whether a document gets its sha256, by which workspaces and comparisons know it. What is only printed needs none.
enum class Hashing : std::uint8_t { Wanted, Left };

/// The same as readFile() for bytes from elsewhere (standard input, clipboard, drop); @p origin names them in messages.
Result<DocumentPtr> readBytes(std::string bytes, std::string origin, const Job& job, Hashing hashing = Hashing::Wanted);

/// The bytes of standard input, of a pipe or of a file, up to the largest document that is read.
Result<std::string> readInput(int descriptor, std::string_view origin, const Job& job);

/// A format that can be read, for lists and file dialogs.
struct FormatInfo
{
    std::string_view id;
    std::string_view description;
    std::string_view example; ///< a line or two of what it reads; may be empty
    int version = 1;
};

/// All formats in the order of their table.
std::vector<FormatInfo> readableFormats();

}
