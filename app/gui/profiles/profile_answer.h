// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/session/opened_comparison.h"
#include "app/workbench/profile_service.h"

#include <memory>
#include <optional>
#include <vector>

namespace patchscale {

/// The profiles of an opened comparison with their stacks, computed off the GUI thread. Immutable.
struct ProfileAnswer
{
    std::vector<ProfileComparison> profiles;
    std::vector<std::optional<CallTree>> trees; ///< one for each; nothing where a side has no stacks
};

using ProfileAnswerPtr = std::shared_ptr<const ProfileAnswer>;

/// Whether anything in @p opened may be a profile; a quick look.
bool mayHoldProfiles(const OpenedComparison& opened);

/// The profiles of @p opened under @p wishes.
ProfileAnswerPtr profileAnswer(const OpenedComparison& opened, const ProfileWishes& wishes, const Job& job);

}
