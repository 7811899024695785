// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/format_check.h"

namespace patchscale {
const Format& lkp_impact();
const Format& lkp_table();
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    for (const auto* format : {&patchscale::lkp_impact(), &patchscale::lkp_table()}) {
        patchscale::fuzz::checkFormat(*format, bytes);
    }
    return 0;
}
