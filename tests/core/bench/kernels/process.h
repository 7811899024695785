// SPDX-License-Identifier: GPL-3.0-or-later
// Starts programs for the tests of the kernels and collects what they leave.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

namespace patchscale::test {

/// What a program said and how it ended.
struct Outcome
{
    int status = 0; ///< exit code, or minus the signal
    std::string out;
    std::string err;
};

/// A started program; its output is collected by join().
class Program final
{
public:
    /// Starts @p program; @p keep are descriptors that it inherits under the same numbers.
    Program(const std::filesystem::path& program, const std::vector<std::string>& arguments,
            const std::vector<int>& keep = {});
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    ~Program();

    pid_t pid() const
    {
        return m_pid;
    }

    /// Waits for its end.
    Outcome join();

private:
    pid_t m_pid = -1;
    int m_out = -1;
    int m_err = -1;
};

/// Runs @p program to its end.
Outcome runProgram(const std::filesystem::path& program, const std::vector<std::string>& arguments);

/// A folder of a test's own, removed with all in it at the end.
class TestFolder final
{
public:
    TestFolder();
    TestFolder(const TestFolder&) = delete;
    TestFolder& operator=(const TestFolder&) = delete;
    ~TestFolder();

    const std::filesystem::path& path() const
    {
        return m_path;
    }

    bool isEmpty() const
    {
        return std::filesystem::is_empty(m_path);
    }

private:
    std::filesystem::path m_path;
};

/// The processes whose command line or working directory has @p folder in it.
std::vector<pid_t> processesOf(const std::string& folder);

}
