// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/optimised.h"

#include "parsers/context/passage.h"
#include "parsers/context/phrase_words.h"

#include <algorithm>
#include <array>

namespace patchscale {
namespace {

/// A shorter name is a word of the language more often than a function.
constexpr std::size_t kShortestName = 5;
/// Letters that a profile's column may cut off a long name.
constexpr std::size_t kCutLetters = 4;

constexpr auto kVerbs = std::to_array<std::string_view>(
    {"optimi", "avoid", "remov", "reduc", "eliminat", "skip", "bypass", "speed up", "shorten", "lighten"});

/// Words behind which stands the means, not what is made cheaper: "avoid the lock by calling foo()".
constexpr auto kMeans = std::to_array<std::string_view>(
    {"by", "with", "using", "via", "through", "so", "because", "when", "if", "while", "before", "after", "instead"});

bool isNameCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string_view withoutUnderscores(std::string_view name)
{
    return name.substr(std::min(name.find_first_not_of('_'), name.size()));
}

/// The name at @p pos, which must begin there; a function says so by "()" or by an underscore within it.
std::string_view functionAt(std::string_view text, std::size_t pos)
{
    std::size_t end = pos;
    while (end < text.size() && isNameCharacter(text[end])) {
        ++end;
    }
    const auto name = text.substr(pos, end - pos);
    const bool isCalled = text.substr(end).starts_with("()");
    const bool isCompound = withoutUnderscores(name).contains('_');
    const bool isConstant = std::ranges::none_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
    return name.size() >= kShortestName && (isCalled || isCompound) && !isConstant ? name : std::string_view {};
}

/// The first function behind one of the verbs in @p sentence, before the words for the means.
std::string_view optimisedInSentence(std::string_view sentence)
{
    const auto lower = lowered(sentence);
    std::size_t first = std::string::npos;
    for (const auto verb : kVerbs) {
        const auto at = lower.find(verb);
        if (at != std::string::npos && (at == 0 || !isNameCharacter(lower[at - 1]))) {
            first = std::min(first, at);
        }
    }
    if (first == std::string::npos) {
        return {};
    }
    for (std::size_t pos = first; pos < sentence.size();) {
        if (!isNameCharacter(sentence[pos])) {
            ++pos;
            continue;
        }
        if (const auto name = functionAt(sentence, pos); !name.empty()) {
            return name;
        }
        std::size_t end = pos;
        while (end < sentence.size() && isNameCharacter(sentence[end])) {
            ++end;
        }
        if (std::ranges::contains(kMeans, std::string_view(lower).substr(pos, end - pos))) {
            return {};
        }
        pos = end;
    }
    return {};
}

}

void optimisedIn(std::string_view text, std::vector<std::string>& functions)
{
    for (const auto sentence : sentencesOf(text)) {
        const auto name = withoutUnderscores(optimisedInSentence(sentence));
        if (!name.empty() && !std::ranges::contains(functions, name)) {
            functions.emplace_back(name);
        }
    }
}

bool isOptimised(std::string_view symbol, std::span<const std::string> functions)
{
    symbol = symbol.substr(0, symbol.find('.'));
    return std::ranges::any_of(functions, [&](std::string_view function) {
        const auto shortest = std::max(kShortestName, function.size() - std::min(kCutLetters, function.size()));
        for (auto pos = symbol.find(function.substr(0, shortest)); pos != std::string_view::npos;
             pos = symbol.find(function.substr(0, shortest), pos + 1)) {
            const auto tail = symbol.substr(pos);
            const bool begins = pos == 0 || symbol[pos - 1] == '_';
            if (begins && tail.size() >= shortest && function.starts_with(tail)) {
                return true;
            }
        }
        return false;
    });
}

}
