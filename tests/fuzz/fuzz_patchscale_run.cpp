// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/format_check.h"

namespace patchscale {
const Format& patchscale_run();
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    patchscale::fuzz::checkFormat(patchscale::patchscale_run(),
                                  std::string_view(reinterpret_cast<const char*>(data), size));
    return 0;
}
