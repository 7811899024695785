// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units.h"

#include "core/base/word_table.h"

#include <algorithm>
#include <array>

namespace patchscale {
namespace {

struct Entry
{
    constexpr Entry(std::string_view spelling, double times, std::string_view baseUnit)
        : written(spelling)
        , factor(times)
        , base(baseUnit)
    {
    }

    std::string_view written;
    double factor;
    std::string_view base;
};

constexpr double kKi = 1024.0;
constexpr double kMi = kKi * kKi;
constexpr double kGi = kMi * kKi;
constexpr double kTi = kGi * kKi;
constexpr double kBit = 0.125; // bytes

/// Sorts the table when it is compiled, so that it can be written by kind and searched by bisection.
template<std::size_t N>
consteval std::array<Entry, N> sorted(std::array<Entry, N> entries)
{
    std::ranges::sort(entries, {}, &Entry::written);
    return entries;
}

// Case is significant: "Mb/s" are bits, "MB/s" bytes; "ms" and "Ms", "mW" and "MW" differ. A spelling in another case
// is listed only where it can mean nothing else. "mb/s" and "kb/s" are left out on purpose: people write them for bits
// as well as for bytes, so that they stay a unit of their own.
constexpr auto kUnits = sorted(std::to_array<Entry>({
    {"", 1, ""},

    // Fractions.
    {"%", 0.01, "ratio"},
    {"%%", 0.01, "ratio"},
    {"％", 0.01, "ratio"},
    {"pct", 0.01, "ratio"},
    {"pp", 0.01, "ratio"},
    {"percent", 0.01, "ratio"},
    {"x", 1, "ratio"},
    {"X", 1, "ratio"},
    {"×", 1, "ratio"},
    {"倍", 1, "ratio"},
    {"ratio", 1, "ratio"},
    {"fraction", 1, "ratio"},
    {"IPC", 1, "ratio"},
    {"insn per cycle", 1, "ratio"},
    {"insns per cycle", 1, "ratio"},
    {"stalled cycles per insn", 1, "ratio"},

    // Scores.
    {"index", 1, "index"},
    {"Index", 1, "index"},
    {"INDEX", 1, "index"},
    {"score", 1, "index"},
    {"MWIPS", 1, "MWIPS"},

    // Time.
    {"ns", 1e-9, "s"},
    {"nsec", 1e-9, "s"},
    {"nsecs", 1e-9, "s"},
    {"nanosecond", 1e-9, "s"},
    {"nanoseconds", 1e-9, "s"},
    {"us", 1e-6, "s"},
    {"µs", 1e-6, "s"}, // U+00B5
    {"μs", 1e-6, "s"}, // U+03BC
    {"usec", 1e-6, "s"},
    {"usecs", 1e-6, "s"},
    {"µsec", 1e-6, "s"},
    {"μsec", 1e-6, "s"},
    {"microsecond", 1e-6, "s"},
    {"microseconds", 1e-6, "s"},
    {"微秒", 1e-6, "s"},
    {"ms", 1e-3, "s"},
    {"msec", 1e-3, "s"},
    {"msecs", 1e-3, "s"},
    {"millisecond", 1e-3, "s"},
    {"milliseconds", 1e-3, "s"},
    {"毫秒", 1e-3, "s"},
    {"s", 1, "s"},
    {"sec", 1, "s"},
    {"secs", 1, "s"},
    {"Secs", 1, "s"},
    {"second", 1, "s"},
    {"seconds", 1, "s"},
    {"Seconds", 1, "s"},
    {"秒", 1, "s"},
    {"min", 60, "s"},
    {"mins", 60, "s"},
    {"minute", 60, "s"},
    {"minutes", 60, "s"},
    {"分钟", 60, "s"},
    {"hr", 3600, "s"},
    {"hrs", 3600, "s"},
    {"hour", 3600, "s"},
    {"hours", 3600, "s"},
    {"ns/op", 1e-9, "s"},
    {"nsec/op", 1e-9, "s"},
    {"nsecs/op", 1e-9, "s"},
    {"us/op", 1e-6, "s"},
    {"usec/op", 1e-6, "s"},
    {"usecs/op", 1e-6, "s"},
    {"ms/op", 1e-3, "s"},
    {"msec/op", 1e-3, "s"},
    {"s/op", 1, "s"},
    {"ns/iter", 1e-9, "s"},
    {"ns/call", 1e-9, "s"},
    {"us/call", 1e-6, "s"},

    // Cycles.
    {"cycle", 1, "cycles"},
    {"cycles", 1, "cycles"},
    {"Cycles", 1, "cycles"},
    {"Kcycles", 1e3, "cycles"},
    {"Mcycles", 1e6, "cycles"},
    {"Gcycles", 1e9, "cycles"},
    {"cycles/byte", 1, "cycles/byte"},
    {"cycles/B", 1, "cycles/byte"},
    {"cpb", 1, "cycles/byte"},
    {"cycles/op", 1, "cycles/op"},
    {"cycles/iter", 1, "cycles/op"},

    // Frequency.
    {"Hz", 1, "Hz"},
    {"hz", 1, "Hz"},
    {"kHz", 1e3, "Hz"},
    {"KHz", 1e3, "Hz"},
    {"khz", 1e3, "Hz"},
    {"MHz", 1e6, "Hz"},
    {"Mhz", 1e6, "Hz"},
    {"GHz", 1e9, "Hz"},
    {"Ghz", 1e9, "Hz"},
    {"ghz", 1e9, "Hz"},

    // Energy and power.
    {"uJ", 1e-6, "J"},
    {"µJ", 1e-6, "J"},
    {"μJ", 1e-6, "J"},
    {"mJ", 1e-3, "J"},
    {"J", 1, "J"},
    {"Joule", 1, "J"},
    {"Joules", 1, "J"},
    {"joule", 1, "J"},
    {"joules", 1, "J"},
    {"kJ", 1e3, "J"},
    {"KJ", 1e3, "J"},
    {"MJ", 1e6, "J"},
    {"uW", 1e-6, "W"},
    {"mW", 1e-3, "W"},
    {"W", 1, "W"},
    {"Watt", 1, "W"},
    {"Watts", 1, "W"},
    {"watt", 1, "W"},
    {"watts", 1, "W"},
    {"kW", 1e3, "W"},
    {"mAh", 1, "mAh"},

    // Counts. A bare K of a tool counts thousands; what it counts is said elsewhere.
    {"count", 1, "count"},
    {"k", 1e3, "count"},
    {"K", 1e3, "count"},
    {"M", 1e6, "count"},
    {"G", 1e9, "count"},
    {"T", 1e12, "count"},
    {"Ki", kKi, "count"},
    {"Mi", kMi, "count"},
    {"Gi", kGi, "count"},
    {"万", 1e4, "count"},
    {"亿", 1e8, "count"},
    {"ops", 1, "count"},
    {"Kops", 1e3, "count"},
    {"kops", 1e3, "count"},
    {"Mops", 1e6, "count"},
    {"CPUs", 1, "count"},
    {"CPUs utilized", 1, "count"},
    {"CPU utilized", 1, "count"},
    {"pages", 1, "count"},
    {"faults", 1, "count"},
    {"HITM", 1, "count"},

    // Rates.
    {"1/s", 1, "1/s"},
    {"/s", 1, "1/s"},
    {"/sec", 1, "1/s"},
    {"/second", 1, "1/s"},
    {"k/s", 1e3, "1/s"},
    {"K/s", 1e3, "1/s"},
    {"k/sec", 1e3, "1/s"},
    {"K/sec", 1e3, "1/s"},
    {"M/s", 1e6, "1/s"},
    {"M/sec", 1e6, "1/s"},
    {"G/s", 1e9, "1/s"},
    {"G/sec", 1e9, "1/s"},
    {"lps", 1, "1/s"},
    {"lpm", 1.0 / 60, "1/s"},
    {"lph", 1.0 / 3600, "1/s"},
    {"fps", 1, "1/s"},
    {"FPS", 1, "1/s"},
    {"frames/s", 1, "1/s"},
    {"frames/sec", 1, "1/s"},
    {"IOPS", 1, "1/s"},
    {"IOPs", 1, "1/s"},
    {"iops", 1, "1/s"},
    {"kIOPS", 1e3, "1/s"},
    {"KIOPS", 1e3, "1/s"},
    {"KIOPs", 1e3, "1/s"},
    {"kiops", 1e3, "1/s"},
    {"Kiops", 1e3, "1/s"},
    {"MIOPS", 1e6, "1/s"},
    {"MIOPs", 1e6, "1/s"},
    {"miops", 1e6, "1/s"},
    {"K IOPS", 1e3, "1/s"},
    {"k IOPS", 1e3, "1/s"},
    {"M IOPS", 1e6, "1/s"},
    {"io/s", 1, "1/s"},
    {"IO/s", 1, "1/s"},
    {"IOs/s", 1, "1/s"},
    {"ios/s", 1, "1/s"},
    {"op/s", 1, "1/s"},
    {"op/sec", 1, "1/s"},
    {"ops/s", 1, "1/s"},
    {"Ops/s", 1, "1/s"},
    {"ops/sec", 1, "1/s"},
    {"Ops/sec", 1, "1/s"},
    {"ops/second", 1, "1/s"},
    {"operations/s", 1, "1/s"},
    {"operations/sec", 1, "1/s"},
    {"operations/second", 1, "1/s"},
    {"bogo ops/s", 1, "1/s"},
    {"bogo ops/sec", 1, "1/s"},
    {"bogo-ops/s", 1, "1/s"},
    {"bogo-ops/sec", 1, "1/s"},
    {"Kops/s", 1e3, "1/s"},
    {"kops/s", 1e3, "1/s"},
    {"Kops/sec", 1e3, "1/s"},
    {"kops/sec", 1e3, "1/s"},
    {"K ops/s", 1e3, "1/s"},
    {"K ops/sec", 1e3, "1/s"},
    {"Mops/s", 1e6, "1/s"},
    {"Mops/sec", 1e6, "1/s"},
    {"M ops/s", 1e6, "1/s"},
    {"M ops/sec", 1e6, "1/s"},
    {"Gops/s", 1e9, "1/s"},
    {"MFLOPS", 1e6, "1/s"},
    {"MFlops", 1e6, "1/s"},
    {"GFLOPS", 1e9, "1/s"},
    {"GFlops", 1e9, "1/s"},
    {"GFlop/s", 1e9, "1/s"},
    {"tps", 1, "1/s"},
    {"TPS", 1, "1/s"},
    {"ktps", 1e3, "1/s"},
    {"qps", 1, "1/s"},
    {"QPS", 1, "1/s"},
    {"rps", 1, "1/s"},
    {"RPS", 1, "1/s"},
    {"krps", 1e3, "1/s"},
    {"kRPS", 1e3, "1/s"},
    {"req/s", 1, "1/s"},
    {"req/sec", 1, "1/s"},
    {"reqs/s", 1, "1/s"},
    {"reqs/sec", 1, "1/s"},
    {"Req/s", 1, "1/s"},
    {"Req/sec", 1, "1/s"},
    {"Reqs/s", 1, "1/s"},
    {"Reqs/sec", 1, "1/s"},
    {"requests/s", 1, "1/s"},
    {"requests/sec", 1, "1/s"},
    {"requests/second", 1, "1/s"},
    {"Requests/sec", 1, "1/s"},
    {"queries/s", 1, "1/s"},
    {"queries/sec", 1, "1/s"},
    {"trans/s", 1, "1/s"},
    {"trans/sec", 1, "1/s"},
    {"Trans/s", 1, "1/s"},
    {"transactions/s", 1, "1/s"},
    {"transactions/sec", 1, "1/s"},
    {"txn/s", 1, "1/s"},
    {"pps", 1, "1/s"},
    {"kpps", 1e3, "1/s"},
    {"Kpps", 1e3, "1/s"},
    {"Mpps", 1e6, "1/s"},
    {"mpps", 1e6, "1/s"},
    {"packets/s", 1, "1/s"},
    {"packets/sec", 1, "1/s"},
    {"pkts/s", 1, "1/s"},
    {"pkts/sec", 1, "1/s"},
    {"pkt/s", 1, "1/s"},
    {"msg/s", 1, "1/s"},
    {"msg/sec", 1, "1/s"},
    {"msgs/s", 1, "1/s"},
    {"msgs/sec", 1, "1/s"},
    {"messages/s", 1, "1/s"},
    {"messages/sec", 1, "1/s"},
    {"it/s", 1, "1/s"},
    {"iter/s", 1, "1/s"},
    {"iters/s", 1, "1/s"},
    {"iterations/s", 1, "1/s"},
    {"iterations/sec", 1, "1/s"},
    {"loops/s", 1, "1/s"},
    {"loops/sec", 1, "1/s"},
    {"calls/s", 1, "1/s"},
    {"calls/sec", 1, "1/s"},
    {"events/s", 1, "1/s"},
    {"events/sec", 1, "1/s"},
    {"files/s", 1, "1/s"},
    {"files/sec", 1, "1/s"},
    {"faults/s", 1, "1/s"},
    {"faults/sec", 1, "1/s"},
    {"pages/s", 1, "1/s"},
    {"pages/sec", 1, "1/s"},
    {"records/s", 1, "1/s"},
    {"records/sec", 1, "1/s"},
    {"cs/sec", 1, "1/s"},
    {"irqs/sec", 1, "1/s"},
    {"次/秒", 1, "1/s"},

    // Sizes. kB and KB are 1000 here; a tool that means 1024 by it sets its own unit.
    {"B", 1, "B"},
    {"byte", 1, "B"},
    {"bytes", 1, "B"},
    {"Bytes", 1, "B"},
    {"kB", 1e3, "B"},
    {"KB", 1e3, "B"},
    {"MB", 1e6, "B"},
    {"GB", 1e9, "B"},
    {"TB", 1e12, "B"},
    {"KBytes", 1e3, "B"},
    {"MBytes", 1e6, "B"},
    {"GBytes", 1e9, "B"},
    {"KiB", kKi, "B"},
    {"kiB", kKi, "B"},
    {"MiB", kMi, "B"},
    {"GiB", kGi, "B"},
    {"TiB", kTi, "B"},
    {"bit", kBit, "B"},
    {"bits", kBit, "B"},
    {"Kb", 1e3 * kBit, "B"},
    {"Mb", 1e6 * kBit, "B"},
    {"Gb", 1e9 * kBit, "B"},
    {"kbit", 1e3 * kBit, "B"},
    {"Kbit", 1e3 * kBit, "B"},
    {"Kbits", 1e3 * kBit, "B"},
    {"Mbit", 1e6 * kBit, "B"},
    {"Mbits", 1e6 * kBit, "B"},
    {"Gbit", 1e9 * kBit, "B"},
    {"Gbits", 1e9 * kBit, "B"},

    // Bandwidth.
    {"B/s", 1, "B/s"},
    {"B/sec", 1, "B/s"},
    {"bytes/s", 1, "B/s"},
    {"bytes/sec", 1, "B/s"},
    {"Bytes/s", 1, "B/s"},
    {"Bytes/sec", 1, "B/s"},
    {"kB/s", 1e3, "B/s"},
    {"KB/s", 1e3, "B/s"},
    {"kB/sec", 1e3, "B/s"},
    {"KB/sec", 1e3, "B/s"},
    {"kBps", 1e3, "B/s"},
    {"KBps", 1e3, "B/s"},
    {"Kbytes/s", 1e3, "B/s"},
    {"Kbytes/sec", 1e3, "B/s"},
    {"KBytes/s", 1e3, "B/s"},
    {"KBytes/sec", 1e3, "B/s"},
    {"MB/s", 1e6, "B/s"},
    {"MB/sec", 1e6, "B/s"},
    {"MBps", 1e6, "B/s"},
    {"Mbytes/s", 1e6, "B/s"},
    {"Mbytes/sec", 1e6, "B/s"},
    {"MBytes/s", 1e6, "B/s"},
    {"MBytes/sec", 1e6, "B/s"},
    {"GB/s", 1e9, "B/s"},
    {"GB/sec", 1e9, "B/s"},
    {"GBps", 1e9, "B/s"},
    {"GBytes/s", 1e9, "B/s"},
    {"GBytes/sec", 1e9, "B/s"},
    {"TB/s", 1e12, "B/s"},
    {"KiB/s", kKi, "B/s"},
    {"kiB/s", kKi, "B/s"},
    {"KiB/sec", kKi, "B/s"},
    {"MiB/s", kMi, "B/s"},
    {"MiB/sec", kMi, "B/s"},
    {"GiB/s", kGi, "B/s"},
    {"GiB/sec", kGi, "B/s"},
    {"TiB/s", kTi, "B/s"},
    {"bps", kBit, "B/s"},
    {"bit/s", kBit, "B/s"},
    {"bits/s", kBit, "B/s"},
    {"bits/sec", kBit, "B/s"},
    {"kbps", 1e3 * kBit, "B/s"},
    {"Kbps", 1e3 * kBit, "B/s"},
    {"kbit/s", 1e3 * kBit, "B/s"},
    {"Kbit/s", 1e3 * kBit, "B/s"},
    {"Kbits/s", 1e3 * kBit, "B/s"},
    {"Kbits/sec", 1e3 * kBit, "B/s"},
    {"Kb/s", 1e3 * kBit, "B/s"},
    {"Kb/sec", 1e3 * kBit, "B/s"},
    {"Mbps", 1e6 * kBit, "B/s"},
    {"mbps", 1e6 * kBit, "B/s"},
    {"Mbit/s", 1e6 * kBit, "B/s"},
    {"Mbit/sec", 1e6 * kBit, "B/s"},
    {"Mbits/s", 1e6 * kBit, "B/s"},
    {"Mbits/sec", 1e6 * kBit, "B/s"},
    {"Mb/s", 1e6 * kBit, "B/s"},
    {"Mb/sec", 1e6 * kBit, "B/s"},
    {"Gbps", 1e9 * kBit, "B/s"},
    {"gbps", 1e9 * kBit, "B/s"},
    {"Gbit/s", 1e9 * kBit, "B/s"},
    {"Gbit/sec", 1e9 * kBit, "B/s"},
    {"Gbits/s", 1e9 * kBit, "B/s"},
    {"Gbits/sec", 1e9 * kBit, "B/s"},
    {"Gb/s", 1e9 * kBit, "B/s"},
    {"Gb/sec", 1e9 * kBit, "B/s"},
    {"Tbps", 1e12 * kBit, "B/s"},
    {"Kibit/s", kKi* kBit, "B/s"},
    {"Mibit/s", kMi* kBit, "B/s"},
    {"Mib/s", kMi* kBit, "B/s"},
    {"Gibit/s", kGi* kBit, "B/s"},
}));

consteval bool eachSpellingOnce()
{
    return std::ranges::adjacent_find(kUnits, {}, &Entry::written) == kUnits.end();
}
static_assert(eachSpellingOnce());

constexpr WordTable kUnitTable([] {
    std::array<std::string_view, kUnits.size()> out;
    std::ranges::transform(kUnits, out.begin(), &Entry::written);
    return out;
}());

}

std::optional<Unit> findUnit(std::string_view written)
{
    const auto hit = kUnitTable.find(written);
    if (hit == kUnits.size()) {
        return std::nullopt;
    }
    return Unit {.factor = kUnits[hit].factor, .base = kUnits[hit].base};
}

Unit unitOf(std::string_view written)
{
    return findUnit(written).value_or(Unit {.factor = 1, .base = written});
}

}
