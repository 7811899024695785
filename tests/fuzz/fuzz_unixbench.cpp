// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/format_check.h"

namespace patchscale {
const Format& unixbench();
const Format& unixbench_log();
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    for (const auto* format : {&patchscale::unixbench(), &patchscale::unixbench_log()}) {
        patchscale::fuzz::checkFormat(*format, bytes);
    }
    return 0;
}
