// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_tree.h"
#include "core/bench/kernel_catalogue.h"
#include "tests/core/bench/bench_fixture.h"

#include <gmock/gmock.h>

namespace patchscale {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

class Catalogue : public BenchFixture
{
protected:
    void addProgram(const std::string& name, std::string_view text) const
    {
        write(work() / name, text);
        std::filesystem::permissions(work() / name, std::filesystem::perms::owner_all);
    }
};

TEST_F(Catalogue, AsksProgramsWhatTheyAre)
{
    std::filesystem::create_symlink(PATCHSCALE_TEST_KERNEL, work() / "ps-test");
    addProgram("ps-broken", "#!/bin/sh\necho hello\n");
    addProgram("other", "#!/bin/sh\n");
    write(work() / "ps-notes.txt", "no program");
    const auto catalogue = readKernels(work());
    ASSERT_TRUE(catalogue);
    ASSERT_THAT(catalogue->kernels, SizeIs(1));
    const auto& kernel = catalogue->kernels[0];
    EXPECT_EQ(kernel.id, "test");
    EXPECT_EQ(kernel.unit, "lps");
    EXPECT_EQ(kernel.baseline, 10);
    EXPECT_THAT(kernel.modes, ElementsAre("default", "hangs", "crashes"));
    EXPECT_EQ(kernel.group, "UnixBench index set");
    ASSERT_THAT(catalogue->problems, SizeIs(1));
    EXPECT_THAT(catalogue->problems[0].message, HasSubstr("ps-broken': it does not describe itself"));
}

TEST_F(Catalogue, FindsKernelAndMode)
{
    KernelCatalogue catalogue;
    KernelInfo kernel;
    kernel.id = "pipe";
    catalogue.kernels.push_back(kernel);
    kernel.id = "context";
    kernel.modes = {"free", "same-cpu"};
    catalogue.kernels.push_back(kernel);
    EXPECT_EQ(chooseKernel(catalogue, "context:same-cpu").value_or(KernelChoice {}).mode, "same-cpu");
    EXPECT_EQ(chooseKernel(catalogue, "context").value_or(KernelChoice {}).mode, "");
    const auto missing = chooseKernel(catalogue, "pip");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().message, "there is no kernel 'pip'");
    EXPECT_THAT(missing.error().hints, ElementsAre("there are pipe, context"));
    const auto wrong = chooseKernel(catalogue, "context:other");
    ASSERT_FALSE(wrong);
    EXPECT_THAT(wrong.error().hints, ElementsAre("its modes are free, same-cpu"));
    EXPECT_FALSE(chooseKernel(catalogue, "pipe:x"));
}

TEST_F(Catalogue, SaysWhereItLooked)
{
    EXPECT_EQ(findKernelFolder(work()).value_or(""), work());
    const auto missing = findKernelFolder(file("nowhere"));
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().message, HasSubstr("nowhere'"));
}

TEST(JsonReader, ReadsWhatKernelsPrint)
{
    const auto json = readJson(R"( {"a":-1.5e3,"b":"x \"y\" \u0041","c":[1,[true,null]],"d":{"e":{}},"f":[]} )");
    ASSERT_TRUE(json);
    EXPECT_EQ(json->numberOf("a"), -1500);
    EXPECT_EQ(json->textOf("b"), "x \"y\" A");
    EXPECT_THAT(json->member("c")->children, SizeIs(2));
    EXPECT_NE(json->member("d")->member("e"), nullptr);
    EXPECT_EQ(json->numberOf("b"), std::nullopt);
    EXPECT_EQ(json->member("missing"), nullptr);
}

TEST(JsonReader, RefusesWhatIsNoJson)
{
    for (const auto* const text :
         {"", "{", "}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "[1 2]", "\"open", "{\"a\":1} x", "nan", "inf", "1e999",
          "[[[[[[[[[[1]]]]]]]]]]", "\"\\u00\"", "\"\\x\"", "\"\n\"", "tru"}) {
        EXPECT_FALSE(readJson(text)) << text;
    }
}

}
}
