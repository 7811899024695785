// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/claim_subject.h"

#include "core/compare/figures.h"
#include "core/compare/suites.h"

#include <algorithm>
#include <cmath>

namespace patchscale {
namespace {

constexpr std::size_t kMostPlaces = 64; // a name that stands in more places singles nothing out

bool agree(const Parameters& a, const Parameters& b)
{
    return std::ranges::all_of(a, [&](const auto& parameter) {
        const auto other = b.find(parameter.first);
        return other == b.end() || other->second == parameter.second;
    });
}

/// What the kernel test robot says of a machine, "36 threads 1 sockets (Cascade Lake) with 128G memory", against what
/// is known of @p machine.
bool isMachine(const Parameters& parameters, const Machine& machine)
{
    const auto told = parameters.find("machine");
    if (told == parameters.end()) {
        return true;
    }
    const std::string_view text = told->second;
    const auto threads = text.find(" threads");
    const bool isOtherSize =
        machine.cpus && threads != std::string_view::npos && text.substr(0, threads) != std::to_string(*machine.cpus);
    const bool isOtherMemory =
        !machine.memory.empty() && text.ends_with(" memory") && !text.ends_with(" " + machine.memory + " memory");
    return !isOtherSize && !isOtherMemory;
}

bool isVariant(const Variant& variant, const std::string& label, Role role)
{
    return label.empty() ? variant.role == role : foldName(variant.label) == foldName(label);
}

/// What the last digit of a value of the kernel test robot leaves open: it prints two decimals at most, four digits of
/// large numbers, and cuts the rest off after it has computed the change.
double cutOffUnit(double value)
{
    constexpr double kScientific = 1e7;
    constexpr int kDigits = 4;
    const double size = std::abs(value);
    const int exponent =
        size >= kScientific ? static_cast<int>(std::floor(std::log10(size))) + 1 - kDigits : -decimalsOf(value);
    return std::pow(10.0, exponent);
}

}

ClaimSubjects::ClaimSubjects(std::span<const Run> runs)
    : m_runs(runs)
{
}

std::vector<ClaimPair> ClaimSubjects::find(const Claim& claim)
{
    if (claim.baselineResult && claim.candidateResult && isValid(*claim.baselineResult)
        && isValid(*claim.candidateResult)) {
        return {pairOf(*claim.baselineResult, *claim.candidateResult)};
    }
    if (claim.test.empty()) {
        return {};
    }
    if (m_byTest.empty()) {
        for (std::size_t run = 0; run < m_runs.size(); ++run) {
            for (std::size_t i = 0; i < m_runs[run].results.size(); ++i) {
                const auto name = foldName(canonicalTest(m_runs[run].benchmark, m_runs[run].results[i].test));
                m_byTest[name].push_back({.run = run, .result = i});
            }
        }
    }
    auto refs = m_byTest.find(foldName(claim.test));
    if (refs == m_byTest.end()) {
        refs = m_byTest.find(foldName(canonicalTest("unixbench", claim.test)));
    }
    if (refs == m_byTest.end() || refs->second.size() > kMostPlaces) {
        return {};
    }
    std::vector<ResultRef> baselines;
    std::vector<ResultRef> candidates;
    for (const auto& ref : refs->second) {
        const auto& run = m_runs[ref.run];
        const bool isMetric = claim.metric.empty() || foldName(claim.metric) == foldName(result(ref).metric);
        if (!isMetric || !agree(claim.parameters, result(ref).parameters) || !agree(claim.parameters, run.parameters)
            || !isMachine(claim.parameters, run.machine)) {
            continue;
        }
        if (isVariant(run.variant, claim.baseline, Role::Baseline)) {
            baselines.push_back(ref);
        }
        if (isVariant(run.variant, claim.candidate, Role::Candidate)) {
            candidates.push_back(ref);
        }
    }
    std::vector<ClaimPair> pairs;
    for (const auto& baseline : baselines) {
        for (const auto& candidate : candidates) {
            if (baseline != candidate && arePartners(baseline, candidate)) {
                pairs.push_back(pairOf(baseline, candidate));
            }
        }
    }
    return pairs;
}

const std::vector<ClaimPair>& ClaimSubjects::totals()
{
    if (m_totals) {
        return *m_totals;
    }
    std::vector<ResultRef> scores;
    std::vector<ResultRef> singles;
    for (std::size_t run = 0; run < m_runs.size(); ++run) {
        const auto& results = m_runs[run].results;
        for (std::size_t i = 0; i < results.size(); ++i) {
            if (isTotal(m_runs[run].benchmark, results[i].test)) {
                scores.push_back({.run = run, .result = i});
            }
        }
        if (results.size() == 1) {
            singles.push_back({.run = run, .result = 0});
        }
    }
    m_totals = pairsOf(scores.empty() ? singles : scores);
    return *m_totals;
}

std::vector<ClaimPair> ClaimSubjects::pairsOf(const std::vector<ResultRef>& refs)
{
    std::vector<ClaimPair> pairs;
    if (refs.size() > kMostPlaces) {
        return pairs;
    }
    for (const auto& baseline : refs) {
        if (m_runs[baseline.run].variant.role != Role::Baseline) {
            continue;
        }
        for (const auto& candidate : refs) {
            if (m_runs[candidate.run].variant.role == Role::Candidate && arePartners(baseline, candidate)
                && foldName(result(baseline).test) == foldName(result(candidate).test)) {
                pairs.push_back(pairOf(baseline, candidate));
            }
        }
    }
    return pairs;
}

bool ClaimSubjects::isValid(const ResultRef& ref) const
{
    return ref.run < m_runs.size() && ref.result < m_runs[ref.run].results.size();
}

const TestResult& ClaimSubjects::result(const ResultRef& ref) const
{
    return m_runs[ref.run].results[ref.result];
}

bool ClaimSubjects::arePartners(const ResultRef& baseline, const ResultRef& candidate) const
{
    const auto& left = m_runs[baseline.run];
    const auto& right = m_runs[candidate.run];
    return foldName(left.benchmark) == foldName(right.benchmark) && left.machine.label == right.machine.label
        && agree(left.parameters, right.parameters)
        && foldName(result(baseline).metric) == foldName(result(candidate).metric)
        && agree(result(baseline).parameters, result(candidate).parameters);
}

bool ClaimSubjects::isCutOff(const ResultRef& ref) const
{
    return m_runs[ref.run].format == "lkp-table";
}

ClaimPair ClaimSubjects::pairOf(const ResultRef& baseline, const ResultRef& candidate)
{
    const auto& left = result(baseline);
    const auto& right = result(candidate);
    // One column has one number of decimals, also where a value happens to end in zeros.
    const int decimals = std::max(columnDecimals(baseline), columnDecimals(candidate));
    const double halfUnit = 0.5 * std::pow(10.0, -decimals);
    ClaimPair pair {.baseline = left.value,
                    .candidate = right.value,
                    .baselineHalfUnit = isCutOff(baseline) ? cutOffUnit(left.value) : halfUnit,
                    .candidateHalfUnit = isCutOff(candidate) ? cutOffUnit(right.value) : halfUnit,
                    .better = left.better != Better::Unknown ? left.better : right.better,
                    .isPercentage = left.unit == "%" && right.unit == "%",
                    .baselineResult = baseline,
                    .candidateResult = candidate};
    if (left.unit != right.unit) {
        const double factor = std::abs(left.value) > 0 ? left.baseValue / left.value : 1;
        const double other = std::abs(right.value) > 0 ? right.baseValue / right.value : 1;
        pair.baseline = left.baseValue;
        pair.candidate = right.baseValue;
        pair.baselineHalfUnit *= factor;
        pair.candidateHalfUnit *= other;
    }
    return pair;
}

int ClaimSubjects::columnDecimals(const ResultRef& ref)
{
    const auto key = [&](const TestResult& one) {
        return std::to_string(ref.run) + '\x1f' + one.metric + '\x1f' + one.unit;
    };
    const auto wanted = key(result(ref));
    if (const auto known = m_decimals.find(wanted); known != m_decimals.end()) {
        return known->second;
    }
    for (const auto& one : m_runs[ref.run].results) {
        auto& decimals = m_decimals[key(one)];
        decimals = std::max(decimals, decimalsOf(one.value));
    }
    return m_decimals[wanted];
}

}
