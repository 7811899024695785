// SPDX-License-Identifier: GPL-3.0-or-later
// The output of perf stat that is being collected, and where it ends.
#pragma once

#include "parsers/perf/stat_block.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace patchscale::perf {

class OpenStatBlock
{
public:
    /// Closed outputs go to @p out.
    OpenStatBlock(const Text& text, std::vector<StatBlock>& out)
        : m_text(text)
        , m_out(out)
    {
    }

    [[nodiscard]] bool isOpen() const
    {
        return m_isOpen;
    }
    [[nodiscard]] bool isInterval() const
    {
        return m_isInterval;
    }
    [[nodiscard]] bool hasRows() const
    {
        return !m_block.rows.empty();
    }
    [[nodiscard]] StatBlock& block()
    {
        return m_block;
    }

    /// Closes the one before and opens an output whose head is @p head.
    void open(SourceSpan head, bool isInterval);
    /// Takes a row; one without a head opens an output.
    void push(const StatRow& row, SourceSpan span);
    /// A count behind the elapsed time, a second elapsed time, totals behind intervals, an earlier interval, or the
    /// first event once more below a blank line belong to the next output. @p offset: where the row begins.
    [[nodiscard]] bool startsAnother(const StatRow& row, std::size_t offset) const;
    /// True if the head at @p head of the text is that of the totals that `--summary` prints behind intervals.
    [[nodiscard]] bool mayTotal(std::size_t head) const;
    /// True if the intervals go on at most @p lines lines below line @p index: the measured program prints between
    /// them.
    [[nodiscard]] bool goesOnBelow(std::size_t index, std::size_t lines) const;
    void close();

private:
    /// True if what was collected is perf's beyond doubt.
    [[nodiscard]] bool isPerfs() const;

    const Text& m_text;
    std::vector<StatBlock>& m_out;
    StatBlock m_block;
    bool m_isOpen = false;
    bool m_isInterval = false;
    bool m_hasTime = false; ///< the elapsed time, user or sys was read
    bool m_hasTotals = false; ///< behind intervals
    double m_lastTime = 0; ///< of an interval
    std::string_view m_firstEvent {}; ///< of the first row, if that is a count of everything together
    int m_sureRows = 0;
    int m_knownRows = 0;
};

}
