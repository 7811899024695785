// SPDX-License-Identifier: GPL-3.0-or-later
// The pieces of a UnixBench report. A report is read as a sequence of items rather than of lines, since people flatten
// it into one paragraph, wrap its rows, or lay two of them side by side.
#pragma once

#include "parsers/context/vocabulary.h"
#include "parsers/text/number.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace patchscale::unix_bench {

enum class ItemKind : std::uint8_t {
    Title, ///< "BYTE UNIX Benchmarks (Version 5.1.3)"
    RunTime, ///< "Benchmark Run: …", "Start Benchmark Run: …"
    Cpus, ///< "40 CPUs in system; running 1 parallel copy of tests"
    Progress, ///< "24 x System Call Overhead  1 2 3"
    Sample, ///< "Execl Throughput   1308.8 lps   (29.8 s, 2 samples)"
    Header, ///< "System Benchmarks Index Values   BASELINE   RESULT   INDEX"
    Row, ///< a row of the index table
    Score, ///< "System Benchmarks Index Score   7923.3"
    Sum, ///< 3.x: "SUM of  6 items   435.9"
    Truncated, ///< a row whose end is missing
    NoResult, ///< 3.x: "File Write   no measured results"
};

enum class Column : std::uint8_t { Baseline, Result, Index };

/// A number of an item.
struct Figure
{
    double value = 0;
    double resolution = 0; ///< as of Number
    SourceSpan span; ///< in the clean text
};

/// What an item keeps of @p number.
inline std::optional<Figure> figureOf(const std::optional<Number>& number)
{
    return number
        ? std::optional(Figure {.value = number->value, .resolution = number->resolution, .span = number->span})
        : std::nullopt;
}

/// Its texts point into the clean text or live for ever: a log holds a hundred thousand items.
struct Item
{
    ItemKind kind = ItemKind::Row;
    SourceSpan span; ///< in the clean text
    std::string_view name; ///< of the test or total, or the category of a table
    std::optional<double> knownBaseline; ///< of a known test; 0 if it has none
    std::string_view knownUnit; ///< of a known test's result
    std::optional<Figure> baseline;
    std::optional<Figure> result;
    std::optional<Figure> index;
    std::string_view unit; ///< of `result`, when the row says it
    std::vector<Column> columns; ///< of a Header
    std::string_view version; ///< of a Title
    std::optional<int> samples;
    std::optional<int> cpus;
    std::optional<int> copies;
    bool isPartial = false;

    /// Takes over what is known of a test.
    void setKnown(const std::optional<KnownTest>& known)
    {
        knownBaseline = known ? std::optional(known->baseline) : std::nullopt;
        knownUnit = known ? known->resultUnit : std::string_view {};
    }
};

/// What a row may look like where it stands.
struct RowContext
{
    std::span<const Column> columns; ///< of the table's header; empty if none was seen
    bool isTable = false; ///< a header was seen: rows with unknown names count
    bool isLineStart = false;
};

/// The item that starts at @p pos of the clean text @p text, or nothing. Spans are relative to @p text.
std::optional<Item> itemAt(std::string_view text, std::size_t pos, const RowContext& context);

/// The end of what separates items from @p pos on: blanks, line ends, rulers, bars, code fences.
std::size_t skipFiller(std::string_view text, std::size_t pos);

/// INDEX fits @p factor × RESULT / BASELINE within the printed digits. The factor is 10, and 1 before 4.0.
bool isConsistentRow(double factor, double baseline, double result, double index);

}
