// SPDX-License-Identifier: GPL-3.0-or-later
// LMbench's "make see": tables of hosts by measures, one for each group of measures. A line of dashes tells where the
// columns stand, since cells may be empty and heads go over two or three lines. Each host or kernel is a variant; rows
// of the same one are samples.
#include "parsers/context/vocabulary.h"
#include "parsers/table/blanks.h"
#include "parsers/text/find.h"
#include "parsers/text/number.h"
#include "parsers/tools/collector.h"
#include "parsers/tools/pattern.h"

#include <algorithm>
#include <array>
#include <format>
#include <set>
#include <utility>

namespace patchscale {
namespace {

using table::trimmed;

constexpr std::string_view kRuler = "--------- -------------";
constexpr auto kMarks = std::to_array<std::string_view>({kRuler});
constexpr std::size_t kMostColumns = 24;
/// Lines between two tables of one summary: a blank one, the title, a ruler, the heads.
constexpr std::size_t kReach = 12;
constexpr std::size_t kLongestHead = 6; ///< lines above the ruler that are looked at for the title

struct Stretch
{
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string_view text {};
};

std::vector<Stretch> wordsOf(std::string_view line)
{
    std::vector<Stretch> words;
    for (std::size_t pos = 0; (pos = line.find_first_not_of(" \t", pos)) != std::string_view::npos;) {
        const auto end = std::min(line.find_first_of(" \t", pos), line.size());
        words.push_back({.begin = pos, .end = end, .text = line.substr(pos, end - pos)});
        pos = end;
    }
    return words;
}

/// What the values of a table are, by its title: "times in microseconds - smaller is better".
struct Measures
{
    std::string_view section;
    std::string_view unit;
    std::string_view metric;
    Better better = Better::Unknown;
};

/// Nothing if @p title is not that of a table of measures.
std::optional<Measures> measuresOf(std::string_view title)
{
    struct Known
    {
        std::string_view words;
        std::string_view unit;
        std::string_view metric;
        Better better;
    };
    constexpr auto kKnown =
        std::to_array<Known>({{.words = "microseconds", .unit = "us", .metric = "latency", .better = Better::Lower},
                              {.words = "nanoseconds", .unit = "ns", .metric = "latency", .better = Better::Lower},
                              {.words = "MB/s", .unit = "MB/s", .metric = "bandwidth", .better = Better::Higher}});
    const auto* hit = std::ranges::find_if(kKnown, [&](const Known& known) { return title.contains(known.words); });
    if (hit == kKnown.end() || !title.contains("better")) {
        return std::nullopt;
    }
    // "Processor, Processes - times in …", "*Local* Communication latencies in …"
    auto section = title.substr(0, std::min(title.find(" - "), title.find(" in ")));
    return Measures {.section = trimmed(section), .unit = hit->unit, .metric = hit->metric, .better = hit->better};
}

/// What "11.K" MB/s or "1.2K" us stands for.
std::string_view scaledUnit(std::string_view unit, std::string_view letter)
{
    const bool isKilo = letter == "K" || letter == "k";
    if (letter.empty()) {
        return unit;
    }
    if (unit == "us") {
        return isKilo ? "ms" : letter == "M" ? "s" : "";
    }
    if (unit == "ns") {
        return isKilo ? "us" : letter == "M" ? "ms" : "";
    }
    return isKilo ? "GB/s" : letter == "M" ? "TB/s" : "";
}

struct Row
{
    std::size_t line = 0;
    std::string host;
    std::string os;
    std::vector<std::string_view> cells; ///< one per column behind those two; empty where none stands
};

struct Section
{
    Measures measures;
    std::vector<std::string> heads; ///< as long as the cells
    std::vector<Row> rows;
    std::size_t firstLine = 0;
    std::size_t lastLine = 0;
    std::vector<std::size_t> unread;
};

/// Which of @p columns @p word stands under; columns.size() if under none or between two.
std::size_t columnOf(const std::vector<Stretch>& columns, const Stretch& word)
{
    std::size_t best = columns.size();
    std::size_t most = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto begin = std::max(columns[i].begin, word.begin);
        const auto end = std::min(columns[i].end, word.end);
        if (end > begin && end - begin > most) {
            most = end - begin;
            best = i;
        }
    }
    return best;
}

std::optional<Row> rowAt(std::string_view line, const std::vector<Stretch>& columns)
{
    Row row;
    row.cells.resize(columns.size() - 2);
    std::vector<std::string_view> behind; // words from the first that is under no name
    bool isAligned = true;
    for (const auto& word : wordsOf(line)) {
        const auto column = columnOf(columns, word);
        if (column < 2 && behind.empty()) {
            auto& name = column == 0 ? row.host : row.os;
            name += (name.empty() ? "" : " ") + std::string(word.text);
            continue;
        }
        behind.push_back(word.text);
        if (column >= columns.size() || column < 2 || !row.cells[column - 2].empty()) {
            isAligned = false;
            continue;
        }
        row.cells[column - 2] = word.text;
    }
    if (!isAligned && behind.size() == row.cells.size()) { // blanks were lost, but nothing else
        row.cells = behind;
        isAligned = true;
    }
    const bool hasNumber =
        std::ranges::any_of(behind, [](std::string_view word) { return numberAt(word, 0).has_value(); });
    return isAligned && !row.host.empty() && hasNumber ? std::optional(row) : std::nullopt;
}

class Reader
{
public:
    Reader(const Text& text, const Job& job)
        : m_text(text)
        , m_job(job)
    {
    }

