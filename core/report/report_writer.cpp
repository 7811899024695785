// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_writer.h"

#include <algorithm>

namespace patchscale {

const ReportWriter* findReportWriter(std::string_view id)
{
    const auto writers = allReportWriters();
    const auto hit = std::ranges::find_if(writers, [id](const ReportWriter* writer) { return writer->id() == id; });
    return hit == writers.end() ? nullptr : *hit;
}

}
