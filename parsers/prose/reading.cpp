// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prose/reading.h"

#include "parsers/context/vocabulary.h"
#include "parsers/prose/binding.h"
#include "parsers/prose/sentence.h"

#include <algorithm>

namespace patchscale::sentences {
namespace {

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::ranges::find(words, word) != words.end();
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

    void run(CutPassage& cut)
    {
        enterDepth(m_passage, m_circumstances);
        enterItem(m_passage, m_circumstances);
        m_circumstances.machine.clear();
        m_previous = m_circumstances.told;
        bool isFirst = m_passage.item != 0;
        for (std::size_t i = 0; i < cut.sentences.size(); ++i) {
            readSentence(cut, i, isFirst);
            isFirst = false;
        }
    }

private:
    /// What a sentence and the text before it tell beside labels and values.
    struct Told
    {
        Setting setting;
        const Setting& before; ///< the sentence
        std::span<const TestMention> tests;
        std::span<const MachineMention> machines;
    };

    /// A sentence without any number tells circumstances only.
    void readWords(std::span<const Token> tokens)
    {
        std::vector<TestMention> mentions;
        readSetting(m_text, tokens, m_circumstances.setting, mentions);
        if (const auto machines = machinesIn(m_text, tokens); !machines.empty()) {
            m_circumstances.machine = machines.back().label;
        }
    }

