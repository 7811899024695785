// SPDX-License-Identifier: GPL-3.0-or-later
// fio's own figures are rounded, and wrong in some versions: what can be computed from the exact parts beside them is.
#pragma once

#include "core/model/document.h"
#include "parsers/fio/report.h"

#include <optional>
#include <vector>

namespace patchscale::fio {

/// What is known beside the figures of a side.
struct Parts
{
    double blockSize = 0; ///< bytes of each IO; 0 if they vary or it is not told
    std::optional<double> twin; ///< the bandwidth as it is printed a second time, in B/s
    double twinStep = 0;
    int version = 0; ///< versionNumber(); 0 if it is not told
};

/// Gives bytes, bandwidth and IOPS of @p side the exact base values that its parts tell. Where fio printed something
/// else than they do, that is said; where they do not fit together the printed number stays, with a warning.
void recompute(Side& side, const Parts& parts, std::vector<Diagnostic>& diagnostics);

}
