// SPDX-License-Identifier: GPL-3.0-or-later
// How both front ends open what people have: a file, a folder of results, an archive, archives in them.
#pragma once

#include "app/workbench/document_service.h"

#include <filesystem>
#include <functional>
#include <string>

namespace patchscale {

/// A file that was opened, and its document or why there is none.
struct OpenedFile
{
    std::string name; ///< as messages and documents name it: "results.zip/before/fio.txt"
    Result<DocumentPtr> document;
    bool isPart = false; ///< of a folder or an archive, the rest of which is read whatever became of this one

    /// A part that is simply no text: a picture, a program, a link, an empty file. People keep such beside results.
    [[nodiscard]] bool isBystander() const
    {
        return isPart && !document && document.error().code == Errc::UnsupportedInput;
    }
};

/// Reads the file at @p path, or each file in the folder or archive there, also nested, in the order of their names (6.6 before 6.10),
/// and hands one after the other to @p take. Report, log and page of one UnixBench run become one document. Hidden
/// files are passed over. Fails when nothing is at @p path, the folder or archive is empty, or the job is stopped.
Result<void> openPath(const std::filesystem::path& path, const Job& job, const std::function<void(OpenedFile)>& take,
                      Hashing hashing = Hashing::Wanted);

/// The same for bytes from elsewhere (standard input, clipboard, drop), which @p origin names.
Result<void> openBytes(std::string bytes, std::string origin, const Job& job,
                       const std::function<void(OpenedFile)>& take, Hashing hashing = Hashing::Wanted);

}
