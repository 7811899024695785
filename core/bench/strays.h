// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace patchscale {

/// Kills every process of ours with @p mark ("NAME=value") in the environment it was started with, until there is none
/// or @p seconds are over, and reaps those that are children of this process. The environment is inherited, so this
/// finds what left its process group and session, too.
void killMarked(const std::string& mark, double seconds);

/// Whether this process has a child, ended or not.
bool hasChildren();

}
