// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <format>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <pty.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

namespace patchscale::testing_cli {
namespace {

std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<char*> pointersTo(std::vector<std::string>& words)
{
    std::vector<char*> out;
    std::ranges::transform(words, std::back_inserter(out), [](std::string& word) { return word.data(); });
    out.push_back(nullptr);
    return out;
}

/// All that the program writes to its terminal; reading fails once it has ended.
std::string drain(int terminal)
{
    std::string out;
    std::array<char, 4096> buffer {};
    for (auto got = ::read(terminal, buffer.data(), buffer.size()); got > 0;
         got = ::read(terminal, buffer.data(), buffer.size())) {
        out.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return out;
}

void redirect(const std::filesystem::path& path, int flags, int descriptor)
{
    const int file = ::open(path.c_str(), flags, 0644);
    ::dup2(file, descriptor);
    ::close(file);
}

}

CliTest::CliTest()
{
    std::string pattern = testing::TempDir() + "patchscale-XXXXXX";
    m_folder = ::mkdtemp(pattern.data());
    std::filesystem::permissions(m_folder, std::filesystem::perms::all);
}

CliTest::~CliTest()
{
    std::filesystem::remove_all(m_folder);
}

Outcome CliTest::call(const std::vector<std::string>& arguments, const Surroundings& surroundings) const
{
    // Beside the folder that the program sees, so that nothing but its own files is in that one.
    const std::filesystem::path aside = m_folder.string() + ".streams";
    std::filesystem::create_directory(aside);
    std::ofstream(aside / "in", std::ios::binary) << surroundings.input;

    std::vector<std::string> words {PATCHSCALE_CLI};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<std::string> environment {"PATH=/usr/bin:/bin", "HOME=" + m_folder.string(),
                                          "XDG_DATA_HOME=" + (m_folder / "data").string()};
    // Sanitizer builds keep their options.
    for (const auto* name : {"ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"}) {
        if (const char* const value = std::getenv(name); value != nullptr) {
            environment.push_back(std::format("{}={}", name, value));
        }
    }
    for (const auto& variable : surroundings.environment) {
        const auto name = variable.substr(0, variable.find('=') + 1);
        std::erase_if(environment, [&name](const std::string& other) { return other.starts_with(name); });
        environment.push_back(variable);
    }
    auto argv = pointersTo(words);
    auto envp = pointersTo(environment);

    int terminal = -1;
    int programSide = -1;
    if (surroundings.terminalColumns > 0) {
        const winsize size {.ws_row = 50,
                            .ws_col = static_cast<unsigned short>(surroundings.terminalColumns),
                            .ws_xpixel = 0,
                            .ws_ypixel = 0};
        EXPECT_EQ(::openpty(&terminal, &programSide, nullptr, nullptr, &size), 0);
    }

    const pid_t child = ::fork();
    if (child == 0) {
        const auto output = surroundings.output.empty() ? aside / "out" : std::filesystem::path(surroundings.output);
        redirect(aside / "in", O_RDONLY, STDIN_FILENO);
        redirect(output, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
        if (programSide >= 0) {
            ::dup2(programSide, STDOUT_FILENO);
        }
        redirect(aside / "error", O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
        if (::chdir(m_folder.c_str()) != 0 || (surroundings.isNobody && ::geteuid() == 0 && ::setuid(65534) != 0)) {
            ::_exit(126);
        }
        ::execve(PATCHSCALE_CLI, argv.data(), envp.data());
        ::_exit(127);
    }
    std::string shown;
    if (terminal >= 0) {
        ::close(programSide);
        shown = drain(terminal);
        ::close(terminal);
    }
    int status = 0;
    bool hasEnded = false;
    while (surroundings.killWhen && !hasEnded && !surroundings.killWhen()) {
        hasEnded = ::waitpid(child, &status, WNOHANG) == child;
        ::sched_yield();
    }
    if (!hasEnded) {
        if (surroundings.killWhen) {
            ::kill(child, SIGKILL);
        }
        ::waitpid(child, &status, 0);
    }
    Outcome outcome {.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                     .out = terminal >= 0 ? shown : contentOf(aside / "out"),
                     .error = contentOf(aside / "error")};
    std::filesystem::remove_all(aside);
    return outcome;
}

Outcome CliTest::refusal(const std::vector<std::string>& arguments, const Surroundings& surroundings) const
{
    auto outcome = call(arguments, surroundings);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    // The first line is the error, all others are hints.
    std::size_t errors = 0;
    std::size_t hints = 0;
    std::string_view rest = outcome.error;
    while (!rest.empty()) {
        const auto end = rest.find('\n');
        (rest.starts_with("hint: ") ? hints : errors) += 1;
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
    EXPECT_EQ(errors, 1U) << outcome.error;
    EXPECT_GE(hints, 1U) << outcome.error;
    return outcome;
}

void CliTest::write(std::string_view name, std::string_view bytes) const
{
    std::ofstream(m_folder / name, std::ios::binary) << bytes;
}

std::string CliTest::read(std::string_view name) const
{
    return contentOf(m_folder / name);
}

std::string mail()
{
    return "Subject: [PATCH] locking: spin less\n"
           "\n"
           "Bandwidth with fio, larger is better:\n"
           "\n"
           "                 w/o patch     with patch\n"
           "random read      8141.2MB/s    8497.1MB/s\n"
           "random write     1675.5MB/s    1501.5MB/s\n"
           "seq read         8229.4MB/s    8304.2MB/s\n"
           "\n";
}

std::string report(std::string_view pipe)
{
    return std::format("========================================================================\n"
                       "   BYTE UNIX Benchmarks (Version 5.1.3)\n"
                       "\n"
                       "System Benchmarks Index Values               BASELINE       RESULT    INDEX\n"
                       "Dhrystone 2 using register variables         116700.0   11670000.0   1000.0\n"
                       "Pipe Throughput                               12440.0    1244000.0   {}\n"
                       "                                                                   ========\n"
                       "System Benchmarks Index Score                                        1000.0\n",
                       pipe);
}

}
