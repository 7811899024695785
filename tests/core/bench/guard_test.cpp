// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/journal.h"
#include "tests/core/bench/bench_fixture.h"

#include <array>
#include <csignal>
#include <format>
#include <sstream>
#include <thread>

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

namespace patchscale {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class GuardTest : public BenchFixture
{
protected:
    [[nodiscard]] RestoreAction writeBack(const std::string& name, const std::string& value) const
    {
        return {.what = name, .file = file(name), .value = value, .command = {}};
    }
    [[nodiscard]] int journalCount() const
    {
        return static_cast<int>(std::distance(std::filesystem::directory_iterator(journals()), {}));
    }
    /// Kills the process of that name which holds our journal.
    [[nodiscard]] bool killGuardian() const
    {
        for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
            if (readSmallFile(entry.path() / "comm").value_or("") != "patchscale-guar\n") {
                continue;
            }
            std::error_code error;
            for (const auto& descriptor : std::filesystem::directory_iterator(entry.path() / "fd", error)) {
                if (std::filesystem::read_symlink(descriptor, error).parent_path() == journals()) {
                    return kill(std::stoi(entry.path().filename().string()), SIGKILL) == 0;
                }
            }
        }
        return false;
    }
    /// A process that does @p what and then is killed from outside.
    template<class What>
    void killed(What what) const
    {
        std::array<int, 2> done {};
        ASSERT_EQ(pipe(done.data()), 0);
        const auto process = fork();
        if (process == 0) {
            what(done[1]);
            _exit(1);
        }
        char byte = 0;
        ASSERT_EQ(::read(done[0], &byte, 1), 1) << "the process came as far as it should";
        kill(process, SIGKILL);
        waitpid(process, nullptr, 0);
        close(done[0]);
        close(done[1]);
    }
};

TEST_F(GuardTest, PutsBackInOppositeOrderAtTheEnd)
{
    write(file("setting"), "old");
    auto guard = startGuard();
    ASSERT_TRUE(guard->willChange(writeBack("setting", "old")));
    write(file("setting"), "middle");
    ASSERT_TRUE(guard->willChange(writeBack("setting", "middle")));
    write(file("setting"), "new");
    EXPECT_TRUE(guard->finish());
    EXPECT_EQ(read(file("setting")), "old");
    EXPECT_EQ(journalCount(), 0);
}

TEST_F(GuardTest, PutsOneSettingBackAtOnce)
{
    write(file("a"), "old a");
    write(file("b"), "old b");
    auto guard = startGuard();
    const auto a = guard->willChange(writeBack("a", "old a"));
    const auto b = guard->willChange(writeBack("b", "old b"));
    ASSERT_TRUE(a && b);
    write(file("a"), "new a");
    write(file("b"), "new b");
    EXPECT_TRUE(guard->restore(*a));
    EXPECT_EQ(read(file("a")), "old a");
    EXPECT_EQ(read(file("b")), "new b");
    // What was put back is nobody's business any more.
    write(file("a"), "changed by hand");
    guard.reset();
    EXPECT_EQ(read(file("a")), "changed by hand");
    EXPECT_EQ(read(file("b")), "old b");
}

TEST_F(GuardTest, PutsBackByCommand)
{
    auto guard = startGuard();
    ASSERT_TRUE(guard->willChange(
        {.what = "switch", .file = {}, .value = {}, .command = {"cp", "/dev/null", file("it's back %20").string()}}));
    EXPECT_TRUE(guard->finish());
    EXPECT_TRUE(std::filesystem::exists(file("it's back %20")));
}

TEST_F(GuardTest, SaysWhatCouldNotBePutBackAndKeepsTheJournal)
{
    auto guard = startGuard();
    ASSERT_TRUE(guard->willChange(writeBack("gone", "1")));
    const auto finished = guard->finish();
    ASSERT_FALSE(finished);
    EXPECT_THAT(finished.error().message, HasSubstr("cannot put back gone: cannot write '1' to "));
    guard.reset();
    const auto left = Guard::leftBehind(journals());
    ASSERT_THAT(left, SizeIs(1));
    EXPECT_THAT(left[0].what, ElementsAre("gone was to be set back to '1'"));
    EXPECT_FALSE(Guard::mend(left[0]));
    write(file("gone"), "0");
    EXPECT_TRUE(Guard::mend(left[0]));
    EXPECT_EQ(read(file("gone")), "1");
    EXPECT_THAT(Guard::leftBehind(journals()), IsEmpty());
}

