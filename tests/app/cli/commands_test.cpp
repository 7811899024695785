// SPDX-License-Identifier: GPL-3.0-or-later
// What the subcommands print and how they end.
#include "program.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

using namespace patchscale::testing_cli;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

namespace {

class Commands : public CliTest
{
protected:
    Commands()
    {
        write("mail.txt", mail());
        write("before.txt", report("1000.0"));
        write("after.txt", report("1000.0") + "\n");
        write("slower.txt", report("900.0"));
    }
};

}

TEST_F(Commands, ParsePrintsNumbersWithTheLinesTheyStandIn)
{
    const auto outcome = call({"parse", "mail.txt"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.error, IsEmpty());
    EXPECT_THAT(outcome.out, StartsWith("mail.txt: [PATCH] locking: spin less\n"));
    EXPECT_THAT(outcome.out, HasSubstr("fio: w/o patch (baseline)"));
    EXPECT_THAT(outcome.out, ContainsRegex("   7  random write +bandwidth +1501.5 +MB/s"));
}

TEST_F(Commands, ParseJsonIsOneObjectOfTheContract)
{
    const auto outcome = call({"parse", "--json", "mail.txt", "before.txt"});
    EXPECT_EQ(outcome.status, 0);
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json.at("patchscale"), 1);
    ASSERT_EQ(json.at("documents").size(), 2U);
    const auto& document = json.at("documents").at(0);
    EXPECT_EQ(document.at("path"), "mail.txt");
    const auto& result = document.at("runs").at(1).at("results").at(1);
    EXPECT_EQ(result.at("test"), "random write");
    EXPECT_EQ(result.at("value"), 1501.5);
    EXPECT_EQ(result.at("unit"), "MB/s");
    EXPECT_EQ(result.at("base_value"), 1501.5e6);
    EXPECT_EQ(result.at("base_unit"), "B/s");
    // Line 7, behind "random write     1675.5MB/s    ".
    EXPECT_EQ(result.at("source").dump(), R"({"column":32,"length":6,"line":7})");
}

