// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/optimised.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace patchscale {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> functionsOf(std::string_view text)
{
    std::vector<std::string> functions;
    optimisedIn(text, functions);
    return functions;
}

TEST(Optimised, FindsTheFunctionThatAVerbSpeaksOf)
{
    EXPECT_THAT(functionsOf("arch/foo: Provide optimized version of cpu_is_parked() for foo64"),
                ElementsAre("cpu_is_parked"));
    EXPECT_THAT(functionsOf("Avoid spinning in __queue_slowpath when the owner sleeps."),
                ElementsAre("queue_slowpath"));
    EXPECT_THAT(functionsOf("This removes a call of getname() from the path."), ElementsAre("getname"));
}

TEST(Optimised, TakesNoFunctionThatIsOnlyTheMeans)
{
    EXPECT_THAT(functionsOf("Avoid the lock by calling try_cmpxchg() first."), IsEmpty());
    EXPECT_THAT(functionsOf("The profile shows queue_slowpath() on top."), IsEmpty());
    EXPECT_THAT(functionsOf("Reduce the size of CONFIG_NR_CPUS arrays."), IsEmpty());
}

TEST(Optimised, KnowsASymbolWithPrefixSuffixOrCutOffEnd)
{
    const std::vector<std::string> functions {"cpu_is_parked"};
    EXPECT_TRUE(isOptimised("cpu_is_parked", functions));
    EXPECT_TRUE(isOptimised("__foo_cpu_is_parked", functions));
    EXPECT_TRUE(isOptimised("cpu_is_parked.isra.0", functions));
    EXPECT_TRUE(isOptimised("__raw_callee_save___foo_cpu_is_park", functions));
    EXPECT_FALSE(isOptimised("cpu_is_parked_fast", functions));
    EXPECT_FALSE(isOptimised("xcpu_is_parked", functions));
    EXPECT_FALSE(isOptimised("cpu_is", functions));
}

}
}
