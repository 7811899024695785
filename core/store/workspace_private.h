// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/document_writer.h"
#include "core/store/sqlite.h"
#include "core/store/workspace.h"

#include <optional>

namespace patchscale {

class Workspace::Private
{
public:
    std::filesystem::path path;
    Database database;
    std::optional<DocumentWriter> writer; ///< from the first import on

    /// The Error of asking for something that is not there.
    [[nodiscard]] std::unexpected<Error> missing(std::string_view what, std::int64_t id) const;
    /// Deletes one row by its id.
    Result<void> remove(std::string_view what, std::string_view sql, std::int64_t id);
};

/// The Error of a job that was stopped.
std::unexpected<Error> cancelledError();

}
