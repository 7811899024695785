// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/headings.h"

#include "parsers/context/machine_facts.h"
#include "parsers/context/phrase_words.h"
#include "parsers/context/vocabulary.h"

#include <algorithm>
#include <array>
#include <span>

namespace patchscale {
namespace {

using Kind = VariantPhrase::Kind;

/// How far up a heading may stand: paragraphs of its own author.
constexpr int kMaxParagraphs = 4;

bool isSide(const VariantPhrase& phrase)
{
    return phrase.kind == Kind::Baseline || phrase.kind == Kind::Candidate;
}

VariantMention mentionOf(const VariantPhrase& phrase)
{
    return {.label = squeezed(phrase.text),
            .role = phrase.kind == Kind::Baseline ? Role::Baseline : Role::Candidate,
            .isLabelAssumed = false,
            .where = phrase.text};
}

std::vector<VariantPhrase> sidesIn(std::string_view text)
{
    auto phrases = variantPhrasesIn(text);
    std::erase_if(phrases, [](const VariantPhrase& phrase) { return !isSide(phrase); });
    return phrases;
}

bool isOneSide(const std::vector<VariantPhrase>& phrases)
{
    return !phrases.empty() && std::ranges::all_of(phrases, [&](const VariantPhrase& phrase) {
        return phrase.kind == phrases.front().kind;
    });
}

/// A change log's "v2:" and a list of what changed are no headings of numbers.
bool isChangeLog(std::string_view line)
{
    const auto lower = lowered(line);
    return lower.starts_with("changes ") || lower.starts_with("change log") || lower.starts_with("changelog")
        || (lower.starts_with("v") && lower.contains("->"));
}

/// "w/ patch    BASELINE   RESULT   INDEX": the head of an index table that is titled with its side.
std::string_view withoutIndexColumns(std::string_view line)
{
    const auto columns = line.find("BASELINE");
    const bool isHead = columns != std::string_view::npos && columns > 0
        && line.find("RESULT", columns) != std::string_view::npos
        && line.find("INDEX", columns) != std::string_view::npos;
    return isHead ? trimmed(line.substr(0, columns)) : line;
}

struct Found
{
    std::optional<VariantMention> mention;
    bool isBoth = false; ///< both sides are named: the line does not tell which one follows
};

Found inHeading(std::string_view line)
{
    const auto body = withoutNumbering(line);
    if (body.empty() || isChangeLog(body)) {
        return {};
    }
    if (const auto phrase = variantPhrase(body); phrase && isSide(*phrase)) {
        const bool isVersion = isPatchVersion(lowered(phrase->text)) && body.ends_with(':');
        return isVersion && line.size() < 5 ? Found {} : Found {.mention = mentionOf(*phrase)};
    }
    if (body == "w" || body == "w:") {
        return {.mention = VariantMention {.label = "w", .role = Role::Candidate, .where = body.substr(0, 1)}};
    }
    const auto phrases = sidesIn(body);
    if (phrases.empty()) {
        return {};
    }
    if (!isOneSide(phrases)) {
        return {.mention = {}, .isBoth = true};
    }
    return {.mention = mentionOf(phrases.back())};
}

bool contains(std::string_view lower, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words, [&](std::string_view word) { return lower.contains(word); });
}

/// "changes the performance from:", "to", "The perf data now became:".
std::optional<VariantMention> linkingWords(std::string_view sentence)
{
    const auto text = trimmed(sentence);
    auto body = text;
    while (!body.empty() && (body.back() == ':' || body.back() == '.' || body.back() == ',')) {
        body.remove_suffix(1);
    }
    const auto lower = lowered(body);
    const auto lastWord =
        body.substr(body.find_last_of(" \t\n") == std::string_view::npos ? 0 : body.find_last_of(" \t\n") + 1);
    const auto word = lowered(lastWord);
    if (word == "from") {
        return VariantMention {.label = "from", .role = Role::Baseline, .where = lastWord};
    }
    if (word == "to" && body.size() < 40) {
        return VariantMention {.label = "to", .role = Role::Candidate, .where = lastWord};
    }
    const bool isShort = body.size() <= 100;
    if (isShort
        && contains(lower,
                    {"now became", "now becomes", "now shows", "now show", "now looks", "now look", "now we get",
                     "we now get", "i now get", "now get", "now reads", "has become", "have become", "became", "is now",
                     "are now", "now:", "now is", "now are"})) {
        return VariantMention {.label = "after", .role = Role::Candidate, .isLabelAssumed = true, .where = body};
    }
    if (isShort
        && contains(lower,
                    {"originally", "used to be", "used to look", "previously", "currently, ", "at the moment"})) {
        return VariantMention {.label = "before", .role = Role::Baseline, .isLabelAssumed = true, .where = body};
    }
    return std::nullopt;
}

/// The last sentence of the paragraph right in front of the block leads over to it.
Found inLead(std::string_view paragraph)
{
    const auto sentences = sentencesOf(paragraph);
    if (sentences.empty()) {
        return {};
    }
    const auto last = sentences.back();
    const auto phrases = sidesIn(last);
    if (isOneSide(phrases)) {
        return {.mention = mentionOf(phrases.front())};
    }
    if (!phrases.empty()) {
        return {.mention = {}, .isBoth = true};
    }
    if (auto link = linkingWords(last)) {
        return {.mention = std::move(link)};
    }
    return {};
}

/// A line that gives a name its value: "DMA bandwidth: 4.944 Gbps".
bool statesValue(std::string_view line)
{
    const auto mark = line.find_last_of(":=");
    if (mark == std::string_view::npos || trimmed(line.substr(0, mark)).empty()) {
        return false;
    }
    const auto value = trimmed(line.substr(mark + 1));
    return !value.empty() && value.front() >= '0' && value.front() <= '9';
}

/// "# taskset -c 0 ./bench", "$ fio job.fio"
bool isCommandLine(std::string_view line)
{
    const auto body = trimmed(line);
    return body.starts_with("$ ") || (body.starts_with("# ") && (body.contains(" -") || body.contains("./")));
}

/// One short line that begins as a title does.
bool isTitle(const Paragraph& paragraph)
{
    constexpr auto kMostWords = 4;
    const auto line = paragraph.lines.size() == 1 ? trimmed(paragraph.lines.front()) : std::string_view {};
    return !line.empty() && line.front() >= 'A' && line.front() <= 'Z' && std::ranges::count(line, ' ') < kMostWords
        && line.back() != '.';
}

/// The next line goes on the sentence of @p line.
bool isWrapped(std::string_view line)
{
    constexpr std::size_t kFull = 60;
    const auto body = trimmed(line);
    return body.size() > kFull && body.back() != ':' && body.back() != '.';
}

/// "with zero-copy (-z) enabled": the end of a sentence, which is no heading.
bool goesOn(std::string_view line)
{
    const auto body = trimmed(line);
    return !body.empty() && body.front() >= 'a' && body.front() <= 'z' && !body.contains(':');
}

}

