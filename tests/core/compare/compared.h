// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons of runs that builder.h makes, and short ways to ask them.
#pragma once

#include "core/compare/compare.h"
#include "tests/core/compare/builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

inline Comparison compared(const std::vector<Run>& runs, const ComparisonSpec& spec = {},
                           const std::vector<Claim>& claims = {})
{
    auto comparison = compare(runs, claims, spec, {});
    EXPECT_TRUE(comparison.has_value()) << (comparison ? "" : comparison.error().message);
    return comparison ? std::move(*comparison) : Comparison {};
}

inline Error failure(const std::vector<Run>& runs, const ComparisonSpec& spec = {})
{
    const auto comparison = compare(runs, {}, spec, {});
    EXPECT_FALSE(comparison.has_value());
    return comparison ? Error {} : comparison.error();
}

inline ComparisonSpec metricSpec(std::string metric)
{
    ComparisonSpec spec;
    spec.metric = std::move(metric);
    return spec;
}

inline ComparisonSpec variantSpec(std::string baseline, std::vector<std::string> candidates = {})
{
    ComparisonSpec spec;
    spec.baseline = std::move(baseline);
    spec.candidates = std::move(candidates);
    return spec;
}

inline const ComparisonRow& rowOf(const ComparisonGroup& group, std::string_view test)
{
    const auto row = std::ranges::find(group.rows, test, &ComparisonRow::test);
    EXPECT_NE(row, group.rows.end()) << test;
    return row == group.rows.end() ? group.rows.front() : *row;
}

inline std::vector<std::string> testsOf(const ComparisonGroup& group)
{
    std::vector<std::string> tests;
    for (const auto& row : group.rows) {
        tests.push_back(row.test);
    }
    return tests;
}

inline std::vector<std::string> codesOf(const ComparisonRow& row)
{
    std::vector<std::string> codes;
    for (const auto& annotation : row.annotations) {
        codes.push_back(annotation.code);
    }
    return codes;
}

}
