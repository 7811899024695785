// SPDX-License-Identifier: GPL-3.0-or-later
// What a document was read as, as rows of the Reading page.
#pragma once

#include "app/gui/reading/cell_model.h"
#include "app/workbench/corrections.h"

#include <QStringList>

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace patchscale {

/// What the rows are made from. Rows keep it for what can be set in them.
struct ReadingOf
{
    std::shared_ptr<const CorrectedDocument> source;
    std::vector<ReadableAs> offers; ///< what formats would read of it; empty until that is known
    std::function<int(std::size_t)> lineOf; ///< of a byte of the document, from 1
};

/// The titles of the columns of runRows(), measureRows() and findingRows().
QStringList runTitles();
QStringList measureTitles();
QStringList findingTitles();

/// One row for each run: what it was read as, variant, role, machine, scenario, number of values, lines.
std::vector<ReadRow> runRows(const ReadingOf& reading);

/// One row for each metric and unit of run @p run.
std::vector<ReadRow> measureRows(const ReadingOf& reading, std::size_t run);

/// What was not read and why, what had to be assumed, and what the user set aside; in the order of the document.
std::vector<ReadRow> findingRows(const ReadingOf& reading);

/// "2 runs with 6 values were read as table. 1 table of numbers was not read."
QString readingSentence(const CorrectedDocument& source);

/// Stretches of the text that hold numbers which nothing reads.
std::vector<SourceSpan> unreadPlaces(const ParsedDocument& parsed);

}
