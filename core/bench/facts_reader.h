// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the files that read facts.
#pragma once

#include "core/bench/facts.h"

#include <map>
#include <optional>
#include <vector>

namespace patchscale::facts {

/// The files of a machine below its root.
class Files
{
public:
    explicit Files(std::filesystem::path root)
        : m_root(std::move(root))
    {
    }
    [[nodiscard]] std::filesystem::path path(std::string_view below) const
    {
        return m_root / below;
    }
    /// Without white space at the ends; empty where it cannot be read.
    [[nodiscard]] std::string text(std::string_view below) const;
    /// The choice in brackets of "always [madvise] never", or the text as it is.
    [[nodiscard]] std::string choice(std::string_view below) const;
    /// The whole number that the file begins with.
    [[nodiscard]] std::optional<long long> number(std::string_view below) const;
    /// What is in the folder, by name; names only.
    [[nodiscard]] std::vector<std::string> entries(std::string_view below) const;

private:
    std::filesystem::path m_root;
};

/// The lines "name: value" or "name=value" of a file; of names that stand more than once the first.
std::map<std::string, std::string> pairsOf(std::string_view text, char separator);

/// CPUs as "cpu0", "cpu12" in @p entries, ascending.
std::vector<int> cpusIn(const std::vector<std::string>& entries);

void addProcessor(const Files& files, MachineFacts& facts);
void addKernel(const Files& files, MachineFacts& facts);
void addMemory(const Files& files, MachineFacts& facts);
void addControlGroup(const Files& files, MachineFacts& facts);
void addDirectory(const Files& files, const std::filesystem::path& directory, MachineFacts& facts);

/// Sets the fact unless @p value is empty.
void set(MachineFacts& facts, std::string name, std::string value);

}
