// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prose/circumstances.h"

#include "parsers/context/vocabulary.h"
#include "parsers/prose/cues.h"
#include "parsers/prose/sentence.h"
#include "parsers/prose/words.h"

#include <algorithm>

namespace patchscale::sentences {
namespace {

constexpr std::size_t kMaxScenarioBytes = 100;
constexpr std::size_t kMaxLeadTokens = 18;

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::ranges::find(words, word) != words.end();
}

/// A heading that speaks of the mail itself: "X wrote:", "for example:", "results as follows:".
bool isAboutText(std::span<const Token> tokens)
{
    return std::ranges::any_of(tokens, [](const Token& token) {
        return token.isWord()
            && (token.lower.contains('@')
                || isOneOf(token.lower,
                           {"wrote", "example", "following", "below", "follows", "said", "writes", "note", "changelog",
                            "changes", "thanks", "bellow"}));
    });
}

/// Whether a heading tells under what the values below it were taken.
bool tellsScenario(std::span<const Token> tokens, std::span<const Label> labels)
{
    const std::size_t first = isOneOf(tokens.front().lower, {"then", "next", "now", "and"}) ? 1 : 0;
    const bool hasLoad =
        std::ranges::any_of(tokens,
                            [](const Token& token) { // "redis-benchmark takes 33%:"
                                return token.isQuantity() && token.quantity.kind == QuantityKind::Percent;
                            })
        && std::ranges::any_of(tokens, [](const Token& token) {
               return token.isWord()
                   && (isOneOf(token.lower, {"takes", "uses", "consumes", "occupies", "eats"})
                       || isLoadWord(token.lower) || isDisturbanceWord(token.lower));
           });
    const bool hasLead = hasLoad || first >= tokens.size() ? hasLoad
                                                           : tokens[first].isWord()
            && isOneOf(tokens[first].lower,
                       {"with", "without", "at", "on", "under", "in", "for", "using", "when", "while", "case", "if",
                        "w/", "w/o", "scenario"});
    return hasLead || (!labels.empty() && labels.front().first == 0);
}

/// Whether a heading names a benchmark and, behind it, what of it was run: "fio randread 4k:", not "fio:".
bool namesCase(const Text& text, std::span<const Token> tokens, std::span<const Label> labels)
{
    if (!labels.empty() || !tokens.back().isMark(":")) {
        return false;
    }
    const auto written = text.view().substr(tokens.front().begin, tokens.back().begin - tokens.front().begin);
    const auto named = benchmarksIn(written);
    if (named.size() != 1 || named.front().span.offset != 0) {
        return false;
    }
    const auto behind = written.find_first_not_of(" \t(,", named.front().span.end());
    return behind != std::string_view::npos;
}

/// The metric that a heading names for unnamed numbers in rows below it.
std::optional<Value> metricOfHeading(const SentenceView& sentence)
{
    const auto metric = metricBefore(sentence, sentence.size(), 0);
    if (!metric || metric->word->needsUnit || metric->word->needsPair) {
        return std::nullopt;
    }
    Value value;
    value.metric = metric->name;
    value.extent = metric->extent;
    value.hasMetricWord = true;
    value.isScore = metric->word->name == "score" || metric->word->name == "index";
    return value;
}

}

std::vector<Label> labelsIn(const Text& text, std::span<const Token> tokens)
{
    std::vector<Label> labels;
    for (std::size_t i = 0; i < tokens.size();) {
        auto label = labelAt(text, tokens, i);
        if (!label) {
            ++i;
            continue;
        }
        i = label->last;
        labels.push_back(std::move(*label));
    }
    return labels;
}

void enterDepth(const Passage& passage, Circumstances& circumstances)
{
    if (passage.depth == circumstances.depth) {
        return;
    }
    auto& scenarios = circumstances.scenarios;
    std::erase_if(scenarios, [&](const auto& entry) { return entry.first == circumstances.depth; });
    scenarios.emplace_back(circumstances.depth, std::move(circumstances.setting.scenario));
    const auto own = std::ranges::find(scenarios, passage.depth, &std::pair<std::uint8_t, std::string>::first);
    circumstances.setting.scenario = own == scenarios.end() ? std::string {} : own->second;
    circumstances.heading.reset();
    circumstances.told.reset();
    circumstances.depth = passage.depth;
}

void enterItem(const Passage& passage, Circumstances& circumstances)
{
    if (passage.item == 0) {
        return;
    }
    if (passage.item == 1 || !circumstances.outer) {
        circumstances.outer = circumstances.setting;
    } else {
        auto benchmark = std::move(circumstances.setting.benchmark);
        circumstances.setting = *circumstances.outer;
        if (circumstances.setting.benchmark.empty()) {
            circumstances.setting.benchmark = std::move(benchmark);
        }
    }
    circumstances.setting.scenario.clear();
    circumstances.setting.heading.clear();
    circumstances.machine.clear();
    circumstances.heading.reset();
    circumstances.told.reset();
}

