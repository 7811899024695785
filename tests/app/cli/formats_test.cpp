// SPDX-License-Identifier: GPL-3.0-or-later
// Formats that a user describes, and what `formats test` shows of them.
#include "program.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>

using namespace patchscale::testing_cli;
using testing::HasSubstr;
using testing::Not;

namespace {

class Formats : public CliTest
{
protected:
    Formats()
    {
        std::filesystem::create_directories(m_folder / "config/patchscale/formats");
        std::ifstream example(std::filesystem::path(PATCHSCALE_SOURCE_DIR) / "resources/formats/spinbench.json");
        m_example = {std::istreambuf_iterator<char>(example), {}};
        write("run.log",
              "spinbench 1.2 on 8 CPUs\nwarming up ...\nmutex x1: 201345.0 ops/s +- 310.5, 4.9 us\n"
              "something else\n");
    }

    [[nodiscard]] Outcome callWithConfig(const std::vector<std::string>& arguments) const
    {
        return call(arguments, {.environment = {"XDG_CONFIG_HOME=" + (m_folder / "config").string()}});
    }

    std::string m_example;
};

}

TEST_F(Formats, OfTheUserAreListedAndRead)
{
    write("config/patchscale/formats/spinbench.json", m_example);
    const auto listed = callWithConfig({"formats"});
    EXPECT_EQ(listed.status, 0);
    EXPECT_THAT(listed.out, HasSubstr("spinbench: lock operations by number of threads"));
    const auto parsed = callWithConfig({"parse", "run.log"});
    EXPECT_EQ(parsed.status, 0);
    EXPECT_THAT(parsed.out, HasSubstr("201345"));
    EXPECT_THAT(call({"parse", "run.log"}).out, Not(HasSubstr("201345")));
}

TEST_F(Formats, ThatAreBrokenAreNamedWithPlaceAndMend)
{
    write("config/patchscale/formats/broken.json", "{\"patchscale-format\": 1,\n \"id\": \"a b\"}");
    write("config/patchscale/formats/taken.json", "{\"patchscale-format\": 1, \"id\": \"fio\"}");
    const auto listed = callWithConfig({"formats"});
    EXPECT_EQ(listed.status, 2);
    EXPECT_THAT(listed.error,
                HasSubstr("broken.json': the id 'a b' may hold letters, digits, - and _ only (line 2, column 8)"));
    EXPECT_THAT(listed.error, HasSubstr("hint: write a short name"));
    const auto parsed = callWithConfig({"parse", "run.log"});
    EXPECT_EQ(parsed.status, 0);
    EXPECT_THAT(parsed.error, HasSubstr("broken.json"));
}

TEST_F(Formats, AreTestedLineByLine)
{
    write("spinbench.json", m_example);
    const auto tested = call({"formats", "test", "run.log", "-d", "spinbench.json"});
    EXPECT_EQ(tested.status, 0);
    EXPECT_THAT(tested.out,
                HasSubstr("     1  begins a block: version=1.2, cpus=8\n     2  ignored\n"
                          "     3  row 1: lock=mutex, threads=1, rate=201345.0, deviation=310.5, latency=4.9\n"
                          "     4  not described\n\n3 of 4 lines are described\n"));
    EXPECT_THAT(tested.out, HasSubstr("spinbench, 2 results"));
    EXPECT_THAT(refusal({"formats", "test", "run.log", "-d", "missing.json"}).error, HasSubstr("missing.json"));
    EXPECT_THAT(call({"formats", "test", "run.log"}).out, HasSubstr("nothing was recognised"));
}
