// SPDX-License-Identifier: GPL-3.0-or-later
// What cannot be read: status 2, one line that names file and cause, a hint, and the workspace as it was.
#include "program.h"

#include <array>
#include <csignal>
#include <filesystem>
#include <set>

#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <unistd.h>

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
    /// Each subcommand that uses a workspace must refuse @p workspace for @p cause when somebody runs it who is not
    /// root.
    void expectWorkspaceRefused(const std::string& workspace, std::string_view cause) const
    {
        for (const auto& arguments : {std::vector<std::string> {"import", "-w", workspace, "good.txt"},
                                      {"list", "-w", workspace},
                                      {"show", "1", "-w", workspace},
                                      {"compare", "-w", workspace}}) {
            const auto outcome = refusal(arguments, {.isNobody = true});
            EXPECT_THAT(outcome.error, HasSubstr(cause));
            EXPECT_THAT(outcome.error, HasSubstr("'" + workspace + "'"));
        }
    }
    [[nodiscard]] std::set<std::string> filesIn(std::string_view folder) const
    {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(m_folder / folder)) {
            names.insert(entry.path().filename().string());
        }
        return names;
    }
    /// What SQLite's own check says of a workspace.
    [[nodiscard]] std::string integrityOf(std::string_view workspace) const
    {
        std::string told;
        sqlite3* database = nullptr;
        const auto take = [](void* out, int, char** cells, char**) {
            *static_cast<std::string*>(out) += *cells;
            return 0;
        };
        sqlite3_open((m_folder / workspace).c_str(), &database);
        sqlite3_exec(database, "PRAGMA integrity_check; PRAGMA foreign_key_check", take, &told, nullptr);
        sqlite3_close(database);
        return told;
    }
};

/// A document that takes a while to store.
std::string longMail(int rows)
{
    std::string many = "Bandwidth with fio:\n\n                 w/o patch     with patch\n";
    for (int i = 0; i < rows; ++i) {
        many += "read " + std::to_string(i) + "      8141.2MB/s    8497.1MB/s\n";
    }
    return many;
}

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

TEST_F(BadInput, AFileWhoseNameStandsInTheCauseIsNamedAllTheSame)
{
    write("text", std::string(100, '\0'));
    EXPECT_THAT(refusal({"parse", "text"}).error, StartsWith("cannot read 'text': the document holds NUL bytes"));
}

TEST_F(BadInput, AFileOfBlanks)
{
    write("blanks.txt", " \n\t\n\n");
    expectRefused("blanks.txt", "nothing but blanks");
}

TEST_F(BadInput, AnotherCharsetWithoutAMarkSaysHowToSaveIt)
{
    std::string wide;
    for (const char c : mail()) {
        wide += c;
        wide += '\0';
    }
    write("wide.txt", wide);
    EXPECT_THAT(refusal({"parse", "wide.txt"}).error, HasSubstr("\nhint: if it is text in UTF-16, save it as UTF-8"));
    write("marked.txt", "\xff\xfe" + wide);
    EXPECT_THAT(call({"parse", "--json", "marked.txt"}).out, HasSubstr("8497.1"));
}

TEST_F(BadInput, ARowThatIsCutWithinItsLastNumberGivesNoNumber)
{
    const auto whole = mail();
    write("cut.txt", whole.substr(0, whole.find("8304.2") + 3));
    const auto outcome = call({"parse", "cut.txt"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.out, HasSubstr("warning: line 8: the document ends with '830'"));
    EXPECT_THAT(outcome.out, testing::Not(HasSubstr(" 830 ")));
}

TEST_F(BadInput, AFolder)
{
    std::filesystem::create_directory(m_folder / "mails");
    expectRefused("mails", "the folder holds no files");
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

TEST_F(BadInput, AReadOnlyWorkspaceIsRefusedUntouched)
{
    using std::filesystem::perms;
    write("good.txt", mail());
    std::filesystem::create_directory(m_folder / "shelf");
    ASSERT_EQ(call({"import", "-w", "shelf/lab.pscale", "good.txt"}).status, 0);
    const auto before = read("shelf/lab.pscale");
    const auto file = m_folder / "shelf" / "lab.pscale";

    std::filesystem::permissions(file, perms::owner_read | perms::group_read | perms::others_read);
    std::filesystem::permissions(m_folder / "shelf", perms::all);
    expectWorkspaceRefused("shelf/lab.pscale", "permission denied");
    // The file may be written but nothing beside it, and SQLite needs that.
    std::filesystem::permissions(file, perms::all);
    std::filesystem::permissions(m_folder / "shelf", perms::owner_all | perms::others_read | perms::others_exec,
                                 std::filesystem::perm_options::replace);
    if (::geteuid() != 0) {
        std::filesystem::permissions(m_folder / "shelf", perms::owner_read | perms::owner_exec);
    }
    expectWorkspaceRefused("shelf/lab.pscale", "permission denied");
    EXPECT_THAT(refusal({"import", "-w", "shelf/new.pscale", "good.txt"}, {.isNobody = true}).error,
                StartsWith("cannot open workspace 'shelf/new.pscale': permission denied\n"));

    std::filesystem::permissions(m_folder / "shelf", perms::all);
    EXPECT_TRUE(read("shelf/lab.pscale") == before);
    EXPECT_EQ(filesIn("shelf"), (std::set<std::string> {"lab.pscale"}));
}

TEST_F(BadInput, AnImportThatIsKilledLeavesTheWorkspaceAsItWasOrWithTheWholeDocument)
{
    constexpr int kRows = 1200;
    write("good.txt", mail());
    write("many.txt", longMail(kRows));
    ASSERT_EQ(call({"import", "-w", "start.pscale", "good.txt"}).status, 0);
    ASSERT_EQ(call({"import", "-w", "start.pscale", "many.txt"}).status, 0);
    const auto whole = call({"list", "-w", "start.pscale"}).out;
    std::filesystem::remove(m_folder / "start.pscale");
    ASSERT_EQ(call({"import", "-w", "start.pscale", "good.txt"}).status, 0);
    const auto start = read("start.pscale");
    const auto listed = call({"list", "-w", "start.pscale"}).out;
    ASSERT_NE(listed, whole);

    int killed = 0;
    // Bytes in the log at which the program is killed: before it, at its start, within, and when it is done or nearly
    // so.
    for (const std::uintmax_t bytes : {0U, 1U, 32U << 10U, 64U << 10U, 128U << 10U}) {
        write("lab.pscale", start);
        const auto log = m_folder / "lab.pscale-wal";
        const auto outcome = call({"import", "-w", "lab.pscale", "many.txt"}, {.killWhen = [&] {
                                      std::error_code none;
                                      const auto size = std::filesystem::file_size(log, none);
                                      return bytes == 0 || (!none && size >= bytes);
                                  }});
        killed += outcome.status == 128 + SIGKILL ? 1 : 0;
        const auto after = call({"list", "-w", "lab.pscale"});
        EXPECT_EQ(after.status, 0) << after.error;
        EXPECT_TRUE(after.out == listed || after.out == whole) << after.out;
        EXPECT_EQ(integrityOf("lab.pscale"), "ok");
    }
    EXPECT_EQ(call({"import", "-w", "lab.pscale", "many.txt"}).status, 0);
    EXPECT_EQ(call({"list", "-w", "lab.pscale"}).out, whole);
    EXPECT_GE(killed, 2) << "the program was too fast for the test to mean anything";
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
    write("many.txt", longMail(8000));

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
