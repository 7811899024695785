// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/workbench/document_service.h"
#include "core/store/workspace.h"

#include <filesystem>
#include <optional>

namespace patchscale {

/// A document that is in the workspace now.
struct ImportedDocument
{
    DocumentPtr document;
    DocumentId id;
    bool isNew = false; ///< false: the same bytes were there already
};

/// Stores one document after the other in a workspace that stays open: to open and close it for each costs more than
/// what is stored. Not for two threads at once.
class Importer
{
public:
    explicit Importer(std::filesystem::path workspace);

    /// Stores a document that was read. Makes the workspace if there is none.
    Result<ImportedDocument> add(DocumentPtr document, const Job& job);

private:
    std::filesystem::path m_path;
    std::optional<Workspace> m_workspace; ///< once something was added
};

/// Stores a document that was read. Makes the workspace if there is none.
Result<ImportedDocument> importDocument(const std::filesystem::path& workspace, DocumentPtr document, const Job& job);

/// readFile() and importDocument().
Result<ImportedDocument> importFile(const std::filesystem::path& workspace, const std::filesystem::path& path,
                                    const Job& job);

}
