// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/mmtests/table.h"

#include "core/base/units.h"
#include "parsers/context/vocabulary.h"
#include "parsers/mmtests/row.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace patchscale::mmtests {
namespace {

constexpr std::size_t kLinesOfTitle = 16; ///< how far above the header a title in several lines may start
constexpr std::size_t kLongestTitle = 100;
constexpr std::size_t kLengthOfFlatLine = 120;
constexpr std::size_t kNumbersInFlatLine = 6;
constexpr std::size_t kLinesBetweenSections = 4;
constexpr std::string_view kBaselineMark = "(BASELINE)";

/// A cell of a header line and where it ends.
struct HeadCell
{
    std::string_view text;
    std::size_t end = 0;
};

std::vector<HeadCell> headCells(std::string_view line, std::size_t minimumGap)
{
    std::vector<HeadCell> cells;
    std::size_t pos = 0;
    while ((pos = line.find_first_not_of(" \t", pos)) != std::string_view::npos) {
        auto end = pos;
        while (end < line.size()) {
            const auto next = std::min(line.size(), line.find_first_not_of(" \t", end));
            const bool isTab = end < line.size() && line[end] == '\t';
            if (next == line.size() || isTab || next - end >= minimumGap) {
                break;
            }
            end = next == end ? end + 1 : next;
        }
        cells.push_back({.text = trimmed(line.substr(pos, end - pos)), .end = end});
        pos = end;
    }
    if (cells.size() > 1 && cells.back().text == "/") {
        cells.pop_back(); // where mmtests cut a label off
    }
    return cells;
}

bool isRuler(std::string_view line)
{
    return !line.empty() && line.find_first_not_of("-=+ \t") == std::string_view::npos;
}

/// "Unit               : MB/sec (higher is better)" -> what stands behind the colon, if @p name stands before it.
std::optional<std::string_view> field(std::string_view line, std::string_view name)
{
    const auto text = trimmed(line);
    if (!text.starts_with(name)) {
        return std::nullopt;
    }
    const auto rest = trimmed(text.substr(name.size()));
    return rest.starts_with(':') ? std::optional(trimmed(rest.substr(1))) : std::nullopt;
}

class Finder
{
public:
    Finder(const Text& text, std::vector<Table>& out)
        : m_text(text)
        , m_out(out)
    {
    }

    void find(const Job& job)
    {
        const auto lines = m_text.lines();
        for (std::size_t line = 0; line < lines.size(); ++line) {
            if (line % 65536 == 0 && job.isCancelled()) {
                return;
            }
            const auto& place = lines[line];
            const bool mayBeFlat =
                place.kind == LineKind::Body && place.size() > kLengthOfFlatLine && place.numbers >= kNumbersInFlatLine;
            if (!(mayBeFlat && takeFlat(line)) && isRow(line)) {
                line = takeSection(line);
            }
        }
    }

private:
    [[nodiscard]] bool isRow(std::size_t line) const
    {
        const auto& place = m_text.lines()[line];
        return place.kind == LineKind::Body && place.numbers >= 2 && rowOf(m_text.line(line)).has_value();
    }

    /// Reads the rows from @p first on; returns the last line.
    std::size_t takeSection(std::size_t first)
    {
        const auto lines = m_text.lines();
        const auto columns = rowOf(m_text.line(first))->cells.size();
        Section section;
        auto last = first;
        for (auto line = first; line < lines.size(); ++line) {
            if (lines[line].kind == LineKind::Blank && line + 1 < lines.size() && isRow(line + 1) && line == last + 1) {
                continue;
            }
            const auto row = isRow(line) ? rowOf(m_text.line(line)) : std::nullopt;
            if (!row) {
                break;
            }
            (row->cells.size() == columns ? section.rows : section.unread)
                .push_back({.offset = lines[line].begin, .length = lines[line].size()});
            last = line;
        }
        auto head = readHeader(first, columns, section);
        if (section.labels.empty() && m_lastLabels.size() == columns) {
            section.labels = m_lastLabels; // the header is printed once for several tables
            section.isMarked = m_lastMarked;
        }
        m_lastLabels = section.labels;
        m_lastMarked = section.isMarked;

        if (continuesLast(section, first)) {
            m_out.back().sections.push_back(std::move(section));
        } else {
            Table table;
            readTitle(head, table);
            table.sections.push_back(std::move(section));
            m_out.push_back(std::move(table));
        }
        m_out.back().end = lines[last].end;
        m_lastRow = last;
        return last;
    }

