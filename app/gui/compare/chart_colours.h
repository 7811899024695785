// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/render/chart_painter.h"

namespace patchscale {

/// The theme in use, as charts in the window are drawn with it.
ChartColours chartColours();

}
