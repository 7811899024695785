// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/run.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// Whether kernel release @p a comes before @p b: 6.9 before 6.10, 6.12-rc1 before 6.12, 6.12.0 before 6.12.0+.
bool isOlderRelease(std::string_view a, std::string_view b);

/// Runs of our own runner that nobody gave a label or a role: those on the oldest kernel release of their machine
/// become the baseline, the others candidates, each named by its release. What was assumed is returned in words, one
/// text for each machine.
std::vector<std::string> pairByRelease(std::span<Run> runs);

}
