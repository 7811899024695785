// SPDX-License-Identifier: GPL-3.0-or-later
// An sshd of our own on the loopback device.
#pragma once

#include "started_program.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace patchscale::testing_app {

class SshServer
{
public:
    /// Starts it as this user, with keys and settings in @p folder. start() tells whether it runs.
    explicit SshServer(std::filesystem::path folder);

    /// Empty when it runs, else why it cannot run on this machine.
    std::string start();

    /// "127.0.0.1:40022".
    [[nodiscard]] std::string host() const;
    /// What patchscale-cli needs to log in: --ssh-option …
    [[nodiscard]] std::vector<std::string> options() const;
    /// $TMPDIR of those who log in.
    [[nodiscard]] std::filesystem::path remoteFolder() const
    {
        return m_folder / "remote";
    }

private:
    std::filesystem::path m_folder;
    int m_port = 0;
    std::unique_ptr<StartedProgram> m_server;
};

}
