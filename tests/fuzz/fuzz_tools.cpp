// SPDX-License-Identifier: GPL-3.0-or-later
// All tools that print lines, JSON or XML, and a format that a user describes.
#include "parsers/declared/declared_format.h"
#include "tests/fuzz/format_check.h"

namespace patchscale {
const Format& cyclictest();
const Format& dbench();
const Format& dd();
const Format& google_benchmark();
const Format& google_benchmark_text();
const Format& hackbench();
const Format& hyperfine();
const Format& hyperfine_text();
const Format& iperf();
const Format& iperf3_json();
const Format& kernbench();
const Format& lmbench();
const Format& netperf();
const Format& phoronix();
const Format& redis_benchmark();
const Format& schbench();
const Format& stress_ng();
const Format& sysbench();
const Format& time_command();
const Format& will_it_scale();
}

namespace {

constexpr std::string_view kDescription = R"({"patchscale-format": 1, "id": "spin", "ignore": ["-{rest text}"],
    "rows": [{"line": "{case} x{n number}: {rate number} ops/s{more text}", "test": "{case}", "parameters": ["n"],
              "values": [{"column": "rate", "metric": "throughput", "unit": "ops/s", "spread": "n"}]}]})";

}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    using namespace patchscale;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    for (const auto* format : {&cyclictest(),
                               &dbench(),
                               &dd(),
                               &google_benchmark(),
                               &google_benchmark_text(),
                               &hackbench(),
                               &hyperfine(),
                               &hyperfine_text(),
                               &iperf(),
                               &iperf3_json(),
                               &kernbench(),
                               &lmbench(),
                               &netperf(),
                               &phoronix(),
                               &redis_benchmark(),
                               &schbench(),
                               &stress_ng(),
                               &sysbench(),
                               &time_command(),
                               &will_it_scale()}) {
        fuzz::checkFormat(*format, bytes);
    }
    static const auto own = declared::declaredFormat(declared::readDescription(kDescription, "spin.json").value());
    fuzz::checkFormat(*own, bytes);
    if (const auto described = declared::readDescription(bytes, "fuzz.json")) {
        fuzz::checkFormat(*declared::declaredFormat(*described), bytes);
    }
    return 0;
}
