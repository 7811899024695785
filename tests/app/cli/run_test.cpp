// SPDX-License-Identifier: GPL-3.0-or-later
// `run` with the real runner and kernels that run for a moment.
#include "program.h"
#include "started_program.h"

#include <csignal>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

using namespace patchscale::testing_cli;
using patchscale::testing_app::StartedProgram;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

namespace {

class RunHere : public CliTest
{
protected:
    /// Adds what makes a run short.
    static std::vector<std::string> quick(std::vector<std::string> arguments)
    {
        arguments.insert(arguments.end(), {"--seconds", "0.02", "--warm-up", "0", "--rounds", "3"});
        return arguments;
    }
    [[nodiscard]] StartedProgram start(std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.begin(), PATCHSCALE_CLI);
        return {std::move(arguments),
                {"PATH=/usr/bin:/bin", "HOME=" + m_folder.string(), "XDG_DATA_HOME=" + (m_folder / "data").string()},
                m_folder};
    }
    [[nodiscard]] bool hasWorkspace() const
    {
        return std::filesystem::exists(m_folder / "data/patchscale/workspace.pscale");
    }
};

}

TEST_F(RunHere, BeforeAndAfterComeIntoTheWorkspaceAndAreCompared)
{
    const auto before = call(quick({"run", "pipe", "null", "--label", "before"}));
    EXPECT_EQ(before.status, 0) << before.error;
    EXPECT_THAT(before.error, ContainsRegex("3/3 +Pipe Throughput"));
    EXPECT_THAT(before.error, Not(HasSubstr("run.json"))); // a file that is gone afterwards
    EXPECT_THAT(before.out, ContainsRegex("Pipe Throughput .* 3 .* lps"));
    EXPECT_THAT(before.out, HasSubstr(": 'before' (baseline), 2 tests\n"));
    EXPECT_THAT(before.out, HasSubstr("Next: measure the other side with another --label"));

    const auto after = call(quick({"run", "pipe", "null", "--label", "after"}));
    EXPECT_EQ(after.status, 0) << after.error;
    EXPECT_THAT(after.out, HasSubstr("\nCompare: patchscale-cli compare --baseline before --candidate after\n"));

    const auto compared = call({"compare", "--baseline", "before", "--candidate", "after", "--format", "json"});
    EXPECT_EQ(compared.status, 0) << compared.error;
    const auto rows = nlohmann::json::parse(compared.out).at("rows");
    ASSERT_EQ(rows.size(), 2U);
    for (const auto& row : rows) {
        EXPECT_EQ(row.at("baseline").at("n"), 3);
        EXPECT_EQ(row.at("candidate").at("n"), 3);
    }
}

TEST_F(RunHere, WhatSharesNoTestIsNotProposedAsTheOtherSide)
{
    EXPECT_EQ(call(quick({"run", "null", "--label", "before"})).status, 0);
    const auto other = call(quick({"run", "pipe", "--label", "after"}));
    EXPECT_THAT(other.out, HasSubstr("Next: measure the other side with another --label"));
    EXPECT_THAT(other.out, Not(HasSubstr("--baseline")));
}

TEST_F(RunHere, NoImportKeepsOnlyTheFile)
{
    const auto outcome = call(quick({"run", "null", "--no-import", "-o", "null.json"}));
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_FALSE(hasWorkspace());
    EXPECT_EQ(nlohmann::json::parse(read("null.json")).at("patchscale-run"), 1);
}

TEST_F(RunHere, OutputIsKeptBesideTheNamedWorkspace)
{
    const auto outcome = call(quick({"run", "-w", "my lab.pscale", "null", "--label", "v1", "--output", "null.json"}));
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("Document 1 in workspace 'my lab.pscale': 'v1' (candidate), 1 test\n"));
    EXPECT_THAT(outcome.out, HasSubstr("compare -w 'my lab.pscale'\n"));
    EXPECT_FALSE(hasWorkspace());
    EXPECT_THAT(read("null.json"), HasSubstr("\"v1\""));
}

TEST_F(RunHere, CtrlCImportsWhatWasMeasured)
{
    auto program = start({"run", "pipe", "--seconds", "0.05", "--warm-up", "0", "--rounds", "1000", "--label", "cut"});
    ASSERT_TRUE(program.waitFor("2/1000")) << program.printed();
    program.kill(SIGINT);
    EXPECT_EQ(program.wait(), 128 + SIGINT);
    EXPECT_THAT(program.printed(), HasSubstr(": 'cut', 1 test\n"));
    EXPECT_THAT(call({"list"}).out, HasSubstr("run cut, "));
}

TEST_F(RunHere, JsonLinesAreAllThatIsPrinted)
{
    const auto outcome = call(quick({"run", "null", "--json-lines"}));
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    std::istringstream lines(outcome.out);
    std::string last;
    for (std::string line; std::getline(lines, line); last = line) {
        EXPECT_TRUE(nlohmann::json::accept(line)) << line;
    }
    EXPECT_EQ(nlohmann::json::parse(last).at("event"), "finished");
    EXPECT_TRUE(hasWorkspace());
}

TEST_F(RunHere, AKernelThatDoesNotExistEndsWithTwoAndStoresNothing)
{
    const auto outcome = call({"run", "no-such-kernel"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.error, HasSubstr("there is no kernel 'no-such-kernel'"));
    EXPECT_FALSE(hasWorkspace());
}

TEST_F(RunHere, WhatCannotBeKeptIsRefusedBeforeAnythingIsMeasured)
{
    write("broken.pscale", "not a workspace");
    EXPECT_THAT(refusal({"run", "null", "-w", "broken.pscale"}).error, HasSubstr("broken.pscale"));
    EXPECT_THAT(refusal({"run", "null", "--no-import"}).error, HasSubstr("--no-import needs a file"));
    EXPECT_THAT(refusal({"run", "null", "--ssh-option", "Port=1"}).error, HasSubstr("--ssh-option is for"));
    EXPECT_THAT(refusal({"run", "null", "--on", "-oProxyCommand=x"}).error, HasSubstr("names no machine"));
    EXPECT_THAT(refusal({"run", "null"}, {.environment = {"PATCHSCALE_RUNNER=/no/such/runner"}}).error,
                HasSubstr("cannot find patchscale-runner: looked for '/no/such/runner'"));
}

TEST_F(RunHere, WhatUnixBenchReportedIsComparedUnderTheLabelsOfItsRuns)
{
    for (const auto& [label, value] : {std::pair {"v6.1", "1000.0"}, std::pair {"v6.2", "1100.0"}}) {
        std::filesystem::create_directories(m_folder / "ub");
        write("ub/Run",
              std::string("#!/bin/sh\necho 'Pipe Throughput    ") + value
                  + " lps   (10.0 s, 7 samples)' > \"$UB_RESULTDIR/r\"\n");
        std::filesystem::permissions(m_folder / "ub/Run", std::filesystem::perms::owner_all);
        const auto outcome = call({"run", "--unixbench", "ub", "--label", label});
        EXPECT_EQ(outcome.status, 0) << outcome.error;
    }
    const auto compared =
        call({"compare", "--baseline", "v6.1", "--candidate", "v6.2", "--metric", "all", "--format", "json"});
    EXPECT_EQ(compared.status, 0) << compared.error;
    const auto rows = nlohmann::json::parse(compared.out).at("rows");
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].at("benchmark"), "unixbench");
    EXPECT_EQ(rows[0].at("test"), "Pipe Throughput");
    EXPECT_NEAR(rows[0].at("change").get<double>(), 0.1, 1e-12);
}
