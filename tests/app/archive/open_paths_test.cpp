// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/archive/open_paths.h"

#include "packed_files.h"

#include <filesystem>
#include <fstream>
#include <map>

#include <gmock/gmock.h>

using namespace patchscale;
using namespace patchscale::testing_archive;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

constexpr std::string_view kReport = "System Benchmarks Index Values               BASELINE       RESULT    INDEX\n"
                                     "Pipe Throughput                               12440.0     131502.0    105.7\n"
                                     "System Call Overhead                          15000.0      44201.0     29.5\n";

class OpenPaths : public testing::Test
{
protected:
    OpenPaths()
    {
        std::string pattern = testing::TempDir() + "patchscale-XXXXXX";
        m_folder = ::mkdtemp(pattern.data());
    }
    ~OpenPaths() override
    {
        std::filesystem::remove_all(m_folder);
    }
    void write(const std::string& name, std::string_view bytes) const
    {
        std::filesystem::create_directories((m_folder / name).parent_path());
        std::ofstream(m_folder / name, std::ios::binary) << bytes;
    }
    /// What is opened at @p name, as "name: runs" or "name: refused" or "name: passed over", without the folder.
    [[nodiscard]] std::vector<std::string> open(const std::string& name) const
    {
        std::vector<std::string> out;
        const auto opened = openPath(m_folder / name, Job {}, [&](const OpenedFile& file) {
            const auto shown = file.name.substr(m_folder.string().size() + 1);
            out.push_back(shown + ": "
                          + (file.document            ? std::to_string((*file.document)->parsed.runs.size())
                                 : file.isBystander() ? "passed over"
                                                      : "refused"));
        });
        if (!opened) {
            out.push_back(opened.error().message);
        }
        return out;
    }

    std::filesystem::path m_folder;
};

}

TEST_F(OpenPaths, AFolderGivesAllItsFilesInTheOrderOfTheirNames)
{
    write("r/b.txt", kReport);
    write("r/a/run", kReport);
    write("r/notes", "nothing to see\n");
    write("r/picture.png", std::string("\x89PNG\0\0", 6));
    write("r/.hidden", kReport);
    write("r/empty", "");
    std::filesystem::create_directory_symlink("..", m_folder / "r/loop");
    EXPECT_THAT(
        open("r"),
        ElementsAre("r/a/run: 1", "r/b.txt: 1", "r/empty: passed over", "r/notes: 0", "r/picture.png: passed over"));
}

TEST_F(OpenPaths, NumbersInNamesAreCounted)
{
    write("r/v6.10/run.txt", kReport);
    write("r/v6.6/run.txt", kReport);
    write("r/run-2.txt", kReport);
    write("r/run-10.txt", kReport);
    EXPECT_THAT(open("r"), ElementsAre("r/run-2.txt: 1", "r/run-10.txt: 1", "r/v6.6/run.txt: 1", "r/v6.10/run.txt: 1"));
}

TEST_F(OpenPaths, AnEmptyFolderIsRefused)
{
    std::filesystem::create_directory(m_folder / "r");
    EXPECT_THAT(open("r"), ElementsAre(HasSubstr("the folder holds no files")));
}

TEST_F(OpenPaths, ArchivesInArchivesAreOpenedAndTheirNamesTellTheWay)
{
    const auto inner = zipOf({{.name = "deep/run", .bytes = std::string(kReport)}});
    write("r.zip",
          zipOf({{.name = "inner.zip", .bytes = inner},
                 {.name = "packed.tar.gz", .bytes = gzipOf(tarOf({{.name = "run", .bytes = std::string(kReport)}}))},
                 {.name = "plain", .bytes = std::string(kReport)}}));
    EXPECT_THAT(open("r.zip"),
                ElementsAre("r.zip/inner.zip/deep/run: 1", "r.zip/packed.tar.gz/run: 1", "r.zip/plain: 1"));
}

TEST_F(OpenPaths, ADamagedEntryIsRefusedAndTheRestIsRead)
{
    write("r.zip",
          zipOf({{.name = "bad", .bytes = std::string(kReport), .isDamaged = true},
                 {.name = "good", .bytes = std::string(kReport)}}));
    EXPECT_THAT(open("r.zip"), ElementsAre("r.zip/bad: refused", "r.zip/good: 1"));
}

TEST_F(OpenPaths, APackedFileThatHoldsNoTextIsRefusedSinceItWasNamed)
{
    write("r.gz", gzipOf(std::string("\0\0\0", 3)));
    EXPECT_THAT(open("r.gz"), ElementsAre("r.gz: refused"));
}

TEST_F(OpenPaths, TooManyLayersAreRefused)
{
    std::string bytes(kReport);
    for (int i = 0; i < 12; ++i) {
        bytes = gzipOf(bytes);
    }
    write("r.gz", bytes);
    EXPECT_THAT(open("r.gz"), ElementsAre("r.gz: refused"));
}

TEST_F(OpenPaths, AStoppedJobEndsAsCancelled)
{
    write("r/a", kReport);
    write("r/b", kReport);
    std::stop_source stop;
    int count = 0;
    const auto opened = openPath(m_folder / "r", Job {.stop = stop.get_token()}, [&](const OpenedFile&) {
        ++count;
        stop.request_stop();
    });
    ASSERT_FALSE(opened.has_value());
    EXPECT_EQ(opened.error().code, Errc::Cancelled);
    EXPECT_EQ(count, 1);
}

TEST_F(OpenPaths, ProgressGoesThroughTheFiles)
{
    write("r/a", kReport);
    write("r/b", kReport);
    std::vector<double> seen;
    const Job job {.stop = {}, .report = [&](double fraction, std::string_view) { seen.push_back(fraction); }};
    ASSERT_TRUE(openPath(m_folder / "r", job, [](const OpenedFile&) { }).has_value());
    EXPECT_THAT(seen, ElementsAre(0.0, 0.5));
}
