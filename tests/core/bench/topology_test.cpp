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

/// A made-up /sys.
class SystemFolder : public BenchFixture
{
protected:
    void put(const std::string& path, std::string_view text) const
    {
        std::filesystem::create_directories(file(path).parent_path());
        write(file(path), text);
    }
    /// The CPUs in @p threads are the threads of one core, as far as they are online.
    void core(const Cpus& threads, const char* name = "core_cpus_list") const
    {
        for (const auto cpu : threads) {
            put(std::format("devices/system/cpu/cpu{}/topology/{}", cpu, name), cpuListText(threads) + '\n');
        }
    }
    void node(int number, std::string_view cpus) const
    {
        put(std::format("devices/system/node/node{}/cpulist", number), std::string(cpus) + '\n');
    }
    /// Where @p copies copies run that may use @p allowed.
    [[nodiscard]] std::vector<Cpus> placed(const Cpus& allowed, Placement placement, int copies) const
    {
        return placeCopies(readTopology(allowed, file("")), placement, {}, copies).value_or(std::vector<Cpus> {});
    }
};

TEST_F(SystemFolder, ReadsCoresAndNodes)
{
    put("devices/system/node/online", "0-1\n");
    node(0, "0,2");
    node(1, "1,3");
    core({0, 2}, "thread_siblings_list"); // the name before Linux 5.3
    EXPECT_THAT(readTopology({0, 1, 2}, file("")),
                ElementsAre(LogicalCpu {.id = 0, .core = 0, .node = 0}, LogicalCpu {.id = 1, .core = 1, .node = 1},
                            LogicalCpu {.id = 2, .core = 0, .node = 0}));
}

TEST_F(SystemFolder, SiblingsThatAreNumberedSideBySideShareACore)
{
    core({0, 1});
    core({2, 3});
    const Cpus all {0, 1, 2, 3};
    EXPECT_THAT(placed(all, Placement::PerPhysicalCore, 3), ElementsAre(Cpus {0}, Cpus {2}, Cpus {0}));
    EXPECT_THAT(placed(all, Placement::PerCpu, 4), ElementsAre(Cpus {0}, Cpus {2}, Cpus {1}, Cpus {3}));
    EXPECT_THAT(placed(all, Placement::PerNumaNode, 2), ElementsAre(all, all)); // a system without nodes has one
}

TEST_F(SystemFolder, OfACoreWithAnOfflineThreadTheOtherOneIsTaken)
{
    // CPU 0 is offline: its folder has no topology, and its sibling lists itself alone.
    put("devices/system/cpu/cpu0/online", "0\n");
    core({4});
    core({1, 5});
    const Cpus online {1, 4, 5};
    EXPECT_THAT(placed(online, Placement::PerPhysicalCore, 2), ElementsAre(Cpus {1}, Cpus {4}));
    EXPECT_THAT(placed(online, Placement::PerCpu, 3), ElementsAre(Cpus {1}, Cpus {4}, Cpus {5}));
}

TEST_F(SystemFolder, ACpuSetThatHoldsOnlySecondThreadsHasTheirCores)
{
    put("devices/system/node/online", "0-1\n");
    node(0, "0-1,4-5");
    node(1, "2-3,6-7");
    for (const auto first : {0, 1, 2, 3}) {
        core({first, first + 4});
    }
    const Cpus allowed {4, 5, 7}; // not 0 to 3, whose numbers name the cores
    EXPECT_THAT(placed(allowed, Placement::PerPhysicalCore, 3), ElementsAre(Cpus {4}, Cpus {5}, Cpus {7}));
    EXPECT_THAT(placed(allowed, Placement::PerNumaNode, 2), ElementsAre(Cpus {4, 5}, Cpus {7}));
    const auto refused = placeCopies(readTopology(allowed, file("")), Placement::List, {0}, 1);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("this process may run on CPUs 4-5,7"));
}

TEST_F(SystemFolder, CoresWithTwoThreadsAndCoresWithOneEachCountOnce)
{
    // Two large cores with two threads, four small ones with one.
    core({0, 1});
    core({2, 3});
    for (const auto small : {4, 5, 6, 7}) {
        core({small});
    }
    const Cpus all {0, 1, 2, 3, 4, 5, 6, 7};
    EXPECT_THAT(placed(all, Placement::PerPhysicalCore, 7),
                ElementsAre(Cpus {0}, Cpus {2}, Cpus {4}, Cpus {5}, Cpus {6}, Cpus {7}, Cpus {0}));
    EXPECT_THAT(placed(all, Placement::PerCpu, 8),
                ElementsAre(Cpus {0}, Cpus {2}, Cpus {4}, Cpus {5}, Cpus {6}, Cpus {7}, Cpus {1}, Cpus {3}));
}

TEST_F(SystemFolder, NodesThatHaveNoCpuForUsTakeNoCopies)
{
    // Node 1 is memory only, node 2 lies outside the CPU set; node numbers may have gaps.
    put("devices/system/node/online", "0-2,8\n");
    node(0, "0-1");
    node(1, "");
    node(2, "2-3");
    node(8, "4-5");
    EXPECT_THAT(placed({0, 1, 4}, Placement::PerNumaNode, 3), ElementsAre(Cpus {0, 1}, Cpus {4}, Cpus {0, 1}));
}

TEST_F(SystemFolder, ASystemThatTellsNothingHasOneThreadACore)
{
    EXPECT_THAT(placed({2, 5}, Placement::PerPhysicalCore, 2), ElementsAre(Cpus {2}, Cpus {5}));
    EXPECT_THAT(placed({2, 5}, Placement::PerNumaNode, 1), ElementsAre(Cpus {2, 5}));
}

}
}
