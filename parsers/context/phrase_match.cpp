// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/phrase_match.h"

#include "core/base/word_table.h"
#include "parsers/context/variant_words.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace patchscale {
namespace {

using Words = std::span<const PhraseWord>;
using Kind = VariantPhrase::Kind;

constexpr std::initializer_list<std::string_view> kPatchNouns = {
    "patch",        "patches",       "patchset", "patchsets", "patchs",       "series",       "commit",
    "commits",      "change",        "changes",  "fix",       "fixes",        "optimization", "optimisation",
    "modification", "modifications", "revert",   "rework",    "optimizations"};
/// Nouns that only an adjective turns into a variant: "the patched kernel", "the new code".
constexpr std::initializer_list<std::string_view> kBuildNouns = {
    "kernel", "kernels", "code", "version", "implementation", "image", "build", "driver", "behavior", "behaviour"};
constexpr WordTable kAdjectives(std::to_array<std::string_view>(
    {"new",        "patched",  "modified",    "fixed",       "improved", "optimized", "optimised",
     "old",        "original", "unpatched",   "vanilla",     "stock",    "mainline",  "upstream",
     "unmodified", "unfixed",  "unoptimized", "unoptimised", "current",  "base",      "baseline"}));
constexpr std::size_t kFirstOld = 7; ///< of kAdjectives
constexpr WordTable kPrepositions(std::to_array<std::string_view>({"without", "w/o", "w/out", "wo", "no", "sans",
                                                                   "with", "w/", "w", "using", "applying", "before",
                                                                   "pre", "prior", "after", "post"}));
/// Words that end the stretch between "with" and "patch".
constexpr std::initializer_list<std::string_view> kPhraseBreakers = {
    "of",    "in",      "by",     "to",    "and",     "or",   "is",   "are", "was", "were", "that",
    "which", "from",    "for",    "when",  "if",      "than", "but",  "as",  "at",  "with", "w/",
    "w/o",   "without", "test",   "score", "it",      "so",   "we",   "i",   "has", "have", "then",
    "while", "because", "before", "after", "between", "vs",   "like", "into"};

/// The first phrase that begins with a word; the further ones follow by kNextOfHead.
constexpr WordTable kHeads(kVariantHeads);
constexpr auto kNextOfHead = [] {
    std::array<std::size_t, kVariantWords.size()> out {};
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = i + 1;
        while (out[i] < out.size() && kVariantHeads[out[i]] != kVariantHeads[i]) {
            ++out[i];
        }
    }
    return out;
}();

bool isNumber(const PhraseWord& word)
{
    return word.lower.find_first_not_of("0123456789.,%") == std::string::npos;
}

/// How many words from @p first spell @p phrase; 0 if they do not. The point of an abbreviation does not end it.
std::size_t spells(Words words, std::size_t first, std::string_view phrase)
{
    std::size_t index = first;
    while (!phrase.empty()) {
        const auto length = std::min(phrase.find(' '), phrase.size());
        if (index >= words.size() || words[index].lower != phrase.substr(0, length)) {
            return 0;
        }
        if (index > first) {
            const bool isAbbreviated = words[index].before == ';' && words[index - 1].isOneOf({"std", "rel", "improv"});
            if ((!words[index].isJoined() && !isAbbreviated) || words[index].before == '+') {
                return 0;
            }
        }
        phrase.remove_prefix(std::min(length + 1, phrase.size()));
        ++index;
    }
    return index - first;
}

/// "patch1", "patch 2", "patches 1-3" as a label of its own.
std::optional<PhraseMatch> matchNumberedPatch(Words words, std::size_t first)
{
    const std::string_view word = words[first].lower;
    PhraseMatch match {.kind = Kind::Candidate, .last = first, .begin = words[first].begin, .isStrong = false};
    const bool hasDigit = word.size() == 6 && word.starts_with("patch") && word[5] >= '0' && word[5] <= '9';
    if (hasDigit) {
        return match;
    }
    if (!words[first].isOneOf({"patch", "patches"})) {
        return std::nullopt;
    }
    while (match.last + 1 < words.size() && words[match.last + 1].isJoined() && isNumber(words[match.last + 1])
           && words[match.last + 1].lower.size() <= 2) {
        ++match.last;
    }
    return match.last == first ? std::nullopt : std::optional(match);
}

