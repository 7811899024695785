// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/settings.h"

#include <gtest/gtest.h>

namespace patchscale {
namespace {

using Settings = std::vector<SettingWrite>;

TEST(Settings, AreReadOffSysctlAndEcho)
{
    EXPECT_EQ(settingsOf("sysctl kernel.sched_x=0"),
              (Settings {{.name = "kernel.sched_x", .file = "/proc/sys/kernel/sched_x", .value = "0"}}));
    EXPECT_EQ(settingsOf("/usr/sbin/sysctl -q -w vm/swappiness=10"),
              (Settings {{.name = "vm/swappiness", .file = "/proc/sys/vm/swappiness", .value = "10"}}));
    EXPECT_EQ(settingsOf("echo never > /sys/kernel/mm/transparent_hugepage/enabled"),
              (Settings {{.name = "/sys/kernel/mm/transparent_hugepage/enabled",
                          .file = "/sys/kernel/mm/transparent_hugepage/enabled",
                          .value = "never"}}));
    EXPECT_EQ(settingsOf("echo -n '4096 8192'>\"/tmp/a b\""),
              (Settings {{.name = "/tmp/a b", .file = "/tmp/a b", .value = "4096 8192"}}));
}

TEST(Settings, KeepDotsInNamesOfNetworkDevices)
{
    EXPECT_EQ(settingsOf("sysctl net.ipv4.conf.eth0/7.forwarding=1")->front().file,
              "/proc/sys/net/ipv4/conf/eth0.7/forwarding");
}

TEST(Settings, MayBeSeveral)
{
    const auto settings = settingsOf("sysctl -w a.b=1 c.d=2 && echo 3 > /e; echo 4 > /f\n");
    ASSERT_TRUE(settings);
    ASSERT_EQ(settings->size(), 4U);
    EXPECT_EQ((*settings)[1].file, "/proc/sys/c/d");
    EXPECT_EQ((*settings)[2].value, "3");
    EXPECT_EQ((*settings)[3].name, "/f");
}

TEST(Settings, AreNotGuessedWhereTheShellDoesMore)
{
    for (const auto* const command : {"",
                                      ";",
                                      "modprobe x",
                                      "sysctl -p",
                                      "sysctl kernel.x",
                                      "sysctl -w",
                                      "echo 1",
                                      "echo 1 > relative",
                                      "echo 1 >> /x",
                                      "echo 1 | tee /x",
                                      "echo $V > /x",
                                      "echo \"$V\" > /x",
                                      "echo `v` > /x",
                                      "echo 5> /x",
                                      "echo 5>/x",
                                      "echo 1 > /x & echo 2 > /y",
                                      "echo 1 > /x || echo 2 > /x",
                                      "echo 1 > /x > /y",
                                      "echo * > /x",
                                      "echo 'open > /x",
                                      "sysctl a=1; modprobe x",
                                      "echo 1 > /x # y",
                                      "FOO=1 sysctl a=1",
                                      "echo 1 > /x extra"}) {
        EXPECT_FALSE(settingsOf(command)) << command;
    }
}

TEST(Settings, GoBackToTheMarkedOneOfAChoice)
{
    EXPECT_EQ(valueToRestore("always [madvise] never"), "madvise");
    EXPECT_EQ(valueToRestore("[none] mq-deadline"), "none");
    EXPECT_EQ(valueToRestore("4096\t131072\t6291456"), "4096\t131072\t6291456");
    EXPECT_EQ(valueToRestore("[odd]"), "[odd]");
    EXPECT_EQ(valueToRestore("0"), "0");
}

TEST(Settings, ThatCannotBeReadAreNamed)
{
    const auto value =
        readSetting({.name = "kernel.nothing", .file = "/proc/sys/kernel/nothing-of-this-name", .value = "1"});
    ASSERT_FALSE(value);
    EXPECT_TRUE(value.error().message.contains("/proc/sys/kernel/nothing-of-this-name")) << value.error().message;
}

}
}
