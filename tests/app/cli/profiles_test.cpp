// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of two sides, as compare prints and draws them.
#include "program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

using namespace patchscale::testing_cli;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

namespace {

class Profiles : public CliTest
{
protected:
    Profiles()
    {
        // 3000 samples against 2400: copy falls from 50 % to 25 %, look stays at 1500 - 600 = 900 and 1200.
        write("before.folded", "job;main;read;copy 1500\njob;main;read 600\njob;main;look 900\n");
        write("after.folded", "job;main;read;copy 600\njob;main;read 600\njob;main;look 1200\n");
    }

    void writeReport(const std::string& name, const std::string& rows) const
    {
        write(name,
              "# Samples: 10K of event 'cycles'\n# Event count (approx.): 1000000\n#\n"
              "# Overhead  Command  Shared Object      Symbol\n"
              "# ........  .......  .................  ......\n#\n"
                  + rows);
    }
};

}

TEST_F(Profiles, AreComparedBySymbolWithWhatWasCounted)
{
    const auto outcome = call({"compare", "before.folded", "after.folded"});
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_THAT(outcome.out, ContainsRegex("copy +50.00 % +25.00 % +-25.00 +-60.0 % .*Less +p < 0.001"));
    EXPECT_THAT(outcome.out, ContainsRegex("look +30.00 % +50.00 % +\\+20.00 +\\+33.3 % .*More +p < 0.001"));
    EXPECT_THAT(outcome.out, HasSubstr("20.0 % fewer"));
    EXPECT_THAT(outcome.out, HasSubstr("Which side is the baseline was assumed"));
}

TEST_F(Profiles, JsonHasEveryRowWithItsTest)
{
    const auto outcome = call({"compare", "before.folded", "after.folded", "--format", "json"});
    EXPECT_EQ(outcome.status, 0);
    const auto json = nlohmann::json::parse(outcome.out);
    const auto& profile = json.at("profiles").at(0);
    EXPECT_EQ(profile.at("kind"), "symbols");
    EXPECT_EQ(profile.at("basis"), "samples");
    EXPECT_EQ(profile.at("baseline").at("samples"), 3000);
    const auto& row = profile.at("rows").at(0);
    EXPECT_EQ(row.at("name"), "copy");
    EXPECT_EQ(row.at("change"), "less");
    EXPECT_NEAR(row.at("self").at("difference").get<double>(), -0.25, 1e-12);
    EXPECT_NEAR(row.at("amount").at("change").get<double>(), -0.6, 1e-12);
    EXPECT_LT(row.at("p_adjusted").get<double>(), 0.001);
}

TEST_F(Profiles, EveryFormThatPeopleReadHasTheTable)
{
    for (const std::string format : {"text", "markdown", "html"}) {
        const auto outcome = call({"compare", "before.folded", "after.folded", "--format", format});
        EXPECT_EQ(outcome.status, 0);
        EXPECT_THAT(outcome.out, HasSubstr("copy")) << format;
        EXPECT_THAT(outcome.out, HasSubstr("-25.00")) << format;
        EXPECT_THAT(outcome.out, HasSubstr("-60.0 %")) << format;
    }
}

TEST_F(Profiles, StacksAreDrawnAsAFlameGraph)
{
    const auto outcome = call({"compare", "before.folded", "after.folded", "--flame-graph", "out.svg"});
    EXPECT_EQ(outcome.status, 0);
    const auto svg = read("out.svg");
    EXPECT_THAT(svg, StartsWith("<svg "));
    EXPECT_THAT(svg, HasSubstr("<title>copy: 50.00 % -&gt; 25.00 %, -25.00 points (-60.0 % in amount)</title>"));

    writeReport("before.txt", "   100.00%  job  [kernel.kallsyms]  [k] copy\n");
    writeReport("after.txt", "   100.00%  job  [kernel.kallsyms]  [k] copy\n");
    const auto none = refusal({"compare", "before.txt", "after.txt", "--flame-graph", "none.svg"});
    EXPECT_THAT(none.error, HasSubstr("no profile has stacks on both sides"));
    refusal({"compare", "before.folded", "after.folded", "--flame-graph", "out.png"});
    refusal({"compare", "before.folded", "after.folded", "--flame-graph", "no/such/folder/out.svg"});
}

