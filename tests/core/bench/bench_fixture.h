// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/posix.h"
#include "core/bench/experiment.h"
#include "core/bench/guard.h"
#include "core/bench/launcher.h"

#include <chrono>
#include <filesystem>
#include <format>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

#include <unistd.h>

#include <gtest/gtest.h>

namespace patchscale {

/// A folder for one test, and the test kernel.
class BenchFixture : public testing::Test
{
protected:
    BenchFixture()
    {
        std::string name = (std::filesystem::temp_directory_path() / "patchscale-bench-XXXXXX").string();
        m_folder = mkdtemp(name.data());
        std::filesystem::create_directory(m_folder / "work");
    }
    ~BenchFixture() override
    {
        std::filesystem::remove_all(m_folder);
    }

    [[nodiscard]] std::filesystem::path journals() const
    {
        return m_folder / "journals";
    }
    [[nodiscard]] std::filesystem::path work() const
    {
        return m_folder / "work";
    }
    [[nodiscard]] std::filesystem::path file(std::string_view name) const
    {
        return m_folder / name;
    }

    [[nodiscard]] std::unique_ptr<Guard> startGuard() const
    {
        auto guard = Guard::start(journals());
        EXPECT_TRUE(guard) << (guard ? "" : guard.error().message);
        return guard ? std::move(*guard) : nullptr;
    }

    /// The test kernel in @p mode.
    static KernelChoice kernel(std::string mode = "default")
    {
        KernelChoice choice;
        choice.kernel.program = PATCHSCALE_TEST_KERNEL;
        choice.kernel.id = "test";
        choice.kernel.name = "Test";
        choice.kernel.unit = "lps";
        choice.mode = std::move(mode);
        return choice;
    }

    [[nodiscard]] RunPlan plan() const
    {
        RunPlan plan;
        plan.kernels = {kernel()};
        plan.warmUp = 0;
        plan.seconds = 0.05;
        plan.directory = work();
        plan.starter = PATCHSCALE_STARTER;
        return plan;
    }

    /// All rounds of @p plan, as the variant "before".
    static Result<VariantRecord> runPlan(Guard& guard, Launcher& launcher, const RunPlan& plan, RunSink& sink,
                                         const Job& job)
    {
        const auto takeRound = [&launcher](const KernelChoice& choice, int copies, const RunPlan& wanted,
                                           const std::string&,
                                           const Job& stop) { return launcher.runRound(choice, copies, wanted, stop); };
        ExperimentPlan single;
        single.run = plan;
        single.variants = {{.label = "before", .role = {}, .command = {}, .delayNs = plan.delayNs}};
        return runExperiment(single, guard, takeRound, sink, job).transform([](ExperimentOutcome&& outcome) {
            return std::move(outcome.variants.front());
        });
    }

    /// Whether @p isTrue becomes true within ten seconds.
    static bool eventually(const std::function<bool()>& isTrue)
    {
        for (int i = 0; i < 2000; ++i) {
            if (isTrue()) {
                return true;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return false;
    }

    static void write(const std::filesystem::path& path, std::string_view text)
    {
        std::ofstream(path) << text;
    }
    static std::string read(const std::filesystem::path& path)
    {
        return readSmallFile(path).value_or("(cannot be read)");
    }

    /// What this test gives its processes in their environment; other tests run beside it with theirs.
    static inline const std::string kMark = std::format("PATCHSCALE_RUN=test-{}.", getpid());

    /// Processes with @p word in their environment.
    static int processesWith(const std::string& word)
    {
        int found = 0;
        for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
            found += readSmallFile(entry.path() / "environ").value_or("").contains(word) ? 1 : 0;
        }
        return found;
    }

private:
    std::filesystem::path m_folder;
};

/// Keeps what it is told.
class RecordingSink final : public RunSink
{
public:
    std::vector<RoundStart> starts;
    std::vector<RoundSample> samples;
    std::vector<std::string> failures;
    std::vector<std::string> log;
    std::function<void()> onSample = [] { };

    void roundStarted(const RoundStart& start) override
    {
        starts.push_back(start);
    }
    void sampleTaken(const RoundStart& /*start*/, const RoundSample& sample) override
    {
        samples.push_back(sample);
        onSample();
    }
    void kernelFailed(const RoundStart& /*start*/, std::string_view reason) override
    {
        failures.emplace_back(reason);
    }
    void warned(const BenchWarning& warning) override
    {
        log.push_back(warning.message);
    }
    void logged(std::string_view line) override
    {
        log.emplace_back(line);
    }
};

}
