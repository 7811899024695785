// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prose/reading.h"

#include "parsers/context/vocabulary.h"
#include "parsers/prose/binding.h"
#include "parsers/prose/sentence.h"

#include <algorithm>

namespace patchscale::sentences {
namespace {

constexpr std::size_t kMaxScenarioBytes = 160;

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::ranges::find(words, word) != words.end();
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

bool tellsScenario(std::span<const Token> tokens, std::span<const Label> labels)
{
    const bool hasLead = tokens.front().isWord()
        && isOneOf(tokens.front().lower,
                   {"with", "without", "at", "on", "under", "in", "for", "using", "when", "while", "case", "if", "w/",
                    "w/o"});
    return hasLead || (!labels.empty() && labels.front().first == 0);
}

/// A line that ends in a colon and holds no value: it names the variant or the scenario of what follows.
void readHeading(const Text& text, std::span<const Token> tokens, std::vector<Label>& labels,
                 Circumstances& circumstances)
{
    circumstances.heading.reset();
    circumstances.headingText.clear();
    const std::size_t last = tokens.size() - (tokens.back().isMark(":") ? 1 : 0);
    if (last == 0 || !tellsScenario(tokens, labels)) {
        return;
    }
    auto written = writtenText(text, tokens, 0, last);
    if (written.size() > kMaxScenarioBytes) {
        return;
    }
    const auto names = [](const Label& label) { return label.strength != Strength::Parameter; };
    const auto label = std::ranges::find_if(labels, names);
    const bool isOnlyLabel = label != labels.end() && last - (label->last - label->first) <= 3;
    if (isOnlyLabel) {
        circumstances.heading = *label;
        circumstances.headingText = std::move(written);
    } else {
        circumstances.setting.scenario = std::move(written);
    }
}

class PassageReader
{
public:
    PassageReader(const Text& text, const Passage& passage, Circumstances& circumstances, Reading& reading)
        : m_text(text)
        , m_passage(passage)
        , m_circumstances(circumstances)
        , m_reading(reading)
        , m_firstStatement(reading.statements.size())
    {
    }

    void run()
    {
        if (m_passage.isNumbered) {
            const auto benchmark = m_circumstances.setting.benchmark;
            m_circumstances = {};
            m_circumstances.setting.benchmark = benchmark;
        }
        m_circumstances.machine.clear();
        const auto tokens = tokenize(m_text, m_passage.span);
        const std::span<const Token> all(tokens);
        bool isFirst = m_passage.isNumbered;
        for (const auto& sentence : sentencesOf(m_text, all)) {
            readSentence(all.subspan(sentence.first, sentence.last - sentence.first), sentence.isHeading, isFirst);
            isFirst = false;
        }
    }

private:
    /// What a sentence and the text before it tell beside labels and values.
    struct Told
    {
        Setting setting;
        std::span<const TestMention> tests;
        std::span<const MachineMention> machines;
    };

    void readSentence(std::span<const Token> tokens, bool isHeading, bool opensItem)
    {
        auto labels = labelsIn(m_text, tokens);
        std::vector<TestMention> mentions;
        readSetting(m_text, tokens, m_circumstances.setting, mentions);
        const auto machines = machinesIn(m_text, tokens);
        const auto found = valuesIn(m_text, tokens, labels);
        if (found.values.empty() && found.pairs.empty()) {
            if (isHeading) {
                readHeading(m_text, tokens, labels, m_circumstances);
            } else {
                readChanges(m_text, tokens, labels, m_reading.statements.size(), m_firstStatement, m_reading);
            }
            if (!machines.empty()) {
                m_circumstances.machine = machines.back().label;
            }
            return;
        }
        Setting setting = m_circumstances.setting;
        if (opensItem) {
            if (auto heading = itemHeading(tokens, found); !heading.empty()) {
                setting.scenario = heading;
                m_circumstances.setting.scenario = std::move(heading);
            }
        }
        const std::size_t first = m_reading.statements.size();
        const Told told {.setting = setting, .tests = mentions, .machines = machines};
        addPairs(tokens, labels, found, told);
        addValues(tokens, labels, found, told);
        if (!machines.empty()) {
            m_circumstances.machine = machines.back().label;
        }
        readChanges(m_text, tokens, labels, first, m_firstStatement, m_reading);
    }

    /// What a numbered item is called: the words before the benchmark, the command or the first label.
    [[nodiscard]] std::string itemHeading(std::span<const Token> tokens, const SentenceValues& found) const
    {
        std::size_t last = 0;
        while (last < tokens.size() && last < 12 && tokens[last].isWord() && (last == 0 || !tokens[last].startsLine)
               && !isOneOf(
                   tokens[last].lower,
                   {"run", "running", "ran", "test", "the", "with", "without", "before", "after", "from", "w/", "w/o"})
               && metricWord(tokens[last].lower) == nullptr && tokens[last].lower[0] != '.') {
            ++last;
        }
        const bool endsWell = last < tokens.size()
            && (tokens[last].startsLine || tokens[last].isMark(":")
                || isOneOf(tokens[last].lower, {"run", "running", "ran"}));
        const bool isBeforeValues = found.values.empty() || found.values.front().token >= last;
        return last > 0 && endsWell && isBeforeValues ? writtenText(m_text, tokens, 0, last) : std::string {};
    }

