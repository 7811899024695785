// SPDX-License-Identifier: GPL-3.0-or-later
// The whole reading of a document: nothing crashes, every span lies inside the input, no value is NaN or infinite.
#include "parsers/read.h"

#include <cmath>
#include <cstdlib>

namespace {

void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}

void checkRun(const patchscale::Run& run, std::size_t size)
{
    require(run.span.end() <= size);
    for (const auto& result : run.results) {
        require(result.span.end() <= size && std::isfinite(result.value) && std::isfinite(result.baseValue));
        require(!result.test.empty() && !result.metric.empty());
        for (const auto& sample : result.samples) {
            require(sample.span.end() <= size && std::isfinite(sample.value));
        }
        require(!result.spread || (result.spread->span.end() <= size && std::isfinite(result.spread->value)));
    }
}

void checkReference(const patchscale::ParsedDocument& document, const std::optional<patchscale::ResultRef>& reference)
{
    require(
        !reference
        || (reference->run < document.runs.size() && reference->result < document.runs[reference->run].results.size()));
}

}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto document = patchscale::readDocument(bytes, {});
    if (!document) {
        require(!document.error().message.empty());
        return 0;
    }
    for (const auto& run : document->runs) {
        checkRun(run, size);
    }
    for (const auto& claim : document->claims) {
        require(claim.span.end() <= size && std::isfinite(claim.low) && std::isfinite(claim.high));
        checkReference(*document, claim.baselineResult);
        checkReference(*document, claim.candidateResult);
    }
    for (const auto& diagnostic : document->diagnostics) {
        require(!diagnostic.span || diagnostic.span->end() <= size);
    }
    for (const auto& block : document->blocks) {
        require(block.span.end() <= size);
    }
    return 0;
}
