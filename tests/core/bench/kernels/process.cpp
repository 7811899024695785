// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/bench/kernels/process.h"

#include <charconv>
#include <cstdlib>
#include <stdexcept>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace patchscale::test {
namespace {

std::string readAll(int descriptor)
{
    std::string text;
    char buffer[4096];
    for (;;) {
        const ssize_t bytes = read(descriptor, buffer, sizeof buffer);
        if (bytes < 0 && errno == EINTR) {
            continue;
        }
        if (bytes <= 0) {
            break;
        }
        text.append(buffer, static_cast<std::size_t>(bytes));
    }
    close(descriptor);
    return text;
}

}

Program::Program(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                 const std::vector<int>& keep)
{
    int out[2];
    int err[2];
    if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) {
        throw std::system_error(errno, std::generic_category(), "pipe");
    }
    std::vector<std::string> words {program.string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) {
        argv.push_back(word.data());
    }
    argv.push_back(nullptr);
    m_pid = fork();
    if (m_pid == 0) {
        dup2(out[1], STDOUT_FILENO);
        dup2(err[1], STDERR_FILENO);
        for (const int descriptor : keep) {
            fcntl(descriptor, F_SETFD, 0);
        }
        execv(argv[0], argv.data());
        _exit(127);
    }
    close(out[1]);
    close(err[1]);
    if (m_pid < 0) {
        throw std::system_error(errno, std::generic_category(), "fork");
    }
    m_out = out[0];
    m_err = err[0];
}

Program::~Program()
{
    if (m_pid > 0) {
        kill(m_pid, SIGKILL);
        waitpid(m_pid, nullptr, 0);
        close(m_out);
        close(m_err);
    }
}

Outcome Program::join()
{
    Outcome outcome;
    std::thread other([&] { outcome.err = readAll(m_err); });
    outcome.out = readAll(m_out);
    other.join();
    int status = 0;
    while (waitpid(m_pid, &status, 0) < 0 && errno == EINTR) { }
    m_pid = -1;
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    return outcome;
}

Outcome runProgram(const std::filesystem::path& program, const std::vector<std::string>& arguments)
{
    return Program(program, arguments).join();
}

TestFolder::TestFolder()
{
    std::string pattern = (std::filesystem::temp_directory_path() / "patchscale-kernels-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
        throw std::system_error(errno, std::generic_category(), pattern);
    }
    m_path = pattern;
}

TestFolder::~TestFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

std::vector<pid_t> processesOf(const std::string& folder)
{
    std::vector<pid_t> found;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const std::string name = entry.path().filename().string();
        pid_t pid = 0;
        if (std::from_chars(name.data(), name.data() + name.size(), pid).ptr != name.data() + name.size()) {
            continue;
        }
        // Not by a stream, which throws when the process ends in between.
        const int file = open((entry.path() / "cmdline").c_str(), O_RDONLY | O_CLOEXEC);
        const std::string line = file >= 0 ? readAll(file) : std::string();
        std::error_code ignored;
        const std::string directory = std::filesystem::read_symlink(entry.path() / "cwd", ignored).string();
        if (pid != getpid() && (line.contains(folder) || directory.contains(folder))) {
            found.push_back(pid);
        }
    }
    return found;
}

}
