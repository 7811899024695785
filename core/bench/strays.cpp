// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/strays.h"

#include "core/base/posix.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <vector>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace patchscale {
namespace {

std::vector<pid_t> marked(const std::string& mark)
{
    namespace fs = std::filesystem;
    const auto entry = std::string(1, '\0') + mark + '\0';
    std::vector<pid_t> found;
    std::error_code error;
    for (fs::directory_iterator process("/proc", error); !error && process != fs::directory_iterator();
         process.increment(error)) {
        const auto name = process->path().filename().string();
        pid_t id = 0;
        if (std::from_chars(name.data(), name.data() + name.size(), id).ptr != name.data() + name.size()
            || id == getpid()) {
            continue;
        }
        // Zombies and processes of other users have nothing to read here.
        const auto environment = readSmallFile(process->path() / "environ");
        if (environment && ('\0' + *environment + '\0').contains(entry)) {
            found.push_back(id);
        }
    }
    return found;
}

}

void killMarked(const std::string& mark, double seconds)
{
    const auto end = monotonicSeconds() + seconds;
    std::vector<pid_t> killed;
    do {
        const auto found = marked(mark);
        if (found.empty()) {
            break;
        }
        for (const auto process : found) {
            kill(process, SIGKILL);
        }
        killed.insert(killed.end(), found.begin(), found.end());
        poll(nullptr, 0, 1);
    } while (monotonicSeconds() < end);
    for (const auto process : killed) {
        waitpid(process, nullptr, WNOHANG);
    }
}

bool hasChildren()
{
    siginfo_t info {};
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

}
