// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_number.h"

#include <gtest/gtest.h>

namespace patchscale::perf {
namespace {

struct CountCase
{
    std::string_view text;
    bool hasUnit;
    char decimalMark;
    double value;
    std::string_view number;
};

TEST(StatNumber, DecimalsAreTheNearestDoubles)
{
    // Up to 15 characters are read without from_chars(); the literals are the compiler's.
    EXPECT_EQ(plainDecimal("1.000411692").value().value, 1.000411692);
    EXPECT_EQ(plainDecimal("0.1").value().value, 0.1);
    EXPECT_EQ(plainDecimal("4503599627.3707").value().value, 4503599627.3707);
    EXPECT_EQ(plainDecimal("0.0000000000007").value().value, 0.0000000000007);
    EXPECT_EQ(plainDecimal("999999999999999").value().value, 999999999999999.0);
    EXPECT_EQ(plainDecimal("9007199254740993.5").value().value, 9007199254740993.5);
    EXPECT_EQ(plainDecimal("12").value().value, 12.0);
    EXPECT_FALSE(plainDecimal("1.2.3"));
    EXPECT_FALSE(plainDecimal("1,5"));
    EXPECT_FALSE(plainDecimal("1e5"));
    EXPECT_FALSE(plainDecimal(".5"));
}

TEST(StatNumber, ReadsCountsOfEveryLocale)
{
    constexpr CountCase kCases[] = {
        {"8895 faults", false, '.', 8895, "8895"},
        {"8,895 faults", false, '.', 8895, "8,895"},
        {"8.893 faults", false, '.', 8893, "8.893"}, // a count has no decimals
        {"156,748,225,096,919 cycles", false, '.', 156748225096919, "156,748,225,096,919"},
        {"1,23,45,678 faults", false, '.', 12345678, "1,23,45,678"}, // Hindi groups
        {"3.128.339.845.336 cycles", false, ',', 3128339845336, "3.128.339.845.336"},
        {"1.834.487,82 msec", true, ',', 1834487.82, "1.834.487,82"},
        {"3 336 801 786 cycles", false, ',', 3336801786, "3 336 801 786"},
        {"25\xe2\x80\xaf"
         "278 faults",
         false, ',', 25278,
         "25\xe2\x80\xaf"
         "278"},
        {"8\xe2\x80\x99"
         "894 faults",
         false, '.', 8894,
         "8\xe2\x80\x99"
         "894"},
        {"202.22 msec", true, '.', 202.22, "202.22"},
        {"17.167561 task-clock", false, '.', 17.167561, "17.167561"},
        {"26,554473 task-clock", false, ',', 26.554473, "26,554473"},
        {"81,956,206 ns", true, '.', 81956206, "81,956,206"},
        {"1.234 msec", true, '.', 1.234, "1.234"},
        {"1.234 msec", true, ',', 1234, "1.234"},
        {"20 639 cycles", false, '.', 20, "20"}, // blanks group only beside a decimal comma
    };
    for (const auto& row : kCases) {
        const auto number = countAt(row.text, row.hasUnit, row.decimalMark);
        ASSERT_TRUE(number) << row.text;
        EXPECT_DOUBLE_EQ(number->value, row.value) << row.text;
        EXPECT_EQ(number->text, row.number);
    }
}

TEST(StatNumber, TakesTheOnlyMarkOfAMetricAsItsDecimalMark)
{
    EXPECT_DOUBLE_EQ(decimalAt("9,986 CPUs")->value, 9.986);
    EXPECT_DOUBLE_EQ(decimalAt("1240,850 M/sec")->value, 1240.85);
    EXPECT_DOUBLE_EQ(decimalAt("1590,286666000 seconds sys")->value, 1590.286666);
    EXPECT_DOUBLE_EQ(decimalAt("100%")->value, 100);
}

TEST(StatNumber, RefusesWhatIsNoNumber)
{
    EXPECT_FALSE(countAt("cycles", false, '.'));
    EXPECT_FALSE(countAt("", false, '.'));
    EXPECT_FALSE(decimalAt("(12)"));
    EXPECT_FALSE(decimalAt("1234567890123456789012345678901234567890"));
}

}
}
