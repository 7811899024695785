// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/document_service.h"

#include "parsers/text/decode.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace patchscale;
using testing::HasSubstr;

namespace {

class DocumentService : public testing::Test
{
protected:
    DocumentService()
    {
        std::string pattern = testing::TempDir() + "patchscale-XXXXXX";
        m_folder = ::mkdtemp(pattern.data());
    }
    ~DocumentService() override
    {
        std::filesystem::remove_all(m_folder);
    }
    [[nodiscard]] std::filesystem::path write(std::string_view name, std::string_view bytes) const
    {
        std::ofstream(m_folder / name, std::ios::binary) << bytes;
        return m_folder / name;
    }
    /// The error of reading @p path, which must be refused and be named.
    static Error refusal(const std::filesystem::path& path)
    {
        const auto document = readFile(path, Job {});
        EXPECT_FALSE(document.has_value());
        if (document) {
            return {};
        }
        EXPECT_THAT(document.error().message, HasSubstr(path.string()));
        EXPECT_EQ(document.error().message.find('\n'), std::string::npos);
        EXPECT_FALSE(document.error().hints.empty());
        return document.error();
    }

    std::filesystem::path m_folder;
};

}

TEST_F(DocumentService, KeepsBytesOriginAndSha256)
{
    const auto path = write("mail.txt", "abc");
    const auto document = readFile(path, Job {});
    ASSERT_TRUE(document.has_value());
    EXPECT_EQ((*document)->bytes, "abc");
    EXPECT_EQ((*document)->path, path.string());
    // SHA-256 of "abc" from FIPS 180-2, appendix B.1, begins ba7816bf and ends f20015ad.
    EXPECT_EQ((*document)->sha256[0], 0xba);
    EXPECT_EQ((*document)->sha256[1], 0x78);
    EXPECT_EQ((*document)->sha256[31], 0xad);
}

TEST_F(DocumentService, HashesALargeDocumentToTheSameSumAsASmallOne)
{
    // SHA-256 of 3 000 000 times "a": python3 -c "import hashlib; print(hashlib.sha256(b'a'*3000000).hexdigest())"
    const auto document = readBytes(std::string(3'000'000, 'a'), "many", Job {});
    ASSERT_TRUE(document.has_value());
    EXPECT_EQ((*document)->sha256[0], 0x2a);
    EXPECT_EQ((*document)->sha256[31], 0xd4);
}

TEST_F(DocumentService, RefusesAMissingFile)
{
    EXPECT_THAT(refusal(m_folder / "none.txt").message, HasSubstr("there is no such file"));
}

TEST_F(DocumentService, RefusesAFolder)
{
    EXPECT_THAT(refusal(m_folder).message, HasSubstr("it is a folder"));
}

TEST_F(DocumentService, RefusesAnEmptyFile)
{
    EXPECT_THAT(refusal(write("empty", "")).message, HasSubstr("it is empty"));
}

TEST_F(DocumentService, RefusesAFileAsAFolderOnThePath)
{
    EXPECT_THAT(refusal(write("file", "x") / "below").message, HasSubstr("not a folder"));
}

TEST_F(DocumentService, RefusesASparseFileOfTwoGigabytesWithoutReadingIt)
{
    const auto path = write("sparse", "x");
    std::filesystem::resize_file(path, std::uintmax_t {2} << 30);
    const auto error = refusal(path);
    EXPECT_THAT(error.message, HasSubstr("larger than 512 MiB"));
    EXPECT_EQ(error.code, Errc::UnsupportedInput);
}

TEST_F(DocumentService, RefusesAFileWithoutReadPermission)
{
    const auto path = write("secret", "x");
    std::filesystem::permissions(path, std::filesystem::perms::none);
    std::filesystem::permissions(m_folder, std::filesystem::perms::all);
    const pid_t child = ::fork();
    if (child == 0) {
        // Root may read everything: try it as somebody else.
        if (::geteuid() == 0 && ::setuid(65534) != 0) {
            ::_exit(2);
        }
        const auto document = readFile(path, Job {});
        ::_exit(!document && document.error().message.contains("permission denied") ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(DocumentService, ReadsAPipeToItsEnd)
{
    std::array<int, 2> ends {};
    ASSERT_EQ(::pipe(ends.data()), 0);
    ASSERT_EQ(::write(ends[1], "one two", 7), 7);
    ::close(ends[1]);
    const auto bytes = readInput(ends[0], "standard input", Job {});
    ::close(ends[0]);
    ASSERT_TRUE(bytes.has_value());
    EXPECT_EQ(*bytes, "one two");
}

TEST_F(DocumentService, StopsAnEndlessInputAtTheLimit)
{
    // Nothing but the limit ends this one.
    const auto document = readFile("/dev/zero", Job {});
    ASSERT_FALSE(document.has_value());
    EXPECT_THAT(document.error().message, HasSubstr("larger than"));
}

TEST_F(DocumentService, AStoppedJobEndsAsCancelled)
{
    std::stop_source stop;
    stop.request_stop();
    const auto document = readFile(write("mail.txt", "abc"), Job {.stop = stop.get_token()});
    ASSERT_FALSE(document.has_value());
    EXPECT_EQ(document.error().code, Errc::Cancelled);
}
