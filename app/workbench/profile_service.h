// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/workbench/comparison_service.h"
#include "core/profile/call_tree.h"
#include "core/profile/profile.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace patchscale {

/// What a user says of profiles.
struct ProfileWishes
{
    SymbolPairs pairs;
    Adjustment adjustment = Adjustment::Holm;
    bool areRowsWanted = false; ///< beside the profiles: a direction was set, so that there are verdicts to read

    friend bool operator==(const ProfileWishes&, const ProfileWishes&) = default;
};

/// The profiles of @p input, which @p comparison was made of (empty where there was no answer: a perf diff stands for
/// itself), with what the diffs in its documents change. @p workspace is where stored runs come from.
std::vector<ProfileComparison> profilesOf(const ComparisonInput& input, const Comparison& comparison,
                                          const ProfileWishes& wishes, const std::filesystem::path& workspace,
                                          const Job& job);

/// The stacks behind @p profile, read again from the documents of @p input; nothing where one side has none.
std::optional<CallTree> callTreeOf(const ComparisonInput& input, const ProfileComparison& profile,
                                   const std::filesystem::path& workspace, const Job& job);

}