TEST_F(GuardTest, UndoesEverythingWhenTheProcessIsKilled)
{
    write(file("setting"), "old");
    const auto pids = file("pids");
    killed([&](int done) {
        const auto guard = startGuard();
        if (!guard->willChange(writeBack("setting", "old"))) {
            return;
        }
        write(file("setting"), "new");
        Launcher launcher(*guard);
        const std::jthread watcher([&] {
            // A copy in its measurement, its stray in another session.
            const auto isRunning = eventually([&] { return processesWith(guard->mark()) >= 4; });
            ::write(done, isRunning ? "x" : "", isRunning ? 1 : 0);
            while (true) {
                pause();
            }
        });
        std::ignore = launcher.runRound(kernel("pid=" + pids.string()), 2, plan(), {});
    });
    EXPECT_TRUE(eventually([&] { return journalCount() == 0; })) << "the guardian removes the journal last";
    EXPECT_EQ(read(file("setting")), "old");
    EXPECT_TRUE(std::filesystem::is_empty(work()));
    std::istringstream noted(read(pids));
    int copies = 0;
    for (std::string line; std::getline(noted, line); ++copies) {
        // One that is dead but not yet waited for by init has no command line any more.
        EXPECT_EQ(readSmallFile(std::format("/proc/{}/cmdline", std::stoi(line))).value_or(""), "") << line;
    }
    EXPECT_EQ(copies, 2);
}

TEST_F(GuardTest, FindsWhatAKilledGuardianLeft)
{
    write(file("setting"), "old");
    killed([&](int done) {
        const auto guard = startGuard();
        std::ignore = guard->willChange(writeBack("setting", "old"));
        std::ignore = guard->makeFolder(work());
        write(file("setting"), "new");
        if (!eventually([this] { return killGuardian(); })) {
            return;
        }
        ::write(done, "x", 1);
        pause();
    });
    EXPECT_EQ(read(file("setting")), "new");
    EXPECT_TRUE(eventually([&] { return !Guard::leftBehind(journals()).empty(); }));
    const auto left = Guard::leftBehind(journals());
    ASSERT_THAT(left, SizeIs(1));
    EXPECT_THAT(left[0].what, ElementsAre("setting was to be set back to 'old'", HasSubstr("' was to be removed")));
    EXPECT_TRUE(Guard::mend(left[0]));
    EXPECT_EQ(read(file("setting")), "old");
    EXPECT_TRUE(std::filesystem::is_empty(work()));
    EXPECT_EQ(journalCount(), 0);
}

TEST_F(GuardTest, ARunningGuardLeavesNothingBehindToMend)
{
    const auto guard = startGuard();
    EXPECT_THAT(Guard::leftBehind(journals()), IsEmpty());
}

TEST_F(GuardTest, RefusesAFolderOfSomebodyElse)
{
    std::filesystem::create_symlink(work(), journals());
    const auto guard = Guard::start(journals());
    ASSERT_FALSE(guard);
    EXPECT_THAT(guard.error().message, HasSubstr("it is not a folder of this user"));
}

TEST(Journal, ReadsBackWhatWasWritten)
{
    const RestoreAction command {
        .what = "two words\n", .file = {}, .value = {}, .command = {"sh", "-c", "echo 100%", ""}};
    const RestoreAction file {.what = "x", .file = "/a b", .value = "[always] madvise", .command = {}};
    const auto journal =
        parseJournal(changeLine(1, command) + changeLine(2, file) + "boot b\nfolder /tmp/%20x\nwrite 3 a");
    ASSERT_THAT(journal.changes, SizeIs(2)) << "a line without its end was not meant";
    EXPECT_EQ(journal.changes[0].second.what, "two words\n");
    EXPECT_THAT(journal.changes[0].second.command, ElementsAre("sh", "-c", "echo 100%", ""));
    EXPECT_EQ(journal.changes[1].second.file, "/a b");
    EXPECT_EQ(journal.changes[1].second.value, "[always] madvise");
    EXPECT_EQ(journal.boot, "b");
    EXPECT_THAT(journal.folders, ElementsAre("/tmp/ x"));
    EXPECT_THAT(parseJournal(changeLine(1, file) + "done 1\n").changes, IsEmpty());
}

}
}
