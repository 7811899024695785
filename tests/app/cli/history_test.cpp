// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/program.h"

#include <array>
#include <format>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace patchscale {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using testing_cli::CliTest;

/// A UnixBench report of lab1 on a kernel.
std::string reportOn(std::string_view kernel, double pipe)
{
    return std::format("========================================================================\n"
                       "   BYTE UNIX Benchmarks (Version 5.1.3)\n"
                       "\n"
                       "   System: lab1: GNU/Linux\n"
                       "   OS: GNU/Linux -- {} -- #1 SMP\n"
                       "   Machine: x86_64 (unknown)\n"
                       "\n"
                       "System Benchmarks Index Values               BASELINE       RESULT    INDEX\n"
                       "Dhrystone 2 using register variables         116700.0   11670000.0   1000.0\n"
                       "Pipe Throughput                               12440.0    1244000.0   {:.1f}\n"
                       "                                                                   ========\n"
                       "System Benchmarks Index Score                                        1000.0\n",
                       kernel, pipe);
}

/// Two reports of each of six kernels; from 6.10 on pipe is a tenth slower.
class HistoryCommand : public CliTest
{
protected:
    HistoryCommand()
    {
        std::vector<std::string> import {"import", "-w", "lab.pscale"};
        int number = 0;
        for (const auto* const kernel : {"6.7.0", "6.8.0", "6.9.0", "6.10.0", "6.11.0", "6.12.0"}) {
            for (int again = 0; again < 2; ++again) {
                const double level = number < 6 ? 1000 : 900;
                import.push_back(std::format("r{}.txt", number));
                write(import.back(), reportOn(kernel, level + number * 0.5));
                ++number;
            }
        }
        EXPECT_EQ(call(import).status, 0);
    }
};

TEST_F(HistoryCommand, TellsTheReleaseWhereATestChanged)
{
    const auto outcome = call({"compare", "-w", "lab.pscale", "--since", "v6.7"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.out, StartsWith("Of 3 histories since v6.7: 1 got worse, 2 without a change point."));
    // 1000 … 1002.5 and 903 … 905.5: medians 1001.25 and 904.25
    EXPECT_THAT(outcome.out, ContainsRegex("Pipe Throughput +lab1 +6.7.0 +6.12.0 +12 .*worse -9.69 % at 6.10.0"));
    EXPECT_THAT(outcome.out, HasSubstr("before: 6.7.0 to 6.9.0, 6 observations, median 1001.25 index"));
    EXPECT_THAT(outcome.out, ContainsRegex("6.10.0 +2 .*worse +7, 8"));
}

TEST_F(HistoryCommand, EndsAsTheContractSays)
{
    EXPECT_EQ(call({"compare", "-w", "lab.pscale", "--since", "6.7", "--fail-on", "regression"}).status, 1);
    EXPECT_EQ(call({"compare", "-w", "lab.pscale", "--since", "6.7", "--fail-on", "undecided"}).status, 0);
    EXPECT_EQ(call({"compare", "-w", "lab.pscale", "--since", "6.7", "dhry", "--fail-on", "regression"}).status, 0);
    EXPECT_EQ(
        call({"compare", "-w", "lab.pscale", "--since", "6.7", "--limit", "20", "--fail-on", "regression"}).status, 0);
    EXPECT_EQ(call({"compare", "-w", "lab.pscale", "--since", "6.11", "--fail-on", "undecided"}).status, 4);
    EXPECT_THAT(refusal({"compare", "-w", "lab.pscale", "--since", "7.0"}).error,
                HasSubstr("nothing has been measured since 7.0"));
    EXPECT_THAT(refusal({"compare", "-w", "lab.pscale", "--since", "6.12"}).error,
                HasSubstr("one place only since 6.12"));
    EXPECT_THAT(refusal({"compare", "-w", "none.pscale", "--since", "6.7"}).error, HasSubstr("none.pscale"));
    EXPECT_THAT(refusal({"compare", "-w", "lab.pscale", "--since", "6.7", "r0.txt"}).error, HasSubstr("import"));
    EXPECT_THAT(refusal({"compare", "-w", "lab.pscale", "--since", "6.7", "--baseline", "x"}).error,
                HasSubstr("--baseline"));
    EXPECT_THAT(refusal({"compare", "-w", "lab.pscale", "--order", "date"}).error, HasSubstr("--since"));
    EXPECT_THAT(refusal({"compare", "-w", "lab.pscale", "--since", "6.7", "--format", "html"}).error,
                HasSubstr("html"));
    EXPECT_THAT(refusal({"compare", "-w", "lab.pscale", "--since", ""}).error, HasSubstr("--since"));
}

TEST_F(HistoryCommand, IsWrittenInEachForm)
{
    const auto json = call({"compare", "-w", "lab.pscale", "--since", "start", "pipe", "--json"});
    EXPECT_EQ(json.status, 0);
    const auto parsed = nlohmann::json::parse(json.out);
    ASSERT_EQ(parsed["histories"].size(), 1U);
    EXPECT_EQ(parsed["histories"][0]["change_points"][0]["after"], "6.10.0");
    EXPECT_EQ(parsed["histories"][0]["places"].size(), 6U);
    EXPECT_EQ(call({"compare", "-w", "lab.pscale", "--since", "start", "pipe", "--format", "json"}).out, json.out);
    for (const auto* const format : {"text", "markdown", "csv", "tsv"}) {
        const auto outcome = call({"compare", "-w", "lab.pscale", "--since", "start", "--format", format});
        EXPECT_EQ(outcome.status, 0);
        EXPECT_THAT(outcome.out, HasSubstr("6.10.0")) << format;
        EXPECT_THAT(outcome.out, HasSubstr("-9.69 %")) << format;
    }
    EXPECT_THAT(refusal({"compare", "r0.txt", "r1.txt", "--json", "--format", "csv"}).error, HasSubstr("--json"));
}

TEST_F(HistoryCommand, DrawsTheCourseOnATerminal)
{
    const auto terminal = call({"compare", "-w", "lab.pscale", "--since", "start"},
                               {.environment = {"LC_ALL=C.UTF-8"}, .terminalColumns = 200});
    EXPECT_THAT(terminal.out, HasSubstr("██"));
    EXPECT_THAT(terminal.out, HasSubstr("▼ -9.69 % at 6.10.0"));
    EXPECT_THAT(call({"compare", "-w", "lab.pscale", "--since", "start"}).out, Not(HasSubstr("▼")));
}

}
}
