// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/delimited.h"
#include "core/report/report_writer.h"

namespace patchscale {
namespace {

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
