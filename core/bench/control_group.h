// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace patchscale {

/// The folder of the control group (version 2) that this process is in, or nothing where there is none.
std::optional<std::filesystem::path> ownControlGroup();

/// Kills all processes of @p group and waits until it is empty, at most @p seconds; new ones may be started in it then.
/// Groups below it are included.
void killControlGroup(const std::filesystem::path& group, double seconds);

/// killControlGroup(), then removes @p group and the groups below it.
void removeControlGroup(const std::filesystem::path& group);

}
