// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/workspace_service.h"

#include <QStandardPaths>

namespace patchscale {

std::filesystem::path defaultWorkspace()
{
    const auto data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
    return std::filesystem::path(data.toStdString()) / "patchscale" / "workspace.pscale";
}

}
