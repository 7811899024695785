// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/finding.h"

#include "core/bench/rounds.h"
#include "core/stats/ratio_interval.h"
#include "core/stats/summary.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <vector>

namespace patchscale {
namespace {

constexpr std::size_t kFewest = 4;
constexpr int kMostAdvised = 1000;

bool holdsZero(const std::pair<double, double>& interval)
{
    return interval.first <= 0 && interval.second >= 0;
}

/// How narrow the interval must become for a verdict: away from 0, or within the limit, whichever comes first.
double reachForVerdict(double change, const FindingPolicy& policy)
{
    const auto size = std::abs(change);
    return std::max({size, policy.limit - size, policy.until ? policy.until->reach : 0});
}

void sayUndecided(Finding& finding, const FindingPolicy& policy)
{
    const auto rounds = static_cast<int>(std::min(finding.countBefore, finding.countAfter));
    if (!finding.reach) {
        finding.moreRounds = std::max(1, static_cast<int>(kFewest) - rounds);
        finding.reason = "too few rounds for an interval";
        return;
    }
    const auto needed =
        roundsNeeded(rounds, *finding.reach, reachForVerdict(*finding.change, policy), policy.until.has_value());
    finding.moreRounds = needed - rounds;
    finding.reason = *finding.moreRounds > kMostAdvised
        ? "too noisy: more than 1000 further rounds would be needed"
        : std::format("about {} more round{} would settle it", *finding.moreRounds,
                      *finding.moreRounds == 1 ? "" : "s");
}

void judge(Finding& finding, Better better, const FindingPolicy& policy)
{
    if (!finding.interval) {
        sayUndecided(finding, policy);
        return;
    }
    if (!holdsZero(*finding.interval)) {
        if (std::abs(*finding.change) < policy.limit) {
            finding.verdict = FindingVerdict::Minor;
            finding.reason = std::format("a real change, smaller than the limit of {:.3g} %", policy.limit * 100);
        } else if (better == Better::Unknown) {
            finding.reason = "a real change; whether higher or lower is better is not known";
        } else {
            const bool isGood = (*finding.change > 0) == (better == Better::Higher);
            finding.verdict = isGood ? FindingVerdict::Improved : FindingVerdict::Regressed;
            finding.reason = "a real change";
        }
        return;
    }
    const auto [low, high] = *finding.interval;
    if (low >= -policy.limit && high <= policy.limit) {
        finding.verdict = FindingVerdict::Unchanged;
        finding.reason = std::format("no change beyond the limit of {:.3g} %", policy.limit * 100);
    } else if (policy.until && *finding.reach <= policy.until->reach) {
        finding.verdict = FindingVerdict::Unchanged;
        finding.reason = std::format("no change seen at ±{:.3g} %", policy.until->reach * 100);
    } else {
        sayUndecided(finding, policy);
    }
}

}

Finding judgeKernel(const KernelResult& before, const KernelResult& after, const FindingPolicy& policy,
                    RankTests& tests)
{
    const auto a = ratesOf(before);
    const auto b = ratesOf(after);
    Finding finding {.kernel = before.kernel,
                     .name = before.name,
                     .mode = before.mode,
                     .copies = before.copies,
                     .unit = before.unit,
                     .before = median(a),
                     .after = median(b),
                     .countBefore = a.size(),
                     .countAfter = b.size(),
                     .change = {},
                     .interval = {},
                     .reach = {},
                     .verdict = FindingVerdict::Undecided,
                     .moreRounds = {},
                     .reason = {}};
    if (before.failed || after.failed) {
        finding.reason = before.failed ? *before.failed : *after.failed;
        return finding;
    }
    if (const auto ratio = ratioInterval(a, b, policy.until ? kLookConfidence : kConfidence, tests)) {
        finding.change = ratio->change;
        finding.interval = ratio->interval;
        finding.reach = ratio->reach();
    }
    judge(finding, before.better, policy);
    return finding;
}

std::string_view verdictWord(FindingVerdict verdict)
{
    switch (verdict) {
    case FindingVerdict::Regressed:
        return "Regressed";
    case FindingVerdict::Improved:
        return "Improved";
    case FindingVerdict::Minor:
        return "Minor";
    case FindingVerdict::Unchanged:
        return "Unchanged";
    case FindingVerdict::Undecided:
        return "Undecided";
    }
    return {};
}

std::string percentText(double fraction)
{
    auto text = std::format("{:+.2f} %", fraction * 100);
    return text == "-0.00 %" ? "+0.00 %" : text;
}

}
