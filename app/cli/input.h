// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/archive/open_paths.h"

#include <functional>
#include <string>

namespace patchscale::cli {

/// Opens the file, folder or archive of that name, or standard input for "-", and hands on what is in it.
Result<void> openNamed(const std::string& name, const std::function<void(OpenedFile)>& take,
                       Hashing hashing = Hashing::Wanted);

}
