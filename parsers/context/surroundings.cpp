// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/surroundings.h"

#include "parsers/context/headings.h"
#include "parsers/context/machine_facts.h"
#include "parsers/context/phrase_words.h"
#include "parsers/context/vocabulary.h"
#include "parsers/text/number.h"

#include <algorithm>

namespace patchscale {
namespace {

/// Whether @p text holds @p lower, which is in lower case, in any case of its ASCII letters.
bool containsFolded(std::string_view text, std::string_view lower)
{
    const auto fold = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    for (std::size_t at = 0; at + lower.size() <= text.size(); ++at) {
        std::size_t same = 0;
        while (same < lower.size() && fold(text[at + same]) == lower[same]) {
            ++same;
        }
        if (same == lower.size()) {
            return true;
        }
    }
    return false;
}

std::optional<int> smallNumber(const PhraseWord& word)
{
    if (word.lower.empty() || word.lower.size() > 4
        || word.lower.find_first_not_of("0123456789") != std::string::npos) {
        return std::nullopt;
    }
    int value = 0;
    for (const char c : word.lower) {
        value = value * 10 + (c - '0');
    }
    return value >= 2 ? std::optional(value) : std::nullopt;
}

/// What is left of a heading that also names the variant: "8 jobs" of "8 jobs, before patchset:".
std::string withoutPhrase(std::string_view heading, const VariantPhrase& phrase)
{
    auto rest = trimmed(heading.substr(0, phrase.span.offset));
    if (rest.empty()) {
        rest = trimmed(heading.substr(phrase.span.end()));
    }
    while (!rest.empty() && std::string_view(",;:-( ").find(rest.back()) != std::string_view::npos) {
        rest.remove_suffix(1);
    }
    while (!rest.empty() && std::string_view(",;:-) ").find(rest.front()) != std::string_view::npos) {
        rest.remove_prefix(1);
    }
    return std::string(rest);
}

/// A heading that is built like the one before it ("tip schedutil", "tip performance") takes its place.
bool replaces(std::string_view heading, std::string_view before)
{
    const auto mine = phraseWords(heading);
    const auto theirs = phraseWords(before);
    const auto common = std::ranges::count_if(mine, [&](const PhraseWord& word) {
        return std::ranges::any_of(theirs, [&](const PhraseWord& other) { return other.lower == word.lower; });
    });
    return !theirs.empty() && static_cast<std::size_t>(common) * 2 >= std::max(mine.size(), theirs.size());
}

}

std::optional<int> averagedRunsIn(std::string_view text)
{
    if (!containsFolded(text, "averag") && !containsFolded(text, "mean") && !containsFolded(text, "avg")) {
        return std::nullopt;
    }
    const auto words = phraseWords(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool isMean = words[i].isOneOf({"average", "averaged", "averages", "averaging", "mean", "avg"});
        if (!isMean) {
            continue;
        }
        // "average of 5 runs", "averaged over 10 iterations"
        if (i + 2 < words.size() && words[i + 1].isOneOf({"of", "over", "from", "across"})) {
            const std::size_t at = words[i + 2].isOneOf({"the", "all"}) && i + 3 < words.size() ? i + 3 : i + 2;
            const bool isCounted = at + 1 < words.size()
                && words[at + 1].isOneOf(
                    {"runs", "run", "iterations", "times", "rounds", "samples", "tests", "executions", "repetitions"});
            const bool isAlone = at + 1 >= words.size() || !words[at + 1].isJoined();
            if (const auto count = smallNumber(words[at]); count && (isCounted || isAlone)) {
                return count;
            }
        }
        // "10 times and take the average", "5 runs, mean"
        for (std::size_t back = 1; back <= 7 && back <= i; ++back) {
            const auto& word = words[i - back];
            const bool isTimes = word.isOneOf({"times", "runs", "iterations", "rounds", "executions", "repetitions"});
            if (isTimes && i - back >= 1) {
                if (const auto count = smallNumber(words[i - back - 1])) {
                    return count;
                }
            }
        }
    }
    return std::nullopt;
}

Better directionAround(const Passage& above, const Passage& below, std::uint8_t quoteDepth)
{
    int seen = 0;
    for (auto i = above.size(); i-- > 0 && seen < 3;) {
        if (above[i].quoteDepth != quoteDepth) {
            continue;
        }
        ++seen;
        if (const auto stated = statedDirection(above[i].text); stated != Better::Unknown) {
            return stated;
        }
    }
    const bool hasBelow = !below.empty() && below.front().quoteDepth == quoteDepth;
    return hasBelow ? statedDirection(below.front().text) : Better::Unknown;
}

std::string_view benchmarkAbove(const Passage& passage, std::uint8_t quoteDepth)
{
    for (auto i = passage.size(); i-- > 0;) {
        if (passage[i].quoteDepth != quoteDepth) {
            continue;
        }
        const auto found = benchmarksIn(passage[i].text);
        if (!found.empty()) {
            // "perf stat -- ./Run": what is run by a tool does not hide the tool
            const auto tool =
                std::ranges::find_if(found, [](const KnownBenchmark& one) { return one.id == "perf stat"; });
            return tool != found.end() ? tool->id : found.back().id;
        }
    }
    return {};
}

std::string leadAbove(const Passage& passage, std::uint8_t quoteDepth)
{
    constexpr std::size_t kMaxName = 100;
    for (auto i = passage.size(); i-- > 0;) {
        if (passage[i].quoteDepth != quoteDepth) {
            continue;
        }
        auto lead = squeezed(sentencesOf(passage[i].text).back());
        while (!lead.empty() && (lead.back() == ':' || lead.back() == '.')) {
            lead.pop_back();
        }
        if (lead.size() > kMaxName) {
            const auto cut = lead.rfind(' ', kMaxName);
            lead.resize(cut == std::string::npos ? 0 : cut); // a blank never stands within a character
        }
        return lead;
    }
    return {};
}

std::string settingIn(std::string_view sentence)
{
    const auto words = phraseWords(sentence);
    const auto isNumber = [&](std::size_t i) {
        return i < words.size() && words[i].lower.find_first_not_of("0123456789kmgb") == std::string::npos
            && words[i].lower.front() >= '0' && words[i].lower.front() <= '9';
    };
    const auto part = [&](std::size_t first, std::size_t last) {
        return squeezed(sentence.substr(words[first].begin, words[last].end - words[first].begin));
    };
    for (std::size_t i = words.size(); i-- > 0;) {
        const bool isTwo = i > 0 && words[i].isOneOf({"size", "depth"})
            && words[i - 1].isOneOf({"queue", "q", "io", "block", "record", "message", "packet", "buffer", "file"});
        const bool isOne =
            words[i].isOneOf({"iodepth", "qdepth", "bs", "mtu", "numjobs", "threads", "groups", "clients", "jobs",
                              "processes", "workers", "connections", "copies", "instances", "cores", "cpus"});
        if (!isTwo && !isOne) {
            continue;
        }
        std::size_t value = i + 1;
        while (value < words.size() && words[value].isOneOf({"of", "is", "was"})) {
            ++value;
        }
        const auto first = isTwo ? i - 1 : i;
        if (isNumber(value) && words[value].before != '|') {
            return part(first, value);
        }
        if (isOne && first > 0 && isNumber(first - 1)) {
            return part(first - 1, i);
        }
    }
    return {};
}

std::string settingAbove(const Passage& passage, std::uint8_t quoteDepth)
{
    for (auto i = passage.size(); i-- > 0;) {
        if (passage[i].quoteDepth != quoteDepth) {
            continue;
        }
        const auto sentences = sentencesOf(passage[i].text);
        for (std::size_t k = sentences.size(); k-- > 0 && k + 3 > sentences.size();) {
            if (auto setting = settingIn(sentences[k]); !setting.empty()) {
                return setting;
            }
        }
        break;
    }
    return {};
}

std::vector<double> changesAbove(const Passage& passage, std::uint8_t quoteDepth)
{
    std::vector<double> changes;
    std::vector<Number> numbers;
    int seen = 0;
    for (auto i = passage.size(); i-- > 0 && seen < 3;) {
        if (passage[i].quoteDepth != quoteDepth) {
            continue;
        }
        ++seen;
        for (auto line = passage[i].lines.rbegin(); line != passage[i].lines.rend(); ++line) {
            numbersIn(*line, numbers);
            for (const auto& number : numbers) {
                if (number.isPercent() && number.isSigned) {
                    changes.push_back(number.value / 100);
                }
            }
        }
    }
    return changes;
}

void updateHeadings(const Passage& passage, std::uint8_t quoteDepth, Headings& headings)
{
    for (const auto& paragraph : passage) {
        if (paragraph.quoteDepth != quoteDepth) {
            continue;
        }
        for (std::size_t k = 0; k < paragraph.lines.size(); ++k) {
            const auto line = paragraph.lines[k];
            const auto body = withoutNumbering(line);
            const bool endsInColon = trimmed(line).ends_with(':');
            const bool isMarked = trimmed(line).starts_with('#');
            const bool isAlone = paragraph.lines.size() == 1;
            const bool isLast = k + 1 == paragraph.lines.size();
            if (!isHeadingLike(line) || body.size() > 80
                || !(endsInColon || isAlone || isMarked || (isLast && body.size() < 40))) {
                continue;
            }
            auto text = body;
            while (!text.empty() && (text.back() == ':' || text.back() == ' ')) {
                text.remove_suffix(1);
            }
            auto phrases = variantPhrasesIn(text);
            std::erase_if(phrases, [](const VariantPhrase& phrase) {
                return phrase.kind == VariantPhrase::Kind::Delta || phrase.kind == VariantPhrase::Kind::Spread;
            });
            const auto whole = variantPhrase(text);
            const bool isSide = whole && whole->kind != VariantPhrase::Kind::Neutral;
            std::string heading = isSide ? std::string {} : std::string(text);
            if (!isSide && phrases.size() == 1) {
                heading = withoutPhrase(text, phrases.front());
            }
            if (heading.size() < 3) {
                continue;
            }
            const Paragraph single {.text = line, .lines = {line}, .quoteDepth = quoteDepth};
            const bool isMachine = machineIn(single).has_value();
            if (isMachine) {
                headings = {}; // a new machine begins with its own settings
                continue;
            }
            if (isScenarioHeading(heading) || replaces(heading, headings.scenario)) {
                headings.scenario = heading;
            }
            headings.section = std::move(heading);
        }
    }
}

}
