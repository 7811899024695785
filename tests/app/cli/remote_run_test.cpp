// SPDX-License-Identifier: GPL-3.0-or-later
// `run --on`, against an sshd on the loopback device.
#include "program.h"
#include "ssh_server.h"

#include <csignal>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

using namespace patchscale::testing_cli;
using namespace patchscale::testing_app;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

namespace {

namespace fs = std::filesystem;

class RunElsewhere : public CliTest
{
protected:
    RunElsewhere()
        : m_server(m_folder / "ssh")
    {
        fs::create_directory(m_folder / "ssh");
    }
    void SetUp() override
    {
        if (const auto why = m_server.start(); !why.empty()) {
            GTEST_SKIP() << why;
        }
    }

    /// The arguments of a run there.
    [[nodiscard]] std::vector<std::string> there(std::vector<std::string> arguments) const
    {
        std::vector<std::string> words {"run", "--on", m_server.host()};
        const auto options = m_server.options();
        words.insert(words.end(), options.begin(), options.end());
        words.insert(words.end(), arguments.begin(), arguments.end());
        words.insert(words.end(), {"--warm-up", "0"});
        return words;
    }
    [[nodiscard]] StartedProgram start(const std::vector<std::string>& arguments) const
    {
        auto words = there(arguments);
        words.insert(words.begin(), PATCHSCALE_CLI);
        return {std::move(words),
                {"PATH=/usr/bin:/bin", "HOME=" + m_folder.string(), "XDG_DATA_HOME=" + (m_folder / "data").string()},
                m_folder};
    }
    /// Nothing of ours runs or is kept on the other side.
    [[nodiscard]] bool isCleanThere() const
    {
        return isClean(m_server.remoteFolder().string() + "/patchscale-", m_server.remoteFolder());
    }

    SshServer m_server;
};

}

TEST_F(RunElsewhere, MeasuresThereAndImportsHereAndLeavesNothing)
{
    const auto outcome = call(
        there({"pipe", "null", "--seconds", "0.02", "--rounds", "2", "--label", "it's \"before\"", "-o", "r.json"}));
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_THAT(outcome.error, ContainsRegex("2/2 +Pipe Throughput"));
    EXPECT_THAT(outcome.error, Not(HasSubstr("result.json"))); // a file that is gone
    EXPECT_THAT(outcome.out, ContainsRegex("Pipe Throughput .* 2 .* lps"));
    EXPECT_THAT(outcome.out, HasSubstr(": 'it's \"before\"'"));
    const auto document = nlohmann::json::parse(read("r.json"));
    EXPECT_EQ(document.at("variants").at(0).at("label"), "it's \"before\"");
    EXPECT_THAT(document.at("directory"), HasSubstr(m_server.remoteFolder().string()));
    EXPECT_THAT(call({"list"}).out, HasSubstr(" on " + m_server.host() + ", "));
    EXPECT_TRUE(comesTrue([this] { return isCleanThere(); }));
}

TEST_F(RunElsewhere, CtrlCFetchesWhatWasMeasured)
{
    auto program = start({"pipe", "--seconds", "0.05", "--rounds", "1000", "--label", "cut"});
    ASSERT_TRUE(program.waitFor("2/1000")) << program.printed();
    EXPECT_FALSE(isCleanThere());
    program.kill(SIGINT);
    EXPECT_EQ(program.wait(), 128 + SIGINT);
    EXPECT_THAT(program.printed(), HasSubstr(": 'cut', 1 test\n"));
    EXPECT_TRUE(comesTrue([this] { return isCleanThere(); }));
}

TEST_F(RunElsewhere, LeavesNothingThereWhenItIsKilledHere)
{
    auto program = start({"pipe", "--seconds", "0.05", "--rounds", "1000"});
    ASSERT_TRUE(program.waitFor("1/1000")) << program.printed();
    EXPECT_FALSE(isCleanThere());
    program.kill(SIGKILL);
    EXPECT_TRUE(comesTrue([this] { return isCleanThere(); }));
}

TEST_F(RunElsewhere, AKernelThatDoesNotExistThereEndsWithTwo)
{
    const auto outcome = call(there({"no-such-kernel"}));
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.error, HasSubstr("there is no kernel 'no-such-kernel'"));
    EXPECT_TRUE(comesTrue([this] { return isCleanThere(); }));
}

