// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// The functions that the sentences of @p text say are optimised, avoided or removed: "Provide optimized version of
/// vcpu_is_preempted()", "avoid taking the lock in do_futex()". Adds to @p functions.
void optimisedIn(std::string_view text, std::vector<std::string>& functions);

/// @p symbol of a profile is one of @p functions: with a prefix ("__kvm_vcpu_is_preempted"), with a compiler's suffix
/// (".isra.0"), or with its last letters cut off by the width of a column.
bool isOptimised(std::string_view symbol, std::span<const std::string> functions);

}