    /// Tables that a web archive ran into one line. Prose between rows starts another table.
    bool takeFlat(std::size_t line)
    {
        const auto view = m_text.line(line);
        const auto rows = flatRows(view);
        if (rows.size() < 2) {
            return false;
        }
        const char* behind = view.data();
        for (const auto text : rows) {
            const auto gap = trimmed(std::string_view(behind, text.data()));
            const auto columns = rowOf(text)->cells.size();
            const bool continues = behind != view.data() && gap.empty();
            if (!continues) {
                Table table;
                Section section;
                table.begin = readFlatHead(gap, columns, section, table);
                table.sections.push_back(std::move(section));
                m_out.push_back(std::move(table));
            }
            auto& section = m_out.back().sections.front();
            const bool fits =
                section.rows.empty() || rowOf(m_text.slice(section.rows.front()))->cells.size() == columns;
            (fits ? section.rows : section.unread).push_back(m_text.spanOf(text));
            m_out.back().end = m_text.spanOf(text).end();
            behind = text.data() + text.size();
        }
        m_lastRow = line;
        return true;
    }

    /// "… netperf-tcp 4.5.0-rc1 4.5.0-rc1 vanilla nostats-v3r1": the last words are the columns' labels, before them
    /// stand the kernels if they look like versions, then the title. Returns where the table begins.
    std::size_t readFlatHead(std::string_view text, std::size_t columns, Section& section, Table& table) const
    {
        auto words = headCells(text, 1);
        if (words.size() < columns) {
            return m_text.spanOf(text).end();
        }
        const auto take = [&](std::size_t end) {
            return std::vector<HeadCell>(words.begin() + static_cast<std::ptrdiff_t>(end - columns),
                                         words.begin() + static_cast<std::ptrdiff_t>(end));
        };
        const auto isVersion = [](const HeadCell& cell) {
            const auto& name = cell.text;
            return name.contains('.') && ((name.front() >= '0' && name.front() <= '9') || name.front() == 'v');
        };
        auto end = words.size();
        for (const auto& cell : take(end)) {
            section.labels.emplace_back(cell.text);
        }
        end -= columns;
        if (end >= columns && std::ranges::all_of(take(end), isVersion)) {
            const auto versions = take(end);
            for (std::size_t i = 0; i < columns; ++i) {
                section.labels[i] = std::string(versions[i].text) + " " + section.labels[i];
            }
            end -= columns;
        }
        section.isMarked.assign(columns, false);
        if (end > 0 && !words[end - 1].text.ends_with('.') && !words[end - 1].text.ends_with(':')) {
            table.title = words[end - 1].text;
            return m_text.spanOf(table.title).offset;
        }
        return end < words.size() ? m_text.spanOf(words[end].text).offset : m_text.spanOf(text).end();
    }

    /// Binds the header lines above line @p first to @p columns columns; returns the first line of the header.
    std::size_t readHeader(std::size_t first, std::size_t columns, Section& section) const
    {
        std::vector<std::string> labels(columns);
        std::vector<bool> marked(columns, false);
        const auto row = rowOf(m_text.line(first));
        auto begin = first;
        bool isBound = false;
        for (auto line = first; line > 0 && first - line < 4;) {
            --line;
            const auto view = m_text.line(line);
            if (isRuler(view) && line + 1 == first) {
                begin = line;
                continue;
            }
            auto cells = headCells(view, 2);
            if (cells.size() != columns) {
                const auto words = headCells(view, 1);
                cells = words.size() == columns ? words : cells;
            }
            const bool isPart = isBound && !cells.empty() && cells.size() < columns && view.starts_with("      ");
            if (trimmed(view).empty() || isRow(line) || (cells.size() != columns && !isPart)) {
                break;
            }
            for (std::size_t i = 0; i < cells.size(); ++i) {
                auto text = cells[i].text;
                const auto column = isPart ? columnAt(*row, cells[i].end) : i;
                if (const auto mark = text.find(kBaselineMark); mark != std::string_view::npos) {
                    marked[column] = true;
                    text = trimmed(text.substr(0, mark));
                }
                labels[column] = std::string(text) + (labels[column].empty() ? "" : " ") + labels[column];
            }
            isBound = true;
            begin = line;
        }
        if (isBound) {
            section.labels = std::move(labels);
            section.isMarked = std::move(marked);
        }
        return begin;
    }

