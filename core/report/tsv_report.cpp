// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/delimited.h"
#include "core/report/report_writer.h"

#include <algorithm>

namespace patchscale {
namespace {

/// TSV knows no quoting: what would end a cell becomes a blank.
std::string tsvCell(const DelimitedCell& cell)
{
    std::string text = cell.text;
    std::ranges::replace_if(text, [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
    return text;
}

class TsvReport final : public ReportWriter
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "tsv";
    }
    [[nodiscard]] std::string_view extension() const override
    {
        return "tsv";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "Tab-separated values for scripts";
    }
    [[nodiscard]] std::string render(const Comparison& comparison, const ReportOptions& /*options*/) const override
    {
        std::string out;
        for (const auto column : delimitedColumns()) {
            out.append(out.empty() ? "" : "\t").append(column);
        }
        out += '\n';
        for (const auto& row : delimitedRows(comparison)) {
            for (std::size_t i = 0; i < row.size(); ++i) {
                out.append(i == 0 ? "" : "\t").append(tsvCell(row[i]));
            }
            out += '\n';
        }
        return out;
    }
};

}

const ReportWriter& tsv_report()
{
    static const TsvReport instance;
    return instance;
}

}
