// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_writer.h"
#include "tests/core/compare/builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace patchscale {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string report(const char* id, const Runs& runs, const std::vector<Claim>& claims = {}, std::string title = {})
{
    ReportOptions options;
    options.title = std::move(title);
    return findReportWriter(id)->render(compare(runs, claims, {}, {}).value(), options);
}

Runs fio()
{
    return {RunBuilder("fio")
                .on("guest")
                .baseline("w/o patch")
                .result("random read", "bandwidth", 8141.2, "MB/s")
                .result("seq read", "bandwidth", 8229.4, "MB/s"),
            RunBuilder("fio")
                .on("guest")
                .candidate("with patch")
                .result("random read", "bandwidth", 8497.1, "MB/s")
                .result("seq read", "bandwidth", 8304.2, "MB/s")};
}

TEST(MarkdownReport, WritesAPaddedTable)
{
    EXPECT_THAT(report("markdown", fio()),
                HasSubstr("**fio bandwidth, MB/s, higher is better, single values**\n"
                          "\n"
                          "guest\n"
                          "\n"
                          "| Test        | w/o patch | with patch | Change | Verdict   |\n"
                          "|-------------|----------:|-----------:|-------:|-----------|\n"
                          "| random read |    8141.2 |     8497.1 | +4.37% | improved  |\n"
                          "| seq read    |    8229.4 |     8304.2 | +0.91% | unchanged |\n"));
}

TEST(MarkdownReport, StartsNoLineThatACommitMessageLoses)
{
    const auto out = report("markdown", paddingTables(), paddingClaims(), "# title");
    EXPECT_THAT("\n" + out, Not(HasSubstr("\n#")));
    EXPECT_THAT("\n" + out, Not(HasSubstr("\n---")));
}

TEST(MarkdownReport, KeepsMarkupInNamesFromBeingRead)
{
    const auto out = report(
        "markdown",
        {RunBuilder("x").baseline().result("__lock", "self", 1).result("a|b", "self", 1).result("<b>", "self", 1),
         RunBuilder("x").candidate().result("__lock", "self", 1).result("a|b", "self", 1).result("<b>", "self", 1)});
    EXPECT_THAT(out, HasSubstr("| `__lock` "));
    EXPECT_THAT(out, HasSubstr("| a\\|b "));
    EXPECT_THAT(out, HasSubstr("| `<b>` "));
}

TEST(HtmlReport, EscapesWhatDocumentsSay)
{
    const auto out = report("html",
                            {RunBuilder("x").baseline("<script>").result("a<b & \"c\"", "m", 1),
                             RunBuilder("x").candidate("v1").result("a<b & \"c\"", "m", 2)},
                            {}, "<title>");
    EXPECT_THAT(out, Not(HasSubstr("<script>")));
    EXPECT_THAT(out, HasSubstr("<td>a&lt;b &amp; &quot;c&quot;</td>"));
    EXPECT_THAT(out, HasSubstr("<h1>&lt;title&gt;</h1>"));
}

TEST(HtmlReport, SaysVerdictsInWordsAndShape)
{
    const auto out = report("html", paddingTables(), paddingClaims());
    EXPECT_THAT(out,
                HasSubstr("\u25bc Regressed</td><td class=\"note\">hidden by a better total; costs the score 1.02 %"));
    EXPECT_THAT(out, HasSubstr("<li>Process Creation: stated 0.05%;"));
}

TEST(CsvReport, WritesOneLineARow)
{
    const auto out = report("csv", fio());
    EXPECT_THAT(out,
                testing::StartsWith("benchmark,machine,run_parameters,test,parameters,metric,unit,better,"
                                    "baseline_label,baseline_n,baseline,"));
    EXPECT_THAT(out, HasSubstr("\nfio,guest,,seq read,,bandwidth,MB/s,higher,w/o patch,1,8229.4,with patch,1,8304.2,"));
    EXPECT_THAT(
        out,
        HasSubstr(",unchanged,threshold,no,\"+0.91 %, within the limit of 1 %; single values, no spread known\",\n"));
}

TEST(CsvReport, QuotesAndDisarmsCells)
{
    const auto out = report("csv",
                            {RunBuilder("x").baseline("say \"a\", b").result("=cmd()", "m", -1),
                             RunBuilder("x").candidate("v1").result("=cmd()", "m", -2)});
    EXPECT_THAT(out, HasSubstr("'=cmd()"));
    EXPECT_THAT(out, HasSubstr("\"say \"\"a\"\", b\",1,-1,v1,1,-2,-1,"));
}

TEST(TsvReport, KeepsTabsOutOfCells)
{
    const auto out = report(
        "tsv", {RunBuilder("x").baseline().result("a\tb", "m", 1), RunBuilder("x").candidate().result("a\tb", "m", 1)});
    EXPECT_THAT(out, HasSubstr("\tbefore\t1\t1\tafter\t1\t1\t0\t"));
    EXPECT_THAT(out, HasSubstr("x\t\t\ta b\t"));
}

TEST(Reports, LeaveMissingValuesEmpty)
{
    const auto out = report("csv",
                            {RunBuilder("x").baseline().result("a", "m", 1).result("b", "m", 1),
                             RunBuilder("x").candidate().result("b", "m", 1)});
    EXPECT_THAT(out,
                HasSubstr("x,,,a,,m,,higher,before,1,1,after,0,,,,,,,,not-comparable,none,no,only in the baseline,\n"));
}

}
}
