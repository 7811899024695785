// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/topology.h"
#include "tests/core/bench/bench_fixture.h"

#include <gmock/gmock.h>

namespace patchscale {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Cpus = std::vector<int>;

/// Two nodes with two cores each, two threads a core: the second threads are numbered from 4.
const std::vector<LogicalCpu> kMachine {
    {.id = 0, .core = 0, .node = 0}, {.id = 1, .core = 1, .node = 0}, {.id = 2, .core = 2, .node = 1},
    {.id = 3, .core = 3, .node = 1}, {.id = 4, .core = 0, .node = 0}, {.id = 5, .core = 1, .node = 0},
    {.id = 6, .core = 2, .node = 1}, {.id = 7, .core = 3, .node = 1},
};

std::vector<Cpus> placed(Placement placement, const Cpus& list, int copies)
{
    return placeCopies(kMachine, placement, list, copies).value_or(std::vector<Cpus> {});
}

TEST(Topology, ReadsAndWritesCpuLists)
{
    EXPECT_EQ(parseCpuList("0-3,8,10-11"), (Cpus {0, 1, 2, 3, 8, 10, 11}));
    EXPECT_EQ(parseCpuList("5,5,1"), (Cpus {1, 5}));
    for (const auto* const wrong : {"", "a", "3-1", "1,", "1-", "-1", "99999", "1 2"}) {
        EXPECT_EQ(parseCpuList(wrong), std::nullopt) << wrong;
    }
    EXPECT_EQ(cpuListText({0, 1, 2, 3, 8, 10, 11}), "0-3,8,10-11");
    EXPECT_EQ(cpuListText({}), "");
}

TEST(Topology, PlacesCopies)
{
    EXPECT_THAT(placed(Placement::Free, {}, 2), ElementsAre(Cpus {}, Cpus {}));
    EXPECT_THAT(placed(Placement::PerCpu, {}, 5), ElementsAre(Cpus {0}, Cpus {1}, Cpus {2}, Cpus {3}, Cpus {4}));
    EXPECT_THAT(placed(Placement::PerPhysicalCore, {}, 5),
                ElementsAre(Cpus {0}, Cpus {1}, Cpus {2}, Cpus {3}, Cpus {0}));
    EXPECT_THAT(placed(Placement::PerNumaNode, {}, 3),
                ElementsAre(Cpus {0, 1, 4, 5}, Cpus {2, 3, 6, 7}, Cpus {0, 1, 4, 5}));
    EXPECT_THAT(placed(Placement::List, {1, 2, 6, 7}, 1), ElementsAre(Cpus {1, 2, 6, 7}));
    EXPECT_THAT(placed(Placement::List, {1, 2, 6, 7}, 2), ElementsAre(Cpus {1, 2}, Cpus {6, 7}));
    EXPECT_THAT(placed(Placement::List, {1, 2}, 3), ElementsAre(Cpus {1}, Cpus {2}, Cpus {1}));
}

TEST(Topology, RefusesCpusThatAreNotThere)
{
    const auto places = placeCopies(kMachine, Placement::List, {3, 9}, 1);
    ASSERT_FALSE(places);
    EXPECT_THAT(places.error().message, HasSubstr("cannot pin to CPU 9: this process may run on CPUs 0-7"));
    EXPECT_FALSE(placeCopies(kMachine, Placement::List, {}, 1));
}

class SystemFolder : public BenchFixture
{
};

TEST_F(SystemFolder, ReadsCoresAndNodes)
{
    const auto put = [this](const std::string& path, std::string_view text) {
        std::filesystem::create_directories(file(path).parent_path());
        write(file(path), text);
    };
    put("devices/system/node/online", "0-1\n");
    put("devices/system/node/node0/cpulist", "0,2\n");
    put("devices/system/node/node1/cpulist", "1,3\n");
    for (const auto* const cpu : {"0", "2"}) {
        put(std::string("devices/system/cpu/cpu") + cpu + "/topology/thread_siblings_list", "0,2\n");
    }
    EXPECT_THAT(readTopology({0, 1, 2}, file("")),
                ElementsAre(LogicalCpu {.id = 0, .core = 0, .node = 0}, LogicalCpu {.id = 1, .core = 1, .node = 1},
                            LogicalCpu {.id = 2, .core = 0, .node = 0}));
}

}
}
