// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/surroundings.h"
#include "parsers/table/blanks.h"

#include "parsers/context/cpu_names.h"
#include "parsers/context/machine_words.h"
#include "parsers/context/passage.h"
#include "parsers/context/vocabulary.h"
#include "parsers/table/naming.h"

#include <algorithm>
#include <array>

namespace patchscale::table {
namespace {

/// A line above the table that names something is short and no sentence.
constexpr std::size_t kLongestTitle = 80;

/// What is named behind "Here is the test result of iperf3"; all of @p title if it is no such sentence.
std::string_view withoutLead(std::string_view title)
{
    constexpr auto kOpenings = std::to_array<std::string_view>(
        {"here ", "the ", "below ", "following ", "this ", "test ", "results ", "result "});
    const auto lower = lowered(title);
    const bool opens = std::ranges::any_of(kOpenings, [&](std::string_view word) { return lower.starts_with(word); });
    if (!opens) {
        return title;
    }
    constexpr auto kLeads = std::to_array<std::string_view>(
        {"results of ", "result of ", "results for ", "result for ", "results from ", "result from ", "numbers for ",
         "numbers of ", "numbers from ", "scores of ", "score of ", "output of ", "data of ", "data from "});
    for (const auto lead : kLeads) {
        if (const auto at = lower.find(lead); at != std::string::npos) {
            auto rest = trimmed(title.substr(at + lead.size()));
            for (const std::string_view article : {"the ", "a ", "an "}) {
                rest = rest.starts_with(article) ? trimmed(rest.substr(article.size())) : rest;
            }
            return rest.empty() ? title : rest;
        }
    }
    return title;
}

/// "Requests of nginx" of "Requests of nginx (higher is better)"; empty if the line tells the direction alone.
std::string_view beforeDirection(std::string_view title)
{
    const auto better = title.find(" better");
    const auto mark = better == std::string_view::npos ? better : title.find_last_of("(,", better);
    const auto name = mark == std::string_view::npos ? std::string_view {} : trimmed(title.substr(0, mark));
    return statedDirection(name) == Better::Unknown ? name : std::string_view {};
}

/// "test result", "Results", "performance comparison": says that numbers follow, and not of what.
bool isGeneric(std::string_view title)
{
    constexpr auto kWords = std::to_array<std::string_view>(
        {"test",    "tests", "testing",    "result",  "results",     "the",         "here",
         "are",     "is",    "as",         "follows", "following",   "below",       "my",
         "our",     "some",  "and",        "of",      "performance", "benchmark",   "benchmarks",
         "numbers", "data",  "comparison", "summary", "measured",    "measurement", "measurements"});
    const auto lower = lowered(title);
    const bool leadsOver = std::string_view(lower).substr(0, lower.find_last_not_of(": ") + 1).ends_with("as follows");
    if (leadsOver && benchmarksIn(title).empty()) {
        return true; // "Averaging 20 runs, the numbers are as follows:"
    }
    for (std::string_view rest = lower; !(rest = trimmed(rest)).empty();) {
        const auto end = std::min(rest.find_first_of(" ,:."), rest.size());
        if (end > 0 && std::ranges::find(kWords, rest.substr(0, end)) == kWords.end()) {
            return false;
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return true;
}

/// "1. On an AMD EPYC 7742 (128 cores), tbench throughput": the words before the comma tell the machine.
std::string_view withoutMachine(std::string_view title)
{
    const auto lower = lowered(title.substr(0, 3));
    const auto comma = lower == "on " || lower == "in " ? title.find(", ") : std::string_view::npos;
    if (comma == std::string_view::npos) {
        return title;
    }
    const auto clause = title.substr(0, comma);
    const bool isMachine = !cpuNameIn(clause).empty() || !placeIn(clause).empty();
    const auto rest = trimmed(title.substr(comma + 2));
    return isMachine && !rest.empty() ? rest : title;
}

/// "tbench throughput in MB/s", "lock1_threads, ops/s": the name without the unit behind it.
std::string_view withoutUnit(std::string_view title)
{
    const auto unit = unitIn(title);
    if (unit.empty() || !title.ends_with(unit) || unit.size() == title.size()) {
        return title;
    }
    const auto rest = trimmed(title.substr(0, title.size() - unit.size()));
    for (const std::string_view lead : {",", ":", " in"}) {
        if (rest.size() > lead.size() && rest.ends_with(lead)) {
            return trimmed(rest.substr(0, rest.size() - lead.size()));
        }
    }
    return title;
}

/// "I ran a simple test using will-it-scale page_fault1, and the results are": what the sentence names, from the
/// benchmark on. A title that is no sentence, or names none, is left as it is.
std::string_view nameInSentence(std::string_view title)
{
    constexpr std::ptrdiff_t kFewestBlanks = 7;
    const auto named = benchmarksIn(title);
    if (std::ranges::count(title, ' ') < kFewestBlanks || named.size() != 1 || named.front().span.offset == 0) {
        return title;
    }
    auto name = title.substr(named.front().span.offset);
    for (const std::string_view end : {",", ";", ".", ":", " (", " and ", " with ", " on ", " in ", " for ", " at ",
                                       " as ", " is ", " are ", " to ", " shows ", " results", " numbers"}) {
        name = name.substr(0, name.find(end));
    }
    return trimmed(name);
}

/// "--thread --gtod_reduce=1 -time_based": a command that was broken in two.
bool isOfCommand(std::string_view title)
{
    return title.size() > 2 && title.front() == '-' && title[1] != ' ' && title.contains(" -");
}

std::string_view withoutColon(std::string_view title)
{
    while (!title.empty() && (title.back() == ':' || title.back() == ' ' || title.back() == '=')) {
        title.remove_suffix(1);
    }
    return title;
}

}

bool hasLetters(std::string_view text)
{
    return std::ranges::any_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80U;
    });
}

std::string titleTest(const Table& table, const Heads& heads, Parameters& parameters)
{
    auto titles = heads.captions;
    titles.insert(titles.end(), table.titles.begin(), table.titles.end());
    for (auto title : titles) {
        if (statedDirection(title) != Better::Unknown || title.find(" better") != std::string_view::npos) {
            title = beforeDirection(title);
            if (title.empty()) {
                continue;
            }
        }
        if (title.size() > kLongestTitle || title.ends_with('.') || !hasLetters(title) || variantPhrase(title)
            || title.contains("./Run ")) {
            return {};
        }
        if (const auto of = title.find(" of: "); of != std::string_view::npos) {
            title = title.substr(of + 5);
        }
        title = withoutMachine(withoutNumbering(withoutLeading(title, {"o ", "- ", "* ", "# ", "## ", "### "})));
        if (isGeneric(title) || isOfCommand(title)) {
            continue;
        }
        constexpr std::ptrdiff_t kBlanksOfSentence = 5;
        if (std::ranges::count(title, ' ') >= kBlanksOfSentence && benchmarksIn(title).empty()
            && !variantPhrasesIn(title).empty()) {
            continue; // "w/o the patch set, and the results show no difference": the end of a sentence names no test
        }
        title = withoutLead(title);
        if (const auto colon = title.find(" : "); colon != std::string_view::npos) {
            const auto field = lowered(title.substr(0, colon));
            const bool namesTest = field.starts_with("benchmark") || field.starts_with("test")
                || field.starts_with("workload") || field.starts_with("suite");
            if (!namesTest) {
                continue; // "Varying parameter  : none"
            }
            title = trimmed(title.substr(colon + 3));
        }
        title = withoutUnit(withoutColon(title));
        if (title.ends_with(')')) {
            const auto open = title.rfind('(');
            if (open != std::string_view::npos && open > 0) {
                const auto inner = title.substr(open + 1, title.size() - open - 2);
                if (inner.find('=') != std::string_view::npos) {
                    addParameters(inner, parameters);
                }
                title = trimmed(title.substr(0, open));
            }
        }
        return std::string(nameInSentence(title));
    }
    return {};
}

CaseCaption caseCaption(const Heads& heads)
{
    for (const auto caption : heads.captions) {
        const auto slash = caption.find('/');
        const auto before = caption.substr(0, slash);
        const bool isOpen = std::ranges::count(before, '(') != std::ranges::count(before, ')');
        if (slash == std::string_view::npos || slash == 0 || slash > 24 || caption.size() > 60 || isOpen
            || caption.contains('"')) {
            continue; // "open3 ("Same file open/close")" names one test
        }
        return {.parameter = parameterName(before), .test = parameterName(caption.substr(slash + 1))};
    }
    return {};
}

CommandTest commandTest(const Table& table)
{
    const auto run = table.command.find("./Run");
    if (run == std::string_view::npos) {
        return {};
    }
    auto rest = trimmed(table.command.substr(run + 5));
    while (!rest.empty()) {
        const auto end = std::min(rest.find_first_of(" '\"`,"), rest.size());
        const auto known = knownTestAt(rest.substr(0, end));
        if (known && end > 0 && known->length == end) {
            return {.benchmark = std::string(known->benchmark),
                    .test = std::string(known->name),
                    .indexBaseline = known->baseline};
        }
        rest = trimmed(rest.substr(std::min(end + 1, rest.size())));
    }
    return {};
}

}
