// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/probe.h"

#include "parsers/text/decode.h"

#include <algorithm>
#include <stdexcept>

namespace patchscale::tests {

const TestResult* Probe::result(std::string_view test, std::string_view metric, std::size_t block,
                                std::size_t run) const
{
    if (block >= parsed.size() || run >= parsed[block].runs.size()) {
        return nullptr;
    }
    const TestResult* found = nullptr;
    for (const auto& result : parsed[block].runs[run].run.results) {
        if (result.test == test && result.metric == metric) {
            if (found != nullptr) {
                return nullptr;
            }
            found = &result;
        }
    }
    return found;
}

std::string Probe::written(const TestResult& result) const
{
    return std::string(text.slice(result.span));
}

std::size_t Probe::resultCount() const
{
    std::size_t count = 0;
    for (const auto& block : parsed) {
        for (const auto& run : block.runs) {
            count += run.run.results.size();
        }
    }
    return count;
}

std::size_t Probe::diagnosticCount(std::string_view code) const
{
    std::size_t count = 0;
    for (const auto& block : parsed) {
        count += static_cast<std::size_t>(std::ranges::count(block.diagnostics, code, &Diagnostic::code));
    }
    return count;
}

Probe probe(const Format& format, std::string_view document)
{
    std::vector<Diagnostic> diagnostics;
    Probe probe {.text = decodeText(document, diagnostics, {}).value_or(Text {}), .blocks = {}, .parsed = {}};
    format.find(probe.text, probe.blocks, {});
    const auto holds = [&](std::string_view mark) { return probe.text.view().contains(mark); };
    if (!probe.blocks.empty() && !format.marks().empty() && std::ranges::none_of(format.marks(), holds)) {
        throw std::logic_error("the format finds a block in a text that holds none of its marks");
    }
    for (const auto& block : probe.blocks) {
        probe.parsed.push_back(format.parse(probe.text, block, {}));
    }
    return probe;
}

}
