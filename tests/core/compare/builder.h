// SPDX-License-Identifier: GPL-3.0-or-later
// Runs and claims for tests, written as one would tell them.
#pragma once

#include "core/compare/compare.h"
#include "core/model/claim.h"
#include "core/model/run.h"

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace patchscale {

using Runs = std::vector<Run>; ///< within a TEST, Run alone is a member of the fixture

/// One run under construction: `RunBuilder("unixbench").baseline("before").result("Pipe Throughput", "index", 100)`.
class RunBuilder
{
public:
    explicit RunBuilder(std::string benchmark)
    {
        m_run.benchmark = std::move(benchmark);
    }
    RunBuilder& baseline(std::string label = "before")
    {
        m_run.variant = {.label = std::move(label), .role = Role::Baseline};
        return *this;
    }
    RunBuilder& candidate(std::string label = "after")
    {
        m_run.variant = {.label = std::move(label), .role = Role::Candidate};
        return *this;
    }
    RunBuilder& variant(std::string label)
    {
        m_run.variant = {.label = std::move(label), .role = Role::None};
        return *this;
    }
    RunBuilder& on(std::string machine)
    {
        m_run.machine.label = std::move(machine);
        return *this;
    }
    RunBuilder& with(std::string name, std::string value)
    {
        m_run.parameters[std::move(name)] = std::move(value);
        return *this;
    }
    RunBuilder& boot(std::string id)
    {
        m_run.machine.facts["kernel.boot-id"] = std::move(id);
        return *this;
    }
    RunBuilder& failed()
    {
        m_run.isFailed = true;
        return *this;
    }
    RunBuilder& result(std::string test, std::string metric, double value, std::string unit = "",
                       Better better = Better::Higher)
    {
        TestResult result;
        result.test = std::move(test);
        result.metric = std::move(metric);
        result.value = value;
        result.baseValue = value;
        result.unit = unit;
        result.baseUnit = std::move(unit);
        result.better = better;
        m_run.results.push_back(std::move(result));
        return *this;
    }
    RunBuilder& base(double value, std::string unit) ///< of the last result
    {
        last().baseValue = value;
        last().baseUnit = std::move(unit);
        return *this;
    }
    RunBuilder& samples(std::initializer_list<double> values) ///< of the last result
    {
        for (const double value : values) {
            Sample sample;
            sample.value = value;
            last().samples.push_back(sample);
        }
        return *this;
    }
    RunBuilder& spread(SpreadKind kind, double value) ///< of the last result
    {
        last().spread.emplace();
        last().spread->kind = kind;
        last().spread->value = value;
        return *this;
    }
    RunBuilder& repeats(int count) ///< of the last result
    {
        last().repeats = count;
        return *this;
    }
    RunBuilder& parameter(std::string name, std::string value) ///< of the last result
    {
        last().parameters[std::move(name)] = std::move(value);
        return *this;
    }
    operator Run() const // NOLINT(google-explicit-constructor): a builder stands for what it builds
    {
        return m_run;
    }

private:
    TestResult& last()
    {
        return m_run.results.back();
    }

    Run m_run;
};

/// A stated change of the result at @p index of run 0 against run 1.
inline Claim claimOn(std::size_t index, std::string stated, double fraction, double resolution)
{
    Claim claim;
    claim.stated = std::move(stated);
    claim.low = fraction;
    claim.high = fraction;
    claim.resolution = resolution;
    claim.baselineResult = ResultRef {.run = 0, .result = index};
    claim.candidateResult = ResultRef {.run = 1, .result = index};
    return claim;
}

/// A UnixBench index table: twelve tests and their score, mean of ten runs, before and after.
inline std::vector<Run> paddingTables()
{
    struct Row
    {
        const char* test;
        double before;
        double after;
    };
    static const std::vector<Row> rows {
        {"Dhrystone 2 using register variables", 477300.9, 477476.9},
        {"Double-Precision Whetstone", 102026.2, 102025.3},
        {"Execl Throughput", 6457.9, 6369.6},
        {"File Copy 1024 bufsize 2000 maxblocks", 1260.4, 1274.7},
        {"File Copy 256 bufsize 500 maxblocks", 827.9, 811.5},
        {"File Copy 4096 bufsize 8000 maxblocks", 2669.8, 2427.0},
        {"Pipe Throughput", 77295.8, 68384.2},
        {"Pipe-based Context Switching", 6733.1, 21636.8},
        {"Process Creation", 5466.4, 5495.0},
        {"Shell Scripts (1 concurrent)", 25669.0, 25649.9},
        {"Shell Scripts (8 concurrent)", 24760.7, 24544.6},
        {"System Call Overhead", 1735.4, 1747.2},
        {"System Benchmarks Index Score", 10879.3, 11755.8},
    };
    RunBuilder before("unixbench");
    RunBuilder after("unixbench");
    before.baseline("Without Patch");
    after.candidate("With Patch");
    for (const auto& row : rows) {
        before.result(row.test, "index", row.before, "index").repeats(10);
        after.result(row.test, "index", row.after, "index").repeats(10);
    }
    return {before, after};
}

/// What the author of paddingTables() states, in the order of the rows.
inline std::vector<Claim> paddingClaims()
{
    std::vector<Claim> claims {claimOn(0, "0.03%", 0.0003, 0.00005),    claimOn(1, "-0.08%", -0.0008, 0.00005),
                               claimOn(2, "-1.37%", -0.0137, 0.00005),  claimOn(3, "1.13%", 0.0113, 0.00005),
                               claimOn(4, "-1.98%", -0.0198, 0.00005),  claimOn(5, "-9.09%", -0.0909, 0.00005),
                               claimOn(6, "-11.5%", -0.115, 0.0005),    claimOn(7, "221%", 2.21, 0.005),
                               claimOn(8, "0.05%", 0.0005, 0.00005),    claimOn(9, "-0.07%", -0.0007, 0.00005),
                               claimOn(10, "-0.87%", -0.0087, 0.00005), claimOn(11, "0.68%", 0.0068, 0.00005),
                               claimOn(12, "8.06%", 0.0806, 0.00005)};
    const auto runs = paddingTables();
    for (auto& claim : claims) {
        claim.test = runs[0].results[claim.baselineResult->result].test;
        claim.metric = "index";
    }
    return claims;
}

}