    void readSentence(CutPassage& cut, std::size_t index, bool opensItem)
    {
        const auto tokens = cut.tokensOf(index);
        const bool isHeading = cut.sentences[index].isHeading;
        if (!isHeading && std::ranges::none_of(tokens, &Token::isQuantity)) {
            readWords(tokens);
            return;
        }
        const auto& labels = cut.labelsOf(m_text, index);
        std::vector<TestMention> mentions;
        const auto before = m_circumstances.setting;
        readSetting(m_text, tokens, m_circumstances.setting, mentions);
        SentenceView sentence(m_text, tokens, labels);
        for (const auto& mention : mentions) {
            sentence.addName(mention.token, mention.last);
        }
        const auto machines = machinesIn(m_text, tokens);
        const auto found = valuesIn(sentence, m_previous);
        if (found.values.empty() && found.pairs.empty()) {
            if (isHeading) {
                readHeading(m_text, tokens, labels, opensItem, m_circumstances);
                m_previous = m_circumstances.told;
            } else {
                readChanges(sentence, m_reading.statements.size(), m_firstStatement, m_reading);
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
        const Told told {.setting = setting, .before = before, .tests = mentions, .machines = machines};
        addPairs(sentence, found, told);
        addValues(sentence, found, told);
        if (!machines.empty()) {
            m_circumstances.machine = machines.back().label;
        }
        readChanges(sentence, first, m_firstStatement, m_reading);
        if (!found.values.empty()) {
            m_previous = found.values.back();
        }
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

    /// Adds a statement with what the sentence tells of its circumstances.
    Statement& add(const SentenceView& sentence, const Value& value, Label label, const Told& told,
                   const std::string& scenario)
    {
        extendPlace(sentence.tokens(), value.token + 1);
        Statement statement {.label = std::move(label),
                             .value = value,
                             .setting = told.setting,
                             .machine = m_circumstances.machine,
                             .passage = m_reading.places.size() - 1,
                             .line = m_text.lineAt(sentence[value.token].begin),
                             .depth = m_passage.depth,
                             .lead = {}};
        if (!scenario.empty()) {
            statement.setting.scenario = scenario;
        }
        if (const auto* mention = mentionOf(sentence, value, told)) {
            statement.setting.test = mention->test;
            statement.setting.benchmark = mention->benchmark;
        } else if (!told.tests.empty()) {
            statement.setting.test = told.before.test;
            statement.setting.benchmark = told.before.benchmark;
        }
        for (const auto& mention : told.machines) {
            if (mention.token < value.token || statement.machine.empty()) {
                statement.machine = mention.label;
            }
        }
        return m_reading.statements.emplace_back(std::move(statement));
    }

    /// The test that @p value is of: the last one named before it, or the first one behind it in its own clause. "The
    /// score drops to 1200, while pipe throughput …" says nothing of what 1200 is.
    static const TestMention* mentionOf(const SentenceView& sentence, const Value& value, const Told& told)
    {
        const TestMention* found = nullptr;
        for (const auto& mention : told.tests) {
            if (mention.token < value.token) {
                found = &mention;
            }
        }
        if (found != nullptr || told.tests.empty()) {
            return found;
        }
        const auto& next = told.tests.front();
        for (std::size_t at = value.token; at < next.token; ++at) {
            if (sentence.isMark(at, ",") || sentence.isMark(at, ";")
                || sentence.isWord(at, {"while", "but", "whereas", "and"})) {
                return nullptr;
            }
        }
        return &next;
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

    void addPairs(const SentenceView& sentence, const SentenceValues& found, const Told& told)
    {
        for (const auto& pair : found.pairs) {
            auto sides = labelsOfPair(sentence, pair);
            if (!sides) {
                leaveUnassigned(pair.candidate);
                continue;
            }
            add(sentence, pair.baseline, std::move(sides->baseline), told, sides->scenario).isFromTo = true;
            add(sentence, pair.candidate, std::move(sides->candidate), told, sides->scenario).isFromTo = true;
        }
    }

    void addValues(const SentenceView& sentence, const SentenceValues& found, const Told& told)
    {
        if (found.values.empty()) {
            return;
        }
        const auto bound = bindValues(sentence, found.values);
        auto& heading = m_circumstances.heading;
        auto scenario = leadingScenario(sentence, found.values.front().token);
        scenario = scenario.empty() ? bound.scenario : scenario;
        if (heading && bound.hasLabels) {
            m_circumstances.setting.scenario = m_circumstances.headingText;
            scenario = scenario.empty() ? m_circumstances.headingText : scenario;
            heading.reset();
        }
        std::size_t behind = 0; // the token behind the last value
        for (std::size_t i = 0; i < found.values.size(); ++i) {
            const auto& value = found.values[i];
            if (bound.labels[i]) {
                const auto& label = sentence.labels()[*bound.labels[i]];
                const auto row = scenario.empty() ? rowName(sentence, label, behind) : std::string {};
                auto& statement = add(sentence, value, label, told, row.empty() ? scenario : row);
                statement.isTight = bound.isTight[i];
            } else if (!bound.hasLabels && heading) {
                auto& statement = add(sentence, value, *heading, told, scenario);
                statement.isUnderHeading = true;
                statement.lead = leadOf(sentence, behind, value.token);
                if (!value.hasMetricWord) { // "write (psync x 96 jobs) = 465 KIOPS"
                    statement.value.extent = caseIn(statement.lead);
                }
            } else if (auto subject = bound.hasLabels ? std::nullopt : subjectLabel(sentence, behind, value.token)) {
                add(sentence, value, std::move(*subject), told, scenario).isTight = true;
            } else if (value.hasMetricWord && !value.needsPair) {
                leaveUnassigned(value);
            }
            behind = value.token + 1;
        }
    }

    /// What stands before the label in a row such as "NUM_FILES=10000, before the patch: 27399 ms".
    [[nodiscard]] static std::string rowName(const SentenceView& sentence, const Label& label, std::size_t behind)
    {
        constexpr std::size_t kMaxTokens = 8;
        std::size_t begin = label.first;
        while (begin > 0 && label.first - begin < kMaxTokens && !sentence[begin].startsLine) {
            --begin;
        }
        const bool isRow = begin >= behind && begin + 1 < label.first && sentence[begin].startsLine
            && sentence.isMark(label.last, ":")
            && (sentence.isMark(label.first - 1, ",") || sentence.isMark(label.first - 1, ":"));
        return isRow ? sentence.written(begin, label.first - 1) : std::string {};
    }

    /// The words before a value, from the start of its line or the value before it.
    [[nodiscard]] static std::string leadOf(const SentenceView& sentence, std::size_t first, std::size_t token)
    {
        std::size_t begin = token;
        while (begin > first && !sentence[begin].startsLine) {
            --begin;
        }
        return sentence.written(begin, token);
    }

    /// The case that a lead names, without the mark behind it; empty if there are no letters in it.
    [[nodiscard]] static std::string caseIn(std::string_view lead)
    {
        const auto end = lead.find_last_not_of(" =:~");
        lead = end == std::string_view::npos ? std::string_view {} : lead.substr(0, end + 1);
        const bool hasLetters =
            std::ranges::any_of(lead, [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; });
        return hasLetters ? std::string(lead) : std::string {};
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
    std::optional<Value> m_previous; ///< last value of the sentence before
};

}

bool statesValues(const Text& text, const Passage& passage, CutPassage& cut)
{
    if (followsMetricHeading(text, passage.firstLine)) {
        return true; // the heading may tell what the numbers are
    }
    for (std::size_t i = 0; i < cut.sentences.size(); ++i) {
        const auto part = cut.tokensOf(i);
        if (!mayHoldValue(part)) {
            continue;
        }
        const auto found = valuesIn(SentenceView(text, part, cut.labelsOf(text, i)), std::nullopt);
        if (!found.values.empty() || !found.pairs.empty()) {
            return true;
        }
    }
    return false;
}

void readPassage(const Text& text, const Passage& passage, CutPassage& cut, Circumstances& circumstances,
                 Reading& reading)
{
    PassageReader(text, passage, circumstances, reading).run(cut);
}

}
