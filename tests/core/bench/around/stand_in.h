// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace patchscale {

/// A program of the tests' own that is found before the real one of its name, as long as this lives.
class StandIn
{
public:
    /// A shell script @p name with @p body, in the folder @p folder.
    StandIn(const std::filesystem::path& folder, const std::string& name, const std::string& body)
        : m_path(std::getenv("PATH"))
    {
        std::filesystem::create_directories(folder);
        std::ofstream(folder / name) << "#!/bin/sh\n" << body << '\n';
        std::filesystem::permissions(folder / name, std::filesystem::perms::owner_all);
        setenv("PATH", (folder.string() + ':' + m_path).c_str(), 1);
    }
    StandIn(const StandIn&) = delete;
    StandIn& operator=(const StandIn&) = delete;
    ~StandIn()
    {
        setenv("PATH", m_path.c_str(), 1);
    }

private:
    std::string m_path;
};

}
