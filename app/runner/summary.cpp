// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/summary.h"

#include "app/runner/progress.h"

#include "core/bench/rounds.h"
#include "core/bench/unixbench_index.h"
#include "core/stats/summary.h"

#include <algorithm>
#include <format>
#include <set>

namespace patchscale::runner {
namespace {

std::vector<std::string> rowOf(const VariantRecord& variant, const KernelResult& result, bool hasVariants)
{
    const auto rates = ratesOf(result);
    std::vector<std::string> row {result.name, result.mode, hasVariants ? variant.label : std::string(),
                                  std::to_string(result.copies), std::to_string(rates.size())};
    if (rates.empty()) {
        row.insert(row.end(), {"-", result.unit, "-", "-"});
        return row;
    }
    const auto middle = mean(rates);
    row.push_back(shortNumber(median(rates)));
    row.push_back(result.unit);
    row.push_back(rates.size() < 2 || middle <= 0 ? "-"
                                                  : std::format("{:.2f} %", 100 * standardDeviation(rates) / middle));
    row.push_back(result.index ? std::format("{:.1f}", *result.index) : "-");
    return row;
}

}

std::string columnsText(const std::vector<std::vector<std::string>>& rows, std::size_t firstRight)
{
    std::vector<std::size_t> widths(rows.front().size());
    std::vector<bool> isUsed(widths.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::size_t column = 0; column < widths.size(); ++column) {
            widths[column] = std::max(widths[column], rows[row][column].size());
            isUsed[column] = isUsed[column] || (row > 0 && !rows[row][column].empty());
        }
    }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t column = 0; column < row.size(); ++column) {
            if (!isUsed[column]) {
                continue;
            }
            line += line.empty() ? "" : "  ";
            line += column < firstRight ? std::format("{:<{}}", row[column], widths[column])
                                        : std::format("{:>{}}", row[column], widths[column]);
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return text;
}

std::string summaryText(const RunRecord& record)
{
    std::vector<std::vector<std::string>> rows {
        {"Test", "Mode", "Variant", "Copies", "Samples", "Median", "Unit", "Variation", "Index"}};
    std::string notes;
    for (const auto& variant : record.variants) {
        std::set<int> copies;
        for (const auto& result : variant.results) {
            rows.push_back(rowOf(variant, result, record.variants.size() > 1));
            copies.insert(result.copies);
            if (result.failed) {
                notes += std::format("{}\n", *result.failed);
            }
        }
        for (const auto count : copies) {
            if (const auto score = suiteScore(variant, count)) {
                notes += std::format("Suite index{}{}: {:.1f}\n",
                                     record.variants.size() > 1 ? std::format(" of '{}'", variant.label) : "",
                                     copies.size() > 1 ? std::format(" with {} copies", count) : "", *score);
            }
        }
    }
    constexpr std::size_t kFirstNumber = 3;
    return columnsText(rows, kFirstNumber) + notes;
}

}
