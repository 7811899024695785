// SPDX-License-Identifier: GPL-3.0-or-later
// Every kernel, driven as the launcher drives it.
#include "tests/core/bench/kernels/process.h"

#include <nlohmann/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <map>
#include <ranges>
#include <set>

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace patchscale::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr int kNotPossible = 77;

std::filesystem::path kernelFolder()
{
    return PATCHSCALE_KERNELS;
}

std::vector<std::string> allKernels()
{
    std::vector<std::string> names;
    for (const auto name : std::views::split(std::string_view(PATCHSCALE_KERNEL_NAMES), ',')) {
        names.emplace_back(std::string_view(name));
    }
    return names;
}

json describe(const std::string& name)
{
    return json::parse(runProgram(kernelFolder() / name, {"--describe"}).out);
}

/// Those whose iteration is longer than a short run get a number of iterations instead of a time.
std::vector<std::string> shortRun(const std::string& name)
{
    if (name.starts_with("ps-shell")) {
        return {"--count", "1"};
    }
    return {"--seconds", "0.15"};
}

std::vector<std::string> operator+(std::vector<std::string> left, const std::vector<std::string>& right)
{
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

class Kernels : public testing::TestWithParam<std::string>
{
};

TEST_P(Kernels, DescribeThemselves)
{
    const Outcome outcome = runProgram(kernelFolder() / GetParam(), {"--describe"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(std::ranges::count(outcome.out, '\n'), 1);
    const json info = json::parse(outcome.out);
    EXPECT_EQ("ps-" + info.at("id").get<std::string>(), GetParam());
    for (const char* key : {"name", "group", "unit", "exercises", "description"}) {
        EXPECT_FALSE(info.at(key).get<std::string>().empty()) << key;
    }
    EXPECT_EQ(info.at("better"), "higher");
    EXPECT_GE(info.at("per").get<int>(), 1);
    EXPECT_GE(info.at("modes").size(), 1U);
    if (info.contains("unixbenchName")) {
        EXPECT_GT(info.at("baseline").get<double>(), 0);
        EXPECT_GE(info.at("suiteSeconds").get<int>(), 10);
        EXPECT_GE(info.at("suitePasses").get<int>(), 3);
        EXPECT_TRUE(info.contains("timebase"));
    }
}

TEST_P(Kernels, ReportOneLineInEveryMode)
{
    const json info = describe(GetParam());
    for (const std::string mode : info.at("modes")) {
        SCOPED_TRACE(mode);
        const TestFolder folder;
        const Outcome outcome = runProgram(
            kernelFolder() / GetParam(),
            shortRun(GetParam()) + std::vector<std::string> {"--mode", mode, "--dir", folder.path().string()});
        EXPECT_TRUE(folder.isEmpty());
        if (outcome.status == kNotPossible) {
            EXPECT_THAT(outcome.err, HasSubstr("not possible here: "));
            EXPECT_EQ(outcome.out, "");
            continue;
        }
        ASSERT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        ASSERT_EQ(std::ranges::count(outcome.out, '\n'), 1);
        const json result = json::parse(outcome.out);
        EXPECT_EQ(result.at("kernel"), info.at("id"));
        EXPECT_EQ(result.at("mode"), mode);
        EXPECT_EQ(result.at("unit"), info.at("unit"));
        EXPECT_EQ(result.at("per"), info.at("per"));
        EXPECT_GT(result.at("count").get<std::uint64_t>(), 0U);
        EXPECT_GE(result.at("user").get<double>(), 0);
        EXPECT_GE(result.at("system").get<double>(), 0);
        EXPECT_TRUE(result.at("metrics").is_object());
        if (shortRun(GetParam()).front() != "--seconds") {
            continue;
        }
        // Whetstone fits its passes to the time beforehand; the others may finish one iteration on a busy machine.
        const double seconds = result.at("seconds").get<double>();
        EXPECT_GT(seconds, GetParam() == "ps-whetstone" ? 0.01 : 0.149);
        EXPECT_LT(seconds, 15);
    }
}

TEST_P(Kernels, EndAfterTheCountAskedFor)
{
    const TestFolder folder;
    const Outcome outcome =
        runProgram(kernelFolder() / GetParam(), {"--count", "3", "--warm-up", "0.01", "--dir", folder.path().string()});
    if (outcome.status == kNotPossible) {
        GTEST_SKIP() << outcome.err;
    }
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto count = json::parse(outcome.out).at("count").get<std::uint64_t>();
    EXPECT_GE(count, 3U);
    EXPECT_TRUE(folder.isEmpty());
}

TEST_P(Kernels, LeaveNothingWhenTheyAreEnded)
{
    const TestFolder folder;
    const std::string path = folder.path().string();
    int ready[2];
    ASSERT_EQ(pipe2(ready, O_CLOEXEC), 0);
    Program program(kernelFolder() / GetParam(),
                    {"--seconds", "60", "--dir", path, "--ready-fd", std::to_string(ready[1])}, {ready[1]});
    close(ready[1]);
    char byte = 0;
    if (read(ready[0], &byte, 1) != 1) {
        close(ready[0]);
        EXPECT_EQ(program.join().status, kNotPossible);
        GTEST_SKIP();
    }
    close(ready[0]);
    poll(nullptr, 0, 50); // into the midst of its work
    const auto before = std::chrono::steady_clock::now();
    kill(program.pid(), SIGTERM);
    const Outcome outcome = program.join();
    EXPECT_EQ(outcome.status, 128 + SIGTERM) << outcome.err;
    EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(10));
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(folder.isEmpty());
    EXPECT_THAT(processesOf(path), testing::IsEmpty());
}

TEST_P(Kernels, LeaveNoProcessWhenTheyAreKilled)
{
    const TestFolder folder;
    const std::string path = folder.path().string();
    Program program(kernelFolder() / GetParam(), {"--seconds", "60", "--dir", path});
    poll(nullptr, 0, 100);
    kill(program.pid(), SIGKILL);
    const int status = program.join().status;
    EXPECT_TRUE(status == -SIGKILL || status == kNotPossible);
    // What a script had started ends by itself.
    for (int i = 0; i < 500 && !processesOf(path).empty(); ++i) {
        poll(nullptr, 0, 10);
    }
    EXPECT_THAT(processesOf(path), testing::IsEmpty());
}

TEST_P(Kernels, WaitForTheBarrier)
{
    const TestFolder folder;
    int ready[2];
    int go[2];
    ASSERT_EQ(pipe2(ready, O_CLOEXEC), 0);
    ASSERT_EQ(pipe2(go, O_CLOEXEC), 0);
    Program program(kernelFolder() / GetParam(),
                    {"--count", "1", "--dir", folder.path().string(), "--ready-fd", std::to_string(ready[1]), "--go-fd",
                     std::to_string(go[0])},
                    {ready[1], go[0]});
    close(ready[1]);
    close(go[0]);
    char byte = 0;
    const ssize_t bytes = read(ready[0], &byte, 1);
    close(ready[0]);
    if (bytes != 1) {
        close(go[1]);
        const Outcome outcome = program.join();
        ASSERT_EQ(outcome.status, kNotPossible) << outcome.err;
        GTEST_SKIP();
    }
    EXPECT_EQ(waitpid(program.pid(), nullptr, WNOHANG), 0);
    close(go[1]);
    const Outcome outcome = program.join();
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_GT(json::parse(outcome.out).at("count").get<std::uint64_t>(), 0U);
}

std::string testName(const testing::TestParamInfo<std::string>& kernel)
{
    std::string name = kernel.param.substr(3);
    std::ranges::replace(name, '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(All, Kernels, testing::ValuesIn(allKernels()), testName);

/// The command line is read by one piece of code for all.
TEST(KernelCommandLine, RefusesWhatItDoesNotKnow)
{
    const std::vector<std::vector<std::string>> wrong {
        {"--colour", "red"},
        {"--seconds"},
        {"--seconds", "0"},
        {"--seconds", "-1"},
        {"--seconds", "1s"},
        {"--seconds", "nan"},
        {"--seconds", "inf"},
        {"--count", "0"},
        {"--count", "-5"},
        {"--count", "1e3"},
        {"--count", "99999999999999999999"},
        {"--mode", "other"},
        {"--delay-ns", "many"},
        {"more"},
        {"--seconds", "1", "--count", "5"},
    };
    for (const auto& arguments : wrong) {
        const Outcome outcome = runProgram(kernelFolder() / "ps-pipe", arguments);
        EXPECT_EQ(outcome.status, 2) << arguments.front();
        EXPECT_THAT(outcome.err, HasSubstr("usage: ps-pipe "));
        EXPECT_EQ(outcome.out, "");
    }
}

TEST(KernelSet, HasTheTwelveOfTheIndexWithTheirBaselines)
{
    // Names and baselines as UnixBench prints them in its report.
    const std::map<std::string, double> expected {
        {"Dhrystone 2 using register variables", 116700},
        {"Double-Precision Whetstone", 55},
        {"Execl Throughput", 43},
        {"File Copy 1024 bufsize 2000 maxblocks", 3960},
        {"File Copy 256 bufsize 500 maxblocks", 1655},
        {"File Copy 4096 bufsize 8000 maxblocks", 5800},
        {"Pipe Throughput", 12440},
        {"Pipe-based Context Switching", 4000},
        {"Process Creation", 126},
        {"Shell Scripts (1 concurrent)", 42.4},
        {"Shell Scripts (8 concurrent)", 6},
        {"System Call Overhead", 15000},
    };
    std::map<std::string, double> found;
    std::set<std::string> ids;
    for (const std::string& name : allKernels()) {
        const json info = describe(name);
        EXPECT_TRUE(ids.insert(info.at("id").get<std::string>()).second);
        if (info.contains("unixbenchName")) {
            found[info.at("unixbenchName").get<std::string>()] = info.at("baseline").get<double>();
        }
    }
    EXPECT_EQ(found, expected);
}

TEST(KernelSet, LinksLibcOnly)
{
    for (const std::string& name : allKernels()) {
        std::ifstream file(kernelFolder() / name, std::ios::binary);
        const std::string bytes {std::istreambuf_iterator<char>(file), {}};
        ASSERT_TRUE(bytes.contains("libc.so.6")) << name;
        EXPECT_FALSE(bytes.contains("libstdc++.so")) << name;
        EXPECT_FALSE(bytes.contains("libgcc_s.so")) << name;
        EXPECT_FALSE(bytes.contains("san.so")) << name; // a sanitizer's
        EXPECT_EQ(bytes.contains("libm.so.6"), name == "ps-whetstone") << name;
    }
}

TEST(KernelPlacement, NeedsTwoCpusToBeApart)
{
    cpu_set_t before;
    ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu) {
        if (CPU_ISSET(cpu, &before)) {
            CPU_SET(cpu, &one);
        }
    }
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    const Outcome apart = runProgram(kernelFolder() / "ps-context-switch", {"--count", "9", "--mode", "cross-cpu"});
    const Outcome shared = runProgram(kernelFolder() / "ps-false-sharing", {"--count", "9"});
    const Outcome same = runProgram(kernelFolder() / "ps-context-switch", {"--count", "9", "--mode", "same-cpu"});
    ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
    for (const Outcome& outcome : {apart, shared}) {
        EXPECT_EQ(outcome.status, kNotPossible);
        EXPECT_THAT(outcome.err, HasSubstr("two CPUs are needed"));
        EXPECT_EQ(outcome.out, "");
    }
    ASSERT_EQ(same.status, 0) << same.err;
    const json metrics = json::parse(same.out).at("metrics");
    EXPECT_EQ(metrics.at("cpu_a"), metrics.at("cpu_b"));
}

TEST(KernelErrors, NameWhatCouldNotBeDone)
{
    const Outcome missing =
        runProgram(kernelFolder() / "ps-file-copy-256", {"--seconds", "0.1", "--dir", "/nonexistent/folder"});
    EXPECT_EQ(missing.status, 1);
    EXPECT_EQ(missing.out, "");
    EXPECT_EQ(missing.err, "ps-file-copy-256: cannot make a temporary folder (--dir): No such file or directory\n");

    // No iteration in the time is no result of 0.
    const Outcome tooShort = runProgram(kernelFolder() / "ps-shell-8", {"--seconds", "0.000001"});
    EXPECT_EQ(tooShort.status, 1);
    EXPECT_EQ(tooShort.out, "");
    EXPECT_THAT(tooShort.err, HasSubstr("ask for more seconds"));
}

TEST(Dhrystone, CountsEveryLoopInItsOwnTable)
{
    // Its own check compares the table with the count; a count that is asked for is met exactly.
    const Outcome outcome = runProgram(kernelFolder() / "ps-dhrystone", {"--count", "123457"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(json::parse(outcome.out).at("count"), 123457);
}

TEST(Whetstone, ReportsTheTimeOfItsSections)
{
    // That each section computes what Whetstone does is checked by the kernel itself against the published values.
    const Outcome outcome = runProgram(kernelFolder() / "ps-whetstone", {"--count", "50"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const json result = json::parse(outcome.out);
    double sum = 0;
    for (int section = 1; section <= 8; ++section) {
        sum += result.at("metrics").at("section" + std::to_string(section) + "_s").get<double>();
    }
    EXPECT_NEAR(sum, result.at("seconds").get<double>(), 1e-6);
    EXPECT_EQ(result.at("count"), 50);
}

TEST(KernelDelay, SlowsAnIterationByWhatWasAskedFor)
{
    // A hundred iterations of nothing with 1 ms each: at least the 100 ms, less what a faster clock rate makes of it.
    const json result = json::parse(
        runProgram(kernelFolder() / "ps-null", {"--mode", "spin", "--count", "100", "--delay-ns", "1000000"}).out);
    EXPECT_GT(result.at("seconds").get<double>(), 0.05);
    EXPECT_LT(result.at("user").get<double>(), 0.5);
    EXPECT_EQ(result.at("metrics").at("delayNs"), 1000000);
}

}
}
