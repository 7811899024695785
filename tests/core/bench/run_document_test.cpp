// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run_document.h"

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace patchscale;

namespace {

namespace fs = std::filesystem;

RoundSample sample(int round, double rate)
{
    RoundSample out;
    out.boot = "6a1f";
    out.round = round;
    out.order = 2 * round;
    out.rate = rate;
    out.wallRate = rate - 1;
    out.count = 2 * rate;
    out.seconds = 2;
    out.user = 0.25;
    out.system = 1.5;
    out.copyRates = {rate / 2, rate / 2};
    out.cpus = {0, 3};
    out.metrics = {{"p99_ns", 812.5}};
    return out;
}

RunRecord record()
{
    KernelResult pipe;
    pipe.kernel = "pipe";
    pipe.name = "Pipe Throughput";
    pipe.copies = 2;
    pipe.unit = "lps";
    pipe.baseline = 12440.0;
    pipe.samples = {sample(1, 1234567.1), sample(2, 0.1)};
    pipe.combined = 1234500.5;
    pipe.index = 992.36;
    pipe.parameters = {{"placement", "list"}};
    KernelResult hung;
    hung.kernel = "context";
    hung.name = "Pipe-based Context Switching";
    hung.mode = "same-cpu";
    hung.better = Better::Lower;
    hung.failed = "stopped after 10 s: it said \"nothing\"\n";
    RunRecord out;
    out.tool.version = "0.1.0";
    out.tool.flags = "-O2";
    out.machine.values = {{"cpu.model", "Made-up 64"}, {"kernel.release", "6.9.0"}};
    out.started = "2026-01-02T03:04:05Z";
    out.directory = "/tmp (tmpfs)";
    out.variants = {{.label = "before", .role = Role::Baseline, .results = {pipe, hung}}};
    out.order = {"round 1 before pipe"};
    out.warnings = {{.code = "load", .message = "2 busy processes", .mend = "stop them"}};
    return out;
}

/// An empty folder that goes away.
class Folder
{
public:
    Folder()
    {
        std::string name = (fs::temp_directory_path() / "patchscale-XXXXXX").string();
        m_path = ::mkdtemp(name.data());
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder()
    {
        fs::remove_all(m_path);
    }
    [[nodiscard]] const fs::path& path() const
    {
        return m_path;
    }

private:
    fs::path m_path;
};

std::string content(const fs::path& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}

TEST(RunDocument, HoldsEveryFieldOfTheRecord)
{
    const auto json = nlohmann::json::parse(runDocument(record()));
    EXPECT_EQ(json.at("patchscale-run"), 1);
    EXPECT_EQ(json.at("tool").at("version"), "0.1.0");
    EXPECT_EQ(json.at("tool").at("flags"), "-O2");
    EXPECT_EQ(json.at("machine").at("kernel.release"), "6.9.0");
    EXPECT_EQ(json.at("started"), "2026-01-02T03:04:05Z");
    EXPECT_EQ(json.at("directory"), "/tmp (tmpfs)");
    EXPECT_EQ(json.at("order").at(0), "round 1 before pipe");
    EXPECT_TRUE(json.at("ended").is_null());
    EXPECT_EQ(json.at("warnings").at(0).at("mend"), "stop them");
    const auto& variant = json.at("variants").at(0);
    EXPECT_EQ(variant.at("label"), "before");
    EXPECT_EQ(variant.at("role"), "baseline");
    const auto& pipe = variant.at("results").at(0);
    EXPECT_EQ(pipe.at("kernel"), "pipe");
    EXPECT_EQ(pipe.at("name"), "Pipe Throughput");
    EXPECT_EQ(pipe.at("mode"), "");
    EXPECT_EQ(pipe.at("copies"), 2);
    EXPECT_EQ(pipe.at("unit"), "lps");
    EXPECT_EQ(pipe.at("better"), "higher");
    EXPECT_EQ(pipe.at("baseline"), 12440.0);
    EXPECT_EQ(pipe.at("combined"), 1234500.5);
    EXPECT_EQ(pipe.at("index"), 992.36);
    EXPECT_EQ(pipe.at("parameters").at("placement"), "list");
    EXPECT_TRUE(pipe.at("failed").is_null());
    const auto& first = pipe.at("samples").at(0);
    EXPECT_EQ(first.at("boot"), "6a1f");
    EXPECT_EQ(first.at("round"), 1);
    EXPECT_EQ(first.at("order"), 2);
    EXPECT_EQ(first.at("rate").get<double>(), 1234567.1);
    EXPECT_EQ(first.at("wallRate").get<double>(), 1234566.1);
    EXPECT_EQ(first.at("count").get<double>(), 2469134.2);
    EXPECT_EQ(first.at("seconds"), 2.0);
    EXPECT_EQ(first.at("user"), 0.25);
    EXPECT_EQ(first.at("system"), 1.5);
    EXPECT_EQ(first.at("copies").at(1).get<double>(), 617283.55);
    EXPECT_EQ(first.at("cpus").at(1), 3);
    EXPECT_EQ(first.at("metrics").at("p99_ns"), 812.5);
    const auto& hung = variant.at("results").at(1);
    EXPECT_EQ(hung.at("mode"), "same-cpu");
    EXPECT_EQ(hung.at("better"), "lower");
    EXPECT_TRUE(hung.at("baseline").is_null());
    EXPECT_EQ(hung.at("failed"), "stopped after 10 s: it said \"nothing\"\n");
    EXPECT_TRUE(hung.at("samples").empty());
}

TEST(RunDocument, KeepsEverySampleInALineOfItsOwn)
{
    const auto text = runDocument(record());
    const auto at = text.find("\"rate\": 1234567.1,");
    ASSERT_NE(at, std::string::npos);
    const auto begin = text.rfind('\n', at) + 1;
    const auto line = text.substr(begin, text.find('\n', at) - begin);
    EXPECT_NE(line.find("\"p99_ns\": 812.5}}"), std::string::npos) << line;
}

TEST(RunDocument, SaysNullForARateThatIsNoNumber)
{
    auto odd = record();
    odd.variants[0].results[0].samples[0].rate = std::numeric_limits<double>::quiet_NaN();
    const auto json = nlohmann::json::parse(runDocument(odd));
    EXPECT_TRUE(json.at("variants").at(0).at("results").at(0).at("samples").at(0).at("rate").is_null());
}

TEST(RunDocument, SavesInPlaceOfAnOlderFileAndLeavesNothingBeside)
{
    const Folder folder;
    const auto file = folder.path() / "before.json";
    std::ofstream(file) << "older and longer than nothing";
    ASSERT_TRUE(saveRunDocument(file, record()));
    EXPECT_EQ(content(file), runDocument(record()));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
}

TEST(RunDocument, SavesToTheFileBehindALink)
{
    const Folder folder;
    std::ofstream(folder.path() / "real.json") << "old";
    fs::create_symlink("real.json", folder.path() / "link.json");
    ASSERT_TRUE(saveRunDocument(folder.path() / "link.json", record()));
    EXPECT_TRUE(fs::is_symlink(folder.path() / "link.json"));
    EXPECT_EQ(content(folder.path() / "real.json"), runDocument(record()));
}

TEST(RunDocument, WritesThroughAPipe)
{
    const Folder folder;
    const auto file = folder.path() / "fifo";
    ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
    const int reader = ::open(file.c_str(), O_RDONLY | O_NONBLOCK);
    RunRecord small;
    ASSERT_TRUE(saveRunDocument(file, small));
    std::string read(64, '\0');
    EXPECT_GT(::read(reader, read.data(), read.size()), 0);
    ::close(reader);
    EXPECT_TRUE(read.starts_with("{\n  \"patchscale-run\": 1"));
    EXPECT_TRUE(fs::is_fifo(file));
}

TEST(RunDocument, SaysWhyItCannotBeSaved)
{
    const auto saved = saveRunDocument("/nowhere/at/all/run.json", record());
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, Errc::Io);
    EXPECT_EQ(saved.error().message, "cannot write '/nowhere/at/all/run.json': No such file or directory");
    EXPECT_FALSE(saved.error().hints.empty());
}

TEST(RunDocument, AFullDiskKeepsTheOldFileAndLeavesNothingBeside)
{
    const Folder folder;
    const auto file = folder.path() / "before.json";
    ASSERT_TRUE(saveRunDocument(file, record()));
    auto more = record();
    more.variants[0].results[0].samples.assign(200, sample(1, 2.5));
    const pid_t child = ::fork();
    if (child == 0) {
        // Writing beyond the limit stops in the middle of the document, as it does on a full disk.
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit {.rlim_cur = 8192, .rlim_max = 8192};
        const bool isLimited = ::setrlimit(RLIMIT_FSIZE, &limit) == 0;
        const auto saved = saveRunDocument(file, more);
        const bool isTold = !saved && saved.error().message.contains(file.string()) && !saved.error().hints.empty();
        ::_exit(isLimited && isTold ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
    ASSERT_GT(runDocument(more).size(), 8192U);
    EXPECT_EQ(content(file), runDocument(record()));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
}

TEST(RunDocument, ADeviceWithoutRoomIsTold)
{
    const auto saved = saveRunDocument("/dev/full", record());
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().message, "cannot write '/dev/full': No space left on device");
}

TEST(RunDocument, AProcessThatIsKilledWhileItSavesLeavesTheOldFileOrTheNew)
{
    const Folder folder;
    const auto file = folder.path() / "before.json";
    auto more = record();
    more.variants[0].results[0].samples.assign(500, sample(1, 2.5));
    const auto older = runDocument(record());
    const auto newer = runDocument(more);
    for (int i = 0; i < 8; ++i) {
        ASSERT_TRUE(saveRunDocument(file, record()));
        const pid_t child = ::fork();
        if (child == 0) {
            while (saveRunDocument(file, more)) { }
            ::_exit(1);
        }
        for (int spin = 0; spin < i; ++spin) {
            EXPECT_FALSE(content(file).empty()); // passes the time with what a reader does
        }
        ::kill(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        ASSERT_TRUE(WIFSIGNALED(status));
        const auto left = content(file);
        EXPECT_TRUE(left == older || left == newer);
    }
}
