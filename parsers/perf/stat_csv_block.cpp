// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_csv_block.h"

#include "parsers/perf/stat_csv_metrics.h"
#include "parsers/perf/stat_csv_row.h"
#include "parsers/perf/stat_head.h"
#include "parsers/perf/symbol_row.h"

#include <algorithm>

namespace patchscale::perf {
namespace {

constexpr std::size_t kMostForeignLines = 3; ///< of the measured program, between intervals
constexpr std::size_t kLinesToCommand = 4; ///< how far above rows "perf stat" may stand

class Scanner
{
public:
    explicit Scanner(const Text& text)
        : m_text(text)
    {
    }

    std::vector<StatCsvBlock> scan(const Job& job)
    {
        const auto lines = m_text.lines();
        for (m_index = 0; m_index < lines.size(); ++m_index) {
            if (m_index % 65536 == 0 && job.isCancelled()) {
                return std::move(m_blocks);
            }
            const bool isText = lines[m_index].kind == LineKind::Body || lines[m_index].kind == LineKind::Ruler;
            if (!(isText && take(lines[m_index], m_text.line(m_index))) && m_isOpen
                && (!m_isTimed || m_index - m_block.lastLine > kMostForeignLines)) {
                close();
            }
        }
        close();
        return std::move(m_blocks);
    }

private:
    bool take(const Line& line, std::string_view view)
    {
        if (line.firstDigit == line.end && !view.contains('<')) {
            return takeNames(view);
        }
        if (mayBeCsvRow(view) && m_reader.read(view)) {
            takeRow();
            return true;
        }
        if (m_isOpen && view.contains(m_reader.separator()) && m_reader.readMetric(view)) {
            m_block.lastLine = m_index;
            return true;
        }
        return takeNames(view);
    }

    void takeRow()
    {
        const auto& row = m_reader.row();
        const double time = row.time ? row.time->value : 0;
        const bool isTotal = m_isTimed && !row.time && m_index == m_block.lastLine + 1;
        const bool goesOn = row.time ? m_isTimed && !m_hasTotals && time >= m_lastTime : !m_isTimed || isTotal;
        if (m_isOpen && !goesOn) {
            close();
        }
        if (!m_isOpen) {
            m_block = {.kind = StatCsvBlock::Kind::Rows, .firstLine = m_index, .lastLine = m_index};
            m_isOpen = true;
            m_isTimed = row.time.has_value();
        }
        m_hasTotals = m_isTimed && !row.time;
        m_lastTime = row.time ? time : m_lastTime;
        m_block.lastLine = m_index;
        if (m_sureRows == 0) {
            const bool isSure = isSureEvent(row.event) || row.kind == StatRow::Kind::Missing
                || row.event.find_first_of("_.-") != std::string_view::npos;
            m_sureRows += m_reader.hasTail() && isSure ? 1 : 0;
            m_knownRows += isKnownEvent(row.event) ? 1 : 0;
        }
    }

    /// The lines of --metric-only, or of separators only.
    bool takeNames(std::string_view view)
    {
        if (!mayNameMetrics(view)) {
            return false;
        }
        const bool isEmpty = isEmptyCsvRow(view);
        const auto table = isEmpty ? CsvMetricTable {} : csvMetricTableAt(m_text, m_index);
        if (table.end == 0 && !(isEmpty && isNearCommand(m_index))) {
            return false;
        }
        close();
        m_block = {.kind = table.rows.empty() ? StatCsvBlock::Kind::Empty : StatCsvBlock::Kind::Metrics,
                   .firstLine = m_index,
                   .lastLine = isEmpty ? m_index : table.end - 1};
        m_blocks.push_back(m_block);
        m_index = m_block.lastLine;
        return true;
    }

    [[nodiscard]] bool isNearCommand(std::size_t line) const
    {
        for (std::size_t i = 1; i <= std::min(line, kLinesToCommand); ++i) {
            if (m_text.line(line - i).contains("perf stat")) {
                return true;
            }
        }
        return false;
    }

    void close()
    {
        if (m_isOpen && (m_sureRows > 0 || m_knownRows > 1 || isNearCommand(m_block.firstLine))) {
            m_block.firstLine = lineOfStart(m_text, m_block.firstLine);
            m_blocks.push_back(m_block);
        }
        m_isOpen = false;
        m_hasTotals = false;
        m_knownRows = 0;
        m_sureRows = 0;
        m_lastTime = 0;
    }

    const Text& m_text;
    std::vector<StatCsvBlock> m_blocks;
    StatCsvReader m_reader;
    StatCsvBlock m_block;
    std::size_t m_index = 0;
    std::size_t m_knownRows = 0; ///< counted until one is sure
    std::size_t m_sureRows = 0;
    double m_lastTime = 0;
    bool m_isOpen = false;
    bool m_isTimed = false;
    bool m_hasTotals = false; ///< behind intervals
};

}

std::vector<StatCsvBlock> findStatCsvBlocks(const Text& text, const Job& job)
{
    return Scanner(text).scan(job);
}

}
