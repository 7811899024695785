// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/format_check.h"

namespace patchscale {
const Format& fio_json();
const Format& fio_log();
const Format& fio_normal();
const Format& fio_terse();
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    for (const auto* format :
         {&patchscale::fio_json(), &patchscale::fio_log(), &patchscale::fio_normal(), &patchscale::fio_terse()}) {
        patchscale::fuzz::checkFormat(*format, bytes);
    }
    return 0;
}
