// SPDX-License-Identifier: GPL-3.0-or-later
// What happens to a workspace when processes die, compete, or run out of disk.
#include "core/store/workspace.h"

#include "core/store/sqlite.h"
#include "documents.h"

#include <array>
#include <csignal>
#include <fstream>
#include <functional>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace patchscale;
using patchscale::testing_store::fullDocument;
using patchscale::testing_store::plainDocument;

namespace {

constexpr std::size_t kManyResults = 20'000;

/// Runs @p work in a process of its own; its status as waitpid() gives it.
int inChild(const std::function<int()>& work)
{
    const pid_t child = ::fork();
    if (child == 0) {
        ::_exit(work());
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
}

class WorkspaceSafety : public testing_store::WorkspaceTest
{
protected:
    void make() const
    {
        auto workspace = Workspace::openOrCreate(m_workspace);
        ASSERT_TRUE(workspace.has_value()) << workspace.error().message;
        ASSERT_TRUE(workspace->addDocument(fullDocument(), "", Job {}).has_value());
    }
    /// The workspace must hold what make() put there and nothing else.
    void expectAsMade() const
    {
        {
            auto workspace = Workspace::open(m_workspace);
            ASSERT_TRUE(workspace.has_value()) << workspace.error().message;
            const auto documents = workspace->documents();
            ASSERT_TRUE(documents.has_value());
            ASSERT_EQ(documents->size(), 1U);
            EXPECT_EQ(workspace->runs()->size(), 3U);
            EXPECT_TRUE(workspace->loadDocument(documents->front().id, Job {})->parsed == fullDocument().parsed);
        }
        Database database;
        database.open(m_workspace);
        Statement check(database, "PRAGMA integrity_check");
        ASSERT_TRUE(check.next());
        EXPECT_EQ(check.text(0), "ok");
        Statement keys(database, "PRAGMA foreign_key_check");
        EXPECT_FALSE(keys.next());
    }
};

}

TEST_F(WorkspaceSafety, AnImportThatIsKilledLeavesTheWorkspaceAsItWas)
{
    make();
    for (const double when : {0.0, 0.5, 0.95}) {
        const int status = inChild([&] {
            auto workspace = Workspace::open(m_workspace);
            const Job job {.stop = {}, .report = [&](double fraction, std::string_view) {
                               if (fraction >= when) {
                                   ::raise(SIGKILL);
                               }
                           }};
            return workspace->addDocument(plainDocument("big", kManyResults), "", job).has_value() ? 0 : 1;
        });
        ASSERT_TRUE(WIFSIGNALED(status));
        ASSERT_EQ(WTERMSIG(status), SIGKILL);
        expectAsMade();
    }
}

TEST_F(WorkspaceSafety, AFileSizeLimitDuringImportLeavesTheWorkspaceAsItWas)
{
    make();
    const int status = inChild([&] {
        ::signal(SIGXFSZ, SIG_IGN);
        auto workspace = Workspace::open(m_workspace);
        const rlimit limit {.rlim_cur = 300'000, .rlim_max = 300'000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        const auto added = workspace->addDocument(plainDocument("big", kManyResults), "", Job {});
        return !added && added.error().message.contains("cannot be written") && !added.error().hints.empty() ? 0 : 1;
    });
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
    expectAsMade();
}

TEST_F(WorkspaceSafety, AFullDiskDuringImportLeavesTheWorkspaceAsItWas)
{
    constexpr int kRefused = 77;
    const int status = inChild([&] {
        // A small disk of our own, seen by this child only.
        const auto uid = ::geteuid();
        if (::unshare(CLONE_NEWNS | (uid == 0 ? 0 : CLONE_NEWUSER)) != 0
            || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0
            || ::mount("none", m_folder.c_str(), "tmpfs", 0, "size=600k") != 0) {
            return kRefused;
        }
        make();
        {
            auto workspace = Workspace::open(m_workspace);
            const auto added = workspace->addDocument(plainDocument("big", kManyResults), "", Job {});
            if (added || !added.error().message.contains("the disk is full")) {
                return 1;
            }
        }
        expectAsMade();
        return HasFailure() ? 2 : 0;
    });
    ASSERT_TRUE(WIFEXITED(status));
    if (WEXITSTATUS(status) == kRefused) {
        GTEST_SKIP() << "no mount namespace here";
    }
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(WorkspaceSafety, AFullDiskWhileItIsMadeLeavesNothing)
{
    const int status = inChild([&] {
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit {.rlim_cur = 8192, .rlim_max = 8192};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        const auto workspace = Workspace::openOrCreate(m_workspace);
        return !workspace && workspace.error().message.contains("the disk is full") ? 0 : 1;
    });
    EXPECT_EQ(WEXITSTATUS(status), 0);
    EXPECT_TRUE(std::filesystem::is_empty(m_folder));
}

TEST_F(WorkspaceSafety, TwoProcessesThatImportTheSameDocumentAtOnceAddItOnce)
{
    // Both wait at a pipe that closes when they may start, so that they meet at making and at writing the workspace.
    std::array<int, 2> gate {};
    ASSERT_EQ(::pipe(gate.data()), 0);
    std::array<pid_t, 4> children {};
    for (auto& child : children) {
        child = ::fork();
        if (child == 0) {
            ::close(gate[1]);
            char none = 0;
            const auto opened = ::read(gate[0], &none, 1);
            auto workspace = Workspace::openOrCreate(m_workspace);
            const auto added = workspace ? workspace->addDocument(fullDocument(), "", Job {})
                                         : Result<AddedDocument>(std::unexpected(workspace.error()));
            ::_exit(opened != 0 || !added ? 100 : added->isNew ? 1 : 0);
        }
    }
    ::close(gate[0]);
    ::close(gate[1]);
    int added = 0;
    for (const auto child : children) {
        int status = 0;
        ::waitpid(child, &status, 0);
        ASSERT_TRUE(WIFEXITED(status));
        added += WEXITSTATUS(status);
    }
    EXPECT_EQ(added, 1);
    expectAsMade();
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(m_folder), {}), 1);
}

TEST_F(WorkspaceSafety, AReaderSeesOneStateWhileAnotherProcessWrites)
{
    make();
    auto reader = Workspace::open(m_workspace);
    ASSERT_EQ(reader->runs()->size(), 3U);
    auto writer = Workspace::open(m_workspace);
    std::size_t seenMeanwhile = 0;
    const Job job {.stop = {}, .report = [&](double, std::string_view) { seenMeanwhile = reader->runs()->size(); }};
    ASSERT_TRUE(writer->addDocument(plainDocument("big", 4000), "", job).has_value());
    EXPECT_EQ(seenMeanwhile, 3U);
    EXPECT_EQ(reader->runs()->size(), 5U);
}
