// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/import_service.h"

#include <QDateTime>

#include <utility>

namespace patchscale {

Importer::Importer(std::filesystem::path workspace)
    : m_path(std::move(workspace))
{
}

Result<ImportedDocument> Importer::add(DocumentPtr document, const Job& job)
{
    if (!m_workspace) {
        auto opened = Workspace::openOrCreate(m_path);
        if (!opened) {
            return std::unexpected(std::move(opened.error()));
        }
        m_workspace.emplace(std::move(*opened));
    }
    const auto now = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
    return m_workspace->addDocument(*document, now, job).transform([&](const AddedDocument& added) {
        return ImportedDocument {.document = std::move(document), .id = added.id, .isNew = added.isNew};
    });
}

Result<ImportedDocument> importDocument(const std::filesystem::path& workspace, DocumentPtr document, const Job& job)
{
    return Importer(workspace).add(std::move(document), job);
}

Result<ImportedDocument> importFile(const std::filesystem::path& workspace, const std::filesystem::path& path,
                                    const Job& job)
{
    return readFile(path, job).and_then(
        [&](DocumentPtr&& document) { return importDocument(workspace, std::move(document), job); });
}

}
