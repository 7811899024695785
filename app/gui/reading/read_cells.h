// SPDX-License-Identifier: GPL-3.0-or-later
// Cells that the tables of the Reading page have in common.
#pragma once

#include "app/gui/reading/reading_rows.h"

namespace patchscale {

/// The lines of @p place: "7", "7–12".
QString linesText(const ReadingOf& reading, SourceSpan place);

ReadCell plainCell(QString text, bool isNumber = false);

/// A cell for the format of the text at @p place.
ReadCell formatCell(const ReadingOf& reading, SourceSpan place, const std::string& format);

/// Adds a word that stands for @p value of a field, for @p cell to choose from.
void addChoice(ReadCell& cell, const QString& word, std::string value);

/// What a cell that was set by hand says of what the document tells.
QString byHandTip(const QString& asRead);

/// The last of @p own for @p field, about @p result where one is given; null where there is none.
const Correction* lastOf(const Corrections& own, CorrectedField field, const TestResult* result = nullptr);

/// Adds the value's place to what is boxed in the source.
void addMarks(std::vector<SourceSpan>& marks, const TestResult& result);

}
