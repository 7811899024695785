// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/phrase_words.h"
#include "parsers/context/vocabulary.h"

#include <algorithm>
#include <tuple>

namespace patchscale {
namespace {

using Kind = VariantPhrase::Kind;

/// Major, minor, patch, release candidate of the first kernel version in a label; a release is behind its candidates.
using KernelVersion = std::tuple<int, int, int, int>;

int numberOf(std::string_view digits)
{
    int value = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9' || value > 9999) {
            break;
        }
        value = value * 10 + (c - '0');
    }
    return value;
}

std::optional<KernelVersion> kernelVersionOf(std::string_view label)
{
    const auto words = phraseWords(label);
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::string_view word = words[i].lower;
        if (!isKernelVersion(word)) {
            continue;
        }
        if (word.starts_with('v')) {
            word.remove_prefix(1);
        }
        int groups[4] = {0, 0, 0, 999};
        for (int& group : groups) {
            if (word.starts_with("rc")) {
                break;
            }
            group = numberOf(word);
            const auto point = word.find('.');
            word = point == std::string_view::npos ? std::string_view {} : word.substr(point + 1);
            if (word.empty()) {
                break;
            }
        }
        int candidate = 999;
        if (word.starts_with("rc")) {
            candidate = numberOf(word.substr(2));
        } else if (i + 1 < words.size() && words[i + 1].isGlued() && words[i + 1].lower.starts_with("rc")) {
            candidate = numberOf(std::string_view(words[i + 1].lower).substr(2));
        }
        return KernelVersion {groups[0], groups[1], groups[2], candidate};
    }
    return std::nullopt;
}

std::optional<int> patchVersionOf(std::string_view label)
{
    for (const auto& word : phraseWords(label)) {
        if (isPatchVersion(word.lower)) {
            return numberOf(std::string_view(word.lower).substr(1));
        }
    }
    return std::nullopt;
}

/// Index of the label with the lowest of what @p valueOf finds in every label, or nothing if two share it.
template<class ValueOf>
std::optional<std::size_t> lowestOf(std::span<const std::string_view> labels, ValueOf valueOf)
{
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (!valueOf(labels[i])) {
            return std::nullopt;
        }
        order.push_back(i);
    }
    std::ranges::sort(order, {}, [&](std::size_t i) { return *valueOf(labels[i]); });
    if (order.size() < 2 || *valueOf(labels[order[0]]) == *valueOf(labels[order[1]])) {
        return std::nullopt;
    }
    return order.front();
}

bool areOptions(std::span<const std::string_view> labels)
{
    return std::ranges::all_of(labels, [](std::string_view label) {
        const auto phrase = variantPhrase(label);
        const bool isKernel = kernelVersionOf(label).has_value() || isCommitId(lowered(label));
        return phrase && phrase->kind == Kind::Neutral && !isKernel;
    });
}

}

std::vector<Variant> assignRoles(std::span<const std::string_view> labels)
{
    std::vector<Variant> out;
    std::size_t baselines = 0;
    std::size_t candidates = 0;
    for (const auto label : labels) {
        const auto phrase = variantPhrase(label);
        Variant variant {.label = std::string(label)};
        if (phrase && phrase->kind == Kind::Baseline) {
            variant.role = Role::Baseline;
            ++baselines;
        } else if (phrase && phrase->kind == Kind::Candidate) {
            variant.role = Role::Candidate;
            ++candidates;
        }
        out.push_back(std::move(variant));
    }
    if (labels.size() < 2 || (baselines == 1 && candidates + 1 == labels.size())) {
        return out;
    }
    const auto assume = [&](std::size_t i, Role role) {
        if (out[i].role != role) {
            out[i].role = role;
            out[i].isAssumed = true;
        }
    };
    std::optional<std::size_t> baseline;
    if (baselines >= 1) {
        // several "old" words ("mainline", "default"): the first stays the baseline, as authors put it first
        const auto first = std::ranges::find(out, Role::Baseline, &Variant::role);
        baseline = static_cast<std::size_t>(first - out.begin());
    } else if (candidates > 0 && candidates + 1 == labels.size()) {
        const auto first = std::ranges::find(out, Role::None, &Variant::role);
        baseline = static_cast<std::size_t>(first - out.begin());
    } else if (candidates == labels.size()) {
        baseline = lowestOf(labels, patchVersionOf);
    } else if (candidates == 0 && areOptions(labels)) {
        return out;
    } else {
        baseline = lowestOf(labels, kernelVersionOf);
    }
    if (!baseline) {
        const auto first = std::ranges::find(out, Role::None, &Variant::role);
        baseline = first == out.end() ? 0 : static_cast<std::size_t>(first - out.begin());
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
        assume(i, i == *baseline ? Role::Baseline : Role::Candidate);
    }
    return out;
}

}
