// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_open_block.h"

#include "parsers/perf/stat_head.h"
#include "parsers/perf/stat_time_row.h"

#include <algorithm>
#include <utility>

namespace patchscale::perf {
namespace {

constexpr std::size_t kLinesToCommand = 3; ///< how far above pasted rows "perf stat" may stand

}

void OpenStatBlock::open(SourceSpan head, bool isInterval)
{
    close();
    m_block.hasHead = true;
    m_block.begin = head.offset;
    m_block.end = head.end();
    m_isOpen = true;
    m_isInterval = isInterval;
}

void OpenStatBlock::push(const StatRow& row, SourceSpan span)
{
    if (!m_isOpen) {
        m_block = {};
        m_block.begin = span.offset;
        m_isOpen = true;
    }
    if (m_block.rows.empty() && row.kind == StatRow::Kind::Count && row.scope.isSame({})) {
        m_firstEvent = row.event;
    }
    m_hasTime = m_hasTime || (row.kind == StatRow::Kind::Time && row.label.empty());
    m_isInterval = m_isInterval || row.time.has_value();
    m_hasTotals = m_hasTotals || (m_isInterval && !row.time);
    m_lastTime = row.time ? row.time->value : m_lastTime;
    m_sureRows += row.isSure() ? 1 : 0;
    m_knownRows += isKnownEvent(row.event) || m_block.hasHead ? 1 : 0;
    m_block.rows.push_back(span);
    m_block.end = span.end();
}

bool OpenStatBlock::startsAnother(const StatRow& row, std::size_t offset) const
{
    if (!m_isOpen || row.kind == StatRow::Kind::Sample || row.sign != 0) {
        return false;
    }
    if (row.time && (row.time->value < m_lastTime || m_hasTotals)) {
        return true;
    }
    if (row.kind == StatRow::Kind::Count && !m_isInterval && row.event == m_firstEvent && !row.event.empty()
        && row.scope.isSame({})) {
        const auto between = m_text.view().substr(m_block.end, offset - m_block.end);
        return std::ranges::count(between, '\n') > 1;
    }
    return m_hasTime && (row.kind != StatRow::Kind::Time || row.event == "time elapsed");
}

bool OpenStatBlock::mayTotal(std::size_t head) const
{
    return m_isOpen && m_isInterval && !m_hasTotals && !m_block.rows.empty()
        && m_text.view().substr(m_block.end, head - m_block.end).find_first_not_of(" \t\n|") == std::string_view::npos;
}

bool OpenStatBlock::goesOnBelow(std::size_t index, std::size_t lines) const
{
    if (!m_isOpen || !m_isInterval || m_block.rows.empty()) {
        return false;
    }
    const auto end = std::min(m_text.lines().size(), index + lines + 1);
    for (auto next = index + 1; next < end; ++next) {
        const auto word = StatCursor(m_text.line(next)).word();
        if (isTimeStamp(word)) {
            return plainDecimal(word).value_or(StatNumber {}).value >= m_lastTime;
        }
    }
    return false;
}

bool OpenStatBlock::isPerfs() const
{
    if (m_block.hasHead || m_sureRows > 0 || m_knownRows > 1) {
        return true;
    }
    const auto first = m_text.lineAt(m_block.begin);
    for (std::size_t i = 1; m_knownRows > 0 && i <= std::min(first, kLinesToCommand); ++i) {
        if (m_text.line(first - i).contains("perf stat")) {
            return true;
        }
    }
    return false;
}

void OpenStatBlock::close()
{
    if (!m_isOpen) {
        return; // runs on most lines of a text
    }
    if ((!m_block.rows.empty() || !m_block.metricTables.empty() || m_block.emptyIntervals) && isPerfs()) {
        const auto line = m_text.lineAt(m_block.begin);
        const auto start = lineOfStart(m_text, line);
        m_block.begin = start < line ? m_text.lines()[start].begin : m_block.begin;
        m_out.push_back(std::move(m_block));
    }
    m_block = {};
    m_isOpen = false;
    m_isInterval = false;
    m_hasTime = false;
    m_lastTime = 0;
    m_firstEvent = {};
    m_hasTotals = false;
    m_sureRows = 0;
    m_knownRows = 0;
}

}