std::optional<VariantMention> variantAbove(const Passage& passage, std::uint8_t quoteDepth)
{
    int seen = 0;
    for (auto i = passage.size(); i-- > 0 && seen < kMaxParagraphs;) {
        const auto& paragraph = passage[i];
        if (paragraph.quoteDepth != quoteDepth) {
            continue;
        }
        ++seen;
        for (auto k = paragraph.lines.size(); k-- > 0;) {
            const auto line = withoutIndexColumns(paragraph.lines[k]);
            const bool isAlone = paragraph.lines.size() <= 2;
            const bool isNext = seen == 1 && k + 1 == paragraph.lines.size();
            const bool endsInColon = trimmed(line).ends_with(':') || trimmed(line).ends_with("：");
            if (!isHeadingLike(line) || !(isAlone || endsInColon || (isNext && trimmed(line).size() <= 60))) {
                continue;
            }
            if (k > 0 && isWrapped(paragraph.lines[k - 1]) && goesOn(line)) {
                continue;
            }
            const auto found = inHeading(line);
            if (found.isBoth) {
                return std::nullopt;
            }
            if (found.mention) {
                return found.mention;
            }
        }
        if (seen == 1) {
            const auto found = inLead(paragraph.text);
            if (found.mention || found.isBoth) {
                return found.mention;
            }
        }
        // prose in between: a heading above it still holds, but not one above a long text
        if (paragraph.lines.size() > 6) {
            break;
        }
    }
    return std::nullopt;
}

std::optional<VariantMention> variantBelow(const Passage& passage, std::uint8_t quoteDepth)
{
    if (passage.empty() || passage.front().quoteDepth != quoteDepth) {
        return std::nullopt;
    }
    const auto& paragraph = passage.front();
    const auto body = trimmed(paragraph.text);
    if (body.size() > 60 || body.ends_with(':')) {
        return std::nullopt;
    }
    const auto phrase = variantPhrase(body);
    return phrase && isSide(*phrase) ? std::optional(mentionOf(*phrase)) : std::nullopt;
}

