// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/document_dates.h"

#include "parsers/text/written_moment.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace patchscale {
namespace {

struct Dated
{
    std::size_t offset = 0; ///< in the document
    std::string moment;
};

std::vector<Dated> datesIn(const Text& text)
{
    constexpr std::string_view kField = "Date:";
    std::vector<Dated> dates;
    const auto lines = text.lines();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        // A mail that is quoted in another has a date of its own, but what stands behind it may be the answer.
        if (lines[i].kind != LineKind::Header || lines[i].quoteDepth > 0) {
            continue;
        }
        const auto line = text.line(i);
        if (!line.starts_with(kField)) {
            continue;
        }
        auto moment = writtenMoment(line.substr(kField.size()));
        if (!moment.empty()) {
            dates.push_back({.offset = text.source(text.spanOf(line)).offset, .moment = std::move(moment)});
        }
    }
    return dates;
}

}

void dateRuns(ParsedDocument& document, const Text& text)
{
    if (document.runs.empty()) {
        return;
    }
    const auto dates = datesIn(text);
    for (auto& run : document.runs) {
        const auto behind = std::ranges::upper_bound(dates, run.span.offset, {}, &Dated::offset);
        if (behind != dates.begin() && !run.machine.facts.contains("run.started")) {
            run.machine.facts.insert_or_assign("document.date", std::prev(behind)->moment);
        }
    }
}

}
