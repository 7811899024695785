// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/format_check.h"

namespace patchscale {
const Format& before_after();
const Format& value_list();
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    for (const auto* format : {&patchscale::before_after(), &patchscale::value_list()}) {
        patchscale::fuzz::checkFormat(*format, bytes);
    }
    return 0;
}