    /// The column whose brackets end nearest to @p end: header cells are aligned with them to the right.
    static std::size_t columnAt(const Row& row, std::size_t end)
    {
        std::size_t best = 0;
        for (std::size_t i = 1; i < row.cells.size(); ++i) {
            const auto distance = [&](std::size_t column) {
                const auto at = row.cells[column].end;
                return at > end ? at - end : end - at;
            };
            best = distance(i) < distance(best) ? i : best;
        }
        return best;
    }

    /// True if @p section holds more columns of the table before it: the same rows, and no baseline of its own.
    [[nodiscard]] bool continuesLast(const Section& section, std::size_t first) const
    {
        if (m_out.empty() || first - m_lastRow > kLinesBetweenSections + 1) {
            return false;
        }
        const auto& before = m_out.back().sections.front();
        if (before.rows.size() != section.rows.size() || section.labels == before.labels) {
            return false;
        }
        for (std::size_t i = 0; i < section.rows.size(); ++i) {
            const auto one = rowOf(m_text.slice(before.rows[i]));
            const auto other = rowOf(m_text.slice(section.rows[i]));
            const bool hasBaseline = !other->cells.front().delta || std::abs(other->cells.front().delta->value) == 0;
            if (one->statistic != other->statistic || one->name != other->name
                || (hasBaseline && section.rows.size() > 1 && i == 0)) {
                return false;
            }
        }
        return true;
    }

    /// Reads what stands above line @p head, the first of the header.
    void readTitle(std::size_t head, Table& table) const
    {
        table.begin = m_text.lines()[head].begin;
        bool isFielded = false;
        for (auto line = head; line > 0 && head - line < kLinesOfTitle;) {
            --line;
            const auto view = m_text.line(line);
            if (isRow(line)) {
                break;
            }
            table.hasConfidence = table.hasConfidence || view.contains("confidence interval");
            if (const auto unit = field(view, "Unit")) {
                table.unit = unit->substr(0, unit->find_first_of(" ("));
                table.stated = statedDirection(*unit);
                isFielded = true;
            } else if (const auto varying = field(view, "Varying parameter")) {
                table.varying = *varying == "none" ? std::string_view() : *varying;
                isFielded = true;
            } else if (const auto benchmark = field(view, "Benchmark")) {
                table.title = trimmed(benchmark->substr(0, benchmark->find(" ("))); // "kernbench (kernel compilation)"
                table.begin = m_text.lines()[line].begin;
                return;
            }
        }
        if (isFielded) {
            return;
        }
        auto line = head;
        while (line > 0 && head - line < 2 && (line == head || trimmed(m_text.line(line)).empty())) {
            --line;
        }
        const auto title = trimmed(m_text.line(line));
        const auto kind = m_text.lines()[line].kind;
        if (line == head || title.empty() || kind != LineKind::Body || isRow(line) || title.size() > kLongestTitle
            || isSentence(title)) {
            return;
        }
        table.title = title;
        table.stated = statedDirection(title);
        table.begin = m_text.lines()[line].begin;
        if (const auto open = title.rfind('('); open != std::string_view::npos && title.ends_with(')')) {
            const auto inside = title.substr(open + 1, title.size() - open - 2);
            if (findUnit(inside)) {
                table.unit = inside;
                table.title = trimmed(title.substr(0, open));
            }
        }
    }

    /// Prose ends in a full stop or a comma; a machine ("2-socket modern machine") is no title either.
    static bool isSentence(std::string_view title)
    {
        const bool isMachine = (title.contains("machine") || title.contains("socket")) && benchmarkIn(title).empty();
        return title.ends_with('.') || title.ends_with(',') || title.ends_with(':') || title.ends_with(';')
            || isMachine;
    }

    const Text& m_text;
    std::vector<Table>& m_out;
    std::size_t m_lastRow = 0;
    std::vector<std::string> m_lastLabels;
    std::vector<bool> m_lastMarked;
};

}

std::vector<Table> findTables(const Text& text, const Job& job)
{
    std::vector<Table> tables;
    Finder(text, tables).find(job);
    return tables;
}

}
