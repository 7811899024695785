// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prose/cues.h"

#include <gtest/gtest.h>

namespace patchscale::sentences {
namespace {

TEST(ProseCues, WordsThatTellCircumstancesAreSeen)
{
    for (const std::string_view text :
         {"With the patch:", "results\nfor eight copies:  \nand more", "we ran hackbench twice", "the pipe test of it",
          "built by make -j8 here", "as ./Run -c 4 says", "(System Call Overhead)", "from spawn:exec to there",
          "\xE6\xB5\x8B\xE8\xAF\x95\xEF\xBC\x9A more"}) {
        EXPECT_TRUE(mayTellCircumstances(text)) << text;
    }
}

TEST(ProseCues, OtherTextTellsNone)
{
    for (const std::string_view text : {"", "The lock is taken: then the queue moves.", "about 10 ms later",
                                        "a pipeline of spawned workers", "and/or 3 pages"}) {
        EXPECT_FALSE(mayTellCircumstances(text)) << text;
    }
}

}
}
