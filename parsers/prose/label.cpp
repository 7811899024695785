// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prose/label.h"

#include "core/base/word_table.h"
#include "parsers/context/phrase_words.h"
#include "parsers/prose/words.h"

#include <algorithm>
#include <array>

namespace patchscale::sentences {
namespace {

constexpr std::size_t kMaxLabelTokens = 14;

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::ranges::find(words, word) != words.end();
}

bool isClosingMark(const Token& token)
{
    return token.kind == TokenKind::Mark && isOneOf(token.lower, {",", ":", ";", ".", ")", "=", "->", "|", "!", "?"});
}

/// Index behind the bracket or quotation that opens at @p at, or @p at if it does not close nearby.
std::size_t behindBracket(std::span<const Token> tokens, std::size_t at)
{
    const auto& open = tokens[at].lower;
    std::string_view close;
    if (open == "{") {
        close = "}";
    } else if (open == "[") {
        close = "]";
    } else if (open == "(") {
        close = ")";
    } else if (open == "\"" || open == "'" || open == "`" || open == "*") {
        close = open;
    } else {
        return at;
    }
    for (std::size_t i = at + 1; i < tokens.size() && i < at + 12; ++i) {
        if (tokens[i].isMark(close)) {
            return i + 1;
        }
    }
    return at;
}

/// How a label that begins with a preposition begins: polarity, and whether it is one at all.
std::optional<Polarity> prepositionAt(std::span<const Token> tokens, std::size_t at)
{
    if (!tokens[at].isWord() || !tokens[at].has(LabelOpenerClass)) {
        return std::nullopt;
    }
    static constexpr std::size_t kFirstWith = 4;
    static constexpr std::size_t kFirstVerb = 7;
    static constexpr auto kPrepositions = std::to_array<std::string_view>(
        {"without", "w/o", "w/out", "before", "with", "w/", "after", "using", "applying"});
    static_assert(std::ranges::all_of(
        kPrepositions, [](std::string_view word) { return std::ranges::contains(kLabelOpeners, word); }));
    static constexpr WordTable kWords(kPrepositions);
    const auto which = kWords.find(tokens[at].lower);
    if (which == kWords.kNone) {
        return std::nullopt;
    }
    if (which < kFirstVerb) {
        return which < kFirstWith ? Polarity::Without : Polarity::With;
    }
    const bool isContinued = at > 0 && isOneOf(tokens[at - 1].lower, {"before", "after", "without", "with"});
    return isContinued ? std::nullopt : std::optional(Polarity::With);
}

/// A word or two that name a variant by themselves: "baseline", "the patched kernel", "before".
std::optional<Label> nameAt(std::span<const Token> tokens, std::size_t at)
{
    struct Name
    {
        std::string_view word;
        Polarity polarity;
        bool isBare; ///< needs its counterpart
        bool needsNoun; ///< only with "kernel", "code", "version" behind it
    };
    static constexpr auto kNames = std::to_array<Name>({
        {.word = "baseline", .polarity = Polarity::Without, .isBare = false, .needsNoun = false},
        {.word = "base", .polarity = Polarity::Without, .isBare = true, .needsNoun = false},
        {.word = "vanilla", .polarity = Polarity::Without, .isBare = false, .needsNoun = false},
        {.word = "unpatched", .polarity = Polarity::Without, .isBare = false, .needsNoun = false},
        {.word = "stock", .polarity = Polarity::Without, .isBare = false, .needsNoun = true},
        {.word = "mainline", .polarity = Polarity::Without, .isBare = false, .needsNoun = false},
        {.word = "upstream", .polarity = Polarity::Without, .isBare = false, .needsNoun = true},
        {.word = "original", .polarity = Polarity::Without, .isBare = false, .needsNoun = true},
        {.word = "old", .polarity = Polarity::Without, .isBare = false, .needsNoun = true},
        {.word = "current", .polarity = Polarity::Without, .isBare = false, .needsNoun = true},
        {.word = "before", .polarity = Polarity::Without, .isBare = true, .needsNoun = false},
        {.word = "previously", .polarity = Polarity::Without, .isBare = true, .needsNoun = false},
        {.word = "patched", .polarity = Polarity::With, .isBare = false, .needsNoun = false},
        {.word = "new", .polarity = Polarity::With, .isBare = false, .needsNoun = true},
        {.word = "after", .polarity = Polarity::With, .isBare = true, .needsNoun = false},
        {.word = "afterwards", .polarity = Polarity::With, .isBare = true, .needsNoun = false},
        {.word = "previous", .polarity = Polarity::Without, .isBare = false, .needsNoun = true},
        {.word = "optimized", .polarity = Polarity::With, .isBare = false, .needsNoun = true},
        {.word = "modified", .polarity = Polarity::With, .isBare = false, .needsNoun = true},
        {.word = "now", .polarity = Polarity::With, .isBare = true, .needsNoun = false},
    });
    if (!tokens[at].isWord() || !tokens[at].has(LabelOpenerClass)) {
        return std::nullopt;
    }
    static_assert(
        std::ranges::all_of(kNames, [](const Name& name) { return std::ranges::contains(kLabelOpeners, name.word); }));
    static constexpr WordTable kTable([] {
        std::array<std::string_view, kNames.size()> out;
        std::ranges::transform(kNames, out.begin(), &Name::word);
        return out;
    }());
    const auto which = kTable.find(tokens[at].lower);
    if (which == kNames.size()) {
        return std::nullopt;
    }
    const auto* const name = &kNames[which];
    Label label {.first = at, .last = at + 1, .text = {}, .span = {}, .polarity = name->polarity};
    bool hasNoun = false;
    const bool mayHaveNoun = !name->isBare || name->word == "base";
    while (mayHaveNoun && label.last < tokens.size() && label.last < at + 4 && tokens[label.last].isWord()
           && isOneOf(tokens[label.last].lower,
                      {"kernel", "code", "version", "implementation", "one", "driver", "scheduler", "behavior",
                       "behaviour", "case", "kernels", "allocator", "path"})) {
        hasNoun = true;
        ++label.last;
    }
    if (name->needsNoun && !hasNoun) {
        // "the old score is 1200, the new score 1310"
        const bool isOfMetric = label.last < tokens.size() && tokens[label.last].isWord()
            && (metricWord(tokens[label.last].lower) != nullptr || isMetricQualifier(tokens[label.last].lower));
        label.strength = Strength::Bare;
        return isOfMetric ? std::optional(label) : std::nullopt;
    }
    label.strength = name->isBare && !hasNoun ? Strength::Bare : Strength::Strong;
    return label;
}

/// A patch, a kernel, or the id or version of one.
bool namesVariant(std::string_view word)
{
    return isVariantNoun(word) || isCommitId(word) || isKernelVersion(word) || isPatchVersion(word);
}

bool isNumberWord(std::string_view word)
{
    return isOneOf(word,
                   {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve", "sixteen",
                    "twenty", "many", "several", "multiple"});
}

bool isPronoun(std::string_view word)
{
    return isOneOf(word, {"it", "them", "this", "that", "these"});
}

/// "and this patch", "and the revert", "of the series": goes on with a variant.
bool joinsVariant(std::span<const Token> tokens, std::size_t at)
{
    if (tokens[at].lower != "and" && tokens[at].lower != "of") {
        return false;
    }
    for (std::size_t i = at + 1; i < tokens.size() && i <= at + 4 && tokens[i].isWord(); ++i) {
        if (namesVariant(tokens[i].lower)) {
            return true;
        }
        if (tokens[i].has(LabelEndClass) || prepositionAt(tokens, i)) {
            return false;
        }
    }
    return false;
}

/// "and", "of", "for", "to" stay in a label only when it runs on to a comma or colon without a number.
bool continuesBehind(std::span<const Token> tokens, std::size_t at)
{
    for (std::size_t i = at + 1; i < tokens.size() && i < at + 8; ++i) {
        if (tokens[i].isMark(",") || tokens[i].isMark(":")) {
            return i > at + 1;
        }
        if (!tokens[i].isWord() || prepositionAt(tokens, i) || tokens[i].has(LabelEndClass | MetricClass)
            || (tokens[i].isWord() && isOneOf(tokens[i].lower, {"the", "a"}))) {
            return false;
        }
    }
    return false;
}

/// What has been seen of a label's noun phrase so far.
struct Phrase
{
    std::size_t words = 0;
    bool hasVariantNoun = false;
    bool hasCount = false; ///< a number of threads, a load
    bool isPronoun = false;
    int joined = 0; ///< words that may still follow an "and"
};

/// Whether the label goes on with token @p at, and how far; 0 if it ends before it.
std::size_t extent(std::span<const Token> tokens, std::size_t at, Phrase& phrase)
{
    const auto& token = tokens[at];
    if (token.kind == TokenKind::Mark) {
        if (isOneOf(token.lower, {"{", "[", "\"", "'", "`"}) && !phrase.hasVariantNoun) {
            const auto behind = behindBracket(tokens, at);
            phrase.words += behind > at ? 1U : 0U;
            return behind - at;
        }
        return 0;
    }
    if (token.isQuantity()) {
        const bool isLast = at + 1 >= tokens.size();
        const bool isLoad = token.quantity.kind == QuantityKind::Percent && !isLast && isLoadWord(tokens[at + 1].lower);
        const bool isCount =
            token.quantity.unit.empty() && !isLast && tokens[at + 1].isWord() && isCountNoun(tokens[at + 1].lower);
        if (isLoad || isCount) {
            phrase.hasCount = true;
            phrase.words += 2;
            return 2;
        }
        // "patch 2", "kernel 6.1", "patches 1 and 2"
        const bool followsNoun =
            at > 0 && tokens[at - 1].isWord() && (isVariantNoun(tokens[at - 1].lower) || tokens[at - 1].lower == "and");
        const auto& quantity = token.quantity;
        const bool isOrdinal = quantity.unit.empty() && quantity.value < 100 && quantity.resolution >= 0.5;
        const bool isRelease = tokens[at - 1].lower == "kernel" && quantity.unit.empty() && quantity.value < 10;
        return followsNoun && phrase.hasVariantNoun && (isOrdinal || isRelease) ? 1 : 0;
    }
    if (token.has(LabelEndClass) || prepositionAt(tokens, at)) {
        return 0;
    }
    if (isNumberWord(token.lower)) {
        phrase.hasCount = true;
    }
    if (phrase.words == 0) {
        phrase.isPronoun = isPronoun(token.lower);
    } else if (joinsVariant(tokens, at)) {
        phrase.joined = 4; // the determiner and noun that follow belong to it
    } else if (phrase.joined > 0) {
        phrase.joined = namesVariant(token.lower) ? 0 : phrase.joined - 1;
    } else {
        if (token.has(DeterminerClass) && phrase.words > 0 && !(phrase.isPronoun && phrase.words == 1)) {
            // "with all the patches", "before applying the patch"
            const bool goesOn = isDeterminer(tokens[at - 1].lower)
                || isOneOf(tokens[at - 1].lower, {"applying", "using", "reverting", "adding", "merging", "enabling"});
            return phrase.words == 1 && goesOn ? 1 : 0;
        }
        if (isPronoun(token.lower)) {
            return 0;
        }
        if (isOneOf(token.lower, {"and", "of", "for", "to", "or"}) && !continuesBehind(tokens, at)) {
            return 0;
        }
        if (token.has(MetricClass) || (token.has(QualifierClass) && phrase.hasVariantNoun)) {
            return 0;
        }
        const bool isSuffix = namesVariant(token.lower)
            || isOneOf(token.lower,
                       {"set", "applied", "reverted", "enabled", "disabled", "included", "installed", "and", "of",
                        "for", "to", "or", "series"})
            || (token.lower.size() > 1 && token.lower[0] == 'v' && token.lower[1] >= '0' && token.lower[1] <= '9')
            || (token.lower[0] >= '0' && token.lower[0] <= '9') || token.lower[0] == '#';
        if (phrase.hasVariantNoun && !isSuffix) {
            return continuesBehind(tokens, at - 1) ? 1 : 0;
        }
    }
    ++phrase.words;
    phrase.hasVariantNoun |= namesVariant(token.lower);
    return 1;
}

std::optional<Label> phraseAt(std::span<const Token> tokens, std::size_t at, Polarity polarity)
{
    Phrase phrase;
    std::size_t end = at + 1;
    while (end < tokens.size() && end - at < kMaxLabelTokens) {
        const auto step = extent(tokens, end, phrase);
        if (step == 0) {
            break;
        }
        end += step;
    }
    while (end > at + 1 && isOneOf(tokens[end - 1].lower, {"and", "of", "for", "to", "or"})) {
        --end;
    }
    const auto& word = tokens[at].lower;
    const bool tellsTime = word == "before" || word == "after";
    Label label {.first = at, .last = end, .text = {}, .span = {}, .polarity = polarity};
    if (end == at + 1) {
        // "1000 with and 900 without", "Before: 100"
        label.strength = Strength::Bare;
        const bool mayStandAlone = tellsTime || end >= tokens.size() || isClosingMark(tokens[end])
            || isOneOf(tokens[end].lower, {"and", "it", "vs", "versus"});
        return mayStandAlone && word != "using" && word != "applying" ? std::optional(label) : std::nullopt;
    }
    const auto& first = tokens[at + 1].lower;
    const bool onlyDeterminer = end == at + 2 && isDeterminer(first) && !isPronoun(first);
    if (onlyDeterminer) {
        return std::nullopt;
    }
    const bool isPronounLabel = end == at + 2 && isPronoun(first);
    if (phrase.hasVariantNoun) {
        label.strength = Strength::Strong;
    } else if (phrase.hasCount) {
        label.strength = Strength::Parameter;
    } else if (isPronounLabel && !tellsTime) {
        label.strength = Strength::Strong;
    } else if (isPronounLabel && first == "this") {
        label.strength = Strength::Bare;
    } else if (tellsTime) {
        return std::nullopt; // "after reboot", "before that point": a time, not a variant
    } else {
        label.strength = Strength::Weak;
    }
    return label;
}

/// "systems with large gaps" describes the systems; "…, with large gaps" is said of the sentence.
bool isPlacedAt(std::span<const Token> tokens, std::size_t at)
{
    if (at == 0 || !tokens[at - 1].isWord()) {
        return true;
    }
    const auto& before = tokens[at - 1].lower;
    const bool isOfCommand = before.find_first_of("0123456789-./") != std::string::npos; // "./Run dhry2reg without …"
    return isOfCommand || tokens[at].lower.starts_with("w/o") || tokens[at].lower == "without"
        || metricWord(before) != nullptr || isLinkWord(before) || endsLabel(before)
        || isOneOf(before, {"and", "or", "but", "while", "whereas", "then", "that", "result", "case"});
}

/// "with and without the patch": both at once.
bool namesBoth(std::span<const Token> tokens, std::size_t at)
{
    return at >= 2 && isOneOf(tokens[at - 1].lower, {"and", "or", "/"}) && prepositionAt(tokens, at - 2);
}

/// "with hackbench -g 20": how it was run.
bool isCommand(std::span<const Token> tokens, const Label& label)
{
    for (std::size_t i = label.first + 1; i <= label.last && i < tokens.size(); ++i) {
        if (tokens[i].isWord() && tokens[i].lower.size() > 1 && tokens[i].lower[0] == '-') {
            return true;
        }
    }
    return false;
}

/// "with vanilla", "using the old kernel": a name of the old side says more than the word before it.
bool namesOldSide(std::span<const Token> tokens, const Label& label)
{
    std::size_t at = label.first + 1;
    while (at < label.last && isDeterminer(tokens[at].lower)) {
        ++at;
    }
    const auto name = at < label.last ? nameAt(tokens, at) : std::nullopt;
    return name && name->strength == Strength::Strong && name->last == label.last
        && name->polarity == Polarity::Without;
}

}

