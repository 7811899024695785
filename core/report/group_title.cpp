// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/group_title.h"

#include "core/base/join.h"
#include "core/report/report_words.h"

#include <algorithm>
#include <iterator>

namespace patchscale {
namespace {

constexpr const char* kScenario = "scenario";
constexpr const char* kCommand = "command";

bool isMark(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '`' || c == '\'' || c == '"' || c == '=';
}

/// Whether @p word stands in @p command between blanks, quotes or equal signs.
bool isWordOf(std::string_view command, std::string_view word)
{
    while (!command.empty()) {
        const auto end = std::ranges::find_if(command, isMark);
        const auto length = static_cast<std::size_t>(end - command.begin());
        if (length > 0 && command.substr(0, length) == word) {
            return true;
        }
        command.remove_prefix(std::min(length + 1, command.size()));
    }
    return false;
}

bool sharesParameter(const ComparisonGroup& group, const std::string& name, const std::string& value)
{
    const auto own = group.parameters.find(name);
    return own != group.parameters.end() && own->second == value;
}

}

std::string GroupTitle::detail() const
{
    return join(details, ", ");
}

std::string GroupTitle::text() const
{
    return benchmark.empty() || details.empty() ? benchmark + detail() : benchmark + ", " + detail();
}

std::vector<std::string> parameterWords(const Parameters& parameters)
{
    std::vector<std::string> words;
    const auto command = parameters.find(kCommand);
    for (const auto& [name, value] : parameters) {
        if (name == kScenario) {
            words.insert(words.begin(), value);
        } else if (name == kCommand) {
            words.push_back(value);
        } else if (name == "occurrence") {
            words.push_back("measured more than once, number " + value);
        } else if (command == parameters.end() || !isWordOf(command->second, value)) {
            words.push_back(name + "=" + value);
        }
    }
    return words;
}

GroupTitle groupTitle(const Comparison& comparison, const ComparisonGroup& group)
{
    GroupTitle name;
    name.benchmark = displayedBenchmark(group.benchmark);
    std::vector<const ComparisonGroup*> others;
    for (const auto& other : comparison.groups) {
        if (&other != &group && other.benchmark == group.benchmark) {
            others.push_back(&other);
        }
    }
    const auto isTold = [&others](const auto& differs) { return std::ranges::any_of(others, differs); };
    if (isTold([&](const ComparisonGroup* other) { return other->machine != group.machine; })) {
        name.details.push_back(group.machine.empty() ? "machine not told" : group.machine);
    }
    Parameters own;
    for (const auto& [key, value] : group.parameters) {
        if (isTold([&](const ComparisonGroup* other) { return !sharesParameter(*other, key, value); })) {
            own.emplace(key, value);
        }
    }
    for (auto& word : parameterWords(own)) {
        name.details.push_back(std::move(word));
    }
    if (isTold([&](const ComparisonGroup* other) { return other->documents != group.documents; })) {
        name.details.push_back("from " + documentsText(group.documents));
    }
    return name;
}

std::string circumstances(const ComparisonGroup& group)
{
    std::vector<std::string> parts;
    if (!group.machine.empty()) {
        parts.push_back(group.machine);
    }
    std::ranges::move(parameterWords(group.parameters), std::back_inserter(parts));
    if (!group.documents.empty()) {
        parts.push_back("from " + documentsText(group.documents));
    }
    return join(parts, ", ");
}

std::string documentsText(const std::vector<std::string>& documents)
{
    std::string text;
    for (std::size_t i = 0; i < documents.size(); ++i) {
        text += i == 0 ? "" : i + 1 == documents.size() ? " and " : ", ";
        text += documents[i];
    }
    return text;
}

}
