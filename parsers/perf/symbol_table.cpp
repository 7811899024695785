// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/symbol_table.h"

#include "parsers/perf/cell_columns.h"
#include "parsers/perf/profile_rows.h"
#include "parsers/perf/symbol_row.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace patchscale::perf {
namespace {

constexpr std::size_t kLengthOfFlatLine = 80;
constexpr std::size_t kEnoughIndentForStack = 8;

bool isRulerOfDots(std::string_view line)
{
    return withoutHash(line).find_first_not_of(". \t,;|") == std::string_view::npos;
}

/// A sentence that begins with a percentage has more words before its "[k]" than a command and a shared object.
bool isSentence(std::string_view middle)
{
    std::size_t words = 0;
    for (std::size_t pos = 0; pos < middle.size(); pos = middle.find_first_not_of(' ', pos)) {
        pos = std::min(middle.size(), middle.find(' ', pos));
        ++words;
    }
    return words > 4;
}

/// The symbol that a mailer put on a line of its own; an arrow that points at it may follow.
bool isSymbolAlone(std::string_view line)
{
    const auto text = trimmed(line);
    const auto blank = std::min(text.size(), text.find_first_of(" \t"));
    const auto rest = trimmed(text.substr(blank));
    return !text.empty() && (rest.empty() || rest.starts_with("<-"));
}

/// What may stand between two rows of one table: branches of a call graph, marks of a cut.
bool isStackOrCut(std::string_view line)
{
    const auto text = trimmed(line);
    const auto indent = static_cast<std::size_t>(text.data() - line.data());
    if (indent >= kEnoughIndentForStack || text.starts_with('|') || text.starts_with("--")) {
        return true;
    }
    const bool isFolded =
        indent == 0 && text.contains(';') && std::isdigit(static_cast<unsigned char>(text.front())) != 0;
    const bool isCut = text.find_first_not_of(".") == std::string_view::npos || text == "-" || text == "[...]"
        || text == "<snip>" || text == "[snip]" || text == "\xe2\x80\xa6";
    return isFolded || isCut;
}

double valueOf(std::string_view digits)
{
    double value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

class Scanner
{
public:
    Scanner(const Text& text, std::vector<SymbolTable>& out)
        : m_text(text)
        , m_out(out)
    {
    }

    void scan(const Job& job)
    {
        const auto lines = m_text.lines();
        for (m_index = 0; m_index < lines.size(); ++m_index) {
            if (m_index % 65536 == 0 && job.isCancelled()) {
                return;
            }
            switch (lines[m_index].kind) {
            case LineKind::Blank:
                m_hasBlank = true;
                break;
            case LineKind::Body:
            case LineKind::Ruler:
                take(lines[m_index]);
                break;
            default:
                close();
                forget();
            }
        }
        close();
    }

private:
    void take(const Line& line)
    {
        const auto view = m_text.line(m_index);
        const auto first = view.find_first_not_of(" \t");
        if (first == std::string_view::npos) {
            return;
        }
        if (line.size() > kLengthOfFlatLine && line.numbers >= 2 && takeFlat(line, view)) {
            return;
        }
        if (takeSeparated(line, view) || takeCells(line, view)) {
            return;
        }
        const char c = view[first];
        const bool mayBeRow = (c >= '0' && c <= '9') || c == '+' || c == '-';
        if (mayBeRow && line.numbers > 0 && takeRow(line, view)) {
            return;
        }
        if ((c == '#' || c == 'O' || c == 'C' || c == 'B' || c == 'S' || c == 'P' || mayBeRow)
            && takeHead(line, view)) {
            return;
        }
        if (m_isOpen && !isStackOrCut(view)) {
            close();
        } else if (m_isOpen) {
            m_hasStack = true;
        }
        if (m_isPending && view.substr(first).starts_with("Event count")) {
            readTotals(view, m_pending);
        } else if (m_isPending && c != '#' && !isRulerOfDots(view)) {
            forget();
        }
    }

    /// Where the lines begin that perf prints above its tables, from this line upwards.
    [[nodiscard]] std::size_t commentBegin() const
    {
        constexpr std::size_t kMostLines = 16;
        auto first = m_index;
        while (first > 0 && m_index - first < kMostLines) {
            const auto above = trimmed(m_text.line(first - 1));
            const auto text = withoutHash(above);
            const bool isPerfs = text.empty() || text.starts_with("To display the perf.data")
                || text.starts_with("Total Lost Samples:") || text.starts_with("Samples:");
            if (!above.starts_with('#') || !isPerfs) {
                break;
            }
            --first;
        }
        return m_text.lines()[first].begin;
    }

    /// Drops what stood above a table that never came.
    void forget()
    {
        m_pending = {};
        m_isPending = false;
        m_lostSamples = {};
    }

    /// Lines above a table. They close the one before it.
    bool takeHead(const Line& line, std::string_view view)
    {
        const auto text = withoutHash(view);
        if (text.starts_with("Samples:") && text.contains("of event")) {
            close();
            m_pending = TableHead {.begin = commentBegin(), .event = eventOf(text)};
            readTotals(text, m_pending);
            m_isPending = true;
            return true;
        }
        if (m_isPending && text.starts_with("Event count")) {
            readTotals(text, m_pending);
            return true;
        }
        if (text.starts_with("Total Lost Samples:")) {
            close();
            m_lostSamples = trimmed(text.substr(text.find(':') + 1));
            return true;
        }
        if (text.starts_with("PerfTop:")) {
            close();
            m_pending = TableHead {.begin = line.begin, .isTop = true};
            m_isPending = true;
            return true;
        }
        if (text.starts_with("Event '")) {
            close();
            m_pending = TableHead {.begin = commentBegin(), .event = trimmed(text.substr(7, text.rfind('\'') - 7))};
            m_isPending = true;
            return true;
        }
        // Most rows of numbers come by here: a head begins with one of these, or is commented out.
        const bool mayName = trimmed(view).starts_with('#') || text.starts_with("Overhead")
            || text.starts_with("Children") || text.starts_with("Baseline");
        if (!mayName) {
            return m_isPending && !m_isOpen && view.contains('#');
        }
        TableHead head = m_isPending ? m_pending : TableHead {.begin = commentBegin()};
        if (!readColumns(view, head) && !readUnusualColumns(view, head)) {
            return m_isPending && view.find('#') != std::string_view::npos && !m_isOpen;
        }
        close();
        m_pending = std::move(head);
        m_isPending = true;
        return true;
    }

    bool takeRow(const Line& line, std::string_view view)
    {
        auto row = symbolRow(view);
        if (!row || (!m_isOpen && m_pending.columns.empty() && isSentence(row->middle))) {
            return false;
        }
        const auto columnsHaveNoLevel = [](const TableHead& head) {
            return head.isHierarchy
                || (!head.columns.empty()
                    && std::ranges::find_if(head.columns, [](auto name) { return name.contains("Symbol"); })
                        == head.columns.end());
        };
        std::size_t symbolLine = m_index;
        if (row->level == 0 && m_index + 1 < m_text.lines().size() && startsWithLevel(m_text.line(m_index + 1))) {
            symbolLine = m_index + 1;
        } else if (row->level != 0 && row->symbol.empty()) {
            if (m_index + 1 < m_text.lines().size() && isSymbolAlone(m_text.line(m_index + 1))) {
                symbolLine = m_index + 1;
            }
        } else if (row->level == 0) {
            const auto& head = m_isOpen ? m_table.head : m_pending;
            const bool isIndentedLikeTheFirst = !m_isOpen || m_firstIndent == 0 || row->indent > 0;
            if (!columnsHaveNoLevel(head) || row->rest.empty() || !isIndentedLikeTheFirst) {
                m_hasStack = m_hasStack || m_isOpen;
                return m_isOpen; // a branch of a call graph in folded, flat or interactive form
            }
        }

        const bool isSigned = row->isSigned();
        if (m_isOpen) {
            // Rows are sorted: behind a blank line, a larger percentage starts the next table.
            const bool startsAnew =
                m_hasBlank && (m_hasStack ? false : isSigned || valueOf(row->percents[0]) > valueOf(m_lastPercent));
            if (line.quoteDepth != m_depth || startsAnew) {
                close();
            }
        }
        if (!m_isOpen) {
            open(line, *row);
        }
        m_table.isDiff = m_table.isDiff || (isSigned && m_table.head.columns.empty());
        m_table.hasLevels = m_table.hasLevels || row->level != 0 || symbolLine != m_index;
        RowPlace place {.begin = line.begin, .end = line.end};
        if (symbolLine != m_index) {
            place.restBegin = m_text.lines()[symbolLine].begin;
            place.restEnd = m_text.lines()[symbolLine].end;
        }
        m_table.rows.push_back(place);
        m_table.end = m_text.lines()[symbolLine].end;
        m_lastPercent = row->percents[0];
        m_hasBlank = false;
        m_hasStack = false;
        m_index = symbolLine;
        return true;
    }

    /// A row below a head in an unusual order.
    bool takeCells(const Line& line, std::string_view view)
    {
        const auto& head = m_isOpen ? m_table.head : m_pending;
        if (!head.isCells || !(m_isOpen || m_isPending) || trimmed(view).starts_with('#')) {
            return false;
        }
        CellColumns columns(m_text.view(), head);
        if (!columns.areKnown() || !columns.read(view, m_values, m_identity) || m_values.empty()) {
            return false;
        }
        if (!m_isOpen) {
            open(line, {});
        }
        m_table.rows.push_back({.begin = line.begin, .end = line.end});
        m_table.end = line.end;
        return true;
    }

    /// A row of `perf diff -t`, which may begin with the separator of a blank cell and has no "%" behind its baseline.
    bool takeSeparated(const Line& line, std::string_view view)
    {
        const auto& head = m_isOpen ? m_table.head : m_pending;
        if (!head.isDiff || head.separator == 0 || !(m_isOpen || m_isPending)) {
            return false;
        }
        splitCells(view, head.separator, m_cells);
        const bool isRow = m_cells.size() == head.columns.size() && !withoutHash(view).starts_with("Baseline")
            && !m_cells.back().empty();
        if (!isRow) {
            return false;
        }
        if (!m_isOpen) {
            open(line, {});
        }
        m_table.rows.push_back({.begin = line.begin, .end = line.end});
        m_table.end = line.end;
        return true;
    }

    /// Rows that a web archive ran into one line, with the head that may stand before them.
    bool takeFlat(const Line& line, std::string_view view)
    {
        const auto levelFrom = [view](std::size_t from) {
            return std::min(view.find("[k] ", from), view.find("[.] ", from));
        };
        const auto level = levelFrom(0);
        if (level == std::string_view::npos || levelFrom(level + 1) == std::string_view::npos) {
            return false;
        }
        const auto rows = flatSymbolRows(view);
        if (rows.size() < 2) {
            return false;
        }
        close();
        forget();
        const char* behind = view.data();
        for (const auto text : rows) {
            const auto gap = trimmed(std::string_view(behind, text.data()));
            const auto row = symbolRow(text);
            if (!row || (m_isOpen && !gap.empty())) {
                close(); // prose between rows: another table
            }
            if (!row) {
                continue;
            }
            const auto begin = line.begin + static_cast<std::uint32_t>(text.data() - view.data());
            if (!m_isOpen) {
                m_pending = flatHead(gap, line.begin + static_cast<std::uint32_t>(behind - view.data()));
                m_pending.begin = m_pending.columns.empty() && m_pending.event.empty() ? begin : m_pending.begin;
                m_isPending = true;
                open(line, *row);
            }
            m_table.isDiff = m_table.isDiff || (row->isSigned() && m_table.head.columns.empty());
            m_table.hasLevels = true;
            const auto end = begin + static_cast<std::uint32_t>(text.size());
            m_table.rows.push_back({.begin = begin, .end = end});
            m_table.end = end;
            behind = text.data() + text.size();
        }
        close();
        return true;
    }

    void open(const Line& line, const SymbolRow& row)
    {
        m_table = {};
        m_table.head = m_isPending ? std::move(m_pending) : TableHead {.begin = line.begin};
        m_table.head.lostSamples = std::exchange(m_lostSamples, {});
        m_table.isDiff = m_table.head.isDiff;
        m_table.begin = m_table.head.begin;
        m_pending = {};
        m_isPending = false;
        m_isOpen = true;
        m_depth = line.quoteDepth;
        m_firstIndent = row.indent;
        m_hasBlank = false;
        m_hasStack = false;
    }

    void close()
    {
        if (m_isOpen) {
            m_out.push_back(std::move(m_table));
            m_isOpen = false;
        }
    }

    const Text& m_text;
    std::vector<SymbolTable>& m_out;
    std::size_t m_index = 0;

    TableHead m_pending;
    bool m_isPending = false;
    std::string_view m_lostSamples;

    SymbolTable m_table;
    bool m_isOpen = false;
    bool m_hasBlank = false; ///< since the last row
    bool m_hasStack = false; ///< since the last row
    std::uint8_t m_depth = 0;
    std::size_t m_firstIndent = 0;
    std::vector<CellValue> m_values; ///< of a row, as below
    Identity m_identity;
    std::vector<std::string_view> m_cells; ///< of a row; kept for its memory
    std::string_view m_lastPercent; ///< the first percentage of the last row
};

}

std::vector<SymbolTable> findSymbolTables(const Text& text, const Job& job)
{
    std::vector<SymbolTable> tables;
    Scanner(text, tables).scan(job);
    return tables;
}

}
