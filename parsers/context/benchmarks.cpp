// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/first_letter.h"
#include "parsers/context/vocabulary.h"

#include <algorithm>
#include <array>
#include <utility>

namespace patchscale {
namespace {

struct Name
{
    std::string_view written; ///< lower case
    std::string_view id;
};

/// Longer names before shorter ones that they begin with.
constexpr auto kNames = std::to_array<Name>({
    {.written = "./run ", .id = "unixbench"},
    {.written = "unixbench", .id = "unixbench"},
    {.written = "unix bench", .id = "unixbench"},
    {.written = "byte unix benchmark", .id = "unixbench"},
    {.written = "system benchmarks index", .id = "unixbench"},
    {.written = "system benchmarks partial index", .id = "unixbench"},
    {.written = "fio", .id = "fio"},
    {.written = "t/io_uring", .id = "t/io_uring"},
    {.written = "perf stat", .id = "perf stat"},
    {.written = "performance counter stats", .id = "perf stat"},
    {.written = "perf report", .id = "perf report"},
    {.written = "perf record", .id = "perf report"},
    {.written = "perf profile", .id = "perf report"},
    {.written = "perf top", .id = "perf report"},
    {.written = "perf data", .id = "perf report"},
    {.written = "perf diff", .id = "perf diff"},
    {.written = "perf c2c", .id = "perf c2c"},
    {.written = "perf bench", .id = "perf bench"},
    {.written = "perf sched", .id = "perf sched"},
    {.written = "perf lock", .id = "perf lock"},
    {.written = "hackbench", .id = "hackbench"},
    {.written = "schbench", .id = "schbench"},
    {.written = "netperf", .id = "netperf"},
    {.written = "netserver", .id = "netperf"},
    {.written = "will-it-scale", .id = "will-it-scale"},
    {.written = "will it scale", .id = "will-it-scale"},
    {.written = "sysbench", .id = "sysbench"},
    {.written = "tbench", .id = "tbench"},
    {.written = "dbench", .id = "dbench"},
    {.written = "kernbench", .id = "kernbench"},
    {.written = "lmbench", .id = "lmbench"},
    {.written = "lat_mem_rd", .id = "lmbench"},
    {.written = "lat_syscall", .id = "lmbench"},
    {.written = "lat_ctx", .id = "lmbench"},
    {.written = "lat_proc", .id = "lmbench"},
    {.written = "lat_pipe", .id = "lmbench"},
    {.written = "lat_pagefault", .id = "lmbench"},
    {.written = "lat_select", .id = "lmbench"},
    {.written = "lat_sig", .id = "lmbench"},
    {.written = "lat_unix", .id = "lmbench"},
    {.written = "lat_tcp", .id = "lmbench"},
    {.written = "lat_udp", .id = "lmbench"},
    {.written = "lat_mmap", .id = "lmbench"},
    {.written = "lat_fs", .id = "lmbench"},
    {.written = "bw_mem", .id = "lmbench"},
    {.written = "iperf", .id = "iperf"},
    {.written = "sockperf", .id = "sockperf"},
    {.written = "redis-benchmark", .id = "redis-benchmark"},
    {.written = "memtier", .id = "memtier"},
    {.written = "pgbench", .id = "pgbench"},
    {.written = "ycsb", .id = "ycsb"},
    {.written = "stress-ng", .id = "stress-ng"},
    {.written = "stress ng", .id = "stress-ng"},
    {.written = "cyclictest", .id = "cyclictest"},
    {.written = "specjbb", .id = "specjbb"},
    {.written = "spec jbb", .id = "specjbb"},
    {.written = "speccpu", .id = "speccpu"},
    {.written = "spec cpu", .id = "speccpu"},
    {.written = "specrate", .id = "speccpu"},
    {.written = "specint", .id = "speccpu"},
    {.written = "stream triad", .id = "stream"},
    {.written = "iozone", .id = "iozone"},
    {.written = "fsmark", .id = "fsmark"},
    {.written = "fs_mark", .id = "fsmark"},
    {.written = "aim7", .id = "aim7"},
    {.written = "aim9", .id = "aim9"},
    {.written = "ebizzy", .id = "ebizzy"},
    {.written = "geekbench", .id = "geekbench"},
    {.written = "vm-scalability", .id = "vm-scalability"},
    {.written = "nginx", .id = "nginx"},
    {.written = "wrk", .id = "wrk"},
    {.written = "tcrypt", .id = "tcrypt"},
    {.written = "locktorture", .id = "locktorture"},
    {.written = "rt-app", .id = "rt-app"},
    {.written = "ipistorm", .id = "ipistorm"},
    {.written = "filebench", .id = "filebench"},
    {.written = "bloat-o-meter", .id = "bloat-o-meter"},
    {.written = "bonnie++", .id = "bonnie++"},
    {.written = "kernel build", .id = "kernel build"},
    {.written = "kernel compile", .id = "kernel build"},
    {.written = "kernel compilation", .id = "kernel build"},
});

constexpr FirstLetterIndex kByFirstLetter(namesOf(kNames));
constexpr FirstTwoLetters kFirstTwo(namesOf(kNames));

constexpr bool isAlnum(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// isAlnum() of every byte: prose comes by here letter by letter.
constexpr auto kIsAlnum = [] {
    std::array<bool, 256> out {};
    for (std::size_t byte = 0; byte < out.size(); ++byte) {
        out[byte] = isAlnum(static_cast<char>(byte));
    }
    return out;
}();

bool startsWithFolded(std::string_view text, std::string_view lower)
{
    if (text.size() < lower.size()) {
        return false;
    }
    for (std::size_t i = 0; i < lower.size(); ++i) {
        const char c = text[i];
        const bool isBlank = lower[i] == ' ' && (c == '\n' || c == '\t');
        const char fold = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        if (fold != lower[i] && !isBlank) {
            return false;
        }
    }
    return true;
}

const Name* nameAt(std::string_view text)
{
    if (text.size() == 5 && startsWithFolded(text, "./run")) {
        return kNames.data();
    }
    for (const auto entry : kByFirstLetter.at(text.front())) {
        if (startsWithFolded(text, kNames[entry].written)) {
            return &kNames[entry];
        }
    }
    return nullptr;
}

/// "will-it-scale" like tests, a fio-style load: @p rest follows a name that something else is likened to.
bool isOnlyLikened(std::string_view rest)
{
    while (!rest.empty() && (rest.front() == '"' || rest.front() == '\'' || rest.front() == '`')) {
        rest.remove_prefix(1);
    }
    constexpr auto kWords = std::to_array<std::string_view>({" like ", "-like", " style ", "-style"});
    return std::ranges::any_of(kWords, [&](std::string_view word) { return rest.starts_with(word); });
}

/// "fio" must not be the start of another word, and no name the middle of one ("suffio", "/path/fio.c").
bool isWord(std::string_view text, std::size_t pos, std::size_t length)
{
    if (pos > 0 && (isAlnum(text[pos - 1]) || text[pos - 1] == '_' || text[pos - 1] == '-')) {
        return false;
    }
    const auto end = pos + length;
    if (end >= text.size()) {
        return true;
    }
    if (text[end - 1] == '_' || text[end - 1] == ' ') {
        return true;
    }
    const bool isVersion = text[end] >= '0' && text[end] <= '9'; // iperf3, unixbench5
    const bool isFile = text[end] == '.' && end + 1 < text.size() && (text[end + 1] == 'c' || text[end + 1] == 'h')
        && (end + 2 >= text.size() || !isAlnum(text[end + 2]));
    return (isVersion || !isAlnum(text[end])) && text[end] != '_' && !isFile;
}

}

std::vector<KnownBenchmark> benchmarksIn(std::string_view text)
{
    std::vector<KnownBenchmark> out;
    bool isInside = false; // a word
    for (std::size_t pos = 0; pos < text.size(); ++pos) {
        const bool goesOn = std::exchange(isInside, kIsAlnum[static_cast<unsigned char>(text[pos])]);
        if (goesOn || (!isInside && text[pos] != '.')) {
            continue;
        }
        const auto rest = text.substr(pos);
        const auto* name = kFirstTwo.mayStart(rest) ? nameAt(rest) : nullptr;
        if (name == nullptr) {
            continue;
        }
        const auto length = std::min(name->written.size(), text.size() - pos);
        if (isWord(text, pos, length) && !isOnlyLikened(text.substr(pos + length))) {
            out.push_back({.id = name->id, .span = {.offset = pos, .length = length}});
            pos += length - 1;
            isInside = isAlnum(text[pos]);
        }
    }
    return out;
}

std::string_view benchmarkIn(std::string_view text)
{
    const auto all = benchmarksIn(text);
    return all.empty() ? std::string_view {} : all.front().id;
}

}
