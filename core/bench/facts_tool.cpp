// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/posix.h"
#include "core/bench/facts.h"
#include "core/bench/facts_reader.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>

namespace patchscale {
namespace {

constexpr std::size_t kLargestLibrary = std::size_t {32} << 20;

/// The first line that @p command prints; empty when it cannot be run.
std::string firstLineOf(const char* command)
{
    struct Closer
    {
        void operator()(std::FILE* stream) const
        {
            ::pclose(stream);
        }
    };
    const std::unique_ptr<std::FILE, Closer> stream(::popen(command, "re"));
    std::array<char, 256> line {};
    if (stream == nullptr || std::fgets(line.data(), static_cast<int>(line.size()), stream.get()) == nullptr) {
        return {};
    }
    return std::string(trimmedText(line.data()));
}

/// What glibc says of itself: "GNU C Library (Debian GLIBC 2.41-12) stable release version 2.41."
std::string glibcIn(const std::filesystem::path& library)
{
    std::error_code error;
    if (std::filesystem::file_size(library, error) > kLargestLibrary || error) {
        return {};
    }
    std::ifstream in(library, std::ios::binary);
    const std::string bytes {std::istreambuf_iterator<char>(in), {}};
    const auto begin = bytes.find("GNU C Library (");
    if (begin == std::string::npos) {
        return {};
    }
    const auto open = begin + std::string_view("GNU C Library (").size();
    const auto close = bytes.find(')', open);
    constexpr std::size_t kLongest = 80;
    return close != std::string::npos && close - open < kLongest ? bytes.substr(open, close - open) : std::string {};
}

std::string libcAt(const facts::Files& files)
{
    for (const auto* folder : {"lib", "lib64", "usr/lib", "usr/lib64"}) {
        for (const auto& entry : files.entries(folder)) {
            if (entry.starts_with("ld-musl-")) {
                return "musl";
            }
            if (entry.ends_with("-linux-gnu") || entry == "libc.so.6") {
                auto library = files.path(folder) / entry;
                library = entry == "libc.so.6" ? library : library / "libc.so.6";
                if (auto version = glibcIn(library); !version.empty()) {
                    return version;
                }
            }
        }
    }
    return {};
}

/// What /bin/sh leads to: "dash".
std::string shellAt(const facts::Files& files)
{
    auto link = files.path("bin/sh");
    std::error_code error;
    constexpr int kMost = 8;
    for (int i = 0; i < kMost && std::filesystem::is_symlink(link, error); ++i) {
        const auto target = std::filesystem::read_symlink(link, error);
        // an absolute link of a tree that is not at "/" leads within the tree
        link = target.is_absolute() ? files.path(target.relative_path().string()) : link.parent_path() / target;
    }
    return std::filesystem::exists(link, error) ? link.filename().string() : std::string {};
}

std::string localeOf()
{
    for (const auto* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const auto* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nothing sets the environment
        if (value != nullptr && *value != '\0') {
            return value;
        }
    }
    return "C";
}

}

ToolFacts readToolFacts(const std::filesystem::path& root)
{
    const facts::Files files(root);
    ToolFacts tool;
    tool.version = PATCHSCALE_VERSION;
    tool.compiler = PATCHSCALE_COMPILER;
    tool.flags = PATCHSCALE_KERNEL_FLAGS;
    tool.libc = libcAt(files);
    tool.shell = shellAt(files);
    tool.coreutils = root == "/" ? firstLineOf("LC_ALL=C cp --version 2>/dev/null") : std::string {};
    tool.locale = localeOf();
    return tool;
}

}
