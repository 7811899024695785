// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/control_group.h"

#include "core/base/posix.h"

#include <csignal>
#include <sstream>
#include <tuple>
#include <vector>

#include <poll.h>
#include <unistd.h>

namespace patchscale {
namespace {

namespace fs = std::filesystem;

/// Where a hierarchy of version 2 is mounted, and which of its groups is seen there.
struct Mount
{
    fs::path point;
    std::string root;
};

std::optional<Mount> unifiedMount()
{
    std::istringstream mounts(readSmallFile("/proc/self/mountinfo").value_or(""));
    for (std::string line; std::getline(mounts, line);) {
        if (!line.contains(" - cgroup2 ")) {
            continue;
        }
        // 36 35 0:31 /root /mount/point options …
        std::istringstream fields(line);
        std::string skipped;
        std::string root;
        std::string point;
        if (fields >> skipped >> skipped >> skipped >> root >> point) {
            return Mount {.point = point, .root = root};
        }
    }
    return std::nullopt;
}

/// @p group and all below it, the deepest last.
std::vector<fs::path> groupsFrom(const fs::path& group)
{
    std::vector<fs::path> groups {group};
    for (std::size_t i = 0; i < groups.size(); ++i) {
        std::error_code error;
        for (fs::directory_iterator entry(groups[i], error); !error && entry != fs::directory_iterator();
             entry.increment(error)) {
            std::error_code ignored;
            if (entry->is_directory(ignored)) {
                groups.push_back(entry->path());
            }
        }
    }
    return groups;
}

/// Sends the end to every process of @p group; false when there was none.
bool killMembers(const fs::path& group)
{
    bool isAny = false;
    std::istringstream members(readSmallFile(group / "cgroup.procs").value_or(""));
    for (pid_t member = 0; members >> member;) {
        // 0 is a process that our namespace does not show.
        if (member > 0) {
            kill(member, SIGKILL);
            isAny = true;
        }
    }
    return isAny;
}

}

std::optional<fs::path> ownControlGroup()
{
    const auto mount = unifiedMount();
    if (!mount) {
        return std::nullopt;
    }
    std::istringstream groups(readSmallFile("/proc/self/cgroup").value_or(""));
    for (std::string line; std::getline(groups, line);) {
        if (!line.starts_with("0::/")) {
            continue;
        }
        auto group = line.substr(3);
        if (mount->root != "/") {
            if (!group.starts_with(mount->root)) {
                return std::nullopt;
            }
            group.erase(0, mount->root.size());
        }
        return mount->point / fs::path(group).relative_path();
    }
    return std::nullopt;
}

void killControlGroup(const fs::path& group, double seconds)
{
    const auto end = monotonicSeconds() + seconds;
    do {
        bool isAny = false;
        for (const auto& part : groupsFrom(group)) {
            isAny = killMembers(part) || isAny;
        }
        if (!isAny) {
            return;
        }
        poll(nullptr, 0, 1);
    } while (monotonicSeconds() < end);
}

void removeControlGroup(const fs::path& group)
{
    constexpr double kLongest = 5;
    // Since Linux 5.14. Only for a group that has served: some kernels, 6.18 among them, kill whatever is cloned into a
    // group (CLONE_INTO_CGROUP) that was once killed so.
    std::ignore = writeSetting(group / "cgroup.kill", "1");
    killControlGroup(group, kLongest);
    auto groups = groupsFrom(group);
    while (!groups.empty()) {
        rmdir(groups.back().c_str());
        groups.pop_back();
    }
}

}
