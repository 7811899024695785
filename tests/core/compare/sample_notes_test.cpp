// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/compare/compared.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace patchscale {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

ComparisonRow rowOfSamples(std::initializer_list<double> before, std::initializer_list<double> after)
{
    const auto comparison = compared({RunBuilder("x").baseline().result("a", "m", 100).samples(before),
                                      RunBuilder("x").candidate().result("a", "m", 100).samples(after)});
    return comparison.groups.front().rows.front();
}

TEST(SampleNotes, AnOutlierIsNamedAndKept)
{
    // Medians 100.05 and 102; without 180 the first is 100.0.
    const auto row = rowOfSamples({100.1, 100.3, 99.8, 100.0, 100.2, 99.9, 100.1, 100.0, 99.7, 180.0},
                                  {101.9, 102.2, 102.1, 101.8, 102.0, 102.3, 101.7, 102.1, 102.0, 101.9});
    EXPECT_EQ(row.baseline.samples.size(), 10U);
    ASSERT_THAT(codesOf(row), Contains("outliers"));
    const auto note = std::ranges::find(row.annotations, "outliers", &Annotation::code);
    EXPECT_EQ(note->text,
              "baseline: 1 of 10 samples far out (+79.9 % from the median), kept; without it the change is "
              "+2.00 %");
}

TEST(SampleNotes, TwoModesAreTold)
{
    const auto row = rowOfSamples({96.0, 100.1, 96.1, 100.0, 95.9, 100.2, 96.0, 99.9, 96.2, 100.0},
                                  {100.1, 100.3, 99.8, 100.0, 100.2, 99.9, 100.1, 100.0, 99.7, 100.0});
    ASSERT_THAT(codesOf(row), Contains("two-modes"));
    const auto note = std::ranges::find(row.annotations, "two-modes", &Annotation::code);
    EXPECT_THAT(note->text, HasSubstr("baseline: 5 samples lie about 96.04 and 5 about 100.04"));
    EXPECT_THAT(codesOf(row), Not(Contains("outliers")));
}

TEST(SampleNotes, ADriftOverTheRunIsTold)
{
    const auto row = rowOfSamples({100, 101, 102, 103, 104, 105, 106, 107, 108, 109},
                                  {100.1, 100.3, 99.8, 100.0, 100.2, 99.9, 100.1, 100.0, 99.7, 100.0});
    ASSERT_THAT(codesOf(row), Contains("drift"));
    const auto note = std::ranges::find(row.annotations, "drift", &Annotation::code);
    // From 100 to 109 around a median of 104.5.
    EXPECT_EQ(note->text,
              "baseline: drifts by +8.6 % over its 10 samples: only rounds that take both sides in turn compare such");
}

TEST(SampleNotes, CalmSamplesGetNone)
{
    EXPECT_THAT(codesOf(rowOfSamples({100.1, 100.3, 99.8, 100.0, 100.2, 99.9}, {101, 101.2, 100.9, 101.1, 101, 100.8})),
                IsEmpty());
    EXPECT_THAT(codesOf(rowOfSamples({0, 0, 0, 0, 0, 5}, {0, 0, 0, 0, 0, 0})), IsEmpty()); // no median to measure by
}

}
}
