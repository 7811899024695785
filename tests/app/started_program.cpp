// SPDX-License-Identifier: GPL-3.0-or-later
#include "started_program.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace patchscale::testing_app {
namespace {

namespace fs = std::filesystem;

std::vector<char*> pointersTo(std::vector<std::string>& words)
{
    std::vector<char*> out;
    std::ranges::transform(words, std::back_inserter(out), [](std::string& word) { return word.data(); });
    out.push_back(nullptr);
    return out;
}

bool isProcessNumber(const std::string& name)
{
    return !name.empty() && name.find_first_not_of("0123456789") == std::string::npos;
}

bool anyProcessNames(std::string_view word)
{
    std::error_code error;
    for (const auto& entry : fs::directory_iterator("/proc", error)) {
        if (!isProcessNumber(entry.path().filename().string()) || entry.path().filename() == std::to_string(getpid())) {
            continue;
        }
        std::ifstream file(entry.path() / "cmdline", std::ios::binary);
        const std::string arguments {std::istreambuf_iterator<char>(file), {}};
        if (arguments.contains(word)) {
            return true;
        }
    }
    return false;
}

}

StartedProgram::StartedProgram(std::vector<std::string> argv, std::vector<std::string> environment,
                               const fs::path& folder)
{
    std::array<int, 2> ends {};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return;
    }
    auto arguments = pointersTo(argv);
    auto variables = pointersTo(environment);
    m_id = ::fork();
    if (m_id == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        const int nothing = ::open("/dev/null", O_RDONLY);
        ::dup2(nothing, STDIN_FILENO);
        ::dup2(ends[1], STDOUT_FILENO);
        ::dup2(ends[1], STDERR_FILENO);
        if (::chdir(folder.c_str()) == 0) {
            ::execve(arguments[0], arguments.data(), variables.data());
        }
        ::_exit(127);
    }
    ::close(ends[1]);
    m_output = ends[0];
}

StartedProgram::~StartedProgram()
{
    if (m_id > 0) {
        kill(SIGKILL);
        ::waitpid(m_id, nullptr, 0);
    }
    ::close(m_output);
}

bool StartedProgram::readMore()
{
    std::array<char, 4096> buffer {};
    const auto got = ::read(m_output, buffer.data(), buffer.size());
    if (got > 0) {
        m_printed.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return got > 0 || (got < 0 && errno == EINTR);
}

bool StartedProgram::waitFor(std::string_view text, int times)
{
    while (true) {
        int found = 0;
        for (auto at = m_printed.find(text); at != std::string::npos; at = m_printed.find(text, at + text.size())) {
            ++found;
        }
        if (found >= times) {
            return true;
        }
        if (!readMore()) {
            return false;
        }
    }
}

void StartedProgram::kill(int signal) const
{
    if (m_id > 0) {
        ::kill(m_id, signal);
    }
}

int StartedProgram::wait()
{
    while (readMore()) { }
    int status = 0;
    ::waitpid(m_id, &status, 0);
    m_id = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool comesTrue(const std::function<bool()>& condition)
{
    constexpr int kTries = 500;
    constexpr int kMilliseconds = 20;
    for (int attempt = 0; attempt < kTries; ++attempt) {
        if (condition()) {
            return true;
        }
        ::poll(nullptr, 0, kMilliseconds);
    }
    return false;
}

bool isClean(std::string_view word, const fs::path& folder)
{
    std::error_code error;
    return fs::is_empty(folder, error) && !anyProcessNames(word);
}

}
