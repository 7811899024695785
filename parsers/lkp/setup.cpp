// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/lkp/setup.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace patchscale::lkp {
namespace {

constexpr std::size_t kLinesAbove = 24; ///< at most between the ruler over the parameters and the head
constexpr std::size_t kLinesToMachine = 400; ///< a report starts with it, its tables are long
constexpr std::size_t kHashLength = 10; ///< how the robot shortens a commit
constexpr std::string_view kSpace = " \t";

/// Parts of the path that describe the environment, not the case.
constexpr auto kEnvironment = std::to_array<std::string_view>({"compiler", "kconfig", "rootfs"});

std::string_view trimmed(std::string_view text)
{
    const auto begin = text.find_first_not_of(kSpace);
    return begin == std::string_view::npos ? text.substr(0, 0)
                                           : text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

std::string_view firstWord(std::string_view text)
{
    text = trimmed(text);
    return text.substr(0, text.find_first_of(kSpace));
}

std::vector<std::string_view> splitAt(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (;;) {
        const auto end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(end + 1);
    }
}

bool isHash(std::string_view word)
{
    return word.size() >= 8 && word.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool isRuler(std::string_view line)
{
    line = trimmed(line);
    return line.size() >= 16 && line.find_first_not_of('=') == std::string_view::npos;
}

/// Puts the values of "a/b/c:" and "1/2/3" where they belong.
void readPath(std::string_view keys, std::string_view values, Setup& setup)
{
    const auto names = splitAt(keys, '/');
    const auto cells = splitAt(values, '/');
    if (names.size() != cells.size()) {
        return; // a value holds a slash: which one cannot be told
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string name(names[i]);
        if (name == "tbox_group") {
            setup.machine.label = cells[i];
        } else if (std::ranges::contains(kEnvironment, names[i])) {
            setup.machine.facts.emplace(name, cells[i]);
        } else {
            setup.parameters.emplace(name, cells[i]);
        }
    }
}

/// The line above @p line that tells the machine: "lkp-skl-fpga01: 104 threads 2 sockets …", "test machine: …".
std::string_view machineLine(const Text& text, std::size_t line, std::string_view label)
{
    for (std::size_t i = 0; i < kLinesToMachine && line > 0; ++i) {
        --line;
        const auto view = trimmed(text.line(line));
        const bool isTestMachine = view.contains("test machine:");
        const bool isNamed = !label.empty() && view.starts_with(label);
        if ((isTestMachine || isNamed) && view.contains(" threads ")) {
            return view.substr(view.find(isTestMachine ? "test machine:" : ":"));
        }
    }
    return {};
}

/// Completes the machine whose label is known.
void addMachine(const Text& text, std::size_t line, Setup& setup)
{
    auto machine = machineOf(machineLine(text, line, setup.machine.label));
    machine.label = std::move(setup.machine.label);
    machine.facts = std::move(setup.machine.facts);
    setup.machine = std::move(machine);
}

}

Machine machineOf(std::string_view description)
{
    Machine machine;
    const auto threads = description.find(" threads");
    if (threads != std::string_view::npos) {
        const auto before = description.substr(0, threads);
        const auto blank = before.find_last_of(" :");
        const auto digits = blank == std::string_view::npos ? before : before.substr(blank + 1);
        int count = 0;
        if (std::from_chars(digits.data(), digits.data() + digits.size(), count).ec == std::errc {}) {
            machine.cpus = count;
        }
    }
    if (const auto sockets = description.find(" sockets "); sockets != std::string_view::npos) {
        const auto cpu = description.substr(sockets + 9);
        machine.cpu = trimmed(cpu.substr(0, cpu.find(" with ")));
    }
    if (const auto with = description.rfind(" with "); with != std::string_view::npos) {
        machine.memory = firstWord(description.substr(with + 6));
    }
    return machine;
}

Setup readSetup(const Text& text, std::size_t head, std::size_t count)
{
    Setup setup;
    setup.begin = text.lines()[head].begin;
    const auto first = head > kLinesAbove ? head - kLinesAbove : 0;
    std::size_t ruler = head;
    for (auto line = head; line > first;) {
        --line;
        if (isRuler(text.line(line))) {
            ruler = line;
            break;
        }
        if (text.line(line).contains("%stddev")) {
            break; // the head of the table before this one
        }
    }

    std::vector<std::string_view> hashes;
    bool isCommits = false;
    for (auto line = ruler == head ? first : ruler + 1; line < head; ++line) {
        const auto view = trimmed(text.line(line));
        const auto word = firstWord(view);
        if (isHash(word) && isHash(firstWord(view.substr(word.size())))) {
            hashes = splitAt(view, ' ');
            isCommits = false;
        } else if (word == "commit:") {
            isCommits = trimmed(view.substr(word.size())).empty();
        } else if (isCommits && !word.empty()) {
            setup.commits.emplace_back(word.substr(0, word.find_first_of("(\"")));
        } else if (view.empty()) {
            isCommits = isCommits && setup.commits.empty();
        }
    }
    std::erase_if(hashes, [](std::string_view word) { return !isHash(word); });
    if (setup.commits.size() != count) {
        setup.commits.clear();
        for (const auto hash : hashes) {
            setup.commits.emplace_back(hash.substr(0, kHashLength));
        }
    }

    if (ruler != head) {
        setup.begin = text.lines()[ruler].begin;
        for (auto line = ruler + 1; line + 1 < head; ++line) {
            const auto keys = trimmed(text.line(line));
            if (keys.ends_with(':') && keys.contains('/')) {
                readPath(keys.substr(0, keys.size() - 1), trimmed(text.line(line + 1)), setup);
                break;
            }
        }
    }
    addMachine(text, ruler, setup);
    return setup;
}

Setup readFlatSetup(const Text& text, std::size_t line, std::string_view before)
{
    Setup setup;
    setup.begin = text.spanOf(before).end();
    std::string_view keys;
    for (auto rest = trimmed(before); !rest.empty();) {
        const auto word = firstWord(rest);
        rest = trimmed(rest.substr(word.size()));
        if (word.ends_with(':') && word.contains('/')) {
            keys = word.substr(0, word.size() - 1);
            readPath(keys, firstWord(rest), setup);
            setup.begin = text.spanOf(word).offset;
        }
        const auto next = firstWord(rest);
        if (isHash(word) && (isHash(next) || next.starts_with("----"))) {
            if (setup.commits.empty() && keys.empty()) {
                setup.begin = text.spanOf(word).offset;
            }
            setup.commits.emplace_back(word.substr(0, kHashLength));
        }
    }
    addMachine(text, line + 1, setup);
    return setup;
}

}
