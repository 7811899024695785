// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/history/observation.h"

#include "core/compare/base_factor.h"
#include "core/compare/suites.h"
#include "core/stats/summary.h"

#include <algorithm>
#include <cmath>
#include <format>

namespace patchscale {

MetricWish::MetricWish(std::string_view metric)
    : m_metric(foldName(metric))
{
}

void MetricWish::begin(const Run& run)
{
    m_withIndex.clear();
    m_isUnixBench = isUnixBench(run.benchmark);
    m_isOwn = isOwnRunner(run.benchmark);
    m_hasSelf = isCallProfile(run.benchmark) && std::ranges::contains(run.results, "self", &TestResult::metric);
    for (const auto& result : run.results) {
        if (m_metric.empty() && m_isUnixBench && isFoldedName(result.metric, "index")) {
            m_withIndex.insert(canonicalTest(run.benchmark, result.test));
        }
    }
}

bool MetricWish::wants(const Run& run, const TestResult& result) const
{
    const bool isIndex = isFoldedName(result.metric, "index");
    if (!m_metric.empty()) {
        return m_metric == "all" || isFoldedName(result.metric, m_metric);
    }
    if (m_isUnixBench) {
        return isIndex || !m_withIndex.contains(canonicalTest(run.benchmark, result.test));
    }
    if (m_hasSelf) {
        return result.metric != "children";
    }
    return !m_isOwn || (result.metric != "result" && !isIndex); // the rate again, in UnixBench's way
}

std::string seriesKey(const Run& run, const TestResult& result, std::size_t document)
{
    std::string key = run.machine.label.empty() ? std::format("\x1d{}", document) : run.machine.label;
    key.append("\x1f").append(foldName(run.benchmark)).append("\x1f");
    key.append(foldName(canonicalTest(run.benchmark, result.test))).append("\x1f").append(foldName(result.metric));
    key.append("\x1f").append(result.baseUnit.empty() ? result.unit : result.baseUnit);
    for (const auto* parameters : {&run.parameters, &result.parameters}) {
        key += '\x1e';
        for (const auto& [name, value] : *parameters) {
            key.append("\x1f").append(name).append("=").append(value);
        }
    }
    return key;
}

void observe(std::span<const Run> runs, RunResultRef ref, std::vector<Observation>& out)
{
    const auto& run = runs[ref.run];
    const auto& result = run.results[ref.result];
    const auto fact = run.machine.facts.find("kernel.boot-id");
    const auto id = fact == run.machine.facts.end() ? std::string() : fact->second;
    const auto nameOf = [&](int boot) {
        return id.empty() ? std::string() : std::format("{} {}", id, std::max(1, boot));
    };
    std::map<int, std::vector<double>> boots;
    for (const auto& sample : result.samples) {
        if (!sample.isExcluded && std::isfinite(sample.value)) {
            boots[std::max(1, sample.boot)].push_back(sample.value);
        }
    }
    if (boots.empty()) {
        if (result.samples.empty() && std::isfinite(result.value)) {
            out.push_back(
                {.run = ref.run, .result = ref.result, .boot = nameOf(1), .samples = {}, .value = result.value});
        }
        return;
    }
    for (auto& [boot, samples] : boots) {
        const double centre = median(samples);
        out.push_back({.run = ref.run,
                       .result = ref.result,
                       .boot = nameOf(boot),
                       .samples = std::move(samples),
                       .value = centre});
    }
}

}
