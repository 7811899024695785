// SPDX-License-Identifier: GPL-3.0-or-later
// What is opened as a workspace and what is refused, untouched.
#include "core/store/workspace.h"

#include "core/store/migration.h"
#include "documents.h"

#include <fstream>

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace patchscale;
using patchscale::testing_store::plainDocument;
using testing::HasSubstr;

namespace {

constexpr std::streamoff kUserVersionAt = 60; // https://www.sqlite.org/fileformat2.html, the database header
constexpr std::streamoff kApplicationIdAt = 68;

class WorkspaceFile : public testing_store::WorkspaceTest
{
protected:
    void make() const
    {
        auto workspace = Workspace::openOrCreate(m_workspace);
        ASSERT_TRUE(workspace.has_value()) << workspace.error().message;
        ASSERT_TRUE(workspace->addDocument(plainDocument("a", 20), "", Job {}).has_value());
    }
    void patch(std::streamoff at, std::string_view bytes) const
    {
        std::fstream file(m_workspace, std::ios::binary | std::ios::in | std::ios::out);
        file.seekp(at);
        file << bytes;
    }
    /// Opening @p path, to read or to make it, must fail with @p cause and leave the folder as it was.
    void expectRefusal(const std::filesystem::path& path, std::string_view cause) const
    {
        const bool isFile = std::filesystem::is_regular_file(path);
        const auto before = isFile ? read(path) : std::string();
        const auto files = count();
        for (auto* const openIt : {&Workspace::open, &Workspace::openOrCreate}) {
            const auto workspace = openIt(path);
            ASSERT_FALSE(workspace.has_value());
            EXPECT_EQ(workspace.error().code, Errc::Storage);
            EXPECT_THAT(workspace.error().message, HasSubstr(cause));
            EXPECT_THAT(workspace.error().message, HasSubstr(path.string()));
            EXPECT_FALSE(workspace.error().hints.empty());
        }
        EXPECT_TRUE((isFile ? read(path) : std::string()) == before);
        EXPECT_EQ(count(), files) << "a file was left beside the workspace";
    }
    [[nodiscard]] std::ptrdiff_t count() const
    {
        return std::distance(std::filesystem::directory_iterator(m_folder), {});
    }
};

}

TEST_F(WorkspaceFile, IsMadeWithTheFoldersAboveItAndLeavesNothingElse)
{
    const auto path = m_folder / "new" / "deeper" / "w.pscale";
    {
        auto workspace = Workspace::openOrCreate(path);
        ASSERT_TRUE(workspace.has_value()) << workspace.error().message;
        EXPECT_EQ(workspace->path(), path);
    }
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path.parent_path()), {}), 1);
    const auto header = read(path).substr(0, 100);
    EXPECT_EQ(header.substr(kApplicationIdAt, 4), "PSCA");
    EXPECT_EQ(header.substr(kUserVersionAt, 4), std::string("\0\0\0\3", 4));
    EXPECT_EQ(header.substr(18, 2), "\2\2"); // write-ahead log
}

TEST_F(WorkspaceFile, IsNotMadeByOpen)
{
    const auto workspace = Workspace::open(m_workspace);
    ASSERT_FALSE(workspace.has_value());
    EXPECT_THAT(workspace.error().message, HasSubstr("there is no such file"));
    EXPECT_FALSE(std::filesystem::exists(m_workspace));
}

TEST_F(WorkspaceFile, AcceptsANameThatLooksLikeAUri)
{
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(m_folder);
    EXPECT_TRUE(Workspace::openOrCreate("file:w?mode=ro").has_value());
    EXPECT_TRUE(std::filesystem::exists("file:w?mode=ro"));
    std::filesystem::current_path(before);
}

TEST_F(WorkspaceFile, ATextIsRefusedUntouched)
{
    expectRefusal(write("notes.txt", "UnixBench results, not a workspace. " + std::string(200, 'x')),
                  "it is not a Patchscale workspace");
}

TEST_F(WorkspaceFile, AnEmptyOrShortFileIsRefusedUntouched)
{
    expectRefusal(write("empty", ""), "it is not a Patchscale workspace");
    expectRefusal(write("short", std::string("SQLite format 3\0", 16)), "it is not a Patchscale workspace");
}

TEST_F(WorkspaceFile, AFolderIsRefused)
{
    expectRefusal(m_folder, "it is a folder");
}

TEST_F(WorkspaceFile, APipeIsRefusedWithoutWaitingForIt)
{
    const auto pipe = m_folder / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    expectRefusal(pipe, "it is not a regular file");
}

TEST_F(WorkspaceFile, TheDatabaseOfAnotherProgramIsRefusedUntouched)
{
    make();
    patch(kApplicationIdAt, std::string("\0\0\0\0", 4));
    expectRefusal(m_workspace, "it is not a Patchscale workspace");
}

TEST_F(WorkspaceFile, ANewerWorkspaceIsRefusedUntouched)
{
    make();
    patch(kUserVersionAt, std::string("\0\0\0\x63", 4));
    expectRefusal(m_workspace, "it is from a newer version of Patchscale (workspace 99, this program knows 3)");
}

TEST_F(WorkspaceFile, ADamagedWorkspaceIsRefused)
{
    make();
    std::filesystem::resize_file(m_workspace, 4096);
    auto workspace = Workspace::open(m_workspace);
    const bool isRefused = !workspace.has_value() || !workspace->documents().has_value();
    EXPECT_TRUE(isRefused);
}

TEST_F(WorkspaceFile, AFileOnThePathIsRefused)
{
    const auto file = write("file", "x");
    const auto workspace = Workspace::openOrCreate(file / "w.pscale");
    ASSERT_FALSE(workspace.has_value());
    EXPECT_THAT(workspace.error().message, HasSubstr("a part of its path is not a folder"));
}

TEST_F(WorkspaceFile, IsRefusedWithoutPermission)
{
    make();
    std::filesystem::permissions(m_folder, std::filesystem::perms::all);
    std::filesystem::permissions(m_workspace, std::filesystem::perms::owner_read | std::filesystem::perms::others_read);
    const pid_t child = ::fork();
    if (child == 0) {
        // Root may write everything: try it as somebody else.
        if (::geteuid() == 0 && ::setuid(65534) != 0) {
            ::_exit(2);
        }
        const auto workspace = Workspace::open(m_workspace);
        ::_exit(!workspace && workspace.error().message.contains("permission denied") ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 0);
}
