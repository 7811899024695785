// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace patchscale {

/// The name of a processor within @p text ("Intel(R) Xeon(R) Silver 4210 CPU @ 2.20GHz", "Ampere Altra", "i7-13700K");
/// empty if there is none. A maker alone ("Intel") names no processor.
std::string_view cpuNameIn(std::string_view text);

}
