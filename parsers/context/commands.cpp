// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/commands.h"

#include "parsers/context/passage.h"
#include "parsers/context/phrase_words.h"
#include "parsers/context/vocabulary.h"

#include <algorithm>
#include <array>

namespace patchscale {
namespace {

struct Program
{
    std::string_view name;
    std::string_view benchmark;
    bool needsOption = true; ///< the name alone is a word of prose
};

constexpr auto kPrograms = std::to_array<Program>({
    {.name = "./Run", .benchmark = "unixbench", .needsOption = false},
    {.name = "perf stat", .benchmark = "perf stat"},
    {.name = "perf record", .benchmark = "perf report"},
    {.name = "perf bench", .benchmark = "perf bench", .needsOption = false},
    {.name = "fio", .benchmark = "fio"},
    {.name = "t/io_uring", .benchmark = "t/io_uring"},
    {.name = "hackbench", .benchmark = "hackbench"},
    {.name = "schbench", .benchmark = "schbench"},
    {.name = "netperf", .benchmark = "netperf"},
    {.name = "sysbench", .benchmark = "sysbench"},
    {.name = "tbench", .benchmark = "tbench"},
    {.name = "dbench", .benchmark = "dbench"},
    {.name = "stress-ng", .benchmark = "stress-ng"},
    {.name = "iperf3", .benchmark = "iperf"},
    {.name = "iperf", .benchmark = "iperf"},
    {.name = "pgbench", .benchmark = "pgbench"},
    {.name = "cyclictest", .benchmark = "cyclictest"},
    {.name = "redis-benchmark", .benchmark = "redis-benchmark"},
    {.name = "memtier_benchmark", .benchmark = "memtier"},
});

constexpr std::string_view kFirstLetters = ".cdfhimnprst";
constexpr std::string_view kBlanks = " \t";

bool isWordByte(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
}

const Program* programAt(std::string_view text, std::size_t pos)
{
    if (pos > 0 && (isWordByte(text[pos - 1]) || text[pos - 1] == '.')) {
        return nullptr;
    }
    for (const auto& program : kPrograms) {
        const auto end = pos + program.name.size();
        if (text[pos] == program.name.front() && text.substr(pos, program.name.size()) == program.name
            && (end >= text.size() || !isWordByte(text[end]))) {
            return &program;
        }
    }
    return nullptr;
}

/// The word at @p pos; quotes and back-ticks keep blanks within it.
std::size_t wordEnd(std::string_view text, std::size_t pos, char closing)
{
    char quote = 0;
    while (pos < text.size() && text[pos] != '\n') {
        const char c = text[pos];
        if (quote == 0 && (c == closing || kBlanks.find(c) != std::string_view::npos)) {
            break;
        }
        if (quote == 0 && (c == '"' || c == '\'' || c == '`')) {
            quote = c;
        } else if (c == quote) {
            quote = 0;
        }
        ++pos;
    }
    return pos;
}

/// A word that may stand in a command line: an option, a number, a path, a known test, a shell's sign.
bool isArgument(std::string_view word, std::string_view before)
{
    const bool isOption = word.front() == '-' && word.size() > 1;
    const bool isSubstitution =
        word.front() == '`' || word.front() == '$' || word.front() == '"' || word.front() == '\'';
    const bool hasSign = word.find_first_of("/=_") != std::string_view::npos;
    const bool isNumber = word.find_first_not_of("0123456789.,kKmMgG%") == std::string_view::npos;
    if (isOption || isSubstitution || hasSign || isNumber || word == "--") {
        return true;
    }
    const auto known = knownTestAt(word);
    if (known && known->length == word.size()) {
        return true;
    }
    // the value of an option: "-t threads"; prose that goes on behind an option without one begins with such a word
    constexpr auto kProse = std::to_array<std::string_view>({"with", "without", "and", "on", "in", "for", "to", "the",
                                                             "is", "as", "before", "after", "we", "test", "tests"});
    const bool followsOption = before.size() == 2 && before.front() == '-';
    return followsOption && std::ranges::find(kProse, word) == kProse.end() && isWordByte(word.front());
}

/// What the word behind the option @p name says, or what is glued to it.
std::optional<std::string> optionValue(std::string_view command, std::string_view name)
{
    for (auto pos = command.find(name); pos != std::string_view::npos; pos = command.find(name, pos + 1)) {
        if (pos == 0 || command[pos - 1] != ' ') {
            continue;
        }
        const auto begin = command.find_first_not_of(' ', pos + name.size());
        if (begin == std::string_view::npos) {
            return std::nullopt;
        }
        auto value = command.substr(begin, wordEnd(command, begin, 0) - begin);
        while (!value.empty() && (value.front() == '`' || value.front() == '$' || value.front() == '(')) {
            value.remove_prefix(1);
        }
        while (!value.empty() && (value.back() == '`' || value.back() == ')')) {
            value.remove_suffix(1);
        }
        const bool isValue =
            !value.empty() && (value == "nproc" || value.find_first_not_of("0123456789") == std::string_view::npos);
        return isValue ? std::optional(std::string(value)) : std::nullopt;
    }
    return std::nullopt;
}

void readRunOptions(std::string_view text, Command& command)
{
    const auto run = text.find("./Run");
    if (run == std::string_view::npos) {
        return;
    }
    const auto options = text.substr(run);
    command.copies = optionValue(options, "-c");
    command.iterations = optionValue(options, "-i");
    int tests = 0;
    for (std::size_t pos = 5; pos < options.size();) {
        const auto begin = options.find_first_not_of(kBlanks, pos);
        if (begin == std::string_view::npos) {
            break;
        }
        const auto end = wordEnd(options, begin, 0);
        const auto word = options.substr(begin, end - begin);
        const auto known = knownTestAt(word);
        if (known && known->length == word.size()) {
            ++tests;
            command.test = known->name;
        }
        pos = end;
    }
    if (tests != 1) {
        command.test.clear();
    }
}

/// Quotes around the whole command: "`./Run -c 4`", '…'.
char closingQuote(std::string_view text, std::size_t pos)
{
    const char before = pos > 0 ? text[pos - 1] : 0;
    return before == '`' || before == '\'' || before == '"' ? before : static_cast<char>(0);
}

}

std::optional<Command> commandAt(std::string_view text, std::size_t pos)
{
    const auto* program = programAt(text, pos);
    if (program == nullptr) {
        return std::nullopt;
    }
    const char closing = closingQuote(text, pos);
    std::size_t end = pos + program->name.size();
    std::string_view before;
    bool hasOption = false;
    while (true) {
        const auto begin = text.find_first_not_of(kBlanks, end);
        if (begin == std::string_view::npos || text[begin] == '\n' || (closing != 0 && text[begin] == closing)) {
            break;
        }
        auto stop = wordEnd(text, begin, closing);
        auto word = text.substr(begin, stop - begin);
        bool isLast = false;
        while (!word.empty()
               && (word.back() == ',' || word.back() == ':' || word.back() == ';' || word.back() == '.')) {
            word.remove_suffix(1);
            isLast = true;
        }
        if (word.ends_with(')') && !word.contains('(')) { // the bracket around the command
            word.remove_suffix(1);
            isLast = true;
        }
        const bool isProgram = programAt(text, begin) != nullptr;
        if (word.empty() || (closing == 0 && !isProgram && !isArgument(word, before))) {
            break;
        }
        hasOption = hasOption || word.front() == '-';
        before = word;
        end = begin + word.size();
        if (isLast) {
            break;
        }
    }
    if (program->needsOption && !hasOption) {
        return std::nullopt;
    }
    Command command;
    command.benchmark = program->benchmark;
    command.text = squeezed(text.substr(pos, end - pos));
    command.offset = pos;
    if (program->benchmark.starts_with("perf ")) {
        for (const auto& inner : benchmarksIn(command.text)) {
            if (inner.id != program->benchmark) {
                command.inner = inner.id;
            }
        }
    }
    readRunOptions(command.text, command);
    return command;
}

void commandsIn(const Text& text, std::size_t first, std::size_t last, std::vector<Command>& commands)
{
    const auto view = text.view();
    for (std::size_t i = first; i <= last && i < text.lines().size(); ++i) {
        const auto& line = text.lines()[i];
        if (line.kind != LineKind::Body) {
            continue;
        }
        for (std::size_t pos = line.begin; pos < line.end; ++pos) {
            const bool startsWord = pos == line.begin || (!isWordByte(view[pos - 1]) && view[pos - 1] != '.');
            if (!startsWord || kFirstLetters.find(view[pos]) == std::string_view::npos) {
                continue;
            }
            if (auto command = commandAt(view.substr(0, line.end), pos)) {
                command->quoteDepth = line.quoteDepth;
                // "perf stat -- ./Run" is one command: go on behind it
                pos += command->text.size() - 1;
                commands.push_back(std::move(*command));
            }
        }
    }
}

}
