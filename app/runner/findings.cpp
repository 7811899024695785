// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/findings.h"

#include "app/runner/progress.h"
#include "app/runner/summary.h"

#include <algorithm>
#include <format>

namespace patchscale::runner {
namespace {

std::vector<std::string> rowOf(const Finding& finding)
{
    return {finding.name,
            finding.mode,
            std::to_string(finding.copies),
            finding.countBefore == finding.countAfter ? std::to_string(finding.countBefore)
                                                      : std::format("{}+{}", finding.countBefore, finding.countAfter),
            finding.countBefore == 0 ? "-" : shortNumber(finding.before),
            finding.countAfter == 0 ? "-" : shortNumber(finding.after),
            finding.unit,
            finding.change ? percentText(*finding.change) : "-",
            finding.interval
                ? std::format("{} to {}", percentText(finding.interval->first), percentText(finding.interval->second))
                : "-",
            std::string(verdictWord(finding.verdict))};
}

bool isChanged(const Finding& finding)
{
    return finding.verdict != FindingVerdict::Unchanged && finding.verdict != FindingVerdict::Undecided;
}

bool isSameTwice(const ExperimentPlan& plan)
{
    return plan.variants[0].command == plan.variants[1].command && plan.variants[0].delayNs == plan.variants[1].delayNs;
}

}

std::string findingsText(const ExperimentPlan& plan, const ExperimentOutcome& outcome)
{
    std::vector<std::vector<std::string>> rows {{"Test", "Mode", "Copies", "Samples", plan.variants[0].label,
                                                 plan.variants[1].label, "Unit", "Change", "95 % interval", "Verdict"}};
    std::string notes;
    for (std::size_t at = 0; at < outcome.findings.size(); ++at) {
        const auto& finding = outcome.findings[at];
        rows.push_back(rowOf(finding));
        const auto& ended = outcome.variants.front().results[at].ended;
        notes +=
            std::format("{}{}: {}{}\n", finding.name, finding.mode.empty() ? "" : std::format(" ({})", finding.mode),
                        finding.reason, ended ? std::format("; ended by {}", *ended) : "");
    }
    constexpr std::size_t kFirstNumber = 2;
    auto text = columnsText(rows, kFirstNumber) + notes;
    const auto isCommand = plan.run.kernels.front().kernel.program.empty();
    if (isSameTwice(plan) && !isCommand) {
        text += "A/A: both variants are the same, so whatever is called a change here is a false alarm.\n";
    } else if (std::ranges::any_of(outcome.findings, isChanged)) {
        text += "hint: the same with --aa shows what this machine calls a change where there is none\n";
    }
    return text;
}

}
