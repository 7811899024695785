// SPDX-License-Identifier: GPL-3.0-or-later
// The program patchscale-runner, with real kernels that run for a moment.
#include "started_program.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

using nlohmann::json;
using patchscale::testing_app::comesTrue;
using patchscale::testing_app::StartedProgram;
using testing::HasSubstr;

namespace {

namespace fs = std::filesystem;

class Runner : public testing::Test
{
protected:
    Runner()
    {
        std::string pattern = testing::TempDir() + "patchscale-runner-test-XXXXXX";
        m_folder = ::mkdtemp(pattern.data());
        fs::create_directory(m_folder / "tmp");
    }
    ~Runner() override
    {
        fs::remove_all(m_folder);
    }

    [[nodiscard]] StartedProgram start(std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.begin(), PATCHSCALE_RUNNER);
        return {std::move(arguments),
                {"PATH=/usr/bin:/bin", "TMPDIR=" + (m_folder / "tmp").string(), "XDG_RUNTIME_DIR=" + m_folder.string()},
                m_folder};
    }
    [[nodiscard]] json document(const std::string& name) const
    {
        std::ifstream file(m_folder / name);
        return json::parse(file);
    }

    /// A file of the test's folder; @p mode as for chmod.
    void write(const std::string& name, const std::string& text, fs::perms mode = fs::perms::owner_all) const
    {
        fs::create_directories((m_folder / name).parent_path());
        std::ofstream(m_folder / name) << text;
        fs::permissions(m_folder / name, mode);
    }

    fs::path m_folder;
};

/// A `Run` of UnixBench that reports what the file `setting` holds as the result of a test.
constexpr auto kUnixBench = "#!/bin/sh\n"
                            "echo COUNT > \"$UB_RESULTDIR/r.log\"\n"
                            "echo \"Pipe Throughput   $(cat ../setting) lps   (10.0 s, 7 samples)\" > "
                            "\"$UB_RESULTDIR/r\"\n";

std::vector<json> eventsIn(const std::string& printed)
{
    std::vector<json> events;
    std::istringstream lines(printed);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with('{')) {
            events.push_back(json::parse(line));
        }
    }
    return events;
}

std::size_t count(const std::vector<json>& events, std::string_view name)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(events, [name](const json& event) { return event.at("event") == name; }));
}

}

TEST_F(Runner, ListsItsKernelsForScripts)
{
    auto program = start({"list", "--json"});
    EXPECT_EQ(program.wait(), 0);
    const auto kernels = json::parse(program.printed()).at("kernels");
    const auto pipe = std::ranges::find_if(kernels, [](const json& kernel) { return kernel.at("id") == "pipe"; });
    ASSERT_NE(pipe, kernels.end());
    EXPECT_EQ(pipe->at("name"), "Pipe Throughput");
    EXPECT_EQ(pipe->at("unit"), "lps");
    EXPECT_EQ(pipe->at("better"), "higher");
    EXPECT_EQ(pipe->at("baseline"), 12440.0); // of the machine that UnixBench compares with
}

TEST_F(Runner, TellsItsProgressInLinesOfJsonAndWritesADocument)
{
    auto program = start({"run", "null", "pipe", "--seconds", "0.05", "--warm-up", "0", "--rounds", "2", "--label",
                          "before", "--json-lines", "-o", "run.json"});
    EXPECT_EQ(program.wait(), 0) << program.printed();
    const auto events = eventsIn(program.printed());
    ASSERT_GE(events.size(), 2U);
    EXPECT_EQ(events.front().at("event"), "plan");
    EXPECT_EQ(events.front().at("samples"), 4); // two kernels, two rounds
    EXPECT_EQ(count(events, "round-started"), 4U);
    EXPECT_EQ(count(events, "sample"), 4U);
    EXPECT_EQ(events.back().at("event"), "finished");
    EXPECT_EQ(events.back().at("status"), "done");
    EXPECT_EQ(events.back().at("samples"), 4);

    const auto written = document("run.json");
    EXPECT_EQ(written.at("patchscale-run"), 1);
    const auto& variant = written.at("variants").at(0);
    EXPECT_EQ(variant.at("label"), "before");
    ASSERT_EQ(variant.at("results").size(), 2U);
    for (const auto& result : variant.at("results")) {
        EXPECT_EQ(result.at("samples").size(), 2U);
    }
    EXPECT_TRUE(fs::is_empty(m_folder / "tmp"));
}

