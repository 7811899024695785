// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prose/setting.h"

#include "parsers/context/test_names.h"
#include "parsers/context/vocabulary.h"
#include "parsers/prose/label.h"
#include "parsers/prose/words.h"

#include <algorithm>
#include <array>

namespace patchscale::sentences {
namespace {

constexpr std::size_t kMaxCommandTokens = 24;

bool isOption(const Token& token)
{
    return token.isWord() && token.lower.size() > 1 && token.lower[0] == '-'
        && token.lower.find_first_not_of('-') != std::string::npos;
}

bool isNumber(const Token& token)
{
    return token.isQuantity() && token.quantity.kind == QuantityKind::Plain && token.quantity.unit.empty();
}

/// A command as written, without the backslashes that continue its lines.
std::string commandText(const Text& text, std::span<const Token> tokens, std::size_t first, std::size_t last)
{
    std::string out = writtenText(text, tokens, first, last);
    for (auto at = out.find(" \\ "); at != std::string::npos; at = out.find(" \\ ", at)) {
        out.erase(at, 2);
    }
    return out;
}

bool isRunScript(const Token& token)
{
    return token.isWord() && (token.lower == "./run" || token.lower.ends_with("/run"));
}

/// "./Run -c 1 dhry2reg -i 1" at token @p at: copies, iterations, tests and the command itself. Returns its end.
std::size_t readUnixBenchCommand(const Text& text, std::span<const Token> tokens, std::size_t at, Setting& setting,
                                 std::vector<TestMention>& mentions)
{
    setting.benchmark = "unixbench";
    setting.test.clear(); // without a test's name it runs them all
    setting.parameters.clear();
    std::string copies;
    std::size_t end = at + 1;
    const auto written = [&](std::size_t i) {
        return std::string(text.view().substr(tokens[i].quantity.number.offset, tokens[i].quantity.number.length));
    };
    while (end < tokens.size() && end < at + kMaxCommandTokens) {
        const auto& token = tokens[end];
        const bool hasNumber = end + 1 < tokens.size() && isNumber(tokens[end + 1]);
        if (isOption(token) && hasNumber && (token.lower == "-c" || token.lower == "-i")) {
            if (token.lower == "-i") {
                setting.parameters["iterations"] = written(end + 1);
            } else {
                copies += (copies.empty() ? "" : ",") + written(end + 1);
            }
            end += 2;
            continue;
        }
        if (isOption(token)) {
            ++end;
            continue;
        }
        const auto known =
            token.isWord() ? knownTestAt(text.view().substr(token.begin, token.end - token.begin)) : std::nullopt;
        if (!known || known->length != token.end - token.begin) {
            break;
        }
        mentions.push_back({.token = end, .last = end + 1, .benchmark = "unixbench", .test = std::string(known->name)});
        setting.test = known->name;
        ++end;
    }
    if (!copies.empty()) {
        setting.parameters["copies"] = copies;
    }
    setting.parameters["command"] = commandText(text, tokens, at, end);
    return end;
}

/// End of a command line of another tool ("hackbench -g 10 -l 1000") that begins at @p at; @p at if it has no options.
std::size_t commandEnd(std::span<const Token> tokens, std::size_t at)
{
    std::size_t end = at;
    for (std::size_t i = at + 1; i < tokens.size() && i < at + kMaxCommandTokens; ++i) {
        const bool isOperand = isOption(tokens[i - 1]) && (tokens[i].isWord() || tokens[i].isQuantity());
        if (!isOption(tokens[i]) && !isOperand) {
            break;
        }
        if (isOperand && !isOption(tokens[i]) && endsLabel(tokens[i].lower)) {
            break;
        }
        end = i + 1;
    }
    return end;
}

/// Whether the benchmark named at token @p at only makes load beside the one that is measured.
bool isDisturber(std::span<const Token> tokens, std::size_t at)
{
    for (std::size_t i = at + 1; i < tokens.size() && i <= at + 3; ++i) {
        if (tokens[i].isWord() && isDisturbanceWord(tokens[i].lower)) {
            return true;
        }
        if (tokens[i].isQuantity() && tokens[i].quantity.kind == QuantityKind::Percent) {
            return true;
        }
    }
    // "redis-benchmark runs on the sibling and takes 90% of the cpu"
    constexpr std::size_t kClause = 12;
    for (std::size_t i = at + 1; i < tokens.size() && i <= at + kClause; ++i) {
        if (tokens[i].isMark(".") || tokens[i].isMark(";")) {
            return false;
        }
        if (tokens[i].isQuantity() && tokens[i].quantity.kind == QuantityKind::Percent && i + 1 < tokens.size()) {
            const auto last = std::min(tokens.size(), i + 4);
            return std::ranges::any_of(tokens.subspan(i + 1, last - i - 1),
                                       [](const Token& token) { return token.isWord() && isLoadWord(token.lower); });
        }
    }
    return false;
}

/// "UnixBench score": of the whole suite, whatever test was spoken of before.
bool namesWholeScore(std::span<const Token> tokens, std::size_t at)
{
    return at + 1 < tokens.size() && (tokens[at + 1].lower == "score" || tokens[at + 1].lower == "scores");
}

/// The command that ran a single test is not how the whole suite was run.
void dropCommandOfTest(Setting& setting)
{
    const auto command = setting.parameters.find("command");
    if (command == setting.parameters.end()) {
        return;
    }
    const std::string_view written = command->second;
    for (auto blank = written.find(' '); blank != std::string_view::npos; blank = written.find(' ', blank + 1)) {
        const auto word = written.substr(blank + 1, written.find(' ', blank + 1) - blank - 1);
        const auto known = knownTestAt(word);
        if (known && known->length == word.size() && !word.empty()) {
            setting.parameters.clear();
            return;
        }
    }
}

void readTest(const Text& text, std::span<const Token> tokens, std::size_t at, const Setting& setting,
              std::vector<TestMention>& mentions)
{
    const std::size_t begin = tokens[at].begin;
    if (!mayStartTest(text.view().substr(begin, tokens.back().end - begin))) {
        return;
    }
    auto known = knownTestAt(text.view().substr(begin, tokens.back().end - begin));
    for (std::size_t last = std::min(at + 2, tokens.size()); !known && last > at; --last) { // a short name on its own
        known = knownTestAt(text.view().substr(begin, tokens[last - 1].end - begin));
    }
    if (!known) {
        return;
    }
    std::size_t last = at + 1;
    while (last < tokens.size() && tokens[last].begin < begin + known->length) {
        ++last;
    }
    if (known->isShort) {
        // "spawn", "pipe", "syscall" are words of every other sentence too.
        const auto isNear = [&](std::string_view word) {
            return (at > 0 && tokens[at - 1].lower.ends_with(word))
                || (last < tokens.size() && tokens[last].lower == word);
        };
        const bool isNamed = setting.benchmark == "unixbench"
            && (isNear("unixbench") || isNear("unixbench's") || isNear("test") || isNear("case") || isNear("benchmark")
                || isNear("score") || isNear("index"));
        if (!isNamed) {
            return;
        }
    }
    mentions.push_back(
        {.token = at, .last = last, .benchmark = std::string(known->benchmark), .test = std::string(known->name)});
}

constexpr auto kMachineWords = std::to_array<std::string_view>({
    "bare-metal", "baremetal", "vm",        "vms",     "guest",    "host",      "x86",         "x86_64",
    "x86-64",     "amd64",     "arm64",     "aarch64", "arm",      "riscv",     "risc-v",      "riscv64",
    "s390",       "s390x",     "powerpc",   "ppc64",   "ppc64le",  "loongarch", "loongarch64", "mips",
    "epyc",       "xeon",      "ryzen",     "skylake", "icelake",  "broadwell", "haswell",     "kunpeng",
    "graviton",   "graviton2", "graviton3", "altra",   "thunderx", "thunderx2", "power8",      "power9",
    "power10",    "zen",       "zen2",      "zen3",    "zen4",     "rome",      "milan",       "genoa",
    "opteron",    "intel",     "amd",       "qemu",    "laptop",   "raspberry",
});

bool namesMachine(std::span<const Token> tokens, std::size_t at)
{
    const auto& lower = tokens[at].lower;
    return std::ranges::find(kMachineWords, lower) != kMachineWords.end()
        || (lower == "metal" && at > 0 && tokens[at - 1].lower == "bare")
        || (lower == "machine" && at > 0 && tokens[at - 1].lower == "virtual");
}

}

void readSetting(const Text& text, std::span<const Token> tokens, Setting& setting, std::vector<TestMention>& mentions)
{
    if (tokens.empty()) {
        return;
    }
    const std::size_t begin = tokens.front().begin;
    const auto named = benchmarksIn(text.view().substr(begin, tokens.back().end - begin));
    auto next = named.begin();
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (!tokens[i].isWord()) {
            continue;
        }
        while (next != named.end() && begin + next->span.offset < tokens[i].begin) {
            ++next;
        }
        if (isRunScript(tokens[i])) {
            i = readUnixBenchCommand(text, tokens, i, setting, mentions) - 1;
            continue;
        }
        const bool isNamed = next != named.end() && begin + next->span.offset < tokens[i].end;
        if (isNamed && !isDisturber(tokens, i)) {
            if (setting.benchmark != next->id) {
                setting.benchmark = next->id;
                setting.test.clear();
                setting.parameters.clear();
            } else if (namesWholeScore(tokens, i) && mentions.empty()) {
                setting.test.clear();
                dropCommandOfTest(setting);
            }
            if (const auto end = commandEnd(tokens, i); end > i) {
                setting.parameters["command"] = commandText(text, tokens, i, end);
                i = end - 1;
            }
            continue;
        }
        if (tokens[i].lower == "make" && i + 1 < tokens.size() && tokens[i + 1].lower.starts_with("-j")) {
            setting.benchmark = "kernel build";
            std::size_t end = i + 2;
            if (end < tokens.size() && tokens[end].isWord() && !endsLabel(tokens[end].lower)) {
                ++end;
            }
            setting.parameters["command"] = commandText(text, tokens, i, end);
            i = end - 1;
            continue;
        }
        readTest(text, tokens, i, setting, mentions);
    }
    if (!mentions.empty()) {
        setting.test = mentions.back().test;
        setting.benchmark = mentions.back().benchmark;
    }
}