std::vector<VariantMention> variantsAbove(const Passage& passage, std::uint8_t quoteDepth)
{
    int seen = 0;
    for (auto i = passage.size(); i-- > 0 && seen < 2;) {
        if (passage[i].quoteDepth != quoteDepth) {
            continue;
        }
        ++seen;
        const auto sentences = sentencesOf(passage[i].text);
        for (auto k = sentences.size(); k-- > 0;) {
            const auto phrases = sidesIn(sentences[k]);
            if (phrases.size() < 2) {
                continue;
            }
            std::vector<VariantMention> mentions;
            for (const auto& phrase : phrases) {
                mentions.push_back(mentionOf(phrase));
            }
            const auto lower = lowered(sentences[k]);
            const auto left = lower.find("left");
            const auto right = lower.find("right");
            if (left != std::string::npos && right != std::string::npos && right < left) {
                std::ranges::reverse(mentions);
            }
            return mentions;
        }
    }
    return {};
}

std::string_view plainHeading(const Passage& passage, std::uint8_t quoteDepth)
{
    int seen = 0;
    for (auto i = passage.size(); i-- > 0 && seen < 2;) {
        const auto& paragraph = passage[i];
        if (paragraph.quoteDepth != quoteDepth) {
            continue;
        }
        // "With copy:", below it "bandwidth: 5.029 Gbps", and then the block
        auto lines = std::span(paragraph.lines);
        while (!lines.empty() && statesValue(lines.back())) {
            lines = lines.first(lines.size() - 1);
        }
        // "Without fixedbufs", a line of stars, and the command alone
        if (lines.size() == 1 && isCommandLine(lines.front()) && i > 0 && isTitle(passage[i - 1])) {
            continue;
        }
        if (lines.empty()) {
            continue;
        }
        ++seen;
        const auto last = lines.back();
        const auto body = withoutNumbering(last);
        const bool isAlone = lines.size() == 1;
        const bool endsInColon = trimmed(last).ends_with(':');
        if (!isHeadingLike(last) || body.size() > 80 || !(isAlone || endsInColon)) {
            break;
        }
        // a sentence that leads over ("the results were as follows:") names nothing
        const bool isSentence = std::ranges::count(body, ' ') > 6;
        if (isSentence || lowered(body).ends_with("follows:") || lowered(body).ends_with("result:")
            || lowered(body).ends_with("results:")) {
            break;
        }
        auto heading = body;
        while (!heading.empty() && (heading.back() == ':' || heading.back() == ' ')) {
            heading.remove_suffix(1);
        }
        return heading;
    }
    return {};
}

bool isScenarioHeading(std::string_view heading)
{
    const auto lower = lowered(heading);
    if (lower.find_first_of("0123456789") != std::string::npos
        && contains(lower, {"parallel", "cop",       "thread", "group", "job",    "client",     "process",  "iteration",
                            "core",     "node",      "socket", "nps",   "size",   "bs=",        "depth",    "queue",
                            "run ",     "round",     "task",   "cpu",   "worker", "connection", "instance", "vcpu",
                            "numjobs",  "warehouse", "%",      "kb",    "mb",     "pass"})) {
        return true;
    }
    const auto phrase = variantPhrase(heading);
    return (phrase && phrase->kind == Kind::Neutral)
        || contains(lower,
                    {"single core", "one core", "multi core", "multi-core", "single-core", "all cores", "full core",
                     "full thread", "single thread", "multi thread", "read", "write", "sequential", "random",
                     "powersave", "performance governor", "schedutil", "smt"});
}

std::string copiesIn(std::string_view heading)
{
    const auto words = phraseWords(heading);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        const bool isNumber = words[i].lower.find_first_not_of("0123456789") == std::string::npos;
        if (isNumber && words[i + 1].isOneOf({"parallel", "copy", "copies"})) {
            return words[i].lower;
        }
        // "with full threads (104)", "all cores (80)"
        const bool isAll = i > 0 && words[i].isOneOf({"threads", "cores", "cpus"})
            && words[i - 1].isOneOf({"full", "all", "max", "whole"});
        const auto& next = words[i + 1].lower;
        if (isAll && next.find_first_not_of("0123456789") == std::string::npos) {
            return next;
        }
    }
    return {};
}

}
