// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/variant_label.h"

#include "parsers/context/passage.h"
#include "parsers/context/phrase_match.h"
#include "parsers/table/blanks.h"
#include "parsers/table/cell.h"
#include "parsers/table/naming.h"

#include <algorithm>
#include <array>

namespace patchscale::table {
namespace {

using Kind = VariantPhrase::Kind;

std::optional<Kind> sideOf(std::string_view text)
{
    const auto phrase = variantPhrase(text);
    if (phrase && (phrase->kind == Kind::Baseline || phrase->kind == Kind::Candidate)) {
        return phrase->kind;
    }
    return std::nullopt;
}

/// A quick look at all words of a label: without one of the vocabulary no part of it names a side.
bool mayTellSide(std::string_view text)
{
    return mayHoldPhrase(text, true) || text.contains('=')
        || std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

std::string_view withoutMarks(std::string_view text)
{
    text = trimmed(text);
    while (!text.empty() && (text.back() == ':' || text.back() == '=' || text.back() == ',')) {
        text = trimmed(text.substr(0, text.size() - 1));
    }
    return text;
}

/// Words that only complete a variant's name: "before this set", "after the change".
bool isFiller(std::string_view text)
{
    constexpr auto kFillers = std::to_array<std::string_view>(
        {"this", "the", "these", "my", "patch", "patches", "patchset", "patch-set", "set", "series", "change",
         "changes", "commit", "kernel", "fix", "applied", "applying", "that", "case"});
    const auto lower = lowered(text);
    std::string_view rest = lower;
    while (!rest.empty()) {
        const auto end = std::min(rest.find(' '), rest.size());
        if (std::ranges::find(kFillers, rest.substr(0, end)) == kFillers.end()) {
            return false;
        }
        rest = trimmed(rest.substr(end));
    }
    return true;
}

/// "(1 baseline)": a numbered configuration without its number and brackets.
std::string_view withoutNumber(std::string_view text)
{
    if (text.size() > 2 && (text.front() == '(' || text.front() == '[') && (text.back() == ')' || text.back() == ']')) {
        text = trimmed(text.substr(1, text.size() - 2));
        const auto digits = std::min(text.find_first_not_of("0123456789"), text.size());
        if (digits > 0 && digits < text.size() && text[digits] == ' ') {
            return trimmed(text.substr(digits));
        }
    }
    return {};
}

}

bool isStemOf(std::string_view stem, std::string_view label)
{
    return !stem.empty() && label.size() > stem.size() && label.starts_with(stem)
        && std::string_view(" -+_/").contains(label[stem.size()]);
}

VariantLabel variantLabel(std::string_view text)
{
    text = withoutMarks(text);
    if (!mayTellSide(text)) {
        return {.kind = std::nullopt, .label = text, .rest = {}};
    }
    if (const auto side = sideOf(text.contains("  ") ? std::string_view(squeezed(text)) : text)) {
        return {.kind = side, .label = text, .rest = {}};
    }
    if (const auto inner = withoutNumber(text); !inner.empty()) {
        return {.kind = sideOf(inner), .label = text, .rest = {}};
    }
    if (const auto side = sideOf(withoutNumbering(text))) { // "(A) base"
        return {.kind = side, .label = text, .rest = {}};
    }
    // The longest lead that names a side: "before this set", "original aligned".
    for (auto blank = text.rfind(' '); blank != std::string_view::npos && blank > 0;
         blank = text.rfind(' ', blank - 1)) {
        const auto lead = text.substr(0, blank);
        const auto rest = trimmed(text.substr(blank));
        if (const auto side = sideOf(lead)) {
            return isFiller(rest) ? VariantLabel {.kind = side, .label = text, .rest = {}}
                                  : VariantLabel {.kind = side, .label = lead, .rest = rest};
        }
    }
    // Or the longest tail: "random read, patched".
    for (auto blank = text.find(' '); blank != std::string_view::npos; blank = text.find(' ', blank + 1)) {
        const auto tail = trimmed(text.substr(blank));
        if (const auto side = sideOf(tail)) {
            return {.kind = side, .label = tail, .rest = withoutMarks(text.substr(0, blank))};
        }
    }
    return {.kind = std::nullopt, .label = text, .rest = {}};
}

}
