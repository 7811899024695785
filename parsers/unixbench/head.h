// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/run.h"

#include <string_view>

namespace patchscale::unix_bench {

/// What the head of a report ("System: …", "OS: …", "CPU 0: …") tells of the machine. Of two reports side by side it
/// reads number @p side. `cpus` is the number of CPU lines.
Machine machineOfHead(std::string_view head, int side);

}
