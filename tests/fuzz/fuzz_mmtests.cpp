// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/format_check.h"

namespace patchscale {
const Format& mmtests_compare();
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    patchscale::fuzz::checkFormat(patchscale::mmtests_compare(), bytes);
    return 0;
}