/// The last word of "set", "series", "v2", "applied", "1/5", "on top" behind the noun at @p noun.
std::size_t nounTail(Words words, std::size_t noun, bool isWhole)
{
    std::size_t last = noun;
    for (std::size_t i = noun + 1; i < words.size() && words[i].isJoined() && i < noun + 8; ++i) {
        if (words[i].isOneOf({"set", "series", "applied", "only", "enabled", "reverted", "included"})
            || isPatchVersion(words[i].lower)) {
            last = i;
            continue;
        }
        const bool isOrdinal = isNumber(words[i]) && words[i].lower.size() <= 2;
        const bool isFiller = isOrdinal || words[i].isOneOf({"to", "is", "are", "was", "were", "being", "through"});
        if (!isFiller) {
            break;
        }
        if (isOrdinal && (isWhole || words[i].isGlued())) {
            last = i;
        }
    }
    return last;
}

/// The last word of what "with", "before applying" … at @p first takes: "[the] [my first] patch [set] [applied]".
std::optional<std::size_t> patchPhraseEnd(Words words, std::size_t first, bool isWhole)
{
    for (std::size_t i = first + 1; i < words.size() && i < first + 8 && words[i].isJoined(); ++i) {
        const bool isNoun = words[i].isOneOf(kPatchNouns);
        const bool isVersion = isPatchVersion(words[i].lower);
        const bool isSet = words[i].lower == "set" && i == first + 2 && words[first + 1].isOneOf({"this", "my", "our"});
        if (isNoun || isVersion || isSet) {
            const bool continuesNoun =
                i + 1 < words.size() && words[i + 1].isJoined() && words[i + 1].isOneOf({"of", "in"});
            const bool isVague = words[i].isOneOf({"change", "changes", "fix", "fixes", "series", "modification"});
            if (continuesNoun && isVague) {
                return std::nullopt;
            }
            return nounTail(words, i, isWhole);
        }
        if (words[i].isOneOf(kPhraseBreakers)) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

/// "[the] new kernel", "old code": the last word, and which side it is.
std::optional<PhraseMatch> matchBuild(Words words, std::size_t first)
{
    const auto which = kAdjectives.find(words[first].lower);
    if (which == kAdjectives.kNone || first + 1 >= words.size() || !words[first + 1].isJoined()
        || !words[first + 1].isOneOf(kBuildNouns)) {
        return std::nullopt;
    }
    const bool isNew = which < kFirstOld;
    return PhraseMatch {.kind = isNew ? Kind::Candidate : Kind::Baseline,
                        .last = first + 1,
                        .begin = words[first].begin,
                        .isStrong = true};
}

/// "with the new kernel": skips articles after @p first.
std::optional<PhraseMatch> matchBuildAfter(Words words, std::size_t first)
{
    std::size_t next = first + 1;
    while (next < words.size() && words[next].isJoined() && words[next].isOneOf({"the", "a", "an", "our"})) {
        ++next;
    }
    if (next >= words.size() || !words[next].isJoined()) {
        return std::nullopt;
    }
    auto match = matchBuild(words, next);
    if (match) {
        match->begin = words[first].begin;
    }
    return match;
}

std::optional<PhraseMatch> matchPreposition(Words words, std::size_t first, bool isWhole)
{
    const auto& word = words[first];
    if (!kPrepositions.contains(word.lower)) {
        return std::nullopt;
    }
    const auto match = [&](Kind kind, std::size_t last, bool isStrong) {
        return PhraseMatch {.kind = kind, .last = last, .begin = word.begin, .isStrong = isStrong};
    };
    const bool isWithout = word.isOneOf({"without", "w/o", "w/out", "wo", "no", "sans"});
    const bool isWith = word.isOneOf({"with", "w/", "w", "using", "applying"});
    const bool isBefore = word.isOneOf({"before", "pre", "prior"});
    const bool isAfter = word.isOneOf({"after", "post"});
    std::size_t head = first;
    if (word.lower == "prior") {
        if (first + 1 >= words.size() || words[first + 1].lower != "to") {
            return std::nullopt;
        }
        head = first + 1;
    }
    // "with and without the patch" speaks of both sides
    const bool isBoth = first >= 2 && words[first - 1].isOneOf({"and", "or"})
        && words[first - 2].isOneOf({"with", "w/", "without", "w/o", "before", "after"});
    if (isBoth && !(words[first - 2].isOneOf({"before", "after"}) && (isWith || isWithout))) {
        return std::nullopt;
    }
    const auto kind = isWithout || isBefore ? Kind::Baseline : Kind::Candidate;
    // "before after change" is a header of three columns
    const bool isHeader = first > 0 && words[first - 1].isOneOf({"before", "base", "after"}) && head + 1 < words.size()
        && words[head + 1].isOneOf({"change", "changes"});
    if (isHeader) {
        return std::nullopt;
    }
    if (const auto last = patchPhraseEnd(words, head, isWhole)) {
        return match(kind, *last, true);
    }
    if (isWith || isAfter) {
        if (auto build = matchBuildAfter(words, head)) {
            return build;
        }
    }
    const bool isBare = word.isOneOf({"without", "w/o", "with", "w/", "wo"});
    if (isWhole && isBare && words.size() == first + 1) {
        return match(kind, first, false);
    }
    return std::nullopt;
}

/// "after removing the lock", "before padding the struct": what the patch does, told as a heading.
std::optional<PhraseMatch> matchDeed(Words words, std::size_t first)
{
    constexpr std::size_t kLongest = 9;
    const bool isBefore = words[first].lower == "before";
    const bool isDeed = first + 1 < words.size() && words[first + 1].isJoined()
        && words[first + 1].isOneOf({"removing",   "adding",    "applying",    "replacing",  "changing",
                                     "enabling",   "disabling", "converting",  "moving",     "dropping",
                                     "reverting",  "inlining",  "introducing", "splitting",  "padding",
                                     "aligning",   "patching",  "fixing",      "optimizing", "optimising",
                                     "reordering", "avoiding",  "skipping",    "caching",    "batching"});
    if ((!isBefore && words[first].lower != "after") || !isDeed || words.size() - first > kLongest) {
        return std::nullopt;
    }
    return PhraseMatch {.kind = isBefore ? Kind::Baseline : Kind::Candidate,
                        .last = words.size() - 1,
                        .begin = words[first].begin,
                        .isStrong = false};
}

/// The last word that is glued to word @p first without a blank: "5.19-rc3+patch".
std::size_t chainEnd(Words words, std::size_t first)
{
    std::size_t last = first;
    while (last + 1 < words.size() && words[last + 1].isGlued()) {
        ++last;
    }
    return last;
}

/// "+patch", "base+this_patch", "tip + series v2", "5.6.15-patched", "hopcpu-v5", "unpatched-6.1".
std::optional<PhraseMatch> matchChain(Words words, std::size_t first, bool isWhole)
{
    const std::size_t last = chainEnd(words, first);
    const bool leadsWithPlus = words[first].before == '+' || words[first].joinBegin != words[first].begin;
    PhraseMatch match {.kind = Kind::Candidate, .last = last, .begin = words[first].joinBegin, .isStrong = true};
    for (std::size_t i = first; i <= last; ++i) {
        const bool isAdded = i > first ? words[i].before == '+' : leadsWithPlus;
        if (!isAdded) {
            continue;
        }
        if (auto end = patchPhraseEnd(words, i - (i > 0 ? 1 : 0), isWhole); end && i > 0) {
            match.last = std::max(last, *end);
            return match;
        }
        if (words[i].isOneOf(kPatchNouns)) {
            match.last = std::max(last, nounTail(words, i, isWhole));
            return match;
        }
        if (isWhole && !isNumber(words[i])) {
            return match;
        }
    }
    if (last == first) {
        return std::nullopt;
    }
    match.begin = words[first].begin;
    const auto& tail = words[last];
    if (tail.lower == "patched" || (tail.isOneOf({"patch", "patchset"}) && !words[first].isOneOf({"no", "non"}))) {
        const bool isNegated = words[last - 1].isOneOf({"non", "un", "not"});
        match.kind = isNegated ? Kind::Baseline : Kind::Candidate;
        match.isStrong = tail.lower == "patched";
        return match;
    }
    if (tail.isOneOf({"unpatched", "vanilla", "baseline", "base", "stock", "orig", "original"})) {
        match.kind = Kind::Baseline;
        match.isStrong = false;
        return match;
    }
    if (isWhole && isPatchVersion(std::string_view(tail.lower).substr(0, 2)) && tail.lower.size() <= 5
        && !isKernelVersion(words[first].lower)) {
        match.isStrong = false;
        return match;
    }
    return std::nullopt;
}

std::optional<PhraseMatch> matchFixed(Words words, std::size_t first)
{
    std::optional<PhraseMatch> best;
    for (auto at = kHeads.find(words[first].lower); at != kVariantWords.size(); at = kNextOfHead[at]) {
        const auto& fixed = kVariantWords[at];
        const auto count = spells(words, first, fixed.phrase);
        if (count == 0 || (best && best->last >= first + count - 1)) {
            continue;
        }
        best = PhraseMatch {
            .kind = fixed.kind, .last = first + count - 1, .begin = words[first].begin, .isStrong = fixed.isStrong};
    }
    if (best && isPatchVersion(words[first].lower)) {
        best.reset();
    }
    if (!best && isPatchVersion(words[first].lower)) {
        best = PhraseMatch {.kind = Kind::Candidate, .last = first, .begin = words[first].begin, .isStrong = false};
    }
    if (best && words[first].lower == "vs") {
        // "vs tip", "vs. base": the column compares with the one it names
        const std::size_t next = best->last + 1;
        if (next < words.size()) {
            if (const auto with = matchFixed(words, next); with && with->kind == Kind::Baseline) {
                best->last = with->last;
            }
        }
    }
    return best;
}

/// Names that are false friends although they hold a word of the vocabulary.
bool isFalseFriend(Words words, std::size_t first, const PhraseMatch& match)
{
    const auto* next = match.last + 1 < words.size() ? &words[match.last + 1] : nullptr;
    const auto* previous = first > 0 ? &words[first - 1] : nullptr;
    if (words[first].lower == "baseline" && next != nullptr && next->isOneOf({"result", "results"})) {
        return true; // UnixBench's header: the reference machine of 1995, not the old kernel
    }
    if (previous == nullptr) {
        return words[first].lower == "base" && next != nullptr && next->before == '-' && next->lower == "commit";
    }
    const bool isVersion = isPatchVersion(words[match.last].lower) && match.last == first;
    if (isVersion && previous->isOneOf({"in", "since", "from", "diff", "patch", "rfc", "resend", "v"})) {
        return true; // "Changes in v2:", "diff v1:", "[PATCH v3]"
    }
    return (match.kind == Kind::Baseline || match.kind == Kind::Candidate) && previous->lower == "output";
}

}

std::optional<PhraseMatch> matchPhrase(Words words, std::size_t first, bool isWhole)
{
    std::optional<PhraseMatch> best;
    const auto take = [&](const std::optional<PhraseMatch>& match) {
        if (match && (!best || match->last > best->last || (match->last == best->last && match->isStrong))) {
            best = match;
        }
    };
    take(matchFixed(words, first));
    take(matchBuild(words, first));
    take(matchPreposition(words, first, isWhole));
    if (isWhole) {
        take(matchNumberedPatch(words, first));
        take(matchDeed(words, first));
    }
    const bool startsChain = first == 0 || !words[first].isGlued() || words[first].joinBegin != words[first].begin;
    if (startsChain) {
        take(matchChain(words, first, isWhole));
    }
    if (best && isFalseFriend(words, first, *best)) {
        return std::nullopt;
    }
    return best;
}

}
