// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/unixbench/check.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <format>

namespace patchscale::unix_bench {
namespace {

/// The index of a row, from what it is made of if it tells that, else as printed.
std::optional<double> exactIndex(const Item& row, double factor)
{
    if (row.baseline && row.result && row.baseline->value > 0) {
        return factor * row.result->value / row.baseline->value;
    }
    return row.index ? std::optional(row.index->value) : std::nullopt;
}

void checkRow(const Item& row, double factor, std::vector<Diagnostic>& diagnostics)
{
    if (!row.baseline || !row.result || !row.index
        || isConsistentRow(factor, row.baseline->value, row.result->value, row.index->value)) {
        return;
    }
    const double expected = factor * row.result->value / row.baseline->value;
    diagnostics.push_back(
        {.severity = Severity::Warning,
         .code = "index-mismatch",
         .message = std::format("{}: the index says {:.1f}, its result and baseline give {:.1f}; was the row edited?",
                                row.name, row.index->value, expected),
         .span = row.index->span});
}

}

void checkTable(const IndexTable& table, std::vector<Diagnostic>& diagnostics)
{
    const double factor = table.isOld ? 1 : 10;
    double sum = 0;
    double logs = 0;
    std::size_t count = 0;
    double smallest = 1e9;
    for (const auto* row : table.rows) {
        checkRow(*row, factor, diagnostics);
        const auto index = exactIndex(*row, factor);
        if (!index) {
            continue;
        }
        ++count;
        sum += *index;
        logs += *index > factor * 1e-6 ? std::log(*index) : 0;
        if (row->result) {
            smallest = std::min(smallest, row->result->value);
        }
    }
    if (table.score == nullptr || !table.score->index || count == 0) {
        return;
    }
    const double stated = table.score->index->value;
    const double mean = table.isOld ? sum / static_cast<double>(count) : std::exp(logs / static_cast<double>(count));
    // averaged tables drift by 0.1 %; results of few digits carry their rounding into the score
    const double tolerance = std::max(table.score->index->resolution * 1.2, mean * (smallest < 100 ? 0.01 : 0.001));
    if (std::abs(stated - mean) <= tolerance) {
        return;
    }
    diagnostics.push_back(
        {.severity = Severity::Warning,
         .code = "index-mismatch",
         .message = std::format("{}: stated {:.1f}, its {} rows give {:.1f}; a row may be missing or edited",
                                table.score->name, stated, count, mean),
         .span = table.score->index->span});
}

void checkBuild(const Run& run, std::string_view version, std::vector<Diagnostic>& diagnostics)
{
    const auto copies = run.parameters.find("copies");
    int count = 1;
    if (copies != run.parameters.end()) {
        std::from_chars(copies->second.data(), copies->second.data() + copies->second.size(), count);
    }
    // 5.1.3 was called so from 2011 to 2025; 6.0.0 has both mended.
    if (!version.starts_with('5') || count < 2) {
        return;
    }
    const auto tell = [&](std::string_view test, std::string_view what) {
        const auto result =
            std::ranges::find_if(run.results, [test](const TestResult& each) { return each.test.starts_with(test); });
        if (result != run.results.end()) {
            diagnostics.push_back({.severity = Severity::Info,
                                   .code = "older-build",
                                   .message = std::format("{} with {} copies: {}; compare it with runs of the same "
                                                          "build only",
                                                          test, count, what),
                                   .span = result->span});
        }
    };
    tell("File Copy", "builds before 2023 let all copies use the same files, which slows them down");
    if (!run.machine.cpus || count > *run.machine.cpus) {
        tell("Double-Precision Whetstone",
             "builds before 2016 count the time of the processor, not of the clock, so more copies than processors "
             "look faster than they are");
    }
}

}
