// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/delimited.h"

#include "core/report/report_words.h"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace patchscale {
namespace {

DelimitedCell text(std::string_view content)
{
    return {.text = std::string(content), .isOurs = false};
}

DelimitedCell ours(std::string_view content)
{
    return {.text = std::string(content), .isOurs = true};
}

DelimitedCell number(std::optional<double> value)
{
    if (!value || !std::isfinite(*value)) {
        return {.text = {}, .isOurs = true};
    }
    std::array<char, 32> buffer {};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), *value);
    return {.text = std::string(buffer.data(), end), .isOurs = true};
}

DelimitedCell parameters(const Parameters& all)
{
    std::string list;
    for (const auto& [name, value] : all) {
        list.append(list.empty() ? "" : "; ").append(name).append("=").append(value);
    }
    return text(list);
}

DelimitedCell count(const Side& side)
{
    return side.value ? number(side.count.value_or(1)) : number(0);
}

DelimitedCell notes(const ComparisonRow& row)
{
    std::string list;
    for (const auto& annotation : row.annotations) {
        list += (list.empty() ? "" : "; ") + annotation.text;
    }
    return text(list);
}

}

std::vector<std::string_view> delimitedColumns()
{
    return {"benchmark",   "machine",   "run_parameters", "test",       "parameters", "metric",
            "unit",        "better",    "baseline_label", "baseline_n", "baseline",   "candidate_label",
            "candidate_n", "candidate", "change",         "ci_low",     "ci_high",    "p",
            "p_adjusted",  "effect",    "verdict",        "evidence",   "total",      "reason",
            "annotations"};
}

std::vector<std::vector<DelimitedCell>> delimitedRows(const Comparison& comparison)
{
    std::vector<std::vector<DelimitedCell>> rows;
    for (const auto& group : comparison.groups) {
        for (const auto& row : group.rows) {
            const auto low = row.interval.transform([](const Interval& interval) { return interval.low; });
            const auto high = row.interval.transform([](const Interval& interval) { return interval.high; });
            rows.push_back({text(row.benchmark),
                            text(row.machine),
                            parameters(group.parameters),
                            text(row.test),
                            parameters(row.parameters),
                            text(row.metric),
                            text(row.unit),
                            ours(reportedWord(row.better)),
                            text(row.baseline.label),
                            count(row.baseline),
                            number(row.baseline.value),
                            text(row.candidate.label),
                            count(row.candidate),
                            number(row.candidate.value),
                            number(row.change),
                            number(low),
                            number(high),
                            number(row.p),
                            number(row.pAdjusted),
                            number(row.effect),
                            ours(reportedWord(row.verdict)),
                            ours(reportedWord(row.evidence)),
                            text(row.isTotal ? "yes" : "no"),
                            ours(row.reason),
                            notes(row)});
        }
    }
    return rows;
}

}
