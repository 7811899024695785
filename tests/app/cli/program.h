// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the real patchscale-cli.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace patchscale::testing_cli {

/// What a call left behind.
struct Outcome
{
    int status = -1; ///< exit status, or 128 + signal
    std::string out;
    std::string error;
};

/// What a call gets besides its arguments.
struct Surroundings
{
    std::string input = {}; ///< standard input
    std::vector<std::string> environment = {}; ///< "NAME=value", over an environment with a data folder of its own
    bool isNobody = false; ///< run without root's rights to read everything
    int terminalColumns = 0; ///< standard output is a terminal this wide
    std::string output = {}; ///< a file for standard output in place of Outcome::out
    std::function<bool()> killWhen = {}; ///< asked again and again; the program is killed when it says so
};

/// A folder of its own for each test, in which the program runs.
class CliTest : public testing::Test
{
protected:
    CliTest();
    ~CliTest() override;

    [[nodiscard]] Outcome call(const std::vector<std::string>& arguments, const Surroundings& surroundings = {}) const;
    /// The program must end with 2, print nothing to standard output, and one line and hints to standard error.
    Outcome refusal(const std::vector<std::string>& arguments, const Surroundings& surroundings = {}) const;
    void write(std::string_view name, std::string_view bytes) const;
    [[nodiscard]] std::string read(std::string_view name) const;

    std::filesystem::path m_folder;
};

/// A mail of three fio tests before and after: one worse (-10.4 %), one better (+4.4 %), one the same (+0.9 %).
std::string mail();

/// A UnixBench report of two tests; @p pipe is the index of Pipe Throughput.
std::string report(std::string_view pipe);

}
