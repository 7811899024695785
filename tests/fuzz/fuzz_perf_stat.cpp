// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/format_check.h"

namespace patchscale {
const Format& perf_stat();
const Format& perf_stat_csv();
const Format& perf_stat_json();
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    for (const auto* format : {&patchscale::perf_stat(), &patchscale::perf_stat_csv(), &patchscale::perf_stat_json()}) {
        patchscale::fuzz::checkFormat(*format, bytes);
    }
    return 0;
}
