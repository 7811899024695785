// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/declared/declared_format.h"

#include "parsers/tools/line_format.h"

#include <format>
#include <utility>

namespace patchscale::declared {
namespace {

using namespace patchscale::tools;

std::string_view columnOf(const LineTemplate& line, const Holes& holes, std::string_view name)
{
    for (std::size_t i = 0; i < line.columns.size(); ++i) {
        if (line.columns[i] == name) {
            return holes[i];
        }
    }
    return {};
}

/// @p words with what the columns say in place of {column}.
std::string filled(std::string_view words, const LineTemplate& line, const Holes& holes)
{
    std::string out;
    while (!words.empty()) {
        const auto open = words.find('{');
        out += words.substr(0, open);
        if (open == std::string_view::npos) {
            break;
        }
        const auto close = words.find('}', open);
        out += columnOf(line, holes, words.substr(open + 1, close - open - 1));
        words = words.substr(close + 1);
    }
    return out;
}

class DeclaredReader final : public LineReader
{
public:
    DeclaredReader(const Text& text, const Description& description)
        : m_text(text)
        , m_description(description)
        , m_values(text, description.benchmark)
        , m_isOpen(description.begin.pattern.empty())
    {
        m_values.run().parameters = description.parameters;
    }

    Step take(std::string_view line) override
    {
        Holes holes;
        if (!m_description.begin.pattern.empty() && matches(line, m_description.begin.pattern, holes)) {
            return begin(holes);
        }
        if (!m_isOpen) {
            return Step::Ended;
        }
        for (const auto& row : m_description.rows) {
            if (matches(line, row.line.pattern, holes)) {
                takeRow(row, holes);
                return Step::Taken;
            }
        }
        for (const auto& ignored : m_description.ignored) {
            if (matches(line, ignored.pattern)) {
                return Step::Passed;
            }
        }
        return Step::Ended;
    }

    ParsedBlock finish() override
    {
        return m_values.finish(m_description.id);
    }

private:
    Step begin(const Holes& holes)
    {
        if (!m_values.isEmpty()) {
            return Step::Ended; // the next one is a run of its own
        }
        m_isOpen = true;
        for (std::size_t i = 0; i < m_description.begin.columns.size(); ++i) {
            m_values.run().parameters[m_description.begin.columns[i]] = holes[i];
        }
        return Step::Taken;
    }

    void takeRow(const DescribedRow& row, const Holes& holes)
    {
        auto& selection = m_values.selection();
        selection.clear();
        for (const auto& name : row.parameters) {
            selection[name] = columnOf(row.line, holes, name);
        }
        const auto test = filled(row.test, row.line, holes);
        for (const auto& value : row.values) {
            auto* const result = m_values.add({.test = test.empty() ? m_description.id : test,
                                               .metric = value.metric,
                                               .number = columnOf(row.line, holes, value.column),
                                               .unit = value.unit,
                                               .better = value.better});
            if (result != nullptr && !value.spreadColumn.empty()) {
                result->spread = spreadOf(m_text, value.spreadKind, columnOf(row.line, holes, value.spreadColumn));
            }
        }
    }

    const Text& m_text;
    const Description& m_description;
    Collector m_values;
    bool m_isOpen;
};

class DeclaredFormat final : public Format
{
public:
    explicit DeclaredFormat(Description description)
        : m_description(std::move(description))
    {
    }

    [[nodiscard]] std::string_view id() const override
    {
        return m_description.id;
    }
    [[nodiscard]] std::string_view description() const override
    {
        return m_description.description;
    }
    [[nodiscard]] std::string_view example() const override
    {
        return m_description.example;
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        const auto lines = text.lines();
        for (std::size_t i = 0; i < lines.size() && !job.isCancelled();) {
            if (lines[i].kind != LineKind::Body || !mayOpen(text.line(i))) {
                ++i;
                continue;
            }
            DeclaredReader reader(text, m_description);
            i = readBlock({.text = text, .line = i}, reader, out, job);
        }
    }

    [[nodiscard]] ParsedBlock parse(const Text& /*text*/, const Block& block, const Job& /*job*/) const override
    {
        return parsedOf(block);
    }

private:
    [[nodiscard]] bool mayOpen(std::string_view line) const
    {
        if (!m_description.begin.pattern.empty()) {
            return matches(line, m_description.begin.pattern);
        }
        for (const auto& row : m_description.rows) {
            if (matches(line, row.line.pattern)) {
                return true;
            }
        }
        return false;
    }

    Description m_description;
};

void keepColumns(LineMatch& match, const LineTemplate& line, const Holes& holes)
{
    for (std::size_t i = 0; i < line.columns.size(); ++i) {
        match.columns.push_back(std::format("{}={}", line.columns[i], holes[i]));
    }
}

LineMatch explainLine(const Description& description, std::string_view line)
{
    LineMatch match;
    Holes holes;
    if (!description.begin.pattern.empty() && matches(line, description.begin.pattern, holes)) {
        match.kind = LineMatch::Kind::Begin;
        keepColumns(match, description.begin, holes);
        return match;
    }
    for (std::size_t i = 0; i < description.rows.size(); ++i) {
        if (matches(line, description.rows[i].line.pattern, holes)) {
            match.kind = LineMatch::Kind::Row;
            match.row = i;
            keepColumns(match, description.rows[i].line, holes);
            return match;
        }
    }
    for (const auto& ignored : description.ignored) {
        if (matches(line, ignored.pattern)) {
            match.kind = LineMatch::Kind::Ignored;
            return match;
        }
    }
    return match;
}

}

std::unique_ptr<Format> declaredFormat(Description description)
{
    return std::make_unique<DeclaredFormat>(std::move(description));
}

std::vector<LineMatch> explain(const Description& description, const Text& text)
{
    std::vector<LineMatch> out;
    for (std::size_t i = 0; i < text.lines().size(); ++i) {
        if (text.lines()[i].kind == LineKind::Blank) {
            continue;
        }
        out.push_back(explainLine(description, text.line(i)));
        out.back().line = i;
    }
    return out;
}

}
