// SPDX-License-Identifier: GPL-3.0-or-later
// Histories as text for a mail, Markdown, CSV, TSV and JSON. To add a form: a file here with its function, and its line
// in the table of history_report.cpp.
#pragma once

#include "core/compare/history/history.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// The forms that renderHistory() knows: "text", "markdown", "csv", "tsv", "json".
std::vector<std::string_view> historyFormats();

/// @p history in this form; nothing where there is no such form.
std::optional<std::string> renderHistory(const History& history, std::string_view format);

// What the forms share.

/// "Pipe Throughput copies=40".
std::string historyTest(const HistorySeries& series);
/// "UnixBench index, index, higher is better, on lab1".
std::string historyCircumstances(const HistorySeries& series);
/// The head of the column of places: "Release", "Date", "Commit or Boot".
std::string_view placeHead(HistoryOrder order);
/// Decimals that tell the medians of @p series apart and stand under each other.
int historyDecimals(const HistorySeries& series);
/// A line of @p width columns with "o" where the median of @p place lies between the smallest and the largest value of
/// the series, and "-" over the range of its units.
std::string placeStrip(const HistorySeries& series, const HistoryPlace& place, std::size_t width);
/// The medians as blocks of eight heights, oldest first; at most @p width of them, the newest.
std::string sparkline(const HistorySeries& series, std::size_t width);
/// Whether a step begins at the place with this index.
bool hasStepAt(const HistorySeries& series, std::size_t place);

std::string historyText(const History& history);
std::string historyMarkdown(const History& history);
std::string historyCsv(const History& history);
std::string historyTsv(const History& history);
std::string historyJson(const History& history);

}
