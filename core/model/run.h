// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/span.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace patchscale {

/// Which direction of a metric is good. Unknown means that no verdict is given.
enum class Better : std::uint8_t { Unknown, Higher, Lower };

/// What a variant is in the comparison that its document makes.
enum class Role : std::uint8_t { None, Baseline, Candidate };

/// What selects a test besides its name: copies=40, bs=4k, scenario="redis-benchmark, 90 % cpu".
using Parameters = std::map<std::string, std::string>;

enum class SpreadKind : std::uint8_t { Stddev, Stderr, Cv, Ci95, Range };

/// A reported spread. `value` is in the result's written unit, except Cv, which is a ratio (0.05 for 5 %).
/// A relative standard error ("( +- 0.05% )") is stored as Stderr in the result's unit.
struct Spread
{
    SpreadKind kind = SpreadKind::Stddev;
    double value = 0;
    std::optional<double> low;
    std::optional<double> high;
    SourceSpan span;

    friend bool operator==(const Spread&, const Spread&) = default;
};

/// One observed value, in the result's written unit; it knows its place in the order of the run.
struct Sample
{
    double value = 0;
    SourceSpan span;
    int boot = 0;
    int round = 0;
    int order = 0;
    bool isExcluded = false;

    friend bool operator==(const Sample&, const Sample&) = default;
};

/// One metric's value for one test.
struct TestResult
{
    std::string test;
    Parameters parameters;
    std::string metric;
    double value = 0; ///< the number as written
    std::string unit; ///< the unit as written
    double baseValue = 0; ///< value in baseUnit
    std::string baseUnit; ///< B/s, s, 1/s, B, count, ratio, index …
    Better better = Better::Unknown;
    std::vector<Sample> samples;
    std::optional<Spread> spread;
    std::optional<int> repeats; ///< how many runs a reported mean covers ("mean of 10")
    SourceSpan span; ///< the number; its unit may follow. A mean we took of samples has the first sample's span

    friend bool operator==(const TestResult&, const TestResult&) = default;
};

/// The system under test as the document tells it; a field that it does not tell is empty.
struct Machine
{
    std::string label; ///< what a person calls it; made from the fields below when the document has no name
    std::string cpu;
    std::optional<int> cpus;
    std::string memory;
    std::string os;
    std::string kernel;
    Parameters facts; ///< anything else that was told

    friend bool operator==(const Machine&, const Machine&) = default;
};

/// What is compared: "without patch", "v2", "first patch".
struct Variant
{
    std::string label;
    Role role = Role::None;
    bool isAssumed = false; ///< the words did not settle label or role; a diagnostic says from what it was taken

    friend bool operator==(const Variant&, const Variant&) = default;
};

/// One execution of a benchmark on one machine under one variant.
struct Run
{
    std::string format; ///< Format::id()
    int formatVersion = 1;
    std::string benchmark; ///< "unixbench", "fio", "perf stat", "perf report", …
    Machine machine;
    Variant variant;
    Parameters parameters;
    std::vector<TestResult> results;
    bool isFailed = false; ///< ended in an error or a signal: kept, and left out of comparisons
    SourceSpan span; ///< the block in the document

    friend bool operator==(const Run&, const Run&) = default;
};

}