TEST_F(Commands, ParseJsonNamesADocumentByItsSha256)
{
    const auto outcome = call({"parse", "--json", "-"}, {.input = "abc"}); // the example of FIPS 180-2, B.1
    EXPECT_EQ(nlohmann::json::parse(outcome.out).at("documents").at(0).at("sha256"),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_F(Commands, ParseReadsStandardInput)
{
    const auto outcome = call({"parse", "--json", "-"}, {.input = mail()});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(nlohmann::json::parse(outcome.out).at("documents").at(0).at("path"), "standard input");
}

TEST_F(Commands, ImportListAndShowUseTheDefaultWorkspace)
{
    const auto imported = call({"import", "mail.txt"});
    EXPECT_EQ(imported.status, 0);
    EXPECT_EQ(imported.out, "mail.txt: document 1, 2 runs with 6 results\n");
    EXPECT_TRUE(std::filesystem::exists(m_folder / "data/patchscale/workspace.pscale"));

    const auto again = call({"import", "mail.txt"});
    EXPECT_EQ(again.status, 0);
    EXPECT_EQ(again.out, "mail.txt: is document 1 already\n");

    const auto listed = call({"list"});
    EXPECT_EQ(listed.status, 0);
    EXPECT_THAT(listed.out, StartsWith("Document 1: mail.txt\n  [PATCH] locking: spin less\n"));
    EXPECT_THAT(listed.out, ContainsRegex("\n +2 +fio +with patch +candidate +3\n"));

    const auto shown = call({"show", "2"});
    EXPECT_EQ(shown.status, 0);
    EXPECT_THAT(shown.out, ContainsRegex("   7  random write +bandwidth +1501.5 +MB/s"));
    EXPECT_THAT(refusal({"show", "9"}).error, StartsWith("there is no run 9 in workspace"));
}

TEST_F(Commands, AMissingDefaultWorkspaceSaysHowToMakeIt)
{
    EXPECT_THAT(refusal({"list"}).error, HasSubstr("hint: 'import' makes it"));
}

TEST_F(Commands, FormatsAreListed)
{
    const auto outcome = call({"formats"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.out, HasSubstr("unixbench"));
}

TEST_F(Commands, DoctorListsItsChecks)
{
    const auto outcome = call({"doctor"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.out, HasSubstr(" Other load: "));
    EXPECT_THAT(outcome.out, HasSubstr(" passed, "));
    const auto json = nlohmann::json::parse(call({"doctor", "--json"}).out);
    EXPECT_EQ(json.at("patchscale-doctor"), 1);
}

TEST_F(Commands, CompareAnswersForOneMail)
{
    const auto outcome = call({"compare", "mail.txt"});
    EXPECT_EQ(outcome.status, 0);
    // 1501.5 / 1675.5 - 1 = -10.385 %, 8497.1 / 8141.2 - 1 = +4.372 %
    EXPECT_THAT(outcome.out, ContainsRegex("random write +1675.5 +1501.5 +MB/s +-10.38 % +Regressed\n"));
    EXPECT_THAT(outcome.out, ContainsRegex("random read +8141.2 +8497.1 +MB/s +\\+4.37 % +Improved\n"));
    EXPECT_THAT(outcome.out, ContainsRegex("seq read +8229.4 +8304.2 +MB/s +\\+0.91 % +Unchanged\n"));
    EXPECT_THAT(outcome.out, HasSubstr("3 tests: 1 worse, 1 better, 1 same"));
}

TEST_F(Commands, CompareWritesEveryFormOfTheContract)
{
    for (const auto* format : {"text", "markdown", "html", "csv", "tsv", "json"}) {
        const auto outcome = call({"compare", "mail.txt", "--format", format});
        EXPECT_EQ(outcome.status, 0) << format;
        EXPECT_THAT(outcome.out, HasSubstr("random write")) << format;
        EXPECT_THAT(outcome.out, HasSubstr("1501.5")) << format;
        EXPECT_EQ(call({"compare", "mail.txt", "--format", format, "--fail-on", "regression"}).status, 1) << format;
    }
    EXPECT_THAT(refusal({"compare", "mail.txt", "--format", "poem"}).error, HasSubstr("'poem'"));
}

TEST_F(Commands, CompareJsonHasRowsClaimsAndSummary)
{
    const auto json = nlohmann::json::parse(call({"compare", "mail.txt", "--format", "json"}).out);
    ASSERT_EQ(json.at("rows").size(), 3U);
    EXPECT_TRUE(json.at("claims").is_array());
    EXPECT_TRUE(json.contains("summary"));
    const auto& row = json.at("rows").at(0);
    EXPECT_EQ(row.at("test"), "random write");
    EXPECT_EQ(row.at("verdict"), "regressed");
    EXPECT_EQ(row.at("evidence"), "threshold");
    EXPECT_TRUE(row.at("p").is_null());
    EXPECT_NEAR(row.at("change").get<double>(), 1501.5 / 1675.5 - 1, 1e-12);
}

TEST_F(Commands, CompareTakesTwoReportsInTheOrderGiven)
{
    const auto outcome = call({"compare", "before.txt", "slower.txt"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.out, HasSubstr("'before.txt' is taken as the"));
    EXPECT_THAT(outcome.out, ContainsRegex("Pipe Throughput +1000 +900 +index +-10.00 % +Regressed"));
}

TEST_F(Commands, CompareReadsAWorkspace)
{
    ASSERT_EQ(call({"import", "-w", "lab.pscale", "before.txt", "slower.txt"}).status, 0);
    const auto stored = call({"compare", "-w", "lab.pscale"});
    EXPECT_EQ(stored.status, 0);
    EXPECT_EQ(stored.out, call({"compare", "before.txt", "slower.txt"}).out);
}

TEST_F(Commands, ExitStatusTellsARegressionOnlyWhenAskedTo)
{
    EXPECT_EQ(call({"compare", "mail.txt"}).status, 0);
    EXPECT_EQ(call({"compare", "mail.txt", "--fail-on", "regression"}).status, 1);
    EXPECT_EQ(call({"compare", "mail.txt", "--fail-on", "undecided"}).status, 0);
    EXPECT_EQ(call({"compare", "mail.txt", "--fail-on", "regression", "--limit", "50"}).status, 0);
    EXPECT_EQ(call({"compare", "before.txt", "after.txt", "--fail-on", "regression"}).status, 0);
}

TEST_F(Commands, ExitStatusTellsWhatIsUndecidedOnlyWhenAskedTo)
{
    auto unknown = mail();
    unknown.replace(unknown.find("Bandwidth with fio, larger is better:"), 37, "What my tool printed, frobs:");
    for (auto unit = unknown.find("MB/s"); unit != std::string::npos; unit = unknown.find("MB/s")) {
        unknown.replace(unit, 4, "    ");
    }
    write("unknown.txt", unknown);
    EXPECT_EQ(call({"compare", "unknown.txt"}).status, 0);
    EXPECT_EQ(call({"compare", "unknown.txt", "--fail-on", "undecided"}).status, 4);
    EXPECT_EQ(call({"compare", "unknown.txt", "--fail-on", "regression"}).status, 0);
}

TEST_F(Commands, CandidateAndBaselineAreChosenByTheirLabels)
{
    const auto swapped = call({"compare", "mail.txt", "--baseline", "with patch", "--candidate", "w/o patch"});
    EXPECT_EQ(swapped.status, 0);
    // 1675.5 / 1501.5 - 1 = +11.588 %
    EXPECT_THAT(swapped.out, ContainsRegex("random write +1501.5 +1675.5 +MB/s +\\+11.59 % +Improved"));
    const auto unknown = refusal({"compare", "mail.txt", "--baseline", "v7"});
    EXPECT_THAT(unknown.error, StartsWith("cannot compare 'mail.txt': no variant is called 'v7'\n"));
    EXPECT_THAT(unknown.error, HasSubstr("with patch"));
}

TEST_F(Commands, NothingToCompareIsNeverSuccess)
{
    write("prose.txt", "It is faster now.\n");
    EXPECT_THAT(refusal({"compare", "prose.txt"}).error, StartsWith("cannot compare 'prose.txt': "));
    EXPECT_THAT(refusal({"compare", "before.txt"}).error, StartsWith("cannot compare 'before.txt': "));
    EXPECT_EQ(refusal({"compare", "prose.txt", "--fail-on", "regression"}).status, 2);
}

TEST_F(Commands, BadUsageIsOneLineWithAHint)
{
    EXPECT_THAT(refusal({}).error, HasSubstr("hint: see 'patchscale-cli --help'"));
    EXPECT_THAT(refusal({"frobnicate"}).error, HasSubstr("there is no subcommand 'frobnicate'"));
    EXPECT_THAT(refusal({"parse"}).error, HasSubstr("hint: see 'patchscale-cli parse --help'"));
    EXPECT_THAT(refusal({"parse", "--nonsense", "mail.txt"}).error, HasSubstr("--nonsense"));
    EXPECT_THAT(refusal({"show", "one"}).error, HasSubstr("show"));
    EXPECT_THAT(refusal({"compare", "mail.txt", "--limit", "much"}).error, HasSubstr("--limit"));
    EXPECT_THAT(refusal({"compare", "mail.txt", "--limit", "-1"}).error, HasSubstr("--limit"));
    EXPECT_THAT(refusal({"compare", "mail.txt", "--fail-on", "rain"}).error, HasSubstr("--fail-on"));
    EXPECT_THAT(refusal({"compare", "mail.txt", "-w", "lab.pscale"}).error, HasSubstr("not both"));
    EXPECT_THAT(refusal({"completion", "tcsh"}).error, HasSubstr("tcsh"));
}

TEST_F(Commands, HelpHasExamplesForEverySubcommand)
{
    for (const auto* name : {"parse", "import", "list", "show", "formats", "compare", "doctor", "completion"}) {
        const auto outcome = call({name, "--help"});
        EXPECT_EQ(outcome.status, 0);
        EXPECT_THAT(outcome.out, HasSubstr("Example")) << name;
        EXPECT_THAT(outcome.out, HasSubstr(std::string("patchscale-cli ") + name)) << name;
    }
    EXPECT_THAT(call({"--version"}).out, StartsWith("patchscale-cli "));
}

TEST_F(Commands, CompletionKnowsSubcommandsAndChoices)
{
    for (const auto* shell : {"bash", "zsh", "fish"}) {
        const auto outcome = call({"completion", shell});
        EXPECT_EQ(outcome.status, 0);
        EXPECT_THAT(outcome.out, HasSubstr("auto always never")) << shell;
        EXPECT_THAT(outcome.out, HasSubstr("regression undecided")) << shell;
    }
}

TEST_F(Commands, ColourIsForTerminalsOrOnDemand)
{
    EXPECT_THAT(call({"compare", "mail.txt"}).out, Not(HasSubstr("\x1b")));
    EXPECT_THAT(call({"compare", "mail.txt", "--color", "always"}).out, HasSubstr("\x1b[33m"));
    EXPECT_THAT(call({"compare", "mail.txt", "--color", "always"}, {.environment = {"NO_COLOR=1"}}).out,
                HasSubstr("\x1b[33m"));
    EXPECT_THAT(call({"compare", "mail.txt", "--color", "never"}).out, Not(HasSubstr("\x1b")));
}

TEST_F(Commands, OnATerminalThereIsColourAndASignBesideEachVerdict)
{
    const std::vector<std::string> arguments {"compare", "mail.txt"};
    const auto shown = call(arguments, {.environment = {"LANG=C.UTF-8"}, .terminalColumns = 100});
    EXPECT_EQ(shown.status, 0);
    EXPECT_THAT(shown.out, HasSubstr("\x1b[33m\u25BC Regressed"));
    EXPECT_THAT(shown.out, HasSubstr("\u25B2 Improved"));
    EXPECT_THAT(shown.out, HasSubstr("\u25CF Unchanged"));

    for (const auto* const quiet : {"NO_COLOR=1", "TERM=dumb"}) {
        const auto plain = call(arguments, {.environment = {"LANG=C.UTF-8", quiet}, .terminalColumns = 100});
        EXPECT_THAT(plain.out, Not(HasSubstr("\x1b"))) << quiet;
    }
    const auto ascii = call(arguments, {.environment = {"LANG=C"}, .terminalColumns = 100});
    EXPECT_THAT(ascii.out, Not(HasSubstr("\u25BC")));
}

TEST_F(Commands, WhatADocumentSaysNeverReachesTheTerminalAsACommand)
{
    auto evil = mail();
    evil.replace(evil.find("random write"), 12, "\x1b]0;own\x07 wri");
    evil.replace(evil.find("spin less"), 9, "\x1b[2J\xc2\x9b");
    write("evil.txt", evil);
    for (const auto& arguments : {std::vector<std::string> {"parse", "evil.txt"},
                                  {"parse", "--json", "evil.txt"},
                                  {"compare", "evil.txt"},
                                  {"compare", "evil.txt", "--format", "markdown"},
                                  {"compare", "evil.txt", "--format", "csv"},
                                  {"import", "evil.txt"},
                                  {"list"},
                                  {"show", "2"}}) {
        const auto outcome = call(arguments);
        EXPECT_THAT(outcome.out + outcome.error, Not(HasSubstr("\x1b"))) << arguments.front();
        EXPECT_THAT(outcome.out + outcome.error, Not(HasSubstr("\xc2\x9b"))) << arguments.front();
    }
}
