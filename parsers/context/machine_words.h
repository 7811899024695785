// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>

namespace patchscale {

/// @p lower holds one of @p words as a word of its own.
bool hasWord(std::string_view lower, std::initializer_list<std::string_view> words);

/// The size in "64GB RAM", "16 GiB of memory"; empty if none is told.
std::string_view memoryIn(std::string_view text);

/// The number of processors in "40 cores", "16 vCPUs", "a 16-core 32-thread system" (threads win).
std::optional<int> cpusIn(std::string_view text);

/// The kernel in "kernel 5.10.0-rc6", "based on v6.13", "with tip/sched/core"; empty if none is told.
std::string_view kernelIn(std::string_view text);

/// A distribution with its version: "Ubuntu 22.04.5 LTS"; empty if none is told.
std::string_view osIn(std::string_view text);

/// Where it ran: "KVM guest", "bare metal", "m6g.xlarge AWS EC2 instance", "Kunpeng arm64 machine"; empty if not told.
std::string_view placeIn(std::string_view text);

/// The number that @p text begins with.
std::optional<int> leadingInteger(std::string_view text);

}
