// SPDX-License-Identifier: GPL-3.0-or-later
// A made-up /proc and /sys in a temporary folder.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace patchscale::tests {

class MadeUpMachine
{
public:
    MadeUpMachine()
    {
        std::string name = (std::filesystem::temp_directory_path() / "patchscale-machine-XXXXXX").string();
        m_root = ::mkdtemp(name.data());
    }
    MadeUpMachine(const MadeUpMachine&) = delete;
    MadeUpMachine& operator=(const MadeUpMachine&) = delete;
    ~MadeUpMachine()
    {
        std::error_code error;
        std::filesystem::remove_all(m_root, error);
    }
    MadeUpMachine& file(std::string_view below, std::string_view content)
    {
        const auto path = m_root / below;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << content << '\n';
        return *this;
    }
    MadeUpMachine& cpuFile(int cpu, std::string_view below, std::string_view content)
    {
        return file("sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/" + std::string(below), content);
    }
    MadeUpMachine& link(std::string_view below, std::string_view target)
    {
        std::filesystem::create_directories((m_root / below).parent_path());
        std::filesystem::create_symlink(target, m_root / below);
        return *this;
    }
    [[nodiscard]] const std::filesystem::path& root() const
    {
        return m_root;
    }

private:
    std::filesystem::path m_root;
};

}
