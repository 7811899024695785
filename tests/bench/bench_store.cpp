// SPDX-License-Identifier: GPL-3.0-or-later
// The workspace: import and load of 100 000 results, and their comparison.
#include "app/workbench/comparison_service.h"
#include "core/store/workspace.h"

#include <cstdlib>
#include <format>

#include <benchmark/benchmark.h>

using namespace patchscale;

namespace {

constexpr std::size_t kResults = 100'000;

/// A document of @p runs runs that hold kResults results together, every second run the candidate.
Document documentOf(std::size_t runs, std::size_t samples)
{
    Document document;
    document.path = std::format("{} runs", runs);
    document.bytes = document.path;
    document.sha256.fill(static_cast<unsigned char>(runs % 251 + samples));
    const std::size_t tests = kResults / runs;
    for (std::size_t r = 0; r < runs; ++r) {
        Run run;
        run.format = "bench";
        run.benchmark = "unixbench";
        run.machine.label = std::format("machine {}", r / 2);
        run.variant = {.label = r % 2 == 0 ? "before" : "after", .role = r % 2 == 0 ? Role::Baseline : Role::Candidate};
        for (std::size_t t = 0; t < tests; ++t) {
            const double value = 1000.0 + static_cast<double>((t * 7919 + r * 31) % 1000) / 10;
            TestResult result {.test = std::format("Pipe Throughput {}", t),
                               .parameters = {{"copies", "40"}},
                               .metric = "index",
                               .value = value,
                               .unit = "index",
                               .baseValue = value,
                               .baseUnit = "index",
                               .better = Better::Higher,
                               .samples = {},
                               .spread = {},
                               .repeats = {},
                               .span = {.offset = t, .length = 6}};
            for (std::size_t s = 0; s < samples; ++s) {
                result.samples.push_back({.value = value + static_cast<double>((s * 37 + t) % 11) / 10,
                                          .span = {.offset = t, .length = 6},
                                          .boot = 0,
                                          .round = static_cast<int>(s),
                                          .order = static_cast<int>(s)});
            }
            run.results.push_back(std::move(result));
        }
        document.parsed.runs.push_back(std::move(run));
    }
    return document;
}

/// A workspace in a folder of its own.
class Folder
{
public:
    Folder()
    {
        std::string pattern = (std::filesystem::temp_directory_path() / "patchscale-bench-XXXXXX").string();
        m_path = ::mkdtemp(pattern.data());
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder()
    {
        std::filesystem::remove_all(m_path);
    }
    [[nodiscard]] std::filesystem::path workspace() const
    {
        return m_path / "bench.pscale";
    }

private:
    std::filesystem::path m_path;
};

void importResults(benchmark::State& state)
{
    const auto document = documentOf(static_cast<std::size_t>(state.range(0)), 0);
    for (auto _ : state) {
        const Folder folder;
        auto workspace = Workspace::openOrCreate(folder.workspace());
        if (!workspace->addDocument(document, "", Job {})) {
            state.SkipWithError("import");
        }
    }
}

void loadResults(benchmark::State& state)
{
    const Folder folder;
    (void)Workspace::openOrCreate(folder.workspace())
        ->addDocument(documentOf(static_cast<std::size_t>(state.range(0)), 0), "", Job {});
    for (auto _ : state) {
        benchmark::DoNotOptimize(storedInput(folder.workspace(), {}, Job {}));
    }
}

void loadAndCompare(benchmark::State& state)
{
    const Folder folder;
    (void)Workspace::openOrCreate(folder.workspace())
        ->addDocument(documentOf(static_cast<std::size_t>(state.range(0)), static_cast<std::size_t>(state.range(1))),
                      "", Job {});
    for (auto _ : state) {
        const auto input = storedInput(folder.workspace(), {}, Job {});
        const auto comparison = compareInput(*input, {}, Job {});
        if (!comparison || comparison->groups.empty()) {
            state.SkipWithError("comparison");
        }
    }
}

BENCHMARK(importResults)->Arg(2)->Arg(200)->Unit(benchmark::kMillisecond);
BENCHMARK(loadResults)->Arg(2)->Arg(200)->Unit(benchmark::kMillisecond);
BENCHMARK(loadAndCompare)->Args({2, 0})->Args({200, 0})->Args({2000, 0})->Unit(benchmark::kMillisecond);

}

BENCHMARK_MAIN();
