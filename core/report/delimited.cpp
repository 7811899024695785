// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/delimited.h"

#include "core/report/report_words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace patchscale {
namespace {

DelimitedCell count(const Side& side)
{
    return side.value ? numberCell(side.count.value_or(1)) : numberCell(0);
}

DelimitedCell notes(const ComparisonRow& row)
{
    std::string list;
    for (const auto& annotation : row.annotations) {
        list += (list.empty() ? "" : "; ") + annotation.text;
    }
    return textCell(list);
}

}

std::string csvCell(const DelimitedCell& cell)
{
    std::string text = cell.text;
    if (!cell.isOurs && !text.empty() && std::string_view("=+-@\t\r").contains(text.front())) {
        text.insert(text.begin(), '\'');
    }
    if (text.find_first_of(",\"\r\n") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c;
        if (c == '"') {
            quoted += c;
        }
    }
    return quoted + "\"";
}

std::string tsvCell(const DelimitedCell& cell)
{
    std::string text = cell.text;
    std::ranges::replace_if(text, [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
    return text;
}

DelimitedCell numberCell(std::optional<double> value)
{
    if (!value || !std::isfinite(*value)) {
        return {.text = {}, .isOurs = true};
    }
    std::array<char, 32> buffer {};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), *value);
    return {.text = std::string(buffer.data(), end), .isOurs = true};
}

DelimitedCell parametersCell(const Parameters& all)
{
    std::string list;
    for (const auto& [name, value] : all) {
        list.append(list.empty() ? "" : "; ").append(name).append("=").append(value);
    }
    return {.text = std::move(list), .isOurs = false};
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
            rows.push_back({textCell(row.benchmark),
                            textCell(row.machine),
                            parametersCell(group.parameters),
                            textCell(row.test),
                            parametersCell(row.parameters),
                            textCell(row.metric),
                            textCell(row.unit),
                            ownCell(reportedWord(row.better)),
                            textCell(row.baseline.label),
                            count(row.baseline),
                            numberCell(row.baseline.value),
                            textCell(row.candidate.label),
                            count(row.candidate),
                            numberCell(row.candidate.value),
                            numberCell(row.change),
                            numberCell(low),
                            numberCell(high),
                            numberCell(row.p),
                            numberCell(row.pAdjusted),
                            numberCell(row.effect),
                            ownCell(reportedWord(row.verdict)),
                            ownCell(reportedWord(row.evidence)),
                            textCell(row.isTotal ? "yes" : "no"),
                            ownCell(row.reason),
                            notes(row)});
        }
    }
    return rows;
}

}
