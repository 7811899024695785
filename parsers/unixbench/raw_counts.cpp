// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/unixbench/raw_counts.h"

#include "parsers/context/vocabulary.h"
#include "parsers/text/find.h"
#include "parsers/unixbench/item_text.h"
#include "parsers/unixbench/result_unit.h"

#include <algorithm>
#include <format>

namespace patchscale::unix_bench {
namespace {

constexpr std::string_view kKey = "COUNT|";
/// A command stands right before its output, or an empty line or two above.
constexpr std::size_t kLinesBack = 4;

std::vector<std::string_view> wordsOf(std::string_view line)
{
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < line.size();) {
        const auto begin = line.find_first_not_of(" \t", at);
        if (begin == std::string_view::npos) {
            break;
        }
        at = std::min(line.find_first_of(" \t", begin), line.size());
        words.push_back(line.substr(begin, at - begin));
    }
    return words;
}

/// The id of the test that a program measures with these arguments.
std::string idOf(std::string_view program, const std::vector<std::string_view>& arguments)
{
    const auto after = [&](std::string_view option) {
        const auto found = std::ranges::find(arguments, option);
        return found == arguments.end() || found + 1 == arguments.end() ? std::string_view {} : *(found + 1);
    };
    if (program == "looper" && std::ranges::any_of(arguments, [](auto word) { return word.ends_with("multi.sh"); })) {
        return "shell" + std::string(arguments.back());
    }
    if (program == "fstime") {
        const auto size = after("-b");
        const std::string_view base = size == "256" ? "fsbuffer" : size == "4096" ? "fsdisk" : "fstime";
        const auto kind = std::ranges::contains(arguments, "-w") ? "-w"
            : std::ranges::contains(arguments, "-r")             ? "-r"
                                                                 : "";
        return std::string(base) + kind;
    }
    return std::string(program);
}

/// The program of UnixBench that @p line starts, with its test and for how long it was told to run.
bool takeCommand(std::string_view line, RawCount& out)
{
    const auto words = wordsOf(line);
    const auto program = std::ranges::find_if(words, [](std::string_view word) { return word.contains("pgms/"); });
    if (program == words.end()) {
        return false;
    }
    const std::vector<std::string_view> arguments(program + 1, words.end());
    const auto name = program->substr(program->rfind('/') + 1);
    const auto id = idOf(name, arguments);
    const auto known = knownTestAt(id);
    out.test = known && known->length == id.size() ? std::string(known->name) : id;
    if (!arguments.empty() && std::ranges::all_of(arguments.front(), isDigit)) {
        out.parameters["duration"] = std::string(arguments.front()) + "s";
    }
    return true;
}

/// "COUNT|457035|1|lps" at the start of @p line.
bool takeLine(const Text& text, const Line& line, RawCount& out)
{
    const auto body = text.view().substr(line.begin, line.size());
    const auto first = kKey.size();
    const auto second = body.find('|', first);
    const auto third = second == std::string_view::npos ? second : body.find('|', second + 1);
    if (third == std::string_view::npos) {
        return false;
    }
    const auto count = numberAt(body.substr(0, second), first);
    const auto timebase = numberAt(body.substr(0, third), second + 1);
    if (!count || count->span.end() != second || !timebase || timebase->span.end() != third) {
        return false;
    }
    auto unit = body.substr(third + 1);
    unit = unit.substr(0, unit.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"));
    if (unit.empty()) {
        return false;
    }
    out.count = *count;
    out.count.span.offset += line.begin;
    out.timebase = timebase->value;
    out.unit = unit;
    return true;
}

/// The result of the run that @p line repeats, or of a new one.
TestResult& resultFor(const RawCount& line, ParsedBlock& parsed)
{
    const bool isRate = line.timebase <= 0;
    const std::string unit = isRate ? line.unit : "count";
    for (auto& known : parsed.runs) {
        auto& result = known.run.results.front();
        if (result.test == line.test && result.unit == unit && known.run.parameters == line.parameters) {
            return result;
        }
    }
    BlockRun added;
    added.group = static_cast<int>(parsed.runs.size());
    added.run.benchmark = "unixbench";
    added.run.parameters = line.parameters;
    added.run.span = line.count.span;
    TestResult result;
    result.test = line.test;
    result.metric = isRate ? "result" : "count";
    result.unit = unit;
    result.better = Better::Higher;
    result.span = line.count.span;
    added.run.results.push_back(std::move(result));
    parsed.runs.push_back(std::move(added));
    return parsed.runs.back().run.results.front();
}

/// The mean of what was counted; one count is itself.
void finish(TestResult& result)
{
    for (const auto& sample : result.samples) {
        result.value += sample.value / static_cast<double>(result.samples.size());
    }
    if (result.samples.size() == 1) {
        result.value = result.samples.front().value;
        result.samples.clear();
    }
    const auto base = result.unit == "count" ? Unit {.factor = 1, .base = "count"} : unitOfResult(result.unit);
    result.baseValue = result.value * base.factor;
    result.baseUnit = base.base;
}

}

std::vector<RawCounts> findRawCounts(const Text& text)
{
    std::vector<RawCounts> found;
    const auto lines = text.lines();
    std::size_t lastLine = 0;
    for (auto hit = findText(text.view(), kKey); hit != std::string_view::npos;
         hit = findText(text.view(), kKey, hit + 1)) {
        const auto at = text.lineAt(hit);
        RawCount count;
        if (lines[at].begin != hit || lines[at].kind != LineKind::Body || !takeLine(text, lines[at], count)) {
            continue;
        }
        auto first = lines[at].begin;
        for (std::size_t back = 1; back <= kLinesBack && back <= at; ++back) {
            const auto line = text.line(at - back);
            if (takeCommand(line, count)) {
                first = lines[at - back].begin;
                break;
            }
            if (line.starts_with(kKey)) {
                break;
            }
        }
        const bool isNear = !found.empty() && at - lastLine <= 2 * kLinesBack;
        if (!isNear) {
            found.push_back({.span = {.offset = first, .length = 0}, .lines = {}});
        }
        auto& counts = found.back();
        counts.lines.push_back(std::move(count));
        counts.span.length = lines[at].end - counts.span.offset;
        lastLine = at;
    }
    return found;
}

void readRawCounts(const RawCounts& counts, ParsedBlock& parsed)
{
    for (const auto& line : counts.lines) {
        if (line.test.empty()) {
            parsed.diagnostics.push_back({.severity = Severity::Warning,
                                          .code = "unnamed-count",
                                          .message = "a COUNT line was left out: no command before it says which "
                                                     "program printed it",
                                          .span = line.count.span});
            continue;
        }
        auto& samples = resultFor(line, parsed).samples;
        samples.push_back({.value = line.count.value,
                           .span = line.count.span,
                           .boot = 0,
                           .round = 0,
                           .order = static_cast<int>(samples.size()),
                           .isExcluded = false});
    }
    for (auto& run : parsed.runs) {
        finish(run.run.results.front());
    }
    parsed.title =
        std::format("UnixBench programs, {} {}", counts.lines.size(), counts.lines.size() == 1 ? "count" : "counts");
}

}
