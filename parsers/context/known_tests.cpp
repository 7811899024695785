// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/first_letter.h"
#include "parsers/context/test_names.h"
#include "parsers/context/vocabulary.h"

#include <algorithm>
#include <array>

namespace patchscale {
namespace {

struct Spelling
{
    std::string_view written;
    std::string_view name; ///< canonical
    std::string_view unit;
    double baseline = 0;
    bool isShort = false;
};

constexpr std::string_view kScore = "System Benchmarks Index Score";
constexpr std::string_view kPartialScore = "System Benchmarks Index Score (Partial Only)";

// Names, units and baselines of UnixBench's index.base; the old names are those of 3.11 and 4.1.
constexpr auto kSpellings = std::to_array<Spelling>({
    {.written = "Dhrystone 2 using register variables",
     .name = "Dhrystone 2 using register variables",
     .unit = "lps",
     .baseline = 116700},
    {.written = "Dhrystone 2", .name = "Dhrystone 2 using register variables", .unit = "lps", .baseline = 116700},
    {.written = "dhry2reg", .name = "Dhrystone 2 using register variables", .unit = "lps", .baseline = 116700},
    {.written = "Dhrystone 2 without register variables",
     .name = "Dhrystone 2 without register variables",
     .unit = "lps"},
    {.written = "dhry2", .name = "Dhrystone 2 without register variables", .unit = "lps"},
    {.written = "Double-Precision Whetstone", .name = "Double-Precision Whetstone", .unit = "MWIPS", .baseline = 55},
    {.written = "Double Whetstone", .name = "Double-Precision Whetstone", .unit = "MWIPS", .baseline = 55},
    {.written = "whetstone-double", .name = "Double-Precision Whetstone", .unit = "MWIPS", .baseline = 55},
    {.written = "Whetstone", .name = "Double-Precision Whetstone", .unit = "MWIPS", .baseline = 55, .isShort = true},
    {.written = "Execl Throughput", .name = "Execl Throughput", .unit = "lps", .baseline = 43},
    {.written = "execl", .name = "Execl Throughput", .unit = "lps", .baseline = 43, .isShort = true},
    {.written = "File Copy 1024 bufsize 2000 maxblocks",
     .name = "File Copy 1024 bufsize 2000 maxblocks",
     .unit = "KBps",
     .baseline = 3960},
    {.written = "File Copy 1024", .name = "File Copy 1024 bufsize 2000 maxblocks", .unit = "KBps", .baseline = 3960},
    {.written = "fstime", .name = "File Copy 1024 bufsize 2000 maxblocks", .unit = "KBps", .baseline = 3960},
    {.written = "File Copy 256 bufsize 500 maxblocks",
     .name = "File Copy 256 bufsize 500 maxblocks",
     .unit = "KBps",
     .baseline = 1655},
    {.written = "File Copy 256", .name = "File Copy 256 bufsize 500 maxblocks", .unit = "KBps", .baseline = 1655},
    {.written = "fsbuffer", .name = "File Copy 256 bufsize 500 maxblocks", .unit = "KBps", .baseline = 1655},
    {.written = "File Copy 4096 bufsize 8000 maxblocks",
     .name = "File Copy 4096 bufsize 8000 maxblocks",
     .unit = "KBps",
     .baseline = 5800},
    {.written = "File Copy 4096", .name = "File Copy 4096 bufsize 8000 maxblocks", .unit = "KBps", .baseline = 5800},
    {.written = "fsdisk", .name = "File Copy 4096 bufsize 8000 maxblocks", .unit = "KBps", .baseline = 5800},
    {.written = "Pipe Throughput", .name = "Pipe Throughput", .unit = "lps", .baseline = 12440},
    {.written = "pipe", .name = "Pipe Throughput", .unit = "lps", .baseline = 12440, .isShort = true},
    {.written = "Pipe-based Context Switching",
     .name = "Pipe-based Context Switching",
     .unit = "lps",
     .baseline = 4000},
    {.written = "Pipe-based Context Switch", .name = "Pipe-based Context Switching", .unit = "lps", .baseline = 4000},
    {.written = "Pipe-based Switching", .name = "Pipe-based Context Switching", .unit = "lps", .baseline = 4000},
    {.written = "Pipe-based CS", .name = "Pipe-based Context Switching", .unit = "lps", .baseline = 4000},
    {.written = "Context Switching",
     .name = "Pipe-based Context Switching",
     .unit = "lps",
     .baseline = 4000,
     .isShort = true},
    {.written = "context1", .name = "Pipe-based Context Switching", .unit = "lps", .baseline = 4000},
    {.written = "Process Creation", .name = "Process Creation", .unit = "lps", .baseline = 126},
    {.written = "spawn", .name = "Process Creation", .unit = "lps", .baseline = 126, .isShort = true},
    {.written = "Shell Scripts (1 concurrent)",
     .name = "Shell Scripts (1 concurrent)",
     .unit = "lpm",
     .baseline = 42.4},
    {.written = "Shell Scripts (1)", .name = "Shell Scripts (1 concurrent)", .unit = "lpm", .baseline = 42.4},
    {.written = "shell1", .name = "Shell Scripts (1 concurrent)", .unit = "lpm", .baseline = 42.4},
    {.written = "Shell Scripts (8 concurrent)", .name = "Shell Scripts (8 concurrent)", .unit = "lpm", .baseline = 6},
    {.written = "Shell Scripts (8)", .name = "Shell Scripts (8 concurrent)", .unit = "lpm", .baseline = 6},
    {.written = "shell8", .name = "Shell Scripts (8 concurrent)", .unit = "lpm", .baseline = 6},
    {.written = "Shell Scripts (16 concurrent)", .name = "Shell Scripts (16 concurrent)", .unit = "lpm"},
    {.written = "Shell Scripts (16)", .name = "Shell Scripts (16 concurrent)", .unit = "lpm"},
    {.written = "shell16", .name = "Shell Scripts (16 concurrent)", .unit = "lpm"},
    {.written = "System Call Overhead", .name = "System Call Overhead", .unit = "lps", .baseline = 15000},
    {.written = "syscall", .name = "System Call Overhead", .unit = "lps", .baseline = 15000, .isShort = true},
    {.written = "Exec System Call Overhead", .name = "Exec System Call Overhead", .unit = "lps", .baseline = 25},
    {.written = "sysexec", .name = "Exec System Call Overhead", .unit = "lps", .baseline = 25},
    {.written = "File Write 1024 bufsize 2000 maxblocks",
     .name = "File Write 1024 bufsize 2000 maxblocks",
     .unit = "KBps"},
    {.written = "File Write 256 bufsize 500 maxblocks", .name = "File Write 256 bufsize 500 maxblocks", .unit = "KBps"},
    {.written = "File Write 4096 bufsize 8000 maxblocks",
     .name = "File Write 4096 bufsize 8000 maxblocks",
     .unit = "KBps"},
    {.written = "File Read 1024 bufsize 2000 maxblocks",
     .name = "File Read 1024 bufsize 2000 maxblocks",
     .unit = "KBps"},
    {.written = "File Read 256 bufsize 500 maxblocks", .name = "File Read 256 bufsize 500 maxblocks", .unit = "KBps"},
    {.written = "File Read 4096 bufsize 8000 maxblocks",
     .name = "File Read 4096 bufsize 8000 maxblocks",
     .unit = "KBps"},
    {.written = "fstime-w", .name = "File Write 1024 bufsize 2000 maxblocks", .unit = "KBps"},
    {.written = "fstime-r", .name = "File Read 1024 bufsize 2000 maxblocks", .unit = "KBps"},
    {.written = "fsbuffer-w", .name = "File Write 256 bufsize 500 maxblocks", .unit = "KBps"},
    {.written = "fsbuffer-r", .name = "File Read 256 bufsize 500 maxblocks", .unit = "KBps"},
    {.written = "fsdisk-w", .name = "File Write 4096 bufsize 8000 maxblocks", .unit = "KBps"},
    {.written = "fsdisk-r", .name = "File Read 4096 bufsize 8000 maxblocks", .unit = "KBps"},
    {.written = "2D graphics: rectangles", .name = "2D graphics: rectangles", .unit = "score", .baseline = 15},
    {.written = "2D graphics: ellipses", .name = "2D graphics: ellipses", .unit = "score", .baseline = 15},
    {.written = "2D graphics: aa polygons", .name = "2D graphics: aa polygons", .unit = "score", .baseline = 15},
    {.written = "2D graphics: text", .name = "2D graphics: text", .unit = "score", .baseline = 15},
    {.written = "2D graphics: images and blits",
     .name = "2D graphics: images and blits",
     .unit = "score",
     .baseline = 15},
    {.written = "2D graphics: windows", .name = "2D graphics: windows", .unit = "score", .baseline = 15},
    {.written = "2D graphics: lines", .name = "2D graphics: lines", .unit = "score"},
    {.written = "2D graphics: circles", .name = "2D graphics: circles", .unit = "score"},
    {.written = "2D graphics: polygons", .name = "2D graphics: polygons", .unit = "score"},
    {.written = "2D graphics: complex polygons", .name = "2D graphics: complex polygons", .unit = "score"},
    {.written = "3D graphics: gears", .name = "3D graphics: gears", .unit = "fps", .baseline = 33.4},
    {.written = "Arithmetic Test (type = double)", .name = "Arithmetic Test (type = double)", .unit = "lps"},
    {.written = "Arithmetic Test (type = float)", .name = "Arithmetic Test (type = float)", .unit = "lps"},
    {.written = "Arithmetic Test (type = int)", .name = "Arithmetic Test (type = int)", .unit = "lps"},
    {.written = "Arithmetic Test (type = long)", .name = "Arithmetic Test (type = long)", .unit = "lps"},
    {.written = "Arithmetic Test (type = short)", .name = "Arithmetic Test (type = short)", .unit = "lps"},
    {.written = "Arithmetic Test (type = register)", .name = "Arithmetic Test (type = register)", .unit = "lps"},
    {.written = "Arithmetic Test (type = arithoh)", .name = "Arithoh", .unit = "lps"},
    {.written = "Arithmetic Test (double)", .name = "Arithmetic Test (double)", .unit = "lps"},
    {.written = "Arithmetic Test (float)", .name = "Arithmetic Test (float)", .unit = "lps"},
    {.written = "Arithmetic Test (int)", .name = "Arithmetic Test (int)", .unit = "lps"},
    {.written = "Arithmetic Test (long)", .name = "Arithmetic Test (long)", .unit = "lps"},
    {.written = "Arithmetic Test (short)", .name = "Arithmetic Test (short)", .unit = "lps"},
    {.written = "Arithmetic Test (register)", .name = "Arithmetic Test (register)", .unit = "lps"},
    {.written = "Arithoh", .name = "Arithoh", .unit = "lps"},
    {.written = "Recursion Test -- Tower of Hanoi", .name = "Recursion Test -- Tower of Hanoi", .unit = "lps"},
    {.written = "hanoi", .name = "Recursion Test -- Tower of Hanoi", .unit = "lps", .isShort = true},
    {.written = "C Compiler Throughput", .name = "C Compiler Throughput", .unit = "lpm"},
    {.written = "Dc: sqrt(2) to 99 decimal places", .name = "Dc: sqrt(2) to 99 decimal places", .unit = "lpm"},
    {.written = "Grep a large file (system's grep)",
     .name = "Grep a large file (system's grep)",
     .unit = "lpm",
     .baseline = 1},
    {.written = "Grep a large file", .name = "Grep a large file (system's grep)", .unit = "lpm", .baseline = 1},
    {.written = "System Benchmarks Index Score (Partial Only)", .name = kPartialScore, .unit = "index"},
    {.written = "System Benchmark Index Score (Partial Only)", .name = kPartialScore, .unit = "index"},
    {.written = "Index Score (Partial Only)", .name = kPartialScore, .unit = "index"},
    {.written = "System Benchmarks Index Score", .name = kScore, .unit = "index"},
    {.written = "System Benchmark Index Score", .name = kScore, .unit = "index"},
    {.written = "System Benchmarks Index", .name = kScore, .unit = "index", .isShort = true},
    {.written = "System Index Score", .name = kScore, .unit = "index"},
    {.written = "Index Score", .name = kScore, .unit = "index"},
    {.written = "FINAL SCORE", .name = kScore, .unit = "index"},
    {.written = "2D Graphics Benchmarks Index Score (Partial Only)",
     .name = "2D Graphics Benchmarks Index Score (Partial Only)",
     .unit = "index"},
    {.written = "2D Graphics Benchmarks Index Score", .name = "2D Graphics Benchmarks Index Score", .unit = "index"},
    {.written = "3D Graphics Benchmarks Index Score (Partial Only)",
     .name = "3D Graphics Benchmarks Index Score (Partial Only)",
     .unit = "index"},
    {.written = "3D Graphics Benchmarks Index Score", .name = "3D Graphics Benchmarks Index Score", .unit = "index"},
    {.written = "Non-Index Benchmarks Index Score (Partial Only)",
     .name = "Non-Index Benchmarks Index Score (Partial Only)",
     .unit = "index"},
    {.written = "Non-Index Benchmarks Index Score", .name = "Non-Index Benchmarks Index Score", .unit = "index"},
});

constexpr FirstLetterIndex kByFirstLetter(namesOf(kSpellings));
constexpr FirstTwoLetters kFirstTwo(namesOf(kSpellings));

constexpr bool isAlnum(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

constexpr char folded(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr bool isSeparator(char c)
{
    constexpr std::string_view kSeparators = " \t\n()-_=:'.\"\xC2\xA0";
    return kSeparators.find(c) != std::string_view::npos;
}

bool isWordBoundary(std::string_view written, std::size_t pos)
{
    return pos == 0 || !isAlnum(written[pos - 1]);
}

/// The first eight letters and digits of a text, one in each byte, and which of the bytes it has.
struct Start
{
    std::uint64_t bytes = 0;
    std::uint64_t mask = 0;

    [[nodiscard]] constexpr bool isStartOf(const Start& longer) const
    {
        return ((bytes ^ longer.bytes) & mask) == 0;
    }
};

constexpr Start startOf(std::string_view text)
{
    constexpr unsigned kBits = 64;
    Start out;
    unsigned shift = 0;
    for (std::size_t i = 0; i < text.size() && shift < kBits; ++i) {
        if (isAlnum(text[i])) {
            out.bytes |= static_cast<std::uint64_t>(static_cast<unsigned char>(folded(text[i]))) << shift;
            out.mask |= std::uint64_t {0xFF} << shift;
            shift += 8;
        } else if (!isSeparator(text[i])) {
            break;
        }
    }
    return out;
}

/// What each spelling begins with: one look tells whether it is worth to compare it letter by letter.
constexpr auto kStarts = [] {
    std::array<Start, kSpellings.size()> out {};
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = startOf(kSpellings[i].written);
    }
    return out;
}();

/// How many bytes at the start of @p text spell @p written, or 0. Only letters and digits have to agree; between
/// words anything that separates words may stand, or nothing.
std::size_t spelled(std::string_view text, std::string_view written)
{
    std::size_t pos = 0;
    int open = 0;
    for (std::size_t i = 0; i < written.size(); ++i) {
        if (!isAlnum(written[i])) {
            continue;
        }
        if (i > 0 && isWordBoundary(written, i)) {
            while (pos < text.size() && isSeparator(text[pos])) {
                open += text[pos] == '(' ? 1 : (text[pos] == ')' ? -1 : 0);
                ++pos;
            }
        }
        if (pos >= text.size() || folded(text[pos]) != folded(written[i])) {
            return 0;
        }
        ++pos;
    }
    if (pos < text.size() && isAlnum(text[pos])) {
        return 0;
    }
    if (open > 0) {
        const auto close = text.find_first_not_of(" \t\n'", pos);
        if (close != std::string_view::npos && text[close] == ')') {
            pos = close + 1;
        }
    }
    return pos;
}

/// A short id must not go on as another name: "pipe2", "pipe-processes", "pipe latency", "syscall_exit()".
bool standsAlone(std::string_view text, std::size_t length)
{
    const auto rest = text.substr(length);
    if (rest.empty()) {
        return true;
    }
    if (rest.front() == '-' || rest.front() == '_' || rest.front() == '(' || rest.front() == '.') {
        return rest.size() == 1;
    }
    const auto next = rest.find_first_not_of(" \t\n:|=,;)");
    return next == std::string_view::npos || !((rest[next] | 0x20) >= 'a' && (rest[next] | 0x20) <= 'z');
}

}

bool mayStartTest(std::string_view text)
{
    return !text.empty() && kFirstTwo.mayStart(text);
}

bool spellsTest(std::string_view text)
{
    if (text.empty() || !kFirstTwo.mayStart(text)) {
        return false;
    }
    const auto start = startOf(text);
    return std::ranges::any_of(kByFirstLetter.at(text.front()), [&](std::uint16_t entry) {
        return kStarts[entry].isStartOf(start) && spelled(text, kSpellings[entry].written) != 0;
    });
}

std::optional<KnownTest> knownTestAt(std::string_view text)
{
    if (text.empty() || !kFirstTwo.mayStart(text)) {
        return std::nullopt;
    }
    const Spelling* best = nullptr;
    std::size_t bestLength = 0;
    const auto start = startOf(text);
    for (const auto entry : kByFirstLetter.at(text.front())) {
        if (!kStarts[entry].isStartOf(start)) {
            continue;
        }
        const auto& spelling = kSpellings[entry];
        const auto length = spelled(text, spelling.written);
        if (length <= bestLength || (spelling.isShort && !standsAlone(text, length))) {
            continue;
        }
        best = &spelling;
        bestLength = length;
    }
    if (best == nullptr) {
        return std::nullopt;
    }
    return KnownTest {.benchmark = "unixbench",
                      .name = best->name,
                      .resultUnit = best->unit,
                      .baseline = best->baseline,
                      .length = bestLength,
                      .isShort = best->isShort};
}

}
