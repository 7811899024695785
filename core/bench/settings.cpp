// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/settings.h"

#include "core/base/posix.h"

#include <algorithm>
#include <cerrno>
#include <format>
#include <span>
#include <utility>

#include <fcntl.h>

namespace patchscale {
namespace {

struct Word
{
    std::string text;
    bool isOperator = false; ///< ";", "&&" or ">"
};

/// The words of a command line, quotes taken off. Nothing when the shell would do more with it than we understand.
std::optional<std::vector<Word>> wordsOf(std::string_view command)
{
    std::vector<Word> words;
    std::string word;
    bool isInWord = false;
    const auto endWord = [&] {
        if (isInWord) {
            words.push_back({.text = std::exchange(word, {})});
        }
        isInWord = false;
    };
    for (std::size_t at = 0; at < command.size(); ++at) {
        const char c = command[at];
        if (c == '\'' || c == '"') {
            const auto end = command.find(c, at + 1);
            if (end == std::string_view::npos) {
                return std::nullopt;
            }
            const auto quoted = command.substr(at + 1, end - at - 1);
            if (c == '"' && quoted.find_first_of("$`\\") != std::string_view::npos) {
                return std::nullopt;
            }
            word += quoted;
            isInWord = true;
            at = end;
        } else if (c == ' ' || c == '\t') {
            endWord();
        } else if (c == ';' || c == '\n') {
            endWord();
            words.push_back({.text = ";", .isOperator = true});
        } else if (c == '&' && command.substr(at).starts_with("&&")) {
            endWord();
            words.push_back({.text = ";", .isOperator = true});
            ++at;
        } else if (c == '>') {
            if (isInWord && word.find_first_not_of("0123456789") == std::string::npos) {
                return std::nullopt; // "5>file" redirects descriptor 5
            }
            endWord();
            words.push_back({.text = ">", .isOperator = true});
        } else if (std::string_view("$`\\|&<>(){}*?~#![]").contains(c)) {
            return std::nullopt;
        } else {
            word += c;
            isInWord = true;
        }
    }
    endWord();
    return words;
}

/// Names of sysctl have dots for slashes and slashes for dots, unless the first of both is a slash.
std::filesystem::path fileOfSysctl(std::string name)
{
    const auto first = name.find_first_of("./");
    if (first != std::string::npos && name[first] == '.') {
        for (char& c : name) {
            c = c == '.' ? '/' : c == '/' ? '.' : c;
        }
    }
    return std::filesystem::path("/proc/sys") / name;
}

bool addSysctl(std::span<const Word> words, std::vector<SettingWrite>& settings)
{
    const auto before = settings.size();
    for (const auto& word : words) {
        if (word.isOperator) {
            return false;
        }
        if (word.text == "-w" || word.text == "--write" || word.text == "-q" || word.text == "--quiet") {
            continue;
        }
        const auto equals = word.text.find('=');
        if (word.text.starts_with('-') || word.text.starts_with('/') || equals == std::string::npos || equals == 0) {
            return false;
        }
        const auto name = word.text.substr(0, equals);
        settings.push_back({.name = name, .file = fileOfSysctl(name), .value = word.text.substr(equals + 1)});
    }
    return settings.size() > before;
}

bool addEcho(std::span<const Word> words, std::vector<SettingWrite>& settings)
{
    const auto arrow = std::ranges::find_if(words, &Word::isOperator);
    if (arrow == words.end() || words.end() - arrow != 2 || !arrow[1].text.starts_with('/') || arrow[1].isOperator) {
        return false;
    }
    std::string value;
    for (const auto& word : std::span(words.begin(), arrow)) {
        if (word.text == "-n" && value.empty()) {
            continue;
        }
        value += (value.empty() ? "" : " ") + word.text;
    }
    settings.push_back({.name = arrow[1].text, .file = arrow[1].text, .value = value});
    return true;
}

bool addCommand(std::span<const Word> words, std::vector<SettingWrite>& settings)
{
    const auto& program = words.front();
    if (program.text == "sysctl" || program.text == "/sbin/sysctl" || program.text == "/usr/sbin/sysctl") {
        return addSysctl(words.subspan(1), settings);
    }
    return program.text == "echo" && addEcho(words.subspan(1), settings);
}

}

std::optional<std::vector<SettingWrite>> settingsOf(std::string_view command)
{
    const auto words = wordsOf(command);
    if (!words) {
        return std::nullopt;
    }
    std::vector<SettingWrite> settings;
    for (auto rest = std::span(*words); !rest.empty();) {
        const auto end =
            std::ranges::find_if(rest, [](const Word& word) { return word.isOperator && word.text == ";"; });
        const auto size = static_cast<std::size_t>(end - rest.begin());
        if (size > 0 && !addCommand(rest.first(size), settings)) {
            return std::nullopt;
        }
        rest = rest.subspan(std::min(size + 1, rest.size()));
    }
    if (settings.empty()) {
        return std::nullopt;
    }
    return settings;
}

Result<std::string> readSetting(const SettingWrite& setting)
{
    errno = 0;
    const auto content = readSmallFile(setting.file);
    if (!content) {
        auto error = systemError(std::format("read '{}' before it is changed", setting.file.string()), errno);
        error.hints = {"the first value could not be put back: is the name right, and may you read it?"};
        return std::unexpected(std::move(error));
    }
    return std::string(trimmedText(*content));
}

std::string valueToRestore(std::string_view content)
{
    const auto begin = content.find('[');
    const auto end = content.find(']');
    const bool isChoice = begin != std::string_view::npos && end != std::string_view::npos && begin < end
        && content.find('[', begin + 1) == std::string_view::npos && content.find(' ') != std::string_view::npos;
    return std::string(isChoice ? content.substr(begin + 1, end - begin - 1) : content);
}

}
