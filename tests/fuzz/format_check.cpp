// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/format_check.h"

#include "parsers/text/decode.h"

#include <cmath>
#include <cstdlib>

namespace patchscale::fuzz {
namespace {

void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}

void checkResult(const TestResult& result, std::size_t size)
{
    require(!result.test.empty() && !result.metric.empty());
    require(result.span.end() <= size && std::isfinite(result.value) && std::isfinite(result.baseValue));
    for (const auto& sample : result.samples) {
        require(sample.span.end() <= size && std::isfinite(sample.value));
    }
    require(!result.spread || (result.spread->span.end() <= size && std::isfinite(result.spread->value)));
}

void checkReference(const ParsedBlock& parsed, const std::optional<ResultRef>& reference)
{
    require(
        !reference
        || (reference->run < parsed.runs.size() && reference->result < parsed.runs[reference->run].run.results.size()));
}

}

void checkFormat(const Format& format, std::string_view bytes)
{
    std::vector<Diagnostic> diagnostics;
    const auto text = decodeText(bytes, diagnostics, {});
    if (!text) {
        return;
    }
    const auto size = text->view().size();
    std::vector<Block> blocks;
    format.find(*text, blocks, {});
    for (const auto& block : blocks) {
        require(block.span.length > 0 && block.span.end() <= size);
        const auto parsed = format.parse(*text, block, {});
        for (const auto& run : parsed.runs) {
            require(run.run.span.end() <= size);
            for (const auto& result : run.run.results) {
                checkResult(result, size);
            }
        }
        for (const auto& claim : parsed.claims) {
            require(claim.span.end() <= size && std::isfinite(claim.low) && std::isfinite(claim.high));
            checkReference(parsed, claim.baselineResult);
            checkReference(parsed, claim.candidateResult);
        }
        for (const auto& diagnostic : parsed.diagnostics) {
            require(!diagnostic.message.empty() && (!diagnostic.span || diagnostic.span->end() <= size));
        }
    }
}

}
