// SPDX-License-Identifier: GPL-3.0-or-later
// What users set by hand over what a document says, on the command line.
#include "program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

using namespace patchscale::testing_cli;
using testing::HasSubstr;
using testing::Not;

namespace {

class ByHandTest : public CliTest
{
protected:
    ByHandTest()
    {
        write("mail.txt", mail());
    }
};

}

TEST_F(ByHandTest, ParseTakesWhatIsSetByHand)
{
    const auto outcome = call({"parse", "--json", "mail.txt", "--set", "run 2: variant=v2 role=none machine=\"box, 7\"",
                               "--set", "metric bandwidth, unit MB/s: unit=MiB/s better=lower"});
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    const auto json = nlohmann::json::parse(outcome.out);
    const auto& document = json.at("documents").at(0);
    const auto& run = document.at("runs").at(1);
    EXPECT_EQ(run.at("variant").dump(), R"({"assumed":false,"label":"v2","role":null})");
    EXPECT_EQ(run.at("machine").at("label"), "box, 7");
    const auto& result = run.at("results").at(1);
    EXPECT_EQ(result.at("value"), 1501.5);
    EXPECT_EQ(result.at("unit"), "MiB/s");
    EXPECT_EQ(result.at("base_value"), 1501.5 * 1048576);
    EXPECT_EQ(result.at("better"), "lower");
    ASSERT_EQ(document.at("corrections").size(), 5U);
    EXPECT_EQ(document.at("corrections").at(0).dump(),
              R"({"field":"variant","lines":null,"metric":null,"run":2,"test":null,"unit":null,"value":"v2"})");
    EXPECT_EQ(
        document.at("corrections").at(3).dump(),
        R"({"field":"unit","lines":null,"metric":"bandwidth","run":null,"test":null,"unit":"MB/s","value":"MiB/s"})");
}

TEST_F(ByHandTest, ParseReadsLinesAsTheFormatThatIsSetOrSaysThatItFindsNothing)
{
    const auto plain = nlohmann::json::parse(call({"parse", "--json", "mail.txt"}).out);
    EXPECT_FALSE(plain.at("documents").at(0).contains("corrections"));
    const auto own = plain.at("documents").at(0).at("formats").at(0).get<std::string>();
    const auto same = call({"parse", "--json", "mail.txt", "--as", own});
    EXPECT_EQ(same.status, 0) << same.error;
    EXPECT_EQ(nlohmann::json::parse(same.out).at("documents").at(0).at("runs"), plain.at("documents").at(0).at("runs"));

    const auto none = call({"parse", "mail.txt", "--as", "unixbench"});
    EXPECT_EQ(none.status, 2);
    EXPECT_THAT(none.error, HasSubstr("'unixbench' finds nothing in 'mail.txt'"));
    EXPECT_THAT(none.error, HasSubstr("hint: what would read something there: " + own));

    const auto aside = call({"parse", "mail.txt", "--as", "none:4-8"});
    EXPECT_EQ(aside.status, 0) << aside.error;
    EXPECT_THAT(aside.out, HasSubstr("Set by hand: lines 4-8: format none"));
}

TEST_F(ByHandTest, CompareTakesWhatIsSetByHand)
{
    // 1501.5 / 1675.5 - 1 = -10.385 %, with the sides swapped 1675.5 / 1501.5 - 1 = +11.588 %
    const auto swapped =
        call({"compare", "mail.txt", "--set", "run 1: role=candidate", "--set", "run 2: role=baseline"});
    EXPECT_EQ(swapped.status, 0) << swapped.error;
    EXPECT_THAT(swapped.out, HasSubstr("+11.59 %"));
    EXPECT_THAT(refusal({"compare", "mail.txt", "--as", "nonsense"}).error, HasSubstr("there is no format 'nonsense'"));
    EXPECT_THAT(refusal({"compare", "mail.txt", "--set", "run 9: role=none"}).error, HasSubstr("there is no run '9'"));
    EXPECT_EQ(call({"import", "mail.txt"}).status, 0);
    EXPECT_THAT(refusal({"compare", "--set", "run 1: role=none"}).error, HasSubstr("belong to documents"));
    EXPECT_THAT(refusal({"compare", "--since", "start", "--set", "run 1: role=none"}).error,
                HasSubstr("no meaning with --since"));
}

