// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/correction.h"

#include "core/base/units.h"

#include <algorithm>
#include <map>

namespace patchscale {
namespace {

bool isAboutResults(CorrectedField field)
{
    return field == CorrectedField::Better || field == CorrectedField::Unit;
}

/// A plain number has not told yet what it counts, so that its direction came from elsewhere.
bool isPlain(std::string_view baseUnit)
{
    return baseUnit.empty() || baseUnit == "count";
}

void setUnit(TestResult& result, const std::string& unit)
{
    const auto meaning = findUnit(unit);
    const std::string base(meaning ? meaning->base : std::string_view(unit));
    // A direction that was known of seconds says nothing of operations per second.
    if (base != result.baseUnit && !isPlain(result.baseUnit)) {
        result.better = Better::Unknown;
    }
    result.unit = unit;
    result.baseUnit = base;
    result.baseValue = result.value * (meaning ? meaning->factor : 1);
}

void correctResult(TestResult& result, const Corrections& own)
{
    const Correction* unit = nullptr;
    const Correction* better = nullptr;
    for (const auto& correction : own) {
        if (isAboutResults(correction.field) && isAbout(correction.target, result)) {
            (correction.field == CorrectedField::Unit ? unit : better) = &correction;
        }
    }
    if (unit != nullptr) {
        setUnit(result, unit->value);
    }
    if (better != nullptr) {
        result.better = betterNamed(better->value).value_or(result.better);
    }
}

}

bool isAbout(const CorrectionTarget& target, const TestResult& result)
{
    return (target.test.empty() || target.test == result.test)
        && (target.metric.empty() || target.metric == result.metric) && (!target.unit || *target.unit == result.unit);
}

std::optional<Role> roleNamed(std::string_view word)
{
    return word == "baseline" ? std::optional(Role::Baseline)
        : word == "candidate" ? std::optional(Role::Candidate)
        : word == "none"      ? std::optional(Role::None)
                              : std::nullopt;
}

std::optional<Better> betterNamed(std::string_view word)
{
    return word == "higher" ? std::optional(Better::Higher)
        : word == "lower"   ? std::optional(Better::Lower)
        : word == "unknown" ? std::optional(Better::Unknown)
                            : std::nullopt;
}

bool isUsable(const Correction& correction)
{
    const auto& target = correction.target;
    if (correction.field == CorrectedField::Symbol) {
        return !target.test.empty() && target.metric.empty() && !target.unit && !target.run && !target.span;
    }
    const bool namesResult = !target.test.empty() || !target.metric.empty() || target.unit;
    if (namesResult && !isAboutResults(correction.field)) {
        return false;
    }
    if (correction.field == CorrectedField::Format) {
        return !target.run && !correction.value.empty();
    }
    if (target.span) {
        return false;
    }
    switch (correction.field) {
    case CorrectedField::VariantRole:
        return roleNamed(correction.value).has_value();
    case CorrectedField::Better:
        return betterNamed(correction.value).has_value();
    case CorrectedField::Unit: // a plain count has no unit
        return true;
    default:
        return !correction.value.empty();
    }
}

void setCorrection(Corrections& all, Correction correction)
{
    std::erase_if(all, [&](const Correction& other) {
        return other.field == correction.field && other.target == correction.target;
    });
    all.push_back(std::move(correction));
}

bool changesFormats(const Corrections& corrections)
{
    return std::ranges::contains(corrections, CorrectedField::Format, &Correction::field);
}

std::vector<Corrections> correctionsByRun(std::span<const Run> runs, const Corrections& corrections)
{
    std::vector<Corrections> out(runs.size());
    for (const auto& correction : corrections) {
        if (!isOfRuns(correction.field)) {
            continue;
        }
        if (!correction.target.run) {
            for (auto& own : out) {
                own.push_back(correction);
            }
        } else if (const auto place = findRun(runs, *correction.target.run)) {
            out[*place].push_back(correction);
        }
    }
    return out;
}

void correctRun(Run& run, const Corrections& own)
{
    bool isAboutNumbers = false;
    for (const auto& correction : own) {
        switch (correction.field) {
        case CorrectedField::VariantLabel:
            run.variant.label = correction.value;
            run.variant.isAssumed = false;
            break;
        case CorrectedField::VariantRole:
            run.variant.role = roleNamed(correction.value).value_or(run.variant.role);
            run.variant.isAssumed = false;
            break;
        case CorrectedField::MachineLabel:
            run.machine.label = correction.value;
            break;
        case CorrectedField::Better:
        case CorrectedField::Unit:
            isAboutNumbers = true;
            break;
        case CorrectedField::Format:
        case CorrectedField::Symbol:
            break;
        }
    }
    if (!isAboutNumbers) {
        return;
    }
    for (auto& result : run.results) {
        correctResult(result, own);
    }
}

void relabelClaims(std::span<Claim> claims, std::span<const std::string> before, std::span<const std::string> after)
{
    // A label that became several is told by the claims' references only.
    std::map<std::string, std::optional<std::string>> renamed;
    for (std::size_t i = 0; i < before.size(); ++i) {
        const auto [known, isNew] = renamed.try_emplace(before[i], after[i]);
        if (!isNew && known->second != after[i]) {
            known->second.reset();
        }
    }
    for (auto& claim : claims) {
        for (auto* label : {&claim.baseline, &claim.candidate}) {
            const auto known = label->empty() ? renamed.end() : renamed.find(*label);
            if (known != renamed.end() && known->second) {
                *label = *known->second;
            }
        }
    }
}

void correctRuns(std::span<Run> runs, std::span<Claim> claims, const Corrections& corrections)
{
    const auto byRun = correctionsByRun(runs, corrections);
    std::vector<std::string> before;
    std::vector<std::string> after;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        before.push_back(runs[i].variant.label);
        correctRun(runs[i], byRun[i]);
        after.push_back(runs[i].variant.label);
    }
    relabelClaims(claims, before, after);
}

}
