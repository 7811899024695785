// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/import_service.h"

#include "core/store/workspace.h"

#include <QDateTime>

namespace patchscale {

Result<ImportedDocument> importDocument(const std::filesystem::path& workspace, DocumentPtr document, const Job& job)
{
    const auto now = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
    return Workspace::openOrCreate(workspace)
        .and_then([&](Workspace&& opened) { return opened.addDocument(*document, now, job); })
        .transform([&](const AddedDocument& added) {
            return ImportedDocument {.document = std::move(document), .id = added.id, .isNew = added.isNew};
        });
}

Result<ImportedDocument> importFile(const std::filesystem::path& workspace, const std::filesystem::path& path,
                                    const Job& job)
{
    return readFile(path, job).and_then(
        [&](DocumentPtr&& document) { return importDocument(workspace, std::move(document), job); });
}

}
