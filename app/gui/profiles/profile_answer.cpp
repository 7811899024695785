// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/profiles/profile_answer.h"

#include <algorithm>

namespace patchscale {

bool mayHoldProfiles(const OpenedComparison& opened)
{
    return std::ranges::any_of(opened.input->runs,
                               [](const Run& run) { return isProfile(run.benchmark) || run.benchmark == "perf diff"; });
}

ProfileAnswerPtr profileAnswer(const OpenedComparison& opened, const ProfileWishes& wishes, const Job& job)
{
    auto answer = std::make_shared<ProfileAnswer>();
    const Comparison none;
    const Comparison& comparison = opened.comparison ? *opened.comparison : none;
    answer->profiles = profilesOf(*opened.input, comparison, wishes, {}, job);
    for (const ProfileComparison& profile : answer->profiles) {
        answer->trees.push_back(callTreeOf(*opened.input, profile, {}, job));
    }
    return answer;
}

}