void readHeading(const Text& text, std::span<const Token> tokens, std::span<const Label> labels, bool isItem,
                 Circumstances& circumstances)
{
    circumstances.heading.reset();
    circumstances.headingText.clear();
    const std::size_t last = tokens.size() - (tokens.back().isMark(":") ? 1 : 0);
    if (last == 0) {
        return;
    }
    circumstances.told = metricOfHeading(SentenceView(text, tokens, labels));
    circumstances.setting.heading.clear();
    if (!isAboutText(tokens) && namesCase(text, tokens, labels)) {
        if (auto name = writtenText(text, tokens, 0, last); name.size() <= kMaxScenarioBytes) {
            circumstances.setting.heading = std::move(name);
        }
    }
    if (isAboutText(tokens) || !(isItem || tellsScenario(tokens, labels))) {
        return;
    }
    auto written = writtenText(text, tokens, 0, last);
    if (written.size() > kMaxScenarioBytes) {
        return;
    }
    const auto label =
        std::ranges::find_if(labels, [](const Label& each) { return each.strength != Strength::Parameter; });
    const bool isOnlyLabel = label != labels.end() && last - (label->last - label->first) <= 3;
    if (isOnlyLabel) {
        circumstances.heading = *label;
        circumstances.headingText = std::move(written);
    } else if (!circumstances.told) {
        circumstances.setting.scenario = std::move(written);
    }
}

std::string leadingScenario(const SentenceView& sentence, std::size_t firstValue)
{
    if (!sentence.isWord(0, {"at", "on", "under", "for", "in", "when", "while", "with", "during", "if", "case"})) {
        return {};
    }
    std::size_t end = 1;
    int open = 0;
    bool tells = sentence.isWord(0, {"when", "while", "during"});
    for (; end < firstValue && end < kMaxLeadTokens; ++end) {
        if (open == 0 && (sentence.isMark(end, ",") || sentence.isMark(end, ":"))) {
            break;
        }
        open += sentence.isMark(end, "(") ? 1 : 0;
        open -= sentence.isMark(end, ")") ? 1 : 0;
        const auto& token = sentence[end];
        const bool tellsLoad = token.isQuantity() && token.quantity.kind == QuantityKind::Percent;
        const bool tellsCount = token.isQuantity() && sentence.countsSomething(end);
        tells |= tellsLoad || tellsCount || isDisturbanceWord(sentence.word(end));
    }
    const bool isClause = tells && end < firstValue && end < kMaxLeadTokens;
    const bool hasLabel = std::ranges::any_of(sentence.labels(), [&](const Label& label) {
        return label.first < end && label.strength != Strength::Parameter;
    });
    return isClause && !hasLabel ? sentence.written(0, end) : std::string {};
}

void readSurroundings(const Text& text, const Passage& passage, Circumstances& circumstances)
{
    enterDepth(passage, circumstances);
    enterItem(passage, circumstances);
    circumstances.heading.reset();
    circumstances.told.reset();
    if (!mayTellCircumstances(text.slice(passage.span))) {
        circumstances.setting.leaveHeadings(); // the text has gone on to something else
        return;
    }
    const auto cut = cutPassage(text, passage.span);
    const std::span<const Token> all(cut.list.tokens);
    const auto before = circumstances.setting;
    bool hasHeading = false;
    for (const auto& sentence : cut.sentences) {
        const auto part = all.subspan(sentence.first, sentence.last - sentence.first);
        std::vector<TestMention> mentions;
        readSetting(text, part, circumstances.setting, mentions);
        hasHeading = sentence.isHeading;
        if (hasHeading) {
            const auto labels = labelsIn(text, part);
            readHeading(text, part, labels, passage.item != 0, circumstances);
        }
    }
    const bool hasCommand = circumstances.setting.parameters != before.parameters;
    if (!hasHeading && !hasCommand) {
        circumstances.setting.leaveHeadings(); // the text has gone on to something else
    }
    // A paragraph that speaks of several benchmarks does not say which one made the numbers further down.
    const auto named = benchmarksIn(text.slice(passage.span));
    const bool isMixed =
        std::ranges::any_of(named, [&](const KnownBenchmark& each) { return each.id != named.front().id; });
    if (isMixed && !circumstances.setting.parameters.contains("command")) {
        circumstances.setting.benchmark = before.benchmark;
        circumstances.setting.test = before.test;
    }
}

}
