// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_block.h"

#include "parsers/perf/stat_flat.h"
#include "parsers/perf/stat_head.h"
#include "parsers/perf/stat_open_block.h"
#include "parsers/perf/stat_row.h"
#include "parsers/perf/stat_time_row.h"
#include "parsers/perf/symbol_row.h"
#include "parsers/text/find.h"

#include <algorithm>
#include <utility>

namespace patchscale::perf {
namespace {

constexpr std::size_t kNumbersInFlatLine = 4;
constexpr std::size_t kLengthOfFlatLine = 100;
constexpr std::size_t kMostLinesOfRow = 32; ///< a row with its continuations
constexpr std::size_t kMostForeignLines = 3; ///< of the measured program, between intervals

/// True if @p text, at the start of a line, looks like a count of something, whatever it is of.
bool looksLikeCount(std::string_view text)
{
    const auto end = std::min(text.size(), text.find_first_of(kStatSpace));
    const auto number = countAt(text, false, '.');
    if (!text.starts_with("<not ") && (!number || number->text.size() != end)) {
        return false;
    }
    const auto behind = strippedStat(text.substr(end));
    return !behind.empty()
        && ((behind.front() >= 'a' && behind.front() <= 'z') || (behind.front() >= 'A' && behind.front() <= 'Z'));
}

class Scanner
{
public:
    Scanner(const Text& text, std::vector<StatBlock>& out)
        : m_text(text)
        , m_open(text, out)
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
                m_open.close();
            }
        }
        m_open.close();
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
        if (!m_open.isOpen()) {
            if ((c == '#' && view.substr(first + 1).contains("time"))
                || (c == 't' && view.contains("counts unit events"))) {
                takeComment(line, view);
            } else if ((hasTime || ((hasDigit || c == '<') && mayStartRow(view.substr(first)))) && takeRow(line)) {
                return;
            } else if (line.numbers >= kNumbersInFlatLine && line.size() > kLengthOfFlatLine && view.contains(" # ")) {
                takeFlat(line.begin, line.end);
                m_open.close();
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
        if (takeMetricTable()) {
            return;
        }
        if (m_open.block().hasHead && first > 0 && looksLikeCount(view.substr(first))) {
            m_open.block().unread.push_back({.offset = line.begin, .length = line.size()});
            return;
        }
        const bool isCut = view.substr(first).find_first_not_of(". ") == std::string_view::npos
            || view.substr(first).starts_with("<snip");
        if (!isCut && !m_open.goesOnBelow(m_index, kMostForeignLines)) {
            m_open.close();
        }
    }

    void takeHead(const Line& line, std::size_t head)
    {
        if (!m_open.mayTotal(head)) {
            m_open.open({.offset = head, .length = 0}, false);
        }
        const auto end = takeTarget(head);
        for (auto above = m_index; above > 0 && m_index - above < 3;) {
            --above;
            if (const auto failure = failureIn(m_text.line(above)); !failure.empty()) {
                m_open.block().failure = failure;
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
        auto& block = m_open.block();
        block.command = std::move(head.command);
        block.target = std::move(head.target);
        block.runs = head.runs;
        block.end = head.end;
        return head.end;
    }

    /// The output whose head ends at @p end goes on in the same line; so may further ones.
    void takeFlatHeads(std::size_t end)
    {
        const auto limit = m_text.lines()[lastOfParagraph()].end;
        while (true) {
            const auto nextHead = std::ranges::upper_bound(m_heads, m_open.block().begin);
            const bool isLast = nextHead == m_heads.end() || *nextHead >= limit;
            takeFlat(end, isLast ? limit : *nextHead);
            if (isLast) {
                break;
            }
            m_open.open({.offset = *nextHead, .length = 0}, false);
            end = takeTarget(*nextHead);
        }
        m_index = lastOfParagraph();
        m_open.close();
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
            const auto last = m_open.block().end;
            const bool isApart = m_open.isOpen() && m_open.hasRows()
                && m_text.view().substr(last, span.offset - last).find_first_not_of(" \t\n|") != std::string_view::npos;
            if (isApart || m_open.startsAnother(*row, span.offset)) {
                m_open.close();
            }
            m_open.push(*row, span);
        }
    }

    /// The row on this line with its continuations; false if it is none.
    bool takeRow(const Line& line)
    {
        auto end = m_index + 1;
        auto row = rowAt(end);
        if (!row || (!m_open.isOpen() && row->kind == StatRow::Kind::Sample)) {
            return false;
        }
        const auto lines = m_text.lines();
        while (end < lines.size() && end - m_index < kMostLinesOfRow && lines[end].kind == LineKind::Body
               && continuesRow(slice(end), m_text.line(end))) {
            ++end;
            row = rowAt(end) ? rowAt(end) : row;
        }
        if (m_open.startsAnother(*row, line.begin)) {
            m_open.close();
        }
        m_open.push(*row, {.offset = line.begin, .length = lines[end - 1].end - line.begin});
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

    void takeComment(const Line& line, std::string_view view)
    {
        const auto text = trimmed(view.substr(
            view.find_first_not_of("# \t") == std::string_view::npos ? view.size() : view.find_first_not_of("# \t")));
        const bool isTicks = text.starts_with("time ") && text.contains("counts unit events");
        if (isTicks && m_open.isInterval() && m_open.hasRows()) {
            return; // perf repeats the head every 25 intervals
        }
        if (isTicks) {
            m_open.open({.offset = line.begin, .length = line.size()}, true);
            return;
        }
        if (text.starts_with("time") && view.contains('#')) {
            m_open.close();
            takeMetricIntervals(line);
            return;
        }
        if (!text.empty() && text != "Table of individual measurements:" && text != "Final result:") {
            m_open.close();
        }
    }

    /// A line of names with lines of numbers below it.
    bool takeMetricTable()
    {
        if (!m_open.block().hasHead || m_open.hasRows()) {
            return false;
        }
        auto table = metricTableAt(m_text, m_index, false);
        if (table.rows.empty()) {
            return false;
        }
        m_index = table.end - 1;
        m_open.block().end = m_text.lines()[m_index].end;
        m_open.block().metricTables.push_back(std::move(table));
        return true;
    }

    /// The intervals of --metric-only below the head on this line, or lines without any metric.
    void takeMetricIntervals(const Line& line)
    {
        const auto lines = m_text.lines();
        auto table = metricTableAt(m_text, m_index, true);
        auto last = table.rows.empty() ? m_index : table.end - 1;
        while (table.rows.empty() && last + 1 < lines.size() && lines[last + 1].kind == LineKind::Body
               && isTimeStamp(strippedStat(m_text.line(last + 1)))) {
            ++last;
        }
        if (last == m_index) {
            return;
        }
        const SourceSpan span {.offset = line.begin, .length = lines[last].end - line.begin};
        m_open.open(span, true);
        if (table.rows.empty()) {
            m_open.block().emptyIntervals = span;
        } else {
            m_open.block().metricTables.push_back(std::move(table));
        }
        m_index = last;
        m_open.close();
    }

    const Text& m_text;
    OpenStatBlock m_open;
    std::vector<std::size_t> m_heads; ///< where kStatHead stands
    std::vector<std::size_t> m_times; ///< where an elapsed time stands
    std::size_t m_nextHead = 0;
    std::size_t m_nextTime = 0;
    std::size_t m_index = 0;
};

}

std::vector<StatBlock> findStatBlocks(const Text& text, const Job& job)
{
    std::vector<StatBlock> blocks;
    Scanner(text, blocks).scan(job);
    return blocks;
}

}
