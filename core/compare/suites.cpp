// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/suites.h"

#include "core/compare/perf_events.h"

#include <algorithm>
#include <array>

namespace patchscale {
namespace {

struct IndexTest
{
    std::string_view id;
    std::string_view name;
    std::string_view folded; ///< foldName() of the name
};

/// The tests of UnixBench's system index with their ids (index.base of version 5).
constexpr auto kSystemTests = std::to_array<IndexTest>({
    {.id = "dhry2reg",
     .name = "Dhrystone 2 using register variables",
     .folded = "dhrystone 2 using register variables"},
    {.id = "whetstone-double", .name = "Double-Precision Whetstone", .folded = "double-precision whetstone"},
    {.id = "execl", .name = "Execl Throughput", .folded = "execl throughput"},
    {.id = "fstime",
     .name = "File Copy 1024 bufsize 2000 maxblocks",
     .folded = "file copy 1024 bufsize 2000 maxblocks"},
    {.id = "fsbuffer", .name = "File Copy 256 bufsize 500 maxblocks", .folded = "file copy 256 bufsize 500 maxblocks"},
    {.id = "fsdisk",
     .name = "File Copy 4096 bufsize 8000 maxblocks",
     .folded = "file copy 4096 bufsize 8000 maxblocks"},
    {.id = "pipe", .name = "Pipe Throughput", .folded = "pipe throughput"},
    {.id = "context1", .name = "Pipe-based Context Switching", .folded = "pipe-based context switching"},
    {.id = "spawn", .name = "Process Creation", .folded = "process creation"},
    {.id = "shell1", .name = "Shell Scripts (1 concurrent)", .folded = "shell scripts 1 concurrent"},
    {.id = "shell8", .name = "Shell Scripts (8 concurrent)", .folded = "shell scripts 8 concurrent"},
    {.id = "syscall", .name = "System Call Overhead", .folded = "system call overhead"},
});

constexpr char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr bool isGap(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '(' || c == ')';
}

/// True when @p word, in lower case, stands in @p name in any case.
bool holdsWord(std::string_view name, std::string_view word)
{
    return std::ranges::search(name, word, {}, lower).size() == word.size();
}

}

bool isFoldedName(std::string_view name, std::string_view folded)
{
    std::size_t at = 0;
    bool isAfterGap = false;
    for (const char c : name) {
        if (isGap(c)) {
            isAfterGap = at > 0;
            continue;
        }
        if (isAfterGap) {
            if (at >= folded.size() || folded[at] != ' ') {
                return false;
            }
            ++at;
            isAfterGap = false;
        }
        if (at >= folded.size() || folded[at] != lower(c)) {
            return false;
        }
        ++at;
    }
    return at == folded.size();
}

std::string foldName(std::string_view name)
{
    std::string folded;
    folded.reserve(name.size());
    bool isAfterGap = false;
    for (const char c : name) {
        if (isGap(c)) {
            isAfterGap = !folded.empty();
            continue;
        }
        if (isAfterGap) {
            folded += ' ';
            isAfterGap = false;
        }
        folded += lower(c);
    }
    return folded;
}

bool isUnixBench(std::string_view benchmark)
{
    // Asked for every result: the folded name is built only where it may match.
    if (benchmark == "unixbench") {
        return true;
    }
    const auto first = benchmark.find_first_not_of(" \t(");
    if (first == std::string_view::npos || (lower(benchmark[first]) != 'u' && lower(benchmark[first]) != 'b')) {
        return false;
    }
    const auto folded = foldName(benchmark);
    return folded.starts_with("unixbench") || folded.starts_with("byte-unixbench");
}

bool isOwnRunner(std::string_view benchmark)
{
    return benchmark == "patchscale";
}

bool isCallProfile(std::string_view benchmark)
{
    return benchmark == "perf report" || benchmark == "perf script" || benchmark == "folded stacks";
}

bool isOfRunDocument(const Run& run)
{
    return isOwnRunner(run.benchmark) || run.format == "patchscale-run";
}

bool areComparable(std::string_view benchmark, std::string_view other)
{
    return benchmark == other || (isOwnRunner(benchmark) && isUnixBench(other))
        || (isUnixBench(benchmark) && isOwnRunner(other)) || foldName(benchmark) == foldName(other);
}

std::string_view canonicalTest(std::string_view benchmark, std::string_view test)
{
    if (isPerfStat(benchmark)) {
        return canonicalEvent(test);
    }
    if (!isUnixBench(benchmark)) {
        return test;
    }
    const auto* const hit = std::ranges::find_if(kSystemTests, [&](const IndexTest& known) {
        return test == known.name || isFoldedName(test, known.id) || isFoldedName(test, known.folded);
    });
    return hit == kSystemTests.end() ? test : hit->name;
}

bool isTotal(std::string_view benchmark, std::string_view test)
{
    constexpr std::size_t kLongest = 60; // no total has a longer name
    // Asked for every row: the folded name is built only where it may match.
    if (test.size() > kLongest || !(holdsWord(test, "mean") || holdsWord(test, "score") || holdsWord(test, "total"))) {
        return false;
    }
    const auto folded = foldName(test);
    if (folded == "geomean" || folded == "gmean" || folded == "geometric mean" || folded.contains("index score")) {
        return true;
    }
    return isUnixBench(benchmark) && (folded == "final score" || folded == "total" || folded == "score");
}

bool isPartialTotal(std::string_view total)
{
    return foldName(total).contains("partial");
}

bool isSystemIndexTest(std::string_view test)
{
    return std::ranges::find(kSystemTests, test, &IndexTest::name) != kSystemTests.end();
}

}
