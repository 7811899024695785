// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/group_title.h"

#include "core/report/report_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace patchscale {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

ComparisonGroup group(std::string machine, Parameters parameters = {}, std::vector<std::string> documents = {})
{
    ComparisonGroup out;
    out.benchmark = "unixbench";
    out.machine = std::move(machine);
    out.parameters = std::move(parameters);
    out.documents = std::move(documents);
    return out;
}

std::vector<std::string> titles(const Comparison& comparison)
{
    std::vector<std::string> out;
    for (const auto& one : comparison.groups) {
        out.push_back(groupTitle(comparison, one).text());
    }
    return out;
}

Comparison of(std::vector<ComparisonGroup> groups)
{
    Comparison comparison;
    comparison.groups = std::move(groups);
    return comparison;
}

TEST(GroupTitle, IsTheBenchmarkAloneWhereNothingElseIsCompared)
{
    EXPECT_THAT(titles(of({group("Xeon", {{"copies", "40"}})})), ElementsAre("UnixBench"));
}

TEST(GroupTitle, TellsTheMachineWhereOnlyTheMachineDiffers)
{
    EXPECT_THAT(titles(of({group("Xeon", {{"copies", "40"}}), group("Kunpeng", {{"copies", "40"}})})),
                ElementsAre("UnixBench, Xeon", "UnixBench, Kunpeng"));
    EXPECT_THAT(titles(of({group("Xeon"), group("")})), ElementsAre("UnixBench, Xeon", "UnixBench, machine not told"));
}

TEST(GroupTitle, TellsScenarioAndParametersThatDiffer)
{
    EXPECT_THAT(titles(of({group("A", {{"copies", "1"}, {"scenario", "idle"}, {"bs", "4k"}}),
                           group("A", {{"copies", "40"}, {"scenario", "90 % busy"}, {"bs", "4k"}})})),
                ElementsAre("UnixBench, idle, copies=1", "UnixBench, 90 % busy, copies=40"));
}

TEST(GroupTitle, LeavesOutWhatACommandSays)
{
    EXPECT_THAT(parameterWords({{"command", "./Run -c 40 -i 10"}, {"copies", "40"}, {"iterations", "3"}}),
                ElementsAre("./Run -c 40 -i 10", "iterations=3"));
}

TEST(GroupTitle, TellsDocumentsWhereTheyDiffer)
{
    EXPECT_THAT(titles(of({group("A", {}, {"a.txt"}), group("A", {}, {"b.txt", "c.txt"})})),
                ElementsAre("UnixBench, from a.txt", "UnixBench, from b.txt and c.txt"));
}

TEST(GroupTitle, IsNotMovedByOtherBenchmarks)
{
    auto comparison = of({group("Xeon"), group("Kunpeng")});
    comparison.groups[1].benchmark = "fio";
    EXPECT_THAT(titles(comparison), ElementsAre("UnixBench", "fio"));
}

TEST(GroupTitle, StandsInJsonWithTheDocuments)
{
    const auto json = findReportWriter("json")->render(of({group("A", {}, {"a.txt"}), group("B", {}, {"a.txt"})}), {});
    EXPECT_THAT(json, HasSubstr(R"("title": "UnixBench, A")"));
    EXPECT_THAT(json, HasSubstr(R"("title": "UnixBench, B")"));
    EXPECT_THAT(json, HasSubstr(R"("documents": [)"));
}

}
}
