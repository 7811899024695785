// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/workspace_service.h"

#include "core/compare/audit.h"

#include <QStandardPaths>

namespace patchscale {

std::filesystem::path defaultWorkspace()
{
    const auto data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
    return std::filesystem::path(data.toStdString()) / "patchscale" / "workspace.pscale";
}

Result<Workspace> openWorkspace(const std::filesystem::path& path)
{
    return Workspace::open(path);
}

Result<WorkspaceContents> listWorkspace(const std::filesystem::path& path)
{
    return Workspace::open(path).and_then([](Workspace&& workspace) {
        return workspace.documents().and_then([&](std::vector<DocumentEntry>&& documents) {
            return workspace.runs().transform([&](std::vector<RunEntry>&& runs) {
                return WorkspaceContents {.documents = std::move(documents), .runs = std::move(runs)};
            });
        });
    });
}

Result<DocumentPtr> loadDocument(const std::filesystem::path& workspace, DocumentId id, const Job& job)
{
    return Workspace::open(workspace)
        .and_then([&](Workspace&& opened) { return opened.loadDocument(id, job); })
        .transform([](Document&& loaded) -> DocumentPtr {
            auto document = std::make_shared<Document>(std::move(loaded));
            auditClaims(document->parsed.runs, document->parsed.claims);
            return document;
        });
}

}