TEST_F(ByHandTest, CompareTakesLimitsByName)
{
    const auto loose = call({"compare", "mail.txt", "--limit", "2", "--limit", "random write=15"});
    EXPECT_EQ(loose.status, 0) << loose.error;
    EXPECT_THAT(loose.out, HasSubstr("3 tests: 0 worse, 1 better, 2 same")); // -10.4 % is within 15 %
    EXPECT_THAT(refusal({"compare", "mail.txt", "--limit", "no such=15"}).error, HasSubstr("is called 'no such'"));
    refusal({"compare", "mail.txt", "--limit", "pipe="});
}

TEST_F(ByHandTest, WhatCannotBeSetIsRefusedWithAHint)
{
    EXPECT_THAT(refusal({"parse", "mail.txt", "--as", "nonsense"}).error, HasSubstr("there is no format 'nonsense'"));
    EXPECT_THAT(refusal({"parse", "mail.txt", "--as", "before-after-table:5-999"}).error,
                HasSubstr("'5-999' names no lines"));
    EXPECT_THAT(refusal({"parse", "mail.txt", "--set", "run 9: role=none"}).error, HasSubstr("there is no run '9'"));
    EXPECT_THAT(refusal({"parse", "mail.txt", "--set", "role=best"}).error, HasSubstr("cannot set the role to 'best'"));
    EXPECT_THAT(refusal({"parse", "mail.txt", "--set", "colour=red"}).error, HasSubstr("sets no field"));
    EXPECT_THAT(refusal({"parse", "mail.txt", "--set", "metric speed: unit=s"}).error,
                HasSubstr("nothing that was read"));
}

TEST_F(ByHandTest, WhatIsSetIsKeptWithTheDocumentAndTakenBack)
{
    const auto imported = call({"import", "mail.txt", "--set", "run 2: variant=v2", "--set", "unit=MiB/s"});
    EXPECT_EQ(imported.status, 0) << imported.error;
    EXPECT_THAT(imported.out, HasSubstr("Set by hand: run 2: variant v2"));
    EXPECT_EQ(call({"import", "mail.txt"}).out, "mail.txt: is document 1 already\n");
    const auto shown = nlohmann::json::parse(call({"show", "2", "--json"}).out).at("documents").at(0);
    EXPECT_EQ(shown.at("runs").at(0).at("variant").at("label"), "v2");
    EXPECT_EQ(shown.at("runs").at(0).at("results").at(1).at("base_value"), 1501.5 * 1048576);
    EXPECT_EQ(shown.at("corrections").size(), 2U);
    EXPECT_THAT(call({"list"}).out, HasSubstr("v2"));

    const auto corrected = call({"correct", "2", "--set", "role=none"});
    EXPECT_EQ(corrected.status, 0) << corrected.error;
    EXPECT_THAT(corrected.out, HasSubstr("Set by hand: run 2: role none"));
    EXPECT_EQ(call({"correct", "2", "--reset"}).status, 0);
    EXPECT_THAT(call({"list"}).out, Not(HasSubstr("v2")));
    EXPECT_THAT(refusal({"correct", "2"}).error, HasSubstr("nothing is set"));
}

TEST_F(ByHandTest, AFormatThatIsKeptReadsTheDocumentAnew)
{
    ASSERT_EQ(call({"import", "mail.txt"}).status, 0);
    const auto aside = call({"import", "mail.txt", "--as", "none"});
    EXPECT_EQ(aside.status, 0) << aside.error;
    EXPECT_THAT(call({"list"}).out, HasSubstr("no results"));
}

TEST_F(ByHandTest, NotesOfAnEmptyWorkspaceAreNone)
{
    ASSERT_EQ(call({"import", "mail.txt"}).status, 0);
    const auto notes = call({"notes"});
    EXPECT_EQ(notes.status, 0);
    EXPECT_EQ(notes.out, "there are no open notes\n");
}
