// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of one number behind the other: latencies, percentiles, intervals, processor.
#pragma once

#include "parsers/fio/report.h"
#include "parsers/text/text.h"

#include <string>
#include <string_view>
#include <vector>

namespace patchscale::fio {

/// Reads lines of statistics in @p text; they point into it.
class Statistics
{
public:
    explicit Statistics(const Text& text, int version)
        : m_text(text)
        , m_version(version)
    {
    }

    /// "clat (usec): min=1, max=20k, avg=…, stdev=…". In a block of syncs it is told whose latency it is.
    void takeLatency(std::string_view line, std::vector<Measure>& out) const;
    /// "clat percentiles (usec):", perhaps with the first pairs behind it.
    void takePercentileHead(std::string_view line, std::vector<Measure>& out);
    /// "|  1.00th=[   75],  5.00th=[  101], …" below it.
    void takePercentiles(std::string_view line, std::vector<Measure>& out) const;
    /// "bw (  KiB/s): min=…" of intervals of half a second.
    void takeBandwidthInterval(std::string_view line, std::vector<Measure>& out) const;
    /// "iops        : min=…". False where it counts single IOs, because a log was written: then it says nothing.
    bool takeIopsInterval(std::string_view line, std::vector<Measure>& out) const;
    /// "cpu          : usr=1.74%, sys=97.62%, ctx=24068, majf=0, minf=13"
    void takeCpu(std::string_view line, std::vector<Measure>& out) const;
    /// "sda: ios=1/2, merge=…, ticks=…, in_queue=…, util=…"
    void takeDisk(std::string_view line, std::vector<Measure>& out) const;
    /// "steadystate  : attained=yes, bw=…, iops=…"
    void takeSteady(std::string_view line, std::vector<Measure>& out) const;

    /// The number behind @p key as a figure in @p unit, of which one is @p factor.
    bool add(std::string_view line, std::string_view key, std::string metric, std::string_view unit, double factor,
             std::string_view baseUnit, std::vector<Measure>& out) const;

private:
    void addPair(std::string_view line, std::size_t value, std::string_view first, std::string_view second,
                 std::string_view unit, double factor, std::string_view baseUnit, std::vector<Measure>& out) const;

    const Text& m_text;
    int m_version;
    std::string m_percentilesOf = "clat";
    std::string_view m_percentileUnit = "usec";
};

/// "99.990000" as "p99.99".
std::string percentileName(std::string_view written);

/// What a time is in seconds: "usec" is 1e-6; 0 for an unknown word.
double secondsIn(std::string_view unit);

}
