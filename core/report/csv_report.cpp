// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/delimited.h"
#include "core/report/report_writer.h"

namespace patchscale {
namespace {

class CsvReport final : public ReportWriter
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "csv";
    }
    [[nodiscard]] std::string_view extension() const override
    {
        return "csv";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "Comma-separated values for spreadsheets";
    }
    [[nodiscard]] std::string render(const Comparison& comparison, const ReportOptions& /*options*/) const override
    {
        std::string out;
        for (const auto column : delimitedColumns()) {
            out.append(out.empty() ? "" : ",").append(column);
        }
        out += '\n';
        for (const auto& row : delimitedRows(comparison)) {
            for (std::size_t i = 0; i < row.size(); ++i) {
                out.append(i == 0 ? "" : ",").append(csvCell(row[i]));
            }
            out += '\n';
        }
        return out;
    }
};

}

const ReportWriter& csv_report()
{
    static const CsvReport instance;
    return instance;
}

}
