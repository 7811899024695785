// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/corpus/truth.h"

#include "core/base/units.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>

namespace patchscale::corpus {
namespace {

std::vector<std::string> cells(const std::string& line)
{
    std::vector<std::string> out;
    for (std::size_t pos = 0;;) {
        const auto tab = line.find('\t', pos);
        out.push_back(line.substr(pos, tab - pos));
        if (tab == std::string::npos) {
            return out;
        }
        pos = tab + 1;
    }
}

std::optional<double> number(std::string_view text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc {} || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

/// The unit at the start of the truth's unit cell: "MB/s", "M IOPS", "% children" is "%".
Unit rowUnit(const TruthRow& row)
{
    if (const auto unit = findUnit(row.unit)) {
        return *unit;
    }
    const std::string_view first = std::string_view(row.unit).substr(0, row.unit.find(' '));
    return findUnit(first).value_or(Unit {});
}

bool isNear(double a, double b, double tolerance)
{
    return std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b));
}

bool contains(const std::string& a, const std::string& b)
{
    return a.find(b) != std::string::npos || b.find(a) != std::string::npos;
}

}

std::map<std::string, std::vector<TruthRow>> loadTruth(const std::filesystem::path& file)
{
    std::map<std::string, std::vector<TruthRow>> out;
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    const auto head = cells(line);
    while (std::getline(in, line)) {
        const auto row = cells(line);
        const auto cell = [&](std::string_view name) {
            const auto at = std::ranges::find(head, name) - head.begin();
            return static_cast<std::size_t>(at) < row.size() ? row[static_cast<std::size_t>(at)] : std::string();
        };
        TruthRow truth {.test = cell("test") + cell("row_key") + cell("job_or_group"),
                        .machine = cell("machine/config"),
                        .variant = cell("variant label"),
                        .metric = cell("metric"),
                        .value = number(cell("value")),
                        .written = cell("value"),
                        .unit = cell("unit"),
                        .claimed = cell("claimed delta"),
                        .role = cell("role"),
                        .better = cell("better"),
                        .note = cell("note")};
        out[cell("sample")].push_back(std::move(truth));
    }
    return out;
}

std::string normalised(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 || byte >= 0x80U) {
            out += static_cast<char>(std::tolower(byte));
        } else if (!out.empty() && out.back() != ' ') {
            out += ' ';
        }
    }
    if (out.ends_with(' ')) {
        out.pop_back();
    }
    return out;
}

std::vector<ResultRef> resultsWithValue(const ParsedDocument& document, const TruthRow& row)
{
    std::vector<ResultRef> out;
    if (!row.value) {
        return out;
    }
    const double tolerance = row.note.starts_with("VALUE COMPUTED") ? 5e-4 : 1e-9;
    const double base = *row.value * rowUnit(row).factor;
    for (std::size_t run = 0; run < document.runs.size(); ++run) {
        const auto& results = document.runs[run].results;
        for (std::size_t i = 0; i < results.size(); ++i) {
            if (isNear(results[i].value, *row.value, tolerance)
                || isNear(results[i].baseValue, base, std::max(tolerance, 1e-6))) {
                out.push_back({.run = run, .result = i});
            }
        }
    }
    return out;
}

/// True if the row's key names @p name.
bool isNamed(const TruthRow& row, const std::string& name)
{
    const auto folded = normalised(name);
    return !folded.empty() && normalised(row.test).find(folded) != std::string::npos;
}

/// How much a value varies stands beside it, as a part of one for a percentage. The row's key names the test, or the
/// variant where there is one test only. A standard error is kept in the unit of its value; what is printed of it in
/// percent is rounded.
bool holdsSpread(const ParsedDocument& document, const TruthRow& row)
{
    const bool isPercent = row.unit == "%";
    const double wanted = isPercent ? *row.value / 100 : *row.value;
    constexpr double kHalfDigit = 0.5e-4; // of a percentage with two decimals
    const auto isWanted = [&](const TestResult& result) {
        if (!result.spread) {
            return false;
        }
        const bool isError = isPercent && result.spread->kind == SpreadKind::Stderr && result.value != 0;
        return isError ? std::abs(result.spread->value / std::abs(result.value) - wanted) <= kHalfDigit
                       : isNear(result.spread->value, wanted, 1e-9);
    };
    return std::ranges::any_of(document.runs, [&](const Run& run) {
        return std::ranges::any_of(run.results, [&](const TestResult& result) {
            return isWanted(result) && (isNamed(row, result.test) || isNamed(row, run.variant.label));
        });
    });
}

/// A point of a series is a sample of the result that the row's key names.
bool holdsSample(const ParsedDocument& document, const TruthRow& row)
{
    return std::ranges::any_of(document.runs, [&](const Run& run) {
        return std::ranges::any_of(run.results, [&](const TestResult& result) {
            return isNamed(row, result.test) && result.metric == row.metric
                && std::ranges::any_of(result.samples,
                                       [&](const Sample& sample) { return isNear(sample.value, *row.value, 1e-9); });
        });
    });
}

/// A round of a test is a sample of the result for all of them.
bool holdsRound(const ParsedDocument& document, const TruthRow& row)
{
    const double base = *row.value * rowUnit(row).factor;
    return row.test.starts_with("round ") && std::ranges::any_of(document.runs, [&](const Run& run) {
               return std::ranges::any_of(run.results, [&](const TestResult& result) {
                   const double factor = result.value != 0 ? result.baseValue / result.value : 1;
                   return std::ranges::any_of(
                       result.samples, [&](const Sample& sample) { return isNear(sample.value * factor, base, 1e-9); });
               });
           });
}

/// How many runs a mean covers stands with each result.
bool holdsRepeats(const ParsedDocument& document, const TruthRow& row)
{
    return std::ranges::any_of(document.runs, [&](const Run& run) {
        return std::ranges::any_of(run.results, [&](const TestResult& result) {
            return result.repeats && isNear(*result.repeats, *row.value, 1e-9);
        });
    });
}

bool holds(const ParsedDocument& document, const TruthRow& row)
{
    const bool isSpread = row.value && (row.metric == "noise" || row.metric == "stddev of mean");
    if (isSpread && holdsSpread(document, row)) {
        return true;
    }
    const bool isFound = row.value
        && ((row.test == "runs" && holdsRepeats(document, row)) || holdsSample(document, row)
            || holdsRound(document, row));
    if (isFound) {
        return true;
    }
    const auto variant = normalised(row.variant.substr(0, row.variant.find(" (")));
    const auto hits = resultsWithValue(document, row);
    return std::ranges::any_of(hits, [&](const ResultRef& hit) {
        const auto label = normalised(document.runs[hit.run].variant.label);
        return variant.empty() || (!label.empty() && contains(label, variant));
    });
}

}