std::vector<MachineMention> machinesIn(const Text& text, std::span<const Token> tokens)
{
    std::vector<MachineMention> out;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (!tokens[i].isWord() || (tokens[i].lower != "on" && tokens[i].lower != "in" && tokens[i].lower != "under")) {
            continue;
        }
        std::size_t first = i + 1;
        while (first < tokens.size() && isDeterminer(tokens[first].lower)) {
            ++first;
        }
        std::size_t last = first;
        std::size_t named = 0;
        for (; last < tokens.size() && last < first + 8; ++last) {
            const auto& token = tokens[last];
            if (token.kind == TokenKind::Mark || token.has(LabelEndClass | MetricClass | DeterminerClass)) {
                break;
            }
            const bool isModel = token.isQuantity() && token.quantity.kind == QuantityKind::Times; // "5800X"
            if (token.isQuantity() && !token.quantity.unit.empty() && !isModel) {
                break;
            }
            if (token.isWord() && namesMachine(tokens, last)) {
                named = last + 1;
            }
        }
        if (named != 0) {
            // A processor's model follows its maker: "AMD EPYC 7763", "Xeon Gold 6148".
            while (named < last
                   && (tokens[named].isQuantity()
                       || tokens[named].lower.find_first_of("0123456789") != std::string::npos
                       || tokens[named].lower == "gold" || tokens[named].lower == "platinum"
                       || tokens[named].lower == "silver")) {
                ++named;
            }
            out.push_back({.token = i, .label = writtenText(text, tokens, first, named)});
        }
    }
    return out;
}

}
