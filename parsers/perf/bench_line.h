// SPDX-License-Identifier: GPL-3.0-or-later
// The lines that `perf bench` prints below its head.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace patchscale::perf {

/// A number with what it measures. The views point into the line.
struct BenchValue
{
    std::string metric;
    std::string_view digits;
    double value = 0;
    std::string_view unit;
    double factor = 0; ///< to `base`, where perf's unit means something else than its name says; else 0
    std::string_view base; ///< of `factor`
    std::optional<double> error; ///< standard error of the mean, in the value's unit
    std::string_view errorDigits;
};

struct BenchLine
{
    enum class Kind : std::uint8_t {
        Total, ///< "Total time: 0.901 [sec]", once in a section
        Value,
        Round, ///< "[Run 3]: Wokeup 4 of 4 threads in 0.7130 ms"
        RoundMean, ///< the mean of the rounds above it
        Setting, ///< "# Executed 10000 pipe operations between two processes"
        Remark, ///< belongs to the section, tells nothing that is compared
    };
    Kind kind = Kind::Remark;
    std::string_view subject {}; ///< of "Average synthesis took": what the averages below it are of
    bool isDetail = false; ///< such an average
    std::vector<BenchValue> values;
    std::vector<std::pair<std::string, std::string>> settings; ///< of this line; those of a Setting hold from here on
};

/// The line as perf bench means it; nothing if it is none of its lines.
std::optional<BenchLine> benchLine(std::string_view line);

}
