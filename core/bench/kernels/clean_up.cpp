// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/kernels/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace kernel {

using namespace internal;

namespace {

constexpr int kMaxHelpers = 256;

pid_t helpers[kMaxHelpers];
volatile sig_atomic_t helperCount = 0;
bool leadsGroup = false;
char folder[192];

/// The head of what getdents64(2) writes; libc has no name for it that is free of its own buffering.
struct DirectoryEntry
{
    uint64_t inode;
    int64_t offset;
    uint16_t length;
    uint8_t type;
    char name[1];
};

void emptyFolder(int descriptor)
{
    alignas(DirectoryEntry) char buffer[4096];
    for (;;) {
        const long bytes = syscall(SYS_getdents64, descriptor, buffer, sizeof buffer);
        if (bytes <= 0) {
            return;
        }
        for (long at = 0; at < bytes;) {
            DirectoryEntry entry;
            memcpy(&entry, buffer + at, offsetof(DirectoryEntry, name));
            const char* name = buffer + at + offsetof(DirectoryEntry, name);
            at += entry.length;
            if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || unlinkat(descriptor, name, 0) == 0) {
                continue;
            }
            const int inner = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
            if (inner >= 0) {
                emptyFolder(inner);
                close(inner);
                unlinkat(descriptor, name, AT_REMOVEDIR);
            }
        }
    }
}

void removeFolder()
{
    if (folder[0] == '\0') {
        return;
    }
    // A second look: what was listed while files went may be incomplete.
    for (int attempt = 0; attempt < 20; ++attempt) {
        const int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (descriptor < 0) {
            break;
        }
        emptyFolder(descriptor);
        close(descriptor);
        if (rmdir(folder) == 0) {
            break;
        }
    }
    folder[0] = '\0';
}

void killHelpers()
{
    for (int i = 0; i < helperCount; ++i) {
        kill(helpers[i], SIGKILL);
    }
    for (int i = 0; i < helperCount; ++i) {
        while (waitpid(helpers[i], nullptr, 0) < 0 && errno == EINTR) { }
    }
    helperCount = 0;
}

void forget(pid_t pid)
{
    for (int i = 0; i < helperCount; ++i) {
        if (helpers[i] == pid) {
            helpers[i] = helpers[helperCount - 1];
            helperCount = helperCount - 1;
            return;
        }
    }
}

}

namespace internal {

pid_t owner = 0;

void cleanUp()
{
    killHelpers();
    if (leadsGroup) {
        killGroup();
    }
    removeFolder();
}

void handle(int signal, void (*handler)(int), int flags)
{
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigfillset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
}

}

const char* scratchFolder()
{
    if (folder[0] != '\0') {
        return folder;
    }
    char path[sizeof folder];
    for (int attempt = 0; attempt < 100; ++attempt) {
        const int bytes = snprintf(path, sizeof path, "%s/ps-%s-%d-%d", options.directory, self->id,
                                   static_cast<int>(getpid()), attempt);
        if (bytes < 0 || static_cast<size_t>(bytes) >= sizeof path) {
            errno = ENAMETOOLONG;
            break;
        }
        if (mkdir(path, 0700) == 0) {
            memcpy(folder, path, sizeof folder);
            return folder;
        }
        // A folder that a killed process of the same id left behind is not ours.
        if (errno != EEXIST) {
            break;
        }
    }
    fail("cannot make a temporary folder (--dir)");
}

void scratchPath(char (&path)[256], const char* name)
{
    const int bytes = snprintf(path, sizeof path, "%s/%s", scratchFolder(), name);
    if (bytes < 0 || static_cast<size_t>(bytes) >= sizeof path) {
        errno = ENAMETOOLONG;
        fail(name);
    }
}

pid_t forkHelper()
{
    if (helperCount >= kMaxHelpers) {
        errno = EAGAIN;
        fail("too many helper processes");
    }
    // No end signal between the fork and the note of it, or the helper would stay.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    const pid_t pid = fork();
    if (pid > 0) {
        helpers[helperCount] = pid;
        helperCount = helperCount + 1;
    }
    if (pid == 0) {
        handle(SIGTERM, SIG_DFL, 0);
        handle(SIGINT, SIG_DFL, 0);
        handle(SIGHUP, SIG_DFL, 0);
        handle(SIGALRM, SIG_DFL, 0);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != owner) {
            _exit(1);
        }
        if (goDescriptor >= 0) {
            close(goDescriptor);
        }
        if (readyDescriptor >= 0) {
            close(readyDescriptor);
        }
        helperCount = 0;
    }
    sigprocmask(SIG_SETMASK, &before, nullptr);
    if (pid < 0) {
        fail("cannot fork");
    }
    return pid;
}

void joinChild(pid_t pid, const char* what)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR) {
            fail(what);
        }
    }
    if (status != 0) {
        errno = 0;
        fail(what);
    }
}

void joinHelper(pid_t pid, const char* what)
{
    joinChild(pid, what);
    forget(pid);
}

void killHelper(pid_t pid)
{
    kill(pid, SIGKILL);
    while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) { }
    forget(pid);
}

void leadGroup()
{
    if (getpgrp() != getpid()) {
        // Out of the caller's group no Ctrl-C reaches us, so follow the caller's end.
        if (setpgid(0, 0) != 0) {
            fail("cannot make a process group");
        }
        prctl(PR_SET_PDEATHSIG, SIGTERM);
    }
    // Orphans come to us, so that their end can be waited for.
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    leadsGroup = true;
}

void killGroup()
{
    struct sigaction ignore = {};
    struct sigaction before = {};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGTERM, &ignore, &before);
    kill(0, SIGTERM);
    while (waitpid(-1, nullptr, 0) >= 0 || errno == EINTR) { }
    sigaction(SIGTERM, &before, nullptr);
}

}
