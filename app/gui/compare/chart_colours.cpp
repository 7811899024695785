// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/chart_colours.h"

#include "app/gui/theme/theme.h"

namespace patchscale {

ChartColours chartColours()
{
    const Theme& colours = theme();
    return {.page = colours.page,
            .text = colours.text,
            .muted = colours.muted,
            .line = colours.line,
            .zero = colours.zero,
            .band = colours.band,
            .worse = colours.worse,
            .better = colours.better,
            .unchanged = colours.unchanged,
            .baseline = colours.muted,
            .candidate = colours.isDark ? QColor(0xc8, 0x9d, 0xf0) : QColor(0x7b, 0x3f, 0xa0)};
}

}
