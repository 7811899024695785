// SPDX-License-Identifier: GPL-3.0-or-later
// What cannot be read: status 2, one line that names file and cause, a hint, and the workspace as it was.
#include "program.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <sys/resource.h>

using namespace patchscale::testing_cli;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

class BadInput : public CliTest
{
protected:
    /// No subcommand that reads documents may take @p name; the workspace stays as it was.
    void expectRefused(const std::string& name, std::string_view cause) const
    {
        write("good.txt", mail());
        ASSERT_EQ(call({"import", "-w", "lab.pscale", "good.txt"}).status, 0);
        const auto before = read("lab.pscale");
        for (const auto& arguments :
             {std::vector<std::string> {"parse", name}, {"import", "-w", "lab.pscale", name}, {"compare", name}}) {
            const auto outcome = refusal(arguments);
            EXPECT_THAT(outcome.error, HasSubstr(cause));
            EXPECT_THAT(outcome.error, HasSubstr(name == "-" ? "standard input" : name));
        }
        EXPECT_EQ(call({"parse", "--json", name}).status, 2);
        EXPECT_TRUE(read("lab.pscale") == before);
    }
};

}

TEST_F(BadInput, AMissingFile)
{
    expectRefused("none.txt", "there is no such file");
}

TEST_F(BadInput, AnEmptyFile)
{
    write("empty.txt", "");
    expectRefused("empty.txt", "it is empty");
}

TEST_F(BadInput, EmptyStandardInput)
{
    expectRefused("-", "it is empty");
}

TEST_F(BadInput, ABinaryFile)
{
    std::string bytes;
    for (int i = 0; i < 4096; ++i) {
        bytes += static_cast<char>(i * 7 % 256);
    }
    write("noise.bin", bytes);
    expectRefused("noise.bin", "not text");
    write("program",
          std::string("\x7f"
                      "ELF\2\1\1\0",
                      8)
              + bytes);
    expectRefused("program", "not text");
}

TEST_F(BadInput, ASparseFileOfTwoGigabytes)
{
    write("huge.txt", "x");
    std::filesystem::resize_file(m_folder / "huge.txt", std::uintmax_t {2} << 30);
    expectRefused("huge.txt", "larger than 512 MiB");
}

TEST_F(BadInput, AFileWithNulBytes)
{
    auto nul = mail();
    nul.insert(nul.find("random write"), std::string("\0", 1));
    write("nul.txt", nul);
    expectRefused("nul.txt", "NUL bytes");
}

TEST_F(BadInput, AFolder)
{
    std::filesystem::create_directory(m_folder / "mails");
    expectRefused("mails", "it is a folder");
}

TEST_F(BadInput, AFileWithoutPermission)
{
    write("secret.txt", mail());
    std::filesystem::permissions(m_folder / "secret.txt", std::filesystem::perms::none);
    const auto outcome = refusal({"parse", "secret.txt"}, {.isNobody = true});
    EXPECT_THAT(outcome.error, StartsWith("cannot read 'secret.txt': permission denied"));
}

TEST_F(BadInput, ANameWithLineEndsAndEscapesStaysOneLine)
{
    const auto outcome = refusal({"parse", "a\nb\x1b[31m.txt"});
    EXPECT_THAT(outcome.error, StartsWith("cannot read 'a b?[31m.txt': there is no such file\n"));
}

TEST_F(BadInput, OneBadFileDoesNotHideTheOthersAndIsNotForgotten)
{
    write("good.txt", mail());
    const auto parsed = call({"parse", "none.txt", "good.txt"});
    EXPECT_EQ(parsed.status, 2);
    EXPECT_THAT(parsed.out, HasSubstr("random read"));

    const auto imported = call({"import", "none.txt", "good.txt"});
    EXPECT_EQ(imported.status, 2);
    EXPECT_THAT(imported.out, HasSubstr("good.txt: document 1"));
}

TEST_F(BadInput, AComparisonWithAMissingSideIsNotMade)
{
    write("good.txt", mail());
    EXPECT_THAT(refusal({"compare", "good.txt", "none.txt"}).error, HasSubstr("'none.txt'"));
}

TEST_F(BadInput, OddButReadableDocumentsAreRead)
{
    write("charset.txt", "Results \xb1 5\n" + mail()); // neither UTF-8 nor declared
    const auto charset = call({"parse", "--json", "charset.txt"});
    EXPECT_EQ(charset.status, 0);
    EXPECT_THAT(charset.out, HasSubstr("8497.1"));

    write("cut.txt", mail().substr(0, mail().find("8304.2") + 3)); // within the last row
    EXPECT_EQ(call({"parse", "cut.txt"}).status, 0);
}

TEST_F(BadInput, WhatIsNoWorkspaceIsRefusedUntouched)
{
    write("good.txt", mail());
    write("notes.pscale", std::string(4096, 'x'));
    const auto before = read("notes.pscale");
    for (const auto& arguments : {std::vector<std::string> {"import", "-w", "notes.pscale", "good.txt"},
                                  {"list", "-w", "notes.pscale"},
                                  {"show", "1", "-w", "notes.pscale"},
                                  {"compare", "-w", "notes.pscale"}}) {
        EXPECT_THAT(refusal(arguments).error,
                    StartsWith("cannot open workspace 'notes.pscale': it is not a Patchscale workspace\n"));
    }
    EXPECT_TRUE(read("notes.pscale") == before);
    EXPECT_THAT(refusal({"list", "-w", "."}).error, HasSubstr("it is a folder"));
    EXPECT_THAT(refusal({"list", "-w", "none.pscale"}).error, HasSubstr("there is no such file"));
    EXPECT_FALSE(std::filesystem::exists(m_folder / "none.pscale"));
}

TEST_F(BadInput, ANewerWorkspaceIsRefusedUntouched)
{
    write("good.txt", mail());
    ASSERT_EQ(call({"import", "-w", "lab.pscale", "good.txt"}).status, 0);
    auto bytes = read("lab.pscale");
    bytes[63] = 99; // the last byte of user_version
    write("lab.pscale", bytes);
    EXPECT_THAT(refusal({"import", "-w", "lab.pscale", "good.txt"}).error,
                HasSubstr("'lab.pscale': it is from a newer version of Patchscale"));
    EXPECT_TRUE(read("lab.pscale") == bytes);
}

TEST_F(BadInput, AFullDiskWhileResultsAreWrittenIsSaid)
{
    write("good.txt", mail());
    const auto outcome = call({"parse", "good.txt"}, {.output = "/dev/full"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.error, StartsWith("cannot write to standard output: "));
    EXPECT_THAT(outcome.error, HasSubstr("\nhint: "));
}

TEST_F(BadInput, AFileSizeLimitDuringImportLeavesTheWorkspaceAsItWas)
{
    write("good.txt", mail());
    ASSERT_EQ(call({"import", "-w", "lab.pscale", "good.txt"}).status, 0);
    const auto listed = call({"list", "-w", "lab.pscale"}).out;
    std::string many = "                 w/o patch     with patch\n";
    for (int i = 0; i < 8000; ++i) {
        many += "read " + std::to_string(i) + "      8141.2MB/s    8497.1MB/s\n";
    }
    write("many.txt", "Bandwidth with fio:\n\n" + many);

    rlimit old {};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
    const rlimit small {.rlim_cur = 400'000, .rlim_max = old.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto outcome = call({"import", "-w", "lab.pscale", "many.txt"});
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old), 0);

    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.error, HasSubstr("'lab.pscale'"));
    EXPECT_EQ(call({"list", "-w", "lab.pscale"}).out, listed);
}
