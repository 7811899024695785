// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of the running kernel that a command line writes, as far as its form tells: what they hold can then be read
// before and after, and put back.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// A value written to a file of /proc, /sys, or any other.
struct SettingWrite
{
    std::string name; ///< as the command says it: "kernel.sched_x", "/sys/kernel/mm/…"
    std::filesystem::path file;
    std::string value;

    friend bool operator==(const SettingWrite&, const SettingWrite&) = default;
};

/// The settings that @p command writes when it consists of nothing but `sysctl [-w] name=value…` and `echo value >
/// /file`, joined by ";" or "&&". Nothing when anything else is in it, a variable or a pattern of the shell included.
std::optional<std::vector<SettingWrite>> settingsOf(std::string_view command);

/// What @p setting holds now, without blanks at the ends.
Result<std::string> readSetting(const SettingWrite& setting);

/// What must be written to get @p content back: the marked one of "always [madvise] never", else all of it.
std::string valueToRestore(std::string_view content);

}
