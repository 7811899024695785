// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/fio/report.h"

#include <cstdint>
#include <string_view>

namespace patchscale::fio {

/// What a line of fio's normal output is.
enum class Kind : std::uint8_t {
    None,
    Blank,
    Banner, ///< "name: (g=0): rw=randread, bs=…"
    Version, ///< "fio-3.33"
    Notice, ///< "Starting 1 process", "Jobs: 1 (f=1): …", "..."
    Message, ///< "fio: pid=…, err=28/file:…", "fio: terminating on signal 2"
    Host, ///< "hostname=…, be=0, …"
    JobHead, ///< "name: (groupid=0, jobs=1): err= 0: pid=…"
    Description,
    NewHeadline, ///< "read: IOPS=…, BW=…" (2.17 and later)
    OldHeadline, ///< "read : io=…, bw=…"
    Latency, ///< "clat (usec): min=…"
    PercentileHead,
    PercentileRow,
    BandwidthInterval, ///< "bw (  KiB/s): min=…"
    IopsInterval,
    Histogram, ///< "lat (usec)   : 2=0.1%, …"
    Cpu,
    Depths, ///< "IO depths", "submit", "complete"
    Issued,
    Errors, ///< "errors    : total=2, first_error=…"
    Target, ///< "latency   : target=…"
    Steady, ///< "steadystate  : attained=…"
    SyncHead, ///< "fsync/fdatasync/sync_file_range:"
    GroupHead, ///< "Run status group 0 (all jobs):"
    GroupLine, ///< "READ: bw=…"
    DiskHead,
    Disk, ///< "sda: ios=…"
};

/// What @p line is, which may be indented or stand behind what a program put in front of each line.
Kind kindOf(std::string_view line);

/// The direction of the headline or group line @p line, whose values begin with @p key; None where it tells none.
Direction directionBefore(std::string_view line, std::size_t key);

/// The direction of a headline or group line; None where it tells none.
Direction directionOf(std::string_view line);

/// @p line without blanks around it.
std::string_view stripped(std::string_view line);

}
