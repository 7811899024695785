// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/read.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <format>

using namespace patchscale;

namespace {

/// Each claim as "stated low..high", with "~" when it is approximate and the test when it names one.
std::string claimsOf(const std::string& text)
{
    const auto document = readDocument(text, Job {}).value_or(ParsedDocument {});
    std::string out;
    for (const auto& claim : document.claims) {
        out += out.empty() ? "" : "; ";
        out += std::format("{} {:.3f}..{:.3f}{}{}", claim.stated, claim.low, claim.high, claim.isApproximate ? "~" : "",
                           claim.test.empty() ? "" : " " + claim.test);
        const auto written = text.substr(claim.span.offset, claim.span.length);
        EXPECT_TRUE(claim.stated.ends_with(written) || written.contains('\n')) << written;
    }
    return out;
}

}

TEST(ProseClaims, ReadsChangesWithTheirSign)
{
    EXPECT_EQ(claimsOf("This made the score of Unixbench drop by about 4% to 5%.\n"), "about 4% to 5% -0.050..-0.040~");
    EXPECT_EQ(claimsOf("which is more than a 9% improvement in performance\n"), "more than a 9% 0.090..0.090~");
    EXPECT_EQ(claimsOf("Somebody reported a 30% drop in the UnixBench spawn test.\n"),
              "30% -0.300..-0.300 Process Creation");
    EXPECT_EQ(claimsOf("Pipe Throughput becomes 3.5 percent faster.\n"), "3.5 percent 0.035..0.035 Pipe Throughput");
    EXPECT_EQ(claimsOf("throughput improved between 3% and 4% here\n"), "3% and 4% 0.030..0.040~");
}

TEST(ProseClaims, ReadsSeveralInOneSentence)
{
    EXPECT_EQ(claimsOf("On one box I saw a 7.09% improvement, on the other a 2.98%\nimprovement.\n"),
              "7.09% 0.071..0.071; 2.98% 0.030..0.030");
}

TEST(ProseClaims, LeavesSharesAndSettingsAlone)
{
    for (const auto* text :
         {"the other thread takes 90%cpu\n", "it spends 33% of CPU time in the lock\n", "at 50% load it improves\n",
          "with 99% confidence the change is an improvement\n", "For 33% stopping the poll gives better results.\n",
          "the limit is set to 20%, then the pages are reclaimed\n", "100% of the tests passed\n",
          "the 90% case is better\n"}) {
        EXPECT_EQ(claimsOf(text), "") << text;
    }
}

TEST(ProseClaims, GivesEachClaimTheTestOfItsOwnClause)
{
    EXPECT_EQ(claimsOf("The score rose 8.06 %, but Pipe Throughput alone gains 10.2 %.\n"),
              "8.06 % 0.081..0.081; 10.2 % 0.102..0.102 Pipe Throughput");
    EXPECT_EQ(claimsOf("Execl Throughput drops by 1.4%, while Process Creation improves by 0.5%.\n"),
              "1.4% -0.014..-0.014 Execl Throughput; 0.5% 0.005..0.005 Process Creation");
}

TEST(ProseClaims, TakesNothingThatIsSaidOfSeveralTestsTogether)
{
    EXPECT_EQ(claimsOf("Pipe Throughput gains; the other eleven tests fell 2.1 % together.\n"), "");
    EXPECT_EQ(claimsOf("4 of 4 tests better (Pipe Throughput most, +130.87 %), none worse.\n"), "");
}
