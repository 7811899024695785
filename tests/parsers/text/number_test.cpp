// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/number.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <format>
#include <string>

namespace patchscale {
namespace {

/// "value unit" of each number, with the marks that were seen: s signed, ~ approximate, p in parentheses.
std::string told(std::string_view text, NumberStyle style = NumberStyle::Plain)
{
    std::vector<Number> numbers;
    numbersIn(text, numbers, style);
    std::string out;
    for (const auto& number : numbers) {
        out += out.empty() ? "" : " ; ";
        out += std::format("{}", number.value);
        out += number.unit.empty() ? "" : std::format(" {}", number.unit);
        if (number.isSigned || number.isApproximate || number.isParenthesised) {
            out += std::format(" <{}{}{}>", number.isSigned ? "s" : "", number.isApproximate ? "~" : "",
                               number.isParenthesised ? "p" : "");
        }
    }
    return out;
}

struct Case
{
    std::string_view text;
    std::string_view expected;
};

void expectAll(std::initializer_list<Case> rows, NumberStyle style = NumberStyle::Plain)
{
    for (const auto& row : rows) {
        EXPECT_EQ(told(row.text, style), row.expected) << row.text;
    }
}

TEST(Numbers, KeepTheirValue)
{
    expectAll({{"1,923.4", "1923.4"},
               {"652,544.23", "652544.23"},
               {"3,923,893      cycles", "3923893"},
               {"2.9383e+05", "293830"},
               {"1e6 and 1.5E-3", "1e+06 ; 0.0015"},
               {"5'000'000", "5e+06"},
               {"1\u00a0234\u00a0567.5", "1234567.5"},
               {"12\u202f345", "12345"},
               {"0.86% 0.38% 55%", "0.86 % ; 0.38 % ; 55 %"},
               {".5", "0.5"},
               {"is 1583.", "1583"},
               {"832 (!)", "832"},
               {"score:1583", "1583"},
               {"score =15753.9", "15753.9"},
               {"IOPS=5928, BW=23.2MiB/s", "5928 ; 23.2 MiB/s"},
               {"9007199254740993", "9007199254740992"},
               {"0.1234567890123456789", "0.12345678901234568"}});
}

TEST(Numbers, KeepTheirUnit)
{
    expectAll({{"108.41M", "108.41 M"},
               {"879K", "879 K"},
               {"15.23MB/s", "15.23 MB/s"},
               {"257.714 M/s", "257.714 M/s"},
               {"8141.2 MB/s  8497.1 MB/s", "8141.2 MB/s ; 8497.1 MB/s"},
               {"566.751 /sec", "566.751 /sec"},
               {"13 % faster", "13 %"},
               {"1.3X to 4.7X", "1.3 X ; 4.7 X"},
               {"32818 ns down to", "32818 ns"},
               {"12 µs, 13 μs, 14µs", "12 µs ; 13 μs ; 14 µs"},
               {"3.5 M IOPS", "3.5 M IOPS"},
               {"1.998 CPUs utilized", "1.998 CPUs utilized"},
               {"28.5 bogo ops/s", "28.5 bogo ops/s"},
               {"2.20GHz", "2.2 GHz"},
               {"takes 90%cpu", "90 %"},
               {"6.714%%", "6.714 %"},
               {"9.23%*", "9.23 %"},
               {"the score is 1778 with", "1778"},
               {"40 x Pipe", "40"},
               {"10 times", "10"},
               {"5 B and", "5"},
               {"30898KB/s", "30898 KB/s"},
               {"555.00us", "555 us"},
               {"7 min=3", "7 ; 3"},
               {"4.1mb/s", "4.1 mb/s"},
               {"5.2 s.", "5.2 s"},
               {"提升了10％，为1583", "10 % ; 1583"},
               {"12.5万次", "12.5 万"},
               {"2K/3K", "2 K ; 3 K"},
               {"115 ms / 116 ms", "115 ms ; 116 ms"},
               {"0m56,643s", "56.643 s"},
               {"20m46.705s", "1246.705 s"}});
}

TEST(Numbers, KeepSignsAndBrackets)
{
    expectAll({{"-11.5% +8.06%", "-11.5 % <s> ; 8.06 % <s>"},
               {"~6.0%", "6 % <~>"},
               {"~-11.5%", "-11.5 % <s~>"},
               {"-~5%", "-5 % <s~>"},
               {"≈45%", "45 % <~>"},
               {"(+18%)", "18 % <sp>"},
               {"(   13.80%)", "13.8 % <p>"},
               {"[20.51%]", "20.51 % <p>"},
               {"(+%1)", "1 % <sp>"},
               {"-%2.5", "-2.5 % <s>"},
               {"(-15% / +125%)", "-15 % <s> ; 125 % <s>"},
               {"(-3.31 pct)", "-3.31 pct <sp>"},
               {"–3.5%", "-3.5 % <s>"},
               {"−3.5%", "-3.5 % <s>"},
               {"42382±19.8%", "42382 ; 19.8 %"},
               {"+- 0.16%", "0.16 %"},
               {"+-0.16%", "0.16 %"},
               {"+/-0.78", "0.78"},
               {"( +-  0.05% )", "0.05 % <p>"},
               {"695.0(16.45)", "695 ; 16.45 <p>"},
               {"100->120", "100 ; 120"},
               {"32 → 33", "32 ; 33"},
               {"32→33", "32 ; 33"},
               {"- 5", "5"},
               {"a -5 b", "-5 <s>"},
               {"9.2%+", "9.2 %"},
               {"45%-ish", "45 %"}});
}

TEST(Numbers, AreNotReadFromOtherWords)
{
    expectAll({{"128bit 64bit", ""},
               {"5.6.15", ""},
               {"v2 v5.4", ""},
               {"0x1f", ""},
               {"99e66900", ""},
               {"2099e66900", ""},
               {"9de2bac6444f0", ""},
               {"12e45", ""},
               {"27.06.22 16:27", ""},
               {"2022/10/08", ""},
               {"2021-07-28T10:11", ""},
               {"2021年7月28日 14:12", ""},
               {"0-63,128-191", ""},
               {"0,2,4", ""},
               {"1/5", ""},
               {"[PATCH 1/3]", ""},
               {"9-12%", ""},
               {"2%-5%", ""},
               {"4%–5%", ""},
               {"7~30", ""},
               {"20~25GiB", ""},
               {"[9-11]%", ""},
               {"86.9%-70.8%", ""},
               {"~2.2K-8.7K", ""},
               {"50.0000th *99.0000th 2nd", ""},
               {"5.19-rc3", ""},
               {"4.9.0-rc5", ""},
               {"L1-dcache-load x86-64", ""},
               {"2-socket 16-core", ""},
               {"core.c:3320", ""},
               {"osq_lock+0x10", ""},
               {"calc+16", ""},
               {"#1", ""},
               {"kernel/4", ""},
               {"26311,000", ""},
               {"0,15 %", ""},
               {"2=0.5x8", ""},
               {"250=", ""},
               {"4210@2", ""},
               {"4x4", ""},
               {"1,23,456", ""},
               {"3m30-ish", ""},
               {"%5d", ""},
               {"$1", ""},
               {"5.15+", ""},
               {"--", ""},
               {"2^10", ""},
               {"123456789012345678901234567890123456789012", ""},
               {"-", ""},
               {"~", ""},
               {"file_2", ""},
               {"10:1", ""},
               {"1..5", ""}});
}

TEST(Numbers, WithADecimalCommaAreReadWhenToldSo)
{
    expectAll({{"1.834.487,82", "1834487.82"},
               {"26311,000", "26311"},
               {"1,315", "1.315"},
               {"-0,78 %", "-0.78 % <s>"},
               {"842.835", "842835"},
               {"0.25", "0.25"},
               {"5.6.15", ""},
               {"1,2,3", ""},
               {"0m56,643s", "56.643 s"},
               {"1\u202f234,5", "1234.5"},
               {"12, 13", "12 ; 13"}},
              NumberStyle::DecimalComma);
}

TEST(Number, SpansHoldDigitsOnlyAndEndIsBehindTheUnit)
{
    const std::string_view text = "bw ~-1,234.50MB/s";
    const auto number = numberAt(text, 3);
    ASSERT_TRUE(number);
    EXPECT_EQ(text.substr(number->span.offset, number->span.length), "-1,234.50");
    EXPECT_EQ(number->end, text.size());
    EXPECT_DOUBLE_EQ(number->resolution, 0.005);
}

TEST(Number, AtTheFirstDigitStillKnowsItsSign)
{
    const auto number = numberAt("diff -11.5%", 6);
    ASSERT_TRUE(number);
    EXPECT_EQ(number->value, -11.5);
    EXPECT_EQ(number->span, (SourceSpan {.offset = 5, .length = 5}));
}

TEST(Number, ResolutionIsHalfTheLastDigit)
{
    EXPECT_DOUBLE_EQ(numberAt("12", 0)->resolution, 0.5);
    EXPECT_DOUBLE_EQ(numberAt("11.5", 0)->resolution, 0.05);
    EXPECT_DOUBLE_EQ(numberAt("2.9383e+05", 0)->resolution, 5); // the last digit stands for tens
    EXPECT_DOUBLE_EQ(numberAt("0m56,643s", 0)->resolution, 0.0005);
}

TEST(Number, DoesNotStartInsideAWord)
{
    EXPECT_FALSE(numberAt("v2", 1));
    EXPECT_FALSE(numberAt("5.6", 2));
    EXPECT_FALSE(numberAt("9-12%", 2));
    EXPECT_FALSE(numberAt("x", 0));
    EXPECT_FALSE(numberAt("", 0));
    EXPECT_FALSE(numberAt("12", 7));
}

TEST(NumberRange, HasTwoPositiveEndsAndOneUnit)
{
    struct Row
    {
        std::string_view text;
        double low;
        double high;
        std::string_view unit;
    };
    for (const auto& row : {Row {"9-12%", 9, 12, "%"}, Row {"2%-5%", 2, 5, "%"}, Row {"[9-11]%", 9, 11, "%"},
                            Row {"~2.2K-8.7K", 2.2, 8.7, "K"}, Row {"20~25GiB", 20, 25, "GiB"},
                            Row {"4%–5%", 4, 5, "%"}, Row {"86.9%-70.8%", 86.9, 70.8, "%"}, Row {"0-63", 0, 63, ""}}) {
        const auto range = rangeAt(row.text, 0);
        ASSERT_TRUE(range) << row.text;
        EXPECT_EQ(range->low.value, row.low) << row.text;
        EXPECT_EQ(range->high.value, row.high) << row.text;
        EXPECT_EQ(range->low.unit, row.unit) << row.text;
        EXPECT_EQ(range->high.unit, row.unit) << row.text;
        EXPECT_EQ(range->begin, 0U) << row.text;
        EXPECT_EQ(range->end, row.text.size()) << row.text;
    }
    EXPECT_TRUE(rangeAt("~2.2K-8.7K", 0)->low.isApproximate);
    EXPECT_EQ(rangeAt("-2%--5%", 0)->high.value, -5);
}

TEST(NumberRange, IsNoDateAndNoWord)
{
    for (const std::string_view text : {"2021-07-28", "16-core", "5.19-rc3", "9-", "12%", "", "0-63,128-191"}) {
        EXPECT_FALSE(rangeAt(text, 0)) << text;
    }
}

TEST(NumberStyle, IsDecimalCommaOnlyOnEvidence)
{
    EXPECT_EQ(detectNumberStyle("avg  26311,000  25976,667\nstdev 0,15 % 0,28 %\navg 1,315 1,344\n"),
              NumberStyle::DecimalComma);
    EXPECT_EQ(detectNumberStyle("1.834.487,82 msec task-clock\n842.835 faults\n12,5 %"), NumberStyle::DecimalComma);
    EXPECT_EQ(detectNumberStyle("390,97 msec\n( +- 0,01% )"), NumberStyle::DecimalComma);
    EXPECT_EQ(detectNumberStyle("1,315  1,344"), NumberStyle::Plain);
    EXPECT_EQ(detectNumberStyle("3,923,893 cycles  0.38%"), NumberStyle::Plain);
    EXPECT_EQ(detectNumberStyle("taskset -c 0,2 fio 5928 IOPS 1,923"), NumberStyle::Plain);
    EXPECT_EQ(detectNumberStyle("f(1,2) 5.5 6.5 7.25"), NumberStyle::Plain);
    EXPECT_EQ(detectNumberStyle(""), NumberStyle::Plain);
}

TEST(Number, ReadsEveryPrefixAndSuffixWithoutLeavingTheText)
{
    const std::string_view text = "(~-1,234.5e+10MB/s) 9-12% [9-11]% 0m56,643s 2021年 +%1 ≈5 %% 1\u202f234 –3 ±";
    for (std::size_t begin = 0; begin <= text.size(); ++begin) {
        const auto part = text.substr(begin);
        std::vector<Number> numbers;
        for (std::size_t length = 0; length <= part.size(); ++length) {
            const std::string piece(part.substr(0, length));
            numbersIn(piece, numbers, NumberStyle::Plain);
            EXPECT_TRUE(std::ranges::all_of(numbers, [&](const Number& number) {
                return number.span.end() <= number.end && number.end <= piece.size() && std::isfinite(number.value);
            })) << piece;
        }
    }
}

}
}
