// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/journal.h"

#include "core/base/posix.h"
#include "core/bench/control_group.h"
#include "core/bench/strays.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <format>
#include <ranges>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace patchscale {
namespace {

namespace fs = std::filesystem;

std::string escaped(std::string_view word)
{
    std::string text;
    for (const char c : word) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte <= ' ' || c == '%' || byte == 0x7f) {
            text += std::format("%{:02x}", static_cast<unsigned>(byte));
        } else {
            text += c;
        }
    }
    // An empty word must be seen between two blanks.
    return text.empty() ? "%" : text;
}

std::string unescaped(std::string_view word)
{
    std::string text;
    while (!word.empty()) {
        unsigned code = 0;
        if (word.front() == '%' && word.size() >= 3
            && std::from_chars(word.data() + 1, word.data() + 3, code, 16).ptr == word.data() + 3) {
            text += static_cast<char>(code);
            word.remove_prefix(3);
            continue;
        }
        if (word.front() != '%') {
            text += word.front();
        }
        word.remove_prefix(1);
    }
    return text;
}

std::vector<std::string> wordsOf(std::string_view line)
{
    std::vector<std::string> words;
    for (const auto word : std::views::split(line, ' ')) {
        words.push_back(unescaped(std::string_view(word)));
    }
    return words;
}

int numberOf(const std::string& word)
{
    int number = 0;
    std::from_chars(word.data(), word.data() + word.size(), number);
    return number;
}

void read(Journal& journal, std::vector<std::string> words)
{
    const auto kind = words.front();
    const auto argument = words.size() > 1 ? words[1] : std::string();
    if (kind == "boot") {
        journal.boot = argument;
    } else if (kind == "mark") {
        journal.mark = argument;
    } else if (kind == "in") {
        journal.workingFolder = argument;
    } else if (kind == "group") {
        journal.controlGroup = argument;
    } else if (kind == "folder") {
        journal.folders.emplace_back(argument);
    } else if (kind == "write" && words.size() == 5) {
        journal.changes.emplace_back(
            numberOf(argument), RestoreAction {.what = words[2], .file = words[3], .value = words[4], .command = {}});
    } else if (kind == "run" && words.size() >= 4) {
        journal.changes.emplace_back(
            numberOf(argument),
            RestoreAction {.what = words[2], .file = {}, .value = {}, .command = {words.begin() + 3, words.end()}});
    } else if (kind == "done") {
        std::erase_if(journal.changes, [id = numberOf(argument)](const auto& change) { return change.first == id; });
    }
}

/// Runs @p command and waits for it, at most half a minute.
Result<void> runCommand(const std::vector<std::string>& command, const fs::path& workingFolder)
{
    constexpr double kLongest = 30;
    std::vector<char*> argv;
    for (const auto& word : command) {
        argv.push_back(const_cast<char*>(word.c_str()));
    }
    argv.push_back(nullptr);
    const auto child = fork();
    if (child < 0) {
        return std::unexpected(systemError(std::format("start '{}'", command.front()), errno));
    }
    if (child == 0) {
        setpgid(0, 0);
        for (int signal = 1; signal < SIGRTMIN; ++signal) {
            std::signal(signal, SIG_DFL);
        }
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, nullptr);
        const auto nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
        dup2(nothing, STDIN_FILENO);
        dup2(nothing, STDOUT_FILENO);
        if (workingFolder.empty() || chdir(workingFolder.c_str()) == 0) {
            execvp(argv.front(), argv.data());
        }
        _exit(127);
    }
    int status = 0;
    const auto end = monotonicSeconds() + kLongest;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (monotonicSeconds() > end) {
            kill(-child, SIGKILL);
            waitpid(child, &status, 0);
            return std::unexpected(
                Error {.code = Errc::Io,
                       .message = std::format("'{}' did not end within {} s", command.front(), kLongest),
                       .where = {},
                       .hints = {}});
        }
        poll(nullptr, 0, 2);
    }
    if (status != 0) {
        return std::unexpected(
            Error {.code = Errc::Io,
                   .message = std::format("'{}' ended with status {}", command.front(),
                                          WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)),
                   .where = {},
                   .hints = {}});
    }
    return {};
}

}

std::string journalLine(std::span<const std::string> words)
{
    std::string line;
    for (const auto& word : words) {
        line += line.empty() ? "" : " ";
        line += escaped(word);
    }
    return line + '\n';
}

std::string changeLine(int id, const RestoreAction& action)
{
    std::vector<std::string> words {action.command.empty() ? "write" : "run", std::to_string(id), action.what};
    if (action.command.empty()) {
        words.push_back(action.file.string());
        words.push_back(action.value);
    } else {
        words.insert(words.end(), action.command.begin(), action.command.end());
    }
    return journalLine(words);
}

Journal parseJournal(std::string_view text)
{
    Journal journal;
    while (true) {
        const auto end = text.find('\n');
        if (end == std::string_view::npos) {
            return journal;
        }
        read(journal, wordsOf(text.substr(0, end)));
        text.remove_prefix(end + 1);
    }
}

Result<void> undo(const RestoreAction& action, const fs::path& workingFolder)
{
    auto undone =
        action.command.empty() ? writeSetting(action.file, action.value) : runCommand(action.command, workingFolder);
    if (!undone) {
        undone.error().message = std::format("cannot put back {}: {}", action.what, undone.error().message);
    }
    return undone;
}

Result<void> undoAll(const Journal& journal)
{
    constexpr double kLongest = 10;
    Result<void> result;
    if (journal.boot == bootId()) {
        if (!journal.controlGroup.empty()) {
            killControlGroup(journal.controlGroup, kLongest);
        }
        if (!journal.mark.empty()) {
            killMarked(journal.mark, kLongest);
        }
        for (const auto& [id, action] : journal.changes | std::views::reverse) {
            if (auto undone = undo(action, journal.workingFolder); !undone && result) {
                result = std::move(undone);
            }
        }
        if (!journal.controlGroup.empty()) {
            removeControlGroup(journal.controlGroup);
        }
    }
    for (const auto& folder : journal.folders) {
        std::error_code error;
        fs::remove_all(folder, error);
        if (error && result) {
            result =
                std::unexpected(systemError(std::format("remove the folder '{}'", folder.string()), error.value()));
        }
    }
    return result;
}

std::string bootId()
{
    return std::string(trimmedText(readSmallFile("/proc/sys/kernel/random/boot_id").value_or("")));
}

}
