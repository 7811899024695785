// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/profile_results.h"

#include "parsers/perf/symbol_row.h"

namespace patchscale::perf {

Run profileRun(const StackProfile& profile, std::string_view benchmark, ProfileWeight weight, SourceSpan span)
{
    Run run;
    run.benchmark = benchmark;
    run.span = span;
    const bool byStacks = weight == ProfileWeight::Stacks;
    const double total = byStacks ? static_cast<double>(profile.stacks()) : profile.total();
    if (total <= 0) {
        return run;
    }
    const auto rows = profile.rows();
    run.results.reserve(rows.size() * 2);
    for (const auto* row : rows) {
        Parameters parameters;
        if (!row->command.empty()) {
            parameters.emplace("command", row->command);
        }
        if (!row->dso.empty()) {
            parameters.emplace("dso", canonicalDso(row->dso));
        }
        const double self = byStacks ? static_cast<double>(row->selfStacks) : row->self;
        const double children = byStacks ? static_cast<double>(row->childrenStacks) : row->children;
        for (const auto& [metric, sum] : {std::pair {"self", self}, std::pair {"children", children}}) {
            auto& result = run.results.emplace_back();
            result.test = row->symbol;
            result.parameters = parameters;
            result.metric = metric;
            result.value = sum * 100 / total;
            result.unit = "%";
            result.baseValue = sum / total;
            result.baseUnit = "ratio";
            result.span = row->span;
        }
    }
    return run;
}

}