TEST_F(Runner, CtrlCKeepsTheSamplesTakenBefore)
{
    auto program = start(
        {"run", "pipe", "--seconds", "0.05", "--warm-up", "0", "--rounds", "1000", "--json-lines", "-o", "run.json"});
    ASSERT_TRUE(program.waitFor(R"("event": "sample")", 2)) << program.printed();
    program.kill(SIGINT);
    EXPECT_EQ(program.wait(), 128 + SIGINT);
    const auto events = eventsIn(program.printed());
    EXPECT_EQ(events.back().at("status"), "stopped");
    const auto samples = document("run.json").at("variants").at(0).at("results").at(0).at("samples");
    EXPECT_GE(samples.size(), 2U);
    EXPECT_EQ(samples.size(), count(events, "sample"));
}

TEST_F(Runner, LeavesNothingWhenItIsKilled)
{
    auto program =
        start({"run", "file-copy-256", "--seconds", "30", "--warm-up", "0", "--rounds", "1", "--json-lines"});
    ASSERT_TRUE(program.waitFor(R"("event": "round-started")")) << program.printed();
    const auto isClean = [this] { return patchscale::testing_app::isClean(m_folder.string(), m_folder / "tmp"); };
    ASSERT_TRUE(comesTrue([&] { return !isClean(); })); // the kernel has its files
    program.kill(SIGKILL);
    EXPECT_EQ(program.wait(), 128 + SIGKILL);
    EXPECT_TRUE(comesTrue(isClean));
}

TEST_F(Runner, EndsWithTwoAndAHintWhenItIsAskedForWhatItCannotDo)
{
    const std::vector<std::vector<std::string>> calls {{},
                                                       {"frobnicate"},
                                                       {"run"},
                                                       {"run", "no-such-kernel"},
                                                       {"run", "context-switch:no-such-mode"},
                                                       {"run", "pipe", "--rounds", "0"},
                                                       {"run", "pipe", "--pin", "everywhere"},
                                                       {"run", "pipe", "--no-such-option"},
                                                       {"list", "--kernels", "no-such-folder"}};
    for (const auto& arguments : calls) {
        auto program = start(arguments);
        EXPECT_EQ(program.wait(), 2) << testing::PrintToString(arguments);
        EXPECT_THAT(program.printed(), testing::StartsWith("patchscale-runner: ")) << testing::PrintToString(arguments);
        EXPECT_THAT(program.printed(), HasSubstr("\nhint: ")) << testing::PrintToString(arguments);
    }
}

TEST_F(Runner, AbMeasuresWhatIsAroundItUnderBothVariantsAndRestores)
{
    write("setting", "1\n");
    write("ub/Run", kUnixBench);
    const auto setting = (m_folder / "setting").string();
    auto program = start({"ab", "--before", "echo 250.5 > " + setting, "--after", "echo 750.5 > " + setting,
                          "--unixbench", "ub", "-o", "ab.json"});
    EXPECT_EQ(program.wait(), 0) << program.printed();
    const auto variants = document("ab.json").at("variants");
    ASSERT_EQ(variants.size(), 2U);
    for (const auto& [at, value] : {std::pair {0, "250.5"}, std::pair {1, "750.5"}}) {
        const auto& report = variants.at(static_cast<std::size_t>(at)).at("reports").at(0);
        EXPECT_THAT(report.at("lines").at(0), HasSubstr(value));
        EXPECT_EQ(report.at("log").at(0), "COUNT");
    }
    std::ifstream kept(setting);
    std::string line;
    std::getline(kept, line);
    EXPECT_EQ(line, "1");
}

TEST_F(Runner, AbCountsAndProfilesBothVariants)
{
    if (!fs::exists("/usr/bin/perf")) {
        GTEST_SKIP() << "perf is not installed";
    }
    auto program = start({"ab", "--aa", "pipe", "--rounds", "1", "--seconds", "0.2", "--warm-up", "0",
                          "--perf-stat=task-clock", "--perf-record=cpu-clock", "-o", "ab.json"});
    EXPECT_EQ(program.wait(), 0) << program.printed();
    const auto result = document("ab.json");
    for (const auto& variant : result.at("variants")) {
        EXPECT_FALSE(variant.at("results").at(0).at("samples").at(0).at("perfStat").empty());
        EXPECT_EQ(variant.at("reports").at(0).at("name"), "perf report of Pipe Throughput");
        EXPECT_GT(variant.at("reports").at(0).at("lines").size(), 5U);
    }
}
