// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>

#include <string>

namespace patchscale {

/// Writes a flame graph, given as flameSvg() makes it, to @p path, whose ending decides the form: SVG as it is, PNG at
/// twice its size, PDF on one page. Nothing is left behind when it cannot be written whole.
Result<void> saveFlameGraph(const std::string& svg, const QString& path);

}
