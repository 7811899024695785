// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/profile_results.h"

#include "parsers/perf/symbol_row.h"

#include <charconv>

namespace patchscale::perf {
namespace {

/// Stacks are folded with their counts or with their periods, and nothing tells which. A fixed period divides all
/// weights; periods that vary are large.
double samplesIn(const StackProfile& profile)
{
    constexpr double kLargestCount = 1000; // of one stack, mostly
    constexpr double kSmallestPeriod = 1000;
    const auto divisor = profile.commonDivisor();
    if (divisor >= kSmallestPeriod) {
        return profile.total() / divisor;
    }
    return profile.total() / static_cast<double>(profile.stacks()) <= kLargestCount ? profile.total() : 0;
}

}

TestResult profileTotal(std::string_view metric, double value, SourceSpan span)
{
    TestResult result;
    result.test = kWholeProfile;
    result.metric = metric;
    result.value = value;
    result.unit = metric == "samples" ? "samples" : "";
    result.baseValue = value;
    result.baseUnit = "count";
    result.span = span;
    return result;
}

void addProfileTotals(const Text& text, std::string_view samples, std::string_view events, Run& run)
{
    const auto add = [&](std::string_view metric, std::string_view digits) {
        double value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        const std::string_view suffix(end, digits.data() + digits.size());
        if (error != std::errc {} || suffix.size() > 1) {
            return;
        }
        auto& result = run.results.emplace_back(
            profileTotal(metric, value, text.spanOf(digits.substr(0, digits.size() - suffix.size()))));
        if (!suffix.empty()) {
            result.unit = std::string(suffix) + " " + result.unit;
            result.baseValue *= suffix == "K" ? 1e3 : 1e6;
        }
    };
    add("samples", samples);
    add("event count", events);
}

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
    const auto place = rows.front()->span;
    if (weight == ProfileWeight::Counts) {
        const double samples = samplesIn(profile);
        if (samples > 0) {
            run.results.push_back(profileTotal("samples", samples, place));
        }
        if (samples != profile.total()) {
            run.results.push_back(profileTotal("event count", profile.total(), place));
        }
    } else {
        run.results.push_back(profileTotal("samples", static_cast<double>(profile.stacks()), place));
    }
    if (weight == ProfileWeight::Weights) {
        run.results.push_back(profileTotal("event count", profile.total(), place));
    }
    return run;
}

}