TEST_F(RunElsewhere, TakesPresetsAndOwnJobFilesOfFioAlong)
{
    if (!fs::exists("/usr/bin/fio")) {
        GTEST_SKIP() << "fio is not installed";
    }
    constexpr auto kJob = "[small]\nrw=write\nbs=4k\nsize=64k\nioengine=psync\n";
    fs::create_directories(m_folder / "jobs");
    fs::create_directories(m_folder / "presets");
    write("jobs/mine.fio", kJob);
    write("presets/tiny.fio", kJob);
    write("presets/mine.fio", kJob);
    const auto outcome =
        call(there({"--fio", "tiny,mine,jobs/mine.fio", "--fio-presets", "presets", "--rounds", "1", "-o", "r.json"}));
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    std::vector<std::string> names;
    const auto document = nlohmann::json::parse(read("r.json"));
    for (const auto& record : document.at("variants").at(0).at("fio")) {
        names.push_back(record.at("name"));
        EXPECT_EQ(record.at("rounds").size(), 1U);
    }
    EXPECT_EQ(names, (std::vector<std::string> {"tiny", "mine", "mine-2"}));
    EXPECT_TRUE(comesTrue([this] { return isCleanThere(); }));
}

TEST_F(RunElsewhere, AJobFileThatIsNotHereIsToldBeforeTheConnection)
{
    const auto outcome = refusal({"run", "--fio", "no-such-job", "--on", "127.0.0.1:1"});
    EXPECT_THAT(outcome.error, HasSubstr("there is no job file and no preset 'no-such-job'"));
}

TEST_F(RunElsewhere, SaysWhyItCannotLogIn)
{
    const auto stranger =
        refusal({"run", "null", "--on", m_server.host(), "--ssh-option",
                 "IdentityFile=" + (m_folder / "ssh/stranger").string(), "--ssh-option", "BatchMode=yes",
                 "--ssh-option", "StrictHostKeyChecking=no", "--ssh-option", "UserKnownHostsFile=/dev/null"});
    EXPECT_THAT(stranger.error, HasSubstr("it does not let you in (ssh: "));
    EXPECT_THAT(stranger.error, HasSubstr("ssh-copy-id"));

    const auto closed = refusal({"run", "null", "--on", "127.0.0.1:1"});
    EXPECT_THAT(closed.error, HasSubstr("cannot measure on '127.0.0.1:1': nothing answers at that port"));

    const auto noSsh = refusal({"run", "null", "--on", m_server.host()}, {.environment = {"PATH=/no/such/folder"}});
    EXPECT_THAT(noSsh.error, HasSubstr("cannot start 'ssh'"));
    EXPECT_THAT(noSsh.error, HasSubstr("hint: install openssh-client"));
}

TEST_F(RunElsewhere, SaysThatTheProgramsDoNotRunThere)
{
    // A runner that the loader of an older system would refuse, and one for another processor.
    write("old",
          "#!/bin/sh\necho \"ps-pipe: libc.so.6: version \\`GLIBC_2.34' not found\" >&2\n"
          "echo \"ps-null: libc.so.6: version \\`GLIBC_2.38' not found\" >&2\nexit 2\n");
    fs::permissions(m_folder / "old", fs::perms::owner_all);
    const auto kernels = fs::path(PATCHSCALE_CLI).parent_path() / "kernels";
    const auto old = refusal(there({"null", "--runner", "old", "--kernels", kernels.string()}));
    EXPECT_THAT(old.error, ContainsRegex("the kernels need glibc 2.38 or newer, and there is glibc 2\\.[0-9]+"));
    EXPECT_THAT(old.error, HasSubstr("hint: build Patchscale on that machine"));

    std::string header("\177ELF\2\1\1", 7);
    header.resize(64);
    header[16] = 2;
    header[18] = 22; // IBM S/390
    write("other", header);
    fs::permissions(m_folder / "other", fs::perms::owner_all);
    const auto other = refusal(there({"null", "--runner", "other", "--kernels", kernels.string()}));
    EXPECT_THAT(other.error, HasSubstr("and the runner here is made for s390x"));
    EXPECT_TRUE(comesTrue([this] { return isCleanThere(); }));
}