TEST_F(Profiles, SymbolsArePairedByHand)
{
    writeReport("before.txt",
                "    60.00%  job  [kernel.kallsyms]  [k] old_walk\n"
                "    40.00%  job  [kernel.kallsyms]  [k] rest\n");
    writeReport("after.txt",
                "    50.00%  job  [kernel.kallsyms]  [k] xarray_find\n"
                "    50.00%  job  [kernel.kallsyms]  [k] rest\n");
    const auto apart = call({"compare", "before.txt", "after.txt"});
    EXPECT_THAT(apart.out, ContainsRegex("old_walk .*Gone"));
    EXPECT_THAT(apart.out, ContainsRegex("xarray_find .*New"));
    const auto paired = call({"compare", "before.txt", "after.txt", "--pair", "old_walk=xarray_find"});
    EXPECT_THAT(paired.out, ContainsRegex("xarray_find \\(was old_walk\\) .*-10.00 .*paired by hand"));
    const auto unknown = refusal({"compare", "before.txt", "after.txt", "--pair", "no_such=xarray_find"});
    EXPECT_THAT(unknown.error, HasSubstr("cannot pair 'no_such=xarray_find'"));
    refusal({"compare", "before.txt", "after.txt", "--pair", "nonsense"});
}

TEST_F(Profiles, APairIsKeptInTheWorkspaceAndSymbolsAreNoTests)
{
    writeReport("before.txt",
                "    60.00%  job  [kernel.kallsyms]  [k] old_walk\n"
                "    40.00%  job  [kernel.kallsyms]  [k] rest\n");
    writeReport("after.txt",
                "    50.00%  job  [kernel.kallsyms]  [k] xarray_find\n"
                "    50.00%  job  [kernel.kallsyms]  [k] rest\n");
    const auto imported = call({"import", "before.txt", "--set", "test old_walk: symbol=xarray_find"});
    EXPECT_EQ(imported.status, 0) << imported.error;
    EXPECT_THAT(imported.out, HasSubstr("Set by hand: old_walk: symbol xarray_find"));
    EXPECT_EQ(call({"import", "after.txt"}).status, 0);
    const auto compared = call({"compare"});
    EXPECT_THAT(compared.out, ContainsRegex("xarray_find \\(was old_walk\\) .*-10.00 .*paired by hand"));
    EXPECT_THAT(compared.out, Not(HasSubstr("tests:")));
    EXPECT_EQ(call({"compare", "--fail-on", "undecided"}).status, 0);
    const auto markdown = call({"compare", "--format", "markdown"});
    EXPECT_THAT(markdown.out, HasSubstr("(was old_walk)"));
    // Without a workspace, too; an empty name takes apart.
    const auto files = call({"compare", "before.txt", "after.txt", "--set", "test rest: symbol="});
    EXPECT_EQ(files.status, 0) << files.error;
    EXPECT_THAT(files.out, ContainsRegex("rest .*Gone"));
    EXPECT_THAT(files.out, ContainsRegex("rest .*New"));
}

TEST_F(Profiles, SymbolsThatThePatchInTheMailChangesAreMarked)
{
    const std::string rows = "    50.00%  0.50%  job  [k] outer\n    30.00%  30.00%  job  [k] take_lock\n";
    const std::string after = "    40.00%  0.50%  job  [k] outer\n    20.00%  20.00%  job  [k] take_lock\n";
    write("mail.txt",
          "Subject: [PATCH] lock: spin less\n\nouter() calls the lock.\n\nBefore:\n\n" + rows + "\nAfter:\n\n" + after
              + "\n---\ndiff --git a/lock.c b/lock.c\n--- a/lock.c\n+++ b/lock.c\n"
                "@@ -10,3 +10,3 @@ static void take_lock(struct queue *q)\n \tint i;\n-\tspin(q);\n+\trelax(q);\n }\n");
    const auto outcome = call({"compare", "mail.txt"});
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_THAT(outcome.out, ContainsRegex("take_lock .*in the patch"));
    EXPECT_THAT(outcome.out, Not(ContainsRegex("outer .*in the patch")));

    // From the workspace as well.
    EXPECT_EQ(call({"import", "-w", "lab.pscale", "mail.txt"}).status, 0);
    EXPECT_THAT(call({"compare", "-w", "lab.pscale"}).out, ContainsRegex("take_lock .*in the patch"));
}

TEST_F(Profiles, APerfDiffStandsForItself)
{
    write("diff.txt",
          "# Event 'cycles'\n#\n# Baseline  Delta Abs  Shared Object      Symbol\n"
          "# ........  .........  .................  ......\n#\n"
          "    40.00%    -15.00%  [kernel.kallsyms]  [k] copy\n"
          "               +12.00%  [kernel.kallsyms]  [k] fresh\n");
    const auto outcome = call({"compare", "diff.txt"});
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_THAT(outcome.out, ContainsRegex("copy .*40.00 % +25.00 % +-15.00 +Less"));
    EXPECT_THAT(outcome.out, ContainsRegex("fresh .*New"));
    refusal({"compare", "diff.txt", "--baseline", "no such"});
}

TEST_F(Profiles, ADirectionByHandKeepsTheVerdicts)
{
    const auto outcome = call({"compare", "before.folded", "after.folded", "--better", "copy=lower"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.out, ContainsRegex("copy .*self .*Improved"));
    EXPECT_THAT(outcome.out, HasSubstr("Of 4 symbols, 2 take more, 1 takes less."));
}