    /// The table whose ruler is line @p ruler.
    std::optional<Section> sectionAt(std::size_t ruler) const
    {
        const auto columns = wordsOf(m_text.line(ruler));
        const auto lines = m_text.lines();
        if (columns.size() < 3 || columns.size() > kMostColumns) {
            return std::nullopt;
        }
        Section section;
        std::vector<std::size_t> headLines;
        auto at = ruler;
        while (at > 0 && ruler - at < kLongestHead) {
            const auto line = m_text.line(--at);
            if (lines[at].kind == LineKind::Ruler || lines[at].kind == LineKind::Blank) {
                continue;
            }
            if (auto measures = measuresOf(line)) {
                section.measures = *measures;
                break;
            }
            if (!trimmed(line).starts_with("(WARNING")) {
                headLines.insert(headLines.begin(), at);
            }
        }
        if (section.measures.unit.empty()) {
            return std::nullopt;
        }
        section.firstLine = at;
        section.heads.resize(columns.size() - 2);
        for (const auto index : headLines) {
            for (const auto& word : wordsOf(m_text.line(index))) {
                // a head may stand over the gap beside its column
                auto wide = word;
                wide.begin -= wide.begin > 0 ? 1 : 0;
                ++wide.end;
                const auto column = columnOf(columns, wide);
                if (column >= 2 && column < columns.size()) {
                    auto& head = section.heads[column - 2];
                    head += (head.empty() ? "" : " ") + std::string(word.text);
                }
            }
        }
        section.lastLine = ruler;
        const auto depth = lines[ruler].quoteDepth;
        for (auto i = ruler + 1; i < lines.size() && !m_job.isCancelled(); ++i) {
            if (lines[i].kind != LineKind::Body || lines[i].quoteDepth != depth) {
                break;
            }
            section.lastLine = i;
            if (auto row = rowAt(m_text.line(i), columns)) {
                row->line = i;
                section.rows.push_back(std::move(*row));
            } else {
                section.unread.push_back(i);
            }
        }
        return section.rows.empty() ? std::nullopt : std::optional(std::move(section));
    }

