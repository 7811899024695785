// SPDX-License-Identifier: GPL-3.0-or-later
// What fio tells of one execution, however it was printed: the readers of each output fill it, results.h turns it into
// runs. Metrics have the same names whatever they were read from.
#pragma once

#include "core/base/span.h"
#include "core/model/document.h"
#include "core/model/run.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale::fio {

/// What kind of IO a figure is about; None for a job as a whole.
enum class Direction : std::uint8_t { None, Read, Write, Trim, Mixed };

constexpr std::array<std::string_view, 5> kDirections {"", "read", "write", "trim", "mixed"};

/// A number as it was printed, and what it means in the base unit.
struct Figure
{
    double value = 0;
    std::string_view unit; ///< as written; a literal or a part of the text
    double base = 0;
    double step = 0; ///< what the last printed digit stands for, in the base unit
    SourceSpan span;
};

/// A figure with the name of what it measures: "clat p99", "context switches".
struct Measure
{
    std::string metric;
    std::string_view baseUnit;
    Figure figure;
};

/// What a job did in one direction. Sizes, times and rates may be missing each.
struct Side
{
    Direction direction = Direction::None;
    std::optional<Figure> bandwidth; ///< B/s
    std::optional<Figure> iops; ///< 1/s
    std::optional<Figure> bytes; ///< B
    std::optional<Figure> runtime; ///< s
    std::optional<Figure> issued; ///< count
    std::vector<Measure> measures;
};

/// A job, a group of jobs or a disk: what a test is called after.
struct Job
{
    std::string name;
    Parameters parameters; ///< rw, bs, iodepth …
    bool isFailed = false; ///< its numbers are kept and left out of comparisons
    std::vector<Side> sides;
    std::vector<Measure> measures; ///< of the job as a whole: processor time, context switches
};

/// One execution of fio.
struct Report
{
    std::string version; ///< "3.33"; empty when it is not told
    std::vector<Job> jobs; ///< and groups of them
    std::vector<Job> disks;
    SourceSpan span;
};

/// A version as a number that orders: 2.21 is 2021000, 3.1 is 3001000, 2.0.8 is 2000008; 0 for one that is not told.
int versionNumber(std::string_view version);

}