std::string writtenText(const Text& text, std::span<const Token> tokens, std::size_t first, std::size_t last)
{
    std::string out;
    if (first >= last) {
        return out;
    }
    const auto written = text.view().substr(tokens[first].begin, tokens[last - 1].end - tokens[first].begin);
    for (const char c : written) {
        const bool isBlank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (!isBlank) {
            out += c;
        } else if (!out.ends_with(' ')) {
            out += ' ';
        }
    }
    return out;
}

std::optional<Label> labelAt(const Text& text, std::span<const Token> tokens, std::size_t at)
{
    std::optional<Label> label;
    if (!tokens[at].has(LabelOpenerClass)) {
        return label;
    }
    if (const auto polarity = prepositionAt(tokens, at)) {
        label = phraseAt(tokens, at, *polarity);
        if (label && *polarity == Polarity::With && namesOldSide(tokens, *label)) {
            label->polarity = Polarity::Without;
            label->strength = Strength::Strong;
        }
    }
    if (!label) {
        label = nameAt(tokens, at);
    }
    if (label && (namesBoth(tokens, at) || isCommand(tokens, *label))) {
        return std::nullopt;
    }
    if (label) {
        label->isPlaced = isPlacedAt(tokens, at);
        label->text = writtenText(text, tokens, label->first, label->last);
        label->span = {.offset = tokens[label->first].begin,
                       .length = tokens[label->last - 1].end - tokens[label->first].begin};
    }
    return label;
}

}
