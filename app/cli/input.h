// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/workbench/document_service.h"

#include <string>

namespace patchscale::cli {

/// Reads the file of that name, or standard input for "-".
Result<DocumentPtr> readNamed(const std::string& name);

}
