// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/claim_fit.h"

#include "core/compare/figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <format>
#include <span>
#include <string_view>

namespace patchscale {
namespace {

enum class Fit : std::uint8_t { None, Digits, Truncated, RoundedUp, Values, About };

enum class Bound : std::uint8_t { None, AtLeast, AtMost };

/// A stated number as it is compared.
struct Stated
{
    double low = 0;
    double high = 0;
    double half = 0; ///< half a unit of the last printed digit
    bool isApproximate = false;
    Bound bound = Bound::None;
    bool hasSign = false;
};

constexpr double kAbout = 0.1; // "about 50 %" is not said of 40 %

bool containsWord(std::string_view text, std::string_view word)
{
    return text.find(word) != std::string_view::npos;
}

std::string lowered(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return lower;
}

/// Half a unit of the last digit of the first number in @p text, as a fraction; for claims that do not tell it.
double halfUnitOf(std::string_view text, bool isPercent)
{
    const auto first = text.find_first_of("0123456789");
    if (first == std::string_view::npos) {
        return 0;
    }
    const auto last = std::min(text.find_first_not_of("0123456789.", first), text.size());
    const auto number = text.substr(first, last - first);
    const auto point = number.find('.');
    const int decimals = point == std::string_view::npos ? 0 : static_cast<int>(number.size() - point - 1);
    return 0.5 * std::pow(10.0, -decimals) * (isPercent ? 0.01 : 1);
}

Stated statedOf(const Claim& claim)
{
    const auto text = lowered(claim.stated);
    Stated stated {.low = std::min(claim.low, claim.high), .high = std::max(claim.low, claim.high)};
    stated.half = claim.resolution > 0 ? claim.resolution
                                       : halfUnitOf(text, claim.kind == ClaimKind::Change || containsWord(text, "%"));
    stated.isApproximate = claim.isApproximate;
    static constexpr auto kAtLeast =
        std::to_array<std::string_view>({"more than", "at least", "over ", "above", "> ", ">=", "greater than"});
    static constexpr auto kAtMost =
        std::to_array<std::string_view>({"up to", "at most", "less than", "under ", "below", "<", "upto"});
    const auto has = [&](std::string_view word) { return containsWord(text, word); };
    if (std::ranges::any_of(kAtLeast, has)) {
        stated.bound = Bound::AtLeast;
    } else if (std::ranges::any_of(kAtMost, has)) {
        stated.bound = Bound::AtMost;
    }
    const auto digit = text.find_first_of("0123456789");
    const auto sign = text.find_first_of("+-");
    stated.hasSign = sign != std::string::npos && sign < digit;
    return stated;
}

bool haveSameSign(double a, double b)
{
    return (a >= 0) == (b >= 0);
}

/// How @p value fits, ignoring what the rounding of the two values leaves open.
Fit fitOf(const Stated& stated, double value)
{
    const double slack = 1e-12 + 1e-9 * std::abs(value);
    if (value >= stated.low - stated.half - slack && value <= stated.high + stated.half + slack) {
        return Fit::Digits;
    }
    const double least = std::min(std::abs(stated.low), std::abs(stated.high));
    const double most = std::max(std::abs(stated.low), std::abs(stated.high));
    const double size = std::abs(value);
    const bool isSameSide = haveSameSign(value, stated.low + stated.high) || most <= 0;
    if (!isSameSide) {
        return Fit::None;
    }
    if (stated.bound == Bound::AtLeast && size >= least - stated.half) {
        return Fit::Digits;
    }
    if (stated.bound == Bound::AtMost && size <= most + stated.half) {
        return Fit::Digits;
    }
    const double unit = 2 * stated.half;
    if (size >= least && size < most + unit - slack) {
        return Fit::Truncated;
    }
    if (size > least - unit + slack && size <= most && least - size <= kAbout * least) {
        return Fit::RoundedUp;
    }
    if (stated.isApproximate) {
        const double allowed = std::max(unit, kAbout * most) + slack;
        if (value >= stated.low - allowed && value <= stated.high + allowed) {
            return Fit::About;
        }
    }
    return Fit::None;
}

const char* wordsOf(Fit fit)
{
    switch (fit) {
    case Fit::Truncated:
        return "cut off, not rounded";
    case Fit::RoundedUp:
        return "rounded up";
    case Fit::Values:
        return "within what the printed values leave open";
    case Fit::About:
        return "near enough for an approximate number";
    case Fit::None:
    case Fit::Digits:
        break;
    }
    return "";
}

/// The number of the claim's kind from two values.
std::optional<double> compute(ClaimKind kind, double baseline, double candidate)
{
    if (kind == ClaimKind::Difference) {
        return candidate - baseline;
    }
    if (!(std::abs(baseline) > 0)) {
        return std::nullopt;
    }
    return kind == ClaimKind::Ratio ? candidate / baseline : (candidate - baseline) / std::abs(baseline);
}

/// True when values that print the same could give a number that fits.
bool fitsWithinValues(const Claim& claim, const Stated& stated, const ClaimPair& pair, double sign)
{
    double least = 0;
    double most = 0;
    bool isFirst = true;
    for (const double base : {pair.baseline - pair.baselineHalfUnit, pair.baseline + pair.baselineHalfUnit}) {
        for (const double cand : {pair.candidate - pair.candidateHalfUnit, pair.candidate + pair.candidateHalfUnit}) {
            if (!haveSameSign(base, pair.baseline)) {
                return false; // the baseline may be 0: anything would fit
            }
            const auto value = compute(claim.kind, base, cand);
            if (!value) {
                return false;
            }
            least = isFirst ? *value * sign : std::min(least, *value * sign);
            most = isFirst ? *value * sign : std::max(most, *value * sign);
            isFirst = false;
        }
    }
    return most >= stated.low - stated.half && least <= stated.high + stated.half;
}

Fit fitWithValues(const Claim& claim, const Stated& stated, const ClaimPair& pair, double value, double sign)
{
    const auto fit = fitOf(stated, value * sign);
    if (fit == Fit::None && fitsWithinValues(claim, stated, pair, sign)) {
        return Fit::Values;
    }
    return fit;
}

std::string textOf(const Claim& claim, const Stated& stated, double value)
{
    if (claim.kind == ClaimKind::Difference) {
        return std::format("{}{}", value >= 0 ? "+" : "", valueText(value));
    }
    // One digit more than the author prints, so that the difference can be seen.
    const int decimals =
        stated.half > 0 ? std::clamp(static_cast<int>(std::round(-std::log10(stated.half * 200))) + 1, 2, 6) : 2;
    if (claim.kind == ClaimKind::Ratio) {
        return claim.stated.contains('%') ? sizeText(value, decimals) : fixedText(value, std::max(2, decimals - 1));
    }
    const auto text = changeText(value, decimals);
    const auto exact = exactChangeText(value);
    return exact.size() > text.size() ? exact : text;
}

struct Formula
{
    const char* words;
    double (*value)(double baseline, double candidate);
};

constexpr std::string_view kDifference = "the difference of the two values";

constexpr auto kChangeFormulas = std::to_array<Formula>({
    {"divided by the new value", [](double b, double c) { return (c - b) / std::abs(c); }},
    {"divided by the new value, improvement positive", [](double b, double c) { return (b - c) / std::abs(c); }},
    {"divided by the mean of both values", [](double b, double c) { return 2 * (c - b) / std::abs(b + c); }},
    {"divided by the mean of both values, improvement positive",
     [](double b, double c) { return 2 * (b - c) / std::abs(b + c); }},
    {"the new value as a percentage of the old", [](double b, double c) { return c / b; }},
    {"the old value as a percentage of the new", [](double b, double c) { return b / c; }},
    {"the difference of the two values", [](double b, double c) { return (c - b) / 100; }},
    {"the difference of the two values, improvement positive", [](double b, double c) { return (b - c) / 100; }},
});

constexpr auto kRatioFormulas = std::to_array<Formula>({
    {"the old value over the new", [](double b, double c) { return b / c; }},
    {"the change, not the ratio", [](double b, double c) { return c / b - 1; }},
});

/// True when @p formula gives the stated number, from the two values or from values that print the same.
bool givesStated(const Formula& formula, const Stated& stated, const ClaimPair& pair)
{
    if (fitOf(stated, formula.value(pair.baseline, pair.candidate)) == Fit::Digits) {
        return true;
    }
    double least = formula.value(pair.baseline, pair.candidate);
    double most = least;
    for (const double base : {pair.baseline - pair.baselineHalfUnit, pair.baseline + pair.baselineHalfUnit}) {
        for (const double cand : {pair.candidate - pair.candidateHalfUnit, pair.candidate + pair.candidateHalfUnit}) {
            const double value = formula.value(base, cand);
            least = std::min(least, value);
            most = std::max(most, value);
        }
    }
    return most >= stated.low - stated.half && least <= stated.high + stated.half;
}

/// Why a number that is not the change may have been written: the first formula that gives it.
std::string unusualFormula(const Claim& claim, const Stated& stated, const ClaimPair& pair)
{
    // Where rounding may make a value 0, any formula would fit.
    const auto isSafe = [](double value, double half) { return std::abs(value) > 4 * half && std::abs(value) > 0; };
    const bool isUsable = isSafe(pair.baseline, pair.baselineHalfUnit) && isSafe(pair.candidate, pair.candidateHalfUnit)
        && std::abs(pair.baseline + pair.candidate) > 0;
    if (!isUsable || claim.kind == ClaimKind::Difference) {
        return {};
    }
    const std::span<const Formula> formulas =
        claim.kind == ClaimKind::Change ? std::span<const Formula>(kChangeFormulas) : kRatioFormulas;
    const auto hit =
        std::ranges::find_if(formulas, [&](const Formula& formula) { return givesStated(formula, stated, pair); });
    if (hit == formulas.end()) {
        return {};
    }
    const std::string words = hit->words;
    return pair.isPercentage && words.starts_with("the difference of the two values")
        ? "the difference in percentage points" + words.substr(32)
        : words;
}

bool isTenfold(const Stated& stated, double value)
{
    return std::abs(value) > 4 * stated.half
        && (fitOf(stated, value / 10) == Fit::Digits || fitOf(stated, value * 10) == Fit::Digits);
}

std::string flippedReason(const Claim& claim, const ClaimPair& pair, Fit fit, const std::string& computed)
{
    const std::string digits = fit == Fit::Digits ? "" : std::format(" ({})", wordsOf(fit));
    if (claim.kind == ClaimKind::Ratio) {
        return std::format("right as old over new{}: the numbers say {}", digits, computed);
    }
    if (pair.better == Better::Higher) {
        return std::format("right size{}, written without its sign: the numbers say {}", digits, computed);
    }
    return std::format("right size{}, opposite sign: the numbers say {}; the author counts an improvement as positive",
                       digits, computed);
}

}

ClaimOutcome auditPair(const Claim& claim, const ClaimPair& pair)
{
    ClaimOutcome outcome;
    if (!std::isfinite(pair.baseline) || !std::isfinite(pair.candidate)) {
        outcome.reason = "one of the two values is too large to be a number";
        return outcome;
    }
    outcome.computed = compute(claim.kind, pair.baseline, pair.candidate);
    if (outcome.computed && !std::isfinite(*outcome.computed)) {
        outcome.computed.reset();
        outcome.reason = "the baseline is too near to 0 for a percentage";
        return outcome;
    }
    if (!outcome.computed) {
        outcome.reason = "the baseline is 0: a change from 0 has no percentage";
        return outcome;
    }
    const auto stated = statedOf(claim);
    const double value = *outcome.computed;
    outcome.computedText = textOf(claim, stated, value);

    const auto plain = fitWithValues(claim, stated, pair, value, 1);
    if (plain == Fit::Digits) {
        outcome.verdict = ClaimVerdict::Agrees;
        outcome.reason = "the numbers say " + outcome.computedText;
        return outcome;
    }
    if (plain != Fit::None) {
        outcome.verdict = ClaimVerdict::Rounded;
        outcome.reason = std::format("{}: the numbers say {}", wordsOf(plain), outcome.computedText);
        return outcome;
    }

    // The opposite sign; of a ratio, the inverse.
    const bool isRatio = claim.kind == ClaimKind::Ratio;
    const bool hasOpposite = !isRatio || std::abs(pair.candidate) > 0;
    if (hasOpposite) {
        const auto flipped =
            isRatio ? fitOf(stated, pair.baseline / pair.candidate) : fitWithValues(claim, stated, pair, value, -1);
        const bool isConvention = pair.better != Better::Higher || (!stated.hasSign && !isRatio);
        if (flipped != Fit::None && isConvention) {
            outcome.verdict = ClaimVerdict::SignFlipped;
            outcome.reason = flippedReason(claim, pair, flipped, outcome.computedText);
            return outcome;
        }
        if (flipped != Fit::None && !isRatio) {
            outcome.verdict = ClaimVerdict::Wrong;
            outcome.reason =
                std::format("opposite sign: the numbers say {}, and higher is better", outcome.computedText);
            return outcome;
        }
    }

    outcome.verdict = ClaimVerdict::Wrong;
    outcome.reason = std::format("the numbers say {} ({} -> {})", outcome.computedText, valueText(pair.baseline),
                                 valueText(pair.candidate));
    if (const auto formula = unusualFormula(claim, stated, pair); !formula.empty()) {
        outcome.reason += "; the author's number is " + formula;
    } else if (isTenfold(stated, value)) {
        outcome.reason += "; a decimal point off";
    }
    return outcome;
}

}
