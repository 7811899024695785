// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/format_check.h"

namespace patchscale {
const Format& false_sharing();
const Format& folded_stacks();
const Format& perf_annotate();
const Format& perf_bench();
const Format& perf_c2c();
const Format& perf_diff();
const Format& perf_lock();
const Format& perf_report();
const Format& perf_sched();
const Format& perf_script();
const Format& perf_trace();
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    for (const auto* format : {&patchscale::false_sharing(), &patchscale::folded_stacks(), &patchscale::perf_annotate(),
                               &patchscale::perf_bench(), &patchscale::perf_c2c(), &patchscale::perf_diff(),
                               &patchscale::perf_lock(), &patchscale::perf_report(), &patchscale::perf_sched(),
                               &patchscale::perf_script(), &patchscale::perf_trace()}) {
        patchscale::fuzz::checkFormat(*format, bytes);
    }
    return 0;
}
