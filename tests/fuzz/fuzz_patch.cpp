// SPDX-License-Identifier: GPL-3.0-or-later
// Patches in any text: their spans lie in it, their files and functions have names.
#include "parsers/mail/patch.h"
#include "parsers/text/decode.h"

#include <cstdlib>

namespace {

void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}

}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    std::vector<patchscale::Diagnostic> diagnostics;
    const auto text = patchscale::decodeText({reinterpret_cast<const char*>(data), size}, diagnostics, {});
    if (!text) {
        return 0;
    }
    for (const auto& patch : patchscale::patchesIn(*text)) {
        require(!patch.files.empty() && patch.span.end() <= text->view().size());
        require(!patchscale::patchTitle(patch).empty());
        for (const auto& file : patch.files) {
            require(!file.path.empty());
        }
        for (const auto& function : patch.functions) {
            require(!function.empty());
        }
    }
    for (const auto& function : patchscale::namedFunctions(*text)) {
        require(!function.empty());
    }
    return 0;
}
