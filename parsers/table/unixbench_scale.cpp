// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/naming.h"
#include "parsers/table/row_names.h"

#include <cmath>

namespace patchscale::table {
namespace {

enum class Scale : unsigned char { Unknown, Index, Result };

/// Logarithms of the values of one column under both readings, and the score beside them.
struct Logs
{
    std::vector<double> plain;
    std::vector<double> scaled; ///< 10 × value / baseline: the index if the values are results
    double score = 0;
};

double mean(const std::vector<double>& values)
{
    double sum = 0;
    for (const double value : values) {
        sum += value;
    }
    return sum / static_cast<double>(values.size());
}

double variance(const std::vector<double>& values)
{
    const double middle = mean(values);
    double sum = 0;
    for (const double value : values) {
        sum += (value - middle) * (value - middle);
    }
    return sum / static_cast<double>(values.size());
}

Logs collect(const Table& table, std::size_t column, const std::vector<RowName>& names)
{
    Logs logs;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const auto& cell = table.rows[i].cells[column];
        if (cell.kind != CellKind::Value || !(cell.value.value > 0)) {
            continue;
        }
        if (names[i].isScore) {
            logs.score = cell.value.value;
        } else if (names[i].indexBaseline > 0) {
            logs.plain.push_back(std::log(cell.value.value));
            logs.scaled.push_back(std::log(10 * cell.value.value / names[i].indexBaseline));
        }
    }
    return logs;
}

Scale scaleOf(const Logs& logs)
{
    if (logs.plain.size() >= 3 && logs.score > 0) { // the score is the geometric mean of the indexes
        const double score = std::log(logs.score);
        const bool isIndex = std::abs(mean(logs.plain) - score) < std::abs(mean(logs.scaled) - score);
        return isIndex ? Scale::Index : Scale::Result;
    }
    if (logs.plain.size() >= 3) {
        return variance(logs.plain) < variance(logs.scaled) ? Scale::Index : Scale::Result;
    }
    return Scale::Unknown;
}

}

void scaleUnixBench(const Table& table, const Layout& layout, std::string_view words, std::vector<RowName>& names)
{
    auto scale = Scale::Unknown;
    for (std::size_t i = 0; i < layout.columns.size() && scale == Scale::Unknown; ++i) {
        if (layout.columns[i].kind == ColumnKind::Value) {
            scale = scaleOf(collect(table, i, names));
        }
    }
    const auto lower = lowered(words);
    if (scale == Scale::Unknown && lower.find("index") != std::string::npos) {
        scale = Scale::Index;
    }
    for (auto& name : names) {
        if (name.benchmark != "unixbench") {
            continue;
        }
        if (name.isScore || scale == Scale::Index) {
            name.metric = "index";
            name.unit = "index";
        } else if (scale == Scale::Result) {
            name.metric = "result";
        } else {
            name.metric = "value";
            name.unit.clear();
        }
    }
}

}