    void add(std::span<const Token> tokens, const Value& value, Label label, const Told& told,
             const std::string& scenario, bool isFromTo)
    {
        extendPlace(tokens, value.token + 1);
        Statement statement {.label = std::move(label),
                             .value = value,
                             .setting = told.setting,
                             .machine = m_circumstances.machine,
                             .passage = m_reading.places.size() - 1,
                             .line = m_text.lineAt(tokens[value.token].begin),
                             .isFromTo = isFromTo};
        if (!scenario.empty()) {
            statement.setting.scenario = scenario;
        }
        for (const auto& mention : told.tests) {
            if (mention.token < value.token || statement.setting.test.empty()) {
                statement.setting.test = mention.test;
                statement.setting.benchmark = mention.benchmark;
            }
        }
        for (const auto& mention : told.machines) {
            if (mention.token < value.token || statement.machine.empty()) {
                statement.machine = mention.label;
            }
        }
        m_reading.statements.push_back(std::move(statement));
    }

    /// Grows the place of this passage over a sentence up to token @p last.
    void extendPlace(std::span<const Token> tokens, std::size_t last)
    {
        if (!m_hasPlace) {
            m_reading.places.push_back({.span = {.offset = tokens.front().begin, .length = 0},
                                        .firstLine = m_text.lineAt(tokens.front().begin),
                                        .lastLine = 0});
            m_hasPlace = true;
        }
        auto& place = m_reading.places.back();
        place.span.length = std::max(place.span.length, tokens[last - 1].end - place.span.offset);
        place.lastLine = m_text.lineAt(place.span.end());
    }

    void addPairs(std::span<const Token> tokens, std::span<const Label> labels, const SentenceValues& found,
                  const Told& told)
    {
        for (const auto& pair : found.pairs) {
            auto sides = labelsOfPair(tokens, pair, labels);
            if (!sides) {
                leaveUnassigned(pair.candidate);
                continue;
            }
            add(tokens, pair.baseline, std::move(sides->baseline), told, sides->scenario, true);
            add(tokens, pair.candidate, std::move(sides->candidate), told, sides->scenario, true);
        }
    }

    void addValues(std::span<const Token> tokens, std::span<const Label> labels, const SentenceValues& found,
                   const Told& told)
    {
        if (found.values.empty()) {
            return;
        }
        const auto bound = bindValues(tokens, labels, found.values);
        auto& heading = m_circumstances.heading;
        auto scenario = bound.scenario;
        if (heading && bound.hasLabels) {
            m_circumstances.setting.scenario = m_circumstances.headingText;
            scenario = scenario.empty() ? m_circumstances.headingText : scenario;
            heading.reset();
        }
        for (std::size_t i = 0; i < found.values.size(); ++i) {
            const auto& value = found.values[i];
            if (bound.labels[i]) {
                add(tokens, value, labels[*bound.labels[i]], told, scenario, false);
            } else if (!bound.hasLabels && heading) {
                add(tokens, value, *heading, told, scenario, false);
            } else if (value.hasMetricWord && !value.needsPair) {
                leaveUnassigned(value);
            }
        }
    }

    void leaveUnassigned(const Value& value)
    {
        const std::size_t place = m_reading.places.size() - (m_hasPlace ? 1 : 0);
        m_reading.unassigned.push_back({.span = value.quantity.number, .passage = place});
    }

    const Text& m_text;
    const Passage& m_passage;
    Circumstances& m_circumstances;
    Reading& m_reading;
    std::size_t m_firstStatement;
    bool m_hasPlace = false;
};

}

void readPassage(const Text& text, const Passage& passage, Circumstances& circumstances, Reading& reading)
{
    PassageReader(text, passage, circumstances, reading).run();
}

void readSurroundings(const Text& text, const Passage& passage, Circumstances& circumstances)
{
    if (passage.isNumbered) {
        const auto benchmark = circumstances.setting.benchmark;
        circumstances = {};
        circumstances.setting.benchmark = benchmark;
    }
    const auto tokens = tokenize(text, passage.span);
    const std::span<const Token> all(tokens);
    circumstances.heading.reset();
    const auto before = circumstances.setting;
    for (const auto& sentence : sentencesOf(text, all)) {
        const auto part = all.subspan(sentence.first, sentence.last - sentence.first);
        std::vector<TestMention> mentions;
        readSetting(text, part, circumstances.setting, mentions);
        if (sentence.isHeading) {
            auto labels = labelsIn(text, part);
            readHeading(text, part, labels, circumstances);
        }
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

void acceptStatements(Reading& reading)
{
    constexpr std::size_t kNearLines = 14;
    auto& all = reading.statements;
    const auto isCounterpart = [](const Statement& a, const Statement& b) {
        return a.value.metric == b.value.metric && a.value.dimension == b.value.dimension
            && a.label.text != b.label.text;
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
        auto& statement = all[i];
        if (statement.isFromTo
            || (statement.label.strength == Strength::Strong && statement.value.hasMetricWord
                && !statement.value.needsPair)) {
            statement.isAccepted = true;
            continue;
        }
        const auto begin = i > 24 ? i - 24 : 0;
        for (std::size_t k = begin; k < std::min(all.size(), i + 24) && !statement.isAccepted; ++k) {
            const auto& other = all[k];
            const std::size_t distance =
                other.line > statement.line ? other.line - statement.line : statement.line - other.line;
            const bool isOpposite = other.label.polarity != statement.label.polarity;
            const bool needsOpposite = statement.label.strength == Strength::Bare;
            statement.isAccepted = !other.isFromTo && isCounterpart(statement, other) && distance <= kNearLines
                && (!needsOpposite || isOpposite);
        }
    }
    // A weak label that was believed once is believed again: "without SMT disturbance" in the next item.
    for (auto& statement : all) {
        if (!statement.isAccepted && statement.label.strength == Strength::Weak && statement.value.isScore) {
            statement.isAccepted = std::ranges::any_of(all, [&](const Statement& other) {
                return other.isAccepted && other.label.text == statement.label.text
                    && other.value.metric == statement.value.metric;
            });
        }
    }
}

}
