// SPDX-License-Identifier: GPL-3.0-or-later
// The prose format alone: every block lies in the text and in order, every value is the number at its span, every
// reference of a claim exists.
#include "parsers/format.h"
#include "parsers/text/decode.h"

#include <cmath>
#include <cstdlib>

namespace patchscale {
const Format& prose();
}

namespace {

void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}

bool hasDigit(std::string_view text)
{
    return text.find_first_of("0123456789") != std::string_view::npos;
}

void checkReference(const patchscale::ParsedBlock& block, const std::optional<patchscale::ResultRef>& reference)
{
    require(reference && reference->run < block.runs.size()
            && reference->result < block.runs[reference->run].run.results.size());
}

}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    std::vector<patchscale::Diagnostic> diagnostics;
    const auto text = patchscale::decodeText(bytes, diagnostics, {});
    if (!text) {
        return 0;
    }
    std::vector<patchscale::Block> blocks;
    patchscale::prose().find(*text, blocks, {});
    std::size_t behind = 0;
    for (const auto& block : blocks) {
        require(block.span.offset >= behind && block.span.length > 0 && block.span.end() <= text->view().size());
        behind = block.span.end();
        const auto parsed = patchscale::prose().parse(*text, block, {});
        require(!parsed.runs.empty() && !parsed.title.empty());
        for (const auto& each : parsed.runs) {
            require(each.knowsVariant && !each.run.variant.label.empty() && !each.run.results.empty());
            for (const auto& result : each.run.results) {
                require(!result.test.empty() && !result.metric.empty());
                require(std::isfinite(result.value) && std::isfinite(result.baseValue));
                require(result.span.offset >= block.span.offset && result.span.end() <= block.span.end());
                require(hasDigit(text->slice(result.span)));
            }
        }
        for (const auto& claim : parsed.claims) {
            require(std::isfinite(claim.low) && claim.low <= claim.high && !claim.stated.empty());
            checkReference(parsed, claim.baselineResult);
            checkReference(parsed, claim.candidateResult);
        }
    }
    return 0;
}