    ParsedBlock read(const std::vector<Section>& sections) const
    {
        std::set<std::string> hosts;
        std::set<std::string> systems;
        std::set<std::pair<std::string, std::string>> both;
        for (const auto& section : sections) {
            for (const auto& row : section.rows) {
                hosts.insert(row.host);
                systems.insert(row.os);
                both.emplace(row.host, row.os);
            }
        }
        const auto labelOf = [&](const Row& row) {
            return hosts.size() == both.size()  ? row.host
                : systems.size() == both.size() ? row.os
                                                : row.host + ", " + row.os;
        };
        std::vector<std::string> labels;
        std::vector<tools::Collector> values;
        for (const auto& section : sections) {
            for (const auto& row : section.rows) {
                const auto label = labelOf(row);
                auto place = std::ranges::find(labels, label);
                if (place == labels.end()) {
                    labels.push_back(label);
                    values.emplace_back(m_text, "lmbench");
                    place = labels.end() - 1;
                }
                addRow(section, row, values[static_cast<std::size_t>(place - labels.begin())]);
            }
        }
        const std::vector<std::string_view> views(labels.begin(), labels.end());
        const auto variants = assignRoles(views);
        ParsedBlock out;
        std::size_t count = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            auto parsed = values[i].finish("lmbench");
            std::ranges::move(parsed.diagnostics, std::back_inserter(out.diagnostics));
            for (auto& run : parsed.runs) {
                count += run.run.results.size();
                if (labels.size() > 1) {
                    run.run.variant = variants[i];
                    run.knowsVariant = true;
                } else {
                    run.run.machine.label = *hosts.begin();
                    run.knowsMachine = true;
                }
                out.runs.push_back(std::move(run));
            }
        }
        for (const auto& section : sections) {
            for (const auto line : section.unread) {
                out.diagnostics.push_back({.severity = Severity::Warning,
                                           .code = "unread-row",
                                           .message = "a row of LMbench's summary does not stand under its heads and "
                                                      "was left out",
                                           .span = m_text.spanOf(m_text.line(line))});
            }
        }
        out.title = std::format("LMbench summary, {} results", count);
        return out;
    }

private:
    static void addRow(const Section& section, const Row& row, tools::Collector& values)
    {
        values.selection() = {{"section", std::string(section.measures.section)}};
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const auto& head = section.heads[i];
            const auto number = row.cells[i].empty() ? std::nullopt : numberOf(row.cells[i]);
            if (!number || head.empty() || head == "Mhz" || head == "Guesses") {
                continue; // the clock is a fact of the machine, guesses are words
            }
            const auto digits = row.cells[i].substr(0, number->length);
            const auto unit = scaledUnit(section.measures.unit, row.cells[i].substr(number->length));
            if (unit.empty()) {
                continue;
            }
            values.add({.test = head,
                        .metric = section.measures.metric,
                        .number = digits,
                        .unit = unit,
                        .better = section.measures.better},
                       number->value);
        }
    }

    struct Digits
    {
        double value = 0;
        std::size_t length = 0;
    };

    /// "277." and "11.K" end in a point that no decimals follow.
    static std::optional<Digits> numberOf(std::string_view cell)
    {
        const auto length = std::min(cell.find_first_not_of("0123456789."), cell.size());
        auto digits = cell.substr(0, length);
        if (digits.ends_with('.')) {
            digits.remove_suffix(1);
        }
        const auto number = tools::wholeNumber(digits);
        if (!number || cell.size() - length > 1) {
            return std::nullopt;
        }
        return Digits {.value = *number, .length = length};
    }

    const Text& m_text;
    const Job& m_job;
};

class LmbenchSummary final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "lmbench-summary";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "LMbench: the summary tables of \"make see\", a row for each host or kernel";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "Context switching - times in microseconds - smaller is better";
    }

    [[nodiscard]] std::span<const std::string_view> marks() const override
    {
        return kMarks;
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        const Reader reader(text, job);
        std::vector<Section> sections;
        const auto close = [&] {
            if (sections.empty()) {
                return;
            }
            const auto begin = text.lines()[sections.front().firstLine].begin;
            const auto end = text.lines()[sections.back().lastLine].end;
            auto parsed = reader.read(sections);
            const SourceSpan span {.offset = begin, .length = std::size_t {end} - begin};
            for (auto& run : parsed.runs) {
                run.run.span = span;
            }
            if (!parsed.runs.empty()) {
                out.push_back({.span = span,
                               .confidence = Confidence::Certain,
                               .state = std::make_shared<const ParsedBlock>(std::move(parsed))});
            }
            sections.clear();
        };
        for (auto pos = findText(text.view(), kRuler); pos != std::string_view::npos && !job.isCancelled();) {
            const auto ruler = text.lineAt(pos);
            if (auto section = reader.sectionAt(ruler)) {
                const bool isNear = !sections.empty() && section->firstLine - sections.back().lastLine <= kReach
                    && text.lines()[section->firstLine].quoteDepth == text.lines()[sections.back().lastLine].quoteDepth;
                if (!isNear) {
                    close();
                }
                sections.push_back(std::move(*section));
            }
            pos = findText(text.view(), kRuler, text.lines()[ruler].end);
        }
        close();
    }

    [[nodiscard]] ParsedBlock parse(const Text& /*text*/, const Block& block, const Job& /*job*/) const override
    {
        return *static_cast<const ParsedBlock*>(block.state.get());
    }
};

}

const Format& lmbench_summary()
{
    static const LmbenchSummary instance;
    return instance;
}

}
