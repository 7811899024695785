// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/compression.h"
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
    std::optional<Statement> findBySha;
    std::optional<Compressor> compressor; ///< from the first import on, as the next
    std::optional<DocumentWriter> writer;

    /// The document of these bytes.
    std::optional<DocumentId> findDocument(const Sha256& sha256);
    /// Lets go of statements after a failure: one that failed to be prepared would fail for ever.
    void forgetStatements();
    /// The Error of asking for something that is not there.
    [[nodiscard]] std::unexpected<Error> missing(std::string_view what, std::int64_t id) const;
    /// Deletes one row by its id.
    Result<void> remove(std::string_view what, std::string_view sql, std::int64_t id);
};

/// The Error of a job that was stopped.
std::unexpected<Error> cancelledError();

}
