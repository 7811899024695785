// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_block.h"

#include "parsers/perf/stat_flat.h"
#include "parsers/perf/stat_head.h"
#include "parsers/perf/stat_row.h"
#include "parsers/perf/symbol_row.h"
#include "parsers/text/find.h"

#include <algorithm>
#include <utility>

namespace patchscale::perf {
namespace {

constexpr std::size_t kNumbersInFlatLine = 4;
constexpr std::size_t kLengthOfFlatLine = 100;
constexpr std::size_t kMostLinesOfRow = 32; ///< a row with its continuations
constexpr std::size_t kLinesToCommand = 3; ///< how far above pasted rows "perf stat" may stand

bool isNumberCell(std::string_view cell)
{
    if (cell.ends_with('%')) {
        cell.remove_suffix(1);
    }
    const auto number = decimalAt(cell);
    return number && number->text.size() == cell.size();
}

/// A quick look at a line whose first character is no blank: could a row start here that is not below a head?
bool mayStartRow(std::string_view text)
{
    if (text.front() == '-' || text.front() == '+' || text.starts_with("^C")) {
        text = trimmed(text.substr(text.front() == '^' ? 2 : 1));
    }
    if (text.starts_with("<not ")) {
        return true;
    }
    std::size_t end = 0;
    while (end < text.size() && text[end] != ' ' && text[end] != '\t') {
        ++end;
    }
    const auto word = text.substr(0, end);
    const auto behind = trimmed(text.substr(end));
    if (word.empty() || behind.empty()) {
        return false;
    }
    if (word.front() < '0' || word.front() > '9') {
        return text.contains('#');
    }
    const bool isNumber = std::ranges::all_of(word, [](char c) {
        return (c >= '0' && c <= '9') || c == ',' || c == '.' || c == '\'' || static_cast<unsigned char>(c) >= 0x80U;
    });
    const char next = behind.front();
    const bool isName = (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') || next == '<';
    return isNumber && (isName || text.contains('#') || text.contains("+-") || text.contains("(") || isTimeStamp(word));
}

/// The names in a head of `--metric-only`; "%  tma_retiring" is one of them.
std::vector<std::string_view> metricNames(std::string_view line)
{
    std::vector<std::string_view> cells;
    std::vector<std::string_view> names;
    if (line.contains("%  ")) {
        for (auto pos = line.find("%  "); pos != std::string_view::npos;) {
            const auto next = line.find("%  ", pos + 1);
            names.push_back(trimmed(line.substr(pos, next == std::string_view::npos ? next : next - pos)));
            pos = next;
        }
        return names;
    }
    splitCells(line, 0, cells);
    return cells;
}

class Scanner
{
public:
    Scanner(const Text& text, std::vector<StatBlock>& out)
        : m_text(text)
        , m_out(out)
    {
        for (auto pos = findText(text.view(), kStatHead); pos != std::string_view::npos;
             pos = findText(text.view(), kStatHead, pos + 1)) {
            m_heads.push_back(pos);
        }
        constexpr std::string_view kElapsed = "time elapsed";
        for (auto pos = findText(text.view(), kElapsed); pos != std::string_view::npos;
             pos = findText(text.view(), kElapsed, pos + 1)) {
            m_times.push_back(pos);
        }
    }

    void scan(const Job& job)
    {
        const auto lines = m_text.lines();
        for (m_index = 0; m_index < lines.size(); ++m_index) {
            if (m_index % 65536 == 0 && job.isCancelled()) {
                return;
            }
            const auto& line = lines[m_index];
            switch (line.kind) {
            case LineKind::Blank:
                break;
            case LineKind::Body:
            case LineKind::Ruler:
                take(line);
                break;
            default:
                close();
            }
        }
        close();
    }

private:
    /// Moves @p next to the first of @p places at or behind @p line; true if it is on the line.
    static bool isOn(const std::vector<std::size_t>& places, std::size_t& next, const Line& line)
    {
        while (next < places.size() && places[next] < line.begin) {
            ++next;
        }
        return next < places.size() && places[next] < line.end;
    }

    void take(const Line& line)
    {
        if (isOn(m_heads, m_nextHead, line)) {
            takeHead(line, m_heads[m_nextHead]);
            return;
        }
        const bool hasTime = isOn(m_times, m_nextTime, line);
        const auto view = m_text.line(m_index);
        std::size_t first = 0;
        while (first < view.size() && (view[first] == ' ' || view[first] == '\t' || view[first] == '|')) {
            ++first;
        }
        while (view.substr(first).starts_with("\xc2\xa0")) { // what mail programs indent with
            first = std::min(view.size(), view.find_first_not_of(" \t", first + 2));
        }
        if (first == view.size()) {
            return;
        }
        const char c = view[first];
        const bool hasDigit = line.firstDigit < line.end;
        if (!m_isOpen) {
            if ((c == '#' || c == 't') && view.contains("counts unit events")) {
                takeComment(line, view);
            } else if ((hasTime || ((hasDigit || c == '<') && mayStartRow(view.substr(first)))) && takeRow(line)) {
                return;
            } else if (line.numbers >= kNumbersInFlatLine && line.size() > kLengthOfFlatLine && view.contains(" # ")) {
                takeFlat(line.begin, line.end);
                close();
            }
            return;
        }
        if ((hasDigit || view.contains('<')) && takeRow(line)) {
            return;
        }
        if (c == '#' || (c == 't' && view.contains("counts unit events"))) {
            takeComment(line, view);
            return;
        }
        if (takeMetricTable(view)) {
            return;
        }
        const bool isCut = view.substr(first).find_first_not_of(". ") == std::string_view::npos
            || view.substr(first).starts_with("<snip");
        if (!isCut) {
            close();
        }
    }

    void takeHead(const Line& line, std::size_t head)
    {
        close();
        m_block = {};
        m_block.hasHead = true;
        m_block.begin = head;
        m_isOpen = true;
        const auto end = takeTarget(head);
        for (auto above = m_index; above > 0 && m_index - above < 3;) {
            --above;
            if (const auto failure = failureIn(m_text.line(above)); !failure.empty()) {
                m_block.failure = failure;
            }
            if (m_text.lines()[above].kind != LineKind::Blank) {
                break;
            }
        }
        m_index = std::max(m_index, m_text.lineAt(end == line.end || end == 0 ? line.begin : end - 1));
        const auto rest = m_text.lines()[m_index].end;
        if (end < rest && m_text.view().substr(end, rest - end).find_first_not_of(" \t|") != std::string_view::npos) {
            takeFlatHeads(end);
        }
    }

    /// Reads the head at @p begin into the block; returns where it ends.
    std::size_t takeTarget(std::size_t begin)
    {
        auto head = readStatHead(m_text.view(), begin);
        m_block.command = std::move(head.command);
        m_block.target = std::move(head.target);
        m_block.runs = head.runs;
        m_block.end = head.end;
        return head.end;
    }

    /// The output whose head ends at @p end goes on in the same line; so may further ones.
    void takeFlatHeads(std::size_t end)
    {
        const auto limit = m_text.lines()[lastOfParagraph()].end;
        while (true) {
            const auto nextHead = std::ranges::upper_bound(m_heads, m_block.begin);
            const bool isLast = nextHead == m_heads.end() || *nextHead >= limit;
            takeFlat(end, isLast ? limit : *nextHead);
            if (isLast) {
                break;
            }
            close();
            m_block.hasHead = true;
            m_block.begin = *nextHead;
            m_isOpen = true;
            end = takeTarget(*nextHead);
        }
        m_index = lastOfParagraph();
        close();
    }

    /// The last line before a blank one or one that is no text.
    [[nodiscard]] std::size_t lastOfParagraph() const
    {
        auto last = m_index;
        while (last + 1 < m_text.lines().size() && m_text.lines()[last + 1].kind == LineKind::Body) {
            ++last;
        }
        return last;
    }

    /// The rows that stand in one line or in reflowed ones. Prose between rows ends an output.
    void takeFlat(std::size_t begin, std::size_t end)
    {
        const auto rows = flatRows(m_text.view().substr(begin, end - begin));
        for (const auto text : rows) {
            auto row = statRow(text);
            row = row ? row : statRow(text, ',');
            if (!row) {
                continue;
            }
            const auto span = m_text.spanOf(text);
            const bool isApart = m_isOpen && !m_block.rows.empty()
                && m_text.view().substr(m_block.end, span.offset - m_block.end).find_first_not_of(" \t\n|")
                    != std::string_view::npos;
            if (m_isOpen && (isApart || startsAnother(*row))) {
                close();
            }
            push(*row, span);
        }
    }

    void push(const StatRow& row, SourceSpan span)
    {
        if (!m_isOpen) {
            m_block = {};
            m_block.begin = span.offset;
            m_isOpen = true;
        }
        m_hasTime = m_hasTime || (row.kind == StatRow::Kind::Time && row.label.empty());
        m_isInterval = m_isInterval || row.time.has_value();
        m_sureRows += row.isSure() ? 1 : 0;
        m_knownRows += isKnownEvent(row.event) || m_block.hasHead ? 1 : 0;
        m_block.rows.push_back(span);
        m_block.end = span.end();
    }

    /// The row on this line with its continuations; false if it is none.
    bool takeRow(const Line& line)
    {
        auto end = m_index + 1;
        auto row = rowAt(end);
        if (!row || (!m_isOpen && row->kind == StatRow::Kind::Sample)) {
            return false;
        }
        const auto lines = m_text.lines();
        while (end < lines.size() && end - m_index < kMostLinesOfRow && lines[end].kind == LineKind::Body
               && continuesRow(slice(end), m_text.line(end))) {
            ++end;
            row = rowAt(end) ? rowAt(end) : row;
        }
        if (m_isOpen && startsAnother(*row)) {
            close();
        }
        push(*row, {.offset = line.begin, .length = lines[end - 1].end - line.begin});
        m_index = end - 1;
        return true;
    }

    /// What runs from this line to the line before @p end.
    [[nodiscard]] std::string_view slice(std::size_t end) const
    {
        const auto begin = m_text.lines()[m_index].begin;
        return m_text.view().substr(begin, m_text.lines()[end - 1].end - begin);
    }

    [[nodiscard]] std::optional<StatRow> rowAt(std::size_t end) const
    {
        auto row = statRow(slice(end));
        return row ? row : statRow(slice(end), ',');
    }

    /// A count behind the elapsed time, a second elapsed time, or totals behind intervals belong to the next output.
    [[nodiscard]] bool startsAnother(const StatRow& row) const
    {
        if (row.kind == StatRow::Kind::Sample || row.sign != 0) {
            return false;
        }
        if (m_isInterval && !row.time && row.kind != StatRow::Kind::Time) {
            return true;
        }
        return m_hasTime && (row.kind != StatRow::Kind::Time || row.event == "time elapsed");
    }

    void takeComment(const Line& line, std::string_view view)
    {
        const auto text = trimmed(view.substr(
            view.find_first_not_of("# \t") == std::string_view::npos ? view.size() : view.find_first_not_of("# \t")));
        const bool isTicks = text.starts_with("time ") && text.contains("counts unit events");
        if (isTicks && m_isInterval && !m_block.rows.empty()) {
            return; // perf repeats the head every 25 intervals
        }
        if (isTicks) {
            close();
            m_block = {};
            m_block.hasHead = true;
            m_block.begin = line.begin;
            m_block.end = line.end;
            m_isOpen = true;
            m_isInterval = true;
            return;
        }
        if (!text.empty() && text != "Table of individual measurements:" && text != "Final result:") {
            close();
        }
    }

    /// A line of names with a line of as many numbers below it; a mailer may have broken both in two.
    bool takeMetricTable(std::string_view view)
    {
        const auto lines = m_text.lines();
        auto names = metricNames(view);
        std::vector<std::string_view> values;
        std::vector<std::string_view> cells;
        auto next = m_index + 1;
        const auto isValues = [&](std::size_t index) {
            if (index >= lines.size() || lines[index].kind != LineKind::Body) {
                return false;
            }
            splitCells(m_text.line(index), 0, cells);
            return !cells.empty() && std::ranges::all_of(cells, isNumberCell);
        };
        if (names.empty() || !m_block.hasHead || !m_block.rows.empty()) {
            return false;
        }
        if (!isValues(next) && isValues(next + 1)) {
            const auto more = metricNames(m_text.line(next));
            names.insert(names.end(), more.begin(), more.end());
            ++next;
        }
        for (; isValues(next) && values.size() < names.size(); ++next) {
            values.insert(values.end(), cells.begin(), cells.end());
        }
        if (values.size() != names.size()) {
            return false;
        }
        m_block.end = lines[next - 1].end;
        m_block.metricTables.push_back({.names = std::move(names), .values = std::move(values)});
        m_index = next - 1;
        return true;
    }

    void close()
    {
        if (!m_isOpen) {
            return; // runs on most lines of a text
        }
        if ((!m_block.rows.empty() || !m_block.metricTables.empty())
            && (m_block.hasHead || m_sureRows > 0 || (m_knownRows > 0 && (m_knownRows > 1 || isNearCommand())))) {
            m_out.push_back(std::move(m_block));
        }
        m_block = {};
        m_isOpen = false;
        m_isInterval = false;
        m_hasTime = false;
        m_sureRows = 0;
        m_knownRows = 0;
    }

    [[nodiscard]] bool isNearCommand() const
    {
        const auto first = m_text.lineAt(m_block.begin);
        for (std::size_t i = 1; i <= std::min(first, kLinesToCommand); ++i) {
            if (m_text.line(first - i).contains("perf stat")) {
                return true;
            }
        }
        return false;
    }

    const Text& m_text;
    std::vector<StatBlock>& m_out;
    std::vector<std::size_t> m_heads; ///< where kStatHead stands
    std::vector<std::size_t> m_times; ///< where an elapsed time stands
    std::size_t m_nextHead = 0;
    std::size_t m_nextTime = 0;
    std::size_t m_index = 0;

    StatBlock m_block;
    bool m_isOpen = false;
    bool m_isInterval = false;
    bool m_hasTime = false; ///< the elapsed time, user or sys was read
    int m_sureRows = 0;
    int m_knownRows = 0;
};

}

std::vector<StatBlock> findStatBlocks(const Text& text, const Job& job)
{
    std::vector<StatBlock> blocks;
    Scanner(text, blocks).scan(job);
    return blocks;
}

}
