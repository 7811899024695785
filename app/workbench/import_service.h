// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/workbench/document_service.h"
#include "core/store/catalogue.h"

namespace patchscale {

/// A document that is in the workspace now.
struct ImportedDocument
{
    DocumentPtr document;
    DocumentId id;
    bool isNew = false; ///< false: the same bytes were there already
};

/// Stores a document that was read. Makes the workspace if there is none.
Result<ImportedDocument> importDocument(const std::filesystem::path& workspace, DocumentPtr document, const Job& job);

/// readFile() and importDocument().
Result<ImportedDocument> importFile(const std::filesystem::path& workspace, const std::filesystem::path& path,
                                    const Job& job);

}
