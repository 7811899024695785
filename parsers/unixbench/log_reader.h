// SPDX-License-Identifier: GPL-3.0-or-later
// UnixBench's log, the only place where each pass and each copy stands by itself.
#pragma once

#include "parsers/text/number.h"
#include "parsers/text/text.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale::unix_bench {

/// What one copy of a kernel told, or how it ended.
struct LoggedCopy
{
    std::optional<Number> count;
    double timebase = 0; ///< seconds that the unit speaks of: 1 for lps, 60 for lpm; 0: the count is a rate already
    std::string unit;
    std::optional<double> time; ///< seconds that the kernel took by its own clock
    std::optional<double> elapsed; ///< by the clock of Run
    std::string error; ///< first line
    int status = 0; ///< as wait() gives it
};

/// One pass: all copies at once.
struct LoggedPass
{
    std::vector<LoggedCopy> copies;
    SourceSpan span; ///< of the first count
};

/// One test with its passes and what Run made of them.
struct LoggedTest
{
    std::string name;
    int copies = 1;
    std::vector<LoggedPass> passes;
    std::vector<double> dumped; ///< counts of the passes that Run leaves out, the lowest third
    std::optional<Number> score; ///< missing when the run ended before
    std::optional<int> iterations;
    SourceSpan span;
};

/// The tests of the log within @p span of @p text, in its order.
std::vector<LoggedTest> readLog(const Text& text, SourceSpan span);

/// The rate of a pass: the copies' counts added up, per timebase over the mean of their times. Nothing when a copy is
/// missing or has failed.
std::optional<double> rateOf(const LoggedTest& test, const LoggedPass& pass);

/// Where logs stand in @p text: each from the head of its first test to its last line.
std::vector<SourceSpan> findLogs(const Text& text);

}
